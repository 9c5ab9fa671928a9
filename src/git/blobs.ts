import {askGit} from './run-git';

/** A blob that git holds. */
export interface Blob {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * Reads blobs in one process, each by its id or as `COMMIT:./path`; null for each that is missing or something else. Without git or a
 * repository, and where git fails, all are missing; where it takes longer than `timeoutMs`, those that it had not written.
 */
export async function readBlobs(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  timeoutMs?: number,
): Promise<readonly (Blob | null)[]> {
  if (names.length === 0) return [];
  const stdin = names.map(name => `${name}\n`).join('');
  const answer = await askGit(directory, env, ['cat-file', '--batch'], {stdin, ...(timeoutMs === undefined ? {} : {timeoutMs})});
  return splitBatch(answer?.stdout ?? Buffer.alloc(0), names.length);
}

/** What `git cat-file --batch` prints: a line `<id> <type> <size>`, then the object and a line break; what is missing has only a line. */
function splitBatch(output: Buffer, count: number): readonly (Blob | null)[] {
  const found: (Blob | null)[] = [];
  for (let start = 0; found.length < count; ) {
    const end = output.indexOf('\n', start);
    const [, id = '', type, size] = end < 0 ? [] : (/^([0-9a-f]+) (\w+) (\d+)$/.exec(output.toString('latin1', start, end)) ?? []);
    start = end < 0 ? output.length : end + 1;
    const next = start + Number(size ?? 0);
    found.push(type === 'blob' && next <= output.length ? {id, bytes: output.subarray(start, next)} : null);
    if (size !== undefined) start = next + 1;
  }
  return found;
}
