import {existsSync} from 'node:fs';
import {join, relative} from 'node:path';
import {findReal, pathBelow} from '../files/paths';
import {type FileVersions, findHistory, readFileVersions, type VersionSearch} from './file-versions';
import {findRepository} from './repository';

/** Versions of a file in its place of today and in those where it was before. */
interface MovedVersions extends Omit<FileVersions, 'addedBy' | 'removedBy'> {
  /** A commit that is here added the file where it was first. */
  readonly isBegun: boolean;
  /** Absolute, newest first. */
  readonly formerPaths: readonly string[];
}

/** Most former paths of one file. */
const MOST_PATHS = 20;

/** Most paths that a file went to. */
const MOST_TARGETS = 5;

/**
 * Reads the versions of a file also where it was before it was renamed, and where it went before that was taken back: a revert is in the
 * history of the other path only. A path where a file stands today is another one's.
 */
export async function readMovedVersions(search: VersionSearch): Promise<MovedVersions> {
  const {timeoutMs, world} = search;
  const started = world.monotonic();
  const own = await readFileVersions(search);
  const formerPaths: string[] = [];
  let all: FileVersions = own;
  for (let left = await listSources(search, own); left.length > 0 && formerPaths.length < MOST_PATHS; ) {
    const path = left.shift() ?? '';
    if (path === search.path || formerPaths.includes(path) || existsSync(path)) continue;
    const time = Math.floor(timeoutMs - (world.monotonic() - started));
    // Each rename costs as much as the first look: a file that was renamed often may not take a run's time.
    if (time <= 0) return {...all, formerPaths, isComplete: false, isBegun: false};
    formerPaths.push(path);
    const there = {...search, path, timeoutMs: time};
    const found = await readFileVersions(there);
    all = merge(all, found);
    left = [...left, ...(await listSources(there, found))];
  }
  for (const path of await listTargets(search, own)) {
    const time = Math.floor(timeoutMs - (world.monotonic() - started));
    if (time <= 0) return {...all, formerPaths, isComplete: false, isBegun: false};
    all = {...merge(all, await readFileVersions({...search, path, timeoutMs: time})), addedBy: all.addedBy};
  }
  return {...all, formerPaths, isBegun: all.addedBy.length > 0};
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

/**
 * Lists the paths that the commits that added a file took it from; of one that no commit has, each JSON file that was
 * removed since the last commit.
 */
async function listSources(search: VersionSearch, {versions, addedBy}: FileVersions): Promise<string[]> {
  const {path, timeoutMs, repository} = search;
  const {directory, ask} = findHistory(search);
  const root = repository?.root ?? findRepository(findReal(directory));
  // Only a checkout shows what was removed since its commit.
  const isMovedNow = repository === undefined && versions.length === 0 && existsSync(path);
  if (root === null || (addedBy.length === 0 && !isMovedNow)) return [];
  const removed = ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=D', 'HEAD', '--', ':(top,glob)**/*.json'];
  const renames = ['log', '--no-walk', '-M', '--diff-filter=R', '--name-status', '-z', '--format=', ...addedBy];
  const answer = await ask(isMovedNow ? removed : renames, {timeoutMs});
  const words = (answer?.stdout.toString('utf8') ?? '').split('\0').map(word => word.replace(/^\n/, ''));
  const own = pathBelow(root, join(repository?.root ?? findReal(directory), relative(directory, path)));
  const sources = words.flatMap((word, index) => {
    if (isMovedNow) return word === '' ? [] : [word];
    return /^R\d+$/.test(word) && words[index + 2] === own ? [words[index + 1] ?? ''] : [];
  });
  return sources.map(source => join(root, source));
}

/** Lists the JSON files that the commits that removed a file added: it may have gone there. */
async function listTargets(search: VersionSearch, {removedBy}: FileVersions): Promise<string[]> {
  const {timeoutMs, repository} = search;
  const {directory, ask} = findHistory(search);
  const root = repository?.root ?? findRepository(findReal(directory));
  if (root === null || removedBy.length === 0) return [];
  const added = ['log', '--no-walk', '--no-renames', '--diff-filter=A', '--name-only', '-z', '--format=', ...removedBy];
  const answer = await ask([...added, '--', ':(top,glob)**/*.json'], {timeoutMs});
  const names = (answer?.stdout.toString('utf8') ?? '').split('\0').map(name => name.replace(/^\n/, ''));
  const targets = [...new Set(names.filter(Boolean))].map(name => join(root, name));
  return targets.filter(path => path !== search.path && !existsSync(path)).slice(0, MOST_TARGETS);
}
