import {type Path, toPointer} from '../../json/pointer';
import type {JsonValue} from '../../json/value';
import {maskValue} from '../../secrets/masking';
import {isSecretPath} from '../../secrets/places';
import type {SpecDocument} from '../desired-monitor';
import {decodeLeniently} from '../yaml/decoding';
import {findValue} from './fault';

/** Longer texts are cut in messages; the code frame shows the line. */
const LONGEST_ECHO = 60;

/** A value in words, for "must be ..., but is ...". Of a value in a secret place it says the kind only. */
export function describeValue(document: SpecDocument, path: Path): string {
  const value = findValue(document.data, path) ?? null;
  if (isSecretPath(path)) return describeKind(value);
  if (typeof value === 'string') return `the text ${showString(value, path)}`;
  if (typeof value === 'number') return `the number ${showSource(document, path)}`;
  return typeof value === 'boolean' ? showSource(document, path) : describeKind(value);
}

/** What kind of value it is, in words. */
export function describeKind(value: JsonValue): string {
  if (value === null) return 'empty (null)';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
}

/** A text in quotes for a message: without what is secret in it, and cut when it is long. */
export function showString(text: string, path: Path): string {
  const masked = String(maskValue(text, path));
  const characters = Array.from(masked);
  return characters.length > LONGEST_ECHO ? `"${characters.slice(0, LONGEST_ECHO).join('')}..."` : `"${masked}"`;
}

/** A number or a truth value as the file has it, since `010` and `10` are the same number but not the same mistake. */
export function showSource(document: SpecDocument, path: Path): string {
  const value: JsonValue = findValue(document.data, path) ?? null;
  const {start, end} = document.rangeOf(toPointer(path));
  const text = decodeLeniently(document.source.bytes).slice(start.offset, end.offset);
  return /^[\w.+-]{1,40}$/.test(text) ? text : String(value);
}
