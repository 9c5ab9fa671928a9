import type {JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {type FixedSchedule, readFixedSchedule} from './fixed';
import {readSchedule} from './schedule';

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
