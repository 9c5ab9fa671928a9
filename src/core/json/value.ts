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
