import {countOf, formatNumber} from '../../../core/base/words';
import {html, type Markup, section, table, tableBehind, trusted} from '../../../rendering/html/markup';
import {showDate} from '../../../rendering/local-time';
import type {FleetReport} from '../fleet-report';
import {drawChart, grid, MIDDLE, NARROW, SHADES, shadeOf, standingBars, WIDE} from './charts';

/** Facts for the sections of the page besides the model. */
export interface PageClock {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** An IANA name. */
  readonly zone: string;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const FULL_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({length: 24}, (_, hour) => String(hour).padStart(2, '0'));

/** The week: checks by hour and weekday, and the fullest minute beside the rate limit. */
export function renderLoad(
  {load, unplaced, unfixed}: FleetReport,
  {zone, rateLimit}: PageClock & {readonly rateLimit: number | null},
): Markup {
  const title = `Checks in the next seven days by hour and weekday (${zone})`;
  if (load.runs === 0)
    return section('load', 'Load of the schedule', html`<p>No monitor runs in the next seven days.</p>${describeUnplaced(unplaced)}`);
  const cells = load.byHour.flatMap((hours, weekday) => hours.map((value, hour) => ({weekday, hour, value})));
  const wide = cells.map(({weekday, hour, value}) => ({column: hour, row: weekday, value}));
  const narrow = cells.map(({weekday, hour, value}) => ({column: weekday, row: hour, value}));
  const chart = drawChart({
    title,
    wide: grid(HOURS, WEEKDAYS, wide, {width: WIDE, row: 32}),
    middle: grid(HOURS, WEEKDAYS, wide, {width: MIDDLE, row: 28}),
    narrow: grid(WEEKDAYS, HOURS, narrow, {width: NARROW, row: 24}),
  });
  const rows = HOURS.map((hour, index) => [`${hour}:00`, ...load.byHour.map(hours => hours[index] ?? 0)]);
  return section(
    'load',
    'Load of the schedule',
    html`<p>${countOf(load.runs, 'check')} in the next seven days, by hour and weekday. Times are those of ${zone}.</p>`,
    chart,
    renderLegend(Math.max(...cells.map(({value}) => value))),
    tableBehind(title, ['Hour', ...WEEKDAYS.map(n => ({n}))], rows),
    load.peak.monitors === 0 ? null : html`<p>${describePeak(load.peak, rateLimit)}</p>`,
    describeUnfixed(unfixed - unplaced),
    describeUnplaced(unplaced),
  );
}

/** The fullest minute, as a time of the week: `Monday 09:00`. */
export function namePeak({weekday, hour, minute}: FleetReport['load']['peak']): string {
  return `${FULL_WEEKDAYS[weekday]} ${HOURS[hour]}:${String(minute).padStart(2, '0')}`;
}

function describePeak(peak: FleetReport['load']['peak'], rateLimit: number | null): Markup {
  const fullest = html`The fullest minute is <strong>${namePeak(peak)}</strong>: ${countOf(peak.monitors, 'monitor begins a check', 'monitors begin a check')}`;
  if (rateLimit === null) return html`${fullest}. To compare it with what your plan allows, give <code>--rate-limit</code>.`;
  const limit = `the rate limit of ${formatNumber(rateLimit)} a minute`;
  if (peak.monitors <= rateLimit) return html`${fullest}, within ${limit}.`;
  const times = (peak.monitors / rateLimit).toFixed(1).replace(/\.0$/, '');
  return html`${fullest}, <strong class="bad">${times} times</strong> ${limit}. The service makes the rest wait.`;
}

function describeUnplaced(unplaced: number): Markup | null {
  return unplaced === 0
    ? null
    : html`<p class="faint">Not counted: ${countOf(unplaced, 'monitor')} with times that only the service knows.</p>`;
}

function describeUnfixed(unfixed: number): Markup | null {
  if (unfixed <= 0) return null;
  return html`<p class="faint">${countOf(unfixed, 'monitor')} with words that name no time, such as <code>hourly</code>: the service chooses their minute, and the fullest minute leaves them out.</p>`;
}

/** The values of each shade. */
function renderLegend(most: number): Markup {
  const shades = Array.from({length: SHADES}, (_, index) => index + 1);
  const items = shades.flatMap(shade => {
    const values = [Math.floor(((shade - 1) * most) / SHADES) + 1, Math.floor((shade * most) / SHADES)] as const;
    const [from, to] = values;
    if (to < from || shadeOf(to, most) !== shade) return [];
    const range = from === to ? formatNumber(from) : `${formatNumber(from)} to ${formatNumber(to)}`;
    return [html`<li>${swatch(`heat-${shade}`)}${range}</li>`];
  });
  return html`<ul class="legend" aria-label="Checks an hour"><li>Checks an hour:</li>${items}</ul>`;
}

/** A square in a colour of the page. */
export function swatch(color: string): Markup {
  return trusted(`<svg viewBox="0 0 14 14" aria-hidden="true"><rect width="14" height="14" rx="3" fill="var(--${color})"/></svg>`);
}

/** First checks that are shown at once. */
const MOST_FIRST = 6;

/** The next 24 hours: checks by hour, and which come first. */
export function renderNextDay({nextDay}: FleetReport, {now, zone}: PageClock): Markup {
  const {hours, runs, credits, first} = nextDay;
  if (runs === 0) return section('next', 'Next 24 hours', html`<p>No check is due.</p>`);
  const clock = {clock: {now: () => now, timeZone: () => zone}};
  const timeOf = (at: number) => showDate(new Date(at).toISOString(), clock);
  const title = `Checks in the next 24 hours by hour (${zone})`;
  const names = hours.map(({from}) => timeOf(from).slice(-5, -3));
  const values = hours.map(({runs: count}) => count);
  const rows = hours.map(({from, runs: count, credits: cost}) => [timeOf(from), count, cost]);
  return section(
    'next',
    'Next 24 hours',
    html`<p>${countOf(runs, 'check')} for at most ${countOf(credits, 'credit')}. The first bar is what is left of the current hour.</p>`,
    drawChart({
      title,
      wide: standingBars(names, values, WIDE),
      middle: standingBars(names, values, MIDDLE),
      narrow: standingBars(names, values, NARROW),
    }),
    tableBehind(title, ['Hour', {n: 'Checks'}, {n: 'Credits at most'}], rows),
    first.length > MOST_FIRST ? null : html`<h3>First checks</h3>`,
    (first.length > MOST_FIRST ? tableBehind : table)(
      'The first checks',
      ['Monitor', 'Time'],
      first.map(({at, key}) => [key, timeOf(at)]),
    ),
  );
}
