import {countOf, listFirst} from '../../../core/base/words';
import {UserError} from '../../../core/diagnostics/user-error';
import type {Plan, Step} from '../../../core/plan/change';
import {listSteps} from '../../../core/plan/change-facts';
import {isCarriedOut, type ReviewComparison} from '../reviewed-plan';
import {type Account, Accounts, explainUnshown} from './accounts';
import {type Trace, traceBack} from './trace';

/** So many changes of a plan of thousands are named. */
const NAMED_CHANGES = 50;

/** The most pull requests that one message explains. */
const MOST_EXPLAINED = 3;

/** The comparison of a plan with all reviewed plans. */
export type Review =
  | {readonly kind: 'nothing-to-compare'; readonly why: string}
  | {readonly kind: 'same'}
  /** All changes were reviewed; `missing` reviewed changes are no longer needed. */
  | {readonly kind: 'fewer'; readonly missing: number}
  | {readonly kind: 'not-reviewed'; readonly changes: readonly Step[]; readonly why: string};

/** A review of a plan. */
export interface JudgedPlan {
  readonly review: Review;
  /** Changes that no review shows and no commit made: drift, for example, or what another version of the tool makes of a spec. */
  readonly unmade: readonly Step[];
}

/**
 * Judges each change of a plan by the review of the commit that made it. `offline` is the plan without what the service was asked. Throws
 * {@link UserError} if GitHub does not answer.
 */
export async function reviewPlan(plan: Plan, offline: Plan, reviewing: Trace): Promise<JudgedPlan> {
  const {request, place} = reviewing;
  const {event} = request;
  const end = (review: Review, unmade: readonly Step[] = []): JudgedPlan => ({review, unmade});
  if (request.inputs.comment === 'never') return end({kind: 'nothing-to-compare', why: 'the input comment is never'});
  const steps = listSteps(plan).filter(isCarriedOut);
  if (steps.length === 0) return end({kind: 'same'});
  const accounts = new Accounts(reviewing);
  if (!isHeldAgainstReviews(request)) return end(await reviewByHand(plan, steps, accounts));
  const first = await accounts.of(event.sha);
  const compared = first.kind === 'compared' ? await accounts.compare(first, plan) : null;
  if (compared !== null && compared.kind !== 'not-reviewed' && place.commit === event.sha) return end(compared);
  const traced = await traceBack(plan, offline, steps, accounts, reviewing);
  return end(toReview(steps, traced, first, compared), traced.unmade);
}

/** Whether a change that no review shows is refused: after a push, and where a run by hand or by a schedule asks for it. */
export function isHeldAgainstReviews({event, inputs: {compare, comment}}: Trace['request']): boolean {
  return (event.name === 'push' || compare) && comment !== 'never';
}

function toReview(
  steps: readonly Step[],
  {refused, unmade, notCompared}: Awaited<ReturnType<typeof traceBack>>,
  first: Account,
  compared: ReviewComparison | null,
): Review {
  if (refused.length > 0) {
    const phrases = [...new Set(refused.map(({by}) => (typeof by === 'string' ? PHRASES[by] : explainUnshown(by))))];
    return {kind: 'not-reviewed', changes: refused.map(({step}) => step), why: phrases.slice(0, MOST_EXPLAINED).join('; ')};
  }
  if (compared !== null && compared.kind !== 'not-reviewed') return compared;
  const isAllUnmade = unmade.length === steps.length;
  if (first.kind === 'not-compared' && (notCompared > 0 || isAllUnmade)) return {kind: 'nothing-to-compare', why: first.why};
  return {kind: 'same'};
}

const PHRASES = {
  'older-commit': 'they were made before the commits that were looked at',
  service: 'the service was changed, and no reviewed plan shows it',
};

/** Compares the plan of a run that was started by hand or by a schedule. The result is shown only: such a run needs no review. */
async function reviewByHand(plan: Plan, steps: readonly Step[], accounts: Accounts): Promise<Review> {
  try {
    let left = steps;
    for (const {commit} of await accounts.listCommits()) {
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
