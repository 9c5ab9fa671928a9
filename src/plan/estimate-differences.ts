import {type CreditEstimate, estimateCredits} from '../spec/credits';
import type {Key} from '../spec/desired-monitor';
import type {RecordedMonitor} from '../state/state';
import type {EstimateDifference, PriceReason} from './change';
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
  const reason = findPriceReason(estimate, estimatedCreditsPerMonth);
  if (reason === null) return null;
  return {key, id, creditsPerMonth: estimate.creditsPerMonth, serviceCreditsPerMonth: estimatedCreditsPerMonth, reason};
}

/** Finds why the service's own figure, in credits a month, is another than ours; null where they agree. */
export function findPriceReason(estimate: CreditEstimate, serviceCreditsPerMonth: number): PriceReason | null {
  const {creditsPerMonth, creditsPerCheck, checksPerMonth, average} = estimate;
  if (Math.abs(creditsPerMonth - serviceCreditsPerMonth) <= creditsPerCheck) return null;
  if (average) return {kind: 'uneven-checks'};
  if (checksPerMonth > 0 && serviceCreditsPerMonth % checksPerMonth === 0)
    return {kind: 'credits-per-check', service: serviceCreditsPerMonth / checksPerMonth, list: creditsPerCheck};
  if (creditsPerCheck > 0 && serviceCreditsPerMonth % creditsPerCheck === 0)
    return {kind: 'checks-per-month', service: serviceCreditsPerMonth / creditsPerCheck, schedule: checksPerMonth};
  return {kind: 'unknown'};
}
