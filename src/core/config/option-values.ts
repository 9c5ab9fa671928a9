import {listWords} from '../base/list-words';
import {UserError} from '../diagnostics/user-error';
import {LOOKUP_SECONDS} from './choices';
import type {SettingsSources} from './settings';

/** Reads an option or variable that takes a whole number; throws {@link UserError}. */
export function wholeNumber(name: string, value: string, range: {readonly min: number; readonly max: number}): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.min && number <= range.max) return number;
  throw new UserError('config/usage', `${name} takes a whole number from ${range.min} to ${range.max}, not "${value}"`);
}

/** Reads an option that takes one of a few words; throws {@link UserError}. */
export function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const word = words.find(candidate => candidate === value);
  if (word === undefined) throw new UserError('config/usage', `${name}: unknown value "${value}"`, `use ${listWords(words, 'or')}`);
  return word;
}

/** The time by which a service has carried out and lists what it was sent, unless an option says otherwise; milliseconds. */
export const DEFAULT_LOOKUP_MS = 90_000;

/** Reads the lookup time, given in seconds, from 0 to 3600; milliseconds. Throws {@link UserError}. */
export function readLookupMs(name: string, seconds: string | undefined): number {
  return seconds === undefined ? DEFAULT_LOOKUP_MS : 1000 * wholeNumber(name, seconds, LOOKUP_SECONDS);
}

/** Base of the computed delays between attempts, milliseconds: `MONITORS_RETRY_BASE_MS`, else 1000; tests shorten it. Throws {@link UserError}. */
export function readRetryBase(env: SettingsSources['env']): number {
  return wholeNumber('MONITORS_RETRY_BASE_MS', env['MONITORS_RETRY_BASE_MS'] ?? '1000', {min: 0, max: 60_000});
}
