import type {Cron} from './cron';

/** Frequency of a schedule, by the wall clock, in a fixed reference year. */
export interface Timing {
  /** Runs in the reference year (2026, 365 days). */
  readonly runsPerYear: number;
  /** Shortest time between two runs, in minutes; null when it never runs in that year. */
  readonly shortestGap: number | null;
  /** Longest time between two runs, in minutes, at most a year where none comes in the next; null when it never runs in that year. */
  readonly longestGap: number | null;
}

/**
 * Measures the frequency of a cron expression. Gaps are judged from its fields: between times of a day, and between
 * the last time of one day and the first of the next. A daylight-saving change does not count. A gap across midnight
 * counts if any year has such days, so that no leap year brings runs nearer than the shortest gap says.
 */
export function timeCron(cron: Cron): Timing {
  const {thisYear, next} = listDays(cron, 'reference year');
  const times = cron.hours.flatMap(hour => cron.minutes.map(minute => hour * 60 + minute));
  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  const runsPerYear = thisYear.length * times.length;
  if (runsPerYear === 0) return {runsPerYear, shortestGap: null, longestGap: null};
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, day] of thisYear.entries()) {
    const following = thisYear[index + 1] ?? next ?? day + DAYS_A_YEAR;
    gaps.push((following - day) * MINUTES_A_DAY + first - last);
  }
  const overMidnight = MINUTES_A_DAY + first - last;
  const shortest = Math.min(...gaps);
  const isNearer = overMidnight < shortest && overMidnight < SHORT && hasConsecutiveDays(cron);
  return {runsPerYear, shortestGap: isNearer ? overMidnight : shortest, longestGap: Math.max(...gaps)};
}

/** Gaps below it are worth a look at other years. The service takes 5 minutes or more. */
const SHORT = 5;

/**
 * Whether a cron ever pauses for more than 366 days in the reference year or the two years after it: a request that comes
 * then is refused. `findSkipped` gives what tells of a day that none of the cron's times exists on it, since the clocks
 * change; it is asked of rare crons only.
 */
export function pausesOverAYear(cron: Cron, findSkipped: () => ((day: number) => boolean) | null): boolean {
  // Some day of every listed month, or every week of it; and more of them than a change of the clocks can take away.
  const isRegular = (cron.weekdays.size === 7 && [...cron.days].some(day => day <= SHORTEST_MONTH)) || cron.days.size === 31;
  if (isRegular && listDays(cron, 'reference year').thisYear.length > MOST_RARE) return false;
  const isSkipped = findSkipped();
  let last = 0;
  for (const day of listDays(cron, 'whole cycle').thisYear) {
    if (isSkipped?.(day) === true) continue;
    if (day - last > DAYS_A_LEAP_YEAR) return true;
    if (day > YEARS_LOOKED_AT * DAYS_A_YEAR) return false;
    last = day;
  }
  return true;
}

const SHORTEST_MONTH = 28;
const YEARS_LOOKED_AT = 3;

/** Of more days a year than these, one that is skipped leaves enough. */
const MOST_RARE = 4;

function hasConsecutiveDays(cron: Cron): boolean {
  const {thisYear: days} = listDays(cron, 'whole cycle');
  return days.some((day, index) => day - (days[index - 1] ?? Number.NEGATIVE_INFINITY) === 1);
}

const MINUTES_A_DAY = 1440;
const DAYS_A_YEAR = 365;
const DAYS_A_LEAP_YEAR = 366;

/** Days on which a cron runs, counted from 1 January 2026: those of a span, and the first one in the year after it. */
interface RunDays {
  readonly thisYear: readonly number[];
  readonly next: number | null;
}

/** The first year of every reckoning, so that estimates do not depend on the day of the run. Not a leap year. */
const REFERENCE_YEAR = 2026;

/** The span to look at: the reference year, or the 28 years after which days and weekdays come again. */
type Span = 'reference year' | 'whole cycle';

/** Lists the days on which a cron runs. Day of month, month and day of week must all match. */
function listDays({days, months, weekdays}: Cron, span: Span): RunDays {
  const calendar = calendarOf(span);
  const end = calendar.length - DAYS_AFTER;
  const thisYear: number[] = [];
  for (let index = 0; index < calendar.length; index++) {
    const date = calendar[index] as CalendarDay;
    if (!months.has(date.month) || !days.has(date.day) || !weekdays.has(date.weekday)) continue;
    if (index >= end) return {thisYear, next: index};
    thisYear.push(index);
  }
  return {thisYear, next: null};
}

interface CalendarDay {
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

/** The year after the span, in which the next run is looked for. */
const DAYS_AFTER = 365;
const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Span, number>> = {'reference year': 365, 'whole cycle': 28 * 365 + 7};

const made = new Map<Span, readonly CalendarDay[]>();

function calendarOf(span: Span): readonly CalendarDay[] {
  const known = made.get(span);
  if (known !== undefined) return known;
  const start = Date.UTC(REFERENCE_YEAR, 0, 1);
  const calendar = Array.from({length: DAYS[span] + DAYS_AFTER}, (_, index) => {
    const date = new Date(start + index * DAY_MS);
    return {month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay()};
  });
  made.set(span, calendar);
  return calendar;
}
