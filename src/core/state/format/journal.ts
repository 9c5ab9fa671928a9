import {assertNever} from '../../base/assert-never';
import {sha256} from '../../json/canonical';
import {isObject, type JsonObject, type JsonValue, parseJson} from '../../json/value';
import type {JournalContent, JournaledCreate, JournaledEdit, JournaledWork, JournalRecord} from '../journal';
import {advanceOperation, sortWork, startOperation} from '../journaled-work';
import {readJournalRecord} from './journal-record';

/** The newest journal format that this tool reads and the one that it writes. */
const JOURNAL_VERSION = 1;

/** The first record of a journal: the state that it continues. */
export interface JournalHeader {
  readonly lineage: string;
  readonly serial: number;
  readonly tool: string;
}

/** Result of decoding a journal: its content, or the place of the first line that is not as it was written. */
export type DecodedJournal =
  | {
      readonly kind: 'sound';
      readonly content: JournalContent;
      /** The checksum of the last sound line: what the next line continues. */
      readonly last: string;
      /** Bytes up to the end of the last sound line. */
      readonly soundBytes: number;
      /** The last sound line has no line end yet. */
      readonly unended: boolean;
    }
  | {readonly kind: 'newer'; readonly tool: string; readonly version: number}
  | {readonly kind: 'damaged'; readonly line: number; readonly what: string};

const PREFIX = '{"checksum":"';
const BETWEEN = '","record":';
const HEX = 64;
const START = PREFIX.length + HEX + BETWEEN.length;

/**
 * Writes records as lines, one each. A line's checksum covers the line before it too, so that a line that was lost,
 * merged in or moved shows. `last` is the checksum that the first of these continues; empty for the header.
 */
export function encodeLines(
  records: readonly (JournalRecord | JsonObject)[],
  last: string,
): {readonly text: string; readonly last: string} {
  let previous = last;
  let text = '';
  for (const record of records) {
    const json = JSON.stringify(record);
    previous = sha256(previous + json);
    text += `${PREFIX}${previous}${BETWEEN}${json}}\n`;
  }
  return {text, last: previous};
}

/** The header as a record. */
export function encodeHeader({lineage, serial, tool}: JournalHeader): JsonObject {
  return {format: 'monitors-journal', version: JOURNAL_VERSION, tool, lineage, serial};
}

/** A whole journal: header, then records. */
export function encodeJournal(header: JournalHeader, creates: readonly JournaledCreate[]): {readonly text: string; readonly last: string} {
  return encodeLines([encodeHeader(header), ...creates.flatMap(toRecords)], '');
}

/** The records of a folded operation, to start a new journal with. */
export function toRecords({
  intent,
  phase,
  attempt,
  firstSentAt,
  lastSentAt,
  error,
  done,
}: JournaledCreate | JournaledEdit): JournalRecord[] {
  switch (phase) {
    case 'intent':
      return [intent];
    case 'done':
      if (done === undefined) throw new Error(`operation ${intent.opId} is done and has no record that says so`);
      return [intent, done];
    case 'sending':
    case 'unknown':
    case 'dropped': {
      const progress = {opId: intent.opId, key: intent.key, runId: intent.runId, phase, attempt, firstSentAt, lastSentAt};
      return [intent, error === undefined ? progress : {...progress, error}];
    }
    default:
      return assertNever(phase);
  }
}

/**
 * Reads the bytes of a journal. A last line without its end that does not verify is torn: nothing was sent on its
 * strength, because a record counts only once it is on disk. Any other line that does not verify is damage.
 */
export function decodeJournal(bytes: Uint8Array): DecodedJournal {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const collected = new JournalBuilder();
  let last = '';
  let from = 0;
  for (let line = 1; from < buffer.length; line += 1) {
    const end = buffer.indexOf(0x0a, from);
    const to = end === -1 ? buffer.length : end;
    // Git on Windows may have made the line ends of a committed journal CRLF.
    const text = buffer.toString('utf8', from, end !== -1 && buffer[to - 1] === 0x0d ? to - 1 : to);
    const record = verifyLine(text, last);
    if (record === null) {
      if (end === -1) return {kind: 'sound', content: collected.finish(true), last, soundBytes: from, unended: false};
      const what = /^(?:<{7}|={7}|>{7})/.test(text) ? 'it is a git conflict marker' : 'it does not match its checksum';
      return {kind: 'damaged', line, what};
    }
    const problem = collected.add(record.value);
    if (problem?.kind === 'newer') return problem;
    if (problem !== null) return {kind: 'damaged', line, what: problem.what};
    last = record.checksum;
    from = end === -1 ? buffer.length : end + 1;
    if (end === -1) return {kind: 'sound', content: collected.finish(false), last, soundBytes: from, unended: true};
  }
  return {kind: 'sound', content: collected.finish(false), last, soundBytes: from, unended: false};
}

function verifyLine(line: string, previous: string): {readonly value: JsonValue; readonly checksum: string} | null {
  if (!line.startsWith(PREFIX) || line.slice(START - BETWEEN.length, START) !== BETWEEN || !line.endsWith('}')) return null;
  const checksum = line.slice(PREFIX.length, PREFIX.length + HEX);
  const json = line.slice(START, -1);
  if (sha256(previous + json) !== checksum) return null;
  const value = parseJson(json);
  return value === undefined ? null : {value, checksum};
}

/** Reads whatever lines still are records, whether or not they verify: for `state verify`. */
export function salvageJournal(bytes: Uint8Array): {readonly content: JournalContent; readonly unreadable: readonly number[]} {
  const collected = new JournalBuilder();
  const unreadable: number[] = [];
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n');
  lines.forEach((line, index) => {
    if (line === '') return;
    const record = parseJson(line);
    const value = isObject(record) ? record['record'] : undefined;
    if (value === undefined || collected.add(value) !== null) unreadable.push(index + 1);
  });
  return {content: collected.finish(false), unreadable};
}

/** Gathers records, oldest first; null where one does not follow from those before it. */
export function collectWork(records: readonly JournalRecord[]): JournaledWork | null {
  const collected = new JournalBuilder();
  for (const record of records) if (collected.addRecord(record) !== null) return null;
  const {creates, edits} = collected.finish(false);
  return {creates, edits};
}

type RecordProblem =
  | {readonly kind: 'wrong'; readonly what: string}
  | {readonly kind: 'newer'; readonly tool: string; readonly version: number};

/** Gathers records into operations; the newest record of an operation holds. */
class JournalBuilder {
  private base: {readonly lineage: string; readonly serial: number} | null = null;
  private readonly work = new Map<string, JournaledCreate | JournaledEdit>();
  /** Operations with a request whose outcome was left open: no later refusal proves that nothing was carried out. */
  private readonly doubted = new Set<string>();

  /** Takes in one line's record; says what is wrong with it, or null. */
  add(value: JsonValue): RecordProblem | null {
    if (isObject(value) && value['format'] === 'monitors-journal') return this.addHeader(value);
    if (this.base === null) return {kind: 'wrong', what: 'the first line does not say which state the journal belongs to'};
    const record = readJournalRecord(value);
    return record === null ? {kind: 'wrong', what: 'it is not a record of an operation'} : this.addRecord(record);
  }

  addRecord(record: JournalRecord): RecordProblem | null {
    const known = this.work.get(record.opId);
    if (record.phase === 'intent') {
      if (known !== undefined) return {kind: 'wrong', what: `operation ${record.opId} begins a second time`};
      this.work.set(record.opId, startOperation(record));
      return null;
    }
    if (known === undefined || known.intent.key !== record.key) return {kind: 'wrong', what: `operation ${record.opId} has no beginning`};
    if (record.phase === 'unknown' || (record.phase === 'sending' && known.phase === 'sending')) this.doubted.add(record.opId);
    this.work.set(record.opId, advanceOperation(known, record, this.doubted.has(record.opId)));
    return null;
  }

  private addHeader(header: JsonObject): RecordProblem | null {
    const {version, lineage, serial, tool} = header;
    if (typeof version === 'number' && version > JOURNAL_VERSION) {
      return {kind: 'newer', tool: typeof tool === 'string' ? tool : 'unknown', version};
    }
    if (version !== JOURNAL_VERSION || typeof lineage !== 'string' || typeof serial !== 'number') {
      return {kind: 'wrong', what: 'the header lacks members'};
    }
    if (this.base !== null) return {kind: 'wrong', what: 'a second header stands in the middle'};
    this.base = {lineage, serial};
    return null;
  }

  finish(tornTail: boolean): JournalContent {
    return {base: this.base, ...sortWork([...this.work.values()]), tornTail};
  }
}
