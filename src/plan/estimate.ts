import {compareText} from '../diagnostics/diagnostic';
import type {CreditEstimate} from '../spec/credits';
import type {Key} from '../spec/desired-monitor';
import type {PlanEstimate} from './change';

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
  const monitors: PlanEstimate['monitors'][number][] = [];
  for (const cost of costs) {
    before += cost.before?.creditsPerMonth ?? 0;
    creditsPerMonth += cost.after?.creditsPerMonth ?? 0;
    const estimate = cost.after ?? cost.before;
    if (estimate === null) continue;
    for (const words of estimate.notIncluded) notIncluded.add(words);
    if (cost.listed) monitors.push({key: cost.key, creditsPerMonth: estimate.creditsPerMonth, checksPerMonth: estimate.checksPerMonth});
  }
  return {
    creditsPerMonth,
    before,
    ...(budget === undefined ? {} : {budget}),
    notIncluded: [...notIncluded].sort(compareText),
    monitors: monitors.sort((a, b) => compareText(a.key, b.key)),
  };
}
