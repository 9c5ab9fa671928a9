import {readHostFacts} from '../../src/core/state/file/host';
import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {Journal} from '../../src/core/state/journal';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import type {StateStore} from '../../src/core/state/store';
import {migrateState} from '../../src/features/state/migrate-state';
import {fileEnd, sharedEnd} from '../../src/features/state/migration-ends';
import {openPostgresStore} from '../../src/stores/postgres/store';
import {done, intent, progress, recorded, stateWith, usePlaces} from '../unit/core/state/world';
import {DyingProcess} from '../world/dying-process';
import {GONE_PID} from '../world/gone-pid';
import {postgresOptions, usePostgres} from '../world/postgres-server';
import {realWorld} from '../world/real-world';

/** A run lost its lock and learns an id when its state is in another place already: the id is not lost. */
const postgres = usePostgres();
const place = usePlaces();
const host = readHostFacts({pid: GONE_PID, platform: process.platform, env: {}, command: 'state migrate'});

let opened: SharedStateStore[] = [];
afterEach(async () => {
  for (const store of opened) await store.close();
  opened = [];
});

function startTable() {
  const options = postgresOptions(postgres.server(), {host, world: realWorld});
  const open = (): SharedStateStore => {
    const store = openPostgresStore(options);
    opened.push(store);
    return store;
  };
  return {open, end: (use: 'source' | 'target' = 'target') => sharedEnd(open(), 'the table', use)};
}

function startFile() {
  const here = place();
  const open = (process = alive()) => here.open({host, disk: process.disk});
  return {open: () => open(), end: (process = alive()) => fileEnd(open(process), {})};
}

const alive = () => new DyingProcess(Number.POSITIVE_INFINITY);

/** A table whose run is gone for all that anybody can see; its create was called settled. Returns the run's journal. */
async function loseRun(table: ReturnType<typeof startTable>): Promise<Journal> {
  const store = table.open();
  await store.initialize();
  const locked = await store.lock();
  const {version} = await locked.write(stateWith({a: recorded()}), null);
  const journal = await locked.openJournal(version);
  journal.append([intent('b'), progress('b', 'sending')]);
  await journal.sync();
  const next = await table.open().lock();
  await next.rewriteJournal((await openForChange(next)).stored?.version ?? version, []);
  await next.release();
  return journal;
}

async function comeLate(journal: Journal, id = 'id-late'): Promise<void> {
  journal.append([done('b', id)]);
  await expect(journal.sync()).rejects.toMatchObject({code: 'state/lock-lost', hint: expect.stringContaining('state migrate')});
}

async function show(store: StateStore) {
  const {stored, unresolved} = await viewState(store);
  return {
    recorded: Object.fromEntries([...(stored?.state.monitors ?? [])].map(([key, {id}]) => [key, id])),
    unresolved: unresolved.map(({intent: {key}}) => key),
  };
}

const BOTH = {recorded: {a: recorded().id, b: 'id-late'}, unresolved: []};

(postgres.isHere ? describe : describe.skip)('an id that comes to a table from which the state was moved', () => {
  test.each(['file', 'table'] as const)('is brought to the %s by the same move again, once', async kind => {
    const from = startTable();
    const to = kind === 'file' ? startFile() : startTable();
    const journal = await loseRun(from);
    const move = () => migrateState(from.end('source'), to.end(), 'default');
    await move();
    await comeLate(journal);
    expect(await move()).toMatchObject({outcome: 'unchanged', monitors: 2});
    expect(await show(to.open())).toEqual(BOTH);
    const {version} = await move();
    expect(await move()).toMatchObject({outcome: 'unchanged', version});
  });

  test('is a conflict to resolve where its key has another monitor by now', async () => {
    const [from, to] = [startTable(), startFile()];
    const journal = await loseRun(from);
    await migrateState(from.end('source'), to.end(), 'default');
    const locked = await to.open().lock();
    const {stored} = await openForChange(locked);
    if (stored === null) throw new Error('there is no state');
    const monitors = new Map([...stored.state.monitors, ['b', recorded({id: 'id-second'})] as const]);
    await locked.write({...stored.state, monitors}, stored.version);
    await locked.release();
    await comeLate(journal);
    for (let run = 0; run < 2; run += 1) await migrateState(from.end('source'), to.end(), 'default');
    expect(await show(to.open())).toEqual({recorded: {a: recorded().id, b: 'id-second'}, unresolved: ['b']});
  });

  test('is recorded when the state comes back', async () => {
    const [table, file] = [startTable(), startFile()];
    const journal = await loseRun(table);
    await migrateState(table.end('source'), file.end(), 'default');
    await comeLate(journal);
    expect(await migrateState(file.end(), table.end(), 'default')).toMatchObject({outcome: 'moved'});
    expect(await show(table.open())).toEqual(BOTH);
  });

  test('is not lost by a second move that dies at any step', async () => {
    for (let lives = 0; ; lives += 1) {
      const [from, to] = [startTable(), startFile()];
      const journal = await loseRun(from);
      await migrateState(from.end('source'), to.end(), 'default');
      await comeLate(journal);
      const process = new DyingProcess(lives);
      const isDead = await migrateState(from.end('source'), to.end(process), 'default').then(
        () => false,
        () => true,
      );
      await migrateState(from.end('source'), to.end(), 'default');
      expect(await show(to.open())).toEqual(BOTH);
      if (!isDead) break;
    }
  });
});
