import {compileMove} from '../base/glob';
import {isPlainName, PLAIN_NAME_HINT} from '../base/names';
import {boundText} from '../diagnostics/bounded-text';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import {isObject, property} from '../json/value';
import {isRefusedName} from '../secrets/references';
import {findFieldFlaw, findValueFlaw} from '../service/field-flaws';
import {limitFindings} from '../specs/finding-limit';
import {shapes, validate} from '../specs/generated/config-validator';
import {findKeyFlaw} from '../specs/keys';
import {explainSchemaErrors} from '../specs/shape/findings';
import type {SpecDocument} from '../specs/spec-document';
import {rootOf, type Spot} from '../specs/spot';
import {findPathFlaw} from '../specs/team/member-path';
import {readInterval} from '../specs/team/rule-set';
import {KINDS} from '../state/addresses/kinds';
import {isVariableName, VARIABLE_NAME_HINT} from './option-values';

/** Checks the config file. All are errors, but for members that became known. */
export function checkConfig(document: SpecDocument): Diagnostic[] {
  return [...checkConfigShape(document).map(adviseOnConfig), ...checkMembers(rootOf(document), CHECKS)];
}

/**
 * Checks the shape of `monitors.config.yaml`: unknown members, types and values, with the codes of the family
 * `schema/`. All are errors; at most 50, the last of which counts the rest. An empty file is a config without settings.
 */
export function checkConfigShape(document: SpecDocument): Diagnostic[] {
  if (document.data === null || validate(document.data)) return [];
  const complaint = {document, shapes, errors: validate.errors ?? [], subject: 'the config file', isOpen: () => false};
  return limitFindings(document, [explainSchemaErrors(complaint)]);
}

/** A finding with a better hint where a file names what may never stand in one: addresses, keys, credentials. */
function adviseOnConfig(finding: Diagnostic): Diagnostic {
  const pointer = finding.where?.pointer ?? '';
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (finding.code !== 'schema/unknown-field') return finding;
  const advice = pointer.startsWith('/state/') ? ADVICE_ON_STATE : ADVICE;
  const hint = advice.find(([names]) => names.test(name))?.[1];
  return hint === undefined ? finding : {...finding, hint};
}

const ADVICE: readonly (readonly [names: RegExp, hint: string])[] = [
  [/^(?:base_?url|url|address|endpoint|host|origin)$/i, 'the address is never read from a file: set MONITORS_BASE_URL or give --base-url'],
  [/^(?:api_?key|key|token)$/i, 'the key is never read from a file: set MONITORS_API_KEY'],
];

const ADVICE_ON_STATE: typeof ADVICE = [
  [
    /^(?:access_?key|secret|session|token|profile|credential|role|assume)/i,
    'credentials are never read from a file: set the AWS_* variables, or give the machine a role',
  ],
  [/^endpoint/i, 'the address is never read from a file: set AWS_ENDPOINT_URL_S3'],
  [
    /^(?:base_?url|url|address|host|port|user|password|database|connection.*)$/i,
    'the address of the database is never read from a file: set MONITORS_STATE_POSTGRES_URL',
  ],
];

/** A check of a member that is there, for what the schema can't judge; `owner` is the config or the object that the member stands in. */
type Check = (member: Spot, owner: Spot) => readonly Diagnostic[];

function checkMembers(owner: Spot, checks: Readonly<Record<string, Check>>): Diagnostic[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const member = owner.below(name);
    return member.value === undefined ? [] : check(member, owner);
  });
}

/** Of the config, and of each of its environments. */
const CHECKS_OF_BOTH: Readonly<Record<string, Check>> = {
  safety: safety => checkMembers(safety, {maxDeletes: checkDeleteLimit}),
  budget: budget => checkMembers(budget, {keys: checkKeyBudgets}),
  vars: vars => vars.members().flatMap(checkVariable),
};

const CHECKS: Readonly<Record<string, Check>> = {
  ...CHECKS_OF_BOTH,
  secrets: secrets => secrets.below('allow').items().flatMap(checkAllowedName),
  service: service => [
    ...service.below('allowFields').items().flatMap(checkAllowedField),
    ...service.below('allowValues').items().flatMap(checkAllowedValue),
  ],
  environments: checkEnvironments,
  moves: moves => moves.items().flatMap(checkMove),
  state: checkStatePlace,
  rules: rules => rules.items().flatMap(rule => (isObject(rule.value) ? checkTeamRule(rule) : [])),
};

function checkDeleteLimit(limit: Spot): Diagnostic[] {
  const {value} = limit;
  const isShare = typeof value === 'string' && /^(?:100|\d{1,2})%$/.test(value);
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  if (isShare || isCount || (typeof value !== 'string' && typeof value !== 'number')) return [];
  const message = `maxDeletes must be a whole number or a share such as 30%, but is ${JSON.stringify(value)}`;
  return [limit.fault('config/bad-limit', message, 'write a share such as 30%, from 0% to 100%, or a number of monitors')];
}

/** As many as rules. */
const MOST_KEY_BUDGETS = 100;
const LONGEST_GLOB = 500;

function checkKeyBudgets(keys: Spot): Diagnostic[] {
  const globs = keys.members();
  const many = `"budget.keys" has ${globs.length} members; the maximum is ${MOST_KEY_BUDGETS}`;
  return [
    ...(globs.length > MOST_KEY_BUDGETS ? [keys.fault('config/bad-limit', many, 'give larger folders a budget')] : []),
    ...globs
      .filter(({name}) => name.trim() === '' || name.length > LONGEST_GLOB || /\p{Cc}/u.test(name))
      .map(({key, name}) =>
        key.fault('config/bad-limit', `${JSON.stringify(boundText(name))} can match no key`, 'write a key or a glob such as "pricing/**"'),
      ),
  ];
}

function checkVariable({key, name}: Spot): Diagnostic[] {
  if (isVariableName(name) && !isTaken(name)) return [];
  return [key.fault('config/bad-name', `${JSON.stringify(name)} cannot be the name of a variable`, VARIABLE_NAME_HINT)];
}

/** Each object of the language has such a member: another program would find that one. */
function isTaken(name: string): boolean {
  return name in Object.prototype;
}

/** Names in `secrets.allow` that no spec could ever refer to. */
function checkAllowedName(allowed: Spot): Diagnostic[] {
  const name = allowed.value;
  if (typeof name !== 'string') return [];
  if (!isVariableName(name)) {
    const message = `${JSON.stringify(name)} cannot be the name of an environment variable that specs refer to`;
    return [allowed.fault('config/bad-name', message, VARIABLE_NAME_HINT)];
  }
  if (!isRefusedName(name)) return [];
  return [
    allowed.fault(
      'secret/refused-name',
      `"${name}" can never be allowed: the name belongs to this tool, its state's server, the CI system, Node or a proxy`,
      'put the value into an environment variable of its own name, e.g. WEBHOOK_TOKEN, and allow that',
    ),
  ];
}

/** Paths in `service.allowFields` that lead nowhere. */
function checkAllowedField(path: Spot): Diagnostic[] {
  const flaw = typeof path.value === 'string' ? findFieldFlaw(path.value) : null;
  if (flaw === null) return [];
  const {isKnown, message, hint} = flaw;
  return isKnown === true
    ? [{...path.fault('config/known-field', message, hint), severity: 'warning'}]
    : [path.fault('config/bad-field', message, hint)];
}

function checkAllowedValue(given: Spot): Diagnostic[] {
  const flaw = typeof given.value === 'string' ? findValueFlaw(given.value) : null;
  return flaw === null ? [] : [given.fault('config/bad-field', flaw.message, flaw.hint)];
}

/** Names of environments, which one `environment` names, and the members that an environment has of its own. */
function checkEnvironments(environments: Spot, config: Spot): Diagnostic[] {
  if (!isObject(environments.value)) return [];
  const declared = environments.members();
  if (declared.length === 0) {
    const hint = 'add one, e.g. environments: {production: {}}, or remove "environments"';
    return [environments.fault('config/no-environment', '"environments" declares no environment, so none can be chosen', hint)];
  }
  return [
    ...checkEnvironmentNames(declared),
    ...checkDefault(config.below('environment'), Object.keys(environments.value)),
    ...declared.flatMap(environment => checkMembers(environment, CHECKS_OF_BOTH)),
  ];
}

function checkEnvironmentNames(environments: readonly Spot[]): Diagnostic[] {
  const seen = new Map<string, string>();
  return environments.flatMap(({key, name}): Diagnostic[] => {
    const other = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), name);
    if (!isPlainName(name) || isTaken(name)) {
      return [key.fault('config/bad-name', `${JSON.stringify(name)} cannot be the name of an environment`, PLAIN_NAME_HINT)];
    }
    if (other === undefined) return [];
    const message = `the environments "${other}" and "${name}" differ only in case: their state files could be one`;
    return [key.fault('config/bad-name', message, 'give one of them another name')];
  });
}

/** The environment that the config chooses has to be one of those that it declares. */
function checkDefault(chosen: Spot, declared: readonly string[]): Diagnostic[] {
  const {value: name} = chosen;
  if (typeof name !== 'string' || declared.includes(name)) return [];
  const near = suggestName(name, declared);
  const hint = near === undefined ? 'choose one that is declared, or add it under "environments"' : `did you mean "${near}"?`;
  const message = `the environment ${JSON.stringify(name)} is not declared under "environments"`;
  return [chosen.fault('config/unknown-environment', message, hint)];
}

/** Moves that move nothing. */
function checkMove(move: Spot): Diagnostic[] {
  const [from, to] = [property(move.value, 'from'), property(move.value, 'to')];
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  const why = explainBadMove(from, to);
  if (why === null) return [];
  const message = `moves[${move.name}] from ${JSON.stringify(from)} to ${JSON.stringify(to)} cannot be carried out: ${why}`;
  return [move.fault('config/bad-move', message, 'write two keys, or two patterns such as {from: "old/**", to: "new/**"}')];
}

function explainBadMove(from: string, to: string): string | null {
  if (from === to) return 'both sides are the same';
  const move = compileMove(from, to);
  if (move.kind === 'refused') return move.why;
  for (const [member, pattern] of Object.entries({from, to})) {
    // The shortest text that the wildcard can stand for.
    const flaw = findKeyFlaw(pattern.replace(/\*+/, 'x'));
    if (flaw !== null) return `"${member}" ${flaw}`;
  }
  return null;
}

/** Tables, buckets, prefixes and regions that there cannot be. */
function checkStatePlace(state: Spot): Diagnostic[] {
  const kinds = Object.values(KINDS).flatMap(({members}) => Object.entries(members));
  return kinds.flatMap(([name, {findFlaw, hint}]) => {
    const member = state.below(name);
    const flaw = typeof member.value === 'string' ? findFlaw(member.value) : null;
    return flaw === null ? [] : [member.fault('config/bad-name', `${JSON.stringify(member.value)} ${flaw}`, hint)];
  });
}

/** The schema limits all else. */
const MOST_ALLOWED = 50;

/** Paths that name no member, times that are none, and a rule that demands nothing. */
function checkTeamRule(rule: Spot): Diagnostic[] {
  const [required, allowed, interval] = [rule.below('require'), rule.below('allow'), rule.below('minimumInterval')];
  const found = required.items().flatMap(path => (typeof path.value === 'string' ? checkPath(path, path.value, 'any') : []));
  const paths = allowed.members();
  if (paths.length > MOST_ALLOWED) {
    found.push(allowed.fault('config/bad-rule', `"allow" has ${paths.length} members; the maximum is ${MOST_ALLOWED}`, 'remove some'));
  }
  for (const {key, name} of paths) found.push(...checkPath(key, name, 'value'));
  if (typeof interval.value === 'string' && readInterval(interval.value) === null) {
    const message = `${JSON.stringify(interval.value)} is not a time between checks`;
    found.push(interval.fault('config/bad-rule', message, 'write e.g. 15 minutes, 2 hours or 1 day'));
  }
  if ([required, allowed, interval, rule.below('maxCreditsPerMonth')].every(isNothing)) {
    const hint = 'add require, allow, minimumInterval or maxCreditsPerMonth';
    found.push(rule.fault('config/bad-rule', 'the rule demands nothing', hint));
  }
  return found;
}

function isNothing({value}: Spot): boolean {
  return value === undefined || (isObject(value) && Object.keys(value).length === 0);
}

function checkPath(spot: Spot, path: string, wanted: 'any' | 'value'): Diagnostic[] {
  const flaw = findPathFlaw(path, wanted);
  return flaw === null ? [] : [spot.fault('config/bad-rule', flaw.message, flaw.hint)];
}
