import type {Plan, PlanSummary} from '../plan/model';
import {countOf, formatDuration, formatNumber} from './sentences';

/** Counts by what apply will do: `Plan: 1 to create, 2 to update, 0 to replace, 0 to delete, 37 unchanged.` */
export function planSentence(summary: PlanSummary): string {
  if (!hasChanges(summary)) return 'No changes.';
  const {create, update, replace, delete: deleted, adopt, rename, blocked, unresolved, unchanged} = summary;
  const counts = [`${create} to create`, `${update} to update`, `${replace} to replace`, `${deleted} to delete`];
  if (adopt > 0) counts.push(`${adopt} to adopt`);
  if (rename > 0) counts.push(`${rename} to rename`);
  if (blocked > 0) counts.push(`${blocked} blocked`);
  if (unresolved > 0) counts.push(`${unresolved} unresolved`);
  return `Plan: ${[...counts, `${unchanged} unchanged`].join(', ')}.`;
}

/** What the monitors cost a month, now and after apply. */
export function estimateSentence({estimate}: Plan): string {
  const {creditsPerMonth, before, budget} = estimate;
  const limit = budget === undefined ? '' : `, of a budget of ${formatNumber(budget)}`;
  const change = creditsPerMonth === before ? '' : ` (now ${formatNumber(before)})`;
  return `Estimate: ${countOf(creditsPerMonth, 'credit')} a month after apply${change}${limit}.`;
}

/** The lowest limit on creates that is known of, a minute: what a plan can promise before a service was asked. */
const SLOWEST_RATE = 2;

/** How much apply will send, and how long that may take; empty when it sends nothing. */
export function requestSentences({requests}: Plan): string[] {
  if (requests === 0) return [];
  if (requests === 1) return ['Apply will send 1 request.'];
  const longest = formatDuration((requests / SLOWEST_RATE) * 60_000);
  return [
    `Apply will send ${countOf(requests, 'request')}: at the lowest rate limit known, ${SLOWEST_RATE} a minute, that takes ${longest}.`,
  ];
}

function hasChanges(summary: PlanSummary): boolean {
  return Object.entries(summary).some(([name, count]) => name !== 'unchanged' && count > 0);
}
