import {countOf, formatNumber, listFirst} from '../../core/base/words';
import {showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {shorten} from '../../rendering/sentences';
import type {ChangesDocument, MonitorFailureDocument, ReadKind} from './document';

/** The failures of a monitor, to follow its key: `failing since Friday 14:00 (12 checks): the page took longer than the timeout`. */
export function describeFailure(failure: MonitorFailureDocument, options: RenderOptions): string {
  const {kind, since, sinceIsOpen, until, checks, failedPages, pages, reason} = failure;
  const begin = `${showTime(since, options)}${sinceIsOpen ? ' or before' : ''}`;
  const count = countOf(checks, 'check');
  const why = kind === 'no-credits' ? 'no credits were left' : (reason ?? 'the service gives no reason');
  if (until !== null) return `failed from ${begin} (${count}), works again since ${showTime(until, options)}: ${why}`;
  const some = failedPages === null || pages === null ? 'some pages' : `${formatNumber(failedPages)} of ${countOf(pages, 'page')}`;
  return `${kind === 'some-pages' ? `${some} failing` : 'failing'} since ${begin} (${count}): ${why}`;
}

/** A span for people. */
export function describeSpan({since, until}: Pick<ChangesDocument, 'since' | 'until'>, options: RenderOptions): string {
  return `${showTime(since, options)} to ${showTime(until, options)}`;
}

/** One sentence with all counts. */
export function describeCounts({summary}: ChangesDocument): string {
  const {meaningful, notJudged, noise, unread, failing, recovered} = summary;
  const changes = [
    ...(meaningful > 0 ? [`${formatNumber(meaningful)} meaningful`] : []),
    ...(notJudged > 0 ? [`${formatNumber(notJudged)} not judged`] : []),
    ...(noise > 0 ? [`${formatNumber(noise)} judged as noise`] : []),
    ...(unread > 0 ? [`${formatNumber(unread)} not read`] : []),
  ];
  const total = meaningful + notJudged + noise + unread;
  const found = total === 0 ? 'no changes' : `${countOf(total, 'changed page')} (${changes.join(', ')})`;
  return [
    found,
    ...(failing > 0 ? [`${formatNumber(failing)} failing`] : []),
    ...(recovered > 0 ? [`${formatNumber(recovered)} working again`] : []),
    `${countOf(summary.checks, 'check')} of ${countOf(summary.monitors, 'monitor')}`,
  ].join(', ');
}

/** Whether the call before may have printed the same; null where not. */
export function describeRepetition({bookmark}: ChangesDocument): string | null {
  if (bookmark?.mayRepeat !== true) return null;
  return 'The call before ended between its output and its bookmark: this may repeat what it printed.';
}

/** Gaps of the result, and why: one sentence each. */
export function listNotes(document: ChangesDocument): string[] {
  const {summary, show, bookmark, incomplete} = document;
  const read = (kind: ReadKind) => document.monitors.filter(monitor => monitor.read === kind);
  const [missing, failed, left] = [read('missing'), read('failed'), read('left')];
  const short = document.monitors.filter(({retentionDays}) => retentionDays !== null);
  const next = bookmark === null ? '' : ' The next call begins with them.';
  return [
    ...(summary.cut > 0 ? [`${countOf(summary.cut, 'more change')} left out by --limit.`] : []),
    ...(summary.hidden > 0 ? [`${countOf(summary.hidden, 'more change')} left out by --show ${show ?? ''}.`] : []),
    ...(summary.unread > 0 && show !== 'failed' ? [`${countOf(summary.unread, 'changed page')} could not be read.`] : []),
    ...(summary.skipped > 0 ? [`${countOf(summary.skipped, 'monitor')} without a new check.`] : []),
    ...(missing.length > 0 ? [`Not in the service: ${listFirst(missing.map(({key}) => shorten(key)))}.`] : []),
    ...(short.length > 0
      ? [
          `Older checks are gone, as the service keeps them for fewer days than this: ${listFirst(short.map(({key, retentionDays}) => `${shorten(key)} (${countOf(retentionDays ?? 0, 'day')})`))}.`,
        ]
      : []),
    ...failed.slice(0, MOST_NAMED).map(({key, error}) => `"${shorten(key)}" could not be read: ${error ?? 'unknown error'}`),
    ...(failed.length > MOST_NAMED ? [`${countOf(failed.length - MOST_NAMED, 'more monitor')} could not be read.`] : []),
    ...(left.length > 0 && !incomplete.includes('interrupted') ? [`${countOf(left.length, 'monitor')} not reached.${next}`] : []),
    ...(incomplete.includes('max-requests') ? [`Ended by --max-requests after ${countOf(summary.requests, 'request')}.`] : []),
    ...(incomplete.includes('interrupted')
      ? [`Interrupted: this is not all.${bookmark === null ? '' : ' The bookmark stays where it was.'}`]
      : []),
  ];
}

const MOST_NAMED = 3;

/** The head of a group of changes with `--by`. */
export function describeGroup(group: string | null, by: string): string {
  if (by === 'folder') return group === '' || group === null ? '(top level)' : `${group}/`;
  if (!by.startsWith('label:')) return group ?? '';
  const name = by.slice('label:'.length);
  return group === null ? `without ${name}` : `${name}=${group}`;
}
