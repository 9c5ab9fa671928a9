import {boundText} from '../../diagnostics/bounded-text';
import type {Diagnostic, Place} from '../../diagnostics/diagnostic';
import {findValue, type Path, toPointer} from '../../json/pointer';
import {isObject, type JsonValue} from '../../json/value';
import {type CountedFindings, MOST_FINDINGS} from '../finding-limit';
import type {SpecDocument} from '../spec-document';
import {type SchemaComplaint, type ShapeFault, toPath} from './fault';
import type {SchemaError} from './shapes';
import {explainUnknownField, type FieldAdvice} from './unknown-field';
import {wordFault} from './wording';

/**
 * Turns a validator's errors into findings at the nodes they are about: an unknown member at its name, a missing one at
 * the object that lacks it, all others at the value. Echoes of one fault are left out; errors come before warnings when
 * there are too many to show, and the rest are counted.
 */
export function explainSchemaErrors(complaint: SchemaComplaint): CountedFindings {
  const faults = dropEchoes(complaint.errors).map(error => toFault(error, complaint));
  const errors = faults.filter(fault => fault.severity === 'error');
  const ordered = [...errors, ...faults.filter(fault => fault.severity === 'warning')];
  const shown = ordered.slice(0, MOST_FINDINGS);
  const advice = new Map<ShapeFault, FieldAdvice>();
  for (const fault of shown) if (fault.keyword === 'additionalProperties') advice.set(fault, explainUnknownField(fault, complaint));
  const misspelled = new Set(
    [...advice].flatMap(([fault, {meant}]) =>
      meant === undefined || fault.severity === 'warning' ? [] : [toPointer([...fault.path, meant])],
    ),
  );
  const findings = shown
    .filter(fault => !(fault.keyword === 'required' && misspelled.has(toPointer([...fault.path, String(fault.params['missingProperty'])]))))
    .map(fault => toFinding(fault, advice.get(fault), complaint));
  const moreErrors = Math.max(0, errors.length - shown.length);
  return {findings, moreErrors, moreWarnings: ordered.length - shown.length - moreErrors};
}

/**
 * Leaves out what says the same again: that a choice failed, that a value that is not among those allowed has a wrong type
 * too, and that the member that tells objects apart is missing.
 */
function dropEchoes(errors: readonly SchemaError[]): SchemaError[] {
  const notAllowed = new Set<string>();
  const untold = new Map<string, unknown>();
  for (const error of errors) {
    if (error.keyword === 'enum' || error.keyword === 'const') notAllowed.add(error.instancePath);
    if (error.keyword === 'discriminator' && error.params['error'] === 'tag') untold.set(error.instancePath, error.params['tag']);
  }
  return errors.filter(({keyword, instancePath, params}) => {
    if (keyword === 'if') return false;
    if (keyword === 'type') return !notAllowed.has(instancePath);
    return !(keyword === 'required' && untold.has(instancePath) && params['missingProperty'] === untold.get(instancePath));
  });
}

function toFault({instancePath, keyword, params}: SchemaError, {document, isOpen}: SchemaComplaint): ShapeFault {
  const path = toPath(document.data, instancePath);
  return {path, keyword, params, severity: keyword === 'additionalProperties' && isOpen(path) ? 'warning' : 'error'};
}

function toFinding(fault: ShapeFault, advice: FieldAdvice | undefined, complaint: SchemaComplaint): Diagnostic {
  const {document} = complaint;
  if (advice !== undefined) {
    const pointer = toPointer([...fault.path, String(fault.params['additionalProperty'])]);
    const {message, hint} = advice;
    return finding({code: 'schema/unknown-field', message, hint}, fault.severity, document.placeOf(pointer, 'key'));
  }
  const worded = wordFault(fault, complaint);
  const cell = findEmptyCell(fault, document);
  if (cell !== null)
    return finding({...worded, message: `${worded.message}: its cell is empty`, hint: 'fill the cell'}, fault.severity, cell);
  const pointer = toPointer(worded.at ?? fault.path);
  return finding(
    worded,
    fault.severity,
    worded.wholeObject ? {...placeOfObject(document, fault.path), pointer: document.placeOf(pointer).pointer} : document.placeOf(pointer),
  );
}

/** The empty cell of a missing member, or of the items of a list without any, which the spec has as references. */
function findEmptyCell({path, keyword, params}: ShapeFault, document: SpecDocument): Place | null {
  if (keyword !== 'required' && keyword !== 'minItems') return null;
  const pointer = toPointer(keyword === 'required' ? [...path, String(params['missingProperty'])] : path);
  const cell = document.emptyCellAt(pointer);
  return cell === null ? null : {...cell, pointer};
}

function finding(
  {code, message, hint}: {code: Diagnostic['code']; message: string; hint: string | undefined},
  severity: Diagnostic['severity'],
  where: Place,
): Diagnostic {
  return {
    code,
    severity,
    message: boundText(message),
    ...(hint === undefined ? {} : {hint: boundText(hint)}),
    where,
  };
}

/** Finds the place for a finding about an object as a whole: the name it stands under, else its first member's name. */
function placeOfObject(document: SpecDocument, path: Path): Place {
  if (typeof path[path.length - 1] === 'string') return document.placeOf(toPointer(path), 'key');
  const value: JsonValue | undefined = findValue(document.data, path);
  const first = isObject(value) ? Object.keys(value)[0] : undefined;
  return first === undefined ? document.placeOf(toPointer(path)) : document.placeOf(toPointer([...path, first]), 'key');
}
