import {isObject, type JsonObject, parseJson, property} from '../../json/value';
import {mergeLines, readRemoved} from '../removed';
import type {RecordedMonitor, RemovedRecord} from '../state';
import {splitSides} from './damage';
import {readRecordedMonitor} from './monitor';

/** Readable parts of a state file, valid or not. Hints where to look in the service, never facts. */
export interface SalvagedState {
  /** By key; a key of a conflict may have several. */
  readonly records: readonly (readonly [key: string, record: RecordedMonitor])[];
  /** Every value that stands in the text, in its order, each once. */
  readonly lineages: readonly string[];
  readonly origins: readonly string[];
  readonly projects: readonly string[];
  readonly environments: readonly string[];
  /** Environments that it belonged to before. */
  readonly formerEnvironments: readonly string[];
  /** The records that left it, as far as the text is whole. */
  readonly removed: readonly RemovedRecord[];
  /** The highest; 0 where none is readable. */
  readonly serial: number;
}

/**
 * Reads whatever a damaged state file still says: all of it where only its checksum is wrong, both sides of a conflict,
 * the whole records of a text that was cut off or overwritten in part.
 */
export function salvageState(bytes: Uint8Array): SalvagedState {
  const found = decode(bytes);
  const sides = [...new Set(splitSides(found))].flatMap(readSide);
  const roots = sides.map(({root}) => root);
  const text = roots.length > 0 ? sides.map(side => side.text).join('\n') : found;
  const records = roots.length > 0 ? roots.flatMap(readMonitors) : readRecords(text);
  return {
    records: dropRepeated(records),
    lineages: findTexts(text, 'lineage'),
    origins: findTexts(text, 'origin'),
    projects: findTexts(text, 'project'),
    environments: findTexts(text, 'environment'),
    formerEnvironments: findLists(text, 'formerEnvironments'),
    removed: mergeLines(...roots.map(root => readRemoved(property(root, 'removed') ?? null) ?? [])),
    serial: Math.max(0, ...[...text.matchAll(/^ {2}"serial": (\d{1,15})\b/gm)].map(([, digits]) => Number(digits))),
  };
}

function decode(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes);
  return text.replaceAll('\r\n', '\n');
}

/** One side of a conflict as JSON, and laid out as we write it; empty where it is not JSON or is nested too deep to be walked through. */
function readSide(side: string): readonly {readonly root: JsonObject; readonly text: string}[] {
  const root = parseObject(side);
  try {
    return root === null ? [] : [{root, text: JSON.stringify(root, null, 2)}];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function parseObject(text: string): JsonObject | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

function readMonitors(root: JsonObject): (readonly [string, RecordedMonitor])[] {
  const monitors = property(root, 'monitors');
  if (!isObject(monitors)) return [];
  return Object.entries(monitors).flatMap(([key, value]) => {
    const record = readRecordedMonitor(value);
    return record === null ? [] : [[key, record] as const];
  });
}

/**
 * Records stand in a text of ours as lines, or as blocks of indented lines in older files: those that are whole can be read
 * although the text is not.
 */
function readRecords(text: string): (readonly [string, RecordedMonitor])[] {
  return [...text.matchAll(RECORD)].flatMap(([, record = '']) => {
    const root = parseObject(`{${record}}`);
    return root === null ? [] : readMonitors({monitors: root});
  });
}

const RECORD = /^ {4}("(?:[^"\\\n]|\\.)*": \{(?:.*|\n(?: {6}.*\n)* {4})\}),?$/gm;

function dropRepeated(records: readonly (readonly [string, RecordedMonitor])[]): (readonly [string, RecordedMonitor])[] {
  return [...new Map(records.map(entry => [`${entry[0]}\0${entry[1].id}`, entry])).values()];
}

/** The values of a member of the state itself, which stands two spaces in. */
function findTexts(text: string, name: string): string[] {
  const found = [...text.matchAll(new RegExp(`^ {2}"${name}": ("(?:[^"\\\\\\n]|\\\\.)*"),?$`, 'gm'))].map(([, quoted = '""']) => {
    const value = parseObject(`{"value":${quoted}}`);
    return String(property(value ?? {}, 'value') ?? '');
  });
  return [...new Set(found)];
}

/** The texts of a list that is a member of the state itself, on one line or on several. */
function findLists(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^ {2}"${name}": (\\[[^\\]\\n]*(?:\\n {4}[^\\]\\n]*)*\\n? {0,2}\\])`, 'gm'))].flatMap(
    ([, list = '[]']) => {
      const items = parseJson(list);
      return Array.isArray(items) ? items.filter(item => typeof item === 'string') : [];
    },
  );
}
