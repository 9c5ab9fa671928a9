import {readPostgresAddress} from '../../src/core/state/addresses/postgres';
import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import {openPgSession} from '../../src/stores/postgres/session';
import {openPostgresStore} from '../../src/stores/postgres/store';
import {done, host, intent, progress, recorded, stateWith} from '../unit/core/state/world';
import {makeCertificate} from '../world/certificate';
import {findPgbouncer, postgresOptions, type SharedPlace, usePostgres} from '../world/postgres-server';
import {realWorld} from '../world/real-world';

jest.setTimeout(300_000);

const postgres = usePostgres();
const describeHere = postgres.isHere ? describe : describe.skip;
const hasPooler = postgres.isHere && findPgbouncer() !== undefined;
const afterDeath = host({pid: 5000, startTime: '2000'}, {5000: '2000'});

const stateVersion = {lineage: stateWith().lineage, serial: 5, checksum: ''};

async function begin(place: SharedPlace) {
  const store = place.open();
  const locked = await store.lock();
  const {version} = await locked.write(stateWith({'pricing/acme': recorded()}), null);
  const journal = await locked.openJournal(version);
  journal.append([intent('a'), intent('b'), progress('a', 'sending')]);
  await journal.sync();
  return {store, locked, journal, version};
}

/** Creates that a run that can't know better has to take as possibly sent. */
const listOpen = async (store: SharedStateStore) => (await viewState(store)).unresolved.map(({intent: {key}, phase}) => `${key} ${phase}`);

describeHere('the server', () => {
  test.each(['SIGINT', 'SIGQUIT'] as const)(
    'G5: is ended by %s and started: the run goes on, and what was confirmed is there',
    async signal => {
      const place = await postgres.place({world: realWorld});
      const {store, locked, journal} = await begin(place);
      await postgres.server().stop(signal);
      journal.append([done('a', 'id-a')]);
      const synced = journal.sync();
      await postgres.server().launch();
      await synced;
      await openForChange(locked);
      await locked.release();
      expect([...((await viewState(store)).stored?.state.monitors.keys() ?? [])].sort()).toEqual(['a', 'pricing/acme']);
    },
  );

  test('G6: is full: nothing is sent on the strength of what was not written, and it is said without the words of the server', async () => {
    const place = await postgres.place();
    const {locked, journal, version} = await begin(place);
    const server = postgres.server();
    await server.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'secret words' USING ERRCODE = 'disk_full'; END $$`,
      [],
      'app',
    );
    for (const ending of ['_journal', '_monitors']) {
      await server.query(`CREATE TRIGGER disk BEFORE INSERT ON "${place.table}${ending}" EXECUTE FUNCTION refuse()`, [], 'app');
    }
    journal.append([progress('b', 'sending')]);
    const error = await journal.sync().catch((cause: unknown) => cause);
    expect(error).toMatchObject({code: 'state/not-saved', message: expect.stringContaining('the disk of the server is full (53100)')});
    expect((error as Error).message).not.toContain('secret words');
    const next = stateWith({'pricing/acme': recorded(), c: recorded({id: 'id-c'})});
    await expect(locked.write(next, version)).rejects.toMatchObject({code: 'state/not-saved', exitCode: 5});
    expect(await place.open().read()).toMatchObject({stored: {version}, journal: {creates: [{phase: 'sending'}, {phase: 'intent'}]}});
  });

  test('G6: lets a role that may not write read plans, and nothing else', async () => {
    const place = await postgres.place();
    await begin(place);
    const server = postgres.server();
    await server.query(`CREATE ROLE planner LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO planner`, [], 'app');
    const planner = place.open({env: {MONITORS_STATE_POSTGRES_URL: server.url('planner')}, host: afterDeath});
    expect(await listOpen(planner)).toEqual(['a sending']);
    expect(await planner.listBackups()).toEqual([]);
    const error = await planner.lock().catch((cause: unknown) => cause);
    const message = expect.stringContaining('this role may not do that (42501)');
    expect(error).toMatchObject({code: 'state/not-writable', exitCode: 3, message});
    expect(`${(error as Error).message}${(error as {hint?: string}).hint}`).not.toContain('planner');
  });

  test('is not initialized by reading or locking', async () => {
    const place = await postgres.place();
    await postgres.server().query(`DROP TABLE "${place.table}"`, [], 'app');
    await expect(place.open().read()).rejects.toMatchObject({code: 'state/not-initialized', exitCode: 3});
    await expect(place.open().lock()).rejects.toMatchObject({code: 'state/not-initialized', exitCode: 3});
    expect(await postgres.server().query(`SELECT to_regclass('"${place.table}"') AS there`, [], 'app')).toEqual([{there: null}]);
  });

  test.each([
    {what: 'fsync off', setting: 'fsync'},
    {what: 'full_page_writes off', setting: 'full_page_writes'},
  ])('with $what is refused when a state is to begin', async ({setting}) => {
    const server = postgres.server();
    await server.query(`ALTER SYSTEM SET ${setting} = off`);
    await server.query('SELECT pg_reload_conf()');
    try {
      await expect(postgres.place({world: realWorld})).rejects.toMatchObject({
        code: 'state/unfit-server',
        hint: expect.stringContaining(setting),
      });
    } finally {
      await server.query(`ALTER SYSTEM RESET ${setting}`);
      await server.query('SELECT pg_reload_conf()');
    }
  });
});

(postgres.isHere ? test : test.skip)('a place where two connections get one row at once is refused', async () => {
  const withoutLocks = async (address: Parameters<typeof openPgSession>[0]) => {
    const session = await openPgSession(address);
    return {
      ...session,
      run: (text: string, values?: Parameters<typeof session.run>[1]) => session.run(text.replace(/FOR UPDATE$/, ''), values),
    };
  };
  await expect(postgres.place({world: realWorld, open: withoutLocks})).rejects.toMatchObject({
    code: 'state/unfit-server',
    message: expect.stringContaining('two connections got one row'),
  });
});

describeHere('the server proves who it is', () => {
  async function connect(host: string, parameters: string): Promise<unknown> {
    const server = postgres.server();
    const {key, cert} = makeCertificate(host);
    server.writeFiles({'server.key': key, 'server.crt': cert, 'ca.pem': cert});
    await server.query('ALTER SYSTEM SET ssl = on');
    await server.query('SELECT pg_reload_conf()');
    try {
      const place = await postgres.place();
      const url = `${server.url().replace('127.0.0.1', 'localhost')}?${parameters.replace('CA', `${server.dataDirectory}/ca.pem`)}`;
      return await place
        .open({env: {MONITORS_STATE_POSTGRES_URL: url}})
        .read()
        .catch((error: unknown) => error);
    } finally {
      await server.query('ALTER SYSTEM RESET ssl');
      await server.query('SELECT pg_reload_conf()');
    }
  }

  test.each([
    {what: 'its certificate is right', host: 'localhost', parameters: 'sslmode=verify-full&sslrootcert=CA', seen: {kind: 'first-use'}},
    {
      what: 'its certificate is of another host',
      host: 'db.example',
      parameters: 'sslmode=require&sslrootcert=CA',
      seen: 'ERR_TLS_CERT_ALTNAME_INVALID',
    },
    {what: 'nobody vouches for it', host: 'localhost', parameters: 'sslmode=require', seen: 'DEPTH_ZERO_SELF_SIGNED_CERT'},
    {what: 'the authority is not there', host: 'localhost', parameters: 'sslmode=require&sslrootcert=/nowhere/ca.pem', seen: 'sslrootcert'},
  ])('G12: $what', async ({host: name, parameters, seen}) => {
    const end = await connect(name, parameters);
    if (typeof seen === 'object') expect(end).toMatchObject(seen);
    else expect(String((end as Error).message)).toContain(seen);
  });
});

describeHere('what was recorded last may be missing', () => {
  async function expectDoubt(place: SharedPlace): Promise<void> {
    expect(await listOpen(place.open())).toEqual(['a sending', 'b unknown']);
    const locked = await place.open({host: afterDeath}).lock();
    expect(locked.doubt?.error).toMatchObject({code: 'state/server-changed', exitCode: 3});
    expect((await openForChange(locked)).unresolved).toHaveLength(2);
    await locked.release();
    // It stays until it is settled.
    const again = await place.open().lock();
    expect(again.doubt).not.toBeNull();
    await again.doubt?.settle();
    expect(again.doubt).toBeNull();
    await again.release();
    const last = await place.open().lock();
    expect(last.doubt).toBeNull();
    await last.release();
  }

  test('without a change of the server there is no doubt', async () => {
    const place = await postgres.place();
    const {locked} = await begin(place);
    expect(locked.doubt).toBeNull();
    expect(await listOpen(place.open())).toEqual(['a sending']);
    expect((await place.open({host: afterDeath}).lock()).doubt).toBeNull();
  });

  test('G8: a replica was promoted: an intent counts as sending', async () => {
    const place = await postgres.place();
    const {journal} = await begin(place);
    const replica = await postgres.server().replicate();
    try {
      const env = {MONITORS_STATE_POSTGRES_URL: replica.url()};
      const there: SharedPlace = {...place, open: changes => place.open({env, ...changes})};
      const standby = {code: 'state/unreachable', message: expect.stringContaining('is on a standby')};
      await expect(there.open().read()).rejects.toMatchObject(standby);
      await expect(there.open({host: afterDeath}).lock()).rejects.toMatchObject(standby);
      await replica.query('SELECT pg_promote()');
      await journal.close();
      await expectDoubt(there);
    } finally {
      await replica.close();
    }
  });

  test('G8: the server has another identifier: an intent counts as sending', async () => {
    const place = await postgres.place();
    await begin(place);
    const moved = `UPDATE "${place.table}" SET server = '7000000000000000001/00000001', written_by = pg_current_xact_id()::xid::text`;
    await postgres.server().query(moved, [], 'app');
    await expectDoubt(place);
  });

  test('G8: a dump was restored on the same server', async () => {
    const place = await postgres.place();
    const {store, journal} = await begin(place);
    await journal.close();
    await store.close();
    postgres.server().restoreFromDump(place.table);
    await expectDoubt(place);
  });

  test('a dump of a locked state was restored: unlocking it settles nothing', async () => {
    const place = await postgres.place();
    const {store, journal} = await begin(place);
    await journal.close();
    await store.close();
    postgres.server().restoreFromDump(place.table);
    const last = place.open();
    await last.unlock((await last.readHolder())?.id ?? '');
    await last.close();
    await expectDoubt(place);
  });

  test('this machine saw a newer state', async () => {
    let kept = '';
    const memory = {
      read: () => kept,
      write: (text: string) => {
        kept = text;
      },
    };
    const place = await postgres.place({memory});
    const {version} = await begin(place);
    expect(JSON.parse(kept)).toEqual({lineage: version.lineage, serial: 1});
    kept = JSON.stringify({lineage: version.lineage, serial: 9});
    await expectDoubt(place);
    expect(JSON.parse(kept)).toEqual({lineage: version.lineage, serial: 1});
  });

  test('the lock row is emptied by hand: nothing more is written', async () => {
    const place = await postgres.place();
    const {locked, journal} = await begin(place);
    await postgres.server().query(`UPDATE "${place.table}" SET holder = NULL`, [], 'app');
    journal.append([progress('b', 'sending')]);
    await expect(journal.sync()).rejects.toMatchObject({code: 'state/lock-lost'});
    await expect(locked.read()).rejects.toMatchObject({code: 'state/lock-lost'});
  });
});

describeHere('what is missing is named by state init', () => {
  const open = (table: string, user: string) =>
    openPostgresStore(postgresOptions(postgres.server(), {table, env: {MONITORS_STATE_POSTGRES_URL: postgres.server().url(user)}}));

  test('the right to make tables: nothing is made, and with it all goes well', async () => {
    const server = postgres.server();
    await server.query('CREATE ROLE maker LOGIN', [], 'app');
    const store = open('made_by_maker', 'maker');
    const hint = expect.stringContaining('GRANT USAGE, CREATE ON SCHEMA public');
    await expect(store.initialize()).rejects.toMatchObject({code: 'state/not-writable', exitCode: 3, hint});
    await server.query('GRANT USAGE, CREATE ON SCHEMA public TO maker', [], 'app');
    expect(await store.initialize()).toBe('made');
    await store.close();
  });

  test('a schema', async () => {
    const store = open('ops.states', 'keeper');
    const refused = {
      code: 'state/bad-address',
      message: expect.stringContaining('there is no schema "ops"'),
      hint: expect.stringContaining('CREATE SCHEMA ops'),
    };
    await expect(store.initialize()).rejects.toMatchObject(refused);
    await postgres.server().query('CREATE SCHEMA ops', [], 'app');
    expect(await store.initialize()).toBe('made');
    await store.close();
  });
});

describeHere('a holder that writes a large state', () => {
  test('holds its row for long: who wants the lock meanwhile is refused at once, with its name', async () => {
    const place = await postgres.place();
    await begin(place);
    const writing = await openPgSession(readPostgresAddress({MONITORS_STATE_POSTGRES_URL: postgres.server().url()}));
    await writing.run('BEGIN');
    await writing.run(`SELECT fence FROM "${place.table}" FOR UPDATE`);
    try {
      const other = place.open({host: host({host: 'build-2', pid: 99, bootId: 'boot-2'})});
      await expect(other.lock()).rejects.toMatchObject({code: 'state/locked', holder: expect.stringContaining('ada@build-1, pid 4711')});
    } finally {
      await writing.end();
    }
  });
});

describeHere('rows that were changed by hand', () => {
  test.each([
    {what: 'what was sent', sql: `UPDATE "T_monitors" SET bodies = replace(bodies, 'Acme', 'Evil')`, code: 'state/checksum'},
    {
      what: 'what is recorded besides',
      sql: `UPDATE "T_monitors" SET outline = replace(outline, '"protect":false', '"protect":true')`,
      code: 'state/checksum',
    },
    {what: 'a record that is gone', sql: `DELETE FROM "T_monitors"`, code: 'state/checksum'},
    {what: 'members of the state', sql: `UPDATE "T" SET root = replace(root, 'api.example', 'evil.example')`, code: 'state/checksum'},
    {
      what: 'a line of the journal',
      sql: `UPDATE "T_journal" SET text = replace(text, 'sending', 'dropped')`,
      code: 'state/journal-damaged',
    },
    {
      what: 'the last line of the journal',
      sql: `DELETE FROM "T_journal" WHERE line = (SELECT max(line) FROM "T_journal")`,
      code: 'state/journal-damaged',
    },
    {what: 'the layout', sql: `UPDATE "T" SET layout = 2`, code: 'state/newer-version'},
    {what: 'an unknown step of a move', sql: `UPDATE "T" SET migration = '{"phase":"sealed","other":"x"}'`, code: 'state/newer-version'},
    {what: 'a step of a move that is not JSON', sql: `UPDATE "T" SET migration = 'moved'`, code: 'state/newer-version'},
  ])('G7: $what: refused, never guessed', async ({sql, code}) => {
    const place = await postgres.place();
    await begin(place);
    await postgres.server().query(sql.replaceAll('"T', `"${place.table}`), [], 'app');
    await expect(place.open().read()).rejects.toMatchObject({code, message: expect.stringContaining(place.table)});
    const last = place.open({host: afterDeath});
    await expect(last.lock().then(locked => locked.read())).rejects.toMatchObject({code});
    if (code === 'state/newer-version') return;
    // A repair is possible.
    await last.unlock((await last.readHolder())?.id ?? '');
    const locked = await last.lock();
    await locked.replace(stateWith({b: recorded({id: 'id-b'})}, {serial: 4}));
    await locked.rewriteJournal(stateVersion, []);
    expect(await last.read()).toMatchObject({stored: {state: {serial: 5}}, journal: {creates: []}});
  });
});

describeHere('a state with a damaged record', () => {
  test('points to what was kept, which is refused where it shares the record', async () => {
    const place = await postgres.place();
    const {store, locked, version} = await begin(place);
    await locked.write(stateWith({'pricing/acme': recorded(), second: recorded({id: 'second'})}), version);
    await postgres.server().query(`UPDATE "${place.table}_monitors" SET bodies = 'x' WHERE key = 'pricing/acme'`, [], 'app');
    const hint = expect.stringMatching(/state history.*backup of the server/);
    await expect(place.open().read()).rejects.toMatchObject({code: 'state/checksum', hint});
    await expect(store.readBackup(version.serial)).rejects.toMatchObject({code: 'state/checksum', hint});
  });
});

(postgres.isHere ? test : test.skip)('G17: a table of another name, whose backups would stand in that of a state, is refused', async () => {
  const {table} = await postgres.place({table: 'acme_backups', world: realWorld});
  const taken = {code: 'state/bad-address', exitCode: 3, message: expect.stringContaining('has other columns')};
  await expect(postgres.place({table: 'acme', world: realWorld})).rejects.toMatchObject(taken);
  const here = await postgres
    .server()
    .query(`SELECT to_regclass('acme') IS NULL AS nothing, (SELECT count(*) FROM ${table}) AS heads`, [], 'app');
  expect(here).toMatchObject([{nothing: true, heads: '1'}]);
});

(hasPooler ? test : test.skip)('G9: a pooler that gives each transaction another connection is no matter', async () => {
  const pooler = await postgres.server().startPooler(findPgbouncer() ?? '');
  try {
    const env = {MONITORS_STATE_POSTGRES_URL: postgres.server().url('keeper', pooler.port)};
    const stores = await Promise.all(Array.from({length: 5}, () => postgres.place({env, world: realWorld})));
    await Promise.all(
      stores.map(async place => {
        const {store, locked, journal} = await begin(place);
        for (let round = 0; round < 10; round++) {
          journal.append([progress('a', 'unknown', round), progress('a', 'sending', round + 1)]);
          await journal.sync();
        }
        journal.append([done('a', 'id-a')]);
        await journal.close();
        await openForChange(locked);
        await locked.release();
        expect([...((await viewState(store)).stored?.state.monitors.keys() ?? [])].sort()).toEqual(['a', 'pricing/acme']);
        await store.close();
      }),
    );
  } finally {
    pooler.stop();
  }
});
