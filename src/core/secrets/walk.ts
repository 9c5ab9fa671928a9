import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';

/** A JSON value without parts. */
export type Leaf = string | number | boolean | null;

/**
 * Gives every leaf of a JSON value to `replace` and puts what it returns in its place. What has no replaced leaf is
 * not built again: the result is `value` itself when nothing was replaced. The path that `replace` gets is only valid
 * during the call.
 */
export function mapLeaves(value: JsonObject, replace: ReplaceLeaf, path?: Path): JsonObject;
export function mapLeaves(value: JsonValue, replace: ReplaceLeaf, path?: Path): JsonValue;
export function mapLeaves(value: JsonValue, replace: ReplaceLeaf, path: Path = []): JsonValue {
  return mapValue(value, replace, [...path]);
}

type ReplaceLeaf = (leaf: Leaf, path: Path) => JsonValue;

type SharedPath = (string | number)[];

/**
 * Shows every text value to `visit`, and every member name to `visitName`, in order. The path that they get is only valid
 * during the call.
 */
export function visitTexts(value: JsonValue, visit: VisitText, visitName?: VisitText): void {
  visitValue(value, visit, visitName, []);
}

type VisitText = (text: string, path: Path) => void;

function visitValue(value: JsonValue, visit: VisitText, visitName: VisitText | undefined, path: SharedPath): void {
  if (typeof value === 'string') {
    visit(value, path);
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      visitValue(value[index] as JsonValue, visit, visitName, path);
      path.pop();
    }
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      path.push(name);
      visitName?.(name, path);
      visitValue(value[name] as JsonValue, visit, visitName, path);
      path.pop();
    }
  }
}

function mapValue(value: JsonValue, replace: ReplaceLeaf, path: SharedPath): JsonValue {
  if (Array.isArray(value)) return mapItems(value, replace, path);
  return isObject(value) ? mapMembers(value, replace, path) : replace(value as Leaf, path);
}

function mapItems(items: readonly JsonValue[], replace: ReplaceLeaf, path: SharedPath): JsonValue {
  let mapped: JsonValue[] | null = null;
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as JsonValue;
    path.push(index);
    const next = mapValue(item, replace, path);
    path.pop();
    if (next === item) continue;
    mapped ??= [...items];
    mapped[index] = next;
  }
  return mapped ?? items;
}

function mapMembers(object: JsonObject, replace: ReplaceLeaf, path: SharedPath): JsonObject {
  let mapped: Record<string, JsonValue> | null = null;
  for (const name of Object.keys(object)) {
    const value = object[name] as JsonValue;
    path.push(name);
    const next = mapValue(value, replace, path);
    path.pop();
    if (next === value) continue;
    // A copy has every name of its own, `__proto__` too: none is looked up in the prototype.
    mapped ??= {...object};
    mapped[name] = next;
  }
  return mapped ?? object;
}
