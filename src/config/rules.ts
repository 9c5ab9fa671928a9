import type {Diagnostic} from '../diagnostics/diagnostic';
import {isObject, type JsonValue, member} from '../json/value';
import {isRefusedName} from '../secrets/references';
import type {SpecDocument} from '../spec/model';

/**
 * What the config's schema can't say: names in `secrets.allow` that no spec could ever refer to. All are errors.
 */
export function checkConfigRules(document: SpecDocument): Diagnostic[] {
  const allowed = member(member(document.data, 'secrets'), 'allow');
  if (!Array.isArray(allowed)) return [];
  return allowed.flatMap((name: JsonValue, index): Diagnostic[] => {
    if (typeof name !== 'string') return [];
    const problem = judgeName(name);
    if (problem === null) return [];
    const pointer = `/secrets/allow/${index}`;
    return [{...problem, severity: 'error', where: {file: document.source.file, pointer, range: document.rangeOf(pointer)}}];
  });
}

/** Puts a reader who asked for more than this version can do, or for what no file may say, on the way. */
export function adviseOnConfig(finding: Diagnostic, data: JsonValue): Diagnostic {
  const pointer = finding.where?.pointer ?? '';
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (pointer === '/service/operations' && member(member(data, 'service'), 'operations') === 'full')
    return {...finding, ...FULL_OPERATIONS};
  if (pointer === '/safety' && isObject(data)) return {...finding, ...NO_DELETES};
  if (finding.code !== 'schema/unknown-field') return finding;
  if (/^(?:base_?url|url|address|endpoint|host|origin)$/i.test(name)) return {...finding, hint: ADDRESS_HINT};
  return /^(?:api_?key|key|token)$/i.test(name) ? {...finding, hint: KEY_HINT} : finding;
}

type Words = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

const FULL_OPERATIONS: Words = {
  code: 'config/not-yet',
  message: '"service.operations: full" (list, get, update and delete monitors) is not in this version of monitors yet',
  hint: 'write "operations: create" or leave it out: specs can be created; what an edit or a deletion needs is shown as blocked',
};

const NO_DELETES: Words = {
  code: 'config/not-yet',
  message: '"safety" limits how many monitors a run may delete, and this version of monitors never deletes one',
  hint: 'leave it out',
};

const ADDRESS_HINT = 'the address is never read from a file: set MONITORS_BASE_URL or give --base-url';
const KEY_HINT = 'the key is never read from a file: set MONITORS_API_KEY';

function judgeName(name: string): Words | null {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return {
      code: 'config/bad-name',
      message: `${JSON.stringify(name)} cannot be the name of an environment variable that specs refer to`,
      hint: 'use letters, digits and "_" only, beginning with a letter or "_"',
    };
  }
  if (!isRefusedName(name)) return null;
  return {
    code: 'secret/refused-name',
    message: `"${name}" can never be allowed: the name belongs to this tool, the CI system, Node or a proxy`,
    hint: 'put the value into an environment variable of its own name, e.g. WEBHOOK_TOKEN, and allow that',
  };
}
