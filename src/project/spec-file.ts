import {dirname} from 'node:path';
import {UserError} from '../core/diagnostics/user-error';
import {errorCode, explainFileError} from '../core/files/file-error';
import type {Disk} from '../core/state/file/disk';
import {replaceFile, syncDirectory, type WriteWorld} from '../core/state/file/write';

/** A spec file and its new text. */
export interface SpecReplacement {
  /** Absolute. */
  readonly path: string;
  /** As messages show it. */
  readonly shown: string;
  /** Content of the file when it was read. */
  readonly before: Uint8Array;
  readonly after: string;
}

/**
 * Replaces a spec file durably: a crash leaves the old or the new text, whole. Throws a `UserError` and changes nothing where the
 * file is no longer what was read, is not a regular file, or can't be written.
 */
export async function replaceSpecFile(replacement: SpecReplacement, io: WriteWorld): Promise<void> {
  const check = () => checkSpecFile(replacement, io);
  check();
  try {
    await replaceFile(io, {target: replacement.path, text: replacement.after, mode: 0o644, check});
  } catch (error) {
    throw explainUnwritten(replacement, error);
  }
}

function explainUnwritten({shown}: SpecReplacement, error: unknown): unknown {
  if (error instanceof UserError || errorCode(error) === undefined) return error;
  const message = `${shown} could not be written: ${explainFileError(error)}`;
  return new UserError('config/cannot-write', message, 'free disk space or fix the permissions, then repeat the command', {cause: error});
}

/** Removes a spec file durably. Throws as {@link replaceSpecFile} does. */
export async function removeSpecFile(replacement: SpecReplacement, io: WriteWorld): Promise<void> {
  checkSpecFile(replacement, io);
  try {
    io.disk.unlink(replacement.path);
    await syncDirectory(io.disk, dirname(replacement.path));
  } catch (error) {
    throw explainUnwritten(replacement, error);
  }
}

/** Throws where the file is no longer what was read. */
export function checkSpecFile({path, shown, before}: SpecReplacement, {disk}: Pick<WriteWorld, 'disk'>): void {
  if (disk.lstat(path)?.kind === 'file' && Buffer.from(readBytes(disk, path)).equals(before)) return;
  throw new UserError('live/spec-changed', `${shown} was changed since it was read: it is not overwritten`, 'repeat the command');
}

function readBytes(disk: Disk, path: string): Uint8Array {
  const file = disk.open(path, 'read');
  try {
    return disk.readAll(file);
  } finally {
    disk.close(file);
  }
}
