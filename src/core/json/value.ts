/** A value that JSON can carry; nothing else is ever accepted from a spec, the state file or the service. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. Members are own properties only: look-ups go through {@link property}, never through the prototype. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** Whether `value` is an object (not an array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The own member `name` of any JSON value, or undefined: `constructor` and friends of the prototype are never found. Members of
 * a spec are read with `member` of src/core/service/member.ts, which knows their names.
 */
export function property(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Reads a text as JSON; undefined where it is not JSON. For text whose faults are of no interest: what finds them says more. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether two values are equal, whatever the order of members: as comparing {@link canonicalJson} of both, and faster. */
export function isEqualJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqualJson(item, b[index] as JsonValue));
  return isObject(a) && isObject(b) && isEqualObject(a, b);
}

function isEqualObject(a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(b, name) || !isEqualJson(a[name] as JsonValue, b[name] as JsonValue)) return false;
  }
  return true;
}

/**
 * Reads an amount that the service worked out, such as credits: zero or more, and small enough to be counted exactly.
 * Null for anything else: no text can be made of `1e999` that means something.
 */
export function readAmount(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;
}
