import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {isTextsByName, RECORDED_SETTINGS, type RecordedSync, readRecordedSync, toRecordedSync} from '../../specs/sync';
import type {PendingUpdate, RecordedMonitor, RecordedOutline} from '../state';

/** Reads one recorded monitor; null where a member is missing or of a wrong type. */
export function readRecordedMonitor(value: JsonValue): RecordedMonitor | null {
  const outline = readRecordedOutline(value);
  if (outline === null || !isObject(value)) return null;
  const {applied, observed} = value;
  return isObject(applied) && isObject(observed) ? Object.assign(outline, {applied, observed}) : null;
}

/** The same without its bodies. */
export function readRecordedOutline(value: JsonValue): RecordedOutline | null {
  if (!isObject(value)) return null;
  const {id, specPath, protect, createdAt, bodyHash} = value;
  if (typeof id !== 'string' || id === '' || typeof specPath !== 'string' || typeof protect !== 'boolean') return null;
  if (typeof createdAt !== 'string' || typeof bodyHash !== 'string') return null;
  const optional = readOptionalMembers(value);
  if (optional === null) return null;
  const known = {id, specPath, protect, createdAt, bodyHash, ...optional};
  const unknown = leftOver(value, MEMBERS);
  return Object.keys(unknown).length === 0 ? known : {...known, unknown};
}

type OptionalMembers = RecordedSync & Pick<RecordedMonitor, 'paused' | 'pending' | 'leftovers' | 'mayExistTwice' | 'secrets' | 'inherited'>;

/** The members that most monitors lack; null where one is of a wrong type. */
function readOptionalMembers(record: JsonObject): OptionalMembers | null {
  const {paused, pending, leftovers, mayExistTwice, secrets, inherited} = record;
  const settings = readRecordedSync(record);
  if (settings === null) return null;
  const areAbsent = paused === undefined && pending === undefined && leftovers === undefined;
  if (areAbsent && mayExistTwice === undefined && secrets === undefined && inherited === undefined) return settings;
  if (paused !== undefined && paused !== true) return null;
  if (pending !== undefined && !isPendingUpdate(pending)) return null;
  if (leftovers !== undefined && !isTexts(leftovers)) return null;
  if (mayExistTwice !== undefined && mayExistTwice !== true) return null;
  if (secrets !== undefined && !isTextsByName(secrets)) return null;
  if (inherited !== undefined && !isInherited(inherited)) return null;
  return {
    ...(paused === undefined ? {} : {paused}),
    ...(pending === undefined ? {} : {pending}),
    ...(leftovers === undefined ? {} : {leftovers}),
    ...(mayExistTwice === undefined ? {} : {mayExistTwice}),
    ...(secrets === undefined ? {} : {secrets}),
    ...settings,
    ...(inherited === undefined ? {} : {inherited}),
  };
}

function isPendingUpdate(value: JsonValue): value is JsonObject & PendingUpdate {
  if (!isObject(value)) return false;
  const {bodyHash, applied, paused} = value;
  return typeof bodyHash === 'string' && isObject(applied) && (paused === undefined || paused === true);
}

/** Whether a value is a list of texts. */
export function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string');
}

/** Whether a value names what each layer gives. */
export function isInherited(value: JsonValue | undefined): value is {readonly [layer: string]: readonly string[]} {
  return isObject(value) && Object.values(value).every(isTexts);
}

/** Writes one recorded monitor, its members in code-unit order. */
export function toMonitorJson(record: RecordedMonitor): JsonObject {
  const {id, specPath, protect, createdAt, bodyHash, applied, observed, paused, pending, leftovers, mayExistTwice, secrets, inherited} =
    record;
  return {
    ...record.unknown,
    applied,
    bodyHash,
    createdAt,
    id,
    ...(inherited === undefined ? {} : {inherited}),
    ...toRecordedSync(record),
    ...(leftovers === undefined ? {} : {leftovers}),
    ...(mayExistTwice === undefined ? {} : {mayExistTwice}),
    observed,
    ...(paused === undefined ? {} : {paused}),
    ...(pending === undefined ? {} : {pending: {...pending}}),
    protect,
    ...(secrets === undefined ? {} : {secrets}),
    specPath,
  };
}

const MEMBERS: ReadonlySet<string> = new Set([
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
  'mayExistTwice',
  'secrets',
  'inherited',
  ...RECORDED_SETTINGS,
]);

/** The members that this version does not know: a newer minor version wrote them, and they are kept as they are. */
export function leftOver(value: JsonObject, known: ReadonlySet<string>): JsonObject {
  const names = Object.keys(value).filter(name => !known.has(name));
  return names.length === 0 ? NOTHING : Object.fromEntries(names.map(name => [name, value[name] as JsonValue]));
}

const NOTHING: JsonObject = Object.freeze({});
