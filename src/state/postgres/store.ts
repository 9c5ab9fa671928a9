import type {World} from '../../context';
import {realDisk} from '../file/disk';
import type {HostFacts} from '../file/host';
import {FORGETFUL, LastSeen, type Memory} from '../shared/last-seen';
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

/** The tables of a store, their owner, and what the store takes from the world. */
export interface PostgresStoreOptions {
  /** As the config names it, with its schema where it has one. */
  readonly table: string;
  readonly project: string;
  readonly environment: string;
  /** The tool's version. */
  readonly tool: string;
  readonly world: World;
  readonly host: HostFacts;
  /** Holds the address, and where a rescue file may go. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that a rescue file is put beside: `monitors.state.json` of the project. */
  readonly rescueBeside: string;
  /** The service can be asked what it holds: a lost state can be rebuilt. */
  readonly canRecover?: boolean;
  /** What this machine remembers of this state; nothing when left out. */
  readonly memory?: Memory;
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
