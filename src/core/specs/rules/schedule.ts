import {assertNever} from '../../base/assert-never';
import {countOf} from '../../base/words';
import type {JsonValue} from '../../json/value';
import {findSkippedDays, hasShortGapAtClockChange} from '../schedule/clock-change';
import type {Cron, CronReading} from '../schedule/cron';
import {readSchedule} from '../schedule/schedule';
import {suggestForCron, suggestSchedule} from '../schedule/suggestion';
import type {ScheduleReading} from '../schedule/text';
import {pausesOverAYear, type Timing} from '../schedule/timing';
import {isZoneName, suggestZones} from '../schedule/zone';
import {type Spot, shorten} from '../spot';

/** A schedule is exactly one of `cron` and `text`, at least 5 minutes apart, in an IANA time zone. */
export function checkSchedule(schedule: Spot): void {
  checkZone(schedule);
  const cron = schedule.read('cron');
  const text = schedule.read('text');
  if (cron !== undefined && text !== undefined) {
    schedule.error('schedule/both', 'the schedule has both "cron" and "text"', 'keep one of them');
    return;
  }
  if (cron === undefined && text === undefined) {
    schedule.missing(['cron', 'text'], 'schedule/neither', {
      message: 'the schedule has neither "cron" nor "text"',
      hint: 'write text: every 30 minutes, or cron: "0 6 * * *"',
    });
    return;
  }
  const facts = readSchedule(schedule.value);
  if (facts === null) return;
  checkLength(schedule);
  if (facts.reading.kind === 'cron') reportCron(schedule.at('cron'), facts.reading.cron, facts.timing, schedule.read('timezone'));
  else if (!facts.reading.isDocumentedSpelling) reportText(schedule.at('text'), facts.reading.text);
}

const SHORTEST_GAP = 5;
const LONGEST_TEXT = 128;

function checkLength(schedule: Spot): void {
  for (const name of ['cron', 'text'] as const) {
    const value = schedule.read(name);
    if (typeof value !== 'string' || value.length <= LONGEST_TEXT) continue;
    const message = `"schedule.${name}" has ${value.length} characters; Firecrawl takes ${LONGEST_TEXT}`;
    schedule.at(name).warn('service/schedule-length', message, 'write it shorter, e.g. with ranges and steps');
  }
}

function checkZone(schedule: Spot): void {
  const zone = schedule.read('timezone');
  if (typeof zone !== 'string' || isZoneName(zone)) return;
  const meant = suggestZones(zone);
  const [first = ''] = meant;
  const hint = first.startsWith('Etc/GMT') && !/^etc\//i.test(zone) ? hintForOffset(first) : hintForZone(meant);
  schedule.at('timezone').error('schedule/timezone', `"${shorten(zone)}" is not an IANA time zone`, hint);
}

function hintForZone(meant: readonly string[]): string {
  return meant.length === 0 ? 'write a name such as Europe/Berlin or UTC' : `did you mean ${joinChoices(meant)}?`;
}

/** An offset has a name, but the name of a place is what is mostly meant. */
function hintForOffset(name: string): string {
  return `write a place such as Europe/Berlin, which follows summer time; the fixed offset is ${name} (IANA turns the sign round)`;
}

function joinChoices(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

function reportText(spot: Spot, reading: ScheduleReading): void {
  const text = String(spot.value);
  const shown = `"${shorten(text)}"`;
  switch (reading.kind) {
    case 'schedule': {
      const message = `${shown} is not a documented schedule; Firecrawl reads it as "${reading.documented}"`;
      spot.warn('schedule/undocumented-form', message, `write ${reading.documented}`);
      return;
    }
    case 'uneven': {
      const hint = `write ${reading.suggestion}, or a cron expression`;
      spot.warn('service/schedule-text', `${shown}: Firecrawl ${reading.reason} only`, hint);
      return;
    }
    case 'too-frequent': {
      const message = `${shown} is more often than every ${SHORTEST_GAP} minutes, the shortest that Firecrawl takes`;
      spot.error('schedule/too-frequent', message, `write text: every ${SHORTEST_GAP} minutes`);
      return;
    }
    case 'wrong-number':
      spot.error('schedule/text-form', `${shown}: ${reading.reason}`, hintForText(text));
      return;
    case 'unknown':
      spot.error('schedule/text-form', `${shown} is not a schedule that Firecrawl understands`, hintForText(text));
      return;
    default:
      assertNever(reading);
  }
}

function hintForText(text: string): string {
  const meant = suggestSchedule(text);
  if (meant === null) return TEXT_FORMS;
  return meant.kind === 'text' ? `write ${meant.text}` : `write cron: "${meant.cron}"`;
}

const TEXT_FORMS =
  'write e.g. every 30 minutes, every 15 minutes starting at :07, hourly, every 2 hours, daily at 9:00, daily at 5:30 PM or weekly';

function reportCron(spot: Spot, reading: CronReading, timing: Timing | null, zone: JsonValue | undefined): void {
  switch (reading.kind) {
    case 'cron':
      for (const {part, ranged} of reading.lonelySteps) {
        const alone = part.slice(0, part.indexOf('/'));
        const message = `"${part}" is read as ${alone} alone: a step counts only after * or a range`;
        spot.warn('schedule/lonely-step', message, `write ${ranged}, or ${alone} if that is meant`);
      }
      reportTiming(spot, reading.cron, timing, zone);
      return;
    case 'extension': {
      const shown = `"${shorten(reading.part)}"`;
      const message = /[a-z]{3}/i.test(reading.part)
        ? `cron names are not supported: ${shown}`
        : `${shown} is not supported in a cron expression`;
      const hint = reading.numeric === null ? 'write numbers, * , - and / only' : `write "${reading.numeric}"`;
      spot.warn('service/cron-syntax', message, hint);
      return;
    }
    case 'field-count': {
      const message = `a cron expression has five fields, this one has ${reading.count}`;
      spot.error('schedule/cron-fields', message, hintForFieldCount(String(spot.value), reading.count));
      return;
    }
    case 'field': {
      const [low, high] = reading.range;
      const hint =
        reading.suggestion === null
          ? (hintForCron(String(spot.value)) ?? `write ${low} to ${high}, a range such as ${low}-${high}, or * with a step such as */5`)
          : `write ${reading.suggestion}`;
      spot.error('schedule/cron-field', `"${shorten(reading.part)}" is not a valid ${reading.field} in a cron expression`, hint);
      return;
    }
    default:
      assertNever(reading);
  }
}

function hintForFieldCount(text: string, count: number): string {
  if (count === 6) return hintForCron(text) ?? 'write it without seconds and years: minute, hour, day of month, month, day of week';
  return hintForCron(text) ?? 'write minute, hour, day of month, month, day of week, e.g. "0 6 * * *"';
}

function hintForCron(text: string): string | null {
  const meant = suggestForCron(text);
  if (meant === null) return null;
  return meant.kind === 'cron' ? `write "${meant.cron}"` : `write text: ${meant.text} instead of cron`;
}

function reportTiming(spot: Spot, cron: Cron, timing: Timing | null, zone: JsonValue | undefined): void {
  if (timing !== null && timing.shortestGap !== null && timing.shortestGap < SHORTEST_GAP) {
    const minutes = countOf(timing.shortestGap, 'minute');
    const message = `two runs are only ${minutes} apart; the service takes ${SHORTEST_GAP} minutes or more`;
    const hint = 'write minutes that are at least 5 apart, also from one hour to the next: */5, */10, */15, */20 or */30';
    spot.error('schedule/too-frequent', message, hint);
    return;
  }
  const findSkipped = () => (typeof zone === 'string' && isZoneName(zone) ? findSkippedDays(cron, zone) : null);
  if (pausesOverAYear(cron, findSkipped)) {
    const message = 'the schedule pauses for more than 366 days; Firecrawl refuses it before and during such a pause';
    const hint =
      'day of month, month and day of week must all match, and the time must exist when the clocks change: write * for one field, or another time';
    spot.warn('service/never-runs', message, hint);
    return;
  }
  if (typeof zone === 'string' && isZoneName(zone) && hasShortGapAtClockChange(cron, zone, SHORTEST_GAP)) {
    const message = `when the clocks change in ${zone}, two runs are less than ${SHORTEST_GAP} minutes apart`;
    spot.warn('schedule/clock-change', message, 'choose other minutes, or timezone: UTC');
  }
}
