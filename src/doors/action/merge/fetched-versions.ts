import {UserError} from '../../../core/diagnostics/user-error';
import type {AskGit} from '../../../core/git/run-git';
import type {KnownVersion} from '../../../core/state/earlier';
import {type CommittedJournal, readFinished, readJournals} from '../../../project/history/committed-journals';
import {type CommittedVersions, decodeQuietly, type HistoryPlace, readCommitted, toVersion} from '../../../project/history/look';
import {readBlob} from '../../../project/history/recording-commit';
import {makeBare} from '../bare-repository';
import {journalPathOf, stateBranchOf, unreachable} from '../git-state';
import type {ActionPorts, ActionRequest, BranchEvent, GitRunner} from '../ports';
import {makeTemporaryDirectory} from '../workspace';
import type {Histories} from './branch-history';
import type {KeptRecording} from './kept-recording';
import {fetchTips, type OtherTip} from './other-tips';

/** The versions of a state that a remote holds. */
export interface FetchedVersions {
  /** The whole history of the branch that holds the state, and the place to judge it in. */
  readonly own: {readonly place: PlaceFetched; readonly versions: CommittedVersions; readonly git: GitRunner};
  readonly kept: KeptVersions;
  /** Other branches, pull requests, and what a forced push replaced: in the same repository. */
  readonly tips: readonly OtherTip[];
}

type PlaceFetched = HistoryPlace & Required<Pick<HistoryPlace, 'fetched'>>;

/** Versions that were kept of recordings, whatever became of their branches. */
interface KeptVersions {
  readonly versions: readonly KnownVersion[];
  /** Each is of the last run that recorded. */
  readonly journals: readonly CommittedJournal[];
  readonly tips: readonly OtherTip[];
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
  /** The pull requests that brought the specs of what is created: their branches may be gone. */
  readonly listPulls: () => Promise<readonly {readonly number: number; readonly headSha: string | null}[]>;
}

/**
 * Fetches the versions of a state into repositories of their own: commits and trees, then the contents of the state alone. What the
 * checkout holds stays as it is. Throws `UserError` where one of them can't be fetched: it may record what would be created again.
 */
export async function fetchVersions(
  request: ActionRequest<BranchEvent>,
  {git}: Pick<ActionPorts, 'git'>,
  {place, histories, statePath, root, listPulls}: FetchedPlace,
): Promise<FetchedVersions> {
  const branch = stateBranchOf(request);
  const history = histories.of(branch);
  const isThere = await history.open();
  while (isThere && history.isCut()) if (!(await history.deepen())) break;
  const refs = isThere ? [`refs/heads/${branch}`] : [];
  const there = {...place, fetched: {ask: fetchingFirst(history.git), root, tips: refs, timeoutMs: READ_MS}};
  const versions = isThere ? await readCommitted(there, null) : NONE;
  if (!versions.isWhole) throw unreadable(statePath, branch);
  const remote = await histories.listRemoteTips();
  const counted = remote.kept.filter(one => one.statePath === statePath || one.branch === branch);
  const kept = await readKept(request, git, counted, place);
  const tips = await fetchTips(history.git, {remote, branch, pulls: await listPulls(), replaced: request.event.replaced});
  return {own: {place: there, versions, git: history.git}, kept, tips};
}

/** Reads what is kept of recordings: commits of state and journal alone. */
async function readKept({run}: ActionRequest, git: GitRunner, kept: readonly KeptRecording[], place: HistoryPlace): Promise<KeptVersions> {
  if (kept.length === 0) return {versions: [], journals: [], tips: []};
  const bare = makeBare(git, makeTemporaryDirectory(run, 'monitors-history-'));
  const versions: KnownVersion[] = [];
  const journals: CommittedJournal[] = [];
  try {
    const fetched = await bare.git([...FETCH, '--depth=1', 'origin', ...kept.map(({ref}) => `+${ref}:${ref}`)]);
    if (fetched.exitCode !== 0) throw unreachable(kept[0]?.branch ?? '', fetched.stderr);
    for (const {commit, statePath} of kept) {
      const bytes = await readBlob(bare.git, `${commit}:${statePath}`);
      const stored = bytes === null ? null : decodeQuietly(bytes, place);
      if (stored === null) continue;
      const journal = await readBlob(bare.git, `${commit}:${journalPathOf(statePath)}`);
      const left = journal === null ? [] : readJournals([{commits: [commit], bytes: journal}]);
      const own = left.filter(({base}) => base.lineage === stored.state.lineage);
      versions.push(toVersion(stored.state, {kind: 'commit', commits: [commit]}), ...readFinished(own));
      journals.push(...left);
    }
    return {versions, journals, tips: kept.map(({ref, commit, branch}) => ({kind: 'kept', ref, commit, branch, fetchedAs: commit}))};
  } finally {
    await bare.remove();
  }
}

const NONE: CommittedVersions = {versions: [], underOtherName: [], journals: [], hasRecording: false, isWhole: true};

const FETCH = ['fetch', '--quiet', '--no-tags'];

/** Git in a repository without the contents of files; those that are read are fetched in one request. */
export function fetchingFirst(git: GitRunner): AskGit {
  const ask: AskGit = (args, {stdin} = {}) => git(args, stdin === undefined ? {} : {stdin: Buffer.from(stdin)});
  const fetched = new Set<string>();
  return async (args, more = {}) => {
    const wanted = args[0] === 'cat-file' ? String(more.stdin ?? '').split('\n') : [];
    // With the filter of the first fetch. Where that fails, git fetches each as it reads it.
    if (wanted.some(id => !fetched.has(id))) await ask([...FETCH, '--no-write-fetch-head', '--stdin', 'origin'], more);
    for (const id of wanted) fetched.add(id);
    return ask(args, more);
  };
}

/** The refusal where a version that is listed can't be read. */
export function unreadable(statePath: string, branch: string, again?: string): UserError {
  return new UserError(
    'git/fetch-failed',
    `cannot read every version of ${statePath} that the history of "${branch}" holds: one of them may record what would be created`,
    `run the job again${again === undefined ? '' : `. To create it without that, ${again}`}`,
  );
}
