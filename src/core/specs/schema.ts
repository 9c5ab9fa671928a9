import type {Diagnostic} from '../diagnostics/diagnostic';
import {findValue} from '../json/pointer';
import {isObject, type JsonValue} from '../json/value';
import {maskValue} from '../secrets/masking';
import {type AllowedFields, findAllowed, findAllowedAnywhere, isAllowedValue, NO_FIELDS} from '../service/allowed-fields';
import {member} from '../service/member';
import {type CountedFindings, countAll, limitFindings} from './finding-limit';
import {shapes, validate} from './generated/spec-validator';
import {toPath} from './shape/fault';
import {explainSchemaErrors} from './shape/findings';
import type {SchemaError} from './shape/shapes';
import type {SpecDocument} from './spec-document';

/**
 * Checks the shape of a spec: names, types, enumerations, lengths and ranges, as the API's documentation gives them.
 * Unknown members of scrape options are warnings where the document leaves the object open; all else is an error. At
 * most 50 findings, the last of which counts the rest. Never echoes a value that is secret.
 */
export function checkShape(document: SpecDocument): Diagnostic[] {
  return limitFindings(document, [findShapeFaults(document, NO_FIELDS)]);
}

/** Like {@link checkShape}, to be shown together with what else is wrong with the document; `fields` may be there. */
export function findShapeFaults(document: SpecDocument, fields: AllowedFields): CountedFindings {
  const errors = listErrors(document, fields);
  const waits = findWaitFaults(document.data);
  if (errors.length === 0 && waits.length === 0) return NOTHING;
  return explainSchemaErrors({
    document,
    shapes,
    errors: waits.length === 0 ? errors : [...errors, ...waits],
    subject: describeSpec(document),
    isOpen: isOpenObject,
  });
}

/** The same for a layer in the form of a spec, of which nothing is required. */
export function findLayerFaults(document: SpecDocument, fields: AllowedFields): CountedFindings {
  const errors = listErrors(document, fields);
  const faults = [...errors.filter(({keyword}) => keyword !== 'required'), ...findWaitFaults(document.data)];
  return explainSchemaErrors({document, shapes, errors: faults, subject: 'this layer', isOpen: isOpenObject});
}

/** The validator's errors, but for those about members that the config allows. */
function listErrors(document: SpecDocument, fields: AllowedFields): readonly SchemaError[] {
  const errors = validate(document.data) ? [] : (validate.errors ?? []);
  return fields.paths.length === 0 ? errors : errors.filter(error => !isAllowed(error, document, fields));
}

/** Whether the error is about a member that the config allows. */
function isAllowed({instancePath, keyword, params}: SchemaError, {data}: SpecDocument, fields: AllowedFields): boolean {
  const path = toPath(data, instancePath);
  // A member that became known since the config allowed it may hold what it held.
  if (findAllowed(fields, path) !== undefined) return true;
  switch (keyword) {
    case 'additionalProperties':
      return findAllowedAnywhere(fields, [...path, String(params['additionalProperty'])]) !== undefined;
    case 'enum':
    case 'const':
      return isAllowedValue(fields, path, findValue(data, path));
    case 'discriminator':
      return isAllowedValue(fields, [...path, String(params['tag'])], params['tagValue'] as JsonValue);
    default:
      return false;
  }
}

const NOTHING: CountedFindings = countAll([]);

/** The spec by the name it gives itself, if that is fit to be shown. */
function describeSpec({data}: SpecDocument): string {
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined;
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME) return 'this spec';
  return `monitor "${maskValue(name, ['name'])}"`;
}

/** Longer names would bury what a message says. */
const LONGEST_NAME = 80;

/** Whether the API's documentation leaves the object at `path` open: scrape options, but for what it closes. */
function isOpenObject(path: readonly (string | number)[]): boolean {
  if (path[0] !== 'targets' || path[2] !== 'scrapeOptions') return false;
  return !(path[3] === 'parsers' || path[3] === 'redactPII' || path[3] === 'auditMetadata');
}

/**
 * The `wait` actions that do not have exactly one of `milliseconds` and `selector` (Firecrawl API, "Actions"), in the
 * form of a validator's errors: the schema cannot say it without two shapes of one `type`.
 */
function findWaitFaults(spec: JsonValue): readonly SchemaError[] {
  const targets = member(spec, 'targets');
  if (!Array.isArray(targets)) return NO_FAULTS;
  let faults: SchemaError[] | undefined;
  for (const [index, target] of targets.entries()) {
    const actions = member(member(target, 'scrapeOptions'), 'actions');
    if (!Array.isArray(actions)) continue;
    for (const [step, action] of actions.entries()) {
      const given = countWays(action);
      if (given === 1) continue;
      faults ??= [];
      faults.push({instancePath: `/targets/${index}/scrapeOptions/actions/${step}`, keyword: 'wait', params: {given}});
    }
  }
  return faults ?? NO_FAULTS;
}

const NO_FAULTS: readonly SchemaError[] = [];

/** Counts the ways of waiting, of two, that an action gives; 1 for every other action. */
function countWays(action: JsonValue): number {
  if (!isObject(action) || member(action, 'type') !== 'wait') return 1;
  return Number(Object.hasOwn(action, 'milliseconds')) + Number(Object.hasOwn(action, 'selector'));
}
