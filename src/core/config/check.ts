import {compileMove} from '../base/glob';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {type JsonValue, property} from '../json/value';
import {isRefusedName} from '../secrets/references';
import {findFieldFlaw, findValueFlaw} from '../service/field-flaws';
import {limitFindings} from '../specs/finding-limit';
import {shapes, validate} from '../specs/generated/config-validator';
import {findKeyFlaw} from '../specs/keys';
import {explainSchemaErrors} from '../specs/shape/findings';
import type {SpecDocument} from '../specs/spec-document';
import {adviseOnPlace, checkEnvironments, checkLimits, checkStatePlace, checkTeamRules} from './check-members';
import {isVariableName, VARIABLE_NAME_HINT} from './option-values';

/** Checks the config file. All are errors, but for members that became known. */
export function checkConfig(document: SpecDocument): Diagnostic[] {
  return [...checkConfigShape(document).map(adviseOnConfig), ...checkConfigRules(document)];
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

/**
 * Checks the parts that the schema can't: names in `secrets.allow` that no spec could ever refer to, paths in
 * `service.allowFields` that lead nowhere, how a limit of deletes is written, names of tables, buckets, environments
 * and variables, moves that move nothing, and rules that demand nothing.
 */
function checkConfigRules(document: SpecDocument): Diagnostic[] {
  return [
    ...checkLimits(document, document.data, ''),
    ...checkAllowedNames(document),
    ...checkAllowedFields(document),
    ...checkAllowedValues(document),
    ...checkEnvironments(document),
    ...checkMoves(document),
    ...checkStatePlace(document),
    ...checkTeamRules(document),
  ];
}

function checkMoves(document: SpecDocument): Diagnostic[] {
  const moves = property(document.data, 'moves');
  if (!Array.isArray(moves)) return [];
  return moves.flatMap((move: JsonValue, index): Diagnostic[] => {
    const [from, to] = [property(move, 'from'), property(move, 'to')];
    if (typeof from !== 'string' || typeof to !== 'string') return [];
    const why = explainBadMove(from, to);
    if (why === null) return [];
    const hint = 'write two keys, or two patterns such as {from: "old/**", to: "new/**"}';
    const message = `moves[${index}] from ${JSON.stringify(from)} to ${JSON.stringify(to)} cannot be carried out: ${why}`;
    return [{code: 'config/bad-move', severity: 'error', message, hint, where: document.placeOf(`/moves/${index}`)}];
  });
}

function explainBadMove(from: string, to: string): string | null {
  if (from === to) return 'both sides are the same';
  const move = compileMove(from, to);
  if (move.kind === 'refused') return move.why;
  for (const [member, pattern] of [
    ['from', from],
    ['to', to],
  ] as const) {
    // The shortest text that the wildcard can stand for.
    const flaw = findKeyFlaw(pattern.replace(/\*+/, 'x'));
    if (flaw !== null) return `"${member}" ${flaw}`;
  }
  return null;
}

function checkAllowedNames(document: SpecDocument): Diagnostic[] {
  const allowed = property(property(document.data, 'secrets'), 'allow');
  if (!Array.isArray(allowed)) return [];
  return allowed.flatMap((name: JsonValue, index): Diagnostic[] => {
    if (typeof name !== 'string') return [];
    const problem = judgeName(name);
    if (problem === null) return [];
    const pointer = `/secrets/allow/${index}`;
    return [{...problem, severity: 'error', where: document.placeOf(pointer)}];
  });
}

function checkAllowedFields(document: SpecDocument): Diagnostic[] {
  const fields = property(property(document.data, 'service'), 'allowFields');
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((path: JsonValue, index): Diagnostic[] => {
    const flaw = typeof path === 'string' ? findFieldFlaw(path) : null;
    if (flaw === null) return [];
    const {isKnown, ...words} = flaw;
    const where = document.placeOf(`/service/allowFields/${index}`);
    const code = isKnown === true ? ({code: 'config/known-field', severity: 'warning'} as const) : BAD_FIELD;
    return [{...code, ...words, where}];
  });
}

const BAD_FIELD = {code: 'config/bad-field', severity: 'error'} as const;

function checkAllowedValues(document: SpecDocument): Diagnostic[] {
  const values = property(property(document.data, 'service'), 'allowValues');
  if (!Array.isArray(values)) return [];
  return values.flatMap((given: JsonValue, index): Diagnostic[] => {
    const flaw = typeof given === 'string' ? findValueFlaw(given) : null;
    return flaw === null ? [] : [{...BAD_FIELD, ...flaw, where: document.placeOf(`/service/allowValues/${index}`)}];
  });
}

/** A finding with a better hint where a file names what may never stand in one: the service's address, the key. */
function adviseOnConfig(finding: Diagnostic): Diagnostic {
  const pointer = finding.where?.pointer ?? '';
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (finding.code !== 'schema/unknown-field') return finding;
  if (pointer.startsWith('/state/')) return adviseOnPlace(finding, name);
  if (/^(?:base_?url|url|address|endpoint|host|origin)$/i.test(name)) return {...finding, hint: ADDRESS_HINT};
  return /^(?:api_?key|key|token)$/i.test(name) ? {...finding, hint: KEY_HINT} : finding;
}

type Words = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

const ADDRESS_HINT = 'the address is never read from a file: set MONITORS_BASE_URL or give --base-url';
const KEY_HINT = 'the key is never read from a file: set MONITORS_API_KEY';

function judgeName(name: string): Words | null {
  if (!isVariableName(name)) {
    return {
      code: 'config/bad-name',
      message: `${JSON.stringify(name)} cannot be the name of an environment variable that specs refer to`,
      hint: VARIABLE_NAME_HINT,
    };
  }
  if (!isRefusedName(name)) return null;
  return {
    code: 'secret/refused-name',
    message: `"${name}" can never be allowed: the name belongs to this tool, its state's server, the CI system, Node or a proxy`,
    hint: 'put the value into an environment variable of its own name, e.g. WEBHOOK_TOKEN, and allow that',
  };
}
