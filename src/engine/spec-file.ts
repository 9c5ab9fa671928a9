import type {World} from '../context';
import {UserError} from '../diagnostics/user-error';
import {realDisk} from '../state/file/disk';
import {replaceFile} from '../state/file/write';

/** A spec file that is written anew. */
export interface SpecReplacement {
  /** Absolute. */
  readonly path: string;
  /** As messages show it. */
  readonly shown: string;
  /** What the file held when it was read. */
  readonly before: Uint8Array;
  readonly after: string;
}

/**
 * Replaces a spec file durably: a crash leaves the old or the new text, whole. Throws a `UserError` and changes nothing where the
 * file is no longer what was read, or no regular file.
 */
export async function replaceSpecFile({path, shown, before, after}: SpecReplacement, world: World, platform: string): Promise<void> {
  const check = () => {
    const isSame = realDisk.lstat(path)?.kind === 'file' && Buffer.from(readBytes(path)).equals(before);
    if (isSame) return;
    throw new UserError('live/spec-changed', `${shown} was changed since it was read: it is not overwritten`, 'run the command again');
  };
  check();
  await replaceFile({disk: realDisk, world, platform}, {target: path, text: after, mode: 0o644, check});
}

function readBytes(path: string): Uint8Array {
  const file = realDisk.open(path, 'read');
  try {
    return realDisk.readAll(file);
  } finally {
    realDisk.close(file);
  }
}
