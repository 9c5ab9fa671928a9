import {isPlainName, PLAIN_NAME_HINT} from '../base/names';
import {listWords} from '../base/words';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import {UserError} from '../diagnostics/user-error';
import {LOOKUP_SECONDS} from './choices';

/** Reads an option or variable that takes a whole number, of `unit` where that is not plain; throws {@link UserError}. */
export function wholeNumber(name: string, value: string, range: {readonly min: number; readonly max: number}, unit?: string): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= range.min && number <= range.max) return number;
  throw new UserError(
    'config/usage',
    `${name} takes a whole number${unit === undefined ? '' : ` of ${unit}`} from ${range.min} to ${range.max}, not "${value}"`,
  );
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
  return seconds === undefined ? DEFAULT_LOOKUP_MS : 1000 * wholeNumber(name, seconds, LOOKUP_SECONDS, 'seconds');
}

/** Base of the computed delays between attempts, milliseconds: `MONITORS_RETRY_BASE_MS`, else 1000; tests shorten it. Throws {@link UserError}. */
export function readRetryBase(env: Readonly<Record<string, string | undefined>>): number {
  return wholeNumber('MONITORS_RETRY_BASE_MS', env['MONITORS_RETRY_BASE_MS'] ?? '1000', {min: 0, max: 60_000});
}

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

/** Returns a name that can stand in target ids and file names; throws {@link UserError} for any other. */
export function checkName(what: string, name: string, place: string): string {
  if (isPlainName(name)) return name;
  throw new UserError('config/bad-name', `the ${what} name ${JSON.stringify(name)} ${place} cannot be used`, PLAIN_NAME_HINT);
}

/** Whether a name can stand in `${env:NAME}` and `${var:NAME}`. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** Characters that the name of a variable is made of. */
export const VARIABLE_NAME_HINT = 'use letters, digits and "_" only, beginning with a letter or "_"';

/** Start of the names of this tool's environment variables. */
export const PREFIX = 'MONITORS_';

/** Variables that this tool, its Action and the workflows of `init` read, without the prefix. */
const VARIABLES: readonly string[] = [
  'API_KEY',
  'BASE_URL',
  'DRIFT',
  'ENVIRONMENT',
  'RETRY_BASE_MS',
  'STATE_KEY',
  'STATE_POSTGRES_URL',
  'STATE_S3_RACES',
  'WEBHOOK_SECRET',
];

/** Begins the names of variables for tests of this tool. */
const FOR_TESTS = 'TEST_';

/** Lists the set variables that begin like this tool's and are none of them, without the prefix. */
export function listStrangeVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter(name => name.startsWith(PREFIX) && env[name] !== undefined && env[name] !== '')
    .map(name => name.slice(PREFIX.length))
    .filter(name => !VARIABLES.includes(name) && !name.startsWith(FOR_TESTS));
}

/**
 * Warns of strange variables that nearly have the name of one of this tool's. A longer name beside a variable that is set is a copy, not a
 * mistake.
 */
export function warnOfNearVariables(strange: readonly string[], env: Readonly<Record<string, string | undefined>>): Diagnostic[] {
  return strange.flatMap((name): Diagnostic[] => {
    const near = suggestName(name, VARIABLES);
    if (near === undefined || (name.startsWith(near) && (env[`${PREFIX}${near}`] ?? '') !== '')) return [];
    const message = `the environment variable ${PREFIX}${name} is set, and nothing reads it`;
    return [{code: 'config/near-variable', severity: 'warning', message, hint: `did you mean ${PREFIX}${near}?`}];
  });
}
