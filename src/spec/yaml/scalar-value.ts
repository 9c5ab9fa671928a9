import {getScalarValue, SCALAR_STYLE, type ScalarEvent} from 'js-yaml';
import type {JsonValue} from '../../json/value';
import {isSecretPath} from '../../secrets/places';
import {refuseHiddenBreak} from './ambiguities';
import {checkDecodedText} from './characters';
import type {NodeContext} from './node-context';
import {readPlainScalar} from './scalar';

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
  const shown = isSecretPath(path()) ? null : source;
  findings.add({
    code: 'yaml/number',
    message: `${shown ?? 'the number'} ${isInfinite ? 'is no number that JSON can carry' : 'is too large to be kept exactly; it would be rounded'}`,
    hint: `put it in quotes if it is text or an id${shown === null || isInfinite ? '' : `: "${shown}"`}`,
    start: event.valueStart,
    end: event.valueEnd,
    path: path(),
  });
  return null;
}
