import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {StateVersion} from '../../src/core/state/state';
import type {LockedStore, StateStore} from '../../src/core/state/store';
import {done, intent, progress, recorded, stateWith, usePlaces} from '../unit/core/state/world';
import {openMemoryStore} from '../world/memory-store';
import {usePostgres} from '../world/postgres-server';
import {makeMemoryPlace, useBuckets} from '../world/s3-place';

const place = usePlaces();

const postgres = usePostgres();
const buckets = useBuckets();

/** Promises of every state store, on each of them. */
describe.each([
  {store: 'a state in a file', open: async (): Promise<StateStore> => place().open()},
  {store: 'a state in memory', open: async (): Promise<StateStore> => openMemoryStore({tool: '1.4.0'})},
  {store: 'a state in a bucket in memory', open: async (): Promise<StateStore> => (await makeMemoryPlace()).open()},
  ...(buckets.isHere ? [{store: 'a state in S3', open: async (): Promise<StateStore> => (await buckets.place()).open()}] : []),
  ...(postgres.isHere ? [{store: 'a state in PostgreSQL', open: (): Promise<StateStore> => postgres.open()}] : []),
])('$store', ({open}) => {
  async function withState(): Promise<{store: StateStore; locked: LockedStore; version: StateVersion}> {
    const store = await open();
    const locked = await store.lock();
    const {version} = await locked.write(stateWith({'pricing/acme': recorded()}), null);
    return {store, locked, version};
  }

  test('nothing is there at first use', async () => {
    expect(await (await open()).read()).toEqual({kind: 'first-use', journal: {base: null, creates: [], edits: [], tornTail: false}});
  });

  test('the first write has serial 1 and is read back as it was written', async () => {
    const {store, version} = await withState();
    expect(version).toMatchObject({lineage: stateWith().lineage, serial: 1});
    const read = await store.read();
    expect(read).toMatchObject({kind: 'present', stored: {version}});
    expect(read.kind === 'present' && read.stored.state.monitors.get('pricing/acme')).toEqual(recorded());
  });

  test('equal content is not written again and keeps its serial', async () => {
    const {locked, version} = await withState();
    const again = await locked.write(stateWith({'pricing/acme': recorded()}, {tool: '9.9.9', serial: version.serial}), version);
    expect(again.version).toEqual(version);
    expect(again.state.tool).toBe('1.4.0');
  });

  test('a change raises the serial by one', async () => {
    const {locked, version} = await withState();
    const next = await locked.write(stateWith({'pricing/acme': recorded({protect: true})}), version);
    expect(next.version.serial).toBe(2);
    expect(next.version.checksum).not.toBe(version.checksum);
  });

  test('a write against another version than the stored one is refused and changes nothing', async () => {
    const {store, locked, version} = await withState();
    const next = stateWith({'pricing/acme': recorded({protect: true})});
    await expect(locked.write(next, {...version, checksum: 'sha256:other'})).rejects.toMatchObject({code: 'state/changed'});
    await expect(locked.write(next, null)).rejects.toMatchObject({code: 'state/changed'});
    expect(await store.read()).toMatchObject({stored: {version}});
  });

  test('the lock is held by one at a time and free again after release', async () => {
    const store = await open();
    const locked = await store.lock();
    await expect(store.lock()).rejects.toMatchObject({code: 'state/locked'});
    await locked.release();
    await (await store.lock()).release();
  });

  test('records are in the journal once they are synced, in the order of their intents', async () => {
    const {store, locked, version} = await withState();
    const journal = await locked.openJournal(version);
    journal.append([intent('b'), intent('a')]);
    journal.append([progress('a', 'sending')]);
    await journal.sync();
    const read = await store.read();
    expect(read.journal.base).toEqual({lineage: version.lineage, serial: 1});
    expect(read.journal.creates.map(create => [create.intent.key, create.phase])).toEqual([
      ['b', 'intent'],
      ['a', 'sending'],
    ]);
    await journal.close();
  });

  test('what is appended right before closing is kept', async () => {
    const {store, locked, version} = await withState();
    const journal = await locked.openJournal(version);
    journal.append([intent('a')]);
    await journal.close();
    expect((await store.read()).journal.creates).toHaveLength(1);
  });

  test('a journal that is opened again goes on where it ended', async () => {
    const {store, locked, version} = await withState();
    for (const record of [intent('a'), progress('a', 'sending'), done('a', 'id-a')]) {
      const journal = await locked.openJournal(version);
      journal.append([record]);
      await journal.close();
    }
    expect((await store.read()).journal.creates).toMatchObject([{phase: 'done', done: {monitor: {id: 'id-a'}}}]);
  });

  test('looking at a state folds its journal in memory and writes nothing', async () => {
    const {store, locked, version} = await withState();
    await writeRecords(locked, version);
    const view = await viewState(store);
    expect(view.stored?.version).toEqual(version);
    expect(view.stored?.state.monitors.get('new')).toMatchObject({id: 'id-new', specPath: 'new.yaml'});
    expect(view.folded).toEqual(['new']);
    expect(view.unresolved.map(create => create.intent.key)).toEqual(['lost']);
    expect(await store.read()).toMatchObject({stored: {version}, journal: {creates: [{}, {}, {}]}});
  });

  test('opening for changes folds the journal into the state and keeps in it what is unresolved', async () => {
    const {store, locked, version} = await withState();
    await writeRecords(locked, version);
    const opened = await openForChange(locked);
    expect(opened).toMatchObject({before: version, stored: {version: {serial: 2}}, folded: ['new']});
    const read = await store.read();
    expect(read.kind === 'present' && [...read.stored.state.monitors.keys()].sort()).toEqual(['new', 'pricing/acme']);
    expect(read.journal).toMatchObject({base: {serial: 2}, creates: [{phase: 'sending', intent: {key: 'lost'}}]});
    expect(await openForChange(locked)).toMatchObject({before: {serial: 2}, stored: {version: {serial: 2}}, folded: []});
  });

  test('opening for changes without anything unresolved removes the journal', async () => {
    const {store, locked, version} = await withState();
    const journal = await locked.openJournal(version);
    journal.append([intent('new'), done('new', 'id-new')]);
    await journal.close();
    await openForChange(locked);
    expect((await store.read()).journal).toEqual({base: null, creates: [], edits: [], tornTail: false});
  });

  test('a record that leaves the state leaves a line, and a change of nothing leaves no other', async () => {
    const {store, locked, version} = await withState();
    const emptied = await locked.write(stateWith({}, {serial: version.serial}), version);
    const line = {key: 'pricing/acme', id: recorded().id, serial: 2, at: expect.stringMatching(/^\d{4}-.*Z$/), by: expect.any(String)};
    expect(emptied.state.removed).toEqual([line]);
    expect(await store.read()).toMatchObject({stored: {state: {removed: [line]}}});
    expect((await locked.write(stateWith({}, {serial: 2}), emptied.version)).version).toEqual(emptied.version);
  });

  test('the line of a record that is back is dropped, and another monitor of its key drops none', async () => {
    const {locked, version} = await withState();
    const emptied = await locked.write(stateWith({}, {serial: version.serial}), version);
    const other = await locked.write(stateWith({'pricing/acme': recorded({id: 'id-other'})}, {serial: 2}), emptied.version);
    expect(other.state.removed).toMatchObject([{id: recorded().id, serial: 2}]);
    const back = await locked.write(stateWith({'pricing/acme': recorded()}, {serial: 3}), other.version);
    expect(back.state.removed).toMatchObject([{id: 'id-other', serial: 4}]);
  });
});

async function writeRecords(locked: LockedStore, version: StateVersion): Promise<void> {
  const journal = await locked.openJournal(version);
  journal.append([intent('new'), intent('lost'), intent('never-sent'), progress('new', 'sending'), progress('lost', 'sending')]);
  journal.append([done('new', 'id-new')]);
  await journal.close();
}
