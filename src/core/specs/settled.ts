import type {CreditEstimate} from './credits';
import type {DesiredMonitor, SettledFleet} from './desired-monitor';
import {hashRepeated, isProtected} from './sync';

/** Sums up a fleet; null where a record alone does not tell whether one of its monitors needs something. */
export function settleFleet(monitors: readonly DesiredMonitor[]): SettledFleet | null {
  const isUsual = ({sync, isSilent}: DesiredMonitor) => sync.renamedFrom === undefined && sync.paused !== 'keep' && isSilent === undefined;
  if (!monitors.every(isUsual)) return null;
  const repeated = monitors.map(monitor => {
    const {key, specPath, bodyHash, paused, sync, inherited} = monitor;
    return {key, specPath, bodyHash, protect: isProtected(monitor), paused, sync, inherited};
  });
  return {hash: hashRepeated(repeated), monitors: monitors.length, estimate: addUp(monitors)};
}

/** One estimate for all, with the sums in the order of the monitors. */
function addUp(monitors: readonly DesiredMonitor[]): CreditEstimate {
  let creditsPerMonth = 0;
  let besides = 0;
  const notIncluded = new Set<string>();
  const of = new Set<string>();
  for (const {paused, estimate} of monitors) {
    if (paused) continue;
    creditsPerMonth += estimate.creditsPerMonth;
    besides += estimate.besides?.creditsPerMonth ?? 0;
    for (const words of estimate.notIncluded) notIncluded.add(words);
    for (const words of estimate.besides?.of ?? []) of.add(words);
  }
  const none = {checksPerMonth: 0, creditsPerCheck: 0, average: false};
  return {...none, creditsPerMonth, besides: {creditsPerCheck: 0, creditsPerMonth: besides, of: [...of]}, notIncluded: [...notIncluded]};
}
