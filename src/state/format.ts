import {isUtf8} from 'node:buffer';
import {createHash} from 'node:crypto';
import {canonicalJson, sha256} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {describeConflict, findJsonError, isBlank} from './format-damage';
import {parseInPieces} from './format-pieces';
import type {Refusals} from './format-refusals';
import {arrangeMembers, writeIndented} from './format-text';
import type {RecordedMonitor, State, StateVersion, StoredState} from './model';

/** The newest format version that this tool reads and the one that it writes. */
export const STATE_VERSION = 1;

/** Sizes beyond what any real project reaches are refused before they are parsed: 512 MiB. */
export const MAX_STATE_BYTES = 512 * 1024 * 1024;

/** A state as the text of its file, with the version that the text carries. */
export interface EncodedState {
  readonly text: string;
  readonly version: StateVersion;
}

/**
 * Reads the bytes of a state file. Throws a {@link StateError} for everything that would have to be guessed: damage,
 * conflict markers, a newer format, a wrong checksum, two keys with one id, another project or environment.
 */
export function decodeState(bytes: Uint8Array, refusals: Refusals): StoredState {
  const root = parseStateText(bytes, refusals);
  const stated = checkEnvelope(root, refusals);
  const actual = computeChecksum(root, refusals);
  if (actual !== stated) throw refusals.checksum(stated === null ? 'missing' : 'wrong');
  return readState(root, actual, refusals);
}

/**
 * Reads bytes of which this build knows that they passed every check of {@link decodeState}: the checksum, which takes
 * half the time of reading, is not worked out again.
 */
export function decodeKnownState(bytes: Uint8Array, checksum: string, refusals: Refusals): StoredState {
  return readState(parseStateText(bytes, refusals), checksum, refusals);
}

/** Reads a state whose checksum is allowed to be wrong: for `state verify`, which shows what it holds and signs it again. */
export function decodeUnsignedState(bytes: Uint8Array, refusals: Refusals): {readonly stored: StoredState; readonly signed: boolean} {
  const root = parseStateText(bytes, refusals);
  const stated = checkEnvelope(root, refusals);
  const actual = computeChecksum(root, refusals);
  return {stored: readState(root, actual, refusals), signed: actual === stated};
}

/** Writes a state as the text of its file: members sorted, two spaces, one trailing newline, signed. */
export function encodeState(state: State): EncodedState {
  const {root, text, checksum} = signState(state);
  const signed = {...root, checksum};
  const indented = text.arranged ? `${JSON.stringify(sortTop(signed), null, 2)}\n` : `${writeIndented(signed)}\n`;
  return {text: indented, version: {lineage: state.lineage, serial: state.serial, checksum}};
}

/** The checksum that a state is signed with. */
export function checksumOf(state: State): string {
  return signState(state).checksum;
}

/** Whether two states differ in nothing but serial and tool version: then there is nothing to write. */
export function hasSameContent(a: State, b: State): boolean {
  if (a === b) return true;
  if (a.lineage !== b.lineage || a.project !== b.project || a.environment !== b.environment || a.origin !== b.origin) return false;
  if (a.minReader !== b.minReader || a.monitors.size !== b.monitors.size) return false;
  if (a.unknown !== b.unknown && canonicalJson(a.unknown) !== canonicalJson(b.unknown)) return false;
  for (const [key, record] of a.monitors) {
    const other = b.monitors.get(key);
    if (other === undefined) return false;
    if (other !== record && canonicalJson(recordToJson(other)) !== canonicalJson(recordToJson(record))) return false;
  }
  return true;
}

function signState(state: State): {root: JsonObject; text: {arranged: boolean}; checksum: string} {
  const {value, arranged} = arrangeMembers(toJson(state));
  const root = value as JsonObject;
  const canonical = arranged ? JSON.stringify(root) : canonicalJson(root);
  return {root, text: {arranged}, checksum: `sha256:${sha256(canonical)}`};
}

function sortTop(root: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(root)
      .sort()
      .map(name => [name, root[name] as JsonValue]),
  );
}

function toJson(state: State): JsonObject {
  const monitors: Record<string, JsonValue> = Object.create(null);
  for (const key of [...state.monitors.keys()].sort()) monitors[key] = recordToJson(state.monitors.get(key)!);
  return {
    ...state.unknown,
    format: 'monitors-state',
    version: state.version,
    minReader: state.minReader,
    tool: state.tool,
    lineage: state.lineage,
    serial: state.serial,
    project: state.project,
    environment: state.environment,
    origin: state.origin,
    monitors,
  };
}

function recordToJson(record: RecordedMonitor): JsonObject {
  const {id, specPath, protect, createdAt, bodyHash, applied, observed, paused, pending, leftovers, secrets} = record;
  return {
    ...record.unknown,
    applied,
    bodyHash,
    createdAt,
    id,
    ...(leftovers === undefined ? {} : {leftovers}),
    observed,
    ...(paused === undefined ? {} : {paused}),
    ...(pending === undefined ? {} : {pending: {...pending}}),
    protect,
    ...(secrets === undefined ? {} : {secrets}),
    specPath,
  };
}

function parseStateText(bytes: Uint8Array, refusals: Refusals): JsonObject {
  if (isBlank(bytes)) throw refusals.empty(bytes.length);
  const encoding = findWrongEncoding(bytes);
  if (encoding !== null) throw refusals.encoding(encoding);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = parseInPieces(buffer) ?? parseWhole(buffer, refusals);
  if (!isObject(root)) throw refusals.malformed('it holds no JSON object');
  if (mayHoldProto(buffer) && hasProtoMember(root)) throw refusals.forbiddenKey('__proto__');
  return root;
}

function parseWhole(bytes: Buffer, refusals: Refusals): JsonValue {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    const conflict = describeConflict(text);
    if (conflict !== null) throw refusals.conflict(conflict);
    const nuls = countNuls(bytes);
    if (nuls > 0) throw refusals.nuls(nuls, bytes.length);
    throw refusals.syntax(Buffer.byteLength(text.slice(0, findJsonError(text))), bytes.length, cause);
  }
}

function findWrongEncoding(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'starts with a byte order mark';
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'is UTF-16';
  return isUtf8(bytes) ? null : 'is not valid UTF-8';
}

function countNuls(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0) count += 1;
  return count;
}

/** Only text that spells `__proto__`, or may do so with escapes, needs the walk. */
function mayHoldProto(bytes: Buffer): boolean {
  return ['__proto__', '\\u005f', '\\u005F'].some(spelling => bytes.includes(spelling));
}

function hasProtoMember(value: JsonValue): boolean {
  const left: JsonValue[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const inner of Object.values(next) as JsonValue[]) left.push(inner);
  }
  return false;
}

/** Checks that this version may read the file; returns the checksum that it states, null when it states none. */
function checkEnvelope(root: JsonObject, refusals: Refusals): string | null {
  if (root['format'] !== 'monitors-state') throw refusals.malformed('it is no state file of this tool ("format" is not "monitors-state")');
  const {version, minReader, tool, checksum} = root;
  if (!isCount(version) || !isCount(minReader)) throw refusals.malformed('"version" and "minReader" must be whole numbers');
  if (version > STATE_VERSION || minReader > STATE_VERSION) {
    throw refusals.newer(Math.max(version, minReader), typeof tool === 'string' ? tool : 'unknown');
  }
  if (version !== STATE_VERSION) throw refusals.malformed(`format version ${version} never existed`);
  return typeof checksum === 'string' ? checksum : null;
}

/** The text of a file that we wrote is sorted already, so plain `JSON.stringify` gives its canonical form; others take the slow way. */
function computeChecksum(root: JsonObject, refusals: Refusals): string {
  const {checksum: stated, ...content} = root;
  try {
    const quick = `sha256:${hashAsWritten(content)}`;
    return quick === stated ? quick : `sha256:${sha256(canonicalJson(content))}`;
  } catch (cause) {
    if (cause instanceof RangeError) throw refusals.malformed('it is nested too deep');
    throw cause;
  }
}

/** SHA-256 of `JSON.stringify(content)`, monitor by monitor: the whole text would take as much memory as the state. */
function hashAsWritten(content: JsonObject): string {
  const hash = createHash('sha256');
  let text = '{';
  const add = (more: string): void => {
    text += more;
    if (text.length < HASHED_AT_ONCE) return;
    hash.update(text);
    text = '';
  };
  for (const [index, name] of Object.keys(content).entries()) {
    const value = content[name] as JsonValue;
    add(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
    if (name !== 'monitors' || !isObject(value)) {
      add(JSON.stringify(value));
      continue;
    }
    for (const [place, key] of Object.keys(value).entries()) {
      add(`${place === 0 ? '{' : ','}${JSON.stringify(key)}:${JSON.stringify(value[key])}`);
    }
    add(Object.keys(value).length === 0 ? '{}' : '}');
  }
  return hash.update(`${text}}`).digest('hex');
}

const HASHED_AT_ONCE = 64 * 1024;

const STATE_MEMBERS = new Set([
  'format',
  'version',
  'minReader',
  'tool',
  'lineage',
  'serial',
  'project',
  'environment',
  'origin',
  'monitors',
  'checksum',
]);

function readState(root: JsonObject, checksum: string, refusals: Refusals): StoredState {
  const {tool, lineage, serial, project, environment, origin, monitors, minReader} = root;
  if (typeof lineage !== 'string' || lineage === '') throw refusals.malformed('"lineage" is missing');
  if (!isCount(serial) || serial < 1) throw refusals.malformed('"serial" must be a whole number from 1 on');
  if (typeof tool !== 'string' || typeof project !== 'string' || typeof environment !== 'string' || typeof origin !== 'string') {
    throw refusals.malformed('"tool", "project", "environment" and "origin" must be texts');
  }
  if (!isObject(monitors)) throw refusals.malformed('"monitors" must be an object');
  refusals.checkOwner({project, environment});
  const state: State = {
    version: STATE_VERSION,
    minReader: minReader as number,
    tool,
    lineage,
    serial,
    project,
    environment,
    origin,
    monitors: readMonitors(monitors, refusals),
    unknown: leftOver(root, STATE_MEMBERS),
  };
  return {state, version: {lineage, serial, checksum}};
}

function readMonitors(monitors: JsonObject, refusals: Refusals): ReadonlyMap<string, RecordedMonitor> {
  const records = new Map<string, RecordedMonitor>();
  const keyOf = new Map<string, string>();
  for (const key of Object.keys(monitors)) {
    const record = readRecordedMonitor(monitors[key] as JsonValue);
    if (record === null) throw refusals.malformed(`the record of "${key}" lacks members or has some of a wrong type`);
    const other = keyOf.get(record.id);
    if (other !== undefined) throw refusals.sharedId(other, key, record.id);
    keyOf.set(record.id, key);
    records.set(key, record);
  }
  return records;
}

const RECORD_MEMBERS = new Set([
  'id',
  'specPath',
  'protect',
  'createdAt',
  'bodyHash',
  'applied',
  'observed',
  'paused',
  'pending',
  'leftovers',
  'secrets',
]);

/** Reads one recorded monitor; null where a member is missing or of a wrong type. */
export function readRecordedMonitor(value: JsonValue): RecordedMonitor | null {
  if (!isObject(value)) return null;
  const {id, specPath, protect, createdAt, bodyHash, applied, observed} = value;
  if (typeof id !== 'string' || id === '' || typeof specPath !== 'string' || typeof protect !== 'boolean') return null;
  if (typeof createdAt !== 'string' || typeof bodyHash !== 'string' || !isObject(applied) || !isObject(observed)) return null;
  const optional = readOptionalMembers(value);
  if (optional === null) return null;
  const known = {id, specPath, protect, createdAt, bodyHash, applied, observed, ...optional};
  const unknown = leftOver(value, RECORD_MEMBERS);
  return Object.keys(unknown).length === 0 ? known : {...known, unknown};
}

type OptionalMembers = Pick<RecordedMonitor, 'paused' | 'pending' | 'leftovers' | 'secrets'>;

/** The members that most monitors lack; null where one is of a wrong type. */
function readOptionalMembers({paused, pending, leftovers, secrets}: JsonObject): OptionalMembers | null {
  if (paused === undefined && pending === undefined && leftovers === undefined && secrets === undefined) return NO_MEMBERS;
  if (paused !== undefined && paused !== true) return null;
  if (pending !== undefined && !isPendingUpdate(pending)) return null;
  if (leftovers !== undefined && !isTexts(leftovers)) return null;
  if (secrets !== undefined && !(isObject(secrets) && isTexts(Object.values(secrets)))) return null;
  return {
    ...(paused === undefined ? {} : {paused}),
    ...(pending === undefined ? {} : {pending: pending as unknown as NonNullable<RecordedMonitor['pending']>}),
    ...(leftovers === undefined ? {} : {leftovers}),
    ...(secrets === undefined ? {} : {secrets: secrets as NonNullable<RecordedMonitor['secrets']>}),
  };
}

const NO_MEMBERS: OptionalMembers = Object.freeze({});

function isPendingUpdate(value: JsonValue): boolean {
  if (!isObject(value)) return false;
  const {bodyHash, applied, paused} = value;
  return typeof bodyHash === 'string' && isObject(applied) && (paused === undefined || paused === true);
}

function isTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

function leftOver(value: JsonObject, known: ReadonlySet<string>): JsonObject {
  const names = Object.keys(value).filter(name => !known.has(name));
  return names.length === 0 ? NOTHING : Object.fromEntries(names.map(name => [name, value[name] as JsonValue]));
}

const NOTHING: JsonObject = Object.freeze({});

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
