import {dirname} from 'node:path';
import type {World} from '../base/context';
import {pathBelow} from '../files/paths';
import {readBlobsBy} from './blobs';
import {findNearest} from './repository';
import {type AskGit, askGit, type HistoryRepository} from './run-git';

/** A version of a file that commits hold. */
export interface FileVersion {
  /** Paths that it had, from the top of the repository, with `/`. */
  readonly paths: readonly string[];
  /** Commits that made the file so, newest first; a few of them. */
  readonly commits: readonly string[];
  readonly bytes: Buffer;
}

/** Versions of a file that commits hold. */
export interface FileVersions {
  readonly versions: readonly FileVersion[];
  /** Versions of the file beside it whose name has `.journal` after its own. */
  readonly journals: readonly FileVersion[];
  /** Git gave every version that it lists. False: a clone without all its files, or git did not answer in time. */
  readonly isComplete: boolean;
  /** Git gave the newest version that it lists, or lists none. */
  readonly isNewestRead: boolean;
  /** False: git is not there. */
  readonly isAnswered: boolean;
  /** Commits may hold versions before these. */
  readonly hasMore: boolean;
  /** The commits that added the file to their only parent: there is nothing of it before, unless it was moved. */
  readonly addedBy: readonly string[];
  /** The commits that removed it from one of their parents. */
  readonly removedBy: readonly string[];
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
  /** Holds the history. Default: the repository that the file is in. */
  readonly repository?: HistoryRepository;
  /** Milliseconds for all processes; what was read until then counts. */
  readonly timeoutMs: number;
  /** Measures these. */
  readonly world: Pick<World, 'monotonic' | 'sleep'>;
  /** Globs for names: files in any directory that are named so count instead of `path`, in more commits. */
  readonly everywhere?: readonly string[];
  /** An extended regular expression: only versions count that differ from the one before in a line that matches it. */
  readonly containing?: string;
}

/** Number of changes of the file that are looked at, newest first. */
const MOST_CHANGES = {here: 250, everywhere: 2000} as const;

/** Number of different versions of the file, and of its journal, that are read. */
const MOST_VERSIONS = {here: 120, everywhere: 400} as const;

/** Number of bytes of them that are read: three versions of a state of 10,000 monitors fit in. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Number of commits that are kept of one version. */
const MOST_COMMITS = 5;

/**
 * Reads the last versions of a file in the histories of some commits, with two git processes: the newest, those that merges left, and the
 * others, newest first. Of merges, all sides count: one that took one side hides the other. Fetches nothing itself.
 */
export async function readFileVersions(search: VersionSearch): Promise<FileVersions> {
  const {trailer, tips, timeoutMs, world, everywhere, containing} = search;
  const started = world.monotonic();
  const {directory, ask} = findHistory(search);
  const format = `--format=%H %(trailers:key=${trailer},valueonly,unfold,separator=%x2C)%x00%P`;
  const reach = everywhere === undefined ? 'here' : 'everywhere';
  // Without the second word, git would run the converters that a repository names; without the first, its attributes could hide files.
  const sought = containing === undefined ? [] : ['--text', '--no-textconv', `-G${containing}`];
  const args = ['log', format, ...HOW, ...sought, `--max-count=${MOST_CHANGES[reach]}`, ...tips, '--', ...listPaths(search, directory)];
  const log = await ask(args, {timeoutMs, settings: [['core.quotePath', 'false']]});
  const {found, left, commits, hasTrailer, addedBy, removedBy} = listChanges(log?.stdout.toString('utf8') ?? '');
  const all = leftFirst(
    [...found.values()].filter(({isJournal}) => !isJournal),
    left,
  );
  const files = all.slice(0, MOST_VERSIONS[reach]);
  const allJournals = [...found.values()].filter(({isJournal}) => isJournal);
  const journals = allJournals.slice(0, MOST_VERSIONS[reach]);
  const leftMs = Math.floor(timeoutMs - (world.monotonic() - started));
  // Journals first: they are small, and must not be cut off.
  const ids = [...journals, ...files].map(({blob}) => blob);
  const blobs = leftMs <= 0 ? ids.map(() => null) : await readBlobsBy(ask, ids, {timeoutMs: leftMs, maxBytes: MOST_BYTES});
  const isComplete = log?.exitCode === 0 && !blobs.includes(null);
  const read = (changes: readonly Change[], from: number) =>
    changes.flatMap(({commits, paths}, index) => {
      const blob = blobs[from + index] ?? null;
      return blob === null ? [] : [{commits, paths: [...paths], bytes: blob.bytes}];
    });
  const isCut = files.length < all.length || journals.length < allJournals.length || blobs.length < ids.length;
  const hasMore = commits >= MOST_CHANGES[reach] || isCut;
  const isNewestRead = files.length === 0 || (blobs[journals.length] ?? null) !== null;
  const counted = {hasTrailer, isComplete, isNewestRead, isAnswered: log !== null, hasMore, addedBy, removedBy};
  return {versions: read(files, journals.length), journals: read(journals, 0), ...counted};
}

/** The newest version, then those that a merge left, then the others: they are the ones that nothing after them tells of. */
function leftFirst([newest, ...older]: readonly Change[], left: ReadonlySet<string>): readonly Change[] {
  if (newest === undefined || left.size === 0) return newest === undefined ? [] : [newest, ...older];
  return [newest, ...older.filter(({blob}) => left.has(blob)), ...older.filter(({blob}) => !left.has(blob))];
}

/** Changes of files, in all commits that make one; each side of a merge counts. */
const HOW = ['--ignore-missing', '--raw', '--no-abbrev', '--no-renames', '--full-history', '-m'];

/** The paths of the file and its journal, as git wants them. */
function listPaths({path, everywhere}: Pick<VersionSearch, 'path' | 'everywhere'>, directory: string): readonly string[] {
  const names = everywhere?.map(name => `:(top,glob)**/${name}`) ?? [`:(literal)${pathBelow(directory, path)}`];
  return [...names, ...names.map(name => `${name}.journal`)];
}

/** The changes of a file and its journal in commits that are in no history of some others; null where git does not tell in time. */
export async function listChangesSince(
  search: VersionSearch,
  since: readonly string[],
): Promise<readonly {readonly blob: string; readonly isJournal: boolean}[] | null> {
  const {directory, ask} = findHistory(search);
  const range = [...search.tips, '--not', ...since, '--', ...listPaths(search, directory)];
  const log = await ask(['log', '--format=', ...HOW, ...range], {timeoutMs: search.timeoutMs, settings: [['core.quotePath', 'false']]});
  if (log?.exitCode !== 0) return null;
  const lines = [...log.stdout.toString('utf8').matchAll(/^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]\t(.*)$/gm)];
  return lines.map(([, blob = '', name = '']) => ({blob, isJournal: /\.journal"?$/.test(name)}));
}

/** Asks for the content of every version at once: a repository that fetches it when it is read would make a request for each. False where git fails. */
export async function bringVersions(search: VersionSearch): Promise<boolean> {
  const {directory, ask} = findHistory(search);
  const log = await ask(['log', '--format=', ...HOW, ...search.tips, '--', ...listPaths(search, directory)], {timeoutMs: search.timeoutMs});
  if (log?.exitCode !== 0) return false;
  const ids = [...log.stdout.toString('utf8').matchAll(/^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /gm)].flatMap(([, before = '', after = '']) => [
    before,
    after,
  ]);
  const wanted = [...new Set(ids)].filter(id => !/^0+$/.test(id));
  const brought = await ask(['cat-file', '--batch-check'], {stdin: `${wanted.join('\n')}\n`, timeoutMs: search.timeoutMs});
  return brought?.exitCode === 0 && !/ missing$/m.test(brought.stdout.toString('utf8'));
}

/** The directory that git's paths are relative to, and git there. */
export function findHistory({path, env, repository, world}: Pick<VersionSearch, 'path' | 'env' | 'repository' | 'world'>): {
  readonly directory: string;
  readonly ask: AskGit;
} {
  if (repository !== undefined) return {directory: repository.root, ask: repository.ask};
  const directory = findNearest(dirname(path));
  return {directory, ask: (args, more) => askGit(directory, env, args, {sleep: world.sleep, ...more})};
}

/** A version as `git log --raw` tells of it. */
interface Change {
  readonly blob: string;
  readonly isJournal: boolean;
  readonly commits: string[];
  readonly paths: Set<string>;
}

interface Changes extends Pick<FileVersions, 'hasTrailer' | 'addedBy' | 'removedBy'> {
  /** By their blobs, newest first. */
  readonly found: ReadonlyMap<string, Change>;
  /** The blobs that a merge replaced, and no other commit did. */
  readonly left: ReadonlySet<string>;
  /** The number of commits. */
  readonly commits: number;
}

/** The versions in the answer of `git log --raw`. */
function listChanges(log: string): Changes {
  const found = new Map<string, Change>();
  const [addedBy, removedBy]: [string[], string[]] = [[], []];
  const commits = new Set<string>();
  const [mergedOver, replaced] = [new Set<string>(), new Set<string>()];
  let [commit, parents, hasTrailer] = ['', '', false];
  for (const line of log.split('\n')) {
    const [, begun, value = '', from = ''] = /^([0-9a-f]{40,64}) ([^\0]*)\0(.*)$/.exec(line) ?? [];
    if (begun !== undefined) [commit, parents] = [begun, from];
    commits.add(commit);
    hasTrailer ||= value !== '';
    const [, before = '', blob = '', status = '', name = ''] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([AMTD])\t(.*)$/.exec(line) ?? [];
    if (before !== '') (parents.includes(' ') ? mergedOver : replaced).add(before);
    const isJournal = /\.journal"?$/.test(name);
    const isOfOne = !isJournal && /^\S+$/.test(parents);
    if (isOfOne && status === 'A') addedBy.push(commit);
    if (!isJournal && status === 'D') removedBy.push(commit);
    if (status === '' || status === 'D') continue;
    const change = found.get(blob) ?? {blob, isJournal, commits: [], paths: new Set()};
    if (change.commits.length < MOST_COMMITS && !change.commits.includes(commit)) change.commits.push(commit);
    change.paths.add(name);
    found.set(blob, change);
  }
  return {found, left: new Set([...mergedOver].filter(blob => !replaced.has(blob))), hasTrailer, addedBy, removedBy, commits: commits.size};
}

/** A name for git's own globs, whose signs mean themselves. */
export function escapeGlob(name: string): string {
  return name.replace(/[*?[\]\\]/g, '\\$&');
}

/** Locates the present commits of a version: in the history of HEAD or of what it follows, in that of another branch only, or in none. */
export async function locateCommits(
  ask: AskGit,
  commits: readonly string[],
  own: readonly string[],
): Promise<'own' | 'other-branch' | 'none'> {
  let place: 'other-branch' | 'none' = 'none';
  for (const commit of commits) {
    const references = ['for-each-ref', `--contains=${commit}`, '--format=%(objectname)', 'refs/heads', 'refs/remotes'];
    for (const tip of own) if ((await ask(['merge-base', '--is-ancestor', commit, tip]))?.exitCode === 0) return 'own';
    const answer = await ask(references);
    if (answer?.exitCode === 0 && answer.stdout.length > 0) place = 'other-branch';
  }
  return place;
}

/** Whether one of some commits is in the history of one of others; null where git does not tell. */
export async function leadsTo(ask: AskGit, from: readonly string[], to: readonly string[]): Promise<boolean | null> {
  const outside = await listOutside(ask, from, to);
  return outside === null ? null : from.some(commit => !outside.has(commit));
}

/** The commits of some histories that are not in those of others; null where git does not tell. */
export async function listOutside(ask: AskGit, from: readonly string[], to: readonly string[]): Promise<ReadonlySet<string> | null> {
  const answer = await ask(['rev-list', '--ignore-missing', ...from, '--not', ...to]);
  if (answer !== null && answer.exitCode !== 0) return null;
  return new Set((answer?.stdout.toString('utf8') ?? '').split('\n'));
}
