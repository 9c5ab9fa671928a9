import {listLost, type TouchingChange} from '../../../core/apply/live-check';
import type {Change, Plan, Step} from '../../../core/plan/change';
import {isDrift} from '../../../core/plan/change-facts';
import type {LiveView} from '../../../core/plan/live';
import {withChanges} from '../../../core/plan/plan';
import {isCarriedOut} from '../reviewed-plan';

/** A change that would overwrite drift. */
export interface ChangeInService {
  readonly change: Change;
  /** The drift, with both values. */
  readonly why: string;
}

/** A refreshed plan without the changes that only revert drift. */
interface Narrowed {
  /** The plan without unreviewed reverts. */
  readonly plan: Plan;
  /** Drift that stays. */
  readonly leftAlone: readonly Change[];
  /** Updates that would overwrite drift without a review. */
  readonly overwriting: readonly ChangeInService[];
}

/**
 * Removes from a refreshed plan the unreviewed changes that only revert drift. If the plan without a refresh (`offline`) changes the
 * same monitor, that change stays, as long as it overwrites no drift. The caller must review the rest again. Pure.
 */
export function leaveDriftAlone(refreshed: Plan, offline: Plan, unreviewed: readonly Step[], live: LiveView): Narrowed {
  const unseen = new Set<Step>(unreviewed);
  const leftAlone: Change[] = [];
  const overwriting: ChangeInService[] = [];
  const changes = refreshed.changes.flatMap((change): Change[] => {
    if (!unseen.has(change)) return [change];
    const without = offline.changes.filter(other => other.key === change.key && isCarriedOut(other) && other.action !== 'rename');
    if (without.length === 0) {
      leftAlone.push(change);
      return [];
    }
    const same = isTouching(change) ? without.filter(isTouching).find(other => idOf(other) === idOf(change)) : undefined;
    const view = same === undefined ? undefined : live.monitors.get(idOf(same));
    if (same === undefined || view === undefined) return [change];
    const lost = listLost(same, view, refreshed.base?.lineage ?? '');
    if (lost === null) leftAlone.push(change);
    else overwriting.push({change: same, why: lost});
    return [lost === null ? same : change];
  });
  return {plan: withChanges(refreshed, changes), leftAlone, overwriting};
}

/** Removes changes that no review shows and no commit made. What the bookkeeping takes away cannot be left out. Pure. */
export function leaveUnmade(plan: Plan, unmade: readonly Step[]): Pick<Narrowed, 'plan' | 'leftAlone'> {
  const unseen = new Set<Step>(unmade);
  const leftAlone = plan.changes.filter(change => unseen.has(change));
  const left = plan.changes.filter(change => !unseen.has(change));
  return {plan: leftAlone.length === 0 ? plan : withChanges(plan, left), leftAlone};
}

/** One sentence about a change that is left alone. */
export function sayLeftAlone(change: Change): string {
  if (!isDrift(change))
    return `Not applied: ${change.action} "${change.key}": no commit made it since the monitor was last applied, and no reviewed plan shows it. To apply it, run the workflow by hand (workflow_dispatch).`;
  const fields = 'drift' in change ? (change.drift ?? []) : [];
  const paths = [...new Set(fields.map(({path}) => path.slice(1).replaceAll('/', '.')))];
  const what = paths.length === 0 ? '' : ` (${paths.slice(0, MOST_PATHS).join(', ')}${paths.length > MOST_PATHS ? ', ...' : ''})`;
  return `Not reverted: "${change.key}" was changed in the service${what}, and no reviewed plan reverts it.`;
}

/** The number of paths in one sentence. */
const MOST_PATHS = 5;

/** Whether a change touches a recorded monitor. */
export function isTouching(change: Change): change is TouchingChange {
  return change.action === 'update' || change.action === 'replace' || change.action === 'delete';
}

/** The monitor that a change touches. */
export function idOf(change: TouchingChange): string {
  return change.action === 'delete' ? change.id : change.before.id;
}
