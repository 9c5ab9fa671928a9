import type {Check} from '../../../core/api/check-port';
import {finishOf} from '../../../core/observe/check-span';
import {failureOf} from '../../../core/observe/failure-row';
import {isOver} from '../../../core/observe/health';
import type {TunedChangesDocument, TunedCreditsDocument, TunedFailureDocument} from '../document';
import type {Comparisons} from '../lines/tallied';
import type {SeenCheck, TunedHistory, Verdict} from './history';

const DAY = 86_400_000;

/** Counts changed pages by verdict. */
export function countChanges(checks: readonly SeenCheck[]): TunedChangesDocument {
  const pages = checks.flatMap(({pages: changed}) => changed);
  const count = (wanted: Verdict) => pages.filter(({verdict}) => verdict === wanted).length;
  return {
    ...{meaningful: count('meaningful'), noise: count('noise'), notJudged: count('not-judged')},
    degraded: pages.filter(({isDegraded}) => isDegraded).length,
    unread: checks.reduce((sum, {unread}) => sum + unread, 0),
  };
}

/** Counts checks with failures by kind and reason, the most frequent first. */
export function countFailures({checks, pageError}: Pick<TunedHistory, 'checks' | 'pageError'>): TunedFailureDocument[] {
  const found = new Map<string, {-readonly [Member in keyof TunedFailureDocument]: TunedFailureDocument[Member]}>();
  for (const {check} of checks) {
    const kind = failureOf(check);
    if (kind === null) continue;
    const reason = check.error ?? (pageError?.checkId === check.id ? pageError.reason : null);
    const key = JSON.stringify([kind, reason]);
    const known = found.get(key);
    if (known === undefined) found.set(key, {kind, reason, checks: 1});
    else known.checks++;
  }
  return [...found.values()].sort((one, other) => other.checks - one.checks);
}

/** Sums what was charged. */
export function sumCredits(checks: readonly SeenCheck[], meaningful: number): TunedCreditsDocument {
  const known = checks.flatMap(({check: {actualCredits}}) => actualCredits ?? []);
  const charged = known.length === 0 ? null : known.reduce((sum, credits) => sum + credits, 0);
  return {charged, checks: known.length, perMeaningfulChange: charged === null || meaningful === 0 ? null : round(charged / meaningful)};
}

/** Number of a week or a month that comes to `count` in these checks; null where they span no time. Days are of the service's clock. */
export function rateOf(count: number, checks: readonly SeenCheck[], days: 7 | 30): number | null {
  const times = checks.map(({check}) => finishOf(check));
  const span = Math.max(...times) - Math.min(...times);
  if (times.length < 2 || span <= 0) return null;
  // So many checks stand for one interval more than lies between them.
  return round((count / ((span * times.length) / (times.length - 1))) * days * DAY);
}

/** Whether a check told someone; by its changes and errors where the service does not say. */
export function hasTold({check, pages, unread}: SeenCheck): boolean {
  if (check.messages !== undefined) {
    const notes = Object.values(check.messages);
    return hasNews(check) && notes.some(({attempted, skipped, success}) => skipped !== true && (attempted ?? success ?? true));
  }
  const isAllNoise = unread === 0 && (check.summary?.error ?? 0) === 0 && pages.every(({verdict}) => verdict === 'noise');
  return isOver(check) && hasNews(check) && !isAllNoise;
}

function hasNews({summary}: Check): boolean {
  const {changed = 0, new: added = 0, removed = 0, error = 0} = summary ?? {};
  return changed + added + removed + error > 0;
}

/** Checks at which a page could have been found changed: those that read pages, but for the first of a monitor. */
export function countComparisons(checks: readonly SeenCheck[]): Comparisons {
  const read = checks.filter(({check}) => isOver(check) && hasRead(check));
  const days = new Set(read.map(({check}) => new Date(finishOf(check)).toISOString().slice(0, 10)));
  const first = read.at(-1)?.check.summary;
  const isBaseline = first != null && first.new > 0 && first.new === first.totalPages;
  return {checks: read.length - (isBaseline ? 1 : 0), days: Math.max(1, days.size - 1)};
}

function hasRead({summary}: Check): boolean {
  return summary !== null && summary.totalPages > summary.error;
}

/** At most two decimals. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
