import type {JsonObject} from '../../src/core/json/value';
import {fingerprintBody} from '../../src/core/secrets/fingerprint';
import type {RecordedMonitor, State} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {createForeign} from '../world/foreign-monitor';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A fork renames a spec, so that what is held of its record counts for the new key, too. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = 'project: acme-web\nservice: {operations: full}\n';
const HOOK = {url: 'https://own.example/', headers: {}, metadata: {}, events: ['monitor.page', 'monitor.check.completed']};
const RENAMED = specFor('first').replace('sync: {', 'sync: {renamedFrom: first, ');
const live = () => world.emulator.monitors().map(({id, name, status, webhook}) => ({id, name, status, webhook}));

type Files = Readonly<Record<string, string | null>>;
type Edit = (record: RecordedMonitor, state: State) => RecordedMonitor;

async function start(): Promise<void> {
  world = await startMergeWorld({'monitors.config.yaml': CONFIG, 'monitors/first.yaml': specFor('first')}, {}, 'full');
  expect((await world.apply({sha: world.repository.tipOf('main')})).exitCode).toBe(0);
  world.letTimePass();
}

function mergeFork(files: Files) {
  const sha = world.repository.commit('main', {'monitors/first.yaml': null, 'monitors/second.yaml': specFor('first'), ...files});
  world.github.linkCommit(sha, {number: 900, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  return world.apply({sha});
}

/** The state with the record `first` as an edit makes it, under a key. */
function rewrite(key: string, edit: Edit): Files {
  const text = editState(world.repository.readFile('main', STATE) ?? '', (monitors, state) => {
    const record = monitors.get('first');
    monitors.delete('first');
    if (record !== undefined) monitors.set(key, edit(record, state));
    return {};
  });
  return {[STATE]: text};
}

const hooked: Edit = (record, {lineage}) => ({
  ...record,
  applied: fingerprintBody({...record.applied, webhook: {url: 'https://own.example/'}}, lineage),
  bodyHash: '0'.repeat(64),
});

const RENAMES: readonly {name: string; key: string; files: Files}[] = [
  {name: 'with its record', key: 'second', files: {}},
  {name: 'by renamedFrom', key: 'first', files: {'monitors/second.yaml': RENAMED}},
  {name: 'by moves', key: 'first', files: {'monitors.config.yaml': `${CONFIG}moves: [{from: first, to: second}]\n`}},
];

describe.each(RENAMES)('S125: a fork renames a spec $name', ({key, files}) => {
  test('and writes into its record what the dashboard has: the monitor is not replaced', async () => {
    await start();
    world.emulator.dashboard.edit(String(live()[0]?.id), {webhook: HOOK});
    const before = live();
    const run = await mergeFork({...files, ...rewrite(key, hooked)});
    expect([run.exitCode, live(), run.stdout]).toEqual([1, before, expect.stringContaining('plan/state-change')]);
  });

  test('and that it is paused: it stays so', async () => {
    await start();
    world.emulator.dashboard.edit(String(live()[0]?.id), {status: 'paused'});
    const before = live();
    await mergeFork({...files, ...rewrite(key, record => ({...record, paused: true}))});
    expect(live()).toEqual(before);
  });

  test('and gives it the id of another monitor, which stays as it is', async () => {
    await start();
    const other = await createForeign(world.emulator.url);
    world.letTimePass();
    const before = live();
    const forge: Edit = (record, {lineage}) => ({
      ...record,
      id: other.id,
      applied: fingerprintBody(other.body as unknown as JsonObject, lineage),
      bodyHash: '0'.repeat(64),
    });
    expect((await mergeFork({...files, ...rewrite(key, forge)})).exitCode).not.toBe(0);
    expect(live()).toEqual(before);
  });

  test('alone: the monitor goes on under its new key', async () => {
    await start();
    const run = await mergeFork({...files, ...rewrite(key, record => record)});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '0'}});
  });
});

test('S125: a fork edits a record of a state that no run has recorded yet', async () => {
  await start();
  const text = world.repository.readFile('main', STATE) ?? '';
  const id = String(live()[0]?.id);
  world.emulator.dashboard.edit(id, {webhook: HOOK});
  const before = live();
  // The same state as a person commits it, in a repository where the Action is new.
  world.repository.commit('main', {[STATE]: null});
  const sha = world.repository.commit('main', {[STATE]: text});
  expect((await world.apply({sha})).exitCode).toBe(0);
  const run = await mergeFork({'monitors/first.yaml': specFor('first'), 'monitors/second.yaml': null, ...rewrite('first', hooked)});
  expect([run.exitCode, live()]).toEqual([1, before]);
});
