import {createHash} from 'node:crypto';
import {compareText} from '../diagnostics/diagnostic';
import {canonicalJson} from '../json/canonical';
import type {JsonValue} from '../json/value';
import type {CreditEstimate} from './credits';
import type {DesiredMonitor, Inherited, Key} from './desired-monitor';
import {isProtected, type RecordedSync, toRecordedSync} from './sync';

/** All monitors of a repository of which each needs nothing but a record that says the same. */
export interface SettledFleet {
  /** Of all that records repeat of specs: a state with an equal one holds these monitors as they are, and no others. */
  readonly hash: string;
  readonly monitors: number;
  /** Of all of them together. */
  readonly estimate: CreditEstimate;
}

/** What a record repeats of its spec. */
export interface Repeated {
  readonly key: Key;
  readonly specPath: string;
  readonly bodyHash: string;
  readonly protect: boolean;
  readonly paused: boolean;
  readonly sync: RecordedSync;
  readonly inherited: Inherited | undefined;
}

/** Hash of what records repeat; equal in any order. */
export function hashRepeated(repeated: readonly Repeated[]): string {
  const hash = createHash('sha256');
  for (const {key, specPath, bodyHash, protect, paused, sync, inherited} of sortByKey(repeated)) {
    const settings = toRecordedSync(sync);
    const rest =
      inherited === undefined && Object.keys(settings).length === 0 ? '' : canonicalJson([settings as JsonValue, inherited ?? null]);
    hash.update(`${key.length} ${specPath.length} ${rest.length} ${protect} ${paused}${key}${specPath}${bodyHash}${rest}`);
  }
  return hash.digest('hex');
}

function sortByKey(repeated: readonly Repeated[]): readonly Repeated[] {
  const isSorted = repeated.every(({key}, index) => index === 0 || (repeated[index - 1] as Repeated).key <= key);
  return isSorted ? repeated : repeated.toSorted((a, b) => compareText(a.key, b.key));
}

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
