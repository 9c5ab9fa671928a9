import {estimateCredits} from '../spec/credits';
import type {Key} from '../spec/model';
import type {RecordedMonitor} from '../state/model';
import type {World} from './decision-world';
import type {LiveMonitorView} from './live';
import type {EstimateDifference} from './model';

/**
 * Monitors for which the service names another price than the public price list gives for what it holds, by more than
 * one check a month (both round checks up). Schedules with unequal gaps are left out: the service looks at the next two
 * runs only. Sorted by key.
 */
export function compareEstimates({state, index, only}: World): EstimateDifference[] {
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
  const {creditsPerMonth, creditsPerCheck, average} = estimateCredits(body);
  if (average || Math.abs(creditsPerMonth - estimatedCreditsPerMonth) <= creditsPerCheck) return null;
  return {key, id, creditsPerMonth, serviceCreditsPerMonth: estimatedCreditsPerMonth};
}
