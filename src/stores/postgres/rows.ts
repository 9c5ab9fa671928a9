import type {Run} from './connection';
import {type RecordRow, type RecordTexts, toTexts} from './contents';
import type {Owner} from './head';
import type {SqlRow} from './session';

const ROWS_AT_ONCE = 5000;

/** Reads some columns of all records of a state, sorted by key. */
export async function* readPages<Row extends readonly [key: string, ...unknown[]]>(
  run: Run,
  {tables, project, environment}: Owner,
  columns: string,
  toRow: (row: SqlRow) => Row,
): AsyncGenerator<readonly Row[]> {
  for (let after: string | null = null; ; ) {
    const rows = await run(
      `SELECT key, ${columns} FROM ${tables.monitors}
       WHERE project = $1 AND environment = $2 AND ($3::text IS NULL OR key > $3) ORDER BY key LIMIT ${ROWS_AT_ONCE}`,
      [project, environment, after],
    );
    const page = rows.map(toRow);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < ROWS_AT_ONCE) return;
    [after] = last;
  }
}

/** A row with its record, or with none. */
export function toRecordRow({key, outline, bodies}: SqlRow): RecordRow {
  return [key ?? '', typeof outline !== 'string' ? null : toTexts(outline, bodies ?? '')];
}

/** A row as far as the sum counts it. */
export function toSummedRow({key, outline, bodies_hash}: SqlRow): readonly [key: string, record: Omit<RecordTexts, 'bodies'>] {
  return [key ?? '', {outline: outline ?? '', bodiesHash: bodies_hash ?? ''}];
}
