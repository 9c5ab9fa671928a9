import {listDays} from './calendar';
import type {Cron} from './cron';

/** How often a schedule runs, by the wall clock, in a fixed reference year. */
export interface Timing {
  /** Runs in the reference year (2026, 365 days). */
  readonly runsPerYear: number;
  /** Shortest time between two runs, in minutes; null when it never runs in that year. */
  readonly shortestGap: number | null;
  /** Longest time between two runs, in minutes, at most a year where none comes in the next; null when it never runs in that year. */
  readonly longestGap: number | null;
}

/**
 * How often a cron expression runs. Gaps are judged from its fields: between times of a day, and between the last time
 * of one day and the first of the next. A daylight-saving change is no part of it. A gap across midnight counts if any year
 * has such days, so that no leap year brings runs nearer than the shortest gap says.
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
 * Whether days on which a cron runs are ever within 366 days of each other. Looks at the 28 years after which the calendar
 * comes again, but only where the reference year does not tell.
 */
export function runsTwiceAYear(cron: Cron): boolean {
  const {thisYear, next} = listDays(cron, 'reference year');
  if (thisYear.length > 1 || (thisYear.length === 1 && next !== null)) return true;
  return hasDaysWithin(cron, DAYS_A_LEAP_YEAR);
}

function hasConsecutiveDays(cron: Cron): boolean {
  return hasDaysWithin(cron, 1);
}

function hasDaysWithin(cron: Cron, most: number): boolean {
  const {thisYear: days} = listDays(cron, 'whole cycle');
  return days.some((day, index) => day - (days[index - 1] ?? Number.NEGATIVE_INFINITY) <= most);
}

const MINUTES_A_DAY = 1440;
const DAYS_A_YEAR = 365;
const DAYS_A_LEAP_YEAR = 366;
