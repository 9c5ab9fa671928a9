import type {JsonValue} from '../../json/value';
import {type Cron, parseCron} from './cron';
import type {Problems} from './problems';
import {readScheduleText, type Spread} from './schedule-text';
import {findZone, type Zone} from './zone';

/** A schedule as it is stored, and what it means. */
export interface ReadSchedule {
  readonly cron: string;
  readonly timezone: string;
  readonly parsed: Cron;
  readonly zone: Zone;
}

const path = ['schedule'];

/** How an installation that spreads schedule texts does it for the monitor with this id. */
export function spreadById(id: string, isSpreading: boolean): Spread {
  return isSpreading ? {seed: Number.parseInt(id.slice(0, 8), 16)} : 'none';
}

/** Reads a schedule that was accepted before. Throws where it can't be read after all. */
export function parseStoredSchedule({cron, timezone}: {readonly cron: string; readonly timezone: string}): ReadSchedule {
  const parsed = parseCron(cron);
  const zone = findZone(timezone);
  if (parsed === undefined || zone === undefined) throw new Error(`a stored schedule can't be read: ${cron} ${timezone}`);
  return {cron, timezone, parsed, zone};
}

/** Reads a schedule (service document, "MonitorSchedule"): a text becomes its cron expression. */
export function readSchedule(problems: Problems, value: JsonValue | undefined, spread: Spread): ReadSchedule | undefined {
  const schedule = problems.closedObject(value, path, ['cron', 'text', 'timezone']);
  if (schedule === undefined) return undefined;
  const {cron, text, timezone = 'UTC'} = schedule;
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
