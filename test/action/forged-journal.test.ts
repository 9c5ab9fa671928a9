import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {idsOf, withoutRecords} from '../world/edited-state';
import {createForeign, forgeJournal} from '../world/foreign-monitor';
import type {MergeWorld} from '../world/merge-world';

/** A pull request brings a journal that says of a create that was never sent that its answer was lost. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const JOURNAL = `${STATE}.journal`;
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};

const state = () => world.repository.readFile('main', STATE) ?? '';
const push = (inputs: Readonly<Record<string, string>> = {}) =>
  world.apply({sha: world.repository.commit('main', {'README.md': `${Object.keys(inputs)}\n`})}, {inputs});
const pushFiles = (files: Readonly<Record<string, string | null>>) => world.apply({sha: world.repository.commit('main', files)});
const byHand = () => {
  const sha = world.repository.tipOf('main');
  const event = {name: 'workflow_dispatch', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}};
  return world.apply({sha}, {event, inputs: {command: 'apply'}});
};

async function start() {
  world = await startAppliedWorld({...CONFIG, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')}, {operations: 'full'});
}

/** Merges a fork's pull request with the journal. */
async function mergeFork(journal: string, files: Readonly<Record<string, string>> = {}) {
  const sha = world.repository.commit('main', {[JOURNAL]: journal, ...files});
  world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  return world.apply({sha});
}

describe('S92: no later run takes what one found for such a create for its own', () => {
  test.each([
    {name: 'a push', next: () => push()},
    {name: 'comment: never', next: () => push({comment: 'never'})},
    {name: 'a run by hand', next: byHand},
  ])('a recorded monitor that it says to be replaced: $name', async ({next}) => {
    await start();
    const journal = forgeJournal(state(), 'a', await createForeign(world.emulator.url, 'other'), [idsOf(state())['a'] ?? '']);
    expect((await mergeFork(journal)).stdout).toContain('"a" waits');
    for (const run of [await next(), await next()]) expect(run).toMatchObject({exitCode: 1});
    expect(world.monitors()).toEqual(['a', 'b', 'other']);
  });

  test('a foreign monitor that the new one is to replace', async () => {
    await start();
    const victim = await createForeign(world.emulator.url);
    const other = await createForeign(world.emulator.url, 'other', '33333333-3333-4333-8333-333333333333');
    const spec = specFor('x').replace('name: x', 'name: other');
    await mergeFork(forgeJournal(state(), 'x', other, [victim.id]), {'monitors/x.yaml': spec});
    await byHand();
    await push({comment: 'never'});
    expect(world.monitors()).toContain('victim');
  });

  test('the comment of a pull request from a branch shows what it would replace', async () => {
    await start();
    const journal = forgeJournal(state(), 'a', await createForeign(world.emulator.url, 'other'), [idsOf(state())['a'] ?? '']);
    const pull = await world.openPullRequest({[JOURNAL]: journal, 'monitors/c.yaml': specFor('c')});
    expect(world.github.comments.at(-1)?.body).toContain('monitor with the target id 22222222-2222-4222-8222-222222222222');
    await world.apply(world.mergePullRequest(pull));
    await push();
    expect(world.monitors()).toEqual(['a', 'b', 'c', 'other']);
  });
});

test('S92: a create that a run announced is its own, also while a change of the state waits', async () => {
  await start();
  world.onPush('[ $COUNT = 2 ] && kill -9 $RUNNER && exit 1; exit 0');
  await pushFiles({[STATE]: withoutRecords(state(), ['b']), 'monitors/late.yaml': specFor('late')});
  world.onPush('exit 0');
  expect(world.repository.readFile('main', JOURNAL)).not.toBeNull();
  expect((await push()).stdout).toContain('Added from the journal of an interrupted run: late');
  const run = await pushFiles({'monitors/late.yaml': null});
  expect(run.stdout).toContain('"b" waits');
  expect(run.stdout).not.toContain('"late" waits');
  expect(world.monitors()).toEqual(['a', 'b']);
});

test('S9c: a create in doubt is named with the monitor that the state recorded for its key', async () => {
  world = await startAppliedWorld({'monitors.config.yaml': 'project: acme-web\n', 'monitors/a.yaml': specFor('a')});
  const {a} = idsOf(state());
  const taken = withoutRecords(state(), ['a']);
  const journal = forgeJournal(taken, 'a', await createForeign(world.emulator.url, 'other'), []);
  const run = await pushFiles({[STATE]: taken, [JOURNAL]: journal});
  expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'other']]);
  expect(run.stdout.replace(/\s+/g, ' ')).toContain(`monitors resolve a --adopt ${a}`);
});
