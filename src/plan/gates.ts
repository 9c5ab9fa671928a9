import type {Key} from '../spec/desired-monitor';
import type {AdoptChange, BlockedChange, BlockedReason, Change, CreateChange, DeleteChange, ReplaceChange, UpdateChange} from './change';
import type {MonitorCost} from './costs';
import type {Decisions} from './decide';

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

/** What is known of a monitor that exists: its record and its drift. */
function keepSight(change: Costly): Pick<BlockedChange, 'before' | 'drift'> {
  if (change.action !== 'update' && change.action !== 'replace') return {};
  const {before, drift} = change;
  return drift.length > 0 ? {before, drift} : {before};
}

/** How many monitors one run may delete or replace: a share of those in the state, in percent, or a number. */
export type DeleteLimit = {readonly percent: number} | {readonly count: number};

/** A share of fewer monitors than this is not a limit: one of three would be too many. */
const SHARE_COUNTS_FROM = 10;

type Loss = DeleteChange | ReplaceChange;

/**
 * Blocks what loses the history of monitors: deletes of those whose specs are gone, and replaces. All of them where they are more
 * than the limit, since choosing some would be a guess; else those that may come from a layer, which one edit can give any number
 * of specs. Leftovers of replacements, and monitors that are gone already, do not count.
 */
export function gateDeletes(
  decisions: Decisions,
  {maxDeletes, allowDeletes}: {readonly maxDeletes: DeleteLimit; readonly allowDeletes: boolean},
): Decisions {
  const losses = decisions.changes.filter(isLoss);
  if (allowDeletes || losses.length === 0) return decisions;
  const {state, lists} = decisions.context;
  const recorded = [...(state?.monitors.keys() ?? [])];
  const whole = judgeLosses(losses, recorded, maxDeletes);
  const ofLists = whole === null ? judgeLists([...(lists?.keys() ?? [])], losses, recorded, maxDeletes) : NO_REASONS;
  const blocked = new Map(losses.map(change => [change, whole ?? ofLists.get(change) ?? whyFromLayer(change)]));
  const keys = new Set(losses.filter(change => blocked.get(change) !== null).map(change => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map(change => {
      const reason = isLoss(change) ? (blocked.get(change) ?? null) : null;
      return reason === null ? change : blockLoss(change as Loss, reason);
    }),
    costs: decisions.costs.map(cost => (keys.has(cost.key) ? {...cost, after: cost.before} : cost)),
  };
}

const NO_REASONS: ReadonlyMap<Loss, BlockedReason> = new Map();

/** Why these are too many for what is recorded; null where they are not. */
function judgeLosses(losses: readonly Loss[], recorded: readonly Key[], maxDeletes: DeleteLimit): BlockedReason | null {
  const limit = countAllowed(maxDeletes, recorded.length);
  return losses.length > limit ? {kind: 'too-many-deletes', deletes: losses.length, limit} : null;
}

/** Each list for itself: one edit of its rows can delete as many as it has. */
function judgeLists(lists: readonly Key[], losses: readonly Loss[], recorded: readonly Key[], maxDeletes: DeleteLimit) {
  const reasons = new Map<Loss, BlockedReason>();
  for (const list of lists) {
    const isOf = (key: Key) => list !== '' && key.startsWith(`${list}/`);
    const own = losses.filter(({key}) => isOf(key));
    const reason = own.length === 0 ? null : judgeLosses(own, recorded.filter(isOf), maxDeletes);
    if (reason !== null) for (const change of own) reasons.set(change, reason);
  }
  return reasons;
}

function countAllowed(limit: DeleteLimit, recorded: number): number {
  if ('count' in limit) return limit.count;
  return recorded < SHARE_COUNTS_FROM ? recorded : Math.floor((recorded * limit.percent) / 100);
}

function isLoss(change: Change): change is Loss {
  return change.action === 'replace' || (change.action === 'delete' && change.why.kind === 'spec-removed' && change.isGone !== true);
}

/** A webhook that is gone from a spec with layers may be gone from one of them. */
function whyFromLayer(change: Loss): BlockedReason | null {
  if (change.action === 'delete' || change.why !== 'webhook-removed') return null;
  const {layers} = change.after;
  return layers === undefined ? null : {kind: 'from-layer', layers};
}

function blockLoss(change: Loss, reason: BlockedReason): BlockedChange {
  const {key, before} = change;
  if (change.action === 'delete') return {action: 'blocked', key, wanted: 'delete', reason, before, fields: []};
  const {after, fields, drift} = change;
  return {action: 'blocked', key, wanted: 'replace', reason, after, before, fields, ...(drift.length > 0 ? {drift} : {})};
}
