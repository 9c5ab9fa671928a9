import {parseDocument} from 'yaml';
import {isObject} from '../../core/json/value';
import {operationNames} from '../routes';
import type {FaultAction, FaultScript} from './script';

/** A fault script, or its problems, each with entry and member. */
export interface ParsedFaultScript {
  readonly script?: FaultScript;
  readonly problems: string[];
}

/** A fault script that is not valid; the message lists all problems. */
export class FaultScriptError extends Error {
  override readonly name = 'FaultScriptError';

  constructor(readonly problems: readonly string[]) {
    super(`the fault script is not valid:\n${problems.map(problem => `  ${problem}`).join('\n')}`);
  }
}

/** Reads a fault script from YAML or JSON. A list stands for a script with these `faults`; an empty text for no faults. */
export function parseFaultScript(text: string): ParsedFaultScript {
  const document = parseDocument(text, {schema: 'core', prettyErrors: true, uniqueKeys: true});
  const [error] = document.errors;
  if (error !== undefined) return {problems: [`not valid YAML: ${error.message.split('\n')[0]}`]};
  const value: unknown = document.toJS({maxAliasCount: 100}) ?? {};
  const script = Array.isArray(value) ? {faults: value} : value;
  const problems = findProblems(script);
  return problems.length === 0 ? {script: script as FaultScript, problems} : {problems};
}

/** Returns the script if it is valid. Throws {@link FaultScriptError}. */
export function checkFaultScript(script: FaultScript): FaultScript {
  const problems = findProblems(script);
  if (problems.length > 0) throw new FaultScriptError(problems);
  return script;
}

function findProblems(script: unknown): string[] {
  if (!isObject(script)) return ['a fault script is an object with "faults", or a list of faults'];
  const {faults, answers} = script;
  return [
    ...checkMembers(script, scriptMembers, ''),
    ...(Array.isArray(faults) ? faults.flatMap((fault, index) => checkFault(fault, `faults[${index}]`)) : []),
    ...(isObject(answers) ? checkMembers(answers, answerMembers, 'answers') : []),
  ];
}

function checkFault(fault: unknown, place: string): string[] {
  if (!isObject(fault)) return [`${place} must be an object`];
  const action = fault['do'] ?? 'pass';
  const members =
    typeof action === 'string' && Object.hasOwn(actionMembers, action) ? actionMembers[action as keyof typeof actionMembers] : undefined;
  if (members === undefined)
    return [`${place}.do: unknown action ${JSON.stringify(action)}; there are ${Object.keys(actionMembers).join(', ')}`];
  const problems = checkMembers(fault, {...faultMembers, ...members}, place);
  if (isObject(fault['when'])) problems.push(...checkMembers(fault['when'], matchMembers, `${place}.when`));
  return problems;
}

function checkMembers(object: object, members: Readonly<Record<string, Check>>, place: string): string[] {
  const at = (name: string) => (place === '' ? name : `${place}.${name}`);
  const given = Object.entries(object).filter(([, value]) => value !== undefined);
  const wrong = given.flatMap(([name, value]) => {
    const check = Object.hasOwn(members, name) ? members[name] : undefined;
    if (check === undefined) return [`${at(name)}: unknown member; there are ${Object.keys(members).join(', ')}`];
    return check.accepts(value) ? [] : [`${at(name)} must be ${check.words}`];
  });
  const missing = Object.entries(members)
    .filter(([name, check]) => check.isRequired && (object as Record<string, unknown>)[name] === undefined)
    .map(([name, check]) => `${at(name)} is missing: it must be ${check.words}`);
  return [...wrong, ...missing];
}

/** The check of one member of a fault script. */
interface Check {
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
const scriptMembers: Readonly<Record<string, Check>> = {
  faults: {accepts: Array.isArray, words: 'a list', isRequired: false},
  answers: {accepts: isObject, words: 'an object', isRequired: false},
};

/** The members of `answers`. */
export const answerMembers: Readonly<Record<string, Check>> = {
  timestamps: oneOf('iso', 'postgres'),
  spreadSchedules: flag,
  unknownPaths: oneOf('json', 'html'),
  replicaLagMs: whole(0, 86_400_000),
  checks: oneOf('reads', 'asked', 'schedule'),
  creditFactor: {
    accepts: value => typeof value === 'number' && value >= 0 && value <= 1000,
    words: 'a number, 0 to 1000',
    isRequired: false,
  },
  runLagMs: whole(0, 86_400_000),
  deliveryLagMs: whole(0, 86_400_000),
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
