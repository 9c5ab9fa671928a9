import {join} from 'node:path';
import {listFirst} from '../../diagnostics/first-few';
import {UserError} from '../../diagnostics/user-error';
import type {Plan, Step} from '../../plan/change';
import {listSteps} from '../../plan/change-facts';
import {countOf} from '../../report/sentences';
import {markerOf} from '../comment';
import {isShallowCheckout, readLine} from '../git-state';
import {askPatiently} from '../github-patience';
import {type ActionPorts, type ActionRequest, type BranchEvent, type CommitPullRequest, GitHubError} from '../ports';
import {isCarriedOut, parseReviewedPlan, type ReviewComparison, type ReviewedPlan} from '../reviewed-plan';
import {pathInRepository} from '../workspace';
import {Replays, type Reviewing} from './replay';
import {isOwnCommit} from './state-record';
import type {Worktree} from './tip-worktree';

/** The number of commits to search for reviewed plans: this run also applies the changes of cancelled or failed runs. */
const COMMITS_BACK = 30;

/** So many changes of a plan of thousands are named. */
const NAMED_CHANGES = 50;

/** The comparison of a plan with all reviewed plans. */
export type Review =
  | {readonly kind: 'nothing-to-compare'; readonly why: string}
  | {readonly kind: 'same'}
  /** All changes were reviewed; `missing` reviewed changes are no longer needed. */
  | {readonly kind: 'fewer'; readonly missing: number}
  | {readonly kind: 'not-reviewed'; readonly changes: readonly Step[]; readonly why: string};

/** The reviewed plan of one commit of the branch. */
type Account =
  /** Pushed without a pull request, or from a fork, whose run cannot write a comment. */
  | {readonly kind: 'not-compared'; readonly why: string}
  | {readonly kind: 'reviewed'; readonly pullRequest: number; readonly plan: ReviewedPlan}
  /** A pull request without a comment that shows changes. */
  | {readonly kind: 'no-plan'; readonly pullRequest: number};

/**
 * Compares a plan with the comment of the event's pull request and, for the remaining changes, with those of pull requests that were
 * merged shortly before or after it. Throws {@link UserError} if GitHub does not answer.
 */
export async function reviewPlan(plan: Plan, reviewing: Reviewing): Promise<Review> {
  const {event, inputs} = reviewing.request;
  if (inputs.comment === 'never') return {kind: 'nothing-to-compare', why: 'the input comment is never'};
  const steps = listSteps(plan);
  if (!steps.some(isCarriedOut)) return {kind: 'same'};
  const accounts = new Accounts(reviewing);
  if (event.name !== 'push') return reviewByHand(plan, accounts);
  const first = await accounts.of(event.sha);
  if (first.kind === 'not-compared') return {kind: 'nothing-to-compare', why: first.why};
  const unseen = {kind: 'not-reviewed', changes: steps} as const;
  const compared = first.kind === 'reviewed' ? await accounts.compare(first.plan, plan) : unseen;
  if (compared.kind !== 'not-reviewed') return compared;
  let left: readonly Step[] = compared.changes.filter(isCarriedOut);
  for (const commit of await accounts.listCommits()) {
    if (left.length === 0) return {kind: 'same'};
    if (commit !== event.sha) left = await accounts.takeOff(left, commit, plan);
  }
  // Without the changes of the others, a group of the first may be whole.
  left = await accounts.takeOffPlan(left, first, plan);
  return left.length === 0 ? {kind: 'same'} : {kind: 'not-reviewed', changes: left, why: explain(first)};
}

/** Compares the plan of a run that was started by hand or by a schedule. The result is shown only: such a run needs no review. */
async function reviewByHand(plan: Plan, accounts: Accounts): Promise<Review> {
  try {
    let left: readonly Step[] = listSteps(plan).filter(isCarriedOut);
    for (const commit of await accounts.listCommits()) {
      if (left.length === 0) break;
      left = await accounts.takeOffReviewed(left, commit, plan);
    }
    if (left.length === 0) return {kind: 'same'};
    return {kind: 'not-reviewed', changes: left, why: `no recently merged pull request shows ${left.length === 1 ? 'it' : 'them'}`};
  } catch (error) {
    if (error instanceof UserError && error.code === 'git/review-unknown') return {kind: 'nothing-to-compare', why: error.message};
    throw error;
  }
}

/** One sentence about the review of a plan. */
export function sayReview(review: Review): string {
  switch (review.kind) {
    case 'nothing-to-compare':
      return `Not compared with a reviewed plan: ${review.why}.`;
    case 'same':
      return 'All changes of the plan were reviewed.';
    case 'fewer':
      return `All changes of the plan were reviewed; ${countOf(review.missing, 'reviewed change is', 'reviewed changes are')} no longer needed.`;
    case 'not-reviewed':
      return `Changes that were not reviewed: ${listFirst(
        review.changes.map(({action, key}) => `${action} "${key}"`),
        NAMED_CHANGES,
      )} (${review.why}).`;
  }
}

function explain(first: Exclude<Account, {kind: 'not-compared'}>): string {
  const name = `#${first.pullRequest}`;
  if (first.kind === 'no-plan') return `${name} has no comment with changes`;
  if (first.plan.kind === 'cut') return `the comment of ${name} does not show the whole plan`;
  if (first.plan.groups.length > 0) {
    return `the comment of ${name} shows many changes as one, and these are not, or no longer, a part of it; another pull request shows what is left`;
  }
  return `the comment of ${name} does not show them`;
}

/** The reviewed plans of the branch's commits. */
export class Accounts {
  readonly #marker: string;

  readonly #replays: Replays;
  private readonly place: Worktree;
  private readonly request: ActionRequest<BranchEvent>;
  private readonly ports: ActionPorts;

  constructor(reviewing: Reviewing) {
    this.place = reviewing.place;
    this.request = reviewing.request;
    this.ports = reviewing.ports;
    this.#marker = markerOf(reviewing.place.placed, reviewing.place.root);
    this.#replays = new Replays(reviewing);
  }

  /** Compares a plan with a reviewed one. */
  compare(reviewed: ReviewedPlan, plan: Plan): Promise<ReviewComparison> {
    return this.#replays.compare(reviewed, plan);
  }

  async of(commit: string): Promise<Account> {
    const {github} = this.ports;
    if (github === null) throw unknownReview('there is no GitHub token');
    try {
      const all = await askPatiently(() => github.listPullRequestsOfCommit(commit), this.ports);
      const merged = all.filter(({isMerged, baseBranch}) => isMerged && baseBranch === this.request.event.branch);
      const [pull] = merged.sort((a, b) => b.number - a.number);
      if (pull === undefined) return {kind: 'not-compared', why: 'it was pushed without a pull request'};
      return await this.#readComment(pull, github);
    } catch (error) {
      if (error instanceof GitHubError) throw unknownReview(error.message, error);
      throw error;
    }
  }

  async #readComment(pull: CommitPullRequest, github: NonNullable<ActionPorts['github']>): Promise<Account> {
    const comments = await askPatiently(() => github.findOwnComments(pull.number, this.#marker), this.ports);
    // If there are several, the first one is the one that is kept up to date.
    const plan = comments[0] === undefined ? null : parseReviewedPlan(comments[0].body);
    if (plan !== null) return {kind: 'reviewed', pullRequest: pull.number, plan};
    if (pull.isFork) return {kind: 'not-compared', why: `#${pull.number} came from a fork, so its plan is only in the summary of its run`};
    return {kind: 'no-plan', pullRequest: pull.number};
  }

  /** Removes the changes that a commit of the branch accounts for. */
  async takeOff(changes: readonly Step[], commit: string, plan: Plan): Promise<readonly Step[]> {
    if (await isOwnCommit(this.ports.git, commit, this.request.event.branch)) return changes;
    const account = await this.of(commit);
    if (account.kind !== 'not-compared') return this.takeOffPlan(changes, account, plan);
    const paths = await this.listPaths(commit);
    return changes.filter(change => !paths.has(this.#pathOf(change)));
  }

  /** Removes the changes that a commit's reviewed plan shows. */
  async takeOffReviewed(changes: readonly Step[], commit: string, plan: Plan): Promise<readonly Step[]> {
    if (await isOwnCommit(this.ports.git, commit, this.request.event.branch)) return changes;
    return this.takeOffPlan(changes, await this.of(commit), plan);
  }

  /** Removes the changes that a reviewed plan shows. */
  async takeOffPlan(changes: readonly Step[], account: Account, plan: Plan): Promise<readonly Step[]> {
    if (account.kind !== 'reviewed') return changes;
    const compared = await this.#replays.compare(account.plan, plan, changes);
    return compared.kind === 'not-reviewed' ? compared.changes : [];
  }

  /** The first-parent commits of the branch, newest first; fetches more if the checkout is shallow. */
  async listCommits(): Promise<readonly string[]> {
    const {git} = this.ports;
    const list = async () => {
      const listed = await git(['rev-list', '--first-parent', `--max-count=${COMMITS_BACK}`, this.place.commit]);
      return readLine(listed).split('\n');
    };
    const commits = await list();
    if (commits.length === COMMITS_BACK || !(await isShallowCheckout(git))) return commits;
    await git(['fetch', '--no-tags', '--quiet', `--deepen=${COMMITS_BACK}`, 'origin', `refs/heads/${this.request.event.branch}`]);
    return list();
  }

  /** The paths that a commit changes, with `/`; none if its parent was not fetched. */
  async listPaths(commit: string): Promise<ReadonlySet<string>> {
    const listed = await this.ports.git(['diff-tree', '-r', '-z', '--no-renames', '--name-only', `${commit}^1`, commit]);
    return new Set(listed.exitCode === 0 ? listed.stdout.toString('utf8').split('\0') : []);
  }

  #pathOf(change: Step): string {
    const specPath =
      ('after' in change ? change.after : undefined)?.specPath ?? ('before' in change ? change.before : undefined)?.specPath ?? '';
    return pathInRepository(this.place.root, join(this.place.settings.specsDirectory, specPath));
  }
}

function unknownReview(why: string, cause?: unknown): UserError {
  return new UserError(
    'git/review-unknown',
    `cannot find out what was reviewed: ${why}`,
    'run the job again with "github-token" and "permissions: pull-requests: read", or set "on-plan-change: apply"',
    {cause},
  );
}
