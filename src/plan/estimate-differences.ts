import {type CreditEstimate, estimateCredits} from '../spec/credits';
import type {Key} from '../spec/desired-monitor';
import type {RecordedMonitor} from '../state/state';
import type {EstimateDifference} from './change';
import type {DecisionContext} from './decision-context';
import type {LiveMonitorView} from './live';

/**
 * Monitors for which the service names another price than the public price list gives for what it holds, by more than
 * one check a month (both round checks up), each with the reason as far as it can be told. Sorted by key.
 */
export function compareEstimates({state, index, only}: DecisionContext): EstimateDifference[] {
  const differences: EstimateDifference[] = [];
  for (const [key, {id}] of state?.monitors ?? new Map<Key, RecordedMonitor>()) {
    const live = only === undefined || only.has(key) ? index?.find(id) : undefined;
    const difference = live === undefined ? null : compareEstimate(key, live);
    if (difference !== null) differences.push(difference);
  }
  return differences.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function compareEstimate(key: Key, {id, body, estimatedCreditsPerMonth}: LiveMonitorView): EstimateDifference | null {
  if (estimatedCreditsPerMonth === null) return null;
  const estimate = estimateCredits(body);
  const reason = explainDifference(estimate, estimatedCreditsPerMonth);
  if (reason === null) return null;
  return {key, id, creditsPerMonth: estimate.creditsPerMonth, serviceCreditsPerMonth: estimatedCreditsPerMonth, reason};
}

/** Why the service's own figure, in credits a month, is another than ours, as far as the two figures tell; null where they agree. */
export function explainDifference(estimate: CreditEstimate, serviceCreditsPerMonth: number): string | null {
  const {creditsPerMonth, creditsPerCheck, checksPerMonth, average} = estimate;
  if (Math.abs(creditsPerMonth - serviceCreditsPerMonth) <= creditsPerCheck) return null;
  if (average)
    return 'the times between checks are unequal: the service goes by the next two checks, this estimate by the average of a year';
  if (checksPerMonth > 0 && serviceCreditsPerMonth % checksPerMonth === 0)
    return `the service counts ${serviceCreditsPerMonth / checksPerMonth} credits a check, its price list ${creditsPerCheck}`;
  if (creditsPerCheck > 0 && serviceCreditsPerMonth % creditsPerCheck === 0)
    return `the service counts ${serviceCreditsPerMonth / creditsPerCheck} checks a month, the schedule has ${checksPerMonth}`;
  return 'the service goes by other prices than its price list';
}
