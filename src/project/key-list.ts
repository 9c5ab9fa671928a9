import type {CacheFile} from '../core/files/cache-file';
import {isObject, type JsonValue, property} from '../core/json/value';
import type {CheckedKey} from '../core/specs/desired-monitor';

/** Keys and labels of the specs as the last run found them, for completion: reading 10,000 specs takes longer than a person waits. */
export interface KeyList {
  /** Empty where there is nothing yet. */
  read(): KnownKeys;
  /** Lists keys only where the kept ones are of other specs; `content` tells specs apart, if given. */
  save(list: () => readonly CheckedKey[], content?: string): void;
}

/** Keys and labels that can be completed. */
interface KnownKeys {
  readonly keys: readonly string[];
  /** `NAME=VALUE`. */
  readonly labels: readonly string[];
}

/** Opens the list that is kept in a cache; it is written only where it changed. */
export function openKeyList(file: CacheFile): KeyList {
  return {
    read: () => parseList(file.read()),
    save: (list, content) => {
      const before = file.read();
      // Its name stands first, so that the rest need not be parsed.
      if (content !== undefined && before?.startsWith(JSON.stringify({content}).slice(0, -1)) === true) return;
      const found = list();
      // Many specs have the same settings.
      const settings = new Set(found.map(({sync}) => sync));
      const labels = new Set([...settings].flatMap(({labels: own}) => (own === undefined ? [] : showLabels(own))));
      const known: KnownKeys = {keys: found.map(({key}) => key), labels: [...labels]};
      const text = JSON.stringify(content === undefined ? known : {content, ...known});
      if (text !== before) file.write(text);
    },
  };
}

/** Labels as `--label` takes them. */
export function showLabels(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map(([name, value]) => `${name}=${value}`);
}

function parseList(text: string | null): KnownKeys {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? {keys: listTexts(property(value, 'keys')), labels: listTexts(property(value, 'labels'))} : NOTHING;
  } catch {
    return NOTHING;
  }
}

const NOTHING: KnownKeys = {keys: [], labels: []};

function listTexts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item: JsonValue): item is string => typeof item === 'string') : [];
}
