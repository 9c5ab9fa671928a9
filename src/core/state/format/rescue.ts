import {hashJson} from '../../json/canonical';
import {isObject, type JsonObject, type JsonValue, parseJson} from '../../json/value';
import type {JournaledWork, JournalRecord} from '../journal';
import type {State} from '../state';
import {collectWork, toRecords} from './journal';
import {readJournalRecord} from './journal-record';

/** Facts that a run learned but could not write into its state. */
export interface Rescue extends JournaledWork {
  readonly runId: string;
  readonly lineage: string;
  readonly serial: number;
  readonly project: string;
  readonly environment: string;
  readonly origin: string;
}

/** Writes a rescue file: whose state it belongs to, the ids by key for people, the journal's records for `state restore`. */
export function encodeRescue(state: State, {creates, edits}: JournaledWork, runId: string): string {
  const {lineage, serial, project, environment, origin} = state;
  const ids = Object.fromEntries(creates.flatMap(({intent, done}) => (done === undefined ? [] : [[intent.key, done.monitor.id]])));
  const records = [...creates, ...edits].flatMap(toRecords) as unknown as readonly JsonObject[];
  const content: JsonObject = {format: 'monitors-rescue', version: 1, runId, lineage, serial, project, environment, origin, ids, records};
  return `${JSON.stringify({...content, checksum: `sha256:${hashJson(content)}`}, null, 2)}\n`;
}

/** Whether a file's text claims to be a rescue file rather than a state. */
export function isRescueText(text: string): boolean {
  const value = parseJson(text);
  return isObject(value) && value['format'] === 'monitors-rescue';
}

/** Reads a rescue file; null when it is damaged. */
export function decodeRescue(text: string): Rescue | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const {checksum, ...content} = value;
  if (checksum !== `sha256:${hashJson(content)}`) return null;
  const {version, runId, lineage, serial, project, environment, origin, records} = content;
  if (version !== 1 || typeof runId !== 'string' || typeof lineage !== 'string' || typeof serial !== 'number') return null;
  if (typeof project !== 'string' || typeof environment !== 'string' || typeof origin !== 'string' || !Array.isArray(records)) return null;
  const read = (records as readonly JsonValue[]).map(readJournalRecord);
  if (read.includes(null)) return null;
  const work = collectWork(read as readonly JournalRecord[]);
  return work === null ? null : {runId, lineage, serial, project, environment, origin, ...work};
}
