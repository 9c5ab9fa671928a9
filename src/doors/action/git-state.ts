import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, posix} from 'node:path';
import {UserError} from '../../core/diagnostics/user-error';
import {mayBeNeighbour} from '../../project/other-environments';
import type {ActionRequest, BranchEvent, GitRunner} from './ports';

/** State and journal in a commit: object ids, null for a missing file. */
export interface StateFiles {
  readonly state: string | null;
  readonly journal: string | null;
}

/** State and journal of a branch, written to a directory. */
export interface CopiedState {
  /** The branch's newest commit; null when the branch does not exist. */
  readonly commit: string | null;
  /** The commit that the copy was taken from; null when neither branch exists. */
  readonly source: string | null;
  /** Files of that commit; a copy taken from the other branch does not count. */
  readonly files: StateFiles;
  /** Absolute path of the copy, also where there is none to copy: what a store of this state opens. */
  readonly stateFile: string;
}

/** The state to copy, and the target directory. */
interface StateCopy {
  readonly branch: string;
  /** The branch to read if `branch` has no state: the one that had it before `state-branch` was set. */
  readonly otherwise?: string;
  /** The state file's path in the repository, relative to its root, with `/`. */
  readonly statePath: string;
  /** An empty or new directory that stands for the repository's root; absolute. */
  readonly directory: string;
  /** States of other environments beside it are copied, too: they say whose their monitors are. */
  readonly environment: string;
}

/**
 * Copies a branch's state and journal, and the states of other environments beside it, byte for byte, to a directory; a committed lock or backup is not copied. Fetches the branch
 * first; a branch that does not exist has no state. The plan of a pull request must not use a state from the pull request: give the
 * base branch, or the `state-branch` with the base branch as `otherwise`. Throws {@link UserError}.
 */
export async function readStateFromBranch(
  git: GitRunner,
  {branch, otherwise, statePath, directory, environment}: StateCopy,
): Promise<CopiedState> {
  const commit = await fetchBranch(git, branch, 'tip');
  const own = await listBeside(git, commit, statePath);
  const files = findStateFiles(own, statePath);
  const fromOther = !holdsSomething(files) && otherwise !== undefined;
  const source = fromOther ? await fetchBranch(git, otherwise, 'tip') : commit;
  const other = fromOther ? await listBeside(git, source, statePath) : [];
  const isNeighbour = ({mode, path}: TreeEntry) =>
    mode.startsWith('100') && mayBeNeighbour(posix.basename(path).replace(/\.journal$/, ''), {stateFile: statePath, environment});
  // Those of the state's own branch are newer.
  const beside = new Map([...other, ...own].filter(isNeighbour).map(({path, id}) => [path, id]));
  const stateFile = await copyStateFiles(git, fromOther ? findStateFiles(other, statePath) : files, {statePath, directory});
  for (const [path, id] of beside) await copyFile(git, id, join(directory, path));
  return {commit, source, files, stateFile};
}

/** The branch that holds the state. */
export function stateBranchOf({inputs, event}: ActionRequest<BranchEvent>): string {
  return inputs.stateBranch ?? event.branch;
}

/** The name that the docs use for a separate state branch. */
export const USUAL_STATE_BRANCH = 'monitors-state';

/**
 * Throws {@link UserError} if `branch` has no state, but {@link USUAL_STATE_BRANCH} has: this step lacks `state-branch`, and would
 * create every monitor again.
 */
export async function refuseForgottenBranch(
  git: GitRunner,
  {branch, files, statePath}: {readonly branch: string; readonly files: StateFiles; readonly statePath: string},
): Promise<void> {
  if (holdsSomething(files) || branch === USUAL_STATE_BRANCH) return;
  if (!holdsSomething(await readStateFiles(git, await fetchRareBranch(git, USUAL_STATE_BRANCH), statePath))) return;
  throw new UserError(
    'git/stale-state',
    `branch "${branch}" has no ${statePath}, but branch "${USUAL_STATE_BRANCH}" has: its monitors would be created twice`,
    `set "state-branch: ${USUAL_STATE_BRANCH}" in this step, or move that state to "${branch}" first`,
  );
}

function holdsSomething({state, journal}: StateFiles): boolean {
  return state !== null || journal !== null;
}

/**
 * Fetches a branch of `origin` and returns its newest commit, null if it does not exist. In a shallow
 * checkout, `tip` fetches that one commit, and `history` fetches all commits after those that are there. Throws {@link UserError}.
 */
export async function fetchBranch(git: GitRunner, branch: string, depth: 'tip' | 'history'): Promise<string | null> {
  // A full history must not be cut: later steps may need it.
  const isShallow = depth === 'tip' && (await isShallowCheckout(git));
  const fetched = await git(['fetch', '--no-tags', '--quiet', ...(isShallow ? ['--depth=1'] : []), 'origin', `refs/heads/${branch}`]);
  if (fetched.exitCode !== 0) {
    if (await hasBranch(git, branch)) throw unreachable(branch, fetched.stderr);
    return null;
  }
  const tip = await git.read('FETCH_HEAD^{commit}');
  if (tip === null) throw new Error(`git can not read the commit that it fetched of "${branch}"`);
  return tip.id;
}

/** As {@link fetchBranch}, for a branch that most repositories do not have. */
async function fetchRareBranch(git: GitRunner, branch: string): Promise<string | null> {
  return (await hasBranch(git, branch)) ? fetchBranch(git, branch, 'tip') : null;
}

/** Whether the remote has a branch. Throws {@link UserError} if it does not answer. */
export async function hasBranch(git: GitRunner, branch: string): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  const listed = await git(['ls-remote', 'origin', ref]);
  if (listed.exitCode !== 0) throw unreachable(branch, listed.stderr);
  // Git also lists names that only end so, such as those of tags.
  return listed.stdout
    .toString('utf8')
    .split('\n')
    .some(line => line.split('\t')[1] === ref);
}

/** Whether the checkout is shallow, as with `fetch-depth: 1`. */
export async function isShallowCheckout(git: GitRunner): Promise<boolean> {
  return readLine(await git(['rev-parse', '--is-shallow-repository'])) === 'true';
}

/** A file of a commit. */
interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

/** Finds state and journal in a commit. Throws {@link UserError} if one is not a regular file. */
export async function readStateFiles(git: GitRunner, commit: string | null, statePath: string): Promise<StateFiles> {
  if (commit === null) return {state: null, journal: null};
  return findStateFiles(await listTree(git, commit, [statePath, journalPathOf(statePath)]), statePath);
}

/** The files of a commit in the directory of a state. */
async function listBeside(git: GitRunner, commit: string | null, statePath: string): Promise<readonly TreeEntry[]> {
  const directory = posix.dirname(statePath);
  return commit === null ? [] : listTree(git, commit, directory === '.' ? [] : [`${directory}/`]);
}

async function listTree(git: GitRunner, commit: string, paths: readonly string[]): Promise<readonly TreeEntry[]> {
  const listed = await git(['ls-tree', '-z', '--full-tree', commit, '--', ...paths.map(path => `:(literal)${path}`)]);
  if (listed.exitCode !== 0) throw new Error(`git ls-tree failed: ${listed.stderr}`);
  return listed.stdout
    .toString('utf8')
    .split('\0')
    .flatMap(line => {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return mode === undefined ? [] : [{mode, id: id!, path: path!}];
    });
}

function findStateFiles(entries: readonly TreeEntry[], statePath: string): StateFiles {
  const find = (path: string): string | null => {
    const entry = entries.find(candidate => candidate.path === path);
    if (entry === undefined) return null;
    if (entry.mode.startsWith('100')) return entry.id;
    throw new UserError(
      'state/not-a-file',
      `${path} is not a regular file in the repository`,
      'replace it by the state itself, or set another "state"',
    );
  };
  return {state: find(statePath), journal: find(journalPathOf(statePath))};
}

/**
 * Writes state and journal below `directory`, byte for byte, over existing files; returns the absolute path of the state. One that git
 * does not hold is taken away: a disk may find another file by its path, such as one whose name differs in case.
 */
export async function copyStateFiles(
  git: GitRunner,
  files: StateFiles,
  {statePath, directory}: {readonly statePath: string; readonly directory: string},
): Promise<string> {
  const stateFile = join(directory, statePath);
  mkdirSync(dirname(stateFile), {recursive: true});
  await copyFile(git, files.state, stateFile);
  await copyFile(git, files.journal, journalPathOf(stateFile));
  return stateFile;
}

async function copyFile(git: GitRunner, id: string | null, path: string): Promise<void> {
  const blob = id === null ? null : await git.read(id);
  if (id !== null && blob === null) throw new Error(`git can not read ${id}`);
  rmSync(path, {force: true, recursive: true});
  if (blob === null) return;
  writeFileSync(path, blob.bytes, {flag: 'wx', mode: 0o644});
}

/** The path of a state's journal. */
export function journalPathOf(statePath: string): string {
  return `${statePath}.journal`;
}

/** Reads the one line that a command printed. Throws if it failed: a bug, or a broken repository. */
export function readLine({
  exitCode,
  stdout,
  stderr,
}: {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}): string {
  if (exitCode !== 0) throw new Error(`git failed: ${stderr}`);
  return stdout.toString('utf8').trim();
}

/** The error for a branch that cannot be fetched; `words` are git's. */
export function unreachable(branch: string, words: string): UserError {
  const hint = /transport '[^']*' not allowed/.test(words)
    ? 'use an https or ssh address for the remote "origin"; plain http is allowed for GITHUB_SERVER_URL only'
    : 'set "github-token", or keep the credentials of actions/checkout (persist-credentials); then run the job again';
  return new UserError('git/fetch-failed', `cannot fetch branch "${branch}": ${words}`, hint);
}
