import type {Diagnostic} from '../diagnostics/diagnostic';
import {type JsonValue, property} from '../json/value';
import {isRefusedName} from '../secrets/references';
import {findFieldFlaw} from '../service/allowed-fields';
import type {SpecDocument} from '../spec/desired-monitor';
import {limitFindings} from '../spec/finding-limit';
import {shapes, validate} from '../spec/generated/config-validator';
import {explainSchemaErrors} from '../spec/shape/findings';

/** What is wrong with the config file. All are errors. */
export function checkConfig(document: SpecDocument): Diagnostic[] {
  return [...checkConfigShape(document).map(adviseOnConfig), ...checkConfigRules(document)];
}

/**
 * What is wrong with the shape of `monitors.config.yaml`: unknown members, types and values, with the codes of the
 * family `schema/`. All are errors; at most 50, the last of which counts the rest. An empty file is a config without
 * settings.
 */
export function checkConfigShape(document: SpecDocument): Diagnostic[] {
  if (document.data === null || validate(document.data)) return [];
  const complaint = {document, shapes, errors: validate.errors ?? [], subject: 'the config file', isOpen: () => false};
  return limitFindings(document, [explainSchemaErrors(complaint)]);
}

/** What the schema can't say: names in `secrets.allow` that no spec could ever refer to, paths in `service.allowFields` that lead nowhere, and how a limit of deletes is written. */
function checkConfigRules(document: SpecDocument): Diagnostic[] {
  return [...checkDeleteLimit(document), ...checkAllowedNames(document), ...checkAllowedFields(document)];
}

function checkDeleteLimit(document: SpecDocument): Diagnostic[] {
  const limit = property(property(document.data, 'safety'), 'maxDeletes');
  const isShare = typeof limit === 'string' && /^(?:100|\d{1,2})%$/.test(limit);
  const isCount = typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 0;
  if (isShare || isCount || (typeof limit !== 'string' && typeof limit !== 'number')) return [];
  const pointer = '/safety/maxDeletes';
  return [
    {
      code: 'config/bad-limit',
      severity: 'error',
      message: `maxDeletes must be a whole number or a share such as 30%, but is ${JSON.stringify(limit)}`,
      hint: 'write a share such as 30%, from 0% to 100%, or a number of monitors',
      where: document.placeOf(pointer),
    },
  ];
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
    return [{code: 'config/bad-field', severity: 'error', ...flaw, where: document.placeOf(`/service/allowFields/${index}`)}];
  });
}

/** A finding with a better hint where a file names what may never stand in one: the service's address, the key. */
function adviseOnConfig(finding: Diagnostic): Diagnostic {
  const pointer = finding.where?.pointer ?? '';
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  if (finding.code !== 'schema/unknown-field') return finding;
  if (/^(?:base_?url|url|address|endpoint|host|origin)$/i.test(name)) return {...finding, hint: ADDRESS_HINT};
  return /^(?:api_?key|key|token)$/i.test(name) ? {...finding, hint: KEY_HINT} : finding;
}

type Words = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

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
