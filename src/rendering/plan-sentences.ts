import {countOf, formatNumber} from '../core/base/words';
import {isEqualJson} from '../core/json/value';
import type {Plan, PlanSummary} from '../core/plan/change';
import {countWrites} from '../core/plan/change-facts';
import {RECORDED_SETTINGS} from '../core/specs/sync';
import {showTime} from './local-time';
import type {RenderOptions} from './render-options';
import {describeParts, formatDuration} from './sentences';

/** So many of the keys that a plan is limited to are listed. */
export const SHOWN_KEYS = 10;

/** Counts by what apply will do: `Plan: 1 to create, 2 to update, 0 to replace, 0 to delete, 37 unchanged.` */
export function planSentence(summary: PlanSummary): string {
  const {create, update, replace, delete: deleted, adopt, rename, blocked, unresolved, protected: kept, unchanged} = summary;
  if (!hasChanges(summary)) return kept === 0 ? 'No changes.' : `No changes. ${formatNumber(kept)} protected, without a spec.`;
  const always = [
    [create, 'to create'],
    [update, 'to update'],
    [replace, 'to replace'],
    [deleted, 'to delete'],
  ] as const;
  const sometimes = [
    [adopt, 'to adopt'],
    [rename, 'to rename'],
    [blocked, 'blocked'],
    [unresolved, 'unresolved'],
    [kept, 'protected'],
  ] as const;
  const counts = [...always, ...sometimes.filter(([count]) => count > 0), [unchanged, 'unchanged'] as const];
  return `Plan: ${counts.map(([count, what]) => `${formatNumber(count)} ${what}`).join(', ')}.`;
}

/** The emulator that wrote the state; null where a real service has the monitors. */
export function emulatorSentence({emulator}: Plan): string | null {
  return emulator === null ? null : `The emulator wrote this state (${emulator}): no real service has these monitors.`;
}

/** Tells how many changes of a plan revert drift; empty when none do. */
export function driftSentences({drift}: PlanSummary): string[] {
  if (drift === 0) return [];
  return [`Drift: ${countOf(drift, 'monitor')} ${drift === 1 ? 'was' : 'were'} changed or deleted outside the repository.`];
}

/** Tells how many monitors get other labels, or others of the settings that the state notes; empty where none does. */
export function settingSentences({bookkeeping}: Plan): string[] {
  return RECORDED_SETTINGS.flatMap(name => {
    const count = bookkeeping.filter(({settings}) => !isEqualJson(settings?.before[name] ?? {}, settings?.after[name] ?? {})).length;
    const subject = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    return count === 0 ? [] : [`${subject} of ${countOf(count, 'monitor')} change in the state; this sends nothing.`];
  });
}

/** Tells the monitors' cost per month, now and after apply. */
export function estimateSentence({estimate}: Plan): string {
  const {creditsPerMonth, before, billedBesides, budget} = estimate;
  const limit = budget === undefined ? '' : `, of a budget of ${formatNumber(budget)}`;
  const [was, will] = [before + billedBesides.before, creditsPerMonth + billedBesides.creditsPerMonth];
  const change = will === was ? '' : ` (now ${formatNumber(was)})`;
  const parts = billedBesides.creditsPerMonth === 0 ? '' : `${describeParts(creditsPerMonth, billedBesides.creditsPerMonth)}: `;
  return `Estimate: ${parts}${countOf(will, 'credit')} a month after apply${change}${limit}.`;
}

/** More budgets by keys than this are counted. */
const SHOWN_BUDGETS = 10;

/** Tells of the budgets by keys whose figure changes, that are passed, or that no monitor counts for; `show` writes a glob. */
export function keyBudgetSentences({estimate: {keyBudgets = []}}: Plan, show: (keys: string) => string): string[] {
  const told = keyBudgets.flatMap(({keys, budget, monitors, creditsPerMonth, before}) => {
    if (monitors === 0) return [`Budget of ${show(keys)}: no monitor has such a key.`];
    if (creditsPerMonth === before && creditsPerMonth <= budget) return [];
    const now = creditsPerMonth === before ? '' : ` (now ${formatNumber(before)})`;
    return [`Budget of ${show(keys)}: ${formatNumber(creditsPerMonth)} of ${countOf(budget, 'credit')} a month after apply${now}.`];
  });
  const more = told.length - SHOWN_BUDGETS;
  return more <= 0 ? told : [...told.slice(0, SHOWN_BUDGETS), `${countOf(more, 'more budget')} by keys.`];
}

/** Tells what is known of the estimate beside its figure; empty where nothing is. */
export function estimateNotes({estimate}: Plan, show: (words: readonly string[]) => string): string[] {
  const {billedBesides, notIncluded, unchangedPagesFree} = estimate;
  return [
    ...(billedBesides.of.length === 0 ? [] : [`The service's estimate leaves out: ${show(billedBesides.of)}`]),
    ...(notIncluded.length === 0 ? [] : [`Not included: ${show(notIncluded)}`]),
    ...(unchangedPagesFree === true ? ['Unchanged pages are free, as the service says: checks may cost less'] : []),
  ];
}

/** Tells the charges of checks beside the estimate, and which figures the budget is held against; empty where neither was asked for. */
export function actualSentences({estimate}: Plan, options: Pick<RenderOptions, 'clock'>): string[] {
  const {actual, budgetBy} = estimate;
  if (actual === undefined) {
    return budgetBy === undefined ? [] : ['The budget counts the estimate here: "--checks N" reads what was charged.'];
  }
  const {monitors, creditsPerMonth, estimated} = actual;
  if (monitors.length === 0) return ['Charged: unknown, as no monitor has a check with both figures; the estimate counts for all.'];
  const checks = monitors.reduce((sum, one) => sum + one.checks, 0);
  const [oldest] = monitors.flatMap(({since}) => (since === null ? [] : [since])).sort();
  const age = oldest === undefined ? '' : ` since ${showTime(oldest, options)}`;
  const rest = estimated === 0 ? '' : `, with the estimate for ${formatNumber(estimated)} that are new, edited or unknown`;
  const held = budgetBy === undefined ? '' : ' The budget counts this figure.';
  return [
    `Charged: about ${countOf(creditsPerMonth, 'credit')} a month, by ${countOf(checks, 'check')} of ${countOf(monitors.length, 'monitor')}${age}${rest}.${held}`,
    'Some plans do not charge unchanged pages.',
  ];
}

/** The lowest limit on creates and updates that is known of, a minute: what a plan can promise before a service was asked. */
const SLOWEST_RATE = 2;

/** Tells how much apply will send, and how long that may take; empty when it sends nothing. */
export function requestSentences({requests, changes, requestsPerMinute}: Plan): string[] {
  if (requests === 0) return [];
  const writes = changes.reduce((sum, change) => sum + countWrites(change), 0);
  const sending = `Apply sends ${countOf(requests, 'request')}`;
  if (writes < 2) return [`${sending}.`];
  const limited = writes === requests ? '' : ` (${formatNumber(writes)} creates and updates)`;
  const rate = requestsPerMinute ?? SLOWEST_RATE;
  const source = requestsPerMinute === undefined ? 'the lowest known rate limit' : 'as service.requestsPerMinute says';
  const longestMs = (writes / rate) * 60_000;
  if (longestMs < 1000) return [`${sending}${limited}.`];
  return [`${sending}${limited}: up to ${formatDuration(longestMs)} at ${formatNumber(rate)} a minute, ${source}.`];
}

function hasChanges(summary: PlanSummary): boolean {
  return Object.entries(summary).some(([name, count]) => name !== 'unchanged' && name !== 'protected' && count > 0);
}
