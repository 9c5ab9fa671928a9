import {canonicalJson} from '../../json/canonical';
import {isEqualJson, isObject, type JsonObject, type JsonValue} from '../../json/value';
import type {Migration} from '../remote/store';
import {readRemoved} from '../removed';
import type {RecordedMonitor, RecordedOutline, RemovedRecord, State, StateVersion, StoredState} from '../state';
import {readMigration, withoutMigration} from './migration';
import {leftOver, readRecordedMonitor, readRecordedOutline, toMonitorJson} from './monitor';
import {parseStateBytes} from './parse';
import type {Refusals} from './refusals';
import {computeChecksum, layOutState} from './signed-text';

/** The newest format version that this tool reads and the one that it writes. */
const STATE_VERSION = 1;

/** Sizes beyond what any real project reaches are refused before they are parsed: 512 MiB. */
export const MAX_STATE_BYTES = 512 * 1024 * 1024;

/** A state as the text of its file, with the version that the text carries. */
interface EncodedState {
  readonly text: string;
  readonly version: StateVersion;
}

/**
 * Reads the bytes of a state file. Throws a {@link UserError} instead of guessing: for damage,
 * conflict markers, a newer format, a wrong checksum, two keys with one id, another project or environment.
 */
export function decodeState(bytes: Uint8Array, refusals: Refusals): StoredState {
  const root = parseStateBytes(bytes, refusals);
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
  return readState(parseStateBytes(bytes, refusals), checksum, refusals);
}

/** Reads a state without its monitors, of which the caller has checked the checksum: for states in a database. */
export function decodeHeader(root: JsonObject, checksum: string, refusals: Refusals): StoredState {
  checkEnvelope(root, refusals);
  return readState({...root, monitors: {}}, checksum, refusals);
}

/** A state whose checksum may be wrong. */
export interface UnsignedState {
  readonly stored: StoredState;
  /** The checksum that the file states; null where it states none. That in `stored` is the one of its content. */
  readonly stated: string | null;
}

/** Reads a state whose checksum is allowed to be wrong: for `state verify`, which shows what it holds and signs it again. */
export function decodeUnsignedState(bytes: Uint8Array, refusals: Refusals): UnsignedState {
  const root = parseStateBytes(bytes, refusals);
  const stated = checkEnvelope(root, refusals);
  return {stored: readState(root, computeChecksum(root, refusals), refusals), stated};
}

/** A state file that a migration left there, which {@link decodeState} refuses. */
interface MigratingState {
  readonly migration: Migration;
  /** The content, as it is once the migration is over. */
  readonly stored: StoredState;
}

/** Reads what a migration left in a state file; null where there is no sign of one. Throws for everything that is wrong otherwise. */
export function decodeMigratingState(bytes: Uint8Array, refusals: Refusals): MigratingState | null {
  const root = parseStateBytes(bytes, refusals);
  const migration = root['format'] === 'monitors-state' ? readMigration(root) : null;
  if (migration === null) return null;
  const checksum = computeChecksum(root, refusals);
  if (checksum !== root['checksum']) throw refusals.checksum(typeof root['checksum'] === 'string' ? 'wrong' : 'missing');
  const {state, version} = readState(root, checksum, refusals);
  return {migration, stored: {state: withoutMigration(state), version}};
}

/** Writes a state as the text of its file, signed: one line a monitor, sorted by key. */
export function encodeState(state: State): EncodedState {
  const {text, checksum} = layOutState(toRootJson(state), toMonitorsJson(state));
  return {text, version: {lineage: state.lineage, serial: state.serial, checksum}};
}

/** Whether two states differ in nothing but serial and tool version: then there is nothing to write. */
export function hasSameContent(a: State, b: State): boolean {
  if (a === b) return true;
  if (a.lineage !== b.lineage || a.project !== b.project || a.environment !== b.environment || a.origin !== b.origin) return false;
  if (a.emulator !== b.emulator || !isEqualJson(a.formerEnvironments ?? [], b.formerEnvironments ?? [])) return false;
  if (a.commit !== b.commit || a.minReader !== b.minReader || a.monitors.size !== b.monitors.size) return false;
  if (a.removed !== b.removed && !isEqualJson(toLines(a), toLines(b))) return false;
  if (a.unknown !== b.unknown && canonicalJson(a.unknown) !== canonicalJson(b.unknown)) return false;
  for (const [key, record] of a.monitors) {
    const other = b.monitors.get(key);
    if (other === undefined) return false;
    if (other !== record && canonicalJson(toMonitorJson(other)) !== canonicalJson(toMonitorJson(record))) return false;
  }
  return true;
}

function toMonitorsJson({monitors}: State): JsonObject {
  const records: Record<string, JsonValue> = Object.create(null);
  for (const [key, record] of monitors) records[key] = toMonitorJson(record);
  return records;
}

/** All members of a state but the monitors and the checksum. */
export function toRootJson(state: State): JsonObject {
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
    ...(state.emulator === undefined ? {} : {emulator: state.emulator}),
    ...(state.formerEnvironments === undefined ? {} : {formerEnvironments: state.formerEnvironments}),
    ...(state.commit === undefined ? {} : {commit: state.commit}),
    ...(state.removed === undefined ? {} : {removed: toLines(state)}),
  };
}

function toLines({removed = []}: State): readonly JsonObject[] {
  return removed as readonly (RemovedRecord & JsonObject)[];
}

/** Checks that this version may read the file; returns the checksum that it states, null when it states none. */
function checkEnvelope(root: JsonObject, refusals: Refusals): string | null {
  if (root['format'] !== 'monitors-state') throw refusals.malformed('"format" is not "monitors-state"');
  const {version, minReader, tool, checksum} = root;
  if (!isCount(version) || !isCount(minReader)) throw refusals.malformed('"version" and "minReader" must be whole numbers');
  const migration = readMigration(root);
  if (migration !== null) throw refusals.migrating(migration);
  if (version > STATE_VERSION || minReader > STATE_VERSION) {
    throw refusals.newer(Math.max(version, minReader), typeof tool === 'string' ? tool : 'unknown');
  }
  if (version !== STATE_VERSION) throw refusals.malformed(`there is no format version ${version}`);
  return typeof checksum === 'string' ? checksum : null;
}

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
  'emulator',
  'formerEnvironments',
  'commit',
  'removed',
  'monitors',
  'checksum',
]);

function readState(root: JsonObject, checksum: string, refusals: Refusals): StoredState {
  const {tool, lineage, serial, project, environment, origin, emulator, formerEnvironments, commit, removed, monitors, minReader} = root;
  if (typeof lineage !== 'string' || lineage === '') throw refusals.malformed('"lineage" is missing');
  if (!isCount(serial) || serial < 1) throw refusals.malformed('"serial" must be a whole number of 1 or more');
  if (typeof tool !== 'string' || typeof project !== 'string' || typeof environment !== 'string' || typeof origin !== 'string') {
    throw refusals.malformed('"tool", "project", "environment" and "origin" must be strings');
  }
  if (emulator !== undefined && typeof emulator !== 'boolean') throw refusals.malformed('"emulator" must be true or false');
  if (formerEnvironments !== undefined && !isListOfTexts(formerEnvironments)) {
    throw refusals.malformed('"formerEnvironments" must be a list of names');
  }
  if (commit !== undefined && !isCommitId(commit)) throw refusals.malformed('"commit" must be the id of a commit');
  const lines = removed === undefined ? undefined : readRemoved(removed);
  if (lines === null) throw refusals.malformed('"removed" must be a list of records that were removed');
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
    ...(emulator === undefined ? {} : {emulator}),
    ...(formerEnvironments === undefined ? {} : {formerEnvironments}),
    ...(commit === undefined ? {} : {commit}),
    ...(lines === undefined ? {} : {removed: lines}),
    monitors: readMonitors(listMembers(monitors), refusals),
    unknown: leftOver(root, STATE_MEMBERS),
  };
  return {state, version: {lineage, serial, checksum}};
}

function* listMembers(object: JsonObject): Iterable<readonly [string, JsonValue]> {
  for (const name of Object.keys(object)) yield [name, object[name] as JsonValue];
}

/** Reads records; throws a `UserError` for one that is malformed, or has the id of another. */
export function readMonitors(
  values: Iterable<readonly [key: string, value: JsonValue]>,
  refusals: Refusals,
): ReadonlyMap<string, RecordedMonitor> {
  return readEach(values, readRecordedMonitor, refusals);
}

/** The same without bodies. */
export function readOutlines(
  values: Iterable<readonly [key: string, value: JsonValue]>,
  refusals: Refusals,
): ReadonlyMap<string, RecordedOutline> {
  return readEach(values, readRecordedOutline, refusals);
}

function readEach<Outline extends RecordedOutline>(
  values: Iterable<readonly [key: string, value: JsonValue]>,
  read: (value: JsonValue) => Outline | null,
  refusals: Refusals,
): ReadonlyMap<string, Outline> {
  const records = new Map<string, Outline>();
  const keyOf = new Map<string, string>();
  for (const [key, value] of values) {
    const record = read(value);
    if (record === null) throw refusals.malformed(`the record of "${key}" has missing members or members of a wrong type`);
    const other = keyOf.get(record.id);
    if (other !== undefined) throw refusals.sharedId(other, key, record.id);
    keyOf.set(record.id, key);
    records.set(key, record);
  }
  return records;
}

/** A whole id: it goes into git commands. */
function isCommitId(value: JsonValue): value is string {
  return typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}

function isListOfTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
