import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';

/** Gives every string of a JSON value, and every other leaf, to `replace`, and builds the value anew from what it returns. */
export function mapLeaves(value: JsonValue, replace: (leaf: Leaf, path: Path) => JsonValue, path: Path = []): JsonValue {
  if (isArray(value)) return value.map((item, index) => mapLeaves(item, replace, [...path, index]));
  if (isObject(value)) return mapMembers(value, (item, name) => mapLeaves(item, replace, [...path, name]));
  return replace(value, path);
}

/** A JSON value without parts. */
export type Leaf = string | number | boolean | null;

/** Builds an object anew, member by member; `__proto__` stays an ordinary member. */
export function mapMembers(object: JsonObject, replace: (value: JsonValue, name: string) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, replace(value, name)]));
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
