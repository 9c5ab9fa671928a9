import {isObject} from '../json/value';
import type {CheckCache} from './check';
import type {FileFacts} from './examine';

/** Where the facts are kept; see `src/cache-file.ts`. */
export interface CacheText {
  read(): string | null;
  write(text: string): void;
}

/**
 * Opens the cache of checked files, by the hash of their content. `validFor` names whatever the facts depend on besides
 * it: the build of the tool, with its schemas, and the allowed references. It only ever saves time: a damaged or
 * foreign text is the same as none.
 */
export function openCheckCache(file: CacheText, validFor: string): CheckCache {
  const known = readEntries(file.read(), validFor);
  const used = new Map<string, FileFacts>();
  let isChanged = false;
  return {
    find: hash => known.get(hash),
    add: (hash, facts) => {
      isChanged ||= !known.has(hash);
      used.set(hash, facts);
    },
    save: () => {
      // What no file has any more is dropped, but not after every edit: a branch that is left may be come back to.
      if (isChanged || used.size < known.size / 2)
        file.write(JSON.stringify({validFor, hashes: [...used.keys()], facts: [...used.values()]}));
    },
  };
}

function readEntries(text: string | null, validFor: string): ReadonlyMap<string, FileFacts> {
  const entries = new Map<string, FileFacts>();
  try {
    const content: unknown = text === null ? null : JSON.parse(text);
    if (!isObject(content) || content['validFor'] !== validFor) return entries;
    const {hashes, facts} = content as unknown as {hashes: readonly string[]; facts: readonly FileFacts[]};
    for (const [index, hash] of hashes.entries()) entries.set(hash, facts[index] as FileFacts);
    return entries;
  } catch {
    return new Map();
  }
}
