import {countOf, formatNumber} from '../core/base/words';
import {isEqualJson} from '../core/json/value';
import type {EstimateDifference, Plan, PlanSummary, PriceReason, UnmanagedMonitor} from '../core/plan/change';
import {countWrites} from '../core/plan/change-facts';
import {RECORDED_SETTINGS} from '../core/specs/sync';
import {showTime} from './local-time';
import type {RenderOptions} from './render-options';
import {describeParts, formatDuration, shorten} from './sentences';
import {BLANK, dataLine, hangingLine, type Line, proseLine, styled} from './text';

/** So many of the keys that a plan is limited to are listed. */
export const SHOWN_KEYS = 10;

/** Counts by what apply will do: `Plan: 1 to create, 2 to update, 0 to replace, 0 to delete, 37 unchanged.` */
export function planSentence(summary: PlanSummary): string {
  const {protected: kept} = summary;
  if (!hasChanges(summary)) return kept === 0 ? 'No changes.' : `No changes. ${formatNumber(kept)} protected, without a spec.`;
  const told = COUNTED.filter(name => ALWAYS_TOLD.has(name) || summary[name] > 0);
  return `Plan: ${told.map(name => `${formatNumber(summary[name])} ${DONE.has(name) ? name : `to ${name}`}`).join(', ')}.`;
}

/** The counts in their order. */
const COUNTED = ['create', 'update', 'replace', 'delete', 'adopt', 'rename', 'blocked', 'unresolved', 'protected', 'unchanged'] as const;
const ALWAYS_TOLD: ReadonlySet<string> = new Set(['create', 'update', 'replace', 'delete', 'unchanged']);
const DONE: ReadonlySet<string> = new Set(['blocked', 'unresolved', 'protected', 'unchanged']);

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
  const protection = bookkeeping.filter(({changesProtection}) => changesProtection === true).length;
  const settings = RECORDED_SETTINGS.flatMap(name => {
    const count = bookkeeping.filter(({settings}) => !isEqualJson(settings?.before[name] ?? {}, settings?.after[name] ?? {})).length;
    const subject = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    return count === 0 ? [] : [`${subject} of ${countOf(count, 'monitor')} change in the state; this sends nothing.`];
  });
  return protection === 0
    ? settings
    : [...settings, `Protection of ${countOf(protection, 'monitor')} changes in the state; this sends nothing.`];
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
    const end = creditsPerMonth > budget ? ': exceeded.' : '.';
    return [`Budget of ${show(keys)}: ${formatNumber(creditsPerMonth)} of ${countOf(budget, 'credit')} a month after apply${now}${end}`];
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

/** Whether unmanaged monitors are shown one by one (`--show-unmanaged`). */
export type UnmanagedView = 'listed' | 'counted';

/** Shows the other facts of the service: unmanaged monitors, and other prices. */
export function serviceLines(plan: Plan, view: UnmanagedView, options: RenderOptions): Line[] {
  if (options.verbosity === 'quiet') return [];
  const prices = plan.estimateDifferences.map(describePrice);
  return [
    ...unmanagedLines(plan.unmanaged, view, options),
    ...(prices.length === 0
      ? []
      : [
          proseLine(0, 'Prices in the service that differ from its price list:'),
          ...prices.map(line => dataLine(4, line)),
          ...listPriceReasons(plan.estimateDifferences).map(reason => hangingLine(2, 2, `${reason}.`)),
          BLANK,
        ]),
  ];
}

/** One sentence on the unmanaged monitors, without its full stop; null when there are none. */
export function unmanagedSentence({unmanaged}: Plan): string | null {
  if (unmanaged.length === 0) return null;
  const homes = unmanaged.flatMap(({ours}) => (ours === undefined ? [] : [ours.environment]));
  const [home] = homes;
  const areAll = homes.length === unmanaged.length;
  const isOneHome = areAll && new Set(homes).size === 1;
  const count = areAll ? 'all' : formatNumber(homes.length);
  const part = home === undefined ? '' : isOneHome ? ` (environment ${home})` : ` (${count} of other environments)`;
  return `${countOf(unmanaged.length, 'unmanaged monitor')} in the service${part}`;
}

/** An unmanaged monitor on one line. */
export function describeUnmanaged(
  {id, name, createdAt, creditsPerMonth, ours}: UnmanagedMonitor,
  options: Pick<RenderOptions, 'clock'>,
): string {
  const since = createdAt === '' ? [] : [`since ${shorten(showTime(createdAt, options))}`];
  const cost = creditsPerMonth === null ? [] : [`${countOf(creditsPerMonth, 'credit')} a month`];
  const home = ours === undefined ? [] : [`project ${ours.project}, environment ${ours.environment}`];
  return [`${id}  ${JSON.stringify(shorten(name))}`, ...since, ...cost, ...home].join('  ');
}

/** Why prices differ, each reason once, in the order in which they are met. */
export function listPriceReasons(differences: readonly EstimateDifference[]): string[] {
  const counts = new Map<string, number>();
  for (const {reason: known} of differences) {
    const reason = describePriceReason(known);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => (count < differences.length ? `${formatNumber(count)} of these: ${reason}` : reason));
}

/** A price that differs, on one line. */
export function describePrice({key, creditsPerMonth, serviceCreditsPerMonth}: EstimateDifference): string {
  return `${key}: ${countOf(serviceCreditsPerMonth, 'credit')} a month in the service, ${formatNumber(creditsPerMonth)} in the price list`;
}

function unmanagedLines(unmanaged: Plan['unmanaged'], view: UnmanagedView, options: RenderOptions): Line[] {
  if (view === 'counted' || unmanaged.length === 0) return [];
  return [
    dataLine(0, styled('strong', 'Unmanaged monitors (never changed):')),
    ...unmanaged.map(monitor => dataLine(4, describeUnmanaged(monitor, options))),
    BLANK,
  ];
}

/** Says why the service names another price than its price list gives. */
export function describePriceReason(reason: PriceReason): string {
  switch (reason.kind) {
    case 'uneven-checks':
      return 'checks are unevenly spaced: the service estimates from the next two checks, this tool from the average of a year';
    case 'credits-per-check':
      return `the service counts ${formatNumber(reason.service)} credits per check, its price list ${formatNumber(reason.list)}`;
    case 'checks-per-month':
      return `the service counts ${formatNumber(reason.service)} checks a month, the schedule has ${formatNumber(reason.schedule)}`;
    case 'unknown':
      return 'the service uses other prices than its price list';
  }
}

/** Destination of the changes: `Where: production at api.firecrawl.dev.`; empty where that is not known, or nothing is sent. */
export function placeLines({place = null, verbosity}: Pick<RenderOptions, 'place' | 'verbosity'>): Line[] {
  return place === null || verbosity === 'quiet' ? [] : [proseLine(0, `Where: ${place}.`)];
}
