import {UserError} from '../diagnostics/user-error';

const UNITS = {s: 1000, m: 60_000, h: 3_600_000} as const;

/** The longest duration that is taken, milliseconds: a day. */
const LONGEST_MS = 86_400_000;

/** Reads a flag that takes a duration, as milliseconds: a whole number and `s`, `m` or `h`, up to 24h. Throws {@link UserError}. */
export function readDuration(name: string, value: string): number {
  const [, number, unit] = /^(\d{1,9})([smh])$/.exec(value) ?? [];
  const ms = number === undefined ? Number.NaN : Number(number) * UNITS[unit as keyof typeof UNITS];
  if (ms <= LONGEST_MS) return ms;
  const hint = 'write a whole number and s, m or h, up to 24h, such as 10s, 5m or 1h';
  throw new UserError('config/usage', `${name} takes a duration, not "${value}"`, hint);
}
