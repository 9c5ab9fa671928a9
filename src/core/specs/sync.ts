import {createHash} from 'node:crypto';
import {compareText} from '../diagnostics/diagnostic';
import {canonicalJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {member} from '../service/member';
import type {SpecSync} from './types/spec';

/** The settings of a monitor that are never sent: `sync` of its spec, of which what fits no type is left out. */
export type Sync = ReadonlyDeep<Omit<SpecSync, 'each'>>;

type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : Value extends object
    ? {readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]>}
    : Value;

/** One setting: its value in a spec, undefined where it is none; and the check of its value in the state, where the state notes it. */
interface Setting<Value> {
  readonly read: (value: JsonValue) => Value | undefined;
  readonly isRecorded?: (value: JsonValue) => boolean;
}

/** Each member of the type `SpecSync`, once. The state notes those with `isRecorded`: a change of them sends nothing. */
const SETTINGS = {
  key: {read: readText},
  renamedFrom: {read: readText},
  distinctFrom: {read: value => emptyToNone(listTexts(value).map(id => id.trim()))},
  protect: {read: value => (value === true ? true : undefined)},
  ignore: {read: value => emptyToNone(listTexts(value).sort(compareText)) as Sync['ignore']},
  paused: {read: value => (typeof value === 'boolean' || value === 'keep' ? value : undefined)},
  labels: {read: readLabels, isRecorded: isTextsByName},
  environments: {read: value => (Array.isArray(value) ? listTexts(value) : undefined)},
  alerts: {read: value => (value === 'none' ? value : undefined)},
  expect: {read: readExpectation},
} satisfies {readonly [Name in keyof Sync]-?: Setting<Sync[Name]>};

type SettingName = keyof typeof SETTINGS;

/** The settings that the state notes, as members of a record. */
export type RecordedSync = {
  readonly [Name in SettingName as (typeof SETTINGS)[Name] extends {readonly isRecorded: unknown} ? Name : never]?: NonNullable<Sync[Name]>;
};

const BY_NAME: ReadonlyMap<string, Setting<unknown>> = new Map(Object.entries(SETTINGS));

/** The names of the settings that the state notes. */
export const RECORDED_SETTINGS = [...BY_NAME].flatMap(([name, {isRecorded}]) =>
  isRecorded === undefined ? [] : [name as keyof RecordedSync],
);

/** Reads the settings of a spec, in the order in which people write them. */
export function readSync(data: JsonValue): Sync {
  const sync = property(data, 'sync');
  if (!isObject(sync)) return NO_SETTINGS;
  const settings: [string, unknown][] = [];
  for (const [name, {read}] of BY_NAME) {
    const given = property(sync, name);
    const value = given === undefined ? undefined : read(given);
    if (value !== undefined) settings.push([name, value]);
  }
  return settings.length === 0 ? NO_SETTINGS : (Object.fromEntries(settings) as Sync);
}

/** Whether a spec stands for one monitor a row. */
export function isList(data: JsonValue): boolean {
  return member(member(data, 'sync'), 'each') !== undefined;
}

/** Whether the state protects the monitor of a spec. */
export function isProtected({sync}: {readonly sync: Sync}): boolean {
  return sync.protect === true;
}

/** Of a spec that says nothing. */
export const NO_SETTINGS: Sync = Object.freeze({});

/** Selects the settings that the state notes: those that there are, so that records without them stay as they were. */
export function toRecordedSync(settings: RecordedSync): RecordedSync {
  const noted = RECORDED_SETTINGS.filter(name => settings[name] !== undefined);
  return noted.length === 0 ? NOTHING : Object.fromEntries(noted.map(name => [name, settings[name]]));
}

const NOTHING: RecordedSync = Object.freeze({});

/** Reads the noted settings of a record; null where one is of a wrong type. */
export function readRecordedSync(record: JsonObject): RecordedSync | null {
  for (const name of RECORDED_SETTINGS) {
    const value = record[name];
    if (value !== undefined && BY_NAME.get(name)?.isRecorded?.(value) !== true) return null;
  }
  return toRecordedSync(record as RecordedSync);
}

function readText(value: JsonValue): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listTexts(value: JsonValue): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

function emptyToNone<Item>(list: readonly Item[]): readonly Item[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Sorted by name, so that equal labels are equal JSON. */
function readLabels(value: JsonValue): Sync['labels'] {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return entries.length === 0 ? undefined : Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}

function readExpectation(value: JsonValue): Sync['expect'] {
  const status = property(value, 'status');
  return typeof status === 'number' ? {status} : undefined;
}

/** Whether a value is a text for each name, as labels are. */
export function isTextsByName(value: JsonValue | undefined): value is {readonly [name: string]: string} {
  return isObject(value) && Object.values(value).every(text => typeof text === 'string');
}

/** Members of its spec that a record repeats. */
export interface Repeated {
  readonly key: string;
  readonly specPath: string;
  readonly bodyHash: string;
  readonly protect: boolean;
  readonly paused: boolean;
  readonly sync: RecordedSync;
  readonly inherited: JsonObject | undefined;
}

/** Hash of what records repeat; equal in any order. */
export function hashRepeated(repeated: readonly Repeated[]): string {
  const hash = createHash('sha256');
  for (const {key, specPath, bodyHash, protect, paused, sync, inherited} of sortByKey(repeated)) {
    const settings = toRecordedSync(sync);
    const rest =
      inherited === undefined && Object.keys(settings).length === 0 ? '' : canonicalJson([settings as JsonValue, inherited ?? null]);
    hash.update(`${key.length} ${specPath.length} ${rest.length} ${protect} ${paused}${key}${specPath}${bodyHash}${rest}`);
  }
  return hash.digest('hex');
}

function sortByKey(repeated: readonly Repeated[]): readonly Repeated[] {
  const isSorted = repeated.every(({key}, index) => index === 0 || (repeated[index - 1] as Repeated).key <= key);
  return isSorted ? repeated : repeated.toSorted((a, b) => compareText(a.key, b.key));
}
