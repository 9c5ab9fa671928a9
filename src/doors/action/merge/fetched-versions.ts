import {UserError} from '../../../core/diagnostics/user-error';
import type {AskGit} from '../../../core/git/run-git';
import {type CommittedVersions, type HistoryPlace, readCommitted} from '../../../project/history-look';
import {makeBare} from '../bare-repository';
import {isShallowCheckout, USUAL_STATE_BRANCH, unreachable} from '../git-state';
import type {ActionPorts, ActionRequest, BranchEvent, GitRunner} from '../ports';
import {makeTemporaryDirectory} from '../workspace';
import type {Histories} from './branch-history';
import {listRemoteTips} from './kept-recording';

/** A commit elsewhere that holds a version of the state. */
export interface OtherTip {
  readonly commit: string;
  readonly ref: string;
  readonly branch: string;
}

/** The versions of a state that a remote holds. */
interface FetchedVersions {
  /** The whole history of the branch that holds the state, and the place to judge it in. */
  readonly own: {readonly place: HistoryPlace; readonly versions: CommittedVersions};
  /** The newest versions on other branches, and those that were kept of recordings. */
  readonly others: Pick<CommittedVersions, 'versions'> & {readonly tips: readonly OtherTip[]};
}

/** Milliseconds that git may take to read what was fetched. */
const READ_MS = 120_000;

/** The state, and the histories that this attempt fetched. */
interface FetchedPlace {
  readonly place: HistoryPlace;
  readonly histories: Histories;
  /** The state's path in the repository, with `/`. */
  readonly statePath: string;
  /** Stands for the repository's root; absolute. */
  readonly root: string;
}

/**
 * Fetches the versions of a state into repositories of their own: commits and trees, then the contents of the state alone. What the
 * checkout holds stays as it is. Throws `UserError` where one of them can't be fetched: it may record what would be created again.
 */
export async function fetchVersions(
  request: ActionRequest<BranchEvent>,
  {git}: Pick<ActionPorts, 'git'>,
  {place, histories, statePath, root}: FetchedPlace,
): Promise<FetchedVersions> {
  const {inputs, event, run} = request;
  const branch = inputs.stateBranch ?? event.branch;
  const remote = await listRemoteTips(git, [...new Set([branch, event.branch, USUAL_STATE_BRANCH])]);
  const kept = remote.kept.filter(one => one.statePath === statePath);
  const besides = [...remote.branches].filter(([name]) => name !== branch);
  const tips = besides.map(([name, commit]): OtherTip => ({commit, ref: `refs/heads/${name}`, branch: name}));
  const read = async (from: GitRunner, refs: readonly string[], isPartial: boolean) => {
    const there = {...place, fetched: {ask: isPartial ? fetchingFirst(from) : askBy(from), root, tips: refs, timeoutMs: READ_MS}};
    const versions = refs.length === 0 ? NONE : await readCommitted(there, null);
    if (!versions.isWhole) throw unreadable(statePath, branch);
    return {place: there, versions};
  };
  const history = histories.of(branch);
  const isThere = await history.open();
  while (isThere && (await isShallowCheckout(history.git))) if (!(await history.deepen())) break;
  const own = await read(history.git, isThere ? [`refs/heads/${branch}`] : [], true);
  const bare = makeBare(git, makeTemporaryDirectory(run, 'monitors-history-'));
  try {
    // What is kept is nothing but states.
    await fetchRefs(bare.git, kept, []);
    await fetchRefs(bare.git, tips, ['--filter=blob:none']);
    const all = [...tips, ...kept];
    const others = await read(
      bare.git,
      all.map(({ref}) => ref),
      tips.length > 0,
    );
    return {own, others: {versions: others.versions.versions, tips: all}};
  } finally {
    await bare.remove();
  }
}

async function fetchRefs(git: GitRunner, tips: readonly OtherTip[], filter: readonly string[]): Promise<void> {
  if (tips.length === 0) return;
  const fetched = await git([...FETCH, ...filter, '--depth=1', 'origin', ...tips.map(({ref}) => `+${ref}:${ref}`)]);
  if (fetched.exitCode !== 0) throw unreachable(tips[0]?.branch ?? '', fetched.stderr);
}

const NONE: CommittedVersions = {versions: [], journals: [], hasRecording: false, isWhole: true};

const FETCH = ['fetch', '--quiet', '--no-tags'];

function askBy(git: GitRunner): AskGit {
  return (args, {stdin} = {}) => git(args, stdin === undefined ? {} : {stdin: Buffer.from(stdin)});
}

/** Git in a repository without the contents of files; those that are read are fetched in one request. */
function fetchingFirst(git: GitRunner): AskGit {
  const ask = askBy(git);
  return async (args, more = {}) => {
    // With the filter of the first fetch. Where that fails, git fetches each as it reads it.
    if (args[0] === 'cat-file') await ask([...FETCH, '--no-write-fetch-head', '--stdin', 'origin'], more);
    return ask(args, more);
  };
}

function unreadable(statePath: string, branch: string): UserError {
  return new UserError(
    'git/fetch-failed',
    `cannot read every version of ${statePath} that the history of "${branch}" holds: one of them may record what would be created`,
    'run the job again',
  );
}
