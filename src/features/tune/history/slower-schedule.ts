import type {JsonObject, JsonValue} from '../../../core/json/value';
import {isObject} from '../../../core/json/value';
import {madeAt} from '../../../core/observe/check-span';
import {member} from '../../../core/service/member';
import {readSchedule} from '../../../core/specs/schedule/schedule';
import {namesTime} from '../../../core/specs/schedule/text';
import type {SeenCheck} from './history';

/** A slower schedule, and what speaks for it. */
interface SlowerSchedule {
  /** Instead of the present one. */
  readonly schedule: JsonObject;
  /** Its cron expression or text. */
  readonly value: string;
  readonly before: string;
  /** The checks that found nothing that matters. */
  readonly checks: readonly SeenCheck[];
  /** Of these, with changes: all of them noise. */
  readonly changed: number;
  /** Shortest time between two of the changes, minutes; null without two. */
  readonly shortestGapMinutes: number | null;
}

const DAY = 1440;
/** Times that a schedule may become longer, days that the checks have to span, checks that say anything at all. */
const MOST_SLOWER = 4;
const LEAST_DAYS = 14;
const LEAST_CHECKS = 10;
/** Share of the checks that have to have read all pages. */
const MOST_READ = 0.8;

/** Minutes between two checks that a schedule can say so that all of them are equal. */
const STEPS = [5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, DAY];

/**
 * Finds a slower schedule where no page had a change that was meaningful or not judged, over `wanted` checks and 14 days: at most four
 * times slower, never beyond daily; with changes, at most half the shortest time between two of them. Null for none. `checks` have ended, newest first.
 */
export function findSlowerSchedule(schedule: JsonValue | undefined, checks: readonly SeenCheck[], wanted: number): SlowerSchedule | null {
  const timing = readSchedule(schedule)?.timing ?? null;
  if (!isObject(schedule) || timing?.shortestGap == null || timing.shortestGap !== timing.longestGap) return null;
  const quiet = findQuiet(checks, wanted);
  if (quiet === null) return null;
  const shortest = findShortestGap(quiet);
  const most = Math.min(MOST_SLOWER * timing.shortestGap, DAY, shortest === null ? DAY : shortest / 2);
  const minutes = STEPS.findLast(step => step <= most && step > (timing.shortestGap ?? DAY));
  const slower = minutes === undefined ? null : slowDown(schedule, minutes);
  if (slower === null) return null;
  return {
    schedule: slower,
    value: wordsOf(slower),
    before: wordsOf(schedule),
    checks: quiet,
    changed: quiet.filter(({pages}) => pages.length > 0).length,
    shortestGapMinutes: shortest === null ? null : Math.floor(shortest),
  };
}

/** The checks that read all pages, where they are enough and none of all checks found what may matter. */
function findQuiet(checks: readonly SeenCheck[], wanted: number): readonly SeenCheck[] | null {
  if (checks.length < wanted) return null;
  if (checks.some(({pages, unread}) => unread > 0 || pages.some(({verdict}) => verdict !== 'noise'))) return null;
  // A page that could not be read may have changed.
  const whole = checks.filter(({check: {status, summary}}) => status === 'completed' && summary !== null && summary.error === 0);
  if (whole.length < Math.max(LEAST_CHECKS, MOST_READ * wanted)) return null;
  const times = whole.map(({check}) => madeAt(check));
  return Math.max(...times) - Math.min(...times) >= LEAST_DAYS * DAY * 60_000 ? whole : null;
}

/** The shortest time between two changes, minutes; null without two. */
function findShortestGap(checks: readonly SeenCheck[]): number | null {
  const times = checks
    .filter(({pages}) => pages.length > 0)
    .map(({check}) => madeAt(check))
    .sort((one, other) => one - other);
  const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? time)) / 60_000);
  return gaps.length === 0 ? null : Math.min(...gaps);
}

/** The same schedule with so many minutes between two checks; it keeps its minute, and its form where that can say it. */
function slowDown(schedule: JsonObject, minutes: number): JsonObject | null {
  const {cron: _cron, text, ...rest} = schedule;
  const isFree = typeof text === 'string' && !namesTime(text);
  const cron = isFree ? null : toCron(schedule, minutes);
  const slower = isFree ? {text: toText(minutes), ...rest} : cron === null ? null : {cron, ...rest};
  const timing = slower === null ? null : (readSchedule(slower)?.timing ?? null);
  return timing?.shortestGap === minutes && timing.longestGap === minutes ? slower : null;
}

function toText(minutes: number): string {
  if (minutes < 60) return `every ${minutes} minutes`;
  if (minutes === 60) return 'hourly';
  return minutes === DAY ? 'daily' : `every ${minutes / 60} hours`;
}

function toCron(schedule: JsonObject, minutes: number): string | null {
  const reading = readSchedule(schedule)?.reading;
  const text = reading?.kind === 'text' && reading.text.kind === 'schedule' ? reading.text.cron : null;
  const read = text === null ? reading : readSchedule({cron: text})?.reading;
  if (read?.kind !== 'cron' || read.cron.kind !== 'cron') return null;
  const [minute = 0] = read.cron.cron.minutes;
  const [hour = 0] = read.cron.cron.hours;
  if (minutes < 60) return `${every(minutes, minute, 59)} * * * *`;
  if (minutes === 60) return `${minute} * * * *`;
  return minutes === DAY ? `${minute} ${hour} * * *` : `${minute} ${every(minutes / 60, hour, 23)} * * *`;
}

function every(step: number, start: number, last: number): string {
  return start % step === 0 ? `*/${step}` : `${start % step}-${last}/${step}`;
}

function wordsOf(schedule: JsonObject): string {
  return String(member(schedule, 'cron') ?? member(schedule, 'text') ?? '');
}
