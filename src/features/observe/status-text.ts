import {assertNever} from '../../core/base/assert-never';
import {writeCommand} from '../../core/base/command-line';
import {countOf, formatNumber, listFirst} from '../../core/base/words';
import type {SearchVerdict} from '../../core/observe/sample';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, displayWidth, hangingLine, type Line, printText, proseLine, type Style, styled} from '../../rendering/text';
import {describeFailed} from './failed-message';
import type {MonitorStatusDocument, PageCountsDocument, SampleDocument, StatusDocument} from './status-document';

/** One line for each monitor, what its newest checks say, and a summary. `creditsUntil` is when the credits of the team are renewed. */
export function renderStatusText(document: StatusDocument, creditsUntil: string | null, options: RenderOptions): string {
  const rows = document.monitors.map(monitor => ({monitor, cells: toCells(monitor, options)}));
  const columns = fitColumns(
    rows.map(({cells}) => cells),
    options.width,
  );
  const isQuiet = options.verbosity === 'quiet';
  const lines = rows.flatMap(({monitor, cells}) => [
    rowLine(cells, columns, styleOf(monitor)),
    ...(monitor.sample === null ? [] : sampleLines(monitor.sample, options)),
    ...alertLines(monitor),
  ]);
  const summary = isQuiet ? [] : [...(lines.length === 0 ? [] : [BLANK]), ...summaryLines(document, creditsUntil, options)];
  return printText([...(isQuiet || rows.length === 0 ? [] : [rowLine(TITLES, columns, 'faint')]), ...lines, ...summary], options);
}

/** Key, health, last run, next run, credits a month: the last ones are left out where they do not fit. */
type Cells = readonly string[];

const TITLES: Cells = ['monitor', 'health', 'last check', 'next check', 'credits a month'];

function toCells(monitor: MonitorStatusDocument, options: RenderOptions): Cells {
  const {key, lastRunAt, nextRunAt, checking, estimatedCreditsPerMonth: credits} = monitor;
  const time = (iso: string | null) => (iso === null ? '-' : showTime(iso, options));
  return [
    shorten(key),
    describeHealth(monitor),
    time(lastRunAt),
    checking ? 'now' : time(nextRunAt),
    credits === null ? '-' : formatNumber(credits),
  ];
}

/** Describes the health of a monitor, in a few words. */
function describeHealth({status, failing, noCredits, overdue, pages, sample, alerts}: MonitorStatusDocument): string {
  if (status === null) return 'not in the service';
  if (status !== 'active') return shorten(status === '' ? 'unknown' : status);
  const words = noCredits
    ? 'no credits'
    : failing === true
      ? 'failing'
      : pages === null
        ? 'no check yet'
        : pages.error > 0
          ? `${formatNumber(pages.error)} of ${countOf(pages.total, 'page')} failed`
          : ['ok', ...describeChanges(pages)].join(', ');
  const marks = [
    ...(overdue ? ['overdue'] : []),
    ...(alerts?.undelivered === true ? ['undelivered'] : []),
    ...(alerts?.unconfirmed === true ? ['unconfirmed'] : []),
    ...(sample?.search ? [describeSearch(sample.search)] : []),
  ];
  return [words, ...marks].join(', ');
}

/** Pages by what became of them: all of a first check are new. */
function describeChanges({changed, new: added, removed}: PageCountsDocument): string[] {
  const counts = [
    [changed, 'changed'],
    [added, 'new'],
    [removed, 'removed'],
  ] as const;
  return counts.flatMap(([count, word]) => (count === 0 ? [] : [`${formatNumber(count)} ${word}`]));
}

function describeSearch(verdict: SearchVerdict): string {
  switch (verdict) {
    case 'too-wide':
      return 'queries too wide';
    case 'too-vague':
      return 'goal too vague';
    case 'too-narrow':
      return 'queries too narrow';
    default:
      return assertNever(verdict);
  }
}

function styleOf({status, failing, overdue, pages, alerts}: MonitorStatusDocument): Style | undefined {
  if (failing === true || status === null || alerts?.undelivered === true) return 'error';
  if (overdue || alerts?.unconfirmed === true || (pages?.error ?? 0) > 0) return 'warning';
  return undefined;
}

const GAP = 2;

/** The widths of the columns that fit; the first two always stay. */
function fitColumns(rows: readonly Cells[], width: number): readonly number[] {
  const widths = TITLES.map((title, index) => Math.max(...[title, ...rows.map(cells => cells[index] ?? '')].map(widthOf)));
  let count = widths.length;
  const total = () => widths.slice(0, count).reduce((sum, one) => sum + one + GAP, -GAP);
  while (count > 2 && total() > width) count--;
  return widths.slice(0, count);
}

function widthOf(text: string): number {
  return displayWidth(escapeTerminal(text));
}

function rowLine(cells: Cells, columns: readonly number[], style: Style | undefined): Line {
  const text = columns
    .map((width, index) => {
      const cell = cells[index] ?? '';
      const rest = ' '.repeat(Math.max(0, width - widthOf(cell)));
      // Figures stand below each other; they are the last column.
      if (index === TITLES.length - 1) return rest + cell;
      return index === columns.length - 1 ? cell : cell + rest + ' '.repeat(GAP);
    })
    .join('');
  return dataLine(0, style === undefined ? text : styled(style, text));
}

/** Obstacles to alerts. */
function alertLines({alerts}: MonitorStatusDocument): Line[] {
  if (alerts === undefined || alerts === null) return [];
  const failed = alerts.messages.filter(({outcome}) => outcome === 'undelivered');
  return [
    ...failed.map(message => hangingLine(4, 2, styled('error', describeFailed(message)))),
    ...(alerts.pending.length === 0
      ? []
      : [hangingLine(4, 2, styled('warning', `not confirmed: ${listFirst(alerts.pending.map(shorten))}`))]),
  ];
}

function sampleLines(sample: SampleDocument, options: RenderOptions): Line[] {
  const {checks, since, failed, skipped, noCredits, undelivered, pages, errorPages, credits, actualCreditsPerMonth} = sample;
  if (checks + noCredits === 0) return [hangingLine(4, 2, 'no check has ended')];
  const parts = [
    `${countOf(checks, 'check')}${since === null ? '' : ` since ${showTime(since, options)}`}`,
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(skipped > 0 ? [`${formatNumber(skipped)} skipped`] : []),
    ...(noCredits > 0 ? [`${formatNumber(noCredits)} skipped without credits`] : []),
    ...(undelivered > 0 ? [`alerts of ${formatNumber(undelivered)} not delivered`] : []),
    `${formatNumber(errorPages)} of ${countOf(pages, 'page')} failed`,
    ...(credits === null ? [] : [`${formatNumber(credits.actual)} of ${formatNumber(credits.estimated)} estimated credits charged`]),
    ...(actualCreditsPerMonth === null ? [] : [`about ${countOf(actualCreditsPerMonth, 'credit')} a month`]),
  ];
  return [hangingLine(4, 2, parts.join(', '))];
}

function summaryLines(
  {monitors, summary, notOffered, remainingCredits}: StatusDocument,
  until: string | null,
  options: RenderOptions,
): Line[] {
  const {monitors: total, failing, noCredits, overdue, paused, missing, undelivered, unconfirmed} = summary;
  const parts = [
    `${formatNumber(failing - noCredits)} failing`,
    ...(noCredits > 0 ? [`${formatNumber(noCredits)} without credits`] : []),
    `${formatNumber(overdue)} overdue`,
    ...(undelivered === undefined ? [] : [`${formatNumber(undelivered)} undelivered`]),
    ...(unconfirmed === undefined ? [] : [`${formatNumber(unconfirmed)} unconfirmed`]),
    ...(paused > 0 ? [`${formatNumber(paused)} paused`] : []),
    ...(missing > 0 ? [`${formatNumber(missing)} not in the service`] : []),
  ];
  const troubled =
    monitors.find(({failing, noCredits}) => failing === true && !noCredits) ?? monitors.find(({pages}) => (pages?.error ?? 0) > 0);
  const isUnsure = notOffered === null && monitors.some(({failing, status}) => failing === null && status !== null);
  return [
    proseLine(0, `Status: ${countOf(total, 'monitor')}, ${parts.join(', ')}.`),
    ...(noCredits > 0 ? [proseLine(0, describeCredits(remainingCredits, until, options))] : []),
    ...(isUnsure ? [proseLine(0, pasteable(UNSURE, options))] : []),
    ...(troubled === undefined
      ? []
      : [dataLine(0, pasteable(`To see why: ${writeCommand('diff', [troubled.key, 'latest'], 'default')}`, options))]),
    ...((undelivered ?? 0) + (unconfirmed ?? 0) > 0
      ? [proseLine(0, pasteable('Run "monitors alerts" to see where alerts go.', options))]
      : []),
    ...(missing > 0 ? [proseLine(0, pasteable('Run "monitors plan --refresh" to see what is missing in the service.', options))] : []),
  ];
}

/** Describes the effect of a lack of credits on the next checks. */
function describeCredits(remaining: number | null, periodEnd: string | null, options: RenderOptions): string {
  if (remaining !== null && remaining > 0)
    return `The last checks were skipped, since no credits were left. Now there are ${formatNumber(remaining)}.`;
  const until = periodEnd === null ? '' : ` (${showTime(periodEnd, options)})`;
  return `No credits are left: every check is skipped. Add credits, or wait for the next billing period${until}.`;
}

const UNSURE = 'The list does not show a check that failed as a whole: "monitors status --checks 1" reads the newest check of each.';
