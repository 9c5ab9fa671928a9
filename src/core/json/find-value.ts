import type {Path} from './pointer';
import {type JsonValue, property} from './value';

/** The value at `path`, or undefined where there is none. */
export function findValue(root: JsonValue, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(stepInto, root);
}

/** The member or item `step` of a value, or undefined. */
export function stepInto(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof step === 'string') return property(value, step);
  return Array.isArray(value) ? (value as readonly JsonValue[])[step] : undefined;
}
