import {UserError} from '../../core/diagnostics/user-error';
import type {SharedRefusals} from '../../core/state/remote/refusals';
import type {Migration} from '../../core/state/remote/store';
import {Connection, type ConnectionParts, type RunStatement} from './connection';
import {NO_RECORDS} from './contents';
import {isForbidden, isMissingColumn, isMissingTable} from './errors';
import {HERE, LAYOUT, readHead, WRITER} from './head';
import {type RowParts, transact} from './rows';
import {writeDefinitions, writeProofs} from './tables';

/** Makes tables and the row of this state where they are not there, then tries whether the server keeps what is promised. */
export async function initialize(parts: RowParts, access: ConnectionParts, migration: Migration | null): Promise<'made' | 'was-there'> {
  const {connection, owner, refusals} = parts;
  const {tables, project, environment} = owner;
  await connection.transact('look', run => refuseUnfit(run, refusals));
  const made = await connection.transact('write', async run => {
    // A user who may not make tables can still begin a state in those that are there.
    const [there] = await run('SELECT to_regclass($1) IS NOT NULL AS there', [tables.replaced]);
    const isNew = there?.['there'] !== 't';
    if (isNew) {
      await run(writeDefinitions(tables)).catch(error => refuseLack(error, tables.schema, refusals));
      await run(writeProofs(tables)).catch(error => refuseOthers(error, refusals));
    }
    const rows = await run(
      `INSERT INTO ${tables.heads} (project, environment, layout, server, written_by, sum, migration) VALUES ($1, $2, $3, ${HERE}, ${WRITER}, $4, $5)
       ON CONFLICT DO NOTHING RETURNING project`,
      [project, environment, LAYOUT, NO_RECORDS, migration === null ? null : JSON.stringify(migration)],
    );
    return rows.length > 0;
  });
  await probe(parts, access);
  return made ? 'made' : 'was-there';
}

/** Names what is missing where the tables can't be made. */
function refuseLack(error: unknown, schema: string | null, refusals: SharedRefusals): never {
  if (isMissingTable(error)) {
    const message = `${refusals.facts.shown} can't be made: there is no schema "${schema}"`;
    throw new UserError('state/bad-address', message, `make it first: CREATE SCHEMA ${schema}`, {cause: error});
  }
  if (!isForbidden(error)) throw error;
  const advice = `let the database's owner run "GRANT USAGE, CREATE ON SCHEMA ${schema ?? 'public'}" for this role, or run this command`;
  throw refusals.mayOnlyRead('this role may not make tables', advice, error);
}

/** Names what is in the way where a table of one of the names is another one, such as that of a state called `NAME_backups`. */
function refuseOthers(error: unknown, {facts: {shown}}: SharedRefusals): never {
  if (!isMissingColumn(error)) throw error;
  const names = ['', '_monitors', '_journal', '_late', '_backups', '_replaced'].map(ending => `NAME${ending}`).join(', ');
  const message = `${shown} can't be used: a table of its names (${names}) has other columns`;
  throw new UserError('state/bad-address', message, 'give "state.table" another name', {cause: error});
}

/** Refuses a server by the facts that it gives of itself. */
async function refuseUnfit(run: RunStatement, refusals: SharedRefusals): Promise<void> {
  const [facts] = await run(
    `SELECT current_setting('server_version_num')::int >= 140000 AS modern, current_setting('fsync') AS fsync,
     current_setting('full_page_writes') AS pages, pg_is_in_recovery() AS standby`,
  );
  const refuse = (what: string, hint: string) =>
    new UserError('state/unfit-server', `${refusals.facts.shown} can't be used: ${what}`, hint);
  if (facts?.['modern'] !== 't') throw refuse('the server is older than PostgreSQL 14', 'use version 14 or later');
  if (facts['standby'] === 't') throw refuse('the server is a standby', 'set the address to that of the primary');
  if (facts['fsync'] !== 'on' || facts['pages'] !== 'on') {
    throw refuse('it forgets what it confirmed when its power fails', 'set fsync and full_page_writes to on');
  }
}

/** So long a pooler may take to find a second connection; one that has no other can't give a row to two. */
const SECOND_MS = 5000;

/** Two connections: what one holds, the other must not get. */
async function probe(parts: RowParts, access: ConnectionParts): Promise<void> {
  const other = {...parts, connection: new Connection(access)};
  await transact(parts, 'write', async rows => {
    await readHead(rows, true);
    const second = transact(other, 'write', ({run, tables}) =>
      run(`SELECT project FROM ${tables.heads} WHERE project = $1 AND environment = $2 FOR UPDATE SKIP LOCKED`),
    );
    const wait = new AbortController();
    const tooLong = access.world.sleep(SECOND_MS, wait.signal).then(
      () => [],
      () => [],
    );
    const taken = await Promise.race([second, tooLong]).finally(() => {
      wait.abort();
      other.connection.abandon();
    });
    if (taken.length === 0) return;
    // Where the first connection broke meanwhile, it held nothing any more: this throws, and all is tried once more.
    await readHead(rows, true);
    const what = `${parts.refusals.facts.shown} can't be used: two connections got one row at once`;
    throw new UserError('state/unfit-server', what, 'use a real PostgreSQL, and a pooler that keeps a connection for each transaction');
  });
}
