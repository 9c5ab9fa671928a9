import {createHash} from 'node:crypto';
import type {JsonValue} from './value';

/**
 * Canonical JSON: members sorted by UTF-16 code unit, no white space, numbers and strings as `JSON.stringify` writes
 * them (RFC 8785 for the plain values that specs can hold). Equal values give equal text whatever their member order.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map(name => `${JSON.stringify(name)}:${canonicalJson(value[name] as JsonValue)}`);
  return `{${members.join(',')}}`;
}

/** SHA-256 of a text or bytes, as 64 lower-case hex digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** SHA-256 of a value's canonical JSON: equal for equal values, whatever their member order. */
export function hashJson(value: JsonValue): string {
  return sha256(canonicalJson(value));
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
