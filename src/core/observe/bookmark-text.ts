import {hashJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue, parseJson, property} from '../json/value';
import type {MonitorMark} from './check-span';

/** The end of one call, from which the next goes on. Holds no text of a page. */
export interface Bookmark {
  readonly project: string;
  readonly environment: string;
  /** Origin of the service. */
  readonly origin: string;
  /** End of the span of the last call that ended well, milliseconds since 1970; before the first one, the start of its span. */
  readonly moment: number;
  /** Number of calls that ended well. */
  readonly calls: number;
  /** A call began to print what it found, and this was not replaced since: it may have been printed. */
  readonly isOpen: boolean;
  /** Ids of monitors of which calls that died may have printed what no mark tells. */
  readonly printed: ReadonlySet<string>;
  /** By the service's id. */
  readonly marks: ReadonlyMap<string, MonitorMark>;
}

const VERSION = 1;

/** Writes a bookmark: one line for each monitor, and a checksum over all. */
export function encodeBookmark({project, environment, origin, moment, calls, isOpen, printed, marks}: Bookmark): string {
  const monitors = Object.fromEntries([...marks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, mark]) => [id, writeMark(mark)]));
  const more = printed.size === 0 ? {} : {printed: [...printed].sort()};
  const content = {bookmark: VERSION, project, environment, origin, moment: toText(moment), calls, isOpen, ...more, monitors};
  const {monitors: _lines, ...head} = content;
  const lines = [...Object.entries({...head, checksum: checksumOf(content)}).map(writeMember), writeMonitors(monitors)];
  return `{\n${lines.map(line => `  ${line}`).join(',\n')}\n}\n`;
}

function writeMonitors(monitors: JsonObject): string {
  const lines = Object.entries(monitors).map(member => `    ${writeMember(member)}`);
  return `"monitors": {${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}}`;
}

function writeMember([name, value]: readonly [string, JsonValue]): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}

function writeMark({lastRunAt, settledAt, unfinished, reported}: MonitorMark): JsonObject {
  return {lastRunAt, settledAt: toText(settledAt), unfinished, reported};
}

function checksumOf(content: JsonObject): string {
  return `sha256:${hashJson(content)}`;
}

/** Result of reading the text of a bookmark; `newer` for one of a later version. */
type BookmarkReading = {readonly kind: 'read'; readonly bookmark: Bookmark} | {readonly kind: 'newer' | 'damaged'};

/** Reads a bookmark, and believes it only if its checksum is right and every member is what it should be. */
export function decodeBookmark(text: string): BookmarkReading {
  const value = parseJson(text);
  if (!isObject(value)) return DAMAGED;
  const version = property(value, 'bookmark');
  if (typeof version === 'number' && version > VERSION) return {kind: 'newer'};
  const {checksum, ...content} = value;
  if (version !== VERSION || !isSigned(checksum, content)) return DAMAGED;
  const {project, environment, origin, calls, isOpen, monitors} = content;
  const moment = readTime(content['moment']);
  if (typeof project !== 'string' || typeof environment !== 'string' || typeof origin !== 'string') return DAMAGED;
  if (moment === null || !Number.isSafeInteger(calls) || typeof isOpen !== 'boolean' || !isObject(monitors)) return DAMAGED;
  const marks = new Map<string, MonitorMark>();
  for (const [id, given] of Object.entries(monitors)) {
    const mark = readMark(given);
    if (mark === null) return DAMAGED;
    marks.set(id, mark);
  }
  // An older version did not write which monitors an open call may have printed.
  const ids = content['printed'] === undefined ? (isOpen ? [...marks.keys()] : []) : readIds(content['printed']);
  if (ids === null) return DAMAGED;
  const printed = new Set(ids);
  return {kind: 'read', bookmark: {project, environment, origin, moment, calls: calls as number, isOpen, printed, marks}};
}

const DAMAGED = {kind: 'damaged'} as const;

function isSigned(checksum: JsonValue | undefined, content: JsonObject): boolean {
  try {
    return checksum === checksumOf(content);
  } catch {
    // Nested deeper than can be hashed: not ours.
    return false;
  }
}

function readMark(value: JsonValue): MonitorMark | null {
  const lastRunAt = property(value, 'lastRunAt');
  const settledAt = readTime(property(value, 'settledAt'));
  const [unfinished, reported] = [readIds(property(value, 'unfinished')), readIds(property(value, 'reported'))];
  if ((lastRunAt !== null && typeof lastRunAt !== 'string') || settledAt === null || unfinished === null || reported === null) return null;
  return {lastRunAt, settledAt, unfinished, reported};
}

function readIds(value: JsonValue | undefined): readonly string[] | null {
  return Array.isArray(value) && value.every((id: JsonValue) => typeof id === 'string') ? (value as readonly string[]) : null;
}

function readTime(value: JsonValue | undefined): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

function toText(ms: number): string {
  return new Date(ms).toISOString();
}
