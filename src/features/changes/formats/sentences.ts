import {countOf, formatNumber, listWords} from '../../../core/base/words';
import {showDate} from '../../../rendering/local-time';
import type {ChangesDocument, MonitorFailureDocument, PageChangeDocument, ReadMonitorDocument, RunningCheckDocument} from '../document';
import {isErrorStatus} from '../error-pages';
import {outside, type Words} from './words';

/** Tells times of a document in its zone, with the year where it is not that of its end: they are read on other days, too. */
export type TellTime = (iso: string) => Words;

/** Times as a document's reader says them; what is no time is text from outside. */
export function tellTimes({until, timeZone}: Pick<ChangesDocument, 'until' | 'timeZone'>): TellTime {
  const end = Date.parse(until);
  const clock = {now: () => (Number.isNaN(end) ? 0 : end), timeZone: () => timeZone};
  return iso => {
    const shown = showDate(iso, {clock});
    return [shown === iso ? outside(iso) : shown];
  };
}

/** Heading of all formats. */
export function titleWords({project, environment}: ChangesDocument): Words {
  return ['Changes in ', outside(project), ' (', outside(environment), ')'];
}

/** The span with its zone; both ends with their year. */
export function spanWords({since, until, timeZone}: ChangesDocument): Words {
  // A clock in no year of theirs.
  const tell = tellTimes({until: '0001-01-01T00:00:00Z', timeZone});
  return [...tell(since), ' to ', ...tell(until), ' (', outside(timeZone), ')'];
}

/** Numbers of what was found; of what is none, nothing. */
export function countSentence({summary}: ChangesDocument): string {
  const {running} = summary;
  const counts = [...listCounts(summary), ...(running === 0 ? [] : [`${formatNumber(running)} still running`])].join(', ');
  return `${counts.slice(0, 1).toUpperCase()}${counts.slice(1)}.`;
}

const FIRST_SEEN = 'seen for the first time';

/** Changed pages, monitors that fail, wholly or partly, and those that work again. */
export function listCounts(summary: ChangesDocument['summary']): string[] {
  const {meaningful, notJudged, noise, unread, firstSeen, failing, partlyFailing, paused, recovered} = summary;
  const some = (count: number, words: string) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`]);
  const kinds = [
    ...[...some(meaningful, 'meaningful'), ...some(notJudged, 'not judged'), ...some(noise, 'judged as noise')],
    ...some(unread, 'not read'),
  ];
  const total = meaningful + notJudged + noise + unread;
  return [
    total === 0 ? 'no changes' : `${countOf(total, 'changed page')} (${kinds.join(', ')})`,
    ...(firstSeen === 0 ? [] : [`${countOf(firstSeen, 'page')} ${FIRST_SEEN}`]),
    ...[...some(failing - partlyFailing, 'failing'), ...some(partlyFailing, 'partly failing')],
    ...[...some(paused, 'paused after failing'), ...some(recovered, 'working again')],
  ];
}

/** Extent of the reading. */
export function readingSentence({summary}: ChangesDocument): string {
  const {checks, monitors, skipped} = summary;
  const without = skipped === 0 ? '' : `, ${formatNumber(skipped)} of them without a new check`;
  return `${countOf(checks, 'check')} of ${countOf(monitors, 'monitor')}${without}.`;
}

/** Keys that one sentence names. */
const MOST_KEYS = 5;

/** All that keeps a document from being the whole truth: interruptions, limits, monitors that are gone. */
export function noteSentences(document: ChangesDocument): Words[] {
  const {incomplete, bookmark, summary, monitors, complete} = document;
  const {unread, hidden, cut, requests} = summary;
  const [missing, failed, left, short] = [
    monitors.filter(({read}) => read === 'missing'),
    monitors.filter(({read}) => read === 'failed').length,
    monitors.filter(({read, error}) => read === 'left' && error === null).length,
    monitors.filter(({retentionDays}) => retentionDays !== null),
  ];
  const isInterrupted = incomplete.includes('interrupted');
  const isShort = incomplete.includes('max-requests');
  return [
    ...(isInterrupted ? [[interruption(bookmark)]] : []),
    ...(isShort ? [[`Incomplete: ended by --max-requests after ${countOf(requests, 'request')}.`]] : []),
    ...(failed === 0 ? [] : [[`Incomplete: ${countOf(failed, 'monitor')} could not be read.`]]),
    ...(complete || isInterrupted || isShort || failed > 0 ? [] : [['Incomplete.']]),
    ...(left === 0 || isInterrupted ? [] : [[notReached(left, bookmark)]]),
    ...(bookmark?.mayRepeat === true ? [[REPETITION]] : []),
    ...(cut === 0 ? [] : [[`${countOf(cut, 'more change')} left out by --limit.`]]),
    ...(hidden === 0 ? [] : [[`${countOf(hidden, 'more change')} left out by --show.`]]),
    ...(unread === 0 ? [] : [[`${countOf(unread, 'changed page')} counted, but not read.`]]),
    ...(missing.length === 0 ? [] : [['Not in the service: ', ...listKeys(missing), '.']]),
    ...(short.length === 0 ? [] : [[OLDER_GONE, ...listKeys(short), '.']]),
  ];
}

/** Says that the run was ended before it was done. */
export function interruption(bookmark: ChangesDocument['bookmark']): string {
  return `Interrupted: this is not all.${bookmark === null ? '' : ' The bookmark stays where it was.'}`;
}

/** Says that some monitors were left for the next call. */
export function notReached(count: number, bookmark: ChangesDocument['bookmark']): string {
  const next = bookmark === null ? '' : ` The next call begins with ${count === 1 ? 'it' : 'them'}.`;
  return `${countOf(count, 'monitor')} not reached.${next}`;
}

/** Begins the note about monitors of which the service keeps checks for less than the span. */
export const OLDER_GONE = 'Older checks are gone, as the service keeps them for fewer days than this: ';

/** Note for a call whose changes may have been printed before. */
export const REPETITION = 'The call before ended between its output and its bookmark: this may repeat what it printed.';

/** The first keys, with how long checks are kept where that is less than the span. */
function listKeys(monitors: readonly ReadMonitorDocument[]): Words {
  const rest = monitors.length - MOST_KEYS;
  const keys = monitors
    .slice(0, MOST_KEYS)
    .flatMap(({key, retentionDays}, index) => [
      ...(index === 0 ? [] : [', ']),
      outside(key),
      ...(retentionDays === null ? [] : [` (${countOf(retentionDays, 'day')})`]),
    ]);
  return rest > 0 ? [...keys, ` and ${formatNumber(rest)} more`] : keys;
}

/** Since when a monitor fails or failed, after its key. */
export function failureSpan(failure: MonitorFailureDocument, tell: TellTime): Words {
  const {since, sinceIsOpen, until, paused, checks, kind, failedPages, pages} = failure;
  const begin = [...tell(since), sinceIsOpen ? ' or before' : ''];
  const count = ` (${countOf(checks, 'check')})`;
  if (until !== null) return ['failed from ', ...begin, count, ', works again since ', ...tell(until)];
  const some = failedPages === null || pages === null ? 'some pages' : `${formatNumber(failedPages)} of ${countOf(pages, 'page')}`;
  if (paused) return [kind === 'some-pages' ? `paused; ${some} failed since ` : 'paused; failed since ', ...begin, count];
  return [kind === 'some-pages' ? `${some} failing` : 'failing', ' since ', ...begin, count];
}

/** Why a monitor fails. */
export function failureReason({kind, reason}: MonitorFailureDocument): Words {
  if (kind === 'no-credits') return ['no credits were left'];
  return [reason === null || reason.trim() === '' ? 'the service gives no reason' : outside(reason)];
}

/** A failure as one sentence: key, span, reason, page. */
export function failureWords(failure: MonitorFailureDocument, tell: TellTime): Words {
  const {key, url} = failure;
  const where = url === null ? [] : [' at ', outside(url)];
  return [outside(key), ' ', ...failureSpan(failure, tell), ': ', ...failureReason(failure), ...where];
}

/** A check that has not ended, after its key. */
export function runningSpan({status, since}: RunningCheckDocument, tell: TellTime): Words {
  const word = status === 'queued' || status === 'running' ? status : outside(status);
  return [word, ...(since === null ? [] : [' since ', ...tell(since)])];
}

/** A check that has not ended; it belongs to a later call. */
export function runningWords(running: RunningCheckDocument, tell: TellTime): Words {
  return [outside(running.key), ' ', ...runningSpan(running, tell)];
}

/** A monitor that could not be read, and why. */
export function unreadWords({key, error}: ReadMonitorDocument): Words {
  return [outside(key), ': ', error === null ? 'unknown error' : outside(error)];
}

/** Monitors that could not be read, those that take more requests than the limit among them. */
export function listUnread({monitors}: ChangesDocument): readonly ReadMonitorDocument[] {
  return monitors.filter(({read, error}) => read === 'failed' || (read === 'left' && error !== null));
}

/** Whether a change matters, in words. */
export function verdictWords({verdict, judgment, judgeDegraded}: PageChangeDocument): Words {
  if (verdict === 'first-seen') return [FIRST_SEEN];
  if (judgment !== null && verdict !== 'not-judged')
    return [verdict === 'noise' ? 'noise' : 'meaningful', ' (', outside(judgment.confidence), ')'];
  return [judgeDegraded ? "not judged (the service's judge did not work)" : 'not judged'];
}

/** Fate of the page. */
export function statusWords({status, statusCode, searchStatus}: PageChangeDocument): Words {
  const isKnown = status === 'changed' || status === 'new' || status === 'removed';
  return [
    isKnown ? status : outside(status),
    ...(statusCode === null || (statusCode >= 200 && statusCode < 300) ? [] : [`, status ${formatNumber(statusCode)}`]),
    ...(searchStatus === null || searchStatus === 'alert' ? [] : [', ', outside(searchStatus)]),
  ];
}

/** Changes by how much is said of them. */
interface SplitChanges {
  readonly shown: readonly PageChangeDocument[];
  /** Judged as noise: a count says enough. */
  readonly noise: readonly PageChangeDocument[];
  /** Monitors with a first check, and its pages. */
  readonly first: readonly FirstCheck[];
}

/** The first check of a monitor. */
export interface FirstCheck {
  readonly key: string;
  readonly at: string;
  readonly pages: number;
  /** Statuses of pages that answered with an error: nothing changes on a page that was never there. */
  readonly errors: readonly number[];
}

/** The changes to show, those that were judged as noise, and the first checks, by key. */
export function splitChanges({changes}: Pick<ChangesDocument, 'changes'>): SplitChanges {
  const first = new Map<string, FirstCheck>();
  for (const {verdict, key, at, statusCode} of changes) {
    if (verdict !== 'first-seen') continue;
    const {pages, errors} = first.get(key) ?? {pages: 0, errors: []};
    first.set(key, {key, at, pages: pages + 1, errors: isErrorStatus(statusCode) ? [...errors, statusCode] : errors});
  }
  return {
    shown: changes.filter(({verdict}) => verdict !== 'noise' && verdict !== 'first-seen'),
    noise: changes.filter(({verdict}) => verdict === 'noise'),
    first: [...first.values()].sort((one, other) => other.errors.length - one.errors.length || (one.key < other.key ? -1 : 1)),
  };
}

/** A first check in one line. */
export function firstCheckWords(check: FirstCheck): Words {
  return [outside(check.key), `: ${countFirst(check)}`];
}

/** The pages of a first check: `3 pages, 2 of them with status 404 or 500`. */
export function countFirst({pages, errors}: FirstCheck): string {
  if (errors.length === 0) return countOf(pages, 'page');
  const statuses = listWords([...new Set(errors)].sort().map(String), 'or');
  return `${countOf(pages, 'page')}${pages === 1 ? '' : `, ${formatNumber(errors.length)} of them`} with status ${statuses}`;
}

/** The head of a group of changes; null where there are no groups. */
export function groupWords({group}: PageChangeDocument, {by}: ChangesDocument): Words | null {
  return by === null ? null : headWords(group, by);
}

/** The name of a group. */
export function headWords(group: string | null, by: string): Words {
  if (by === 'folder') return group === '' || group === null ? ['(top level)'] : [outside(`${group}/`)];
  if (!by.startsWith('label:')) return [outside(group ?? '')];
  const name = by.slice('label:'.length);
  return group === null ? ['without ', outside(name)] : [outside(`${name}=${group}`)];
}
