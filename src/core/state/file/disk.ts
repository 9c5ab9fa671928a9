import * as fs from 'node:fs';
import {assertNever} from '../../base/assert-never';
import type {Refusals} from '../format/refusals';

/** Facts of the file at a path, symlinks not followed. */
export interface PathFacts {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  /** Permission bits, e.g. 0o644. */
  readonly mode: number;
  readonly size: number;
}

/**
 * Ways of opening a file: `read` never follows a symlink and never waits for a pipe; `create` fails where anything is
 * there already; `append` needs an existing file; `directory` is only for making renames durable.
 */
type OpenMode = 'read' | 'create' | 'append' | 'directory';

/**
 * Every call that this room makes to a disk. Tests pass one that fails or dies at any call. Calls throw what
 * `node:fs` throws; only `fsync` is asynchronous, because it may take long while answers come in.
 */
export interface Disk {
  /** Reads the facts of the file at `path`; null when there is none. */
  lstat(path: string): PathFacts | null;
  open(path: string, mode: OpenMode, permissions?: number): number;
  /** Reads the facts of an open file. */
  fstat(file: number): PathFacts;
  /** Everything from the start of an open file. */
  readAll(file: number): Uint8Array;
  /** Writes some of the bytes from `offset` on; returns how many (the caller goes on). */
  write(file: number, bytes: Uint8Array, offset: number): number;
  chmod(file: number, permissions: number): void;
  fsync(file: number): Promise<void>;
  close(file: number): void;
  rename(from: string, to: string): void;
  /** Hard link; fails where `to` is there. */
  link(from: string, to: string): void;
  unlink(path: string): void;
  /** Names in a directory, unsorted. */
  list(directory: string): readonly string[];
}

/** The machine's own disk. */
export const realDisk: Disk = {
  lstat(path) {
    const found = fs.lstatSync(path, {throwIfNoEntry: false});
    return found === undefined ? null : toFacts(found);
  },
  open: (path, mode, permissions) => fs.openSync(path, toFlags(mode), permissions),
  fstat: file => toFacts(fs.fstatSync(file)),
  readAll: file => fs.readFileSync(file),
  write: (file, bytes, offset) => fs.writeSync(file, bytes, offset),
  chmod: (file, permissions) => fs.fchmodSync(file, permissions),
  fsync: file => new Promise((resolve, reject) => fs.fsync(file, error => (error === null ? resolve() : reject(error)))),
  close: file => fs.closeSync(file),
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  unlink: path => fs.unlinkSync(path),
  list: directory => fs.readdirSync(directory),
};

/** The disk of a machine with this platform, as Node names it. */
export function machineDisk(platform: string): Disk {
  return platform === 'win32' ? patientDisk(realDisk, pause) : realDisk;
}

/** Waits before another try, in milliseconds: about 2 s in all. */
const WAITS = [10, 20, 40, 80, 150, 300, 600, 800];

/**
 * A disk that tries renames and removals again where another program holds the file open for a moment, as scanners on Windows do. No
 * other call waits. `wait` blocks for so many milliseconds.
 */
export function patientDisk(disk: Disk, wait: (ms: number) => void): Disk {
  const patiently = (attempt: () => void) => {
    for (const ms of WAITS) {
      try {
        attempt();
        return;
      } catch (error) {
        if (!['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error))) throw error;
      }
      wait(ms);
    }
    attempt();
  };
  return {
    ...disk,
    rename: (from, to) => patiently(() => disk.rename(from, to)),
    unlink: path => patiently(() => disk.unlink(path)),
  };
}

/** A rename is one step of many that must not be torn apart: nothing else runs meanwhile. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function toFlags(mode: OpenMode): number {
  const {O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0} = fs.constants;
  switch (mode) {
    case 'read':
      return O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
    case 'create':
      return O_WRONLY | O_CREAT | O_EXCL;
    case 'append':
      return O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
    case 'directory':
      return O_RDONLY | O_DIRECTORY;
    default:
      return assertNever(mode);
  }
}

function toFacts(stats: fs.Stats): PathFacts {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'symlink' : 'other';
  return {kind, mode: stats.mode & 0o777, size: stats.size};
}

/** The system's code of an error, e.g. `ENOSPC`; empty where it has none. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether an error comes from the system rather than from a mistake of ours. */
export function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error && errorCode(error) !== '';
}

/** Runs `act`; an error of the disk becomes a {@link UserError} that says that `shown` was not saved. */
export async function withDiskErrors<T>(refusals: Refusals, shown: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (isSystemError(cause)) throw refusals.notSaved(shown, cause);
    throw cause;
  }
}
