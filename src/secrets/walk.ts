import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';

/** A JSON value without parts. */
export type Leaf = string | number | boolean | null;

/**
 * Gives every leaf of a JSON value to `replace` and puts what it returns in its place. What has no replaced leaf is
 * not built anew: the result is `value` itself when nothing was replaced. The path that `replace` gets is only valid
 * during the call.
 */
export function mapLeaves(value: JsonValue, replace: (leaf: Leaf, path: Path) => JsonValue, path: Path = []): JsonValue {
  return mapValue(value, replace, [...path]);
}

type SharedPath = (string | number)[];

function mapValue(value: JsonValue, replace: (leaf: Leaf, path: Path) => JsonValue, path: SharedPath): JsonValue {
  if (Array.isArray(value)) return mapItems(value, replace, path);
  return isObject(value) ? mapMembers(value, replace, path) : replace(value as Leaf, path);
}

function mapItems(items: readonly JsonValue[], replace: (leaf: Leaf, path: Path) => JsonValue, path: SharedPath): JsonValue {
  let mapped: JsonValue[] | null = null;
  for (const [index, item] of items.entries()) {
    path.push(index);
    const next = mapValue(item, replace, path);
    path.pop();
    if (next === item) continue;
    mapped ??= [...items];
    mapped[index] = next;
  }
  return mapped ?? items;
}

function mapMembers(object: JsonObject, replace: (leaf: Leaf, path: Path) => JsonValue, path: SharedPath): JsonValue {
  let mapped: Map<string, JsonValue> | null = null;
  for (const name of Object.keys(object)) {
    const value = object[name] as JsonValue;
    path.push(name);
    const next = mapValue(value, replace, path);
    path.pop();
    if (next === value) continue;
    mapped ??= new Map(Object.entries(object));
    mapped.set(name, next);
  }
  return mapped === null ? object : Object.fromEntries(mapped);
}
