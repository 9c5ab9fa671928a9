import {type OpenedState, openForChange, viewState} from '../../src/core/state/fold-open';
import type {LockedSharedStore, SharedStateStore} from '../../src/core/state/remote/store';
import type {State, StateVersion} from '../../src/core/state/state';
import {done, host, intent, progress, recorded, stateWith} from '../unit/core/state/world';
import {runSideBySide} from '../world/crash-world';
import {type Cut, CuttingProxy} from '../world/cutting-proxy';
import {type SharedPlace, usePostgres} from '../world/postgres-server';
import {realWorld} from '../world/real-world';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(300_000);

const postgres = usePostgres();
const describeHere = postgres.isHere ? describe : describe.skip;
const afterDeath = host({pid: 5000, startTime: '2000'}, {5000: '2000'});

/** One apply in short: a state, two creates, one of which gets its id, and the fold. */
async function work(store: SharedStateStore): Promise<void> {
  const locked = await store.lock();
  const {version} = await locked.write(stateWith({'pricing/acme': recorded()}), null);
  const journal = await locked.openJournal(version);
  journal.append([intent('a'), intent('b')]);
  await journal.sync();
  journal.append([progress('a', 'sending'), progress('b', 'sending')]);
  await journal.sync();
  journal.append([done('a', 'id-a')]);
  await journal.close();
  await openForChange(locked);
  await locked.release();
}

async function expectDone(place: SharedPlace): Promise<void> {
  const store = place.open();
  const view = await viewState(store);
  expect([...(view.stored?.state.monitors.keys() ?? [])].sort()).toEqual(['a', 'pricing/acme']);
  expect(view.stored?.version.serial).toBe(2);
  expect(view.unresolved.map(({intent: {key}}) => key)).toEqual(['b']);
  expect(await store.listBackups()).toHaveLength(1);
  expect(await store.readHolder()).toBeNull();
  await store.close();
}

describeHere('the connection is lost', () => {
  async function workThrough(at: number, cut: Cut): Promise<number> {
    const place = await postgres.place({world: realWorld});
    const proxy = await CuttingProxy.start(postgres.server().port, at, cut);
    const store = place.open({env: {MONITORS_STATE_POSTGRES_URL: postgres.server().url('keeper', proxy.port)}});
    try {
      await work(store);
      await expectDone(place);
      return proxy.messages;
    } finally {
      await store.close();
      await proxy.close();
    }
  }

  test.each<Cut>(['request', 'answer'])(
    'G1: at each statement, COMMIT included, before its %s gets through: everything happens once',
    async cut => {
      const messages = await workThrough(0, cut);
      expect(messages).toBeGreaterThan(40);
      // The first two open the connection: where nothing ever answered, the address is wrong.
      const places = Array.from({length: messages - 2}, (_, index) => index + 3);
      await runSideBySide(places, at => workThrough(at, cut));
    },
  );

  test('G2: and the server does not come back: nothing counts as durable, and the place is named without its user', async () => {
    const place = await postgres.place();
    const proxy = await CuttingProxy.start(postgres.server().port);
    const store = place.open({env: {MONITORS_STATE_POSTGRES_URL: `postgres://keeper:s3cretword@127.0.0.1:${proxy.port}/app`}});
    const locked = await store.lock();
    const {version} = await locked.write(stateWith(), null);
    const journal = await locked.openJournal(version);
    await proxy.close();
    journal.append([intent('a'), progress('a', 'sending')]);
    const error = await journal.sync().catch((cause: unknown) => cause);
    expect(error).toMatchObject({code: 'state/unreachable'});
    const shown = `${(error as Error).message} ${(error as {hint?: string}).hint}`;
    expect(shown).toContain(`"${place.table}" at 127.0.0.1:${proxy.port}/app`);
    expect(shown).not.toMatch(/keeper|s3cretword/);
    expect(() => journal.append([done('a', 'id-a')])).toThrow();
    expect((await place.open().read()).journal.creates).toEqual([]);
  });
});

describeHere('a second writer', () => {
  /** Takes the lock of the first run, which it takes for dead, and writes. */
  async function takeOver(place: SharedPlace): Promise<void> {
    const store = place.open({host: afterDeath});
    const locked = await store.lock();
    const {stored} = await openForChange(locked);
    const before = stored?.state ?? stateWith();
    await locked.write(
      {...before, monitors: new Map([...before.monitors, ['second', recorded({id: 'id-second'})]])},
      stored?.version ?? null,
    );
    await locked.release();
    await store.close();
  }

  /** The first run, which saves what it knows where it is refused. */
  async function runFirst(store: SharedStateStore): Promise<string> {
    let locked: LockedSharedStore | null = null;
    let base: OpenedState | null = null;
    const create = {intent: intent('a'), phase: 'done' as const, attempt: 1, firstSentAt: '', lastSentAt: '', done: done('a', 'id-a')};
    let isSent = false;
    try {
      locked = await store.lock();
      base = await openForChange(locked);
      const journal = await locked.openJournal(base.stored?.version as StateVersion);
      journal.append([intent('a'), progress('a', 'sending')]);
      await journal.sync();
      isSent = true;
      journal.append([done('a', 'id-a')]);
      await journal.close();
      await openForChange(locked);
      await locked.release();
      return 'sent';
    } catch (error) {
      if (isSent) await locked?.rescue(base?.stored?.state as State, {creates: [create], edits: []}, 'run-1');
      return isSent ? 'sent' : String((error as {code?: string}).code);
    }
  }

  async function meet(at: number): Promise<number> {
    const place = await postgres.place();
    const first = place.open();
    const seed = await first.lock();
    await seed.write(stateWith({'pricing/acme': recorded()}), null);
    await seed.release();
    await first.close();

    let statements = 0;
    let second: Promise<void> | null = null;
    const {openPgSession} = await import('../../src/stores/postgres/session');
    const store = place.open({
      host: host({}, {4711: '1000', 5000: '2000'}),
      open: async address => {
        const session = await openPgSession(address);
        return {
          ...session,
          run: (text, values) => {
            if (++statements === at) second = takeOver(place);
            return session.run(text, values);
          },
        };
      },
    });
    const end = await runFirst(store);
    await second;
    const taken = statements;
    const last = place.open({host: afterDeath});
    const locked = await last.lock();
    const {stored, unresolved} = await openForChange(locked);
    const records = Object.fromEntries([...(stored?.state.monitors ?? [])].map(([key, {id}]) => [key, id]));
    const wanted = {'pricing/acme': recorded().id, ...(at > 0 ? {second: 'id-second'} : {}), ...(end === 'sent' ? {a: 'id-a'} : {})};
    expect({at, end, records, unresolved}).toEqual({at, end, records: wanted, unresolved: []});
    if (end !== 'sent') expect(end).toMatch(/^state\/(locked|lock-lost|changed)$/);
    await last.close();
    await store.close();
    return taken;
  }

  test('G3: at each statement of a run: one of the two writes at a time, nothing is overwritten, and no id is lost', async () => {
    const statements = await meet(0);
    expect(statements).toBeGreaterThan(25);
    await runSideBySide(
      Array.from({length: statements}, (_, index) => index + 1),
      meet,
    );
  });

  test('G4: eight ask for the lock at once: one gets it, seven learn who has it', async () => {
    const place = await postgres.place();
    const stores = Array.from({length: 8}, (_, index) => place.open({host: host({host: `build-${index}`, bootId: `boot-${index}`})}));
    const ends = await Promise.allSettled(stores.map(store => store.lock()));
    const refused = ends.flatMap(end => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused).toHaveLength(7);
    const holder = await stores[0]?.readHolder();
    for (const error of refused)
      expect(error).toMatchObject({code: 'state/locked', holder: expect.stringContaining(`ada@${holder?.host}`)});
  });
});

describeHere('a journal that cannot be read at a takeover', () => {
  test('is looked at as after a takeover once it was repaired, whoever held the lock meanwhile', async () => {
    const place = await postgres.place();
    const locked = await place.open().lock();
    const {version} = await locked.write(stateWith({}), null);
    const journal = await locked.openJournal(version);
    journal.append([intent('a'), progress('a', 'sending')]);
    await journal.sync();
    const edit = (to: string, from: string) =>
      postgres.server().query(`UPDATE ${place.table}_journal SET text = replace(text, '${from}', '${to}')`, [], 'app');
    await edit('"phase":"sent"', '"phase":"sending"');
    await (await place.open({host: afterDeath}).lock()).release();
    await edit('"phase":"sending"', '"phase":"sent"');
    const later = {...realWorld, now: () => Date.parse('2026-11-20T18:00:00Z')};
    const next = await place.open({host: host({pid: 6000, startTime: '3000'}), world: later}).lock();
    expect(await next.read()).toMatchObject({journal: {creates: [{phase: 'sending', lastSentAt: '2026-11-20T18:00:00.000Z'}]}});
    await next.release();
  });
});
