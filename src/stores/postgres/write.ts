import {KEPT_BACKUPS} from '../../core/state/remote/backups';
import type {State, StoredState} from '../../core/state/state';
import {addUp, NO_RECORDS, type RecordRow, type RecordTexts, type SummedRow, summarize, versionOf} from './contents';
import {type Head, updateHead} from './head';
import {readJournalLines} from './read';
import {type OwnRows, toSummedRow} from './rows';

const ROWS_AT_ONCE = 1000;

/** A state to be written, and how its records differ from those that are there. */
export interface StateWrite {
  readonly next: State;
  readonly after: readonly RecordRow[];
  /** Nothing of what is there is trusted: all records are written and summed up from the first. */
  readonly isWhole: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Writes the records that changed, keeps those that they replace, and raises the head; the transaction holds it. */
export async function writeState(rows: OwnRows, head: Head, {next, after, isWhole, at}: StateWrite): Promise<StoredState> {
  const write = head.writes + 1;
  if (head.root !== null) await keepSummary(rows, head, write, at);
  const before: SummedRow[] = [];
  for (let from = 0; from < after.length; from += ROWS_AT_ONCE) {
    before.push(...(await putRecords(rows, write, head.root !== null, after.slice(from, from + ROWS_AT_ONCE))));
  }
  await dropOldBackups(rows, write - KEPT_BACKUPS);
  const there = after.filter(([, record]) => record !== null);
  const sum = isWhole ? addUp(NO_RECORDS, there) : addUp(head.sum, there, before);
  const summary = summarize(next, sum);
  const {root, serial, monitors, checksum} = summary;
  await updateHead(rows, {writes: write, root, serial, monitors, sum, checksum});
  return {state: next, version: versionOf(next, summary)};
}

/** The journal goes along: with it, the state lacks nothing of what the run that replaced it did. */
async function keepSummary(rows: OwnRows, head: Head, write: number, at: string): Promise<void> {
  const {root, serial, monitors, sum, checksum, journalLines} = head;
  const journal = journalLines === 0 ? null : (await readJournalLines(rows)).join('\n');
  await rows.run(
    `INSERT INTO ${rows.tables.backups} (project, environment, write, replaced_at, journal, root, serial, monitors, sum, checksum)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    ...[write, at, journal, root, serial, monitors, sum, checksum],
  );
}

/** Writes some records; returns those that they replace. */
async function putRecords({run, tables}: OwnRows, write: number, isKept: boolean, after: readonly RecordRow[]): Promise<SummedRow[]> {
  const keys = after.map(([key]) => key);
  const isOurs = `project = $1 AND environment = $2 AND key = ANY ($3::text[])`;
  const before = await run(`SELECT key, outline, bodies_hash FROM ${tables.monitors} WHERE ${isOurs}`, keys);
  if (isKept) {
    await run(
      `INSERT INTO ${tables.replaced} (project, environment, write, key, outline, bodies)
       SELECT $1, $2, $4::bigint, t.key, m.outline, m.bodies FROM unnest($3::text[]) AS t(key)
       LEFT JOIN ${tables.monitors} AS m ON m.project = $1 AND m.environment = $2 AND m.key = t.key`,
      ...[keys, write],
    );
  }
  const gone = after.filter(([, record]) => record === null).map(([key]) => key);
  if (gone.length > 0) await run(`DELETE FROM ${tables.monitors} WHERE ${isOurs}`, gone);
  const there = after.flatMap(([key, record]) => (record === null ? [] : [{key, ...record}]));
  if (there.length > 0) {
    // Lists of long texts take the client a while to write; compact JSON has no line ends.
    const lines = (name: keyof RecordTexts) => there.map(record => record[name]).join('\n');
    await run(
      `INSERT INTO ${tables.monitors} (project, environment, key, outline, bodies, bodies_hash) SELECT $1, $2, * FROM
       unnest($3::text[], string_to_array($4, E'\\n'), string_to_array($5, E'\\n'), string_to_array($6, E'\\n'))
       ON CONFLICT (project, environment, key)
       DO UPDATE SET outline = excluded.outline, bodies = excluded.bodies, bodies_hash = excluded.bodies_hash`,
      ...[there.map(({key}) => key), lines('outline'), lines('bodies'), lines('bodiesHash')],
    );
  }
  return before.map(toSummedRow);
}

async function dropOldBackups({run, tables}: OwnRows, upTo: number): Promise<void> {
  if (upTo < 1) return;
  for (const table of [tables.replaced, tables.backups]) {
    await run(`DELETE FROM ${table} WHERE project = $1 AND environment = $2 AND write <= $3`, upTo);
  }
}
