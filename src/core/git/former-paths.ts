import {existsSync} from 'node:fs';
import {basename, join} from 'node:path';
import {findReal} from '../files/paths';
import {readBlobsBy} from './blobs';
import {type FileVersions, findHistory, readFileVersions, type VersionSearch} from './file-versions';
import {findRepository} from './repository';

/** Versions of a file in its place of today and in those where it was before. */
interface MovedVersions extends Omit<FileVersions, 'addedBy' | 'removedBy'> {
  /** A commit that is here added the file where it was first. */
  readonly isBegun: boolean;
  /** Absolute, newest first. */
  readonly formerPaths: readonly string[];
}

/** Most former paths of one file, and most that it went to. */
const MOST_PATHS = 20;

/** Whose versions are read, and how a version of the file is told from another file. */
interface MovedSearch extends VersionSearch {
  /** Names the file that some bytes are a version of; null for bytes of any other file. */
  readonly lineOf: (bytes: Buffer) => string | null;
  /** The name of the file that is sought: its versions come first. Default: that of its own path. */
  readonly line?: string | null;
}

/**
 * Reads the versions of a file also where it was before it was renamed, and where it went before that was taken back: a revert is in the
 * history of the other path only.
 */
export async function readMovedVersions(search: MovedSearch): Promise<MovedVersions> {
  const {timeoutMs, world} = search;
  const started = world.monotonic();
  const leftMs = () => Math.floor(timeoutMs - (world.monotonic() - started));
  const own = await readFileVersions(search);
  const {
    versions: [newest],
  } = own;
  const sought = {line: newest === undefined ? null : search.lineOf(newest.bytes), ...search};
  const before = await followPaths(sought, [{...own, path: search.path}], {list: listSources, isLeft: true, leftMs});
  const ends = {list: (there: MovedSearch, {removedBy}: FileVersions) => listOtherEnds(there, removedBy, 'A'), isLeft: false, leftMs};
  const after = await followPaths(sought, [{...own, path: search.path}, ...before.found], ends);
  const first = before.found.reduce(merge, own);
  const all = after.found.reduce(merge, first);
  const formerPaths = before.found.map(({path}) => path);
  if (before.isCut || after.isCut) return {...all, formerPaths, isComplete: false, isBegun: false};
  return {...all, formerPaths, isBegun: first.addedBy.length > 0};
}

interface PlacedVersions extends FileVersions {
  /** Absolute. */
  readonly path: string;
}

interface PathSearch {
  readonly list: (there: MovedSearch, found: FileVersions) => Promise<string[]>;
  /** A path where a file stands today is another one's. */
  readonly isLeft: boolean;
  readonly leftMs: () => number;
}

/** Reads the versions of a file in other places, and in those that these lead to. Cut: where that takes too long, or there are too many. */
async function followPaths(search: MovedSearch, starts: readonly PlacedVersions[], {list, isLeft, leftMs}: PathSearch) {
  const found: PlacedVersions[] = [];
  const left: string[] = [];
  for (const start of starts) left.push(...(await list({...search, path: start.path}, start)));
  while (left.length > 0) {
    const path = left.shift() ?? '';
    if ([...starts, ...found].some(one => one.path === path) || (isLeft && existsSync(path))) continue;
    // Each costs as much as the first look: a file that was renamed often may not take a run's time.
    const time = leftMs();
    if (time <= 0 || found.length === MOST_PATHS) return {found, isCut: true};
    const there = {...search, path, timeoutMs: time};
    const versions = await readFileVersions(there);
    found.push({...versions, path});
    left.push(...(await list(there, versions)));
  }
  return {found, isCut: false};
}

function merge(one: FileVersions, other: FileVersions): FileVersions {
  return {
    versions: [...one.versions, ...other.versions],
    journals: [...one.journals, ...other.journals],
    hasTrailer: one.hasTrailer || other.hasTrailer,
    isComplete: one.isComplete && other.isComplete,
    isNewestRead: one.isNewestRead && other.isNewestRead,
    isAnswered: one.isAnswered && other.isAnswered,
    hasMore: one.hasMore || other.hasMore,
    addedBy: one.addedBy.length === 0 ? [] : other.addedBy,
    removedBy: one.removedBy,
  };
}

/** Lists where a file was before: of one that no commit has, each JSON file that was removed since the last commit. */
async function listSources(search: MovedSearch, {versions, addedBy}: FileVersions): Promise<string[]> {
  const {path, timeoutMs, repository} = search;
  // Only a checkout shows what was removed since its commit.
  if (repository !== undefined || versions.length > 0 || !existsSync(path)) return listOtherEnds(search, addedBy, 'D');
  const {root, ask} = findRoot(search);
  if (root === null) return [];
  const removed = ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=D', 'HEAD', '--', ':(top,glob)**/*.json'];
  const answer = await ask(removed, {timeoutMs});
  return (answer?.stdout.toString('utf8') ?? '').split('\0').flatMap(name => (name === '' ? [] : [join(root, name)]));
}

/** Bytes of files that are looked into. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Lists the files that commits removed (`D`) or added (`A`) and that may be versions of the one that they added or removed: a move that
 * changes much is no rename to git.
 */
async function listOtherEnds(search: MovedSearch, commits: readonly string[], sign: 'A' | 'D'): Promise<string[]> {
  const {path, timeoutMs, lineOf, line} = search;
  const {root, ask} = findRoot(search);
  if (root === null || commits.length === 0) return [];
  const how = ['--no-walk', '-m', '--raw', '--no-abbrev', '--no-renames', `--diff-filter=${sign}`, '-z', '--format='];
  const listed = await ask(['log', ...how, ...commits], {timeoutMs});
  const words = (listed?.stdout.toString('utf8') ?? '').split('\0');
  const ends = words.flatMap((word, index) => {
    const [, before = '', after = ''] = /:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [AD]$/.exec(word) ?? [];
    return before === '' ? [] : [{blob: sign === 'A' ? after : before, path: join(root, words[index + 1] ?? '')}];
  });
  const others = ends.filter(end => end.path !== path).sort((one, other) => rankOf(one.path, path) - rankOf(other.path, path));
  const blobs = await readBlobsBy(
    ask,
    others.map(({blob}) => blob),
    {timeoutMs, maxBytes: MOST_BYTES},
  );
  const lines = others.map((_, index) => lineOf(blobs[index]?.bytes ?? Buffer.alloc(0)));
  const isOf = (isSought: boolean) => others.filter((_, index) => lines[index] !== null && (lines[index] === line) === isSought);
  return [...new Set([...isOf(true), ...isOf(false)].map(end => end.path))];
}

/** Files with the name of the file come first: not all may be read. */
function rankOf(path: string, own: string): number {
  return basename(path) === basename(own) ? 0 : basename(path).startsWith('monitors.state') ? 1 : path.endsWith('.json') ? 2 : 3;
}

function findRoot(search: MovedSearch) {
  const {directory, ask} = findHistory(search);
  return {root: search.repository?.root ?? findRepository(findReal(directory)), ask};
}
