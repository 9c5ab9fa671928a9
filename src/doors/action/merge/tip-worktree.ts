import {existsSync, rmSync} from 'node:fs';
import {join, relative} from 'node:path';
import type {Settings} from '../../../core/config/config';
import {loadSettings} from '../../../core/config/loaded-settings';
import {UserError} from '../../../core/diagnostics/user-error';
import {isInside, pathBelow} from '../../../core/files/paths';
import {findRepositoryBelow} from '../../../core/git/repository';
import {
  copyStateFiles,
  fetchBranch,
  journalPathOf,
  readLine,
  readStateFiles,
  readStateFromBranch,
  refuseForgottenBranch,
} from '../git-state';
import type {ActionInputs, ActionPorts, ActionRequest, BranchEvent, GitRunner} from '../ports';
import {
  followLinks,
  followStateLinks,
  makeTemporaryDirectory,
  openWorkspace,
  refuseGitInputs,
  refuseLinkedInputs,
  refuseSpecsOutside,
} from '../workspace';
import {Histories} from './branch-history';
import {StateRecord} from './state-record';
import {searchHistory} from './tip-history';

/** The worktree of one attempt: the tip of the branch, separate from the checkout. */
export interface Worktree {
  /** The tip whose specs are applied. */
  readonly commit: string;
  /** The directory that stands for the repository's root; absolute. Findings show paths relative to it. */
  readonly root: string;
  /** `stateFile` is where the state lies now, which with a branch of its own is not below {@link root}. */
  readonly settings: Settings;
  /** `stateFile` as the repository has it: what a comment's marker is made of. */
  readonly placed: Settings;
  /** Whether there is a state to go on from in git, and a journal. */
  readonly hasState: boolean;
  readonly hasJournal: boolean;
  /** Records state and journal; null if the workflow does that itself, or the state is on a server. */
  readonly record: StateRecord | null;
  /** Histories of branches that were fetched, until {@link remove}. */
  readonly histories: Histories;
  remove(): Promise<void>;
}

/** One attempt at applying a worktree. */
export interface Merging {
  readonly place: Worktree;
  readonly request: ActionRequest<BranchEvent>;
  readonly ports: ActionPorts;
}

/** Finds the checkout's root. Throws {@link UserError} if there is no repository to record the state in. */
export async function findRoot({workspace, workingDirectory}: ActionInputs, git: GitRunner): Promise<string> {
  const root = findRepositoryBelow(workspace, workingDirectory);
  const remote = await git(['remote', 'get-url', 'origin']);
  if (root !== null && remote.exitCode === 0) return root;
  const why = root === null ? 'the working directory is not in a git checkout' : 'the checkout has no remote named "origin"';
  throw new UserError('git/no-repository', why, 'run actions/checkout before this action, or set "commit-state: false"');
}

/** A commit in a worktree of its own. */
interface LaidOut {
  /** Stands for the repository's root; absolute. */
  readonly root: string;
  /** A temporary directory around the root; absolute. */
  readonly temporary: string;
  /** The settings that its own config and the inputs give. */
  readonly settings: Settings;
  remove(): Promise<void>;
}

/**
 * Lays out a commit of the repository that `git` runs in. `checkout` is what absolute paths of the inputs are below; `prepare` changes files
 * before the config is read. Throws {@link UserError}.
 */
export async function layOut(
  {inputs, event, run}: ActionRequest<BranchEvent>,
  ports: Pick<ActionPorts, 'git' | 'env'>,
  checkout: string,
  {commit, prepare}: {readonly commit: string; readonly prepare?: (root: string) => void},
): Promise<LaidOut> {
  const temporary = makeTemporaryDirectory(run, 'monitors-apply-');
  const root = join(temporary, 'tip');
  const remove = async () => {
    await ports.git(['worktree', 'remove', '--force', root]);
    rmSync(temporary, {recursive: true, force: true});
  };
  try {
    readLine(await ports.git(['worktree', 'add', '--quiet', '--force', '--detach', root, commit]));
    prepare?.(root);
    const given = join(root, relative(checkout, inputs.workingDirectory));
    if (!existsSync(given)) throw missingDirectory(relative(checkout, inputs.workingDirectory), event.branch);
    const cwd = followLinks(root, given);
    return {root, temporary, settings: readSettings(inputs, ports, {checkout, root, cwd}), remove};
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Fetches the branch and lays out its tip, with state and journal as they are recorded there. Throws {@link UserError}. */
export async function openTipWorktree(request: ActionRequest<BranchEvent>, ports: ActionPorts, checkout: string): Promise<Worktree> {
  const {inputs, event} = request;
  const commit = await fetchTip(ports.git, event);
  const {root, temporary: place, settings: placed, remove: removeTip} = await layOut(request, ports, checkout, {commit});
  const histories = new Histories(ports.git, request, {branch: event.branch, commit, place: 'branch'});
  const remove = async () => {
    try {
      await histories.close();
    } finally {
      await removeTip();
    }
  };
  const tip = {commit, root, placed, histories, remove};
  try {
    if (placed.sharedState !== undefined) return {...tip, settings: placed, hasState: false, hasJournal: false, record: null};
    const statePath = toRepositoryPath(root, placed.stateFile);
    const {commitMessage: message, commitAuthor: author} = inputs;
    const common = {statePath, message, author, keepsEach: placed.operations === 'full', world: ports.world};
    if (inputs.stateBranch !== undefined && inputs.stateBranch !== event.branch) {
      const branch = inputs.stateBranch;
      const directory = join(place, 'state');
      const copied = await readStateFromBranch(ports.git, {
        branch,
        otherwise: event.branch,
        statePath,
        directory,
        environment: placed.environment,
      });
      const record = new StateRecord(ports.git, {...common, branch, head: copied.commit, files: copied.files, directory});
      return {...tip, settings: {...placed, stateFile: copied.stateFile}, ...lookFor(copied.stateFile), record};
    }
    // Line endings and filters may have changed the bytes in the worktree; the store and the next commit need the committed bytes.
    const files = await readStateFiles(ports.git, commit, statePath);
    await refuseForgottenBranch(ports.git, {branch: event.branch, files, statePath});
    await copyStateFiles(ports.git, files, {statePath, directory: root});
    const record = new StateRecord(ports.git, {...common, branch: event.branch, head: commit, files, directory: root});
    return {...tip, settings: placed, ...lookFor(placed.stateFile), record};
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * The checkout as it is, for `commit-state: false`. Throws {@link UserError} where the branch holds another state or journal
 * than the checked-out commit: what is recorded there would be created again.
 */
export async function useCheckout(request: ActionRequest<BranchEvent>, ports: ActionPorts): Promise<Worktree> {
  const {inputs, event} = request;
  const {git} = ports;
  const {root, settings} = openWorkspace(inputs, ports.env);
  const here = await git.read('HEAD^{commit}');
  const commit = here !== null && isInside(root, settings.stateFile) ? here.id : event.sha;
  const from = here === null ? null : 'checkout';
  const histories = new Histories(git, request, {branch: event.branch, commit, place: from});
  const remove = () => histories.close();
  const place = {commit, root, settings, placed: settings, ...lookFor(settings.stateFile), record: null, histories, remove};
  if (here === null || !isInside(root, settings.stateFile)) return place;
  const statePath = toRepositoryPath(root, settings.stateFile);
  const ours = await readStateFiles(git, commit, statePath);
  const theirs = await readStateFiles(git, await fetchTip(git, event), statePath);
  if (ours.state !== theirs.state || ours.journal !== theirs.journal) {
    throw new UserError(
      'git/stale-state',
      `branch "${event.branch}" holds another ${statePath} than this checkout: another run has recorded its results since`,
      'set "ref: ${{ github.ref_name }}" for actions/checkout, or remove "commit-state: false"',
    );
  }
  await refuseForgottenBranch(git, {branch: event.branch, files: theirs, statePath});
  return place;
}

function lookFor(stateFile: string): Pick<Worktree, 'hasState' | 'hasJournal'> {
  return {hasState: existsSync(stateFile), hasJournal: existsSync(journalPathOf(stateFile))};
}

/** The newest commit of the branch, which must hold the one that the run is about. */
async function fetchTip(git: GitRunner, {branch, sha}: BranchEvent): Promise<string> {
  const tip = await fetchBranch(git, branch, 'history');
  if (tip === null)
    throw new UserError(
      'git/no-branch',
      `the branch "${branch}" does not exist any more`,
      'nothing was applied; push it again, unless it was deleted on purpose',
    );
  if ((await searchHistory(git, {branch, commit: tip}, sha)) === true) return tip;
  throw new UserError(
    'git/not-on-branch',
    `branch "${branch}" is at ${tip.slice(0, 12)}, which does not contain ${sha.slice(0, 12)}, the commit of this run`,
    'check the branch, then push a commit or run the workflow by hand to apply it',
  );
}

/** The settings that the tip's own config and the inputs give. Absolute paths into the checkout mean the same place of the tip. */
function readSettings(
  inputs: ActionInputs,
  {env}: Pick<ActionPorts, 'env'>,
  {checkout, root, cwd}: {readonly checkout: string; readonly root: string; readonly cwd: string},
): Settings {
  const move = (path: string | undefined) => (path !== undefined && isInside(checkout, path) ? join(root, relative(checkout, path)) : path);
  const {environment, config, specs, state} = inputs;
  const flags = {environment, config: move(config), specs: move(specs), state: move(state)};
  refuseLinkedInputs(root, cwd, flags);
  const settings = loadSettings({flags, env, directory: cwd, cwd: root, directoryHint: 'check the input working-directory'});
  refuseSpecsOutside(root, settings);
  refuseGitInputs(settings, inputs);
  return followStateLinks(root, settings);
}

/** Writes a path below the root as git does. Throws {@link UserError} for a path outside. */
function toRepositoryPath(root: string, path: string): string {
  if (isInside(root, path)) return pathBelow(root, path);
  throw new UserError('git/outside-repository', 'the state would be outside the repository', 'set "state" to a path inside it');
}

function missingDirectory(directory: string, branch: string): UserError {
  return new UserError('config/not-found', `working directory not found on "${branch}": ${directory}`, 'check "working-directory"');
}
