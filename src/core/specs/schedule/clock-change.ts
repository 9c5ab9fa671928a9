import type {Cron} from './cron';
import {findChange, readOffsets} from './offsets';

/**
 * Whether two runs come closer than `least` minutes when the clocks change in `zone`. Answers nearly every schedule from
 * its minutes alone: a change by whole hours keeps the minute of the hour, so that it can only bring together minutes
 * that are near each other on the dial. Reads the zone's changes of the reference year only where one could matter.
 */
export function hasShortGapAtClockChange(cron: Cron, zone: string, least: number): boolean {
  if (!hasNeighbours(cron.minutes, least) && !HALF_HOUR_ZONES.has(zone.toLowerCase())) return false;
  return listClockChanges(zone).some(change => isShortAround(cron, change, least));
}

/**
 * Tells of a day (counted from 1 January of the reference year) whether none of a cron's times exists on it in `zone`,
 * since the clocks go forward over them. Null where no day can be skipped: in UTC, or with more times than an hour has.
 */
export function findSkippedDays({hours, minutes}: Cron, zone: string): ((day: number) => boolean) | null {
  if (/^(?:etc\/)?utc$/i.test(zone) || hours.length * minutes.length > MOST_SKIPPED) return null;
  const offsetAt = readOffsets(zone);
  if (offsetAt === null) return null;
  return day => hours.every(hour => minutes.every(minute => !exists(YEAR_START + day * 1440 + hour * 60 + minute, offsetAt)));
}

/** Minutes that a change of the clocks takes away. */
const MOST_SKIPPED = 60;

/** Whether the clock ever shows a wall-clock minute (since 1970, read as if in UTC). */
function exists(wallClock: number, offsetAt: (minute: number) => number): boolean {
  const offsets = [offsetAt(wallClock - 1440), offsetAt(wallClock + 1440)];
  return offsets.some(offset => wallClock - offset + offsetAt(wallClock - offset) === wallClock);
}

/** Their clocks change by half an hour, so that minutes of one hour meet other minutes. */
const HALF_HOUR_ZONES = new Set(['australia/lord_howe', 'australia/lhi']);

/** Whether two different minutes of an hour are closer than `least`, also across the full hour. */
function hasNeighbours(minutes: readonly number[], least: number): boolean {
  return minutes.some((minute, index) => {
    const next = minutes[index + 1] ?? (minutes[0] ?? 0) + 60;
    return next - minute < least;
  });
}

interface ClockChange {
  /** The first instant with the new offset, in minutes since 1970. */
  readonly at: number;
  /** Minutes to add to UTC for the wall clock, before and after. */
  readonly before: number;
  readonly after: number;
}

function isShortAround(cron: Cron, {at, before, after}: ClockChange, least: number): boolean {
  let previous: number | null = null;
  for (let instant = at - 180; instant <= at + 180; instant++) {
    if (!isRun(cron, instant + (instant < at ? before : after))) continue;
    if (previous !== null && instant - previous < least) return true;
    previous = instant;
  }
  return false;
}

/** Whether the cron runs at a wall-clock minute (minutes since 1970, read as if in UTC). */
function isRun({minutes, hours, days, months, weekdays}: Cron, wallClock: number): boolean {
  const date = new Date(wallClock * 60_000);
  return (
    minutes.includes(date.getUTCMinutes()) &&
    hours.includes(date.getUTCHours()) &&
    days.has(date.getUTCDate()) &&
    months.has(date.getUTCMonth() + 1) &&
    weekdays.has(date.getUTCDay())
  );
}

/** No zone changes its clocks twice within a week. In minutes. */
const WEEK = 7 * 1440;
const YEAR_START = Date.UTC(2026, 0, 1) / 60_000;

const remembered = new Map<string, readonly ClockChange[]>();

/** The clock changes of the reference year, as this Node's time zone data knows them; none for a zone it lacks. */
function listClockChanges(zone: string): readonly ClockChange[] {
  const known = remembered.get(zone);
  if (known !== undefined) return known;
  const changes: ClockChange[] = [];
  const offsetAt = readOffsets(zone);
  if (offsetAt !== null) {
    let before = offsetAt(YEAR_START);
    for (let week = YEAR_START; week < YEAR_START + 53 * WEEK; week += WEEK) {
      const after = offsetAt(week + WEEK);
      if (before !== after) changes.push({at: findChange(offsetAt, week, week + WEEK), before, after});
      before = after;
    }
  }
  remembered.set(zone, changes);
  return changes;
}
