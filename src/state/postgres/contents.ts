import {canonicalJson, sha256} from '../../json/canonical';
import {parseJson} from '../../json/parse';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {toMonitorJson} from '../format/monitor';
import type {Refusals} from '../format/refusals';
import {writeCompact} from '../format/signed-text';
import {decodeStateValue, toRootJson} from '../format/state';
import type {RecordedMonitor, State, StateVersion, StoredState} from '../state';

/** What stands for a whole state in one row: its members but the monitors, and a sum over these. */
export interface Summary {
  /** The members as canonical JSON; null where nothing is stored. */
  readonly root: string | null;
  readonly serial: number;
  readonly monitors: number;
  /** The sum of the hashes of all records, 64 hexadecimal digits: a change of one record needs that record alone. */
  readonly sum: string;
  readonly checksum: string | null;
}

/** A record as its row holds it; null where there is none. */
export type RecordRow = readonly [key: string, record: string | null];

/** The sum over no record. */
export const NO_RECORDS = '0'.repeat(64);

const MODULUS = 1n << 256n;

/** A record as text. */
export function writeRecord(record: RecordedMonitor): string {
  return writeCompact(toMonitorJson(record));
}

/** Adds the hashes of some records to a sum, and takes those of others away. */
export function addUp(sum: string, added: readonly RecordRow[], removed: readonly RecordRow[] = []): string {
  let total = BigInt(`0x${sum}`);
  for (const row of added) total += hashRow(row);
  for (const row of removed) total -= hashRow(row);
  return (((total % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(64, '0');
}

function hashRow([key, record]: RecordRow): bigint {
  return record === null ? 0n : BigInt(`0x${sha256(`${JSON.stringify(key)}:${record}`)}`);
}

/** The summary of a state whose records have this sum. */
export function summarize(state: State, sum: string): Summary & {readonly root: string; readonly checksum: string} {
  const root = canonicalJson(toRootJson(state));
  const monitors = state.monitors.size;
  return {root, serial: state.serial, monitors, sum, checksum: sign(root, monitors, sum)};
}

/** The version that a summary stands for. */
export function versionOf({lineage, serial}: State, {checksum}: {readonly checksum: string}): StateVersion {
  return {lineage, serial, checksum};
}

function sign(root: string, monitors: number, sum: string): string {
  return `sha256:${sha256(`${root}\n${monitors}\n${sum}`)}`;
}

/** The state of a summary and its records; throws a `UserError` where they do not belong together. */
export function readContents(
  {root, monitors, sum, checksum}: Summary & {readonly root: string},
  rows: readonly RecordRow[],
  refusals: Refusals,
): StoredState {
  const there = rows.filter(([, record]) => record !== null);
  const value = parseJson(root);
  if (!isObject(value)) throw refusals.malformed('its members are not a JSON object');
  if (there.length !== monitors || addUp(NO_RECORDS, there) !== sum || sign(root, monitors, sum) !== checksum)
    throw refusals.checksum('wrong');
  return decodeStateValue({...value, monitors: parseRecords(there, refusals)}, checksum, refusals);
}

function parseRecords(rows: readonly RecordRow[], refusals: Refusals): JsonObject {
  const records: Record<string, JsonValue> = Object.create(null);
  for (const [key, record] of rows) {
    const value = parseJson(record ?? '');
    if (value === undefined) throw refusals.malformed(`the record of "${key}" is not JSON`);
    records[key] = value;
  }
  return records;
}

/** What turns one state's records into another's. */
export interface RecordChanges {
  /** The new records; null for those that go. */
  readonly after: readonly RecordRow[];
  /** What they replace; null for those that are new. */
  readonly before: readonly RecordRow[];
}

/** Compares the records of two states; those that are one object are the same. */
export function compareRecords(before: State['monitors'], after: State['monitors']): RecordChanges {
  const changes: {after: RecordRow[]; before: RecordRow[]} = {after: [], before: []};
  for (const [key, record] of after) {
    const old = before.get(key);
    if (old === record) continue;
    const texts = [old === undefined ? null : writeRecord(old), writeRecord(record)] as const;
    if (texts[0] === texts[1]) continue;
    changes.before.push([key, texts[0]]);
    changes.after.push([key, texts[1]]);
  }
  for (const [key, record] of before) {
    if (after.has(key)) continue;
    changes.before.push([key, writeRecord(record)]);
    changes.after.push([key, null]);
  }
  return changes;
}
