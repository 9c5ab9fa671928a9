import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ActionRun} from '../world/action-run';
import {makeWorkspace, specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {git} from '../world/hosted-repository';
import {type ApplyStart, type MergeWorld, type PlanStart, PROJECT, startMergeWorld} from '../world/merge-world';
import {type S3Keys, useS3} from '../world/s3-server';

/** The Action with a state in S3: what differs from PostgreSQL, which server-state.test.ts looks at. */
const s3 = useS3();
const about = s3.isHere ? describe : describe.skip;

let world: MergeWorld;
let bucket: string;
let reader: S3Keys;
afterEach(() => world?.close());

const configFor = (name: string, more = '') => ({
  'monitors.config.yaml': `project: acme-web\nstate: {backend: s3, bucket: ${name}${more}}\n`,
});
const spec = (name: string) => ({[`monitors/${name}.yaml`]: specFor(name)});
const writer = () => s3.server().env();
const noKeys = {AWS_ENDPOINT_URL_S3: undefined, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined};

/** A repository whose state is in a bucket of its own, which a person has prepared. Nobody may push to the repository. */
async function start(): Promise<MergeWorld> {
  bucket = await s3.server().makeBucket();
  reader = await s3.server().makeUser(bucket, ['s3:ListBucket', 's3:GetObject']);
  world = await startMergeWorld({...configFor(bucket), ...spec('first')}, {});
  const {directory} = world.repository.checkOut({branch: 'main'});
  expect(await runMonitorsHere(['state', 'init'], {cwd: directory, env: writer()})).toMatchObject({exitCode: 0});
  world.onPush('exit 1');
  return world;
}

const open = (files: Readonly<Record<string, string | null>>, more: PlanStart = {}) =>
  world.openPullRequest(files, {env: s3.server().env(reader), ...more});
const apply = (merge: {readonly sha: string}, more: ApplyStart = {}) => world.apply(merge, {env: writer(), ...more});
const errorOf = ({commands}: ActionRun) => commands.find(({command}) => command === 'error');

about('a state in S3', () => {
  test('a plan reads with credentials that can not write, the merge applies, and nothing is pushed', async () => {
    const {mergePullRequest, monitors, repository} = await start();
    const pull = await open(spec('second'));
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
    const merge = mergePullRequest(pull);
    const before = git(repository.remote, 'for-each-ref');
    const readOnly = await apply(merge, {env: s3.server().env(reader)});
    expect(readOnly.exitCode).toBe(3);
    expect(errorOf(readOnly)).toMatchObject({properties: {title: 'state/not-writable'}});
    expect(monitors()).toEqual([]);
    const run = await apply(merge);
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2', 'failure-reason': ''}});
    expect(run.summary).toContain('the state is on a server: nothing was committed');
    expect(monitors()).toEqual(['first', 'second']);
    expect(git(repository.remote, 'for-each-ref')).toBe(before);
    const unreachable = await open(spec('third'), {env: {...s3.server().env(reader), AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9'}});
    expect(errorOf(unreachable.run)).toMatchObject({properties: {title: 'state/unreachable'}});
    const shown = JSON.stringify([pull.run, readOnly, run, unreachable.run, world.github.comments]);
    for (const {AWS_SECRET_ACCESS_KEY: secret} of [reader, writer()]) expect(shown).not.toContain(secret);
  });

  test('S40: a fork gets no plan without credentials, and is refused with them', async () => {
    await start();
    const {run} = await open(spec('second'), {env: noKeys, isFork: true});
    expect(run).toMatchObject({exitCode: 0, outputs: {'failure-reason': ''}});
    expect(run.summary).toContain("no plan: the state can't be read here");
    for (const name of ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_WEB_IDENTITY_TOKEN_FILE']) {
      const refused = await open(spec('third'), {env: {...noKeys, [name]: 'canary-of-the-key'}, isFork: true});
      expect(refused.run.exitCode).toBe(3);
      expect(refused.run.commands).toMatchObject([{command: 'error', properties: {title: 'action/unsafe-event'}}]);
      expect(refused.run.commands[0]?.message).toContain(`${name} is set`);
      expect(JSON.stringify(refused.run)).not.toContain('canary-of-the-key');
    }
  });

  test.each([
    {name: 'a bucket that there is', config: async () => configFor(await s3.server().makeBucket()), code: 'state/not-initialized'},
    {name: 'another prefix', config: async () => configFor(bucket, ', prefix: elsewhere'), code: 'state/not-initialized'},
    {name: 'a state file', config: async () => PROJECT, code: 'state/other-place'},
  ])('a pull request that names $name heads its comment with the refusal, and its merge creates nothing', async ({config, code}) => {
    const {mergePullRequest, emulator, github} = await start();
    await apply(mergePullRequest(await open(spec('second'))));
    const sent = emulator.requests().length;
    const pull = await open(await config(), {env: writer()});
    expect(pull.run.exitCode).toBe(3);
    expect(errorOf(pull.run)).toMatchObject({properties: {title: code}});
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- monitors-plan .* -->\n\n### No plan: this must not be merged/);
    expect(github.comments.at(-1)?.body).toContain(code);
    expect(await apply(mergePullRequest(pull))).toMatchObject({exitCode: 3});
    expect(emulator.requests()).toHaveLength(sent);
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('another prefix that was initialized by hand is refused with plan and apply', async () => {
    const {mergePullRequest} = await start();
    await apply(mergePullRequest(await open(spec('second'))));
    const config = configFor(bucket, ', prefix: elsewhere');
    const {directory} = world.repository.checkOut({branch: 'main'});
    writeFileSync(join(directory, 'monitors.config.yaml'), config['monitors.config.yaml']);
    const init = (cwd: string) => runMonitorsHere(['state', 'init'], {cwd, env: writer()});
    expect(await init(directory)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/other-place')});
    const outOfGit = makeWorkspace(config);
    expect(await init(outOfGit.directory)).toMatchObject({exitCode: 0});
    outOfGit.remove();
    const pull = await open(config, {env: writer()});
    expect(errorOf(pull.run)).toMatchObject({properties: {title: 'state/other-place'}});
    expect(errorOf(pull.run)?.message).toContain(`s3://${bucket}/monitors; this pull request names s3://${bucket}/elsewhere`);
    const run = await apply(mergePullRequest(pull));
    expect(errorOf(run)).toMatchObject({properties: {title: 'state/other-place'}});
    expect(world.monitors()).toEqual(['first', 'second']);
  });
});
