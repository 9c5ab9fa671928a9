import {readOffsets} from '../specs/schedule/offsets';

/** A moment as a user writes it: so long ago, or at a time (milliseconds since 1970). */
export type GivenMoment = {readonly kind: 'ago'; readonly ms: number} | {readonly kind: 'at'; readonly ms: number};

const UNITS: Readonly<Record<string, number>> = {m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000};

/**
 * Reads `90m`, `3d`, `2w`, a date or a date-time; one without a zone is of that which `timeZone` finds. Null for anything else. In the hour
 * that a clock change leaves out, the time after it counts; in the one that comes twice, the first.
 */
export function readMoment(text: string, timeZone: () => string): GivenMoment | null {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return {kind: 'ago', ms: Number(count) * (UNITS[unit] ?? 0)};
  const [, date, time = '00:00', zone] = DATE_TIME.exec(text) ?? [];
  if (date === undefined) return null;
  const wall = Date.parse(`${date}T${time}Z`);
  // `Date.parse` takes the 30th of February for the 1st of March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date) return null;
  const ms = zone === undefined ? toInstant(wall, timeZone()) : Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(ms) ? null : {kind: 'at', ms};
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** The instant at which the clocks of a zone show a wall time, given as if it were UTC. */
function toInstant(wall: number, timeZone: string): number {
  const offsetAt = readOffsets(timeZone) ?? (() => 0);
  const offset = (ms: number) => offsetAt(Math.floor(ms / 60_000)) * 60_000;
  // The offsets of the day before and after are the only two that can hold: no zone changes its clocks twice within a day.
  const [early, late] = [wall - offset(wall - DAY), wall - offset(wall + DAY)];
  const fits = [early, late].filter(ms => ms + offset(ms) === wall);
  return fits.length === 0 ? Math.max(early, late) : Math.min(...fits);
}

const DAY = 86_400_000;

/** A moment as milliseconds since 1970; `now` is the clock that `ago` counts from. */
export function resolveMoment({kind, ms}: GivenMoment, now: number): number {
  return kind === 'ago' ? now - ms : ms;
}
