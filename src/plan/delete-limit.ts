import type {BlockedChange, Change, DeleteChange} from './change';
import type {Decisions} from './decisions';

/** How many monitors one run may delete: a share of those in the state, in percent, or a number. */
export type DeleteLimit = {readonly percent: number} | {readonly count: number};

/** A share of fewer monitors than this is no limit: one of three would be too many. */
const SHARE_COUNTS_FROM = 10;

/**
 * Blocks the deletes of monitors whose specs are gone when they are more than the limit: all of them, since choosing some
 * would be a guess. Leftovers of replacements, and monitors that are gone already, do not count.
 */
export function gateDeletes(decisions: Decisions, limit: DeleteLimit, override: 'limited' | 'allowed'): Decisions {
  const deletes = decisions.changes.filter(isLimited).length;
  const most = countAllowed(limit, decisions.context.state?.monitors.size ?? 0);
  if (override === 'allowed' || deletes <= most) return decisions;
  const blocked = new Set(decisions.changes.filter(isLimited).map(change => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map(change => (isLimited(change) ? blockDelete(change, deletes, most) : change)),
    costs: decisions.costs.map(cost => (blocked.has(cost.key) ? {...cost, after: cost.before} : cost)),
  };
}

function countAllowed(limit: DeleteLimit, recorded: number): number {
  if ('count' in limit) return limit.count;
  return recorded < SHARE_COUNTS_FROM ? recorded : Math.floor((recorded * limit.percent) / 100);
}

function isLimited(change: Change): change is DeleteChange {
  return change.action === 'delete' && change.why.kind === 'spec-removed' && change.isGone !== true;
}

function blockDelete({key, before}: DeleteChange, deletes: number, limit: number): BlockedChange {
  return {action: 'blocked', key, wanted: 'delete', reason: {kind: 'too-many-deletes', deletes, limit}, before, fields: []};
}
