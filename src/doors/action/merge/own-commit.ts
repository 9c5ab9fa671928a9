import {onceEach} from '../../../core/base/once';
import {UserError} from '../../../core/diagnostics/user-error';
import {pathBelow} from '../../../core/files/paths';
import {
  type CommitHistory,
  openHistory,
  RECORDING_TRAILER,
  type Recording,
  readCommit,
  readRecording,
} from '../../../project/history/recording-commit';
import {hasBranch, isShallowCheckout, stateBranchOf} from '../git-state';
import {type ActionPorts, type ActionRequest, type BranchEvent, type CommitPullRequest, GitHubError} from '../ports';
import {openWorkspace} from '../workspace';
import {listMergedOf} from './commit-pulls';
import type {Merging, Worktree} from './tip-worktree';

/** Place where commits that record the state are looked for. */
export interface OwnCommits {
  readonly ports: Pick<ActionPorts, 'github' | 'askPatiently' | 'git'>;
  /** The branch that holds the state. */
  readonly branch: string;
  /** Policy for commits that name another branch: this one may have had that name, or come from that branch. Default: none counts. */
  readonly otherNames?: 'count';
  /** The state's path in the repository, with `/`. */
  readonly statePath: string;
  /** Nothing is reviewed, so GitHub may be unable to answer. */
  readonly isUnreviewed: boolean;
}

/** Returns the place where the state of a worktree is recorded. */
export function ownCommitsOf({place: {root, placed}, request, ports}: Omit<Merging, 'place'> & RecordedPlace): OwnCommits {
  const isUnreviewed = request.inputs.comment === 'never';
  return {ports, branch: stateBranchOf(request), statePath: pathBelow(root, placed.stateFile), isUnreviewed};
}

interface RecordedPlace {
  readonly place: Pick<Worktree, 'root' | 'placed'>;
}

/**
 * Reads a commit as a recording of this state; null for any other. GitHub must name no merged pull request for it: its author could
 * have written such a commit. Throws {@link UserError} if GitHub does not answer.
 */
export async function readOwnCommit(
  commit: string,
  history: Pick<CommitHistory, 'read' | 'ask' | 'listChanges'>,
  {ports, branch, statePath, isUnreviewed, otherNames}: OwnCommits,
): Promise<Recording | null> {
  const recording = await readRecording(history, commit, {branch: otherNames === 'count' ? null : branch, statePath});
  if (recording === null) return null;
  for (const into of new Set([branch, recording.branch]))
    if ((await listPulls(commit, history, {ports, branch: into, isUnreviewed})).length > 0) return null;
  return recording;
}

/** Lists the pull requests that brought a commit to a branch. */
export type ListPulls = (commit: string) => Promise<readonly CommitPullRequest[]>;

/** Asks for each commit once. Rejects with a {@link UserError} if GitHub does not answer. */
export function rememberPulls(history: Pick<CommitHistory, 'read' | 'ask'>, own: Parameters<typeof listPulls>[2]): ListPulls {
  return onceEach(commit => listPulls(commit, history, own));
}

/** None without GitHub. Throws {@link UserError} if it does not answer. */
async function listPulls(
  commit: string,
  history: Pick<CommitHistory, 'read' | 'ask'>,
  {ports, branch, isUnreviewed}: Pick<OwnCommits, 'ports' | 'branch' | 'isUnreviewed'>,
): Promise<readonly CommitPullRequest[]> {
  const {github} = ports;
  if (github === null) return [];
  try {
    const readWritten = () => readCommit(history, commit);
    const isBranch = (name: string) => hasBranch(ports.git, name);
    const isHere = async (name: string) => {
      for (const tip of [`refs/heads/${branch}`, 'HEAD'])
        if ((await history.ask(['merge-base', '--is-ancestor', name, tip])).exitCode === 0) return true;
      return false;
    };
    return await listMergedOf(commit, {branch, readWritten, isBranch, isHere}, {...ports, github});
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (isUnreviewed) return [];
    throw unknownReview(error.message, error);
  }
}

/**
 * Whether a push only records an earlier run of this project and environment; false where that cannot be told, for a push that brings
 * other commits, too, and for one that takes commits away.
 */
export async function isRecordingPush(request: ActionRequest<BranchEvent>, ports: ActionPorts): Promise<boolean> {
  const {git} = ports;
  const {event} = request;
  const pushed = await git.read(event.sha);
  if (pushed?.bytes.includes(`\n${RECORDING_TRAILER}: `) !== true) return false;
  const parent = (await readCommit(git, event.sha))?.parents[0];
  if (event.before !== undefined && event.before !== parent) return false;
  try {
    const {root, settings} = openWorkspace(request.inputs, ports.env);
    if (settings.sharedState !== undefined) return false;
    const own = ownCommitsOf({place: {root, placed: settings}, request, ports});
    const history = openHistory({ask: args => git(args), read: name => git.read(name)});
    if ((await readOwnCommit(event.sha, history, own)) !== null) return true;
    if (!(await isShallowCheckout(git))) return false;
    await git(['fetch', '--no-tags', '--quiet', '--deepen=1', 'origin', `refs/heads/${event.branch}`]);
    return (await readOwnCommit(event.sha, history, own)) !== null;
  } catch (error) {
    // The apply says what is wrong.
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** The refusal where GitHub does not say what was reviewed. */
export function unknownReview(why: string, cause?: unknown): UserError {
  return new UserError(
    'git/review-unknown',
    `cannot find out what was reviewed: ${why}`,
    'run the job again with "github-token" and "permissions: pull-requests: read", or set "on-plan-change: apply"',
    {cause},
  );
}
