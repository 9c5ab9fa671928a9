import {addToGroup} from '../../base/grouping';
import {compareText} from '../../diagnostics/diagnostic';
import {readCron} from './cron';
import {countPerMinute, listRuns, showClock} from './load';
import type {FixedSchedule} from './times';

/**
 * Monitors that may run at one minute without a warning. The service limits requests and pages at once by plan, and publishes no
 * numbers; more than about this many wait in the queue of a middle plan, and their checks start late or are skipped.
 */
export const MOST_AT_ONCE = 50;

/** The fullest minute of the reference week. */
export interface FullestMinute {
  /** Weekday and time, such as `Monday 09:00`, in the zone of the schedule that is most used then. */
  readonly clock: string;
  readonly timezone: string;
  readonly monitors: number;
}

/** A minute at which too many monitors run. */
interface FullMinute extends FullestMinute {
  /** Schedules that run then, most used first. */
  readonly schedules: readonly [CountedSchedule, ...CountedSchedule[]];
}

/** A schedule, and how many monitors have it. */
interface CountedSchedule extends FixedSchedule {
  readonly monitors: number;
}

/** Finds the fullest minute of the reference week, if more than {@link MOST_AT_ONCE} monitors run then. */
export function findFullMinute(monitors: readonly FixedSchedule[]): FullMinute | null {
  return monitors.length > MOST_AT_ONCE ? findFullest(countSchedules(monitors), MOST_AT_ONCE) : null;
}

/** Suggestion for flattening full minutes. */
export interface SpreadSuggestion {
  /** The fullest minute; null where none is too full. */
  readonly before: FullestMinute | null;
  /** The same with the suggested schedules. */
  readonly after: FullestMinute | null;
  /** Schedules that run at a full minute, most used first. */
  readonly groups: readonly SpreadGroup[];
}

/** Monitors with one schedule, and the one that each should have, by key. */
export interface SpreadGroup extends FixedSchedule {
  readonly monitors: readonly {readonly key: string; readonly cron: string}[];
}

/** A monitor with its schedule. */
interface ScheduledMonitor extends FixedSchedule {
  readonly key: string;
}

/**
 * Suggests schedules that flatten the full minutes: the minutes of a group are spread evenly, in the order of the keys. Hours, days
 * and the time between runs stay.
 */
export function suggestSpread(monitors: readonly ScheduledMonitor[]): SpreadSuggestion {
  const schedules = countSchedules(monitors);
  const before = findFullest(schedules, MOST_AT_ONCE);
  if (before === null) return {before: null, after: null, groups: []};
  const perMinute = countPerMinute(schedules.map(toWeighted), WEEK_MINUTE);
  const isFull = (run: number) => (perMinute[run / MINUTE_MS - WEEK_MINUTE] as number) > MOST_AT_ONCE;
  const full = sortByUse(schedules.filter(schedule => listRuns(schedule, WEEK, WEEK + WEEK_MS).some(isFull)));
  const isMoved = new Set(full);
  const keys = new Map<string, string[]>();
  for (const monitor of monitors) addToGroup(keys, nameOf(monitor), monitor.key);
  const groups = full.map(({cron, timezone}, index) => spreadGroup({cron, timezone}, keys.get(nameOf({cron, timezone})) ?? [], index));
  const moved = groups.flatMap(group => group.monitors.map(({cron}) => ({cron, timezone: group.timezone})));
  const kept = schedules.filter(schedule => !isMoved.has(schedule));
  const after = findFullest([...countSchedules(moved), ...kept], 0);
  return {before: withoutSchedules(before), after: after === null ? null : withoutSchedules(after), groups};
}

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 1440 * MINUTE_MS;

/** The Monday of the reference week, so that findings do not depend on today: with the first of a month, without a change of clocks. */
const WEEK = Date.UTC(2025, 11, 29);
const WEEK_MINUTE = WEEK / MINUTE_MS;

/** Shares of an hour by which groups begin after each other, so that any number of them is spread: the golden ratio. */
const PHASE = 0.618034;

function nameOf({cron, timezone}: FixedSchedule): string {
  return `${cron}\n${timezone}`;
}

/** The different schedules, in the order of their first monitors. */
function countSchedules(monitors: readonly FixedSchedule[]): CountedSchedule[] {
  const counted: {readonly cron: string; readonly timezone: string; monitors: number}[] = [];
  const byZone = new Map<string, Map<string, (typeof counted)[number]>>();
  for (const {cron, timezone} of monitors) {
    const crons = byZone.get(timezone) ?? new Map<string, (typeof counted)[number]>();
    byZone.set(timezone, crons);
    const known = crons.get(cron);
    if (known !== undefined) known.monitors += 1;
    else {
      const schedule = {cron, timezone, monitors: 1};
      crons.set(cron, schedule);
      counted.push(schedule);
    }
  }
  return counted;
}

/** Most used first. Sorting a thousand schedules takes as long as counting their runs: it is left to the few that matter. */
function sortByUse(schedules: readonly CountedSchedule[]): CountedSchedule[] {
  return schedules.toSorted((a, b) => b.monitors - a.monitors || compareText(nameOf(a), nameOf(b)));
}

function toWeighted({cron, timezone, monitors}: CountedSchedule) {
  return {cron, timezone, weight: monitors};
}

function withoutSchedules({clock, timezone, monitors}: FullestMinute): FullestMinute {
  return {clock, timezone, monitors};
}

/**
 * Finds the fullest minute; null where no more than `limit` monitors run at any. In a single zone its clock is enough: zones take 15 ms
 * of the start of a command.
 */
function findFullest(counted: readonly CountedSchedule[], limit: number): FullMinute | null {
  const isOneZone = counted.every(({timezone}) => timezone === counted[0]?.timezone);
  const zoneOf = ({timezone}: FixedSchedule) => (isOneZone ? 'UTC' : timezone);
  const perMinute = countPerMinute(
    counted.map(schedule => ({...toWeighted(schedule), timezone: zoneOf(schedule)})),
    WEEK_MINUTE,
  );
  let fullest = 0;
  for (let minute = 1; minute < perMinute.length; minute++) {
    if ((perMinute[minute] as number) > (perMinute[fullest] as number)) fullest = minute;
  }
  const monitors = perMinute[fullest] as number;
  if (monitors <= limit) return null;
  const at = WEEK + fullest * MINUTE_MS;
  const isThen = (schedule: CountedSchedule) => listRuns({...schedule, timezone: zoneOf(schedule)}, at, at + MINUTE_MS).length > 0;
  const [most, ...others] = sortByUse(counted.filter(isThen));
  if (most === undefined) return null;
  return {clock: showClock(at, zoneOf(most)), timezone: most.timezone, monitors, schedules: [most, ...others]};
}

function spreadGroup(schedule: FixedSchedule, keys: readonly string[], index: number): SpreadGroup {
  const reading = readCron(schedule.cron);
  const minutes = reading.kind === 'cron' ? reading.cron.minutes : [];
  const first = minutes[0] ?? 0;
  /** Moved by less, all runs stay within their hour, and as far from each other as they are. */
  const room = 60 - ((minutes.at(-1) ?? 0) - first);
  const others = schedule.cron.split(' ').slice(1).join(' ');
  const phase = (index * PHASE) % 1;
  const monitors = [...keys].sort(compareText).map((key, place) => {
    const shift = Math.floor(((place / keys.length + phase) % 1) * room);
    return {key, cron: `${writeMinutes(minutes.map(minute => minute - first + shift))} ${others}`};
  });
  return {...schedule, monitors};
}

/** A minute field, with a step where the minutes are even up to the end of the hour. */
function writeMinutes(minutes: readonly number[]): string {
  const [first = 0, second] = minutes;
  const step = second === undefined ? 60 : second - first;
  const isEven = minutes.every((minute, index) => minute === first + index * step) && first + minutes.length * step > 59;
  if (second === undefined || !isEven) return minutes.join(',');
  return first === 0 ? `*/${step}` : `${first}-59/${step}`;
}
