import {isObject, type JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {type CronReading, readCron} from './cron';
import {isDocumentedSpelling, readScheduleText, type ScheduleReading} from './text';
import {type Timing, timeCron} from './timing';

/** Facts of one way of writing a schedule: its meaning and, where it can run, its frequency. */
interface ScheduleFacts {
  readonly reading:
    | {readonly kind: 'cron'; readonly cron: CronReading}
    | {readonly kind: 'text'; readonly text: ScheduleReading; readonly isDocumentedSpelling: boolean};
  readonly timing: Timing | null;
}

/** Reads a spec's `schedule`; null where it does not give exactly one of `cron` and `text`. Remembers what it read. */
export function readSchedule(schedule: JsonValue | undefined): ScheduleFacts | null {
  if (!isObject(schedule)) return null;
  const cron = member(schedule, 'cron');
  const text = member(schedule, 'text');
  if (typeof cron === 'string' && text === undefined) return remember(cron, cronSchedules, readCronSchedule);
  if (typeof text === 'string' && cron === undefined) return remember(text, textSchedules, readTextSchedule);
  return null;
}

/** Whether two cron expressions name the same times, however they are written: `0 0 * * *` is `0 *\/24 * * *`. */
export function isSameCron(left: string, right: string): boolean {
  if (left.trim() === right.trim()) return true;
  const [one, other] = [left, right].map(listTimes);
  return one !== undefined && one === other;
}

/** The times that a cron expression names, as text; undefined where it is none. */
function listTimes(cron: string): string | undefined {
  const reading = readSchedule({cron})?.reading;
  if (reading?.kind !== 'cron' || reading.cron.kind !== 'cron') return undefined;
  const {minutes, hours, days, months, weekdays} = reading.cron.cron;
  const ascending = (values: Iterable<number>) => [...values].sort((a, b) => a - b);
  return JSON.stringify([minutes, hours, days, months, weekdays].map(ascending));
}

const MINUTES_A_YEAR = 365 * 1440;

function readCronSchedule(expression: string): ScheduleFacts {
  const cron = readCron(expression);
  const numeric = cron.kind === 'extension' && cron.numeric !== null ? readCron(cron.numeric) : cron;
  return {reading: {kind: 'cron', cron}, timing: numeric.kind === 'cron' ? timeCron(numeric.cron) : null};
}

function readTextSchedule(words: string): ScheduleFacts {
  const text = readScheduleText(words);
  const documented = text.kind === 'schedule' ? text.documented : null;
  const reading = {kind: 'text', text, isDocumentedSpelling: isDocumentedSpelling(words, documented)} as const;
  if (text.kind === 'uneven') {
    return {reading, timing: {runsPerYear: MINUTES_A_YEAR / text.minutes, shortestGap: text.minutes, longestGap: text.minutes}};
  }
  if (text.kind !== 'schedule') return {reading, timing: null};
  const cron = readCron(text.cron);
  return {reading, timing: cron.kind === 'cron' ? timeCron(cron.cron) : null};
}

/** Most specs of a repository share a few schedules. Long or many ones are not worth keeping. */
const cronSchedules = new Map<string, ScheduleFacts>();
const textSchedules = new Map<string, ScheduleFacts>();
const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 200;

function remember(text: string, schedules: Map<string, ScheduleFacts>, read: (text: string) => ScheduleFacts): ScheduleFacts {
  const known = schedules.get(text);
  if (known !== undefined) return known;
  const facts = read(text);
  if (text.length <= LONGEST_REMEMBERED && schedules.size < MOST_REMEMBERED) schedules.set(text, facts);
  return facts;
}
