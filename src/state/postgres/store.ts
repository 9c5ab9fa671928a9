import {realDisk} from '../file/disk';
import {FORGETFUL, LastSeen} from '../shared/last-seen';
import type {SharedStoreOptions} from '../shared/options';
import {SharedRefusals} from '../shared/refusals';
import type {SharedStateStore} from '../shared/store';
import {type PostgresAddress, readPostgresAddress, showServer} from './address';
import {listBackups, readBackup} from './backups';
import {Connection} from './connection';
import {type Owner, readHead} from './head';
import {initialize} from './initialize';
import {lookBack, readHolder, removeLock, takeLock} from './lock';
import {LockedPostgres} from './locked-store';
import {readForLooking} from './read';
import {type OpenSession, openPgSession} from './session';
import {tablesOf} from './tables';

/** The tables of a store, and what every store on a server needs. */
export interface PostgresStoreOptions extends SharedStoreOptions {
  /** As the config names it, with its schema where it has one. */
  readonly table: string;
  /** How to open a connection; a real one when left out. */
  readonly open?: OpenSession;
}

/** Opens the state in a PostgreSQL database. Throws where the address can't be used; connects when it is read or locked. */
export function openPostgresStore(options: PostgresStoreOptions): SharedStateStore {
  const {table, project, environment, tool, world, host, env, rescueBeside} = options;
  const address: PostgresAddress = readPostgresAddress(env);
  const owner: Owner = {tables: tablesOf(table), project, environment};
  const place = `the PostgreSQL table "${table}" at ${showServer(address)}`;
  const refusals = new SharedRefusals({
    shown: place,
    project,
    environment,
    soundBackup: () => null,
    canRecover: options.canRecover ?? false,
  });
  const parts = {address, open: options.open ?? openPgSession, world, refusals};
  const connection = new Connection(parts);
  const seen = new LastSeen(options.memory ?? FORGETFUL);
  const common = {connection, owner, refusals, world, host, tool, seen};
  const rescue = {disk: realDisk, world, platform: host.platform, stateFile: rescueBeside, fallback: env['RUNNER_TEMP']};
  return {
    backend: 'postgres',
    place,
    read: choose =>
      connection.transact('look', async run =>
        readForLooking(run, owner, lookBack(await readHead(run, owner, refusals), seen), refusals, choose),
      ),
    lock: async () => new LockedPostgres({...common, rescue}, await takeLock(common)),
    initialize: () => initialize(connection, owner, parts),
    // What copies a server has, it does not tell.
    findMissingSafeguard: async () => null,
    readHolder: () => readHolder(common),
    unlock: id => removeLock(common, id),
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
