import {isPlainName, PLAIN_NAME_HINT} from '../base/names';
import {boundText} from '../diagnostics/bounded-text';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import {type Path, toPointer} from '../json/pointer';
import {isObject, type JsonValue, property} from '../json/value';
import type {MemberPart} from '../specs/desired-monitor';
import type {SpecDocument} from '../specs/spec-document';
import {findPathFlaw} from '../specs/team/member-path';
import {readInterval} from '../specs/team/rule-set';
import {KINDS} from '../state/addresses/kinds';
import {isVariableName, VARIABLE_NAME_HINT} from './option-values';

/** Checks the forms of budgets and of the limit of deletes. `owner` is the config or one of its environments, at the pointer `at`. */
export function checkLimits(document: SpecDocument, owner: JsonValue, at: string): Diagnostic[] {
  return [...checkDeleteLimit(document, owner, at), ...checkKeyBudgets(document, owner, at)];
}

/** As many as rules. */
const MOST_KEY_BUDGETS = 100;
const LONGEST_GLOB = 500;

function checkKeyBudgets(document: SpecDocument, owner: JsonValue, at: string): Diagnostic[] {
  const keys = property(property(owner, 'budget') ?? null, 'keys');
  if (!isObject(keys)) return [];
  const find = (pointer: string, message: string, hint: string, part?: MemberPart): Diagnostic => {
    return {code: 'config/bad-limit', severity: 'error', message, hint, where: document.placeOf(`${at}/budget/keys${pointer}`, part)};
  };
  const globs = Object.keys(keys);
  const many = `"budget.keys" has ${globs.length} members; the maximum is ${MOST_KEY_BUDGETS}`;
  const hint = 'write a key or a glob such as "pricing/**"';
  return [
    ...(globs.length > MOST_KEY_BUDGETS ? [find('', many, 'give larger folders a budget')] : []),
    ...globs
      .filter(glob => glob.trim() === '' || glob.length > LONGEST_GLOB || /\p{Cc}/u.test(glob))
      .map(glob => find(toPointer([glob]), `${JSON.stringify(boundText(glob))} can match no key`, hint, 'key')),
  ];
}

function checkDeleteLimit(document: SpecDocument, owner: JsonValue, at: string): Diagnostic[] {
  const limit = property(property(owner, 'safety'), 'maxDeletes');
  const isShare = typeof limit === 'string' && /^(?:100|\d{1,2})%$/.test(limit);
  const isCount = typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0;
  if (isShare || isCount || (typeof limit !== 'string' && typeof limit !== 'number')) return [];
  return [
    {
      code: 'config/bad-limit',
      severity: 'error',
      message: `maxDeletes must be a whole number or a share such as 30%, but is ${JSON.stringify(limit)}`,
      hint: 'write a share such as 30%, from 0% to 100%, or a number of monitors',
      where: document.placeOf(`${at}/safety/maxDeletes`),
    },
  ];
}

/** Checks the parts of `state` on a server that the schema can't: which tables, buckets, prefixes and regions there can be. */
export function checkStatePlace(document: SpecDocument): Diagnostic[] {
  const state = property(document.data, 'state');
  const found: Diagnostic[] = [];
  const check = (member: string, findFlaw: (value: string) => string | null, hint: string) => {
    const value = property(state ?? null, member);
    const flaw = typeof value === 'string' ? findFlaw(value) : null;
    if (flaw === null) return;
    const message = `${JSON.stringify(value)} ${flaw}`;
    const where = document.placeOf(`/state/${member}`);
    found.push({code: 'config/bad-name', severity: 'error', message, hint, where});
  };
  const kinds = Object.values(KINDS).flatMap(({members}) => Object.entries(members));
  for (const [name, {findFlaw, hint}] of kinds) check(name, findFlaw, hint);
  return found;
}

/** A finding about an unknown member of `state` with a better hint where it names what may never stand in a file: address or credentials. */
export function adviseOnPlace(finding: Diagnostic, name: string): Diagnostic {
  if (/^(?:access_?key|secret|session|token|profile|credential|role|assume)/i.test(name)) return {...finding, hint: CREDENTIALS_HINT};
  if (/^endpoint/i.test(name)) return {...finding, hint: ENDPOINT_HINT};
  return /^(?:base_?url|url|address|host|port|user|password|database|connection.*)$/i.test(name) ? {...finding, hint: URL_HINT} : finding;
}

const CREDENTIALS_HINT = 'credentials are never read from a file: set the AWS_* variables, or give the machine a role';
const ENDPOINT_HINT = 'the address is never read from a file: set AWS_ENDPOINT_URL_S3';
const URL_HINT = 'the address of the database is never read from a file: set MONITORS_STATE_POSTGRES_URL';

/**
 * Checks the parts of `rules` that the schema can't: paths that name no member, times that are none, rules that demand
 * nothing. All are errors.
 */
export function checkTeamRules(document: SpecDocument): Diagnostic[] {
  const flaws = itemsOf(property(document.data, 'rules')).flatMap((rule, index) =>
    isObject(rule) ? listFlaws(rule).map(flaw => ({...flaw, path: ['rules', index, ...flaw.path]})) : [],
  );
  return flaws.map(({path, part, message, hint}) => ({
    code: 'config/bad-rule',
    severity: 'error',
    message,
    hint,
    where: document.placeOf(toPointer(path), part),
  }));
}

interface Flaw {
  readonly path: Path;
  readonly part?: MemberPart;
  readonly message: string;
  readonly hint: string;
}

/** The schema limits all else. */
const MOST_ALLOWED = 50;

function listFlaws(rule: JsonValue): Flaw[] {
  const [required, allowed, interval] = ['require', 'allow', 'minimumInterval'].map(name => property(rule, name));
  const flaws = itemsOf(required).flatMap((path, index) => checkPath(path, 'any', {path: ['require', index]}));
  if (isObject(allowed)) {
    const paths = Object.keys(allowed);
    if (paths.length > MOST_ALLOWED) {
      flaws.push({path: ['allow'], message: `"allow" has ${paths.length} members; the maximum is ${MOST_ALLOWED}`, hint: 'remove some'});
    }
    for (const path of paths) flaws.push(...checkPath(path, 'value', {path: ['allow', path], part: 'key'}));
  }
  if (typeof interval === 'string' && readInterval(interval) === null) {
    const message = `${JSON.stringify(interval)} is not a time between checks`;
    flaws.push({path: ['minimumInterval'], message, hint: 'write e.g. 15 minutes, 2 hours or 1 day'});
  }
  if ([required, allowed, interval, property(rule, 'maxCreditsPerMonth')].every(isNothing)) {
    flaws.push({path: [], message: 'the rule demands nothing', hint: 'add require, allow, minimumInterval or maxCreditsPerMonth'});
  }
  return flaws;
}

function isNothing(demand: JsonValue | undefined): boolean {
  return demand === undefined || (isObject(demand) && Object.keys(demand).length === 0);
}

function checkPath(path: JsonValue, wanted: 'any' | 'value', at: Pick<Flaw, 'path' | 'part'>): Flaw[] {
  const flaw = typeof path === 'string' ? findPathFlaw(path, wanted) : null;
  return flaw === null ? [] : [{...at, ...flaw}];
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Checks the parts of `environments` and `vars` that the schema can't: their names, limits of deletes, and which one
 * `environment` names.
 */
export function checkEnvironments(document: SpecDocument): Diagnostic[] {
  const environments = property(document.data, 'environments');
  const entries = isObject(environments) ? Object.entries(environments) : [];
  return [
    ...checkVariables(document, document.data, ''),
    ...(isObject(environments) && entries.length === 0 ? [noneDeclared(document)] : []),
    ...checkNames(
      document,
      entries.map(([name]) => name),
    ),
    ...(entries.length === 0
      ? []
      : checkDefault(
          document,
          entries.map(([name]) => name),
        )),
    ...entries.flatMap(([name, environment]) => {
      const at = toPointer(['environments', name]);
      return [...checkLimits(document, environment, at), ...checkVariables(document, environment, at)];
    }),
  ];
}

function noneDeclared(document: SpecDocument): Diagnostic {
  return {
    code: 'config/no-environment',
    severity: 'error',
    message: '"environments" declares no environment, so none can be chosen',
    hint: 'add one, e.g. environments: {production: {}}, or remove "environments"',
    where: document.placeOf('/environments'),
  };
}

function checkNames(document: SpecDocument, names: readonly string[]): Diagnostic[] {
  const seen = new Map<string, string>();
  return names.flatMap((name): Diagnostic[] => {
    const other = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    const where = document.placeOf(toPointer(['environments', name]), 'key');
    if (!isPlainName(name) || isTaken(name)) {
      const message = `${JSON.stringify(name)} cannot be the name of an environment`;
      return [{code: 'config/bad-name', severity: 'error', message, hint: PLAIN_NAME_HINT, where}];
    }
    if (other === undefined) return [];
    const message = `the environments "${other}" and "${name}" differ only in case: their state files could be one`;
    return [{code: 'config/bad-name', severity: 'error', message, hint: 'give one of them another name', where}];
  });
}

/** The environment that the config chooses has to be one of those that it declares. */
function checkDefault(document: SpecDocument, declared: readonly string[]): Diagnostic[] {
  const chosen = property(document.data, 'environment');
  if (typeof chosen !== 'string' || declared.includes(chosen)) return [];
  const near = suggestName(chosen, declared);
  return [
    {
      code: 'config/unknown-environment',
      severity: 'error',
      message: `the environment ${JSON.stringify(chosen)} is not declared under "environments"`,
      hint: near === undefined ? 'choose one that is declared, or add it under "environments"' : `did you mean "${near}"?`,
      where: document.placeOf('/environment'),
    },
  ];
}

/** `owner` is the config or one of its environments, at the pointer `at`. */
function checkVariables(document: SpecDocument, owner: JsonValue, at: string): Diagnostic[] {
  const vars = property(owner, 'vars');
  if (!isObject(vars)) return [];
  return Object.keys(vars).flatMap((name): Diagnostic[] => {
    if (isVariableName(name) && !isTaken(name)) return [];
    const message = `${JSON.stringify(name)} cannot be the name of a variable`;
    const where = document.placeOf(`${at}${toPointer(['vars', name])}`, 'key');
    return [{code: 'config/bad-name', severity: 'error', message, hint: VARIABLE_NAME_HINT, where}];
  });
}

/** Each object of the language has such a member: another program would find that one. */
function isTaken(name: string): boolean {
  return name in Object.prototype;
}
