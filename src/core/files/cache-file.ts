import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import machinePath, {dirname} from 'node:path';
import type {Context} from '../base/context';

/** A text that is kept only to save time: whatever goes wrong with it is the same as not having it. */
export interface CacheFile {
  /** The text as it was written last; null when there is none that can be trusted. */
  read(): string | null;
  /** Replaces the text at once, so that no other run ever sees half of it. */
  write(text: string): void;
  /** Removes the file. */
  remove(): void;
}

/** Place of a cache, and whose it must be. */
interface CacheFileOptions {
  /** Absolute, in the user's cache directory of this tool; made when absent, for its user alone. */
  readonly path: string;
  /** The user who must own directory and file; null where the system has no such notion. */
  readonly userId: number | null;
  /** Makes temporary names unique. */
  readonly uuid: () => string;
}

/** A cache beyond this size is not read: no repository comes near it. */
const LARGEST_CACHE = 256 * 1024 * 1024;

/**
 * Opens a cache. It is read and written only where no other user can write: another user could decide what is
 * taken for checked.
 */
export function openCacheFile({path, userId, uuid}: CacheFileOptions): CacheFile {
  const isOwn = (stat: Owned) => isPrivate(stat, userId);
  return {
    read: () => {
      try {
        return isOwnDirectory(dirname(path), userId) ? (readOwn(path, isOwn, LARGEST_CACHE)?.toString('utf8') ?? null) : null;
      } catch {
        return null;
      }
    },
    write: text => {
      const temporary = `${path}.tmp-${uuid()}`;
      try {
        makeDirectory(dirname(path));
        if (!isOwnDirectory(dirname(path), userId)) return;
        writeFileSync(temporary, text, {flag: 'wx', mode: 0o600});
        renameSync(temporary, path);
      } catch {
        removeQuietly(temporary);
      }
    },
    remove: () => removeQuietly(path),
  };
}

/**
 * Makes a directory for its user alone, and those above it. Throws as `node:fs` does, which tries for ever with `recursive` where a
 * parent is there and takes no directory: `/proc`, a home that is not mounted.
 */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory));
  try {
    mkdirSync(directory, {mode: 0o700});
  } catch (error) {
    // Another run may have made it.
    if (!existsSync(directory)) throw error;
  }
}

/** The names in a directory, unsorted; none where it can't be read. */
export function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** These files, those that were written last first. */
export function newestFirst(paths: readonly string[]): readonly string[] {
  const timeOf = (path: string) => statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
  const dated = paths.map(path => ({path, time: timeOf(path)}));
  return dated.sort((a, b) => b.time - a.time).map(({path}) => path);
}

/** The owner and permissions of a file. */
type Owned = Pick<Stats, 'uid' | 'mode'>;

function isPrivate({uid, mode}: Owned, userId: number | null): boolean {
  return userId === null || (uid === userId && (mode & 0o077) === 0);
}

/** Whether a directory is this user's alone; `userId` is null where the system has no such notion. Throws where it can't be looked at. */
export function isOwnDirectory(directory: string, userId: number | null): boolean {
  const stat = lstatSync(directory);
  return stat.isDirectory() && isPrivate(stat, userId);
}

/** The bytes of a regular file that `isOwn`, of at most `largest` bytes; null for any other. Follows no link; throws as `node:fs` does. */
export function readOwn(path: string, isOwn: (stat: Owned) => boolean, largest: number): Buffer | null {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    return stat.isFile() && isOwn(stat) && stat.size <= largest ? readFileSync(descriptor) : null;
  } finally {
    closeSync(descriptor);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, {force: true});
  } catch {
    // A temporary file that stays does no harm.
  }
}

/** Variables that name a user's directory, and its place below the home directory without them. */
const PLACES = {
  cache: {variable: 'XDG_CACHE_HOME', belowHome: ['.cache']},
  state: {variable: 'XDG_STATE_HOME', belowHome: ['.local', 'state']},
} as const;

/**
 * The directory of this tool for a user's caches, or for what outlives them; null without a home directory. Absolute. After the XDG
 * Base Directory Specification, which ignores relative ones; on Windows below `%LOCALAPPDATA%`, unless the variable of XDG is set. `bin/monitors.cjs` does the same
 * for compiled code.
 */
export function findUserDirectory(kind: keyof typeof PLACES, env: Context['env'], platform: string): string | null {
  const {isAbsolute, join} = platform === 'win32' ? machinePath.win32 : machinePath.posix;
  const {variable, belowHome} = PLACES[kind];
  const [given, local, home] = [env[variable], env['LOCALAPPDATA'], env['HOME']];
  if (given && isAbsolute(given)) return join(given, 'monitors');
  if (platform === 'win32' && local && isAbsolute(local)) return join(local, 'monitors', kind);
  return home && isAbsolute(home) ? join(home, ...belowHome, 'monitors') : null;
}
