import {rmSync} from 'node:fs';
import {listLookedAt} from '../../src/core/plan/decide';
import {makePlan} from '../../src/core/plan/plan';
import type {DesiredMonitor} from '../../src/core/specs/desired-monitor';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import {listFacts, type ReadableState, type RecordedMonitor, recordIn, recordsOf, UnreadBodies} from '../../src/core/state/state';
import {openPgSession} from '../../src/stores/postgres/session';
import {bodyOf, desire, ENVIRONMENT, PROJECT, record, stateOf} from '../unit/core/plan/world';
import {bareSpecFor, specFor} from '../world/cli';
import {memoryOutline, memoryText} from '../world/kept-outline';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld} from '../world/service';

/** A plan over PostgreSQL reads outlines, and the bodies of few. */
/** Each test opens a few connections, which end with the file. */
const postgres = usePostgres({max_connections: '400'});
const onPostgres = postgres.isHere ? describe : describe.skip;

const hooked = (name: string, variable: string) =>
  bodyOf(name, {
    webhook: {url: 'https://hooks.example/x', headers: {Authorization: `Bearer \${env:${variable}}`}, events: ['monitor.page']},
  });
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const bodyAt = (key: string) => (key === 'c' ? hooked('c', 'TOKEN') : bodyOf(key));
const recordedAs = (more: Readonly<Record<string, RecordedMonitor>> = {}) => ({
  ...Object.fromEntries(KEYS.map(key => [key, record(key, bodyAt(key))])),
  ...more,
});
/** The specs of all records, some of them replaced; undefined takes one away. */
const specsWith = (more: Readonly<Record<string, DesiredMonitor | undefined>> = {}) =>
  Object.values({...Object.fromEntries(KEYS.map(key => [key, desire(key, bodyAt(key))])), ...more})
    .filter(spec => spec !== undefined)
    .sort((a, b) => (a.key < b.key ? -1 : 1));

const planOf = (state: ReadableState, desired: readonly DesiredMonitor[]) =>
  makePlan({
    ...{project: PROJECT, environment: ENVIRONMENT, desired, state, unresolved: [], operations: 'full'},
    ...{maxDeletes: {percent: 100}, allowDeletes: false, budget: undefined},
  });

/** Tells whether this machine has read the state before, and kept its outline. */
const MACHINES = [
  {machine: 'a machine that never read it', isKnown: false},
  {machine: 'a machine that read it before', isKnown: true},
];

/** Stores a state, and opens it with lists of the keys whose bodies, and whose outlines, were read since. */
async function begin(recorded: Readonly<Record<string, RecordedMonitor>>, isKnown = false) {
  const place = await postgres.place({project: PROJECT});
  const locked = await place.open().lock();
  await locked.write(stateOf(recorded), null);
  await locked.release();
  const read: string[] = [];
  const outlines: string[] = [];
  const text = memoryText();
  const store = place.open({
    ...(isKnown ? {outline: memoryOutline(text)} : {}),
    open: async address => {
      const session = await openPgSession(address);
      const run: typeof session.run = async (text, values) => {
        const rows = await session.run(text, values);
        for (const {key, bodies} of rows) if (typeof bodies === 'string') read.push(key ?? '');
        for (const {key, outline} of rows) if (typeof outline === 'string') outlines.push(key ?? '');
        return rows;
      };
      return {...session, run};
    },
  });
  if (isKnown) await store.read(() => []);
  read.length = 0;
  outlines.length = 0;
  return {place, store, read, outlines, text};
}

async function readState(store: SharedStateStore, desired?: readonly DesiredMonitor[]): Promise<ReadableState> {
  const read = await store.read(desired === undefined ? undefined : ({monitors}) => listLookedAt(desired, monitors));
  if (read.kind === 'first-use') throw new Error('nothing is stored');
  return read.stored.state;
}

onPostgres.each(MACHINES)('on $machine, a plan reads the bodies of what differs, and is the plan over all of them', ({isKnown}) => {
  test.each<{
    what: string;
    recorded?: Readonly<Record<string, RecordedMonitor>>;
    specs: readonly DesiredMonitor[];
    read: readonly string[];
  }>([
    {what: 'nothing differs', specs: specsWith(), read: []},
    {what: 'a spec was edited', specs: specsWith({b: desire('b', bodyOf('b', {goal: 'Another'}))}), read: ['b']},
    {what: 'a variable goes to a new place', specs: specsWith({b: desire('b', hooked('b', 'TOKEN'))}), read: ['b']},
    {what: 'a new spec, with a variable of its own', specs: specsWith({n: desire('n', hooked('n', 'OTHER'))}), read: []},
    {
      what: 'a new spec whose target ids another record has',
      recorded: {a: record('n', bodyOf('n'), {id: 'id-of-a'})},
      specs: specsWith({a: desire('a', bodyOf('n')), n: desire('n', bodyOf('n'))}),
      read: [],
    },
    {what: 'a spec is gone', specs: specsWith({d: undefined}), read: ['d']},
    {what: 'a spec was renamed', specs: specsWith({d: undefined, n: desire('n', bodyOf('d'), {renamedFrom: 'd'})}), read: ['d']},
    {what: 'a monitor is to be paused', specs: specsWith({b: desire('b', bodyOf('b'), {paused: true})}), read: ['b']},
    {
      what: 'the answer of an update was lost',
      recorded: {e: record('e', bodyOf('e'), {pending: {bodyHash: 'x', applied: bodyOf('e', {goal: 'Another'})}})},
      specs: specsWith(),
      read: ['e'],
    },
    {what: 'one may exist twice', recorded: {e: record('e', bodyOf('e'), {mayExistTwice: true})}, specs: specsWith(), read: ['e']},
    {what: 'another is to be deleted', recorded: {e: record('e', bodyOf('e'), {leftovers: ['old']})}, specs: specsWith(), read: ['e']},
  ])('$what', async ({recorded, specs, read: expected}) => {
    const {place, store, read, outlines} = await begin(recordedAs(recorded), isKnown);
    const plan = planOf(await readState(store, specs), specs);
    expect(read).toEqual(expected);
    if (isKnown) expect(outlines).toEqual(expected);
    const whole = await readState(place.open());
    expect(plan).toEqual(planOf(whole, specs));
    for (const key of expected) expect(recordIn(await readState(store, specs), key)).toEqual(recordsOf(whole).get(key));
  });

  test('what was not read is not taken for nothing', async () => {
    const {store} = await begin(recordedAs(), isKnown);
    const state = await readState(store, specsWith());
    expect(() => recordsOf(state)).toThrow(UnreadBodies);
    expect(() => recordIn(state, 'a')).toThrow(UnreadBodies);
    expect(recordIn(state, 'nobody')).toBeUndefined();
  });

  test('where most differ, all is read at once', async () => {
    const {store, read} = await begin(recordedAs(), isKnown);
    const specs = KEYS.map(key => desire(key, bodyOf(key, {goal: 'Another'})));
    expect(planOf(await readState(store, specs), specs).changes).toHaveLength(KEYS.length);
    expect(read).toEqual(KEYS);
  });
});

onPostgres('a plan over a state of which the outline was kept', () => {
  const facts = (state: ReadableState) => (['targetIds', 'references', 'origins'] as const).map(name => [...listFacts(state, name)]);

  test('says the same as one that reads all outlines, and the server sends none', async () => {
    const {place, store, outlines} = await begin(recordedAs(), true);
    const again = await store.read(() => null);
    const plain = await place.open().read(() => []);
    expect(outlines).toEqual([]);
    if (again.kind !== 'present' || plain.kind !== 'present') throw new Error('nothing is stored');
    expect(again.stored.version).toEqual(plain.stored.version);
    expect([...again.stored.state.monitors]).toEqual([...plain.stored.state.monitors]);
    expect(facts(again.stored.state)).toEqual(facts(plain.stored.state));
  });

  test('knows at once that nothing differs, without reading a monitor of it', async () => {
    const {store} = await begin(recordedAs(), true);
    const seen: (string | null)[] = [];
    await store.read(({repeated}) => {
      seen.push(repeated);
      return null;
    });
    expect(seen).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  test('is found also where a key has signs that JSON and SQL write in their own ways', async () => {
    const odd = '"{},\\ \u0001\t\u007f NULL ü \u2028 \ud83d\ude00';
    const {store, outlines} = await begin(recordedAs({[odd]: record('odd', bodyOf('odd'))}), true);
    await store.read(() => null);
    expect(outlines).toEqual([]);
  });

  test.each([
    {what: 'is of another state by now', change: (text: string) => text.replace(/"of":"sha256:[0-9a-f]{8}/, '"of":"sha256:00000000')},
    {what: 'lost its middle', change: (text: string) => text.replace('"protect":false', '"protect":     ')},
    {what: 'says something else', change: (text: string) => text.replace('"protect":false', '"protect":true')},
    {what: 'was cut off', change: (text: string) => text.slice(0, -10)},
  ])('an outline that $what is the same as none', async ({change}) => {
    const {store, outlines, text} = await begin(recordedAs(), true);
    text.text = change(text.text ?? '');
    const state = await readState(store, specsWith());
    expect(outlines).toEqual(KEYS);
    expect([...state.monitors.values()].map(({protect}) => protect)).toEqual(KEYS.map(() => false));
  });

  test('a change by a run is seen, and kept from then on', async () => {
    const {place, store, outlines} = await begin(recordedAs(), true);
    const locked = await place.open().lock();
    const read = await locked.read();
    if (read.kind !== 'present') throw new Error('nothing is stored');
    const monitors = new Map([...read.stored.state.monitors, ['new', record('new', bodyOf('new'))] as const]);
    await locked.write({...read.stored.state, monitors}, read.stored.version);
    await locked.release();
    expect([...(await readState(store, specsWith())).monitors.keys()].sort()).toEqual([...KEYS, 'new'].sort());
    outlines.length = 0;
    await store.read(() => null);
    expect(outlines).toEqual([]);
  });

  test('a server that was set back is in doubt, and read whole', async () => {
    const {place, store} = await begin(recordedAs(), true);
    await postgres.server().query(`UPDATE "${place.table}" SET server = 'another'`, [], 'app');
    const read = await store.read(() => null);
    expect(read.doubt).toMatchObject({code: 'state/server-changed'});
    expect(read.kind === 'present' && recordsOf(read.stored.state).size).toBe(KEYS.length);
  });

  test('rows of an older state under the newer head, as after a half restore, are refused', async () => {
    const {place, store} = await begin(recordedAs(), true);
    const [{outline}] = (await postgres
      .server()
      .query(`SELECT outline FROM "${place.table}_monitors" WHERE key = 'b'`, [], 'app')) as unknown as [{outline: string}];
    const locked = await place.open().lock();
    const there = await locked.read();
    if (there.kind !== 'present') throw new Error('nothing is stored');
    const monitors = new Map([...there.stored.state.monitors, ['b', record('b', bodyOf('b'), {protect: true})] as const]);
    await locked.write({...there.stored.state, monitors}, there.stored.version);
    await locked.release();
    await store.read(() => []);
    await postgres.server().query(`UPDATE "${place.table}_monitors" SET outline = $1 WHERE key = 'b'`, [outline], 'app');
    await expect(store.read(() => null)).rejects.toMatchObject({code: 'state/checksum'});
  });
});

onPostgres.each(MACHINES)('on $machine, rows that were changed by hand', ({isKnown}) => {
  const edited = specsWith({b: desire('b', bodyOf('b', {goal: 'Another'}))});
  test.each([
    {what: 'the bodies that a plan looks at', sql: `SET bodies = replace(bodies, 'price', 'prize') WHERE key = 'b'`},
    {what: 'the hash of bodies that it does not look at', sql: `SET bodies_hash = repeat('0', 64) WHERE key = 'a'`},
    {what: 'an outline', sql: `SET outline = replace(outline, '"protect":false', '"protect":true') WHERE key = 'a'`},
    {what: 'the facts of bodies', sql: `SET outline = replace(outline, 'TOKEN', 'OTHER') WHERE key = 'c'`},
    {what: 'a key', sql: `SET key = 'z' WHERE key = 'a'`},
    {
      what: 'the outlines of two that changed places',
      sql: `SET outline = (SELECT outline FROM TABLE AS o WHERE o.key = CASE m.key WHEN 'a' THEN 'b' ELSE 'a' END) WHERE key IN ('a', 'b')`,
    },
  ])('$what: refused', async ({sql}) => {
    const {place, store} = await begin(recordedAs(), isKnown);
    const table = `"${place.table}_monitors"`;
    await postgres.server().query(`UPDATE ${table} AS m ${sql.replace('TABLE', table)}`, [], 'app');
    await expect(readState(store, edited)).rejects.toMatchObject({code: 'state/checksum'});
    // This one looks at no bodies.
    if (!sql.includes('SET bodies =')) await expect(store.read(() => null)).rejects.toMatchObject({code: 'state/checksum'});
  });

  test.each([
    {what: 'one that was removed', sql: `DELETE FROM TABLE WHERE key = 'a'`},
    {
      what: 'one that was added',
      sql: `INSERT INTO TABLE SELECT project, environment, 'n', replace(outline, 'id-of-a', 'id-of-n'), bodies, bodies_hash FROM TABLE WHERE key = 'a'`,
    },
  ])('$what: refused', async ({sql}) => {
    const {place, store} = await begin(recordedAs(), isKnown);
    await postgres.server().query(sql.replaceAll('TABLE', `"${place.table}_monitors"`), [], 'app');
    await expect(store.read(() => null)).rejects.toMatchObject({code: 'state/checksum'});
  });

  test('bodies that a plan does not look at are refused by what reads them, such as apply', async () => {
    const {place, store} = await begin(recordedAs(), isKnown);
    await postgres.server().query(`UPDATE "${place.table}_monitors" SET bodies = 'x' WHERE key = 'a'`, [], 'app');
    expect(planOf(await readState(store, edited), edited).changes).toMatchObject([{action: 'update', key: 'b'}]);
    await expect(readState(store)).rejects.toMatchObject({code: 'state/checksum'});
    const locked = await store.lock();
    await expect(locked.read()).rejects.toMatchObject({code: 'state/checksum'});
    await locked.release();
  });
});

onPostgres('the command', () => {
  async function apply(table: string) {
    const config = `project: acme\nservice: {operations: full}\nstate: {backend: postgres, table: ${table}}\n`;
    const specs = Object.fromEntries(KEYS.map(key => [`monitors/${key}.yaml`, specFor(key)]));
    const world = await startUserWorld({...specs, 'monitors.config.yaml': config}, {}, {operations: 'full'});
    const env = {MONITORS_STATE_POSTGRES_URL: postgres.server().url()};
    const run = (line: string) => world.runHere(line.split(' '), {env});
    await run('state init');
    expect(await run('apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
    return {world, run};
  }

  test('a plan that finds out late that it needs a body reads the whole state, and goes on', async () => {
    const {world, run} = await apply('late_bodies');
    try {
      world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}sync: {alerts: none, renamedFrom: b}\n`});
      rmSync(world.workspace.path('monitors/b.yaml'));
      const {stdout} = await run('plan --format json');
      const blocked = [
        {key: 'a', action: 'blocked', reason: 'plan/rename-taken'},
        {key: 'b', action: 'blocked'},
      ];
      expect(JSON.parse(stdout)).toMatchObject({changes: blocked});
    } finally {
      await world.close();
    }
  });

  test('a plan over a server that was set back warns, until a person has looked', async () => {
    const {world, run} = await apply('set_back');
    const warned = async () => {
      const {exitCode, stdout} = await run('plan --format json');
      expect(exitCode).toBe(0);
      return (JSON.parse(stdout) as {diagnostics: {code: string; severity: string}[]}).diagnostics.map(({code, severity}) => [
        code,
        severity,
      ]);
    };
    try {
      expect(await warned()).toEqual([]);
      await postgres.server().query(`UPDATE set_back SET server = 'another'`, [], 'app');
      expect(await warned()).toEqual([['state/server-changed', 'warning']]);
      expect((await run('plan')).stderr).toContain('state verify --fix');
      expect(await run('state verify --fix')).toMatchObject({exitCode: 0});
      expect(await warned()).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
