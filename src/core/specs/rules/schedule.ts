import {assertNever} from '../../base/assert-never';
import {isObject, type JsonObject} from '../../json/value';
import {member} from '../../service/member';
import {findSkippedDays, hasShortGapAtClockChange} from '../schedule/clock-change';
import type {Cron, CronReading} from '../schedule/cron';
import {readSchedule} from '../schedule/schedule';
import {suggestForCron, suggestSchedule} from '../schedule/suggestion';
import type {TextReading} from '../schedule/text';
import {pausesOverAYear, type Timing} from '../schedule/timing';
import {isZoneName, suggestZones} from '../schedule/zone';
import {type RuleSink, shorten} from './sink';

/** A schedule is exactly one of `cron` and `text`, at least 5 minutes apart, in an IANA time zone. */
export function checkSchedule(body: JsonObject, sink: RuleSink): void {
  const schedule = member(body, 'schedule');
  if (!isObject(schedule)) return;
  checkZone(schedule, sink);
  const cron = member(schedule, 'cron');
  const text = member(schedule, 'text');
  if (cron !== undefined && text !== undefined) {
    sink.error({code: 'schedule/both', path: ['schedule'], message: 'the schedule has both "cron" and "text"', hint: 'keep one of them'});
    return;
  }
  if (cron === undefined && text === undefined) {
    const hint = 'write text: every 30 minutes, or cron: "0 6 * * *"';
    sink.error({code: 'schedule/neither', path: ['schedule'], message: 'the schedule has neither "cron" nor "text"', hint});
    return;
  }
  const facts = readSchedule(schedule);
  if (facts === null) return;
  checkLength(schedule, sink);
  if (facts.reading.kind === 'text') {
    if (!facts.reading.isDocumentedSpelling) reportText(String(text), facts.reading.text, sink);
  } else reportCron(String(cron), facts.reading.cron, facts.timing, schedule, sink);
}

const SHORTEST_GAP = 5;
const LONGEST_TEXT = 128;

function checkLength(schedule: JsonObject, sink: RuleSink): void {
  for (const name of ['cron', 'text'] as const) {
    const value = member(schedule, name);
    if (typeof value !== 'string' || value.length <= LONGEST_TEXT) continue;
    const message = `"schedule.${name}" has ${value.length} characters; Firecrawl takes ${LONGEST_TEXT}`;
    sink.warn({code: 'service/schedule-length', path: ['schedule', name], message, hint: 'write it shorter, e.g. with ranges and steps'});
  }
}

function checkZone(schedule: JsonObject, sink: RuleSink): void {
  const zone = member(schedule, 'timezone');
  if (typeof zone !== 'string' || isZoneName(zone)) return;
  const meant = suggestZones(zone);
  sink.error({
    code: 'schedule/timezone',
    path: ['schedule', 'timezone'],
    message: `"${shorten(zone)}" is not an IANA time zone`,
    hint: meant.length === 0 ? 'write a name such as Europe/Berlin or UTC' : `did you mean ${joinChoices(meant)}?`,
  });
}

function joinChoices(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

function reportText(text: string, reading: TextReading, sink: RuleSink): void {
  const path = ['schedule', 'text'];
  switch (reading.kind) {
    case 'schedule':
      sink.warn({
        code: 'schedule/undocumented-form',
        path,
        message: `"${shorten(text)}" is not a documented schedule; Firecrawl reads it as "${reading.documented}"`,
        hint: `write ${reading.documented}`,
      });
      return;
    case 'uneven':
      sink.warn({
        code: 'service/schedule-text',
        path,
        message: `"${shorten(text)}": Firecrawl ${reading.reason} only`,
        hint: `write ${reading.suggestion}, or a cron expression`,
      });
      return;
    case 'too-frequent':
      sink.error({
        code: 'schedule/too-frequent',
        path,
        message: `"${shorten(text)}" is more often than every ${SHORTEST_GAP} minutes`,
        hint: `write every ${SHORTEST_GAP} minutes, or a longer time`,
      });
      return;
    case 'wrong-number':
      sink.error({code: 'schedule/text-form', path, message: `"${shorten(text)}": ${reading.reason}`, hint: hintForText(text)});
      return;
    case 'unknown':
      sink.error({
        code: 'schedule/text-form',
        path,
        message: `"${shorten(text)}" is not a schedule that Firecrawl understands`,
        hint: hintForText(text),
      });
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

function reportCron(text: string, reading: CronReading, timing: Timing | null, schedule: JsonObject, sink: RuleSink): void {
  const path = ['schedule', 'cron'];
  switch (reading.kind) {
    case 'cron':
      for (const {part, ranged} of reading.lonelySteps) {
        const alone = part.slice(0, part.indexOf('/'));
        const message = `"${part}" is read as ${alone} alone: a step counts only after * or a range`;
        sink.warn({code: 'schedule/lonely-step', path, message, hint: `write ${ranged}, or ${alone} if that is meant`});
      }
      reportTiming(reading.cron, timing, schedule, sink);
      return;
    case 'extension':
      sink.warn({
        code: 'service/cron-syntax',
        path,
        message: /[a-z]{3}/i.test(reading.part)
          ? `cron names are not supported: "${shorten(reading.part)}"`
          : `"${shorten(reading.part)}" is not supported in a cron expression`,
        hint: reading.numeric === null ? 'write numbers, * , - and / only' : `write "${reading.numeric}"`,
      });
      return;
    case 'field-count':
      sink.error({
        code: 'schedule/cron-fields',
        path,
        message: `a cron expression has five fields, this one has ${reading.count}`,
        hint: hintForFieldCount(text, reading.count),
      });
      return;
    case 'field': {
      const [low, high] = reading.range;
      sink.error({
        code: 'schedule/cron-field',
        path,
        message: `"${shorten(reading.part)}" is not a valid ${reading.field} in a cron expression`,
        hint:
          reading.suggestion === null
            ? (hintForCron(text) ?? `write ${low} to ${high}, a range such as ${low}-${high}, or * with a step such as */5`)
            : `write ${reading.suggestion}`,
      });
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

function reportTiming(cron: Cron, timing: Timing | null, schedule: JsonObject, sink: RuleSink): void {
  const path = ['schedule', 'cron'];
  if (timing !== null && timing.shortestGap !== null && timing.shortestGap < SHORTEST_GAP) {
    const minutes = timing.shortestGap === 1 ? '1 minute' : `${timing.shortestGap} minutes`;
    const message = `two runs are only ${minutes} apart; the service takes ${SHORTEST_GAP} minutes or more`;
    const hint = 'write minutes that are at least 5 apart, also from one hour to the next: */5, */10, */15, */20 or */30';
    sink.error({code: 'schedule/too-frequent', path, message, hint});
    return;
  }
  const zone = member(schedule, 'timezone');
  const findSkipped = () => (typeof zone === 'string' && isZoneName(zone) ? findSkippedDays(cron, zone) : null);
  if (pausesOverAYear(cron, findSkipped)) {
    const message = 'the schedule pauses for more than 366 days; Firecrawl refuses it before and during such a pause';
    const hint =
      'day of month, month and day of week must all match, and the time must exist when the clocks change: write * for one field, or another time';
    sink.warn({code: 'service/never-runs', path, message, hint});
    return;
  }
  if (typeof zone === 'string' && isZoneName(zone) && hasShortGapAtClockChange(cron, zone, SHORTEST_GAP)) {
    const message = `when the clocks change in ${zone}, two runs are less than ${SHORTEST_GAP} minutes apart`;
    sink.warn({code: 'schedule/clock-change', path, message, hint: 'choose other minutes, or timezone: UTC'});
  }
}
