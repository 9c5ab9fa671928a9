import {type Cron, readCron} from './cron';
import {listOffsetSpans, type OffsetSpan} from './offsets';

/** Number of runs in a week, and their times. */
export interface ScheduleLoad {
  /** Runs per hour of a week, [weekday, 0 is Monday][hour 0-23], in the zone. */
  readonly byHour: readonly (readonly number[])[];
  /** The fullest minute of the week, the first of several; `monitors` is 0 where nothing runs. */
  readonly peak: {readonly weekday: number; readonly hour: number; readonly minute: number; readonly monitors: number};
  /** Runs in the week. */
  readonly runs: number;
}

/**
 * Measures the week that begins at `weekStart` (milliseconds since 1970), as the clocks of `zone` show it (UTC for a zone that
 * this Node does not know). `weight` is the number of monitors with a schedule, 1 by default. Schedules that can't be read do not run.
 */
export function measureLoad(
  schedules: readonly {readonly cron: string; readonly timezone: string; readonly weight?: number}[],
  zone: string,
  weekStart: number,
): ScheduleLoad {
  const start = Math.ceil(weekStart / MINUTE_MS);
  const perMinute = countPerMinute(schedules, start);
  const byHour = Array.from({length: 7}, () => new Array<number>(24).fill(0));
  let peak = {weekday: 0, hour: 0, minute: 0, monitors: 0};
  let runs = 0;
  for (const {from, to, offset} of spansOf(zone, start, start + WEEK) ?? [{from: start, to: start + WEEK, offset: 0}]) {
    for (let minute = from; minute < to; minute++) {
      const monitors = perMinute[minute - start] as number;
      if (monitors === 0) continue;
      const clock = readClock(minute + offset);
      const hours = byHour[clock.weekday] as number[];
      hours[clock.hour] = (hours[clock.hour] as number) + monitors;
      if (monitors > peak.monitors) peak = {...clock, monitors};
      runs += monitors;
    }
  }
  return {byHour, peak, runs};
}

/** Lists the runs of a schedule from `from` up to, but without, `to`, ascending; all in milliseconds since 1970. */
export function listRuns(schedule: {readonly cron: string; readonly timezone: string}, from: number, to: number): readonly number[] {
  const spans = spansOf(schedule.timezone, Math.ceil(from / MINUTE_MS), Math.ceil(to / MINUTE_MS));
  const runs: number[] = [];
  visitRuns(schedule.cron, spans ?? [], minute => runs.push(minute * MINUTE_MS));
  return runs;
}

const MINUTE_MS = 60_000;
const DAY = 1440;
const DAY_MS = DAY * MINUTE_MS;
const WEEK = 7 * DAY;

/**
 * Counts the monitors that run at each minute of a week, from `start` (minutes since 1970). Most monitors of a repository share a few
 * schedules: each is gone through once.
 */
export function countPerMinute(
  schedules: readonly {readonly cron: string; readonly timezone: string; readonly weight?: number}[],
  start: number,
): Float64Array {
  const byZone = new Map<string, Map<string, Float64Array>>();
  for (const {cron, timezone, weight = 1} of schedules) {
    const [minutes, rest] = splitMinutes(cron);
    const hours = byZone.get(timezone) ?? new Map<string, Float64Array>();
    byZone.set(timezone, hours);
    const perHour = hours.get(rest) ?? new Float64Array(60);
    hours.set(rest, perHour);
    for (const minute of minutes) perHour[minute] = (perHour[minute] as number) + weight;
  }
  const perMinute = new Float64Array(WEEK);
  for (const [timezone, hours] of byZone) {
    const spans = spansOf(timezone, start, start + WEEK) ?? [];
    for (const [rest, perHour] of hours) {
      visitHours(`0 ${rest}`, spans, (hour, {from, to}) => {
        for (let instant = Math.max(hour, from); instant < Math.min(hour + 60, to); instant++) {
          perMinute[instant - start] = (perMinute[instant - start] as number) + (perHour[instant - hour] as number);
        }
      });
    }
  }
  return perMinute;
}

/** The minutes that an expression names, and the rest of it; no minutes where they can't be read. */
function splitMinutes(expression: string): readonly [minutes: readonly number[], rest: string] {
  const [, field = '', rest = ''] = /^\s*(\S+)\s+(.+)$/s.exec(expression) ?? [];
  const known = minutesOf.get(field);
  if (known !== undefined) return [known, rest];
  const reading = readCron(`${field} * * * *`);
  const minutes = reading.kind === 'cron' ? reading.cron.minutes : [];
  if (minutesOf.size < MOST_REMEMBERED && field.length <= LONGEST_REMEMBERED) minutesOf.set(field, minutes);
  return [minutes, rest];
}

/** A thousand schedules that were spread over the hour have few minutes, and few hours and days. */
const minutesOf = new Map<string, readonly number[]>();
const MOST_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 200;

function spansOf(zone: string, from: number, to: number): readonly OffsetSpan[] | null {
  return /^(?:etc\/)?utc$/i.test(zone) ? [{from, to, offset: 0}] : listOffsetSpans(zone, from, to);
}

/** Visits each minute (since 1970) at which a cron expression runs: every one at which the clock shows one of its times. */
function visitRuns(expression: string, spans: readonly OffsetSpan[], visit: (minute: number) => void): void {
  visitHours(expression, spans, (hour, {from, to}, {minutes}) => {
    for (const minute of minutes) if (hour + minute >= from && hour + minute < to) visit(hour + minute);
  });
}

/** Visits the beginning of each hour that a cron expression names, also where the span begins or ends within the hour. */
function visitHours(expression: string, spans: readonly OffsetSpan[], visit: (hour: number, span: OffsetSpan, cron: Cron) => void): void {
  const reading = readCron(expression);
  if (reading.kind !== 'cron') return;
  const {cron} = reading;
  for (const span of spans) {
    const {from, to, offset} = span;
    for (let day = Math.floor((from + offset) / DAY) * DAY; day < to + offset; day += DAY) {
      if (!isRunDay(cron, new Date(day * MINUTE_MS))) continue;
      for (const hour of cron.hours) visit(day + hour * 60 - offset, span, cron);
    }
  }
}

function isRunDay({days, months, weekdays}: Cron, date: Date): boolean {
  return days.has(date.getUTCDate()) && months.has(date.getUTCMonth() + 1) && weekdays.has(date.getUTCDay());
}

/**
 * Shows the clock of a zone at an instant (milliseconds since 1970), such as `Monday 09:00`; in UTC for a zone that
 * this Node does not know.
 */
export function showClock(at: number, zone: string): string {
  const minute = Math.floor(at / MINUTE_MS);
  const [span] = spansOf(zone, minute, minute + 1) ?? [];
  const clock = readClock(minute + (span?.offset ?? 0));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${WEEKDAYS[clock.weekday]} ${two(clock.hour)}:${two(clock.minute)}`;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Reads a clock at a wall-clock minute (since 1970, read as if in UTC). */
function readClock(wallClock: number): {readonly weekday: number; readonly hour: number; readonly minute: number} {
  const ofDay = wallClock - Math.floor(wallClock / DAY) * DAY;
  const sundayFirst = new Date(Math.floor(wallClock / DAY) * DAY_MS).getUTCDay();
  return {weekday: (sundayFirst + 6) % 7, hour: Math.floor(ofDay / 60), minute: ofDay % 60};
}
