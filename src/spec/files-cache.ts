import {closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {sha256} from '../json/canonical';
import type {CheckCache} from './check';
import type {FileFacts} from './examine';

/** Where cached facts live and what they are valid for. */
export interface CheckCacheOptions {
  /** The user's cache directory of this tool, absolute; made when absent, 0700. */
  readonly directory: string;
  /** Names the file: one cache for each specs directory, so that none holds what was read elsewhere. */
  readonly specsDirectory: string;
  /** Whatever the facts depend on besides the content: build of the tool, allowed references. */
  readonly validFor: string;
  /** The user who must own the directory; null where the system has no such notion. */
  readonly userId: number | null;
  /** Makes temporary names unique. */
  readonly uuid: () => string;
}

/** A cache beyond this size is not read: no repository comes near it. */
const LARGEST_CACHE = 256 * 1024 * 1024;

/**
 * Opens the cache of checked files. It only ever saves time: a directory that is not the user's own, a damaged file, a
 * full disk are all the same as no cache.
 */
export function openCheckCache(options: CheckCacheOptions): CheckCache {
  const file = join(options.directory, `checks-${sha256(options.specsDirectory).slice(0, 16)}.json`);
  const known = readEntries(file, options);
  const used = new Map<string, FileFacts>();
  let isChanged = false;
  return {
    find: hash => known.get(hash),
    add: (hash, facts) => {
      isChanged ||= !known.has(hash);
      used.set(hash, facts);
    },
    save: () => {
      if (isChanged || used.size < known.size / 2) writeEntries(file, used, options);
    },
  };
}

function readEntries(file: string, {directory, userId, validFor}: CheckCacheOptions): ReadonlyMap<string, FileFacts> {
  try {
    if (!isOwn(directory, userId)) return new Map();
    const descriptor = openSync(file, 'r');
    try {
      if (fstatSync(descriptor).size > LARGEST_CACHE) return new Map();
      const content = JSON.parse(readFileSync(descriptor, 'utf8')) as {validFor: string; entries: [string, FileFacts][]};
      return content.validFor === validFor ? new Map(content.entries) : new Map();
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return new Map();
  }
}

function writeEntries(file: string, entries: ReadonlyMap<string, FileFacts>, {directory, userId, validFor, uuid}: CheckCacheOptions): void {
  const temporary = `${file}.tmp-${uuid()}`;
  try {
    mkdirSync(directory, {recursive: true, mode: 0o700});
    if (!isOwn(directory, userId)) return;
    writeFileSync(temporary, JSON.stringify({validFor, entries: [...entries]}), {flag: 'wx', mode: 0o600});
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, {force: true});
  }
}

/** Whether a directory belongs to this user alone: anybody else who can write there could decide what is checked. */
function isOwn(directory: string, userId: number | null): boolean {
  if (userId === null) return true;
  const {uid, mode} = statSync(directory);
  return uid === userId && (mode & 0o077) === 0;
}
