import {parseDocument} from 'yaml';
import {isObject} from '../../json/value';
import {actionMembers, answerMembers, type Check, faultMembers, matchMembers, scriptMembers} from './members';
import type {FaultScript} from './script';

/** A fault script, or what is wrong with it; the problems name the entry and the member. */
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

/** The script itself if it is valid. Throws {@link FaultScriptError}. */
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
