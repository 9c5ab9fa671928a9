import {UserError} from '../../core/diagnostics/user-error';
import type {Plan} from '../../core/plan/change';
import {digestApproval} from '../../core/plan/change-facts';
import {type LiveView, showInClear} from '../../core/plan/live';
import type {OpenedState} from '../../core/state/fold-open';
import type {CheckedWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import {listUnsaid} from '../plan/approval';
import {isOtherState, listStaleReasons, type PlanFile, writePlanAgain} from '../plan/file-document';

/** A saved plan, and when it may still be applied. */
export interface SavedPlan {
  readonly file: PlanFile;
  /**
   * `exact`: everything is as it was when the plan was made. `nothing-else`: nothing would be done that the plan does not say, since
   * other runs may have come first.
   */
  readonly rule: 'exact' | 'nothing-else';
}

/** The {@link digestApproval} of the plan as it was before this run opened the state. */
export function digestWhole(project: Pick<Project, 'givenOrigin'>, plan: Plan, {before, stored}: OpenedState): string | null {
  const origin = project.givenOrigin() ?? stored?.state.origin;
  return origin === undefined ? null : digestApproval(plan, {origin, base: before});
}

/** Throws `UserError` where a person approved another plan than this one. */
export function refuseUnapproved(approved: string, approval: string | null): void {
  if (approved === approval) return;
  const message =
    approval === null ? 'nothing is to be applied: the approved plan may be applied already' : 'this is not the plan that was approved';
  const hint = 'run "monitors plan" with the same flags, have it read, and approve what it says';
  throw new UserError('plan/not-approved', message, hint);
}

/** A plan that was made of a later state than the server has knows that the server was set back. */
export function refuseSetBack({state}: PlanFile, now: Plan['base'], {shownState}: Pick<Project, 'shownState'>): void {
  if (state === null) return;
  const isBehind = now === null || (now.lineage === state.lineage && now.serial < state.serial);
  if (!isBehind && !isOtherState(state, now)) return;
  throw toSetBack({witness: 'the saved plan', serial: state.serial}, now, {shownState, advice: 'plan again'});
}

/** The refusal of a server that has an older state than a witness saw, or another one with its serial; `advice` is what a person does after comparing. */
export function toSetBack(
  {witness, serial}: {readonly witness: string; readonly serial: number},
  now: Pick<NonNullable<Plan['base']>, 'serial'> | null,
  {shownState, advice}: Pick<Project, 'shownState'> & {readonly advice: string},
): UserError {
  const other = now?.serial === serial ? 'another state has that serial' : `the serial is ${now?.serial}`;
  const here = now === null ? 'nothing is recorded' : other;
  const message = `${witness} was made at serial ${serial} of the state, but in ${shownState} ${here}: the server was set back, and what was recorded last is missing`;
  const hint = `restore the newest backup of the server; or compare "monitors state list" with the monitors of the service, then ${advice}: "monitors recover" finds what is missing`;
  return new UserError('state/server-changed', message, hint);
}

/** So many reasons stand in one message. */
const MOST_REASONS = 5;

/** A plan that a saved one is compared with, and what it was made from. */
interface PresentPlan extends Pick<Plan, 'base'> {
  readonly whole: Plan;
  /** With a refresh. */
  readonly live: LiveView | undefined;
  readonly planInClear: (live: LiveView) => Plan;
}

export function refuseStalePlan({file, rule}: SavedPlan, {whole, live, planInClear, base}: PresentPlan, {checked}: CheckedWorkspace): void {
  const listReasons = (plan: Plan) => {
    const present = {...plan, base};
    return (rule === 'nothing-else' ? listUnsaid(file, present) : null) ?? listStaleReasons(file, {plan: present, hashes: checked.hashes});
  };
  const reasons = listReasons(whole);
  if (reasons.length === 0) return;
  // Where it was made, the values of references may not have been known, so that none was hidden.
  if (live !== undefined && listReasons(planInClear(showInClear(live))).length === 0) return;
  const rest = reasons.length - MOST_REASONS;
  const shown = [...reasons.slice(0, MOST_REASONS), ...(rest > 0 ? [`${rest} more`] : [])];
  throw new UserError(
    'plan/stale',
    `the saved plan is stale: ${shown.join('; ')}`,
    `run \`${writePlanAgain(file)}\` again, review it, and apply that`,
  );
}
