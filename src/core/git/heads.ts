import {closeSync, existsSync, fstatSync, openSync, readFileSync, readSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {listNames} from '../files/cache-file';
import {findReal} from '../files/paths';
import {type GitMeans, pinGit} from './pinned-git';
import {findGitDirectory, findRepository} from './repository';
import {PASSED_ON} from './run-git';

/** Present and former place of a checkout, as its files tell without starting git; git tells where it keeps references in tables. */
export interface Heads {
  /** The commit that is checked out; null before the first one. */
  readonly head: string | null;
  /** The tip of the branch that the checked-out one follows, as the last fetch left it. */
  readonly upstream: string | null;
  /** The tip of the remote's default branch, where the checked-out branch follows none. */
  readonly trunk: string | null;
  /** The commit before the last reset, merge or rebase. */
  readonly before: string | null;
  /** A part of the history is not here. */
  readonly isShallow: boolean;
  /** The last moves of HEAD, newest first. */
  readonly moves: readonly HeadMove[];
}

/** One line of HEAD's reflog. */
interface HeadMove {
  readonly from: string;
  readonly to: string;
  readonly message: string;
}

/** Number of moves that are read. */
const MOST_MOVES = 20;

/** More than the last moves take, in bytes. */
const LOG_TAIL = 32 * 1024;

/** Reads where the checkout of a directory is and was; null outside a repository. What can't be read counts as missing. */
export function readHeads(directory: string, env: GitMeans['env']): Heads | null {
  const workTree = findRepository(findReal(directory));
  const gitDir = workTree === null ? null : findGitDirectory(workTree);
  if (gitDir === null || workTree === null) return null;
  const commonDir = resolve(gitDir, readText(join(gitDir, 'commondir'))?.trim() ?? '.');
  if (existsSync(join(commonDir, 'reftable'))) return askHeads(workTree, env, existsSync(join(commonDir, 'shallow')));
  const read = (reference: string) => readReference([gitDir, commonDir], reference);
  const text = readText(join(gitDir, 'HEAD'))?.trim() ?? '';
  const branch = text.startsWith('ref: ') ? text.slice('ref: '.length) : null;
  const followed = branch === null ? null : findFollowed(readText(join(commonDir, 'config')) ?? '', branch);
  return {
    head: branch === null ? toCommit(text) : read(branch),
    upstream: followed === null ? null : read(followed),
    trunk: followed === null ? readTrunk([gitDir, commonDir]) : null,
    before: toCommit(readText(join(gitDir, 'ORIG_HEAD'))),
    isShallow: existsSync(join(commonDir, 'shallow')),
    moves: readMoves(join(gitDir, 'logs', 'HEAD')),
  };
}

/** Commits by which a copy of a repository is known: the checked-out one, and the tip of what it follows. */
export function listCommits(directory: string, env: GitMeans['env']): readonly string[] {
  const heads = readHeads(directory, env);
  return [heads?.head, heads?.upstream, heads?.trunk].filter(commit => typeof commit === 'string');
}

/** The tip of the remote's default branch, as the last fetch left it, whatever the checked-out branch follows; null where there is none. */
export function readDefaultTip(directory: string, env: GitMeans['env']): string | null {
  const workTree = findRepository(findReal(directory));
  const gitDir = workTree === null ? null : findGitDirectory(workTree);
  if (gitDir === null || workTree === null) return null;
  const commonDir = resolve(gitDir, readText(join(gitDir, 'commondir'))?.trim() ?? '.');
  if (existsSync(join(commonDir, 'reftable'))) return askTrunk(name => askCommit(workTree, env, name));
  return readTrunk([gitDir, commonDir]);
}

function askTrunk(read: (name: string) => string | null): string | null {
  return read('refs/remotes/origin/HEAD') ?? read('refs/remotes/origin/main') ?? read('refs/remotes/origin/master');
}

function askCommit(workTree: string, env: GitMeans['env'], name: string): string | null {
  return toCommit(runSync(workTree, env, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]));
}

/** Asks git, one short process for each. */
function askHeads(workTree: string, env: GitMeans['env'], isShallow: boolean): Heads {
  const ask = (...args: readonly string[]) => runSync(workTree, env, args);
  const read = (name: string) => askCommit(workTree, env, name);
  const upstream = read('@{upstream}');
  const lines = ask('reflog', 'show', '--no-abbrev', '--format=%H %gs', `--max-count=${MOST_MOVES + 1}`, 'HEAD').split('\n');
  const places = lines.flatMap(line => {
    const to = toCommit(line.split(' ', 1)[0]);
    return to === null ? [] : [{to, message: line.slice(to.length + 1)}];
  });
  return {
    head: read('HEAD'),
    upstream,
    trunk: upstream === null ? askTrunk(read) : null,
    before: read('ORIG_HEAD'),
    isShallow,
    // The oldest one came from none.
    moves: places
      .map(({to, message}, index) => ({to, message, from: places[index + 1]?.to ?? to.replaceAll(/./g, '0')}))
      .slice(0, MOST_MOVES),
  };
}

/** Output of git; empty where it fails or takes longer than 2 s. */
function runSync(workTree: string, env: GitMeans['env'], args: readonly string[]): string {
  const start = pinGit({workTree}, args, {env, passOn: PASSED_ON, protocols: []});
  if (start === null) return '';
  const {spawnSync} = process.getBuiltinModule('node:child_process');
  const {stdout} = spawnSync(start.program, [...start.args], {cwd: workTree, env: start.env, timeout: 2000, encoding: 'utf8'});
  return stdout ?? '';
}

/**
 * The commits whose histories tell of a checkout, HEAD first: with `branch` those of its branch and of what that follows, with
 * `everywhere` also where HEAD was before.
 */
export function listTips({upstream, trunk, before, moves}: Heads, reach: 'branch' | 'everywhere'): string[] {
  const left = reach === 'branch' ? [] : [before, ...moves.flatMap(({from, to}) => [to, from])];
  const tips = new Set(['HEAD', upstream, trunk, ...left]);
  return [...tips].filter(tip => tip !== null && !/^0+$/.test(tip)) as string[];
}

/** The commits where HEAD was and that were made here, or that its branch was set to: those that were only looked at are another's. */
export function listOwnTips({before, moves}: Heads): string[] {
  const own = moves.filter(({message}) => !message.startsWith('checkout: ')).flatMap(({from, to}) => [to, from]);
  return [...new Set(['HEAD', before, ...own])].filter(tip => tip !== null && !/^0+$/.test(tip)) as string[];
}

/** Moves of HEAD to a commit that was written here. Merges, picks and rebases take over what another wrote. */
const WRITTEN = /^commit(?: \(initial\))?: /;

/** The commits that the last moves of HEAD wrote here, and what they were amended to. */
export function listMadeHere({moves}: Heads): ReadonlySet<string> {
  const made = new Set<string>();
  for (const {from, to, message} of [...moves].reverse()) {
    if (WRITTEN.test(message) || (message.startsWith('commit (amend): ') && made.has(from))) made.add(to);
  }
  return made;
}

/** Files of git that name commits besides its references: what was fetched, or is being merged, picked, reverted or rebased. */
const NAMING_FILES = ['FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'ORIG_HEAD'];

/** Lists the commits that only such files name, in the checkout of a directory and its other worktrees. */
export function listNamedCommits(directory: string): string[] {
  const workTree = findRepository(findReal(directory));
  const gitDir = workTree === null ? null : findGitDirectory(workTree);
  if (gitDir === null) return [];
  const commonDir = resolve(gitDir, readText(join(gitDir, 'commondir'))?.trim() ?? '.');
  const places = new Set([gitDir, commonDir, ...listNames(join(commonDir, 'worktrees')).map(name => join(commonDir, 'worktrees', name))]);
  const lines = [...places].flatMap(place => NAMING_FILES.flatMap(name => readText(join(place, name))?.split('\n') ?? []));
  // Most of these are in tables, too, if references are.
  const names = existsSync(join(commonDir, 'reftable')) ? NAMING_FILES : [];
  return [...new Set([...lines.flatMap(line => toCommit(line.split('\t')[0]) ?? []), ...names])];
}

/** The remote's default branch as the clone noted it; a clone of an empty repository notes none. */
function readTrunk(directories: readonly string[]): string | null {
  const [named = ''] = directories.flatMap(directory => readText(join(directory, 'refs/remotes/origin/HEAD')) ?? []);
  const noted = /^ref: (refs\/remotes\/origin\/\S+)/.exec(named)?.[1];
  const usual = noted === undefined ? ['main', 'master'].map(name => `refs/remotes/origin/${name}`) : [noted];
  for (const reference of usual) {
    const tip = readReference(directories, reference);
    if (tip !== null) return tip;
  }
  return null;
}

function readReference(directories: readonly string[], reference: string): string | null {
  if (!/^refs\/[^\0]+$/.test(reference) || reference.split('/').includes('..')) return null;
  for (const directory of directories) {
    const own = toCommit(readText(join(directory, reference)));
    if (own !== null) return own;
  }
  for (const directory of directories) {
    const line = readText(join(directory, 'packed-refs'))
      ?.split('\n')
      .find(one => one.endsWith(` ${reference}`));
    if (line !== undefined) return toCommit(line.split(' ')[0]);
  }
  return null;
}

/** The reference that a branch follows by the repository's own settings, with the usual names for those of a remote. */
function findFollowed(config: string, branch: string): string | null {
  const name = branch.replace(/^refs\/heads\//, '');
  const section = config.split(/^[ \t]*(?=\[)/m).find(part => part.startsWith(`[branch "${name}"]`));
  const remote = /^\s*remote\s*=\s*(\S+)\s*$/m.exec(section ?? '')?.[1];
  const merge = /^\s*merge\s*=\s*(refs\/heads\/\S+)\s*$/m.exec(section ?? '')?.[1];
  if (remote === undefined || merge === undefined) return null;
  return remote === '.' ? merge : merge.replace(/^refs\/heads\//, `refs/remotes/${remote}/`);
}

function readMoves(path: string): HeadMove[] {
  const lines = (readTail(path) ?? '').split('\n').filter(line => line !== '');
  return lines
    .slice(-MOST_MOVES)
    .reverse()
    .flatMap(line => {
      const [, from = '', to = '', message = ''] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [^\t]*\t?(.*)$/.exec(line) ?? [];
      return to === '' ? [] : [{from, to, message}];
    });
}

function toCommit(text: string | undefined): string | null {
  const id = text?.trim() ?? '';
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : null;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function readTail(path: string): string | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const {size} = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, LOG_TAIL));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
