import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {readPage} from '../docs/pages';
import type {ActionRun} from '../world/action-run';
import {runMonitors, specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {type Merge, type MergeWorld, RECORDING, startMergeWorld} from '../world/merge-world';

/**
 * The walk of docs/action.md: one repository from its first command to a runner that dies, each step a test of that
 * name. The steps build on each other, so that they run in this order or not at all.
 */
const STEPS = [
  'A new repository begins with `monitors init`',
  'The first pull request has a typo: the annotation stands on its line',
  'The fixed pull request shows its plan in one comment',
  'The merge applies it and commits the state',
  'A merge that changes no monitor makes no commit',
  'Two merges in quick succession are applied once each',
  'A runner is killed between its last create and the push of the state',
  'The next run creates nothing twice and names what was under way',
  'One command settles it',
] as const;

const TYPO = specFor('pricing').replace('schedule:', 'schedul:');

let world: MergeWorld;
let merged: Merge;
let run: ActionRun;
/** Files that `monitors init` wrote. */
let scaffold: Readonly<Record<string, string>>;
let done = 0;

beforeAll(async () => {
  world = await startMergeWorld({'README.md': 'Acme\n'});
});
afterAll(() => world.close());

/** A step of the walk; one that follows a failed one says so instead of failing in its own way. */
function step(number: number, act: () => Promise<void> | void): void {
  test(STEPS[number - 1] as string, async () => {
    if (done !== number - 1) throw new Error(`step ${done + 1} failed, so that this one could not begin`);
    await act();
    done = number;
  });
}

const sent = () => world.emulator.requests().length;

step(1, async () => {
  expect(await runMonitors(['init', '--project', 'acme-web'], {cwd: world.repository.clone})).toMatchObject({exitCode: 0});
  const written = git(world.repository.clone, 'ls-files', '--others', '--exclude=.home').split('\n');
  expect(written).toContain('.github/workflows/monitors.yml');
  scaffold = Object.fromEntries(written.map(path => [path, readFileSync(join(world.repository.clone, path), 'utf8')]));
});

step(2, async () => {
  ({run} = await world.openPullRequest({...scaffold, 'monitors/pricing.yaml': TYPO}));
  expect(run).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'invalid-specs'}});
  const errors = run.commands.filter(({command}) => command === 'error');
  expect(errors.map(({properties}) => [properties['file'], properties['line']])).toContainEqual(['monitors/pricing.yaml', '2']);
  expect(errors.map(({message}) => message).join('\n')).toContain('did you mean "schedule"?');
  expect([world.github.comments.length, sent()]).toEqual([0, 0]);
});

step(3, async () => {
  ({run} = await world.updatePullRequest({number: 1}, {'monitors/pricing.yaml': specFor('pricing')}));
  expect(run).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
  expect(world.github.comments.map(({body}) => /: 2 to create, about/.test(body))).toEqual([true]);
  expect(sent()).toBe(0);
});

step(4, async () => {
  merged = world.mergePullRequest({number: 1});
  run = await world.apply(merged);
  expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
  expect(run.stdout).toContain('All changes of the plan were reviewed.');
  expect(world.monitors()).toEqual(['Example page', 'pricing']);
  expect(world.recordings()).toEqual([RECORDING, RECORDING]);
});

step(5, async () => {
  const before = {tip: world.recordings().length, sent: sent()};
  run = await world.apply(await world.merge({'README.md': 'Acme, watched\n'}));
  expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  expect({tip: world.recordings().length, sent: sent()}).toEqual(before);
});

step(6, async () => {
  const one = await world.openPullRequest({'monitors/jobs.yaml': specFor('jobs')});
  const two = await world.openPullRequest({'monitors/news.yaml': specFor('news')});
  const merges = [world.mergePullRequest(one), world.mergePullRequest(two)];
  const runs = [];
  for (const merge of merges) runs.push(await world.apply(merge));
  expect(runs.map(({exitCode, outputs}) => [exitCode, outputs['created']])).toEqual([
    [0, '2'],
    [0, '0'],
  ]);
  expect(world.monitors()).toEqual(['Example page', 'jobs', 'news', 'pricing']);
});

step(7, async () => {
  merged = await world.merge({'monitors/status.yaml': specFor('status')});
  // The first push takes the intents off the machine; before the second one is taken, the runner is gone.
  world.onPush('[ $COUNT -lt 2 ] || { kill -9 $RUNNER; exit 1; }');
  expect(await world.apply(merged)).toMatchObject({signal: 'SIGKILL'});
  world.onPush('exit 0');
  expect(world.monitors()).toContain('status');
  expect(world.repository.readFile('main', 'monitors.state.json')).not.toContain('status');
  expect(world.repository.readFile('main', 'monitors.state.json.journal')).toContain('"key":"status"');
});

step(8, async () => {
  const before = sent();
  const next = await world.merge({'monitors/blog.yaml': specFor('blog')});
  run = await world.apply(next);
  expect(run).toMatchObject({exitCode: 1, outputs: {created: '1', 'failure-reason': 'outcome-unknown'}});
  expect(run.commands.at(-1)?.message).toContain('"status"');
  expect(run.commands.at(-1)?.message).not.toContain('"blog"');
  expect(sent()).toBe(before + 1);
  expect(world.monitors()).toEqual(['Example page', 'blog', 'jobs', 'news', 'pricing', 'status']);
});

step(9, async () => {
  const cwd = world.repository.clone;
  git(cwd, 'fetch', '-q', 'origin');
  git(cwd, 'checkout', '-q', '--force', '-B', 'main', 'origin/main');
  const id = String(world.emulator.monitors().find(({name}) => name === 'status')?.['id']);
  expect(await runMonitors(['resolve', 'status', '--adopt', id], {cwd})).toMatchObject({exitCode: 0});
  git(cwd, 'commit', '-qam', 'Settle the create of status');
  git(cwd, 'push', '-q', 'origin', 'main');
  const before = sent();
  run = await world.apply({sha: world.repository.tipOf('main')});
  expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  expect(sent()).toBe(before);
});

test('the page tells these steps', () => {
  const [, walk = ''] = readPage('docs/action.md').split('\n## A recorded walk\n');
  const headings = [...walk.matchAll(/^\d+\. (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(STEPS);
});
