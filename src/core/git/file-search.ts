import {readBlobsBy} from './blobs';
import {findHistory, type VersionSearch} from './file-versions';

/** Files that are looked for in commits by more than their own path. */
interface FileSearch extends Pick<VersionSearch, 'path' | 'tips' | 'env' | 'repository' | 'timeoutMs'> {
  /** A glob for their names, in any directory. */
  readonly pattern: string;
  /** `added`: each file as it was first. `all`: as it was first and after each change. */
  readonly versions: 'added' | 'all';
  /** Leaves out what need not be read. */
  readonly isWanted: (name: string) => boolean;
}

/** A file of any commit. */
interface FoundFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Number of files that are read, newest first. */
const MOST_FILES = 1000;

/** Bytes of them, and of git's list. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Searches the files of some commits' histories, newest first, with two git processes. What git does not show in time is not found. */
export async function searchFiles(search: FileSearch): Promise<readonly FoundFile[]> {
  const {tips, pattern, versions, isWanted, timeoutMs} = search;
  const {ask} = findHistory(search);
  const kinds = `--diff-filter=${versions === 'added' ? 'A' : 'AM'}`;
  const how = ['--ignore-missing', '--format=', '--raw', '-z', '--no-abbrev', '--no-renames', '--full-history', kinds];
  const log = await ask(['log', ...how, ...tips, '--', `:(top,glob)**/${pattern}`], {timeoutMs, maxBytes: MOST_BYTES});
  // A file that was renamed as it was counts under each of its names.
  const files = new Map<string, {readonly name: string; readonly blob: string}>();
  const words = (log?.stdout.toString('utf8') ?? '').split('\0');
  for (const [index, word] of words.entries()) {
    const [, blob] = /^\s*:\d+ 100\d+ [0-9a-f]+ ([0-9a-f]+) [AM]$/.exec(word) ?? [];
    const name = (words[index + 1] ?? '').split('/').pop() ?? '';
    if (blob !== undefined && files.size < MOST_FILES && isWanted(name)) files.set(`${blob} ${name}`, {name, blob});
  }
  const listed = [...files.values()];
  const ids = listed.map(({blob}) => blob);
  const blobs = await readBlobsBy(ask, ids, {timeoutMs, maxBytes: MOST_BYTES});
  return listed.flatMap(({name}, index) => {
    const blob = blobs[index] ?? null;
    return blob === null ? [] : [{name, bytes: blob.bytes}];
  });
}
