import type {Cron} from './cron';

/** How often a schedule runs, by the wall clock, in a fixed reference year. */
export interface Timing {
  /** Runs in the reference year (2026, 365 days). */
  readonly runsPerYear: number;
  /** Shortest time between two runs, in minutes; null when it never runs in that year. */
  readonly shortestGap: number | null;
  /** Longest time between two runs, in minutes; null when it never runs in that year. */
  readonly longestGap: number | null;
}

/**
 * How often a cron expression runs. Gaps are judged from its fields: between times of a day, and between the last time
 * of one day and the first of the next. A daylight-saving change is no part of it.
 */
export function timeCron(cron: Cron): Timing {
  const times = cron.hours.flatMap(hour => cron.minutes.map(minute => hour * 60 + minute));
  const days = listDays(cron);
  const runsPerYear = days.length * times.length;
  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  for (const [index, day] of days.entries()) {
    const next = days[index + 1] ?? nextYears(days);
    gaps.push((next - day) * MINUTES_A_DAY + first - last);
  }
  if (runsPerYear === 0) return {runsPerYear, shortestGap: null, longestGap: null};
  return {runsPerYear, shortestGap: Math.min(...gaps), longestGap: Math.max(...gaps)};
}

/**
 * Whether two runs can be within 366 days of each other. Looks at the 28 years after which the calendar comes again,
 * but only for expressions that name so few days that the reference year does not tell.
 */
export function runsTwiceAYear(cron: Cron): boolean {
  const times = cron.hours.length * cron.minutes.length;
  const days = listDays(cron).length;
  if (days > 1 || (days === 1 && (times > 1 || cron.weekdays.size === 7))) return true;
  let previous = Number.NEGATIVE_INFINITY;
  for (let day = CYCLE_START; day < CYCLE_START + CYCLE_DAYS; day++) {
    const date = new Date(day * DAY_MS);
    if (!cron.months.has(date.getUTCMonth() + 1) || !cron.days.has(date.getUTCDate()) || !cron.weekdays.has(date.getUTCDay())) continue;
    if (day - previous <= 366) return true;
    previous = day;
  }
  return false;
}

const DAY_MS = 86_400_000;
const CYCLE_START = Date.UTC(2026, 0, 1) / DAY_MS;
const CYCLE_DAYS = 28 * 365 + 7;

const MINUTES_A_DAY = 1440;
const DAYS_A_YEAR = 365;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** 1 January 2026 is a Thursday. */
const FIRST_WEEKDAY = 4;

interface CalendarDay {
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

const CALENDAR: readonly CalendarDay[] = MONTH_LENGTHS.flatMap((length, month) =>
  Array.from({length}, (_, day) => ({month: month + 1, day: day + 1})),
).map((date, index) => ({...date, weekday: (FIRST_WEEKDAY + index) % 7}));

/** The days of the reference year on which a cron runs, from 0. */
function listDays({days, months, weekdays}: Cron): number[] {
  const matching: number[] = [];
  for (const [index, {month, day, weekday}] of CALENDAR.entries()) {
    if (months.has(month) && days.has(day) && weekdays.has(weekday)) matching.push(index);
  }
  return matching;
}

/** The first day of the year after, as the same pattern gives it: weekly ones keep their weekday, others their date. */
function nextYears(days: readonly number[]): number {
  const [first = 0, second = first] = days;
  const last = days.at(-1) ?? first;
  const isEven = days.every((day, index) => index === 0 || day - (days[index - 1] ?? 0) === second - first);
  return isEven && days.length > 2 ? last + second - first : DAYS_A_YEAR + first;
}
