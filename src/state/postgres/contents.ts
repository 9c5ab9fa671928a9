import {canonicalJson, sha256} from '../../json/canonical';
import {parseJson} from '../../json/parse';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {toMonitorJson} from '../format/monitor';
import type {Refusals} from '../format/refusals';
import {writeCompact} from '../format/signed-text';
import {decodeHeader, readMonitors, toRootJson} from '../format/state';
import {factsOf, type RecordedMonitor, type State, type StateVersion, type StoredState} from '../state';

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

/** A record as its row holds it: apart from the others, so that a plan reads the bodies of few. */
export interface RecordTexts {
  /** Everything but the bodies, and what is asked about all bodies at once. */
  readonly outline: string;
  /** What was sent, and what was answered. */
  readonly bodies: string;
  /** Of the bodies: what the sum counts, so that it can be checked without them. */
  readonly bodiesHash: string;
}

/** A row; null where there is none. */
export type RecordRow = readonly [key: string, record: RecordTexts | null];

/** A row as far as the sum counts it. */
export type SummedRow = readonly [key: string, record: Omit<RecordTexts, 'bodies'> | null];

/** The sum over no record. */
export const NO_RECORDS = '0'.repeat(64);

const MODULUS = 1n << 256n;

/** A record as the texts of its row. */
export function writeRecord(record: RecordedMonitor): RecordTexts {
  const {applied = null, observed = null, ...outline} = toMonitorJson(record);
  return toTexts(writeCompact({facts: {...factsOf(record)}, record: outline}), writeCompact({applied, observed}));
}

/** The texts of a row that was read whole. */
export function toTexts(outline: string, bodies: string): RecordTexts {
  return {outline, bodies, bodiesHash: sha256(bodies)};
}

/** Adds the hashes of some records to a sum, and takes those of others away. */
export function addUp(sum: string, added: readonly SummedRow[], removed: readonly SummedRow[] = []): string {
  let total = BigInt(`0x${sum}`);
  for (const row of added) total += hashRow(row);
  for (const row of removed) total -= hashRow(row);
  return (((total % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(64, '0');
}

function hashRow([key, record]: SummedRow): bigint {
  return record === null ? 0n : BigInt(`0x${sha256(`${JSON.stringify(key)}:${record.bodiesHash}:${record.outline}`)}`);
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
export function readContents(summary: StoredSummary, rows: readonly RecordRow[], refusals: Refusals): StoredState {
  const there = rows.filter(([, record]) => record !== null);
  const {state, version} = readHeader(summary, there, refusals);
  const values = there.map(([key, record]): [string, JsonValue] => {
    const outline = parseObject(record?.outline ?? '');
    const bodies = parseObject(record?.bodies ?? '');
    if (outline === null || bodies === null) throw refusals.malformed(`the record of "${key}" is not JSON`);
    const {record: members} = outline;
    return [key, isObject(members) ? {...members, ...bodies} : null];
  });
  return {state: {...state, monitors: readMonitors(values, refusals)}, version};
}

/** A summary of a state that is there. */
export type StoredSummary = Summary & {readonly root: string};

/** The state without its records; throws a `UserError` where these rows are not just those that the summary stands for. */
export function readHeader({root, monitors, sum, checksum}: StoredSummary, rows: readonly SummedRow[], refusals: Refusals): StoredState {
  const value = parseObject(root);
  if (value === null) throw refusals.malformed('its members are not a JSON object');
  if (rows.length !== monitors || addUp(NO_RECORDS, rows) !== sum || sign(root, monitors, sum) !== checksum)
    throw refusals.checksum('wrong');
  return decodeHeader(value, checksum, refusals);
}

/** A JSON object; null for another text. */
export function parseObject(text: string): JsonObject | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

/** Compares the records of two states; those that are one object are the same. */
export function listChanges(before: State['monitors'], after: State['monitors']): RecordRow[] {
  const changes: RecordRow[] = [];
  for (const [key, record] of after) {
    const old = before.get(key);
    if (old === record) continue;
    const texts = writeRecord(record);
    const oldTexts = old === undefined ? null : writeRecord(old);
    if (texts.outline !== oldTexts?.outline || texts.bodiesHash !== oldTexts.bodiesHash) changes.push([key, texts]);
  }
  for (const key of before.keys()) if (!after.has(key)) changes.push([key, null]);
  return changes;
}
