import {basename, dirname, join} from 'node:path';
import type {World} from '../../base/context';
import {type Disk, errorCode} from './disk';

/** The parts of the world that durable writing uses. */
export interface WriteWorld {
  readonly disk: Disk;
  readonly world: Pick<World, 'uuid'>;
}

/** Options of replacing one file. */
interface Replacement {
  readonly target: string;
  readonly text: string | Uint8Array;
  /** Permissions of a file that is new; one that is there keeps its own. Subject to the umask. */
  readonly mode: number;
  /** Path of the copy of the replaced file, one generation; none when undefined. */
  readonly backup?: string;
  /** Runs right before the new file takes the old one's place; throws to stop. */
  readonly check?: () => void;
}

/**
 * Replaces a file so that a crash at any point leaves the old or the new content, whole. What this resolves for is on
 * disk. On failure the target is as it was and the temporary file is removed where that is possible.
 */
export async function replaceFile(io: WriteWorld, {target, text, mode, backup, check}: Replacement): Promise<void> {
  const {disk} = io;
  const old = disk.lstat(target);
  const temporary = await writeTemporary(io, target, toBytes(text), old?.mode ?? mode, old === null ? 'under-umask' : 'exact');
  try {
    if (old !== null && backup !== undefined) await keepBackup(io, target, backup);
    check?.();
    disk.rename(temporary, target);
  } catch (error) {
    removeQuietly(disk, temporary);
    throw error;
  }
  await syncDirectory(disk, dirname(target));
}

/** Writes a new file beside `target` under a name of its own, durably; returns its path. Never follows a symlink. */
async function writeTemporary(
  io: WriteWorld,
  target: string,
  bytes: Uint8Array,
  mode: number,
  permissions: 'under-umask' | 'exact',
): Promise<string> {
  const {disk} = io;
  const {path, file} = createTemporary(io, target, mode);
  try {
    try {
      if (permissions === 'exact' && disk.fstat(file).mode !== mode) disk.chmod(file, mode);
      writeAll(disk, file, bytes);
      await disk.fsync(file);
    } finally {
      disk.close(file);
    }
  } catch (error) {
    removeQuietly(disk, path);
    throw error;
  }
  return path;
}

/** A path beside `target` that nothing has yet: `<target>.tmp-<16 hex digits>`. */
export function temporaryPath(target: string, {uuid}: Pick<World, 'uuid'>): string {
  return `${target}.tmp-${uuid().replaceAll('-', '').slice(-16)}`;
}

/** Opens a file at a {@link temporaryPath} that was not there before. */
export function createTemporary({disk, world}: Pick<WriteWorld, 'disk' | 'world'>, target: string, mode: number) {
  for (let attempt = 1; ; attempt += 1) {
    const path = temporaryPath(target, world);
    try {
      return {path, file: disk.open(path, 'create', mode)};
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || attempt === 10) throw error;
    }
  }
}

/** Writes all bytes, however many the system takes at once. */
export function writeAll(disk: Disk, file: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += disk.write(file, bytes, offset);
}

/** Keeps the file at `target` under `backup`: a second name of the same file where links work, a copy elsewhere. */
async function keepBackup(io: WriteWorld, target: string, backup: string): Promise<void> {
  const {disk, world} = io;
  const second = temporaryPath(backup, world);
  try {
    disk.link(target, second);
  } catch {
    const content = readWhole(disk, target);
    const copy = await writeTemporary(io, backup, content, disk.lstat(target)?.mode ?? 0o644, 'exact');
    renameInto(io, copy, backup);
    return;
  }
  renameInto(io, second, backup);
  // A rename between two names of one file does nothing at all: after a crash the backup may be that file already.
  removeQuietly(disk, second);
}

function renameInto({disk}: WriteWorld, from: string, to: string): void {
  try {
    disk.rename(from, to);
  } catch (error) {
    removeQuietly(disk, from);
    throw error;
  }
}

/** Everything in a regular file. */
export function readWhole(disk: Disk, path: string): Uint8Array {
  const file = disk.open(path, 'read');
  try {
    return disk.readAll(file);
  } finally {
    disk.close(file);
  }
}

/** Makes renames and removals in a directory durable; systems that can't do so for directories are left at that. */
export async function syncDirectory(disk: Disk, directory: string): Promise<void> {
  let file: number;
  try {
    file = disk.open(directory, 'directory');
  } catch (error) {
    if (['EINVAL', 'EPERM', 'EACCES', 'ENOTSUP', 'EISDIR', 'EBADF'].includes(errorCode(error))) return;
    throw error;
  }
  try {
    await disk.fsync(file);
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EBADF'].includes(errorCode(error))) throw error;
  } finally {
    disk.close(file);
  }
}

const LEFT_BEHIND = /\.tmp-[0-9a-f]{16}$|^\.lock\.takeover-[0-9A-Za-z-]*$/;

/**
 * Removes what a crash left beside `target`: temporary files, and guards of locks that are gone. Only for who holds the
 * lock: a guard counts only while the lock that it is named after is there.
 */
export function removeOrphans(disk: Disk, target: string): void {
  const directory = dirname(target);
  const name = basename(target);
  for (const found of disk.list(directory)) {
    if (!found.startsWith(`${name}.`) || !LEFT_BEHIND.test(found.slice(name.length))) continue;
    removeQuietly(disk, join(directory, found));
  }
}

/** Removes a path where that is possible; a symlink itself, never what it points to. */
export function removeQuietly(disk: Disk, path: string): void {
  try {
    disk.unlink(path);
  } catch {
    // Only a temporary file is left; the next run removes it.
  }
}

function toBytes(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
}
