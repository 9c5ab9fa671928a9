import {countOf, formatNumber} from '../core/base/words';
import type {EstimateDifference, Plan, PriceReason, UnmanagedMonitor} from '../core/plan/change';
import {showTime} from './local-time';
import type {RenderOptions} from './render-options';
import {shorten} from './sentences';
import {BLANK, dataLine, hangingLine, type Line, proseLine, styled} from './text';

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
  const isOneHome = homes.length === unmanaged.length && new Set(homes).size === 1;
  const part = home === undefined ? '' : isOneHome ? ` (environment ${home})` : ` (${formatNumber(homes.length)} of other environments)`;
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
