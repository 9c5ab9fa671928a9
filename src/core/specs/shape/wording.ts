import {suggestName} from '../../diagnostics/suggest';
import {findValue, type Path} from '../../json/pointer';
import {isObject, type JsonValue, property} from '../../json/value';
import {isDocumentedSecret} from '../../secrets/places';
import {follow} from '../../service/table';
import {describeValue, type SchemaComplaint, type ShapeFault, showPlace, showString, type WordedFault} from './fault';
import {findShape, type NamedShape} from './shapes';
import {wordWrongSwitch, wordWrongType} from './type-wording';
import {listNames} from './unknown-field';

/** Says what is wrong in the words of the person who wrote it. */
export function wordFault(fault: ShapeFault, complaint: SchemaComplaint): WordedFault {
  const {path, keyword, params} = fault;
  const {data} = complaint.document;
  const value = findValue(data, path) ?? null;
  const place = path.length === 0 ? complaint.subject : `"${showPlace(complaint.document, path)}"`;
  switch (keyword) {
    case 'required':
      return wordMissing(String(params['missingProperty']), place, findShape(complaint.shapes, data, path));
    case 'type':
      return wordWrongType(fault, value, place, complaint);
    case 'discriminator':
      return wordWrongTag(fault, value, place, complaint);
    case 'enum':
      return wordNotAllowed(value, path, params['allowedValues'] as readonly (string | boolean)[], complaint);
    case 'const':
      return wordNotAllowed(value, path, [String(params['allowedValue'])], complaint);
    case 'maxLength':
      return {
        code: 'schema/too-long',
        message: `${place} is ${Array.from(String(value)).length} characters long; the maximum is ${params['limit']}`,
        hint: 'shorten it',
      };
    case 'minLength':
      return {code: 'schema/too-short', message: `${place} must not be empty`, hint: 'write something, or remove it'};
    case 'maxItems':
      return {
        code: 'schema/too-many',
        message: `${place} has ${(value as readonly JsonValue[]).length} items; the maximum is ${params['limit']}`,
        hint: path.length === 1 && path[0] === 'targets' ? 'spread them over several monitors' : 'remove some',
      };
    case 'minItems':
      return {code: 'schema/too-few', message: `${place} must not be empty`, hint: 'add an item'};
    case 'minimum':
    case 'maximum':
      return {
        code: 'schema/range',
        message: `${place} must be ${params['limit']} or ${keyword === 'minimum' ? 'more' : 'less'}, but is ${isDocumentedSecret(path) ? 'not' : value}`,
        hint: hintForRange(value, path, Number(params['limit'])),
      };
    case 'pattern':
      return wordPattern(value, path, place);
    case 'wait':
      return wordWait(params['given'] === 0, place);
    default:
      throw new Error(`the schema uses "${keyword}", which has no words yet`);
  }
}

/** Names the unit; to a number that was meant in seconds, how it is written. */
function hintForRange(value: JsonValue, path: Path, limit: number): string | undefined {
  const unit = follow(path).members.find(known => known.unit !== undefined)?.unit;
  if (unit !== 'milliseconds') return unit === undefined ? undefined : `the unit is ${unit}`;
  const isInSeconds = typeof value === 'number' && value > 0 && value < limit && value * 1000 >= limit;
  return isInSeconds ? `the unit is milliseconds; ${value} s is ${path.at(-1)}: ${value * 1000}` : 'the unit is milliseconds';
}

function wordMissing(name: string, place: string, object: NamedShape | undefined): WordedFault {
  const samples = object?.shape.kind === 'object' ? object.shape.samples : {};
  const sample = Object.hasOwn(samples, name) ? samples[name] : undefined;
  return {
    code: 'schema/missing-field',
    message: `missing field "${name}" in ${place}`,
    hint: sample === undefined ? `add "${name}"` : `add it, for example: ${sample}`,
    wholeObject: true,
  };
}

/** An object that does not say which of a union it is, or says it wrongly. */
function wordWrongTag({path, params}: ShapeFault, value: JsonValue, place: string, complaint: SchemaComplaint): WordedFault {
  const tag = String(params['tag']);
  const given = property(value, tag);
  const types = listTypes(path, complaint);
  const at = [...path, tag];
  if (typeof given === 'string') {
    return tag === 'type' ? wordUnknownType(given, path, types, complaint) : {...wordNotAllowed(given, at, types, complaint), at};
  }
  if (given !== undefined) {
    return {
      code: 'schema/type',
      message: `"${showPlace(complaint.document, at)}" must be text, but is ${describeValue(complaint.document, at)}`,
      hint: `use ${listChoices(types)}`,
      at,
    };
  }
  const guess = guessType(value, path, complaint);
  return {
    code: 'schema/missing-field',
    message: `missing field "${tag}" in ${place}`,
    hint: guess === undefined ? `add "${tag}": ${listChoices(types)}` : `add "${tag}: ${guess}"`,
    wholeObject: true,
  };
}

/** The only type whose members an object has that does not say its type. */
function guessType(value: JsonValue, path: Path, {shapes, document}: SchemaComplaint): string | undefined {
  const union = findShape(shapes, document.data, path)?.shape;
  if (union?.kind !== 'union' || !isObject(value)) return undefined;
  const names = Object.keys(value);
  const fitting = Object.entries(union.types).filter(([, name]) => {
    const shape = shapes[name];
    if (shape?.kind !== 'object' || Object.keys(shape.samples).length === 0) return false;
    return Object.keys(shape.samples).every(required => names.includes(required));
  });
  return fitting.length === 1 ? fitting[0]?.[0] : undefined;
}

function wordUnknownType(given: string, path: Path, types: readonly string[], {document}: SchemaComplaint): WordedFault {
  const near = suggestName(given, types);
  return {
    code: 'schema/unknown-type',
    message: `"${showPlace(document, path)}" has the unknown type ${showString(given, [...path, 'type'])}`,
    hint: near === undefined ? `use ${listChoices(types)}${orAllow([...path, 'type'], given)}` : `did you mean "${near}"?`,
    at: [...path, 'type'],
  };
}

function listTypes(path: Path, {shapes, document}: SchemaComplaint): string[] {
  const union = findShape(shapes, document.data, path)?.shape;
  return union?.kind === 'union' ? Object.keys(union.types).filter(isOffered) : [];
}

function wordNotAllowed(value: JsonValue, path: Path, allowed: readonly (string | boolean)[], complaint: SchemaComplaint): WordedFault {
  const {document} = complaint;
  const names = allowed.filter(choice => typeof choice === 'string');
  if (names.length < allowed.length) return wordWrongSwitch(value, path, names, complaint);
  const choices = names.filter(isOffered);
  if (typeof value !== 'string') {
    return {
      code: 'schema/enum',
      message: `"${showPlace(document, path)}" cannot be ${describeValue(document, path)}`,
      hint: `use ${listChoices(choices)}`,
    };
  }
  const shown = showString(value, path);
  const isFormat = path[path.length - 2] === 'formats';
  const needed = isFormat ? FORMATS_WITH_MEMBERS[value] : undefined;
  if (needed !== undefined) {
    return {code: 'schema/missing-field', message: `the format ${shown} does not work without its members`, hint: `write ${needed}`};
  }
  const near = choices.every(choice => DURATION.test(choice)) ? undefined : suggestName(value, choices);
  return {
    code: 'schema/enum',
    message: isFormat
      ? `"${showPlace(document, path)}" is ${shown}, which is not a format`
      : `"${showPlace(document, path)}" cannot be ${shown}`,
    hint: near === undefined ? `use ${listChoices(choices)}${orAllow(path, value)}` : `did you mean "${near}"?`,
  };
}

/** The way out for a value that the service has and this version does not know: of what is sent, where the value is plain. */
function orAllow(path: Path, value: string): string {
  if (!['targets', 'webhook', 'notification', 'schedule'].includes(String(path[0])) || path.length < 2) return '';
  if (path[0] === 'targets' && typeof path[1] !== 'number') return '';
  if (path.length === 3 && path[0] === 'targets' && path[2] === 'type') return '';
  if (!/^[\w.@-]{1,60}$/.test(value)) return '';
  const steps = path.map(step => (typeof step === 'number' ? '*' : step)).join('.');
  return `; if the service has it, allow it: service.allowValues: [${steps}=${value}]`;
}

/** Samples for names that are formats, but not by themselves. */
const FORMATS_WITH_MEMBERS: Readonly<Record<string, string>> = {
  question: '{type: question, question: Is the shop open?}',
  highlights: '{type: highlights, query: opening hours}',
  'screenshot@fullPage': '{type: screenshot, fullPage: true}',
};

function wordPattern(value: JsonValue, path: Path, place: string): WordedFault {
  const upper = String(value).toUpperCase();
  return {
    code: 'schema/format',
    message: `${place} must be a country code of two upper-case letters, but is ${showString(String(value), path)}`,
    hint: /^[A-Z]{2}$/.test(upper) ? `write ${upper}` : 'use the ISO 3166-1 code, such as US or DE',
  };
}

function wordWait(isEmpty: boolean, place: string): WordedFault {
  return {
    code: 'schema/wait',
    message: isEmpty ? `${place} does not say what to wait for` : `${place} waits for two things at once`,
    hint: isEmpty
      ? 'add "milliseconds: 500", or "selector" with a CSS selector'
      : 'keep "milliseconds" or "selector"; to wait for both, write two actions',
    wholeObject: true,
  };
}

/** Names that Firecrawl accepts but does not document: they are allowed, and not offered in hints. */
function isOffered(name: string): boolean {
  return name !== 'deterministicJson' && name !== 'query';
}

/** Of durations all are named: the one that looks like what was written is rarely the one that was meant. */
const DURATION = /^\d+[a-z]$/;

function listChoices(names: readonly string[]): string {
  if (names.every(name => DURATION.test(name))) return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
  return names.length === 1 ? `"${names[0]}"` : `one of ${listNames(names, 'or')}`;
}
