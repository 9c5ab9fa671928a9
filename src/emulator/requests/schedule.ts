import type {JsonValue} from '../../core/json/value';
import {fillingsOf} from '../../core/service/fill-in';
import {listMembers} from '../../core/service/table';
import {type CronFields, parseCron} from './cron';
import type {Problems} from './problems';
import {findZone, type Zone} from './zone';

/** A schedule as it is stored, and what it means. */
export interface ReadSchedule {
  readonly cron: string;
  readonly timezone: string;
  readonly parsed: CronFields;
  readonly zone: Zone;
}

const path = ['schedule'];

/** Returns how an installation that spreads schedule texts does it for the monitor with this id. */
export function spreadById(id: string, isSpreading: boolean): Spread {
  return isSpreading ? {seed: Number.parseInt(id.slice(0, 8), 16)} : 'none';
}

/** Reads a schedule that was accepted before. Throws if it is invalid. */
export function parseStoredSchedule({cron, timezone}: {readonly cron: string; readonly timezone: string}): ReadSchedule {
  const parsed = parseCron(cron);
  const zone = findZone(timezone);
  if (parsed === undefined || zone === undefined) throw new Error(`invalid stored schedule: ${cron} ${timezone}`);
  return {cron, timezone, parsed, zone};
}

/** Reads a schedule (API v2, "MonitorSchedule"): a text becomes its cron expression. */
export function readSchedule(problems: Problems, value: JsonValue | undefined, spread: Spread): ReadSchedule | undefined {
  const schedule = problems.closedObject(value, path, listMembers('MonitorSchedule'));
  if (schedule === undefined) return undefined;
  const {cron, text, timezone} = {...fillingsOf('MonitorSchedule'), ...schedule};
  const zoneName = problems.string(timezone, ['schedule', 'timezone'], {max: 128});
  const zone = zoneName === undefined ? undefined : findZone(zoneName);
  if (zoneName !== undefined && zone === undefined) problems.add(['schedule', 'timezone'], 'custom', 'must be an IANA time zone');
  if ((cron === undefined) === (text === undefined)) return problems.add(path, 'custom', 'give either cron or text');
  const expression =
    cron === undefined ? readText(problems, text, spread) : problems.string(cron, ['schedule', 'cron'], {min: 1, max: 128});
  if (expression === undefined) return undefined;
  const parsed = parseCron(expression);
  if (parsed === undefined) return problems.add(['schedule', 'cron'], 'custom', 'must be a cron expression of five numeric fields');
  return zone === undefined || zoneName === undefined ? undefined : {cron: expression, timezone: zoneName, parsed, zone};
}

function readText(problems: Problems, value: JsonValue | undefined, spread: Spread): string | undefined {
  const text = problems.string(value, ['schedule', 'text'], {min: 1, max: 128});
  if (text === undefined) return undefined;
  const read = readScheduleText(text, spread);
  return 'cron' in read ? read.cron : problems.add(['schedule', 'text'], 'custom', read.problem);
}

/** The minute at which a schedule text without one starts. */
type Spread = 'none' | {readonly seed: number};

/** The cron expression of a schedule text, or what is wrong with the text. */
type TextSchedule = {readonly cron: string} | {readonly problem: string};

/**
 * Reads a schedule text as Firecrawl does (API v2, "MonitorSchedule"): any case and spacing, commas
 * and full stops ignored. With a spread, texts that name no minute get one of their own.
 */
function readScheduleText(text: string, spread: Spread): TextSchedule {
  const words = text.toLowerCase().replace(/[.,]/g, '').trim().replace(/\s+/g, ' ');
  for (const [pattern, read] of forms) {
    const match = pattern.exec(words);
    if (match !== null) return read(match, limit => (spread === 'none' ? 0 : spread.seed % limit));
  }
  return {problem: 'is not a supported schedule: write e.g. "every 30 minutes", "hourly", "daily at 9:00" or "weekly"'};
}

type Form = readonly [RegExp, (match: RegExpExecArray, spread: (limit: number) => number) => TextSchedule];

const starting = '(?: start(?:ing)?(?: at| on)? :?(\\d{1,2}))?';

const forms: readonly Form[] = [
  [new RegExp(`^every (\\d+) (?:minutes?|mins?)${starting}$`), readMinutes],
  [
    /^(?:hourly|every hour)(?: (?:start(?:ing)? )?at :?(\d{1,2}))?$/,
    ([, start], spread) => atMinute(start, spread(60), minute => `${minute} * * * *`),
  ],
  [/^every (\d+) (?:hours?|hrs?)$/, readHours],
  [/^(?:daily|every day)$/, (_, spread) => ({cron: `${spread(60)} 0 * * *`})],
  [/^(?:daily|every day) at (\d{1,2})(?::(\d{2}))? ?(am|pm)?$/, readDaily],
  [/^(?:weekly|every week)$/, (_, spread) => ({cron: `${spread(60)} 0 * * 0`})],
];

function readMinutes([, count = '', start]: RegExpExecArray, spread: (limit: number) => number): TextSchedule {
  const every = Number(count);
  if (every < 1 || every > 60) return {problem: 'the number of minutes must be 1 to 60'};
  if (60 % every !== 0) return {problem: 'the number of minutes must divide 60'};
  return atMinute(start, spread(every), minute => (minute === 0 ? `*/${every} * * * *` : `${minute}-59/${every} * * * *`));
}

function readHours([, count = '']: RegExpExecArray, spread: (limit: number) => number): TextSchedule {
  const every = Number(count);
  if (every < 1 || every > 24) return {problem: 'the number of hours must be 1 to 24'};
  if (24 % every !== 0) return {problem: 'the number of hours must divide 24'};
  return {cron: `${spread(60)} */${every} * * *`};
}

function readDaily([, hourText = '', minuteText = '0', half]: RegExpExecArray): TextSchedule {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  const isHour = half === undefined ? hour <= 23 : hour >= 1 && hour <= 12;
  if (!isHour || minute > 59) return {problem: 'the time of day is not valid'};
  return {cron: `${minute} ${half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)} * * *`};
}

function atMinute(start: string | undefined, otherwise: number, write: (minute: number) => string): TextSchedule {
  const minute = start === undefined ? otherwise : Number(start);
  return minute > 59 ? {problem: 'the starting minute must be 0 to 59'} : {cron: write(minute)};
}
