import {isObject} from '../../json/value';
import {operationNames} from '../routes';
import type {FaultAction} from './script';

/** What a member of a fault script may be. */
export interface Check {
  readonly accepts: (value: unknown) => boolean;
  /** Completes "must be ...". */
  readonly words: string;
  readonly isRequired: boolean;
}

const anything: Check = {accepts: () => true, words: 'any value', isRequired: false};
const text: Check = {accepts: value => typeof value === 'string', words: 'a text', isRequired: false};
const flag: Check = {accepts: value => typeof value === 'boolean', words: 'true or false', isRequired: false};
const headers: Check = {
  accepts: value => isObject(value) && Object.entries(value).every(([name, item]) => isHeader(name, item)),
  words: 'an object of header names and texts',
  isRequired: false,
};
const work: Check = {
  accepts: value =>
    value === 'none' || value === 'done' || (isObject(value) && Object.keys(value).length === 1 && isWhole(value['afterMs'], 0)),
  words: 'none, done or {afterMs: milliseconds}',
  isRequired: false,
};
const header: Check = {
  accepts: value => typeof value === 'number' || (typeof value === 'string' && isHeader('retry-after', value)),
  words: 'a number of seconds or the text of the header',
  isRequired: false,
};
const names: Check = {
  accepts: value => value === 'all' || (Array.isArray(value) && value.every(item => typeof item === 'string')),
  words: 'all, or a list of member names',
  isRequired: false,
};

/** The members of a script. */
export const scriptMembers: Readonly<Record<string, Check>> = {
  faults: {accepts: Array.isArray, words: 'a list', isRequired: false},
  answers: {accepts: isObject, words: 'an object', isRequired: false},
};

/** The members of `answers`. */
export const answerMembers: Readonly<Record<string, Check>> = {
  timestamps: oneOf('iso', 'postgres'),
  spreadSchedules: flag,
  unknownPaths: oneOf('json', 'html'),
  replicaLagMs: whole(0, 86_400_000),
  checks: oneOf('reads', 'asked'),
  creditFactor: {
    accepts: value => typeof value === 'number' && value >= 0 && value <= 1000,
    words: 'a number, 0 to 1000',
    isRequired: false,
  },
};

/** The members that every fault may have. */
export const faultMembers: Readonly<Record<string, Check>> = {
  when: {accepts: isObject, words: 'an object', isRequired: false},
  skip: whole(0),
  times: whole(1),
  delayMs: whole(0, 86_400_000),
  do: anything,
};

/** The members of `when`. */
export const matchMembers: Readonly<Record<string, Check>> = {
  request: orList(whole(1)),
  method: orList(text),
  path: orList(text),
  operation: orList(oneOf(...operationNames)),
  name: orList(text),
  url: orList(text),
};

/** The members of each action. */
export const actionMembers: Readonly<Record<NonNullable<FaultAction['do']>, Readonly<Record<string, Check>>>> = {
  pass: {},
  drop: {work, reset: flag},
  hang: {work},
  answer: {
    work,
    status: required(whole(200, 599)),
    retryAfter: header,
    headers,
    error: text,
    code: text,
    details: anything,
    body: anything,
    contentType: text,
    echoHeaders: flag,
  },
  alter: {id: anything, targetIds: oneOf('changed', 'dropped')},
  rewrite: {without: names, with: {accepts: isObject, words: 'an object', isRequired: false}},
  truncate: {framing: required(oneOf('content-length', 'chunked', 'close'))},
  'gzip-bomb': {megabytes: whole(1, 10_000)},
  endless: {work},
  slow: {bytesPerSecond: whole(1)},
  'large-headers': {bytes: whole(1, 10_000_000)},
  redirect: {location: required(text), status: whole(300, 399), work},
  'rate-limit': {limit: required(whole(1)), windowMs: required(whole(1)), tell: oneOf('header', 'text', 'both', 'nothing')},
};

function whole(min: number, max = Number.MAX_SAFE_INTEGER): Check {
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;
  return {accepts: value => isWhole(value, min, max), words: `a whole number, ${range}`, isRequired: false};
}

function oneOf(...values: string[]): Check {
  return {accepts: value => typeof value === 'string' && values.includes(value), words: `one of ${values.join(', ')}`, isRequired: false};
}

function orList(check: Check): Check {
  return {
    ...check,
    accepts: value => (Array.isArray(value) ? value.every(check.accepts) : check.accepts(value)),
    words: `${check.words}, or a list of such`,
  };
}

function required(check: Check): Check {
  return {...check, isRequired: true};
}

function isWhole(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** Whether HTTP can carry this header at all. */
function isHeader(name: string, value: unknown): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
