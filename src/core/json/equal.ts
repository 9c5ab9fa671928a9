import {isObject, type JsonObject, type JsonValue} from './value';

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
