import {getScalarValue, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';
import type {JsonValue} from '../../json/value';
import {refuseHiddenBreak} from './ambiguities';
import type {NodeContext} from './findings';
import {checkDecodedText} from './text';

/** Reads a value that is written; one that JSON cannot carry becomes a finding, and null. */
export function readScalarValue(event: ScalarEvent, context: NodeContext): JsonValue {
  const {text} = context;
  const source = event.fast ? text.slice(event.valueStart, event.valueEnd) : getScalarValue(text, event);
  if (event.style === SCALAR_STYLE.PLAIN) {
    const value = readPlainScalar(source);
    return typeof value === 'object' && value !== null ? refuseNumber(source, value.kind, event, context) : value;
  }
  if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) {
    refuseHiddenBreak(text, event, context.findings);
    checkDecodedText(source, {start: event.valueStart - 1, end: event.valueEnd + 1, path: context.path()}, context.findings);
  }
  return source;
}

function refuseNumber(source: string, kind: 'not-finite' | 'unsafe-integer', event: ScalarEvent, {findings, path}: NodeContext): null {
  const isInfinite = kind === 'not-finite';
  const shown = findings.isSecret(path()) ? null : source;
  findings.add({
    code: 'yaml/number',
    message: `${shown ?? 'the number'} ${isInfinite ? 'is not a number that JSON can hold' : 'is too large to be kept exactly; it would be rounded'}`,
    hint: `put it in quotes if it is text or an id${shown === null || isInfinite ? '' : `: "${shown}"`}`,
    start: event.valueStart,
    end: event.valueEnd,
    path: path(),
  });
  return null;
}

/** Value of an unquoted scalar in YAML 1.2's core schema, or the reason why JSON cannot carry it. */
type PlainScalar = string | number | boolean | null | {readonly kind: 'not-finite' | 'unsafe-integer'};

const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Reads an unquoted scalar as YAML 1.2 core says (chapter 10.3.2 of its specification). */
export function readPlainScalar(source: string): PlainScalar {
  switch (source.charCodeAt(0)) {
    case 0x74: // t
    case 0x54: // T
      return source === 'true' || source === 'True' || source === 'TRUE' ? true : source;
    case 0x66: // f
    case 0x46: // F
      return source === 'false' || source === 'False' || source === 'FALSE' ? false : source;
    case 0x6e: // n
    case 0x4e: // N
      return source === 'null' || source === 'Null' || source === 'NULL' ? null : source;
    case 0x7e: // ~
      return source === '~' ? null : source;
    default:
      return mayBeNumber(source.charCodeAt(0)) ? readNumber(source) : source === '' ? null : source;
  }
}

/** Digits, sign and point. */
function mayBeNumber(first: number): boolean {
  return (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
}

function readNumber(source: string): PlainScalar {
  if (INTEGER.test(source)) return checkNumber(Number(source));
  if (FLOAT.test(source)) return checkNumber(Number(source));
  return NOT_FINITE.test(source) ? {kind: 'not-finite'} : source;
}

function checkNumber(value: number): PlainScalar {
  if (!Number.isFinite(value)) return {kind: 'not-finite'};
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return {kind: 'unsafe-integer'};
  return value === 0 ? 0 : value;
}
