import type {MonitorService} from '../../../core/api/port';
import {listLost} from '../../../core/apply/live-check';
import {UserError} from '../../../core/diagnostics/user-error';
import type {Change, Plan} from '../../../core/plan/change';
import {toLiveView} from '../../../core/plan/live';
import type {KnownService} from '../../../features/apply/apply';
import {refuseEarlierState} from './earlier-state';
import type {AttemptPorts} from './merge-log';
import {isHeldAgainstReviews, type JudgedPlan, type Review, reviewPlan} from './review';
import type {Trace} from './trace';
import {type ChangeInService, idOf, isTouching, leaveDriftAlone, leaveUnmade} from './unreviewed-drift';

/** The part of a plan that is applied. */
interface Approved {
  readonly plan: Plan;
  readonly review: Review;
  /** Drift that stays: its revert was not reviewed. */
  readonly leftAlone: readonly Change[];
}

/**
 * Compares a plan with the reviewed plans. Drift that is not part of a reviewed change is left alone; drift that a reviewed change
 * would overwrite stops the run. Throws {@link UserError} for a plan with changes that were not reviewed, unless
 * `on-plan-change: apply` is set.
 */
export async function approvePlan(plan: Plan, known: KnownService, reviewing: Trace & {readonly ports: AttemptPorts}): Promise<Approved> {
  const {request, ports} = reviewing;
  const offline = known.refreshed?.offline() ?? plan;
  const judged = await reviewPlan(plan, offline, reviewing);
  await refuseEarlierState(plan, reviewing);
  const {onPlanChange} = request.inputs;
  // Another run needs no review; the log shows what was not reviewed.
  const needsReview = isHeldAgainstReviews(request);
  if (onPlanChange === 'apply') return {plan, review: judged.review, leftAlone: []};
  if (known.refreshed === null) {
    const kept = needsReview ? keepReviewed(plan, judged, ports) : {plan, leftAlone: []};
    const changed = known.service === null ? [] : await findChangedInService(kept.plan, known.service, ports.interruption);
    refuseOverwriting(changed);
    return {...kept, review: judged.review};
  }
  const unreviewed = [...(judged.review.kind === 'not-reviewed' ? judged.review.changes : []), ...judged.unmade];
  if (unreviewed.length === 0 || !needsReview) return {plan, review: judged.review, leftAlone: []};
  const narrowed = leaveDriftAlone(plan, offline, unreviewed, known.refreshed.live);
  refuseOverwriting(narrowed.overwriting);
  const again = await reviewPlan(narrowed.plan, offline, reviewing);
  const kept = keepReviewed(narrowed.plan, again, ports);
  return {plan: kept.plan, review: again.review, leftAlone: [...narrowed.leftAlone, ...kept.leftAlone]};
}

/** Leaves out what no commit made. Throws {@link UserError} for what a commit made and no review shows. */
function keepReviewed(plan: Plan, {review, unmade}: JudgedPlan, ports: AttemptPorts): Pick<Approved, 'plan' | 'leftAlone'> {
  refuseUnreviewed(review, ports);
  return leaveUnmade(plan, unmade);
}

/** The number of changes in one message. */
const MOST_NAMED = 5;

function refuseUnreviewed(review: Review, {display}: AttemptPorts): void {
  if (review.kind !== 'not-reviewed') return;
  display.showReview(review);
  const {changes, why} = review;
  const names = listSome(changes.map(({action, key}) => `${action} "${key}"`));
  throw new UserError(
    'git/plan-changed',
    `the plan has changes that were not reviewed: ${names} (${why})`,
    'check the plan above; to apply it, merge a pull request whose comment shows it, run the workflow by hand (workflow_dispatch) or set "on-plan-change: apply"',
  );
}

function refuseOverwriting(changed: readonly ChangeInService[]): void {
  if (changed.length === 0) return;
  const names = listSome(changed.map(({change: {action, key}, why}) => `${action} "${key}": ${why}`));
  throw new UserError(
    'git/plan-changed',
    `the service changed since the review: ${names}`,
    'add the change to the spec in another pull request; to overwrite it, run the workflow by hand (workflow_dispatch) with "refresh: true"',
  );
}

function listSome(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Maximum parallel reads. */
const CONCURRENCY = 8;

/**
 * Reads each monitor that a plan touches, and lists the drift that would be lost. Skips a monitor that cannot be read: apply reads it
 * again right before the change.
 */
async function findChangedInService(plan: Plan, service: MonitorService, signal: AbortSignal): Promise<ChangeInService[]> {
  const waiting = plan.changes.filter(isTouching);
  const found: ChangeInService[] = [];
  const readNext = async () => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      const read = await service.getMonitor(idOf(change), signal);
      // If one read fails, the next would, too: stop, since apply can retry.
      if (read.kind === 'failed') waiting.length = 0;
      const live = read.kind === 'read' ? read.value : null;
      const view = live === null ? null : toLiveView(live, plan.base?.lineage ?? '', plan.allowedFields);
      const why = view === null ? null : listLost(change, view, plan.base?.lineage ?? '');
      if (why !== null) found.push({change, why});
    }
  };
  await Promise.all(Array.from({length: CONCURRENCY}, readNext));
  return found.sort((a, b) => plan.changes.indexOf(a.change) - plan.changes.indexOf(b.change));
}
