import {type PostgresAddress, readPostgresAddress, showServer} from '../../core/state/addresses/postgres';
import {type SharedStoreOptions, toSharedParts} from '../../core/state/remote/options';
import {noteRead} from '../../core/state/remote/read';
import type {SharedStateStore} from '../../core/state/remote/store';
import {listBackups, readBackup} from './backups';
import {Connection} from './connection';
import {type Owner, readHead} from './head';
import {initialize} from './initialize';
import {lookBack, type PostgresParts, readHolder, removeLock, takeLock} from './lock';
import {LockedPostgres} from './locked-store';
import {readForLooking} from './read';
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
  const address: PostgresAddress = readPostgresAddress(env);
  const owner: Owner = {tables: tablesOf(table), project, environment};
  const place = `the PostgreSQL table "${table}" at ${showServer(address)}`;
  const common = toSharedParts(options, place, 'postgres');
  const {refusals, seen} = common;
  const access = {address, open: options.open ?? openPgSession, world, refusals};
  const connection = new Connection(access);
  const parts: PostgresParts = {...common, connection, owner};
  return {
    backend: 'postgres',
    place,
    read: async choose =>
      noteRead(
        seen,
        await connection.transact('look', async run =>
          readForLooking(run, owner, lookBack(await readHead(run, owner, refusals), seen), refusals, choose),
        ),
      ),
    lock: async () => new LockedPostgres(parts, await takeLock(parts)),
    initialize: (migration = null) => initialize(connection, owner, access, migration),
    // A server does not tell which copies it has.
    findMissingSafeguard: async () => null,
    readHolder: () => readHolder(parts),
    unlock: id => removeLock(parts, id),
    listBackups: () =>
      connection.transact('look', async run => {
        await readHead(run, owner, refusals);
        return listBackups(run, owner);
      }),
    readBackup: serial =>
      connection.transact('look', async run => {
        await readHead(run, owner, refusals);
        return readBackup(run, owner, serial, refusals);
      }),
    readMigration: async () => (await connection.transact('look', run => readHead(run, owner, refusals))).migration,
    close: () => connection.close(),
  };
}
