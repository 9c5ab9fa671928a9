import {isObject, parseJson} from '../../core/json/value';
import {decodeHolder, decodeMigration, refuseLayout} from '../../core/state/remote/head';
import type {Lock} from '../../core/state/remote/lock';
import type {SharedRefusals} from '../../core/state/remote/refusals';
import type {Migration} from '../../core/state/remote/store';
import type {Summary} from './contents';
import {refuseStandby} from './errors';
import type {OwnRows} from './rows';
import type {SqlRow, SqlValue} from './session';

/** The layout of the tables that this tool reads and writes. */
export const LAYOUT = 1;

/** The row that decides: lock, version and checksums of one state. */
export interface Head extends Summary, Lock {
  /** The server is another one than when this was written, or the row was not written by the transaction that it names. */
  readonly isInDoubt: boolean;
  /** The server that answered: its identifier and its timeline. */
  readonly here: string;
  /** Raised with each write of the state. */
  readonly writes: number;
  readonly journalLines: number;
  /** The checksum of the journal's last line; empty where there is no journal. */
  readonly journalLast: string;
  readonly migration: Migration | null;
}

/** A server's identifier, and its timeline: that of a promoted or restored one differs. */
export const HERE = `CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE (SELECT system_identifier FROM pg_control_system())::text || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`;

/** The transaction that writes a row; a copy of the row, from a dump, was written by another one. */
export const WRITER = `pg_current_xact_id()::xid::text`;

/** Reads the row; with `hold`, no other transaction changes anything of this state until this one ends. */
export async function readHead({run, tables, refusals}: OwnRows, hold = false): Promise<Head> {
  const [row] = await run(
    `SELECT layout, fence, holder, unclean, server, written_by = xmin::text AS genuine, ${HERE} AS here, writes, root, serial, monitors, sum,
     checksum, journal_lines, journal_last, migration FROM ${tables.heads} WHERE project = $1 AND environment = $2${hold ? ' FOR UPDATE' : ''}`,
  );
  if (row === undefined) throw refusals.notInitialized();
  const layout = toNumber(row['layout']);
  if (layout > LAYOUT) throw refuseLayout(layout, LAYOUT, refusals);
  const head = toHead(row, refusals);
  if (head.here === 'standby') throw refuseStandby(refusals);
  return head;
}

function toHead(row: SqlRow, refusals: SharedRefusals): Head {
  const text = (name: string) => row[name] ?? null;
  const {here} = row;
  return {
    fence: toNumber(row['fence']),
    holder: decodeHolder(text('holder')),
    unclean: row['unclean'] === 't',
    isInDoubt: row['server'] !== here || row['genuine'] !== 't',
    here: here ?? '',
    writes: toNumber(row['writes']),
    root: text('root'),
    serial: toNumber(row['serial']),
    monitors: toNumber(row['monitors']),
    sum: row['sum'] ?? '',
    checksum: text('checksum'),
    journalLines: toNumber(row['journal_lines']),
    journalLast: row['journal_last'] ?? '',
    migration: decodeMigration(text('migration'), refusals),
  };
}

/** The columns of a head that a write may change. */
export interface HeadChanges {
  readonly fence?: number;
  readonly holder?: string | null;
  readonly unclean?: boolean;
  readonly server?: string;
  readonly writes?: number;
  readonly root?: string | null;
  readonly serial?: number;
  readonly monitors?: number;
  readonly sum?: string;
  readonly checksum?: string | null;
  readonly journal_lines?: number;
  readonly journal_last?: string;
  readonly migration?: string | null;
}

/** Changes the row, which the transaction holds. */
export async function updateHead({run, tables}: OwnRows, changes: HeadChanges): Promise<void> {
  const names = Object.keys(changes) as (keyof HeadChanges)[];
  const settings = [`written_by = ${WRITER}`, ...names.map((name, index) => `${name} = $${index + 3}`)];
  const values = names.map((name): SqlValue => changes[name] ?? null);
  await run(`UPDATE ${tables.heads} SET ${settings.join(', ')} WHERE project = $1 AND environment = $2`, ...values);
}

/** The lineage of the state that a head stands for; null where nothing is stored. */
export function lineageOf({root}: Pick<Head, 'root'>): string | null {
  const value = parseJson(root ?? '');
  return isObject(value) && typeof value['lineage'] === 'string' ? value['lineage'] : null;
}

/** A whole number as the server writes it. */
export function toNumber(text: string | null | undefined): number {
  return Number(text ?? 0);
}
