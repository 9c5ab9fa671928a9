import type {JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {readSchedule} from './schedule';
import {namesTime} from './text';

/** When a monitor runs, as its body says. */
export interface ScheduleTimes {
  /** Five fields; null for what no cron expression stands for. */
  readonly cron: string | null;
  readonly timezone: string;
  /** The body decides the minute; for words such as `hourly` the service may. */
  readonly isFixed: boolean;
}

/** Reads when the `schedule` of a body runs. */
export function readTimes(schedule: JsonValue | undefined): ScheduleTimes {
  const fixed = readFixedSchedule(schedule);
  if (fixed !== null) return {...fixed, isFixed: true};
  const zone = member(schedule, 'timezone');
  const reading = readSchedule(schedule)?.reading;
  const cron = reading?.kind === 'text' && reading.text.kind === 'schedule' ? reading.text.cron : null;
  return {cron, timezone: typeof zone === 'string' ? zone : 'UTC', isFixed: false};
}

/** The schedule whose minutes a body decides; undefined where the service may. */
export function fixedOf({cron, timezone, isFixed}: ScheduleTimes): FixedSchedule | undefined {
  return cron === null || !isFixed ? undefined : {cron, timezone};
}

/** A schedule whose minutes the spec decides. */
export interface FixedSchedule {
  readonly cron: string;
  readonly timezone: string;
}

/**
 * Reads a spec's `schedule`; null where it can't be read, and for words that name no time, such as `hourly`: those the service may
 * spread itself.
 */
export function readFixedSchedule(schedule: JsonValue | undefined): FixedSchedule | null {
  const reading = readSchedule(schedule)?.reading;
  if (reading === undefined) return null;
  const zone = member(schedule, 'timezone') ?? 'UTC';
  if (typeof zone !== 'string') return null;
  const written = String(member(schedule, reading.kind));
  if (reading.kind === 'cron') return reading.cron.kind === 'cron' ? {cron: written.trim().replace(/\s+/g, ' '), timezone: zone} : null;
  return reading.text.kind === 'schedule' && namesTime(written) ? {cron: reading.text.cron, timezone: zone} : null;
}
