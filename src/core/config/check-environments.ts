import {isPlainName, PLAIN_NAME_HINT} from '../base/plain-name';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import {toPointer} from '../json/pointer';
import {isObject, type JsonValue, property} from '../json/value';
import type {SpecDocument} from '../specs/spec-document';
import {checkDeleteLimit} from './check-limit';
import {isVariableName, VARIABLE_NAME_HINT} from './name';

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
      return [...checkDeleteLimit(document, environment, at), ...checkVariables(document, environment, at)];
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
