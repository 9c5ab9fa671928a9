import {assertNever} from '../../core/base/assert-never';
import {writeCommand} from '../../core/base/command-line';
import {countOf, formatNumber, listFirst} from '../../core/base/words';
import type {SearchVerdict} from '../../core/observe/sample';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {showCheckTime, showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, displayWidth, hangingLine, type Line, printText, proseLine, type Style, styled} from '../../rendering/text';
import {describeFailed} from './failed-message';
import {
  hasChanged,
  isPartlyFailing,
  type MonitorStatusDocument,
  type PageCountsDocument,
  type SampleDocument,
  type StatusDocument,
} from './status-document';
import {unreadLines} from './unread-text';

/**
 * One line for each monitor: those that fail first, then those with other trouble, then those whose pages changed; and a summary.
 * `creditsUntil` is when the credits of the team are renewed.
 */
export function renderStatusText(document: StatusDocument, creditsUntil: string | null, options: RenderOptions): string {
  const sorted = document.monitors.toSorted((one, other) => rankOf(one) - rankOf(other));
  const failing = sorted.filter(monitor => monitor.failing === true);
  const others = sorted.slice(failing.length);
  const isQuiet = options.verbosity === 'quiet';
  const blocks = [
    failingLines(failing, options),
    tableLines(others, options),
    isQuiet ? unreadLines(document.notRead, options) : summaryLines(document, creditsUntil, options),
  ].filter(lines => lines.length > 0);
  return printText(
    blocks.flatMap((lines, index) => (index === 0 || isQuiet ? lines : [BLANK, ...lines])),
    options,
  );
}

/** The place of a monitor: it fails, needs someone's attention, has changed, or none of these. */
function rankOf(monitor: MonitorStatusDocument): number {
  if (monitor.failing === true) return monitor.noCredits ? 1 : 0;
  if (styleOf(monitor) !== undefined || monitor.sample?.search) return isPartlyFailing(monitor) ? 2 : 3;
  return hasChanged(monitor) ? 4 : 5;
}

/** Columns up to which reasons stand below each other. */
const WIDEST_KEY = 30;

/** Columns of a reason that are shown without `--verbose`, at least: it takes one more line at most. */
const LEAST_REASON = 80;

function cutEnd(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

function failingLines(monitors: readonly MonitorStatusDocument[], options: RenderOptions): Line[] {
  const widest = Math.min(WIDEST_KEY, Math.max(0, ...monitors.map(({key}) => widthOf(shorten(key)))));
  return monitors.flatMap(monitor => {
    const key = shorten(monitor.key);
    const gap = ' '.repeat(Math.max(0, widest - widthOf(key)) + GAP);
    const words = [describeFailing(monitor, options), ...listMarks(monitor)].join(', ');
    const {reason, noCredits, since} = monitor;
    const why = noCredits || since === null ? '' : `: ${reason ?? 'the service gives no reason'}`;
    const shown = options.verbosity === 'verbose' ? why : cutEnd(why, Math.max(LEAST_REASON, options.width - 8));
    return [hangingLine(0, 4, styled('error', key), `${gap}${words}${shown}`), ...detailLines(monitor, options)];
  });
}

/** Since when a monitor fails: `failing since Friday 14:00 (12 checks)`. */
function describeFailing({noCredits, since, sinceIsOpen, failedChecks}: MonitorStatusDocument, options: RenderOptions): string {
  const word = noCredits ? 'no credits' : 'failing';
  if (since === null) return word;
  const count = countOf(failedChecks ?? 0, 'check');
  return sinceIsOpen ? `${word} for more than ${count}` : `${word} since ${showCheckTime(since, options)} (${count})`;
}

function tableLines(monitors: readonly MonitorStatusDocument[], options: RenderOptions): Line[] {
  const rows = monitors.map(monitor => ({monitor, cells: toCells(monitor, options)}));
  const columns = fitColumns(
    rows.map(({cells}) => cells),
    options.width,
  );
  const lines = rows.flatMap(({monitor, cells}) => [...rowLines(cells, columns, styleOf(monitor)), ...detailLines(monitor, options)]);
  return options.verbosity === 'quiet' || lines.length === 0 ? lines : [...rowLines(TITLES, columns, 'faint'), ...lines];
}

/** What its newest checks say, where something is to be done, and what keeps its alerts from arriving. */
function detailLines(monitor: MonitorStatusDocument, options: RenderOptions): Line[] {
  const {sample} = monitor;
  const isShown = sample !== null && (options.verbosity === 'verbose' || hasTrouble(sample));
  return [...(isShown ? sampleLines(sample, options) : []), ...alertLines(monitor)];
}

function hasTrouble({failed, skipped, noCredits, undelivered, errorPages, search}: SampleDocument): boolean {
  return failed + skipped + noCredits + undelivered + errorPages > 0 || search !== null;
}

/** Key, health, last run, next run, credits a month: the last ones are left out where they do not fit. */
type Cells = readonly string[];

const TITLES: Cells = ['monitor', 'health', 'last check', 'next check', 'credits a month'];

function toCells(monitor: MonitorStatusDocument, options: RenderOptions): Cells {
  const {key, status, lastRunAt, nextRunAt, checking, estimatedCreditsPerMonth: credits} = monitor;
  return [
    shorten(key),
    describeHealth(monitor),
    lastRunAt === null ? '-' : showCheckTime(lastRunAt, options),
    checking ? 'now' : nextRunAt === null ? '-' : showCheckTime(nextRunAt, options),
    credits === null ? '-' : formatNumber(status === 'paused' ? 0 : credits),
  ];
}

/** Describes the health of a monitor that does not fail, in a few words. */
function describeHealth(monitor: MonitorStatusDocument): string {
  const {status, pages} = monitor;
  if (status === null) return 'not in the service';
  if (status !== 'active') return shorten(status === '' ? 'unknown' : status);
  const words =
    pages === null
      ? 'no check yet'
      : pages.error > 0
        ? [`${formatNumber(pages.error)} of ${countOf(pages.total, 'page')} failed`, ...describeChanges(pages)].join(', ')
        : ['ok', ...describeChanges(pages)].join(', ');
  return [words, ...listMarks(monitor)].join(', ');
}

function listMarks({overdue, alerts, sample}: MonitorStatusDocument): string[] {
  return [
    ...(overdue ? ['overdue'] : []),
    ...(alerts?.undelivered === true ? ['undelivered'] : []),
    ...(alerts?.unconfirmed === true ? ['unconfirmed'] : []),
    ...(sample?.search ? [describeSearch(sample.search)] : []),
  ];
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

/** Columns that a key may take where nothing else fits beside it, at least. */
const LEAST_KEY = 20;

/** The widths of the columns that fit; the first two always stay, and longer keys have a line of their own. */
function fitColumns(rows: readonly Cells[], width: number): readonly number[] {
  const widths = TITLES.map((title, index) => Math.max(...[title, ...rows.map(cells => cells[index] ?? '')].map(widthOf)));
  let count = widths.length;
  const total = () => widths.slice(0, count).reduce((sum, one) => sum + one + GAP, -GAP);
  while (count > 2 && total() > width) count--;
  const [key = 0, ...others] = widths.slice(0, count);
  const room = width - others.reduce((sum, one) => sum + one + GAP, 0);
  return [Math.min(key, Math.max(LEAST_KEY, room)), ...others];
}

function widthOf(text: string): number {
  return displayWidth(escapeTerminal(text));
}

function rowLines(cells: Cells, columns: readonly number[], style: Style | undefined): Line[] {
  const pad = (cell: string, width: number) => ' '.repeat(Math.max(0, width - widthOf(cell)));
  const texts = columns.map((width, index) => {
    const cell = cells[index] ?? '';
    // Figures stand below each other; they are the last column.
    if (index === TITLES.length - 1) return pad(cell, width) + cell;
    return index === columns.length - 1 ? cell : cell + pad(cell, width) + ' '.repeat(GAP);
  });
  const line = (indent: number, text: string) => dataLine(indent, style === undefined ? text : styled(style, text));
  const [key = '', ...others] = texts;
  const isLong = widthOf(cells[0] ?? '') > (columns[0] ?? 0);
  return isLong ? [line(0, key.trimEnd()), line(4, others.join(''))] : [line(0, texts.join(''))];
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
    `${countOf(checks, 'check')}${since === null ? '' : ` since ${showCheckTime(since, options)}`}`,
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
  {monitors, summary, notOffered, remainingCredits, incomplete, notRead}: StatusDocument,
  until: string | null,
  options: RenderOptions,
): Line[] {
  const {monitors: total, failing, noCredits, partlyFailing, changed, overdue, paused, missing, undelivered, unconfirmed} = summary;
  const parts = [
    `${formatNumber(failing - noCredits)} failing`,
    ...(noCredits > 0 ? [`${formatNumber(noCredits)} without credits`] : []),
    ...(partlyFailing > 0 ? [`${formatNumber(partlyFailing)} partly failing`] : []),
    ...(changed > 0 ? [`${formatNumber(changed)} changed`] : []),
    `${formatNumber(overdue)} overdue`,
    ...(undelivered === undefined ? [] : [`${formatNumber(undelivered)} undelivered`]),
    ...(unconfirmed === undefined ? [] : [`${formatNumber(unconfirmed)} unconfirmed`]),
    ...(paused > 0 ? [`${formatNumber(paused)} paused`] : []),
    ...(missing > 0 ? [`${formatNumber(missing)} not in the service`] : []),
  ];
  const unexplained = monitors.filter(({failing: fails, noCredits: lacks, since}) => fails === true && !lacks && since === null);
  const troubled = unexplained[0] ?? monitors.find(isPartlyFailing);
  const isUnsure = notOffered === null && monitors.some(({failing, status}) => failing === null && status !== null);
  return [
    ...unreadLines(notRead, options),
    proseLine(0, `Status: ${countOf(total, 'monitor')}, ${parts.join(', ')}.`),
    ...(noCredits > 0 ? [proseLine(0, describeCredits(remainingCredits, until, options))] : []),
    ...(monitors.some(({sample}) => sample !== null) ? sampleSummary(monitors) : []),
    ...(unexplained.length > 0 && unexplained.length < failing - noCredits
      ? [proseLine(0, pasteable(describeUnexplained(unexplained.length), options))]
      : []),
    ...(incomplete.includes('max-requests') ? [proseLine(0, 'Ended by --max-requests: this is not all that was asked for.')] : []),
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

function describeUnexplained(count: number): string {
  return `Since when and why is not shown for ${countOf(count, 'failing monitor')}: run "monitors checks KEY".`;
}

/** The checks of all monitors in one line: of those without trouble, nothing else is said. */
function sampleSummary(monitors: readonly MonitorStatusDocument[]): Line[] {
  const samples = monitors.flatMap(({sample}) => (sample === null ? [] : [sample]));
  const sum = (of: (sample: SampleDocument) => number) => samples.reduce((total, sample) => total + of(sample), 0);
  const [actual, estimated, monthly] = [
    sum(({credits}) => credits?.actual ?? 0),
    sum(({credits}) => credits?.estimated ?? 0),
    sum(({actualCreditsPerMonth}) => actualCreditsPerMonth ?? 0),
  ];
  const parts = [
    `${countOf(
      sum(({checks}) => checks),
      'check',
    )} of ${countOf(samples.length, 'monitor')}`,
    `${formatNumber(sum(({failed}) => failed))} failed`,
    ...(estimated === 0 ? [] : [`${formatNumber(actual)} of ${formatNumber(estimated)} estimated credits charged`]),
    ...(monthly === 0 ? [] : [`about ${countOf(monthly, 'credit')} a month`]),
  ];
  return [proseLine(0, `Newest checks: ${parts.join(', ')}.`)];
}

/** Describes the effect of a lack of credits on the next checks. */
function describeCredits(remaining: number | null, periodEnd: string | null, options: RenderOptions): string {
  if (remaining !== null && remaining > 0)
    return `The last checks were skipped, since no credits were left. Now there are ${formatNumber(remaining)}.`;
  const until = periodEnd === null ? '' : ` (${showTime(periodEnd, options)})`;
  return `No credits are left: every check is skipped. Add credits, or wait for the next billing period${until}.`;
}

const UNSURE = 'The list does not show a check that failed as a whole: "monitors status --checks 1" reads the newest check of each.';
