import {isObject, type JsonObject, type JsonValue} from '../json/value';

/** A value with its members put in code-unit order. */
export interface ArrangedValue {
  readonly value: JsonValue;
  /**
   * `JSON.stringify` writes the members in code-unit order. False where an object has members such as `"9"` and `"10"`,
   * which the language always lists by number: such values need a writer of their own.
   */
  readonly arranged: boolean;
}

/** Puts the members of every object in code-unit order; what is in order already is kept as it is, not copied. */
export function arrangeMembers(value: JsonValue): ArrangedValue {
  if (typeof value !== 'object' || value === null) return {value, arranged: true};
  let arranged = true;
  const arrange = (inner: JsonValue): JsonValue => {
    if (typeof inner !== 'object' || inner === null) return inner;
    if (Array.isArray(inner)) return arrangeItems(inner, arrange);
    return arrangeObject(inner as JsonObject);
  };
  const arrangeObject = (object: JsonObject): JsonObject => {
    const names = Object.keys(object);
    const inOrder = isSorted(names);
    const values = names.map(name => arrange(object[name] as JsonValue));
    if (inOrder && values.every((inner, index) => inner === object[names[index]!])) return object;
    const members = names.map((name, index): [string, JsonValue] => [name, values[index]!]).sort(([a], [b]) => (a < b ? -1 : 1));
    const rebuilt = Object.fromEntries(members);
    if (!isSorted(Object.keys(rebuilt))) arranged = false;
    return rebuilt;
  };
  const result = arrange(value);
  return {value: result, arranged};
}

function arrangeItems(items: readonly JsonValue[], arrange: (item: JsonValue) => JsonValue): JsonValue {
  const result = items.map(arrange);
  return result.every((item, index) => item === items[index]) ? items : result;
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index += 1) if (names[index - 1]! > names[index]!) return false;
  return true;
}

/** Writes a value as `JSON.stringify(value, null, 2)` does, with members in code-unit order whatever their names. */
export function writeIndented(value: JsonValue, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (!isObject(value)) {
    const items = (value as readonly JsonValue[]).map(item => `${inner}${writeIndented(item, inner)}`);
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  const members = Object.keys(value)
    .sort()
    .map(name => `${inner}${JSON.stringify(name)}: ${writeIndented(value[name] as JsonValue, inner)}`);
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}
