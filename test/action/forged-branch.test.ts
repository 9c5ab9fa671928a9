import {specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {createForeign, forgeJournal, recordForeign} from '../world/foreign-monitor';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';
import {type PlainProxy, startPlainProxy} from '../world/plain-proxy';

/** A fork writes a state or a journal on its branch and takes it back there; the squash of its pull request has only a spec. */
let world: MergeWorld;
let proxy: PlainProxy | undefined;
afterEach(async () => {
  await proxy?.close();
  await world.close();
});

const STATE = 'monitors.state.json';
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: create}\n'};
const ID = '11111111-1111-4111-8111-111111111111';

let inputs: Readonly<Record<string, string>>;
beforeEach(() => {
  inputs = {'on-plan-change': 'apply'};
  proxy = undefined;
});
const push = (key: string) => world.apply({sha: world.repository.commit('main', {[`monitors/${key}.yaml`]: specFor(key)})}, {inputs});
const state = () => world.repository.readFile('main', STATE) ?? '';

/** Merges pull request 7, whose head holds `files`. */
async function mergeFork(files: Readonly<Record<string, string>>) {
  const headSha = world.repository.commit('fork', files);
  git(world.repository.remote, 'update-ref', 'refs/pull/7/head', headSha);
  git(world.repository.remote, 'update-ref', '-d', 'refs/heads/fork');
  const sha = world.repository.commit('main', {'monitors/theirs.yaml': specFor('theirs'), 'monitors/ours.yaml': specFor('ours')});
  world.github.linkCommit(sha, {number: 7, base: 'main', headSha, mergeCommitSha: sha, merged: true, isFork: true});
  return world.apply({sha}, {inputs});
}

/** Only the create of "theirs" waits, in later runs too, until a person lets it through. */
async function expectHeld(run: Awaited<ReturnType<typeof mergeFork>>, code: string, before: readonly string[]): Promise<void> {
  expect([run.exitCode, world.monitors()]).toEqual([1, [...before, 'ours'].toSorted()]);
  expect(run.stdout).toContain(code);
  const next = await push('later');
  expect([next.exitCode, world.monitors()]).toEqual([1, [...before, 'later', 'ours'].toSorted()]);
  const allowed = {...inputs, command: 'apply', 'allow-state-change': 'acme-web/default'};
  const sha = world.repository.tipOf('main');
  const event = {name: 'workflow_dispatch', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}};
  expect(await world.apply({sha}, {event, inputs: allowed})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
}

function forgeRecord(text: string, origin = world.emulator.url): string {
  return editState(text, monitors => {
    const [pattern] = monitors.values();
    if (pattern === undefined) throw new Error('nothing is recorded');
    monitors.set('theirs', recordForeign(pattern, {id: ID, body: {name: 'theirs', targets: [{id: ID}]}}));
    return {origin, emulator: false};
  });
}

test('S102: a record: its create waits, and all others are made', async () => {
  world = await startMergeWorld(CONFIG);
  await push('base');
  await expectHeld(await mergeFork({[STATE]: forgeRecord(state())}), 'git/stale-state', ['base']);
});

test('S102: a record before there is a state: the first run makes all others', async () => {
  world = await startMergeWorld(CONFIG);
  await push('base');
  const made = state();
  await world.close();
  world = await startMergeWorld(CONFIG);
  // What the emulator has counts for no other state.
  proxy = await startPlainProxy(world.emulator.url);
  inputs = {...inputs, 'base-url': proxy.url};
  await expectHeld(await mergeFork({[STATE]: forgeRecord(made, proxy.url)}), 'git/stale-state', []);
});

test('S102: a journal that says its create was sent', async () => {
  world = await startMergeWorld(CONFIG);
  await push('base');
  const journal = forgeJournal(state(), 'theirs', await createForeign(world.emulator.url, 'other'), []);
  await expectHeld(await mergeFork({[`${STATE}.journal`]: journal}), 'state/sent-before', ['base', 'other']);
});

test('S103: a line that a record of another branch was removed does not count', async () => {
  world = await startMergeWorld(CONFIG);
  await push('base');
  const recorded = forgeRecord(state());
  world.repository.commit('feature', {[STATE]: recorded});
  const line = {key: 'theirs', id: ID, serial: 900_000, at: '2026-11-20T00:00:00.000Z', by: 'apply'};
  const run = await mergeFork({[STATE]: editState(state(), () => ({serial: 900_000, removed: [line]}))});
  expect([run.exitCode, world.monitors()]).toEqual([3, ['base']]);
  expect(run.stdout.replace(/\s+/g, ' ')).toContain('of branch "feature" records "theirs"');
});
