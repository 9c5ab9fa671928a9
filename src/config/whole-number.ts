import {UserError} from '../diagnostics/user-error';

/** Reads a flag or variable that takes a whole number; throws {@link UserError}. */
export function wholeNumber(name: string, value: string, range: {readonly min: number; readonly max: number}): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.min && number <= range.max) return number;
  throw new UserError('config/usage', `${name} takes a whole number from ${range.min} to ${range.max}, not "${value}"`);
}
