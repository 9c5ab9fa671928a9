import {compileGlob} from '../base/glob';
import {totalPerMonth} from '../specs/credits';
import type {Key} from '../specs/desired-monitor';
import type {BlockedChange, BlockedReason, Change} from './change';
import {isSent, type SentChange} from './change-facts';
import {type MonitorCost, sumActual, sumEstimate} from './costs';
import type {Decisions} from './decide';
import type {BudgetInput, KeyBudget} from './estimate';

/** One limit: of all monitors, or of those whose keys the glob matches. */
interface Limit {
  readonly budget: number;
  readonly keys?: string;
}

/**
 * Holds decisions against the whole budget, then against each budget by keys, in the order of the config: what one of them blocks no
 * longer counts for the next.
 */
export function gateBudgets(decisions: Decisions, input: BudgetInput): Decisions {
  const {budget, keyBudgets = {}} = input;
  const limits: Limit[] = Object.entries(keyBudgets).map(([keys, limit]) => ({keys, budget: limit}));
  if (budget !== undefined) limits.unshift({budget});
  return limits.reduce((gated, limit) => gateBudget(gated, limit, input), decisions);
}

/**
 * Blocks what raises the estimate when the estimate would be above the budget: all of it, since choosing some would be a
 * guess. Never blocks what does not raise it, even when it is above already.
 */
function gateBudget(decisions: Decisions, {budget, keys}: Limit, {budgetBy, ownLimits, charged}: BudgetInput): Decisions {
  const costs = keys === undefined ? decisions.costs : chooseCosts(decisions.costs, keys);
  const isByActual = budgetBy === 'actual' && charged !== undefined;
  const {creditsPerMonth} = sumActual(costs, isByActual ? charged : undefined);
  if (creditsPerMonth <= budget) return decisions;
  const besides = sumEstimate(costs, {}).billedBesides.creditsPerMonth;
  const by = isByActual ? {by: 'actual' as const} : besides > 0 ? {besides} : {};
  const at = ownLimits?.budget;
  const place = {...(at === undefined ? {} : {at}), ...(keys === undefined ? {} : {keys})};
  const reason = {kind: 'budget', creditsPerMonth, budget, ...by, ...place} as const;
  const dearer = new Set(costs.filter(isDearer).map(cost => cost.key));
  const isBlocked = (change: Change): change is SentChange => isSent(change) && dearer.has(change.key);
  const blocked = new Set(decisions.changes.filter(isBlocked).map(change => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map(change => (isBlocked(change) ? block(change, reason) : change)),
    costs: decisions.costs.map(cost => (blocked.has(cost.key) ? {...cost, after: cost.before} : cost)),
  };
}

/** The member of the config that has the limit which a change passed. */
export function nameBudgetMember({at = 'budget', keys}: Pick<Extract<BlockedReason, {kind: 'budget'}>, 'at' | 'keys'>): string {
  return keys === undefined ? `${at}.creditsPerMonth` : `${at}.keys[${JSON.stringify(keys)}]`;
}

/** Budgets by keys with the figures that they are held against. */
export function listKeyBudgets(
  costs: readonly MonitorCost[],
  {keyBudgets, budgetBy, charged}: BudgetInput,
): readonly KeyBudget[] | undefined {
  if (keyBudgets === undefined) return undefined;
  return Object.entries(keyBudgets).map(([keys, budget]) => {
    const chosen = chooseCosts(costs, keys);
    const {creditsPerMonth} = sumActual(chosen, budgetBy === 'actual' ? charged : undefined);
    const before = chosen.reduce((sum, cost) => sum + (cost.before === null ? 0 : totalPerMonth(cost.before)), 0);
    return {keys, budget, monitors: chosen.length, creditsPerMonth, before};
  });
}

function chooseCosts(costs: readonly MonitorCost[], keys: string): readonly MonitorCost[] {
  const matches: (key: Key) => boolean = compileGlob(keys);
  return costs.filter(({key}) => matches(key));
}

function isDearer({before, after}: MonitorCost): boolean {
  return (after === null ? 0 : totalPerMonth(after)) > (before === null ? 0 : totalPerMonth(before));
}

function block(change: SentChange, reason: BlockedReason): BlockedChange {
  const {key, after, fields} = change;
  const wanted = change.action === 'adopt' ? 'create' : change.action;
  return {action: 'blocked', key, wanted, reason, after, fields, ...keepSight(change)};
}

/** Keeps the facts of a monitor that exists: its record and its drift. */
function keepSight(change: SentChange): Pick<BlockedChange, 'before' | 'drift'> {
  if (change.action !== 'update' && change.action !== 'replace') return {};
  const {before, drift} = change;
  return drift.length > 0 ? {before, drift} : {before};
}
