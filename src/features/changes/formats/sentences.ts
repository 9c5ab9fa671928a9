import {formatNumber} from '../../../core/base/words';
import {showDate} from '../../../rendering/local-time';
import {countOf} from '../../../rendering/sentences';
import type {ChangeDocument, ChangesDocument, FailureDocument, ReadMonitorDocument, RunningCheckDocument} from '../document';
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
  const {meaningful, notJudged, noise, failing, recovered, running} = summary;
  const parts = [
    meaningful === 0 ? '' : countOf(meaningful, 'meaningful change'),
    notJudged === 0 ? '' : `${countOf(notJudged, 'change')} not judged`,
    noise === 0 ? '' : `${countOf(noise, 'change')} judged as noise`,
    failing === 0 ? '' : countOf(failing, 'failing monitor'),
    recovered === 0 ? '' : `${countOf(recovered, 'monitor')} working again`,
    running === 0 ? '' : `${countOf(running, 'check')} still running`,
  ].filter(part => part !== '');
  return `${parts.length === 0 ? 'No changes and no failures' : parts.join(', ')}.`;
}

/** How much was read. */
export function readingSentence({summary}: ChangesDocument): string {
  const {checks, monitors, skipped} = summary;
  const without = skipped === 0 ? '' : `; ${formatNumber(skipped)} had no new check`;
  return `${countOf(checks, 'check')} of ${countOf(monitors, 'monitor')}${without}.`;
}

/** Keys that one sentence names. */
const MOST_KEYS = 5;

/** All that keeps a document from being the whole truth: interruptions, limits, monitors that are gone. */
export function noteSentences(document: ChangesDocument): Words[] {
  const {incomplete, bookmark, summary, monitors, complete} = document;
  const {unread, hidden, cut} = summary;
  const known = incomplete.flatMap(reason => INCOMPLETE[reason] ?? []);
  const left = monitors.filter(({read}) => read === 'left').length;
  return [
    ...(complete ? [] : [[known.length === 0 ? 'Incomplete.' : `Incomplete: ${known.join('; ')}.`]]),
    ...(left === 0 ? [] : [[`${countOf(left, 'monitor')} left for the next call.`]]),
    ...(bookmark?.mayRepeat === true ? [['May repeat changes: the call before may have ended before it wrote its bookmark.']] : []),
    ...(cut === 0 ? [] : [[`${countOf(cut, 'changed page')} left out by --limit.`]]),
    ...(hidden === 0 ? [] : [[`${countOf(hidden, 'changed page')} left out by --show.`]]),
    ...(unread === 0 ? [] : [[`${countOf(unread, 'changed page')} counted but not read.`]]),
    ...describeMissing(monitors.filter(({read}) => read === 'missing')),
    ...describeRetention(monitors),
  ];
}

const INCOMPLETE: {readonly [reason: string]: string} = {
  interrupted: 'the run was interrupted',
  'max-requests': '--max-requests was reached',
  'not-read': 'some monitors could not be read',
};

function describeMissing(missing: readonly ReadMonitorDocument[]): Words[] {
  return missing.length === 0 ? [] : [['Not found in the service: ', ...listKeys(missing), '.']];
}

/** One sentence for all monitors whose checks are kept for the same time. */
function describeRetention(monitors: readonly ReadMonitorDocument[]): Words[] {
  const byDays = new Map<number, ReadMonitorDocument[]>();
  for (const monitor of monitors) {
    const {retentionDays} = monitor;
    if (retentionDays === null) continue;
    const others = byDays.get(retentionDays);
    if (others === undefined) byDays.set(retentionDays, [monitor]);
    else others.push(monitor);
  }
  return [...byDays].map(([days, members]) => [
    `Checks are kept for ${countOf(days, 'day')}, which is less than the span: `,
    ...listKeys(members),
    '.',
  ]);
}

function listKeys(monitors: readonly ReadMonitorDocument[]): Words {
  const rest = monitors.length - MOST_KEYS;
  const keys = monitors.slice(0, MOST_KEYS).flatMap(({key}, index) => [...(index === 0 ? [] : [', ']), outside(key)]);
  return rest > 0 ? [...keys, ` and ${formatNumber(rest)} more`] : keys;
}

/** Since when a monitor fails or failed, after its key. */
export function failureSpan({since, sinceIsOpen, until, checks, kind, failedPages, pages}: FailureDocument, tell: TellTime): Words {
  const open = sinceIsOpen ? ' or earlier' : '';
  const count = ` (${countOf(checks, 'check')})`;
  const isOver = until !== null;
  const what =
    kind === 'no-credits'
      ? `${isOver ? 'was skipped' : 'skipped'} for lack of credits`
      : kind === 'some-pages' && failedPages !== null && pages !== null
        ? `${formatNumber(failedPages)} of ${countOf(pages, 'page')} ${isOver ? 'failed' : 'failing'}`
        : isOver
          ? 'failed'
          : 'failing';
  const from = isOver ? ' from ' : ' since ';
  const end: Words = isOver ? [' to ', ...tell(until)] : [];
  return [what, from, ...tell(since), open, ...end, count, ...(isOver ? ['; works again'] : [])];
}

/** A failure as one sentence: key, span, reason, page. */
export function failureWords(failure: FailureDocument, tell: TellTime): Words {
  const {key, reason, url} = failure;
  return [
    outside(key),
    ' ',
    ...failureSpan(failure, tell),
    ...(reason === null ? [] : [': ', outside(reason)]),
    ...(url === null ? [] : [' at ', outside(url)]),
  ];
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
  return [outside(key), ...(error === null ? [] : [': ', outside(error)])];
}

/** Monitors that could not be read. */
export function listUnread({monitors}: ChangesDocument): readonly ReadMonitorDocument[] {
  return monitors.filter(({read}) => read === 'failed');
}

/** Whether a change matters, in words. */
export function verdictWords({verdict, judgment, judgeDegraded}: ChangeDocument): Words {
  if (judgeDegraded) return ["not judged (the service's judge did not work)"];
  if (judgment === null || verdict === 'not-judged') return ['not judged'];
  return [verdict === 'noise' ? 'noise' : 'meaningful', ' (', outside(judgment.confidence), ')'];
}

/** What became of the page. */
export function statusWords({status, statusCode, searchStatus}: ChangeDocument): Words {
  const isKnown = status === 'changed' || status === 'new' || status === 'removed';
  return [
    isKnown ? status : outside(status),
    ...(statusCode === null || (statusCode >= 200 && statusCode < 300) ? [] : [`, status ${formatNumber(statusCode)}`]),
    ...(searchStatus === null || searchStatus === 'alert' ? [] : [', ', outside(searchStatus)]),
  ];
}

/** The changes to show, and the number of those that were judged as noise. */
export function splitNoise({changes}: ChangesDocument): {shown: readonly ChangeDocument[]; noise: readonly ChangeDocument[]} {
  return {shown: changes.filter(({verdict}) => verdict !== 'noise'), noise: changes.filter(({verdict}) => verdict === 'noise')};
}

/** Name of a group for readers; null where there are no groups. */
export function groupWords({group}: ChangeDocument, {by}: ChangesDocument): Words | null {
  if (by === null) return null;
  if (group === null) return ['No group'];
  return group === '' ? ['Top folder'] : [outside(group)];
}
