import {basename, dirname} from 'node:path';
import {readBlobs} from './blobs';
import {askGit} from './run-git';

/** A version of a file that commits hold. */
export interface FileVersion {
  /** Commits that made the file so, newest first; a few of them. */
  readonly commits: readonly string[];
  readonly bytes: Buffer;
}

/** What commits tell of a file. */
export interface FileVersions {
  readonly versions: readonly FileVersion[];
  /** A commit that changed the file has the trailer. */
  readonly hasTrailer: boolean;
}

/** Whose versions of a file are read, and how long that may take. */
export interface VersionSearch {
  /** Absolute. */
  readonly path: string;
  /** The name of a trailer to look for in the commits. */
  readonly trailer: string;
  /** The tips whose histories count; those that are not here hold nothing. */
  readonly tips: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds for both processes; what was read until then counts. */
  readonly timeoutMs: number;
  /** Milliseconds since any time. */
  readonly now: () => number;
}

/** Number of changes of the file that are looked at, newest first. */
const MOST_CHANGES = 60;

/** Number of different versions that are read, newest first. */
const MOST_VERSIONS = 30;

/** Number of commits that are kept of one version. */
const MOST_COMMITS = 5;

/**
 * Reads the last versions of a file in the histories of some commits, newest first, with two git processes. Of merges, all sides count:
 * one that took one side hides the other. Nothing is fetched.
 */
export async function readFileVersions({path, trailer, tips, env, timeoutMs, now}: VersionSearch): Promise<FileVersions> {
  const started = now();
  const directory = dirname(path);
  const format = `--format=%H %(trailers:key=${trailer},valueonly,separator=%x2C)`;
  const how = ['--ignore-missing', format, '--raw', '--no-abbrev', '--no-renames', '--full-history', '-m'];
  const args = ['log', ...how, `--max-count=${MOST_CHANGES}`, ...tips, '--', `:(literal)${basename(path)}`];
  const log = await askGit(directory, env, args, {timeoutMs});
  const {found, hasTrailer} = listBlobs(log?.stdout.toString('utf8') ?? '');
  const left = Math.floor(timeoutMs - (now() - started));
  if (found.size === 0 || left <= 0) return {versions: [], hasTrailer};
  const ids = [...found.keys()].slice(0, MOST_VERSIONS);
  const blobs = await readBlobs(directory, env, ids, left);
  const versions = blobs.flatMap(blob => (blob === null ? [] : [{commits: found.get(blob.id) ?? [], bytes: blob.bytes}]));
  return {versions, hasTrailer};
}

/** The blobs in the answer of `git log --raw`, each with commits that made the file so. */
function listBlobs(log: string): {readonly found: ReadonlyMap<string, string[]>; readonly hasTrailer: boolean} {
  const found = new Map<string, string[]>();
  let commit = '';
  let hasTrailer = false;
  for (const line of log.split('\n')) {
    const [, begun, value = ''] = /^([0-9a-f]{40,64}) (.*)$/.exec(line) ?? [];
    commit = begun ?? commit;
    hasTrailer ||= value !== '';
    const blob = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AMT]\t/.exec(line)?.[1];
    if (blob === undefined) continue;
    const commits = found.get(blob) ?? [];
    if (commits.length < MOST_COMMITS && !commits.includes(commit)) commits.push(commit);
    found.set(blob, commits);
  }
  return {found, hasTrailer};
}

/** Where the commits of a version are now: in the history of HEAD or of what it follows, in that of another branch only, or in none. */
export async function locateCommits(
  directory: string,
  commits: readonly string[],
  own: readonly string[],
  env: VersionSearch['env'],
): Promise<'own' | 'other-branch' | 'none'> {
  let place: 'other-branch' | 'none' = 'none';
  for (const commit of commits) {
    const references = ['for-each-ref', `--contains=${commit}`, '--format=%(objectname)', 'refs/heads', 'refs/remotes'];
    for (const tip of own) if ((await askGit(directory, env, ['merge-base', '--is-ancestor', commit, tip]))?.exitCode === 0) return 'own';
    const answer = await askGit(directory, env, references);
    if (answer?.exitCode === 0 && answer.stdout.length > 0) place = 'other-branch';
  }
  return place;
}

/** Whether one of some commits is in the history of one of others. */
export async function leadsTo(
  directory: string,
  from: readonly string[],
  to: readonly string[],
  env: VersionSearch['env'],
): Promise<boolean> {
  const answer = await askGit(directory, env, ['rev-list', '--ignore-missing', ...from, '--not', ...to]);
  const outside = new Set((answer?.stdout.toString('utf8') ?? '').split('\n'));
  return from.some(commit => !outside.has(commit));
}
