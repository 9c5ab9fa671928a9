import {UserError} from '../../diagnostics/user-error';
import type {KnownService} from '../../engine/apply';
import type {Change, Plan} from '../../plan/change';
import type {ActionRequest, BranchEvent} from '../ports';
import {refuseEarlierState} from './earlier-state';
import {findChangedInService} from './look-ahead';
import type {AttemptPorts} from './merge-log';
import {type Review, reviewPlan} from './review';
import type {Workplace} from './tip-worktree';
import {type ChangeInService, leaveDriftAlone} from './unreviewed-drift';

/** What of a plan is applied. */
export interface Approved {
  readonly plan: Plan;
  readonly review: Review;
  /** What somebody changed in the service and stays so, since nobody has reviewed that it is put back. */
  readonly leftAlone: readonly Change[];
}

/**
 * Finds out what of a plan was reviewed. What somebody changed in the service since is left alone where the reviewed changes
 * are about something else; where they would overwrite it, the plan is another one. Throws {@link UserError} for a plan that
 * does what nobody has reviewed, unless `on-plan-change: apply` lets it.
 */
export async function approvePlan(
  plan: Plan,
  known: KnownService,
  {place, request, ports}: {readonly place: Workplace; readonly request: ActionRequest<BranchEvent>; readonly ports: AttemptPorts},
): Promise<Approved> {
  const review = await reviewPlan(plan, place, request, ports);
  await refuseEarlierState(plan, place, request, ports);
  // Who starts a run by hand, or by a clock, has decided: what it does is said, whether it was reviewed or not.
  const needsReview = request.event.name === 'push';
  if (request.inputs.onPlanChange === 'apply') return {plan, review, leftAlone: []};
  if (known.refreshed === null) {
    if (needsReview) refuseUnreviewed(review, ports);
    const changed = known.service === null ? [] : await findChangedInService(plan, known.service, ports.interruption);
    refuseOverwriting(changed);
    return {plan, review, leftAlone: []};
  }
  if (review.kind !== 'not-reviewed' || !needsReview) return {plan, review, leftAlone: []};
  const narrowed = leaveDriftAlone(plan, known.refreshed.offline(), review.changes, known.refreshed.live);
  refuseOverwriting(narrowed.overwriting);
  const again = await reviewPlan(narrowed.plan, place, request, ports);
  refuseUnreviewed(again, ports);
  return {plan: narrowed.plan, review: again, leftAlone: narrowed.leftAlone};
}

/** So many changes stand in one message. */
const MOST_NAMED = 5;

function refuseUnreviewed(review: Review, {display}: AttemptPorts): void {
  if (review.kind !== 'not-reviewed') return;
  display.showReview(review);
  const {changes, why} = review;
  const names = listSome(changes.map(({action, key}) => `${action} "${key}"`));
  throw new UserError(
    'git/plan-changed',
    `the plan does what nobody has reviewed: ${names} (${why})`,
    'look at the plan above; to apply it, start the workflow by hand (workflow_dispatch) or set "on-plan-change: apply"',
  );
}

function refuseOverwriting(changed: readonly ChangeInService[]): void {
  if (changed.length === 0) return;
  const names = listSome(changed.map(({change: {action, key}, why}) => `${action} "${key}": ${why}`));
  throw new UserError(
    'git/plan-changed',
    `the plan changed since it was reviewed: ${names}`,
    'take the change into the spec by another pull request; to overwrite it, start the workflow by hand (workflow_dispatch) with "refresh: true"',
  );
}

function listSome(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
