import {countOf, formatNumber} from '../../../core/base/words';
import {boundText} from '../../../core/diagnostics/bounded-text';
import {html, type Markup, type Part, section, table, tableBehind} from '../../../rendering/html/markup';
import {showWeekday} from '../../../rendering/local-time';
import {noteSentences} from '../../changes/formats/sentences';
import {say} from '../../changes/formats/words-html';
import type {DayFigures} from '../days';
import type {FoundChanges, FoundFailure, ReportFindings, SpanFindings} from '../findings';
import {type DaySeries, dayBars, drawChart, MIDDLE, NARROW, WIDE} from './charts';
import {type PageClock, swatch} from './load-section';

/** Rows of each table: the others are on top of the monitors. */
const MOST_ROWS = 12;
/** Characters of a reason. */
const LONGEST_REASON = 300;

/** Renders what changed and what fails: names, counts and reasons, and no text of pages beyond these. */
export function renderFindings(findings: ReportFindings, clock: PageClock): Markup {
  const {span, failing, changed} = findings;
  const notes = span === null ? [] : noteSentences(span.document);
  return section(
    'findings',
    span === null ? 'What fails and what changed last' : 'What changed and what fails',
    html`<p>${describeSpan(findings, clock)}</p>`,
    notes.length === 0 ? null : html`<ul class="notes">${notes.map(words => html`<li>${say(words)}</li>\n`)}</ul>`,
    failing.length === 0 ? null : html`<h3>Failing</h3>${renderFailing(failing, clock)}`,
    changed.length === 0 ? null : html`<h3>Changed</h3>${renderChanged(changed, clock)}`,
  );
}

function describeSpan({span, failing, changed}: ReportFindings, {now, zone}: PageClock): string {
  const partly = failing.filter(({kind}) => kind === 'some-pages').length;
  const whole = failing.length - partly;
  const fails = failing.length === 0 ? 'nothing fails' : [...some(whole, 'failing'), ...some(partly, 'partly failing')].join(', ');
  if (span === null) {
    const changes = changed.length === 0 ? 'no changed pages' : `changed pages of ${countOf(changed.length, 'monitor')}`;
    return `In the last check of each monitor: ${changes}; ${fails}.`;
  }
  const {since, until, summary} = span.document;
  const clock = {clock: {now: () => now, timeZone: () => zone}};
  const times = `${showWeekday(since, clock)} to ${showWeekday(until, clock)}`;
  const pages = summary.meaningful + summary.notJudged + summary.noise;
  const first = summary.firstSeen === 0 ? '' : `, ${countOf(summary.firstSeen, 'page')} seen for the first time`;
  const changes =
    pages === 0 ? 'no changes' : `${countOf(pages, 'changed page')} of ${countOf(changed.length, 'monitor')} (${describeJudged(summary)})`;
  return `${times}, ${countOf(summary.checks, 'check')} of ${countOf(summary.monitors, 'monitor')}: ${changes}${first}; ${fails}.`;
}

function some(count: number, word: string): string[] {
  return count === 0 ? [] : [`${formatNumber(count)} ${word}`];
}

function describeJudged({meaningful, notJudged, noise}: NonNullable<FoundChanges['judged']>): string {
  return [...some(meaningful, 'meaningful'), ...some(notJudged, 'not judged'), ...some(noise, 'noise')].join(', ');
}

/** Since when a monitor fails, as far as that is known: `Fri 20 Nov 14:00 (12 checks)`. */
export function failingSince({since, sinceIsOpen, checks}: FoundFailure, {now, zone}: PageClock): Markup {
  if (since === null) return html`&ndash;`;
  const at = showWeekday(since, {clock: {now: () => now, timeZone: () => zone}});
  return html`${at}${sinceIsOpen ? ' or before' : null} <small>(${countOf(checks, 'check')})</small>`;
}

/** A key that breaks at its slashes. */
export function showKey(key: string): Markup {
  return html`${key.split('/').map((part, index) => (index === 0 ? part : html`/<wbr>${part}`))}`;
}

/** Why a monitor fails. */
export function failingWhy({kind, reason, since, failedPages, pages}: FoundFailure): string {
  if (kind === 'no-credits') return 'No credits were left.';
  const why =
    reason === null || reason.trim() === '' ? (since === null ? '–' : 'The service gives no reason.') : boundText(reason, LONGEST_REASON);
  return kind === 'some-pages' && failedPages !== null && pages !== null
    ? `${formatNumber(failedPages)} of ${countOf(pages, 'page')}: ${why}`
    : why;
}

/** What changed, and why it matters. */
export function changedWhy({judged, pages, reason, errorStatus}: FoundChanges): string {
  const error = errorStatus === null ? '' : `status ${errorStatus}, `;
  const count = `${error}${judged === null ? countOf(pages, 'changed page') : describeJudged(judged)}`;
  return reason === null || reason.trim() === '' ? count : `${count}: ${boundText(reason, LONGEST_REASON)}`;
}

function renderFailing(failing: readonly FoundFailure[], clock: PageClock): Markup {
  const rows = failing
    .slice(0, MOST_ROWS)
    .map((failure): Part[] => [showKey(failure.key), failingSince(failure, clock), failingWhy(failure)]);
  return html`${table('Failing monitors', ['Monitor', {wrap: 'Since'}, {wrap: 'Why'}], rows, 'found')}${renderRest(failing.length, 'failing monitor')}`;
}

function renderChanged(changed: readonly FoundChanges[], {now, zone}: PageClock): Markup {
  const clock = {clock: {now: () => now, timeZone: () => zone}};
  const rows = changed
    .slice(0, MOST_ROWS)
    .map((change): Part[] => [showKey(change.key), change.at === null ? '–' : showWeekday(change.at, clock), changedWhy(change)]);
  return html`${table('Monitors with changed pages', ['Monitor', {wrap: 'Last change'}, {wrap: 'What'}], rows, 'found')}${renderRest(changed.length, 'changed monitor')}`;
}

function renderRest(count: number, noun: string): Markup | null {
  const rest = count - MOST_ROWS;
  return rest <= 0
    ? null
    : html`<p class="faint">&hellip; and ${countOf(rest, `more ${noun}`)}: on top of <a href="#monitors">the monitors</a>.</p>`;
}

/** Days of a drawing, at most: the table behind it has them all. */
const MOST_DAYS = 60;

/** Renders a span as pictures: changes, failures and charged credits by day. */
export function renderDays({days, document}: SpanFindings, {zone}: PageClock): Markup {
  const shown = days.slice(-MOST_DAYS);
  const rows = days.map(({day, meaningful, notJudged, noise, failed, checks, credits}): Part[] => [
    nameDay(day, 'long'),
    ...[meaningful, notJudged, noise, checks, failed, credits],
  ]);
  const columns = ['Day', ...['Meaningful', 'Not judged', 'Noise', 'Checks', 'With failures', 'Credits'].map(n => ({n}))];
  const sum = (of: (day: DayFigures) => number) => days.reduce((total, day) => total + of(day), 0);
  const [changes, failed, credits] = [
    sum(({meaningful, notJudged, noise}) => meaningful + notJudged + noise),
    sum(day => day.failed),
    sum(day => day.credits),
  ];
  const picture = (title: string, total: string, series: readonly DaySeries[], legend: Markup | null = null) =>
    html`<h3>${title} <small class="faint">${total}</small></h3>${drawDays(`${title} by day (${zone})`, shown, series)}${legend}`;
  return section(
    'days',
    'By day',
    html`<p class="faint">A check counts for the day on which it finished, in ${zone}. The first and the last day are parts of a day.${
      days.length > shown.length ? ` Drawn are the last ${MOST_DAYS} of ${formatNumber(days.length)} days.` : ''
    }${document.complete ? '' : ' Monitors that were not read are not counted.'}</p>`,
    changes === 0 ? html`<p>No changed pages.</p>` : picture('Changed pages', describeJudged(document.summary), CHANGES, LEGEND),
    failed === 0
      ? html`<p>No checks with failures.</p>`
      : picture(
          'Checks with failures',
          `${formatNumber(failed)} of ${countOf(
            sum(({checks}) => checks),
            'check',
          )}`,
          FAILURES,
        ),
    credits === 0 ? html`<p>No charged credits.</p>` : picture('Charged credits', countOf(credits, 'credit'), CREDITS),
    tableBehind(`Changes, failures and charged credits by day (${zone})`, columns, rows),
  );
}

const CHANGES: readonly DaySeries[] = [
  {color: 'bar-0', read: ({meaningful}) => meaningful},
  {color: 'bar-1', read: ({notJudged}) => notJudged},
  {color: 'bar-2', read: ({noise}) => noise},
];
const FAILURES: readonly DaySeries[] = [{color: 'bar-3', read: ({failed}) => failed}];
const CREDITS: readonly DaySeries[] = [{color: 'bar-0', read: ({credits}) => credits}];

const LEGEND = html`<ul class="legend"><li>${swatch('bar-0')}meaningful</li><li>${swatch('bar-1')}not judged</li><li>${swatch('bar-2')}noise</li></ul>`;

function drawDays(title: string, days: readonly DayFigures[], series: readonly DaySeries[]): Markup {
  const draw = (width: number) =>
    dayBars(
      days.map(({day}) => nameDay(day, 'short')),
      days,
      series,
      width,
    );
  return drawChart({title, wide: draw(WIDE), middle: draw(MIDDLE), narrow: draw(NARROW)});
}

/** `Fri 20` or `Fri 20 Nov 2026`. */
function nameDay(day: string, length: 'short' | 'long'): string {
  const at = new Date(`${day}T00:00:00Z`);
  const [weekday = '', number = '', month = '', year = ''] = at.toUTCString().replace(',', '').split(' ');
  return length === 'short' ? `${weekday} ${Number(number)}` : `${weekday} ${Number(number)} ${month} ${year}`;
}
