import type {ActionRun} from '../world/action-run';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type ApplyStart, type MergeWorld, type PlanStart, startMergeWorld} from '../world/merge-world';
import {useS3} from '../world/s3-server';

/** A server that was set back: the comments of pull requests saw more than it has, and runners remember nothing. */
const s3 = useS3();
let world: MergeWorld;
let bucket: string;
afterEach(() => world.close());

const spec = (name: string) => ({[`monitors/${name}.yaml`]: specFor(name)});
const env = () => s3.server().env();
const open = (files: Readonly<Record<string, string | null>>, more: PlanStart = {}) => world.openPullRequest(files, {env: env(), ...more});
const apply = (merge: {readonly sha: string}, more: ApplyStart = {}) => world.apply(merge, {env: env(), ...more});
const errorOf = ({commands}: ActionRun) => commands.find(({command}) => command === 'error');
const EVERYTHING = ['first', 'second', 'third'];

/** Applies two monitors, keeps a copy of the bucket, and applies a third one. Returns how to put the copy back. */
async function start(): Promise<() => void> {
  bucket = await s3.server().makeBucket();
  const config = {'monitors.config.yaml': `project: acme-web\nstate: {backend: s3, bucket: ${bucket}}\n`};
  world = await startMergeWorld({...config, ...spec('first')});
  const {directory} = world.repository.checkOut({branch: 'main'});
  expect(await runMonitorsHere(['state', 'init'], {cwd: directory, env: env()})).toMatchObject({exitCode: 0});
  expect(await apply(world.mergePullRequest(await open(spec('second'))))).toMatchObject({outputs: {created: '2'}});
  const putBack = s3.server().keepCopy(bucket);
  expect(await apply(world.mergePullRequest(await open(spec('third'))))).toMatchObject({outputs: {created: '1'}});
  expect(world.monitors()).toEqual(EVERYTHING);
  return putBack;
}

(s3.isHere ? test : test.skip)(
  'G14: the comment of a pull request names it at the merge and in its next plan, and stays as it is',
  async () => {
    const putBack = await start();
    const pull = await open(spec('fourth'));
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
    putBack();
    const before = world.github.comments.map(({body}) => body);
    const again = await world.planPullRequest(pull, {env: env()});
    expect(errorOf(again.run)).toMatchObject({properties: {title: 'state/server-changed'}});
    expect(again.run.stdout).not.toContain('Apply sends');
    expect(world.github.comments.map(({body}) => body)).toEqual(before);
    const run = await apply(world.mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': ''}});
    expect(errorOf(run)).toMatchObject({properties: {title: 'state/server-changed'}});
    expect(errorOf(run)?.message).toMatch(/the comment of #3 was made at serial \d+ of the state/);
    expect(run.stdout).not.toContain('Apply sends');
    expect(world.monitors()).toEqual(EVERYTHING);
  },
);

(s3.isHere ? test : test.skip)(
  'G14: a comment that was merged since names it to later pull requests and pushes; a person decides otherwise once',
  async () => {
    const putBack = await start();
    await apply(world.mergePullRequest(await open(spec('fourth'))));
    putBack();
    const pull = await open(spec('fifth'));
    expect(errorOf(pull.run)).toMatchObject({properties: {title: 'state/server-changed'}});
    const sha = world.repository.commit('main', spec('sixth'));
    const pushed = await apply({sha}, {depth: 0});
    expect(errorOf(pushed)).toMatchObject({properties: {title: 'state/server-changed'}});
    expect(world.monitors()).toEqual(['first', 'fourth', 'second', 'third']);
    const allowed = await apply({sha}, {depth: 0, inputs: {'allow-old-checkout': 'true', 'on-plan-change': 'apply'}});
    expect(allowed).toMatchObject({exitCode: 0, outputs: {created: '3'}});
    const later = await open(spec('seventh'));
    expect(later.run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
    expect(await apply(world.mergePullRequest(later))).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  },
);

(s3.isHere ? test : test.skip)('a comment that another account edited is no witness', async () => {
  const putBack = await start();
  const pull = await open(spec('fourth'));
  putBack();
  const comment = world.github.comments.at(-1);
  if (comment === undefined) throw new Error('there is no comment');
  world.github.editComment(comment, 'mallory', `${comment.body}\n`);
  const run = await apply(world.mergePullRequest(pull));
  expect(errorOf(run)).toMatchObject({properties: {title: 'git/plan-changed'}});
  expect(world.monitors()).toEqual(EVERYTHING);
});

(s3.isHere ? test : test.skip)('G14: the section of an environment in a shared comment is a witness, too', async () => {
  const putBack = await start();
  const pull = await open(spec('fourth'), {inputs: {'shared-comment': 'default, live'}});
  expect(world.github.comments.at(-1)?.body).toMatch(/^<!-- monitors-plans .*\n## `default`: 1 to create\n/s);
  putBack();
  const run = await apply(world.mergePullRequest(pull));
  expect(errorOf(run)).toMatchObject({properties: {title: 'state/server-changed'}});
  expect(errorOf(run)?.message).toMatch(/the comment of #3 was made at serial \d+ of the state/);
  expect(world.monitors()).toEqual(EVERYTHING);
});
