import {createHash} from 'node:crypto';
import {takeReply} from './object-reader';
import {type AskGit, askGit, type GitMore} from './run-git';

/** A blob that git holds. */
interface Blob {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Reads blobs in one process, each by its id or as `COMMIT:./path`; null for each that is missing or something else. Without git or a
 * repository, and where git fails, all are missing; where it takes too long, those that it had not written. Those beyond `maxBytes` are not in the list.
 */
export async function readBlobs(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  limits: Pick<GitMore, 'timeoutMs' | 'maxBytes'> = {},
): Promise<readonly (Blob | null)[]> {
  return readBlobsBy((args, more) => askGit(directory, env, args, more), names, limits);
}

/** The same in the repository that `ask` runs git in. */
export async function readBlobsBy(
  ask: AskGit,
  names: readonly string[],
  limits: Pick<GitMore, 'timeoutMs' | 'maxBytes'> = {},
): Promise<readonly (Blob | null)[]> {
  if (names.length === 0) return [];
  const stdin = names.map(name => `${name}\n`).join('');
  const answer = await ask(['cat-file', '--batch'], {...limits, stdin});
  const output = answer?.stdout ?? Buffer.alloc(0);
  return splitBatch(output, names.length, output.length >= (limits.maxBytes ?? Number.POSITIVE_INFINITY));
}

/** The blobs in the output of `git cat-file --batch`. */
function splitBatch(output: Buffer, count: number, isCut: boolean): readonly (Blob | null)[] {
  const found: (Blob | null)[] = [];
  for (let rest = output; found.length < count; ) {
    const reply = takeReply(rest);
    if (isCut && typeof reply === 'number') break;
    const {object, length} = typeof reply === 'number' ? {object: null, length: rest.length} : reply;
    found.push(object?.type === 'blob' ? object : null);
    rest = rest.subarray(length);
  }
  return found;
}

/** The object that git makes of a file, in the repository of a commit: SHA-256 has longer names. */
export function hashBlob(bytes: Buffer, commit: string | null): string {
  const hash = createHash(commit?.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
