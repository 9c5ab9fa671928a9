import {onceEach} from '../../../core/base/once';
import {isInside} from '../../../core/files/paths';
import type {Plan, Step} from '../../../core/plan/change';
import {listEffects, listSteps} from '../../../core/plan/change-facts';
import {readCommit} from '../../../project/history/recording-commit';
import {markersOf} from '../comment';
import {hasBranch} from '../git-state';
import {nameEditor} from '../marked-text';
import {type ActionPorts, type CommitPullRequest, GitHubError} from '../ports';
import {isCarriedOut, type ReviewComparison, type ReviewedPlan, type Says} from '../reviewed-plan';
import {PLAN_MARKERS, type PlanMarkers} from '../shared-comment';
import type {LineCommit} from './branch-history';
import {listMergedOf} from './commit-pulls';
import {type OwnCommits, ownCommitsOf, readOwnCommit, unknownReview} from './own-commit';
import {Replays, type Reviewing} from './replay';
import {readReviewedPlan} from './reviewed-comment';

/** The number of commits to search for reviewed plans: this run also applies the changes of cancelled or failed runs. */
const COMMITS_BACK = 30;

/** The review of one commit of the branch. */
export type Account =
  /** Pushed without a pull request, or from a fork, whose run cannot write a comment. */
  {readonly kind: 'not-compared'; readonly why: string} | Compared;

/** The merged pull requests of a commit, at least one. Something was reviewed only where each of them shows it. */
export interface Compared {
  readonly kind: 'compared';
  readonly pulls: readonly PullReview[];
}

/** The plan that a pull request shows; null without a comment that shows changes. */
interface PullReview {
  readonly number: number;
  readonly plan: ReviewedPlan | null;
  readonly isFork: boolean;
}

/** The reviewed plans of the branch's commits. */
export class Accounts {
  readonly #markers: PlanMarkers;
  readonly #replays: Replays;
  /** Null where no commit of this branch records the state. */
  readonly #own: OwnCommits | null;

  constructor(private readonly reviewing: Reviewing) {
    const {place, request} = reviewing;
    this.#markers = markersOf(place.placed, place.root);
    this.#replays = new Replays(reviewing);
    const isRecorded = place.settings.sharedState === undefined && isInside(place.root, place.placed.stateFile);
    this.#own = isRecorded ? {...ownCommitsOf(reviewing), branch: request.event.branch} : null;
  }

  /** Finds the review of a commit. Throws {@link UserError} if GitHub does not answer. */
  async of(commit: string): Promise<Account> {
    const {request, ports} = this.reviewing;
    const {github} = ports;
    if (github === null) throw unknownReview('there is no GitHub token');
    try {
      const {branch} = request.event;
      const into = {branch, readWritten: () => this.#readWritten(commit), isBranch: this.#isBranch, isHere: this.#isHere};
      const merged = await listMergedOf(commit, into, {...ports, github});
      return await this.#readComments(merged, github);
    } catch (error) {
      if (error instanceof GitHubError) throw unknownReview(error.message, error);
      throw error;
    }
  }

  readonly #isBranch = onceEach((name: string) => hasBranch(this.reviewing.ports.git, name));

  readonly #isHere = async (commit: string) => {
    const {histories, commit: tip} = this.reviewing.place;
    const history = await histories.ofTip();
    return history !== null && (await history.ask(['merge-base', '--is-ancestor', commit, tip])).exitCode === 0;
  };

  async #readWritten(commit: string): ReturnType<typeof readCommit> {
    const history = await this.reviewing.place.histories.ofTip();
    return history === null ? null : readCommit(history, commit);
  }

  async #readComments(merged: readonly CommitPullRequest[], github: NonNullable<ActionPorts['github']>): Promise<Account> {
    const pulls: PullReview[] = [];
    for (const {number, isFork, mergedAt} of [...merged].sort((a, b) => b.number - a.number)) {
      const comments = await this.reviewing.ports.askPatiently(() => github.findOwnComments(number, PLAN_MARKERS));
      const plan = await readReviewedPlan(comments, {markers: this.#markers, mergedAt}, github, this.reviewing.ports);
      if (plan !== null || !isFork) pulls.push({number, plan, isFork});
    }
    if (pulls.length > 0) return {kind: 'compared', pulls};
    const [fork] = merged;
    const why =
      fork === undefined
        ? 'it was pushed without a pull request'
        : `#${fork.number} came from a fork, so its plan is only in the summary of its run`;
    return {kind: 'not-compared', why};
  }

  /** Compares a plan with all that a commit's reviews show. */
  async compare({pulls}: Compared, plan: Plan): Promise<ReviewComparison> {
    const comparisons: ReviewComparison[] = [];
    for (const {plan: reviewed} of pulls) {
      comparisons.push(reviewed === null ? {kind: 'not-reviewed', changes: listSteps(plan)} : await this.#replays.compare(reviewed, plan));
    }
    const find = (kind: ReviewComparison['kind']) => comparisons.find(compared => compared.kind === kind);
    return find('not-reviewed') ?? find('fewer') ?? {kind: 'same'};
  }

  /** Finds out which effects of changes a commit's reviews show. */
  async findShown(account: Account, plan: Plan, changes: readonly Step[]): Promise<Says> {
    if (account.kind === 'not-compared') return () => false;
    const all: Says[] = [];
    for (const {plan: reviewed} of account.pulls) {
      if (reviewed === null) return () => false;
      all.push(await this.#replays.findSaid(reviewed, plan, changes));
    }
    return effect => all.every(says => says(effect));
  }

  /** Removes the changes that a commit's reviews show. */
  async takeOffReviewed(changes: readonly Step[], commit: string, plan: Plan): Promise<readonly Step[]> {
    if (await this.#isOwn(commit)) return changes;
    const shows = await this.findShown(await this.of(commit), plan, changes);
    return changes.filter(change => isCarriedOut(change) && !listEffects(plan, change).every(shows));
  }

  async #isOwn(commit: string): Promise<boolean> {
    if (this.#own === null) return false;
    const history = await this.reviewing.place.histories.ofTip();
    return history !== null && (await readOwnCommit(commit, history, this.#own)) !== null;
  }

  /** The last first-parent commits of the branch, newest first. */
  async listCommits(): Promise<readonly LineCommit[]> {
    const history = await this.reviewing.place.histories.ofTip();
    const commits: LineCommit[] = [];
    if (history === null) return commits;
    for await (const commit of history.followLine(this.reviewing.place.commit)) {
      commits.push(commit);
      if (commits.length === COMMITS_BACK) break;
    }
    return commits;
  }
}

/** Whether every review of a commit showed the warning about a new state. */
export function showsNewState(account: Account): boolean {
  return account.kind === 'compared' && account.pulls.every(({plan}) => plan?.kind === 'complete' && plan.startsNewState);
}

/** Why the reviews of a commit are not enough, in a phrase: the first of its pull requests that shows least. */
export function explainUnshown({pulls}: Compared): string {
  const ranked = [...pulls].sort((a, b) => rankOf(a) - rankOf(b));
  const {number, plan} = ranked[0] as PullReview;
  const name = `#${number}`;
  if (plan === null) return `${name} has no comment with changes`;
  if (plan.kind === 'edited') return `the comment of ${name} was edited by ${nameEditor(plan.by)} and approves nothing`;
  if (plan.kind === 'late') return `the comment of ${name} was written after the merge and approves nothing`;
  if (plan.kind === 'cut') return `the comment of ${name} does not show the whole plan`;
  if (plan.groups.length > 0) {
    return `the comment of ${name} shows many changes as one, and these are not, or no longer, a part of it; another pull request shows what is left`;
  }
  return `the comment of ${name} does not show them`;
}

function rankOf({plan}: PullReview): number {
  return plan === null ? 0 : plan.kind === 'complete' ? 2 : 1;
}
