import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';

/** One thing that is wrong with a request, as the `details` of a 400 list it. */
export interface Problem {
  /** Kind of mistake, e.g. `too_big`. */
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Place of a value in the request. */
export type RequestPath = readonly (string | number)[];

/** Reads values out of a request and notes what is wrong with them; readers answer undefined for what they refuse. */
export class Problems {
  readonly list: Problem[] = [];

  /** Notes a problem. */
  add(path: RequestPath, code: string, message: string): undefined {
    this.list.push({code, path, message});
    return undefined;
  }

  /** A string of `min` to `max` UTF-16 units. */
  string(value: JsonValue | undefined, path: RequestPath, limits: {min?: number; max?: number} = {}): string | undefined {
    if (typeof value !== 'string') return this.wrongType(value, path, 'string');
    const {min = 0, max = Number.POSITIVE_INFINITY} = limits;
    if (value.length < min) return this.add(path, 'too_small', `must be at least ${min} characters long`);
    if (value.length > max) return this.add(path, 'too_big', `must be at most ${max} characters long`);
    return value;
  }

  /** A number, whole where `whole` asks for it, in a range. */
  number(value: JsonValue | undefined, path: RequestPath, limits: {min?: number; max?: number; whole?: boolean} = {}): number | undefined {
    if (typeof value !== 'number') return this.wrongType(value, path, 'number');
    const {min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY} = limits;
    if (limits.whole === true && !Number.isInteger(value)) return this.add(path, 'invalid_type', 'must be a whole number');
    if (value < min) return this.add(path, 'too_small', `must be at least ${min}`);
    if (value > max) return this.add(path, 'too_big', `must be at most ${max}`);
    return value;
  }

  boolean(value: JsonValue | undefined, path: RequestPath): boolean | undefined {
    return typeof value === 'boolean' ? value : this.wrongType(value, path, 'boolean');
  }

  oneOf<T extends string>(value: JsonValue | undefined, path: RequestPath, values: readonly T[]): T | undefined {
    const found = values.find(item => item === value);
    return found ?? this.add(path, 'invalid_value', `must be one of ${values.join(', ')}`);
  }

  /** A list, each item read by `read`; undefined as soon as one item is refused. */
  array<T>(
    value: JsonValue | undefined,
    path: RequestPath,
    limits: {min?: number; max?: number},
    read: (item: JsonValue, path: RequestPath) => T | undefined,
  ): T[] | undefined {
    if (!Array.isArray(value)) return this.wrongType(value, path, 'array');
    const items = value as readonly JsonValue[];
    if (items.length < (limits.min ?? 0)) return this.add(path, 'too_small', `must have at least ${limits.min} items`);
    if (items.length > (limits.max ?? Number.POSITIVE_INFINITY)) return this.add(path, 'too_big', `must have at most ${limits.max} items`);
    const results = items.map((item, index) => read(item, [...path, index]));
    return results.some(item => item === undefined) ? undefined : (results as T[]);
  }

  object(value: JsonValue | undefined, path: RequestPath): JsonObject | undefined {
    return isObject(value) ? value : this.wrongType(value, path, 'object');
  }

  /** An object with no other members than these. */
  closedObject(value: JsonValue | undefined, path: RequestPath, members: readonly string[]): JsonObject | undefined {
    const object = this.object(value, path);
    if (object === undefined) return undefined;
    const unknown = Object.keys(object).filter(name => !members.includes(name));
    if (unknown.length > 0) this.add(path, 'unrecognized_keys', `unknown field ${unknown.map(name => JSON.stringify(name)).join(', ')}`);
    return object;
  }

  wrongType(value: JsonValue | undefined, path: RequestPath, expected: string): undefined {
    return this.add(
      path,
      'invalid_type',
      value === undefined ? 'is required' : `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`,
    );
  }
}
