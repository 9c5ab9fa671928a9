import {type JsonValue, property} from './value';

/** A path into a JSON value: member names and array indexes, outermost first. */
export type Path = readonly (string | number)[];

/** Writes a path as a JSON pointer (RFC 6901): `['targets', 0, 'url']` is `/targets/0/url`, the whole document is `''`. */
export function toPointer(path: Path): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Reads a JSON pointer back into member names; array indexes stay strings, since a pointer does not tell them apart. */
export function fromPointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A JSON pointer for people: `targets[0].urls`, names that are not plain words in quotes. */
export function describePointer(pointer: string): string {
  return fromPointer(pointer)
    .map((step, index) => {
      if (/^\d+$/.test(step)) return `[${step}]`;
      if (/^[\w-]+$/.test(step)) return index === 0 ? step : `.${step}`;
      return `[${JSON.stringify(step)}]`;
    })
    .join('');
}

/** The value at `path`, or undefined where there is none. */
export function findValue(root: JsonValue, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(stepInto, root);
}

/** The value that a JSON pointer leads to, or undefined where there is none. */
export function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  const step = (value: JsonValue | undefined, name: string) => stepInto(value, Array.isArray(value) ? Number(name) : name);
  return fromPointer(pointer).reduce<JsonValue | undefined>(step, root);
}

/** The member or item `step` of a value, or undefined. */
export function stepInto(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof step === 'string') return property(value, step);
  return Array.isArray(value) ? (value as readonly JsonValue[])[step] : undefined;
}
