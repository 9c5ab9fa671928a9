import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {isInside, pathBelow} from '../../core/files/paths';
import {readCommit} from '../../project/history/recording-commit';
import {
  type CopiedState,
  isShallowCheckout,
  journalPathOf,
  readStateFiles,
  readStateFromBranch,
  refuseForgottenBranch,
  USUAL_STATE_BRANCH,
} from './git-state';
import type {ActionPorts, ActionRequest, GitRunner, PullRequestEvent} from './ports';
import {findFormerStates, listOtherStates} from './state-history';
import {makeTemporaryDirectory, type Workspace} from './workspace';

/** The state that a plan starts from, with findings about it. */
interface PlannedFrom {
  readonly stateFile: string;
  /** The state file beside which those of other environments lie. Default: `stateFile`. */
  readonly besideFile?: string;
  /** The commit that it was read from; null where it was not read from one. */
  readonly stateCommit: string | null;
  readonly findings: readonly Diagnostic[];
  /** The paths of existing or former states, if apply would start a new one. */
  readonly formerStates: readonly string[];
}

/** Finds the state for the plan: the one of the base branch, unless the pull request removes it. Throws {@link UserError}. */
export async function findState(
  {inputs, run, event}: ActionRequest,
  ports: ActionPorts,
  {root, settings}: Workspace,
): Promise<PlannedFrom> {
  if (settings.sharedState !== undefined) return {stateFile: settings.stateFile, stateCommit: null, findings: [], formerStates: []};
  const base = event.kind === 'pull-request' ? event.base : undefined;
  const branch = inputs.stateBranch ?? base?.branch;
  if (branch === undefined) return {stateFile: settings.stateFile, stateCommit: null, findings: [], formerStates: []};
  if (!isInside(root, settings.stateFile)) {
    throw new UserError('git/outside-repository', 'the state file is outside the repository', 'set the input state to a path inside it');
  }
  const statePath = pathBelow(root, settings.stateFile);
  const directory = makeTemporaryDirectory(run, 'monitors-state-');
  const otherwise = base?.branch ?? (event.kind === 'branch' ? event.branch : undefined);
  const copy = await readStateFromBranch(ports.git, {
    branch,
    ...(otherwise === undefined ? {} : {otherwise}),
    statePath,
    directory,
    environment: settings.environment,
  });
  if (inputs.stateBranch === undefined) await refuseForgottenBranch(ports.git, {branch, files: copy.files, statePath});
  const isOwnState = inputs.stateBranch === undefined && copy.commit === base?.sha;
  const changed = isOwnState && [statePath, journalPathOf(statePath)].some(path => differs(join(root, path), join(directory, path)));
  const findings = changed ? [stateInPullRequest(statePath)] : [];
  if (settings.operations === 'full' || event.kind !== 'pull-request')
    return {stateFile: copy.stateFile, stateCommit: copy.source, findings, formerStates: []};
  if (existsSync(copy.stateFile)) {
    // Merging cannot remove a state on another branch.
    const isTaken = copy.files.state !== null && inputs.stateBranch === undefined && (await isTakenAway(ports.git, event, copy, statePath));
    if (!isTaken) return {stateFile: copy.stateFile, stateCommit: copy.source, findings, formerStates: []};
    return {
      stateFile: join(makeTemporaryDirectory(run, 'monitors-no-state-'), statePath),
      besideFile: copy.stateFile,
      stateCommit: null,
      findings: [],
      formerStates: [statePath],
    };
  }
  const former = await findFormerStates(ports.git, {
    branches: [event.base.branch, inputs.stateBranch ?? USUAL_STATE_BRANCH],
    statePath,
    others: listOtherStates(settings, statePath),
    configPath: settings.configFile === null ? null : pathBelow(root, settings.configFile),
    directory,
    project: settings.project,
    environment: settings.environment,
  });
  const counted = existsSync(journalPathOf(copy.stateFile)) ? former.filter(({path}) => !path.endsWith('.journal')) : former;
  return {stateFile: copy.stateFile, stateCommit: copy.source, findings, formerStates: [...new Set(counted.map(({path}) => path))]};
}

/**
 * Whether merging removes the state. Compares with the base of GitHub's test merge, since the branch may have its first state since
 * then.
 */
async function isTakenAway(git: GitRunner, event: PullRequestEvent, {commit, files}: CopiedState, statePath: string): Promise<boolean> {
  const merged = await findMerge(git, event);
  if (merged === null || (await readStateFiles(git, merged.commit, statePath)).state !== null) return false;
  if (merged.base === commit) return files.state !== null;
  return (await fetchTip(git, merged.base)) && (await readStateFiles(git, merged.base, statePath)).state !== null;
}

/** Finds GitHub's test merge and its base commit: the checkout, or else fetched. */
export async function findMerge(
  git: GitRunner,
  {number, head}: PullRequestEvent,
): Promise<{readonly commit: string; readonly base: string} | null> {
  const here = await readMerge(git, 'HEAD', head.sha);
  if (here !== null) return here;
  return (await fetchTip(git, `refs/pull/${number}/merge`)) ? readMerge(git, 'FETCH_HEAD', head.sha) : null;
}

/** Fetches a commit or branch, without history if the checkout is shallow; false if that fails. */
export async function fetchTip(git: GitRunner, name: string): Promise<boolean> {
  const depth = (await isShallowCheckout(git)) ? ['--depth=1'] : [];
  return (await git(['fetch', '--no-tags', '--quiet', ...depth, 'origin', name])).exitCode === 0;
}

/** Reads the parents from the commit itself, since a shallow history may not have them. */
async function readMerge(git: GitRunner, name: string, head: string): Promise<{readonly commit: string; readonly base: string} | null> {
  const object = await git.read(`${name}^{commit}`);
  const [base, second] = object === null ? [] : ((await readCommit(git, object.id))?.parents ?? []);
  return object !== null && base !== undefined && second === head ? {commit: object.id, base} : null;
}

/** Whether two files differ. The caller checks that the base is that of the test merge: otherwise its new commits would show. */
function differs(ours: string, theirs: string): boolean {
  const [one, other] = [ours, theirs].map(path => (existsSync(path) ? readFileSync(path) : null));
  if (!one || !other) return one !== other;
  return !one.equals(other);
}

function stateInPullRequest(statePath: string): Diagnostic {
  return {
    code: 'action/state-in-pull-request',
    severity: 'warning',
    message: `this pull request changes ${statePath} or its journal, but the plan uses the state of the base branch`,
    hint: 'remove the state from the pull request, unless changing it is the purpose: then review that file, too',
  };
}
