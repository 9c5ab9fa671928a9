import {listLost, type TouchingChange} from '../../apply/live-check';
import type {Change, Plan} from '../../plan/change';
import type {LiveView} from '../../plan/live';
import {withChanges} from '../../plan/plan';
import {isCarriedOut} from '../reviewed-plan';

/** What somebody changed in the service, and what becomes of it. */
export interface ChangeInService {
  readonly change: Change;
  /** What was changed, with both values. */
  readonly why: string;
}

/** A refreshed plan, held against the one that was made without a look at the service. */
export interface Narrowed {
  /** What is left when nothing is put back that nobody has reviewed. */
  readonly plan: Plan;
  /** What somebody changed in the service and stays so. */
  readonly leftAlone: readonly Change[];
  /** Updates that would overwrite what somebody changed: nobody has reviewed that. */
  readonly overwriting: readonly ChangeInService[];
}

/**
 * Takes out of a refreshed plan what would only put back what somebody changed in the service: of the changes that nobody
 * has reviewed (`unreviewed`), what the plan made without a look (`offline`) does for the same monitor stays, as long as it
 * overwrites nothing. Whether somebody has reviewed the rest is to be asked again. Pure.
 */
export function leaveDriftAlone(refreshed: Plan, offline: Plan, unreviewed: readonly Change[], live: LiveView): Narrowed {
  const unseen = new Set(unreviewed);
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

/** One sentence for somebody's change in the service that stays. */
export function sayLeftAlone(change: Change): string {
  const fields = 'drift' in change ? (change.drift ?? []) : [];
  const paths = [...new Set(fields.map(({path}) => path.slice(1).replaceAll('/', '.')))];
  const what = paths.length === 0 ? '' : ` (${paths.slice(0, MOST_PATHS).join(', ')}${paths.length > MOST_PATHS ? ', ...' : ''})`;
  return `Left alone: somebody changed "${change.key}" in the service${what}, and nobody has reviewed that it is put back.`;
}

/** So many paths stand in one sentence. */
const MOST_PATHS = 5;

/** Whether a change is about a monitor that is recorded. */
export function isTouching(change: Change): change is TouchingChange {
  return change.action === 'update' || change.action === 'replace' || change.action === 'delete';
}

/** The monitor that a change touches. */
export function idOf(change: TouchingChange): string {
  return change.action === 'delete' ? change.id : change.before.id;
}
