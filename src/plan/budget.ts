import type {AdoptChange, BlockedChange, Change, CreateChange, ReplaceChange, UpdateChange} from './change';
import type {Decisions} from './decisions';
import type {MonitorCost} from './estimate';

/**
 * Blocks what raises the estimate when the estimate would be above the budget: all of it, since choosing some would be a
 * guess. Never blocks what does not raise it, even when it is above already.
 */
export function gateBudget(decisions: Decisions, budget: number | undefined): Decisions {
  if (budget === undefined) return decisions;
  const creditsPerMonth = decisions.costs.reduce((sum, cost) => sum + (cost.after?.creditsPerMonth ?? 0), 0);
  if (creditsPerMonth <= budget) return decisions;
  const dearer = new Set(decisions.costs.filter(isDearer).map(cost => cost.key));
  const isBlocked = (change: Change): change is Costly => isCostly(change) && dearer.has(change.key);
  const blocked = new Set(decisions.changes.filter(isBlocked).map(change => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map(change => (isBlocked(change) ? block(change, creditsPerMonth, budget) : change)),
    costs: decisions.costs.map(cost => (blocked.has(cost.key) ? {...cost, after: cost.before} : cost)),
  };
}

type Costly = CreateChange | UpdateChange | ReplaceChange | AdoptChange;

function isDearer({before, after}: MonitorCost): boolean {
  return (after?.creditsPerMonth ?? 0) > (before?.creditsPerMonth ?? 0);
}

function isCostly(change: Change): change is Costly {
  return change.action === 'create' || change.action === 'update' || change.action === 'replace' || change.action === 'adopt';
}

function block(change: Costly, creditsPerMonth: number, budget: number): BlockedChange {
  const {key, after, fields} = change;
  const wanted = change.action === 'adopt' ? 'create' : change.action;
  return {action: 'blocked', key, wanted, reason: {kind: 'budget', creditsPerMonth, budget}, after, fields, ...keepSight(change)};
}

/** What is known of a monitor that exists: its record, and what somebody changed outside. */
function keepSight(change: Costly): Pick<BlockedChange, 'before' | 'drift'> {
  if (change.action !== 'update' && change.action !== 'replace') return {};
  const {before, drift} = change;
  return drift.length > 0 ? {before, drift} : {before};
}
