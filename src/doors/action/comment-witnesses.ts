import type {StateVersion} from '../../core/state/state';
import {toSetBack} from '../../features/apply/approved-plan';
import {isContained} from './merge/state-record';
import {type ActionPorts, type GitHubClient, GitHubError, type GitRunner} from './ports';
import {parseSeenState, type SeenState, wasSetBack} from './seen-state';
import {findPlan, PLAN_MARKERS, type PlanMarkers} from './shared-comment';

/** The state that a server has now, with the commit that was applied last. */
interface ServedState {
  readonly version: StateVersion | null;
  readonly commit: string | undefined;
}

/** Place where comments are looked for. */
interface WitnessSearch {
  readonly branch: string;
  /** The newest commit of the branch. */
  readonly tip: string;
  readonly markers: PlanMarkers;
  /** The pull request that is planned; left out for a branch. */
  readonly pullRequest?: number;
  readonly shownState: string;
}

/** Commits of the branch whose pull requests are asked about, newest first. */
const MOST_COMMITS = 10;

type Asking = Pick<ActionPorts, 'github' | 'git' | 'askPatiently'>;

/**
 * Throws `UserError` where the comment of a pull request was made from a newer state than the server has: of the one that is planned,
 * and of those that were merged since the commit that was applied last. A GitHub that does not answer is no witness.
 */
export async function askComments(now: ServedState, search: WitnessSearch, ports: Asking): Promise<void> {
  const {github} = ports;
  if (github === null) return;
  const found = await findSetBack(now, search, github, ports).catch((error: unknown) => {
    if (error instanceof GitHubError) return null;
    throw error;
  });
  if (found === null) return;
  const advice = 'run once with the input "allow-old-checkout: true"';
  const {shownState} = search;
  throw toSetBack({witness: `the plan in the comment of #${found.number}`, serial: found.seen.serial}, now.version, {shownState, advice});
}

async function findSetBack(
  now: ServedState,
  {branch, tip, markers, pullRequest}: WitnessSearch,
  github: GitHubClient,
  ports: Asking,
): Promise<{readonly number: number; readonly seen: SeenState} | null> {
  const numbers = new Set(pullRequest === undefined ? [] : [pullRequest]);
  for (const commit of await listSince(ports.git, tip, now.commit)) {
    const pulls = await ports.askPatiently(() => github.listPullRequestsOfCommit(commit));
    for (const pull of pulls) if (pull.mergedAt !== null && pull.baseBranch === branch) numbers.add(pull.number);
  }
  for (const number of numbers) {
    const found = findPlan(await ports.askPatiently(() => github.findOwnComments(number, PLAN_MARKERS)), markers);
    const seen = found === null ? null : parseSeenState(found.text);
    if (found === null || seen === null || !wasSetBack(seen, now.version)) continue;
    if (await isSettled(ports.git, seen, now)) continue;
    // A comment that another account edited is not a witness.
    if ((await ports.askPatiently(() => github.findForeignEdits([found.comment]))).length === 0) return {number, seen};
  }
  return null;
}

/** Whether a later commit than the one that a comment names was applied since: a person has allowed that, or the state would have the comment's. */
async function isSettled(git: GitRunner, {commit: seen}: SeenState, {commit}: ServedState): Promise<boolean> {
  return seen !== null && commit !== undefined && seen !== commit && (await isContained(git, seen, commit));
}

/** The first-parent commits after one; the tip alone where the checkout does not hold them. */
async function listSince(git: GitRunner, tip: string, since: string | undefined): Promise<readonly string[]> {
  if (since === undefined) return [tip];
  const listed = await git(['rev-list', '--first-parent', `--max-count=${MOST_COMMITS}`, tip, `^${since}`, '--']);
  return listed.exitCode === 0 ? listed.stdout.toString('utf8').split('\n').filter(Boolean) : [tip];
}
