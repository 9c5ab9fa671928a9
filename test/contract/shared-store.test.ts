import type {World} from '../../src/core/base/context';
import type {HostFacts} from '../../src/core/state/file/host';
import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {LockHolder} from '../../src/core/state/format/lock';
import type {OutlineFile} from '../../src/core/state/kept-outline';
import type {LockedSharedStore, SharedStateStore} from '../../src/core/state/remote/store';
import type {State, StateVersion} from '../../src/core/state/state';
import type {ChooseBodies} from '../../src/core/state/store';
import {done, host, intent, progress, recorded, stateWith} from '../unit/core/state/world';
import {openDirectoryStore, useDirectories} from '../world/directory-store';
import {memoryOutline} from '../world/kept-outline';
import {usePostgres} from '../world/postgres-server';
import {makeMemoryPlace, s3Options, useBuckets} from '../world/s3-place';

const postgres = usePostgres();
const buckets = useBuckets();
const directories = useDirectories();

/** Another machine: what runs on the first one can't be seen from there. */
const elsewhere = host({host: 'build-2', pid: 99, bootId: 'boot-2'});
/** The same machine, on which the process of the first store is gone. */
const afterDeath = host({pid: 5000, startTime: '2000'}, {5000: '2000'});

/** Further promises of a state on a server, on each engine. */
const engines = [
  ...(postgres.isHere ? [{engine: 'PostgreSQL', makePlace: (): Promise<SharedPlace> => postgres.place()}] : []),
  ...(buckets.isHere ? [{engine: 'S3', makePlace: (): Promise<SharedPlace> => buckets.place()}] : []),
  {engine: 'S3 in memory', makePlace: (): Promise<SharedPlace> => makeMemoryPlace()},
  {engine: 'a third store, on a directory', makePlace: makeDirectoryPlace},
];

async function makeDirectoryPlace(): Promise<SharedPlace> {
  const options = {...s3Options(), directory: directories.make()};
  const open = (changes = {}) => openDirectoryStore({...options, ...changes});
  await open().initialize();
  return {open};
}

/** A place on a server that is ready for states. */
interface SharedPlace {
  open(changes?: {
    readonly host?: HostFacts;
    readonly world?: World;
    readonly environment?: string;
    readonly outline?: OutlineFile;
  }): SharedStateStore;
}

describe.each(engines)('$engine', ({makePlace}) => {
  async function begin(monitors: State['monitors'] | Record<string, ReturnType<typeof recorded>> = {'pricing/acme': recorded()}) {
    const place = await makePlace();
    const store = place.open();
    const locked = await store.lock();
    const {version} = await locked.write(stateWith(monitors as Record<string, ReturnType<typeof recorded>>), null);
    return {place, store, locked, version};
  }

  async function send(locked: LockedSharedStore, version: StateVersion, ...keys: string[]) {
    const journal = await locked.openJournal(version);
    journal.append(keys.flatMap(key => [intent(key), progress(key, 'sending')]));
    await journal.sync();
    return journal;
  }

  const read = async (store: SharedStateStore) => {
    const view = await viewState(store);
    return {
      recorded: Object.fromEntries([...(view.stored?.state.monitors ?? [])].map(([key, {id}]) => [key, id])),
      unresolved: view.unresolved.map(({intent: {key}, error}) => [key, error?.message]),
    };
  };

  test('a place is made once, and each environment in it', async () => {
    const place = await makePlace();
    expect(await place.open().initialize()).toBe('was-there');
    const other = place.open({environment: 'staging'});
    await expect(other.read()).rejects.toMatchObject({code: 'state/not-initialized', exitCode: 3});
    await expect(other.lock()).rejects.toMatchObject({code: 'state/not-initialized'});
    expect(await other.initialize()).toBe('made');
    expect(await other.read()).toMatchObject({kind: 'first-use'});
  });

  test('each environment has its own state and lock', async () => {
    const {place} = await begin();
    const other = place.open({environment: 'staging'});
    await other.initialize();
    const locked = await other.lock();
    expect(await locked.read()).toMatchObject({kind: 'first-use'});
    await locked.release();
  });

  test('who is refused learns who holds the lock, and nobody takes it from another machine', async () => {
    const {place, store} = await begin();
    const holder = (await store.readHolder()) as LockHolder;
    const refused = await place
      .open({host: elsewhere})
      .lock()
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({code: 'state/locked', holder: expect.stringContaining('ada@build-1, pid 4711')});
    expect((refused as Error & {hint: string}).hint).toContain(`state unlock ${holder.id}`);
    expect(await (refused as {isHeld: () => Promise<boolean>}).isHeld()).toBe(true);
  });

  test('the lock of a process that is provably gone is taken over, and the old holder can write nothing more', async () => {
    const {place, locked, version} = await begin();
    const journal = await send(locked, version, 'a');
    const next = await place.open({host: afterDeath}).lock();
    await expect(locked.write(stateWith({}), version)).rejects.toMatchObject({code: 'state/lock-lost', exitCode: 5});
    await expect(locked.rewriteJournal(version, [])).rejects.toMatchObject({code: 'state/lock-lost'});
    await expect(locked.removeAll()).rejects.toMatchObject({code: 'state/lock-lost'});
    journal.append([progress('a', 'sending', 2)]);
    await expect(journal.sync()).rejects.toMatchObject({code: 'state/lock-lost'});
    // Its release leaves the lock of its successor alone.
    await locked.release();
    expect(await next.read()).toMatchObject({stored: {version}, journal: {creates: [{attempt: 1}]}});
    await expect(place.open({host: elsewhere}).lock()).rejects.toMatchObject({code: 'state/locked'});
  });

  test('after a takeover, the time to look for what was being sent counts from then', async () => {
    const {place, locked, version} = await begin();
    await send(locked, version, 'a');
    const later = {...countingLater, now: () => Date.parse('2026-11-20T18:00:00Z')};
    const next = await place.open({host: afterDeath, world: later}).lock();
    expect(await next.read()).toMatchObject({journal: {creates: [{phase: 'sending', attempt: 1, lastSentAt: '2026-11-20T18:00:00.000Z'}]}});
  });

  test('an id that a holder learns after it lost the lock is recorded by the next one', async () => {
    const {place, locked, version} = await begin();
    const journal = await send(locked, version, 'a', 'b');
    const next = await place.open({host: afterDeath}).lock();
    journal.append([done('a', 'id-a'), progress('b', 'unknown')]);
    await expect(journal.sync()).rejects.toMatchObject({code: 'state/lock-lost'});
    expect(await read(place.open())).toEqual({
      recorded: {'pricing/acme': recorded().id, a: 'id-a'},
      unresolved: [['b', undefined]],
    });
    await openForChange(next);
    expect(await next.read()).toMatchObject({journal: {creates: [{intent: {key: 'b'}, phase: 'unknown'}]}});
  });

  test('an id that comes late is reported where its key has another monitor by now', async () => {
    const {place, locked, version} = await begin();
    const journal = await send(locked, version, 'a');
    const next = await place.open({host: afterDeath}).lock();
    const opened = await openForChange(next);
    const state = opened.stored?.state as State;
    const written = await next.write({...state, monitors: new Map([...state.monitors, ['a', recorded({id: 'id-second'})]])}, version);
    await next.rewriteJournal(written.version, []);
    journal.append([done('a', 'id-first')]);
    await expect(journal.sync()).rejects.toMatchObject({code: 'state/lock-lost'});
    const {unresolved, recorded: records} = await read(place.open());
    expect(records['a']).toBe('id-second');
    expect(unresolved).toEqual([['a', expect.stringContaining('id-first')]]);
    await openForChange(next);
    expect((await read(place.open())).unresolved).toHaveLength(1);
  });

  test('what a run that lost the lock saves at its end reaches the next one too', async () => {
    const {place, locked, version} = await begin();
    await send(locked, version, 'a');
    const next = await place.open({host: afterDeath}).lock();
    const create = {intent: intent('a'), phase: 'done' as const, attempt: 1, firstSentAt: '', lastSentAt: '', done: done('a', 'id-a')};
    await locked.rescue(stateWith({}), {creates: [create], edits: []}, 'run-1');
    await locked.rescue(stateWith({}), {creates: [create], edits: []}, 'run-1');
    expect((await next.read()).journal.creates).toMatchObject([{phase: 'done', done: {monitor: {id: 'id-a'}}}]);
  });

  test('unlocking takes the right id, and the lock is free', async () => {
    const {place, store, locked} = await begin();
    const {id} = (await store.readHolder()) as LockHolder;
    await expect(store.unlock('another')).rejects.toMatchObject({code: 'state/lock-id'});
    expect(await store.unlock(id)).toMatchObject({id, host: 'build-1'});
    await expect(store.unlock(id)).rejects.toMatchObject({code: 'state/not-locked'});
    expect(await store.readHolder()).toBeNull();
    await (await place.open({host: elsewhere}).lock()).release();
    await expect(locked.read()).rejects.toMatchObject({code: 'state/lock-lost'});
  });

  test('after unlocking, a holder that lives announces nothing more, and what it learned reaches the next one', async () => {
    const {place, store, locked, version} = await begin();
    const journal = await send(locked, version, 'a');
    await store.unlock(((await store.readHolder()) as LockHolder).id);
    journal.append([done('a', 'id-a')]);
    await expect(journal.sync()).rejects.toMatchObject({code: 'state/lock-lost'});
    expect((await read(place.open())).recorded['a']).toBe('id-a');
  });

  test('records that wait are made durable together', async () => {
    const {store, locked, version} = await begin();
    const journal = await locked.openJournal(version);
    const syncs = ['a', 'b', 'c'].map(key => {
      journal.append([intent(key), progress(key, 'sending')]);
      return journal.sync();
    });
    await Promise.all(syncs);
    expect((await store.read()).journal.creates.map(({intent: {key}}) => key)).toEqual(['a', 'b', 'c']);
  });

  test('states that were replaced are kept, with what the run that replaced them had learned', async () => {
    const {store, locked, version} = await begin();
    const journal = await send(locked, version, 'new');
    journal.append([done('new', 'id-new')]);
    await journal.close();
    const second = await openForChange(locked);
    const third = await locked.write({...(second.stored?.state as State), monitors: new Map()}, second.stored?.version ?? null);
    expect(third.version.serial).toBe(3);
    expect(await store.listBackups()).toMatchObject([
      {serial: 2, monitors: 2},
      {serial: 1, monitors: 1},
    ]);
    expect([...(await store.readBackup(2)).state.monitors.keys()].sort()).toEqual(['new', 'pricing/acme']);
    expect([...(await store.readBackup(1)).state.monitors.keys()].sort()).toEqual(['new', 'pricing/acme']);
    expect((await store.readBackup(1)).state.monitors.get('pricing/acme')).toEqual(recorded());
    await expect(store.readBackup(7)).rejects.toMatchObject({code: 'state/no-backup'});
  });

  test('replacing and removing take whatever is there', async () => {
    const {store, locked} = await begin();
    const replaced = await locked.replace(stateWith({b: recorded({id: 'id-b'})}, {serial: 7}));
    expect(replaced.version.serial).toBe(8);
    expect(await store.read()).toMatchObject({stored: {version: replaced.version}});
    expect([...(await store.readBackup(1)).state.monitors.keys()]).toEqual(['pricing/acme']);
    const again = await locked.write({...replaced.state, origin: 'https://other.example'}, replaced.version);
    expect(again.version.serial).toBe(9);
    await locked.removeAll();
    expect(await store.read()).toMatchObject({kind: 'first-use'});
    expect(await store.listBackups()).toEqual([]);
  });

  test('how far a migration has come is kept', async () => {
    const {store, locked} = await begin();
    expect(await store.readMigration()).toBeNull();
    const migration = {phase: 'moved', other: 'the file monitors.state.json'} as const;
    await locked.setMigration(migration);
    expect(await store.readMigration()).toEqual(migration);
    await locked.setMigration(null);
    expect(await store.readMigration()).toBeNull();
  });

  test('who keeps the outline sees what others see, after each step', async () => {
    const {place, store, locked, version} = await begin({a: recorded({id: 'id-a'}), 'shop/b': recorded({id: 'id-b', protect: true})});
    const looking = place.open({outline: memoryOutline()});
    const see = async (from: SharedStateStore, choose?: ChooseBodies) => {
      const {stored, unresolved, folded, doubt} = await viewState(from, choose);
      const monitors = [...(stored?.state.monitors ?? [])].map(([key, {id, protect}]) => [key, id, protect]);
      return {version: stored?.version, monitors, unresolved, folded, doubt: doubt?.message};
    };
    const compare = async () => {
      const plain = await see(store);
      for (const choose of [
        () => [],
        () => null,
        () => null,
        ({monitors}: {monitors: ReadonlyMap<string, unknown>}) => [...monitors.keys()],
      ])
        expect(await see(looking, choose)).toEqual(plain);
      expect(await see(looking)).toEqual(plain);
      expect(await see(looking, () => null)).toEqual(plain);
    };
    await compare();
    const journal = await send(locked, version, 'new', 'lost');
    await compare();
    journal.append([done('new', 'id-new')]);
    await journal.close();
    await compare();
    const next = await place.open({host: afterDeath}).lock();
    const {stored} = await openForChange(next);
    await compare();
    await next.rewriteJournal(stored?.version as StateVersion, []);
    await compare();
    const state = stored?.state as State;
    const written = await next.write({...state, monitors: new Map([['a', recorded({id: 'id-second'})]])}, stored?.version ?? null);
    await compare();
    await next.replace(stateWith({c: recorded({id: 'id-c'})}, {serial: written.version.serial}));
    await compare();
    await next.removeAll();
    await compare();
  });

  test('hundreds of monitors and odd names come back as they were', async () => {
    const many = Object.fromEntries(Array.from({length: 2300}, (_, index) => [`k${index}`, recorded({id: `id-${index}`})]));
    const odd = {'"{},\\ NULL': recorded({id: 'odd', applied: {name: '{"a",NULL}\n\u2028\u0000 \ud83d\ude00'}})};
    const {place, store} = await begin({...many, ...odd});
    const there = await store.read();
    expect(there.kind === 'present' && there.stored.state.monitors.size).toBe(2301);
    expect(there.kind === 'present' && there.stored.state.monitors.get('"{},\\ NULL')).toEqual(Object.values(odd)[0]);
    const looking = place.open({outline: memoryOutline()});
    const sizes = [await looking.read(() => null), await looking.read(() => null)].map(
      read => read.kind === 'present' && read.stored.state.monitors.size,
    );
    expect(sizes).toEqual([2301, 2301]);
  });
});

const countingLater = {monotonic: () => 0, sleep: async () => {}, random: () => 0.5, uuid: () => '00000000-0000-4000-8000-00000000ffff'};
