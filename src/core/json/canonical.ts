import {hash} from 'node:crypto';
import type {JsonObject, JsonValue} from './value';

/**
 * Canonical JSON: members sorted by UTF-16 code unit, no white space, numbers and strings as `JSON.stringify` writes
 * them (RFC 8785 for the plain values that specs can hold). Equal values give equal text whatever their member order.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return isArray(value) ? canonicalItems(value) : canonicalMembers(value);
}

function canonicalItems(items: readonly JsonValue[]): string {
  let text = '';
  for (const item of items) text += text === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
  return `[${text}]`;
}

function canonicalMembers(object: JsonObject): string {
  let text = '';
  for (const name of sortNames(Object.keys(object))) {
    text += `${text === '' ? '' : ','}${quoteName(name)}${canonicalJson(object[name] as JsonValue)}`;
  }
  return `{${text}}`;
}

/** Most objects have few members: putting each into its place is faster than a sort that is made for many. */
function sortNames(names: string[]): string[] {
  if (names.length > MOST_PLACED) return names.sort();
  for (let index = 1; index < names.length; index++) {
    const name = names[index] as string;
    let at = index;
    for (; at > 0 && (names[at - 1] as string) > name; at--) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}

/** Names of an object that are put into their places one by one, at most. */
const MOST_PLACED = 16;

/** A name in quotes with its colon. Specs have the same few names again and again. */
function quoteName(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const quoted = `${quote(name)}:`;
  if (quotedNames.size < MOST_QUOTED && name.length <= LONGEST_QUOTED) quotedNames.set(name, quoted);
  return quoted;
}

/** Names that were quoted before; not those beyond the first 1000, nor longer ones than 100 characters. */
const quotedNames = new Map<string, string>();
const MOST_QUOTED = 1000;
const LONGEST_QUOTED = 100;

/** Characters that JSON writes as they are; half surrogate pairs are not among them. */
const PLAIN = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/;

function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** SHA-256 of a text or bytes, as 64 lower-case hex digits. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/** SHA-256 of a value's canonical JSON: equal for equal values, whatever their member order. */
export function hashJson(value: JsonValue): string {
  return sha256(canonicalJson(value));
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
