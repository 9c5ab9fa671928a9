import {canonicalJson, sha256} from '../../core/json/canonical';
import {isObject, type JsonObject, type JsonValue, parseJson} from '../../core/json/value';
import {toMonitorJson} from '../../core/state/format/monitor';
import type {Refusals} from '../../core/state/format/refusals';
import {writeCompact} from '../../core/state/format/signed-text';
import {decodeHeader, readMonitors, toRootJson} from '../../core/state/format/state';
import {factsOf, type RecordedMonitor, type State, type StateVersion, type StoredState} from '../../core/state/state';

/** Summary of a whole state in one row: its members but the monitors, and a sum over these. */
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
  /** Bodies that were sent, and that were answered. */
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

const HASH_BYTES = 32;
const MODULUS = 1n << BigInt(8 * HASH_BYTES);

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
  return toSum(total);
}

function toSum(total: bigint): string {
  return (((total % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(64, '0');
}

/** `readRowHashes` lets the server work out the same. */
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

/** The state of a summary and its records, some at a time; throws a `UserError` where they do not belong together. */
export async function readContents(summary: StoredSummary, pages: Pages<RecordRow>, refusals: Refusals): Promise<StoredState> {
  const values: [string, JsonValue][] = [];
  const sum = new RowSum();
  for await (const page of pages) {
    sum.add(page);
    for (const [key, record] of page) if (record !== null) values.push([key, parseRecord(record)]);
  }
  const {state, version} = readHeader(summary, sum, refusals);
  return {state: {...state, monitors: readMonitors(values, refusals)}, version};
}

/** Rows, some at a time: the texts of all at once would take several times the memory of the state. */
type Pages<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Null for texts that are not those of a record. */
export function parseRecord({outline, bodies}: Omit<RecordTexts, 'bodiesHash'>): JsonValue {
  const {record} = parseObject(outline) ?? {};
  const sent = parseObject(bodies);
  return isObject(record) && sent !== null ? {...record, ...sent} : null;
}

/** A summary of a state that is there. */
export type StoredSummary = Summary & {readonly root: string};

/** The sum over rows that are read. */
export class RowSum {
  private rows = 0;
  private sum = NO_RECORDS;

  add(page: readonly SummedRow[]): void {
    this.rows += page.filter(([, record]) => record !== null).length;
    this.sum = addUp(this.sum, page);
  }

  /** Adds rows by their hashes, as the server works them out: 32 bytes each, one after the other. */
  addHashes(hashes: Buffer): void {
    this.rows += hashes.length / HASH_BYTES;
    const lanes = new Float64Array(HASH_BYTES / 4);
    // Sums of four bytes each are exact up to two million rows.
    for (let at = 0; at < hashes.length; at += 4) lanes[(at % HASH_BYTES) / 4]! += hashes.readUInt32BE(at);
    const total = lanes.reduce((sum, lane) => (sum << 32n) + BigInt(lane), 0n);
    this.sum = toSum(BigInt(`0x${this.sum}`) + total);
  }

  /** Whether just these rows are what a summary stands for. */
  isOf({root, monitors, sum, checksum}: StoredSummary): boolean {
    return this.rows === monitors && this.sum === sum && sign(root, monitors, sum) === checksum;
  }
}

/** The state without its records; throws a `UserError` where the rows that were read are not just those that the summary stands for. */
export function readHeader(summary: StoredSummary, rows: RowSum, refusals: Refusals): StoredState {
  const value = parseObject(summary.root);
  if (value === null) throw refusals.malformed('its members are not a JSON object');
  if (!rows.isOf(summary)) throw refusals.checksum('wrong');
  return decodeHeader(value, summary.checksum ?? '', refusals);
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
