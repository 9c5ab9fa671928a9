import type {JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {readSchedule} from './schedule';
import {namesTime} from './text';

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
