import {readPostgresAddress, showServer} from '../../core/state/addresses/postgres';
import {type SharedStoreOptions, toSharedParts} from '../../core/state/remote/options';
import {noteRead} from '../../core/state/remote/read';
import type {SharedStateStore} from '../../core/state/remote/store';
import {listBackups, readBackup} from './backups';
import {Connection} from './connection';
import {readHead} from './head';
import {initialize} from './initialize';
import {lookBack, type PostgresParts, readHolder, removeLock, takeLock} from './lock';
import {LockedPostgres} from './locked-store';
import {readForLooking} from './read';
import {type OwnRows, transact} from './rows';
import {type OpenSession, openPgSession} from './session';
import {tablesOf} from './tables';

/** The tables of a store, and what every store on a server needs. */
export interface PostgresStoreOptions extends SharedStoreOptions {
  /** As the config names it, with its schema where it has one. */
  readonly table: string;
  /** Opens a connection; a real one when left out. */
  readonly open?: OpenSession;
}

/** Opens the state in a PostgreSQL database. Throws where the address can't be used; connects when it is read or locked. */
export function openPostgresStore(options: PostgresStoreOptions): SharedStateStore {
  const {table, project, environment, world, env} = options;
  const address = readPostgresAddress(env);
  const owner = {tables: tablesOf(table), project, environment};
  const place = `the PostgreSQL table "${table}" at ${showServer(address)}`;
  const common = toSharedParts(options, place, 'postgres');
  const {refusals, seen, outline} = common;
  const access = {address, open: options.open ?? openPgSession, world, refusals};
  const connection = new Connection(access);
  const parts: PostgresParts = {...common, connection, owner};
  const look = <T>(act: (rows: OwnRows) => Promise<T>) => transact(parts, 'look', act);
  return {
    backend: refusals.backend,
    place,
    read: async choose =>
      noteRead(seen, await look(async rows => readForLooking(rows, lookBack(await readHead(rows), seen), outline, choose)), refusals),
    lock: async () => new LockedPostgres(parts, await takeLock(parts)),
    initialize: (migration = null) => initialize(parts, access, migration),
    // A server does not tell which copies it has.
    findMissingSafeguard: async () => null,
    readHolder: () => readHolder(parts),
    unlock: id => removeLock(parts, id),
    listBackups: () =>
      look(async rows => {
        await readHead(rows);
        return listBackups(rows);
      }),
    readBackup: serial =>
      look(async rows => {
        await readHead(rows);
        return readBackup(rows, serial);
      }),
    readMigration: async () => (await look(rows => readHead(rows))).migration,
    close: () => connection.close(),
  };
}
