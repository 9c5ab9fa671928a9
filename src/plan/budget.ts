import type {Decisions} from './decisions';
import type {Change} from './model';

/**
 * Blocks the creates when they would raise the estimate above the budget: all that cost something, since choosing
 * some of them would be a guess. Never blocks what does not raise the estimate, even when it is above already.
 */
export function gateBudget(decisions: Decisions, budget: number | undefined): Decisions {
  if (budget === undefined) return decisions;
  const creditsPerMonth = decisions.costs.reduce((sum, cost) => sum + (cost.after?.creditsPerMonth ?? 0), 0);
  if (creditsPerMonth <= budget) return decisions;
  const blocked = new Set(decisions.changes.flatMap(change => (isCostly(change) ? [change.key] : [])));
  return {
    ...decisions,
    changes: decisions.changes.map(change => (isCostly(change) ? blockCreate(change, creditsPerMonth, budget) : change)),
    costs: decisions.costs.map(cost => (blocked.has(cost.key) ? {...cost, after: null} : cost)),
  };
}

type Create = Extract<Change, {action: 'create'}>;

function isCostly(change: Change): change is Create {
  return change.action === 'create' && change.after.estimate.creditsPerMonth > 0;
}

function blockCreate({key, after, fields}: Create, creditsPerMonth: number, budget: number): Change {
  return {action: 'blocked', key, wanted: 'create', reason: {kind: 'budget', creditsPerMonth, budget}, after, fields};
}
