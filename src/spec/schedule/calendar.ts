import type {Cron} from './cron';

/** Days on which a cron runs, counted from 1 January 2026: those of a span, and the first one in the year after it. */
export interface RunDays {
  readonly thisYear: readonly number[];
  readonly next: number | null;
}

/** The first year of every reckoning, so that estimates do not depend on the day of the run. Not a leap year. */
const REFERENCE_YEAR = 2026;

/** The span to look at: the reference year, or the 28 years after which days and weekdays come again. */
export type Span = 'reference year' | 'whole cycle';

/** Lists the days on which a cron runs. Day of month, month and day of week must all match. */
export function listDays({days, months, weekdays}: Cron, span: Span): RunDays {
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
