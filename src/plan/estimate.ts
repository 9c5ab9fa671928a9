import {compareText} from '../diagnostics/diagnostic';
import type {CreditEstimate} from '../spec/credits';
import type {Key} from '../spec/model';
import type {PlanEstimate} from './model';

/** What one monitor costs now and after apply; null where it does not exist. */
export interface MonitorCost {
  readonly key: Key;
  readonly before: CreditEstimate | null;
  readonly after: CreditEstimate | null;
  /** The plan touches it: it is listed by name. */
  readonly listed: boolean;
}

/** Adds up what the monitors cost a month, before and after. */
export function sumEstimate(costs: readonly MonitorCost[], budget: number | undefined): PlanEstimate {
  let before = 0;
  let creditsPerMonth = 0;
  const notIncluded = new Set<string>();
  for (const cost of costs) {
    before += cost.before?.creditsPerMonth ?? 0;
    creditsPerMonth += cost.after?.creditsPerMonth ?? 0;
    for (const words of (cost.after ?? cost.before)?.notIncluded ?? []) notIncluded.add(words);
  }
  return {
    creditsPerMonth,
    before,
    ...(budget === undefined ? {} : {budget}),
    notIncluded: [...notIncluded].sort(compareText),
    monitors: costs.flatMap(listCost).sort((a, b) => compareText(a.key, b.key)),
  };
}

function listCost({key, before, after, listed}: MonitorCost): PlanEstimate['monitors'][number][] {
  const estimate = after ?? before;
  if (!listed || estimate === null) return [];
  return [{key, creditsPerMonth: estimate.creditsPerMonth, checksPerMonth: estimate.checksPerMonth}];
}
