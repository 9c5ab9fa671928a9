import type {SharedRefusals} from '../../core/state/remote/refusals';
import type {Connection, ConnectionPurpose} from './connection';
import {type RecordRow, type RecordTexts, toTexts} from './contents';
import type {SqlRow, SqlValue} from './session';
import type {Tables} from './tables';

/** Keys of the rows that are a state's. */
interface Owner {
  readonly tables: Tables;
  readonly project: string;
  readonly environment: string;
}

/** A transaction on the rows of one state. */
export interface OwnRows {
  readonly tables: Tables;
  readonly refusals: SharedRefusals;
  /** Sends one statement. Its first two values are project and environment. */
  readonly run: (text: string, ...more: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
}

/** Parts of a transaction on the rows of one state. */
export interface RowParts {
  readonly connection: Connection;
  readonly owner: Owner;
  readonly refusals: SharedRefusals;
}

/** Runs `act` in a transaction; see `Connection.transact`. */
export function transact<T>(
  {connection, owner, refusals}: RowParts,
  purpose: ConnectionPurpose,
  act: (rows: OwnRows) => Promise<T>,
): Promise<T> {
  const {tables, project, environment} = owner;
  return connection.transact(purpose, run => act({tables, refusals, run: (text, ...more) => run(text, [project, environment, ...more])}));
}

const ROWS_AT_ONCE = 5000;

/** Reads some columns of all records of a state, sorted by key. */
export async function* readPages<Row extends readonly [key: string, ...unknown[]]>(
  {run, tables}: OwnRows,
  columns: string,
  toRow: (row: SqlRow) => Row,
): AsyncGenerator<readonly Row[]> {
  for (let after: string | null = null; ; ) {
    const rows = await run(
      `SELECT key, ${columns} FROM ${tables.monitors}
       WHERE project = $1 AND environment = $2 AND ($3::text IS NULL OR key > $3) ORDER BY key LIMIT ${ROWS_AT_ONCE}`,
      after,
    );
    const page = rows.map(toRow);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < ROWS_AT_ONCE) return;
    [after] = last;
  }
}

/** The hashes of all records of a state as its rows are now, which `contents.ts` adds up: 32 bytes each, in no order. */
export async function readRowHashes({run, tables}: OwnRows): Promise<Buffer> {
  const [row] = await run(
    `SELECT encode(string_agg(sha256(convert_to(to_json(key)::text || ':' || bodies_hash || ':' || outline, 'UTF8')), ''), 'hex') AS hashes
     FROM ${tables.monitors} WHERE project = $1 AND environment = $2`,
  );
  return Buffer.from(row?.['hashes'] ?? '', 'hex');
}

/** A row with its record, or with none. */
export function toRecordRow({key, outline, bodies}: SqlRow): RecordRow {
  return [key ?? '', typeof outline !== 'string' ? null : toTexts(outline, bodies ?? '')];
}

/** A row as far as the sum counts it. */
export function toSummedRow({key, outline, bodies_hash}: SqlRow): readonly [key: string, record: Omit<RecordTexts, 'bodies'>] {
  return [key ?? '', {outline: outline ?? '', bodiesHash: bodies_hash ?? ''}];
}
