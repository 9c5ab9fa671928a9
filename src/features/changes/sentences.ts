import {countOf, formatNumber, listFirst} from '../../core/base/words';
import {showCheckTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {shorten} from '../../rendering/sentences';
import type {ChangesDocument, MonitorFailureDocument, ReadKind} from './document';
import {findErrorPages} from './error-pages';
import {
  failureReason,
  failureSpan,
  headWords,
  interruption,
  listCounts,
  listUnread,
  notReached,
  OLDER_GONE,
  REPETITION,
} from './formats/sentences';
import {plainText} from './formats/words';

/** The failures of a monitor, to follow its key: `failing since Friday 14:00 (12 checks): the page took longer than the timeout`. */
export function describeFailure(failure: MonitorFailureDocument, options: RenderOptions): string {
  const span = failureSpan(failure, iso => [showCheckTime(iso, options)]);
  return plainText([...span, ': ', ...failureReason(failure)]);
}

/** A span for people, with the zone of all times. */
export function describeSpan({since, until, timeZone}: ChangesDocument, options: RenderOptions): string {
  const zone = options.clock === undefined ? '' : ` (${timeZone})`;
  return `${showCheckTime(since, options)} to ${showCheckTime(until, options)}${zone}`;
}

/** One sentence with all counts. */
export function describeCounts({summary}: ChangesDocument): string {
  return [...listCounts(summary), `${countOf(summary.checks, 'check')} of ${countOf(summary.monitors, 'monitor')}`].join(', ');
}

/** Whether the call before may have printed the same; null where not. */
export function describeRepetition({bookmark}: ChangesDocument): string | null {
  return bookmark?.mayRepeat === true ? REPETITION : null;
}

/** Notes on the result: one sentence each. */
export function listNotes(document: ChangesDocument): string[] {
  const {summary, show} = document;
  return [
    ...listErrors(document),
    ...listBusy(document),
    ...(summary.hidden > 0 ? [`${countOf(summary.hidden, 'more change')} left out by --show ${show ?? ''}.`] : []),
    ...(summary.skipped > 0 ? [`${countOf(summary.skipped, 'monitor')} without a new check.`] : []),
    ...listGaps(document),
  ];
}

/** Gaps of the result, and why: one sentence each. */
export function listGaps(document: ChangesDocument): string[] {
  const {summary, show, bookmark, incomplete} = document;
  const read = (kind: ReadKind) => document.monitors.filter(monitor => monitor.read === kind);
  const [missing, failed, left] = [read('missing'), listUnread(document), read('left').filter(({error}) => error === null)];
  const short = document.monitors.filter(({retentionDays}) => retentionDays !== null);
  return [
    ...(summary.cut > 0 ? [`${countOf(summary.cut, 'more change')} left out by --limit.`] : []),
    ...(summary.unread > 0 && show !== 'failed' ? [`${countOf(summary.unread, 'changed page')} could not be read.`] : []),
    ...(missing.length > 0 ? [`Not in the service: ${listFirst(missing.map(({key}) => shorten(key)))}.`] : []),
    ...(short.length > 0
      ? [`${OLDER_GONE}${listFirst(short.map(({key, retentionDays}) => `${shorten(key)} (${countOf(retentionDays ?? 0, 'day')})`))}.`]
      : []),
    ...failed.slice(0, MOST_NAMED).map(({key, error}) => `"${shorten(key)}" could not be read: ${error ?? 'unknown error'}`),
    ...(failed.length > MOST_NAMED ? [`${countOf(failed.length - MOST_NAMED, 'more monitor')} could not be read.`] : []),
    ...(left.length > 0 && !incomplete.includes('interrupted') ? [notReached(left.length, bookmark)] : []),
    ...(incomplete.includes('max-requests') ? [`Ended by --max-requests after ${countOf(summary.requests, 'request')}.`] : []),
    ...(incomplete.includes('interrupted') ? [interruption(bookmark)] : []),
  ];
}

const MOST_NAMED = 3;
/** Shown changes from which a monitor hides those of others. */
const BUSY = 10;

/** Names the pages that are gone, but those judged as noise, which have a line of their own. */
function listErrors({changes}: ChangesDocument): string[] {
  const pages = [...findErrorPages(changes).values()].filter(({verdict}) => verdict !== 'noise');
  if (pages.length === 0) return [];
  const names = listFirst(pages.map(({key, statusCode}) => `${shorten(key)} (status ${statusCode})`));
  const advice = pages.length === 1 ? 'Correct its address, or remove it.' : 'Correct their addresses, or remove them.';
  return [`${countOf(pages.length, 'page answers', 'pages answer')} with an error: ${names}. ${advice}`];
}

function listBusy({changes}: ChangesDocument): string[] {
  const counts = new Map<string, number>();
  for (const {key, verdict} of changes) if (verdict !== 'noise' && verdict !== 'first-seen') counts.set(key, (counts.get(key) ?? 0) + 1);
  const busy = [...counts].filter(([, count]) => count >= BUSY).sort(([, one], [, other]) => other - one);
  if (busy.length === 0) return [];
  const names = listFirst(busy.map(([key, count]) => `${shorten(key)} (${formatNumber(count)})`));
  return [`Most changes are of ${names}. Run "monitors tune" to see what changes each time.`];
}

/** The head of a group of changes with `--by`. */
export function describeGroup(group: string | null, by: string): string {
  return plainText(headWords(group, by));
}
