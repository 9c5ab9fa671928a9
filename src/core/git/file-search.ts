import {readBlobsBy} from './blobs';
import {findHistory, type VersionSearch} from './file-versions';

/** Files that are looked for in commits by more than their own path. */
interface FileSearch extends Pick<VersionSearch, 'path' | 'tips' | 'env' | 'repository' | 'timeoutMs' | 'world'> {
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

/** `part`: git does not have, `late`: it did not show in time, or it has more than is read of, all that is looked for. */
export type SearchReach = 'whole' | 'part' | 'late';

/** Result of a search. */
interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly isSeen: SearchReach;
}

/** Number of files that are read, newest first. */
const MOST_FILES = 10_000;

/** Bytes of them, and of git's list. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Searches the files of some commits' histories, newest first, with two git processes. */
export async function searchFiles(search: FileSearch): Promise<FoundFiles> {
  const {tips, pattern, versions, isWanted, timeoutMs, world} = search;
  const started = world.monotonic();
  const {ask} = findHistory(search);
  const kinds = `--diff-filter=${versions === 'added' ? 'A' : 'AM'}`;
  // Of a merge, what differs from all its parents: the rest stands in a commit that is merged.
  const how = ['--ignore-missing', '--format=', '--raw', '-z', '--no-abbrev', '--no-renames', '--full-history', '-c', kinds];
  const log = await ask(['log', ...how, ...tips, '--', `:(top,glob)**/${pattern}`], {timeoutMs, maxBytes: MOST_BYTES});
  // A file that was renamed as it was counts under each of its names.
  const files = new Map<string, {readonly name: string; readonly blob: string}>();
  const words = (log?.stdout.toString('utf8') ?? '').split('\0');
  for (const [index, word] of words.entries()) {
    const [, blob] = /^\s*:+(?:\d+ )+100\d+ (?:[0-9a-f]+ )+([0-9a-f]+) [AM]+$/.exec(word) ?? [];
    const name = (words[index + 1] ?? '').split('/').pop() ?? '';
    if (blob !== undefined && isWanted(name)) files.set(`${blob} ${name}`, {name, blob});
  }
  const listed = [...files.values()].slice(0, MOST_FILES);
  const ids = listed.map(({blob}) => blob);
  const blobs = await readBlobsBy(ask, ids, {timeoutMs, maxBytes: MOST_BYTES});
  const found = listed.flatMap(({name}, index) => {
    const blob = blobs[index] ?? null;
    return blob === null ? [] : [{name, bytes: blob.bytes}];
  });
  const isCut = listed.length < files.size || blobs.length < ids.length || world.monotonic() - started >= timeoutMs;
  const isComplete = log?.exitCode === 0 && found.length === files.size;
  return {files: found, isSeen: isComplete ? 'whole' : isCut ? 'late' : 'part'};
}
