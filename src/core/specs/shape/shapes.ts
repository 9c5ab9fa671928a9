import type {Path} from '../../json/pointer';
import {type JsonValue, property} from '../../json/value';

/** Facts of a compiled schema about its objects, by name; `root` is the document itself. Written by scripts/validators.mjs. */
export type Shapes = Readonly<Record<string, Shape>>;

/** An object with its known members, a union of objects by one member, or objects by names of the user's own. */
type Shape = ObjectShape | UnionShape | MapShape;

/** An object with its known members. */
interface ObjectShape {
  readonly kind: 'object';
  /** Each member's shape, or that of the items of its list; null where plain values stand. */
  readonly members: Readonly<Record<string, string | null>>;
  /** A line of YAML for each required member, e.g. `name: Acme pricing`. */
  readonly samples: Readonly<Record<string, string>>;
  /** Type as which a text in a member, or in its list, has to be read; absent where text is allowed. */
  readonly readsText: Readonly<Record<string, TextValue>>;
}

/** A text that is exactly a JSON number, or exactly `true` or `false`. */
export type TextValue = 'number' | 'boolean';

/** A union of objects: the shape for each value of the member `tag`. */
interface UnionShape {
  readonly kind: 'union';
  readonly tag: 'type' | 'backend';
  readonly types: Readonly<Record<string, string>>;
}

/** Objects of one shape by names that no schema knows. */
interface MapShape {
  readonly kind: 'map';
  readonly values: string;
}

/** A shape with the name it goes by. */
export interface NamedShape {
  readonly name: string;
  readonly shape: Shape;
}

/** A validator that ajv compiled ahead of time. After a call that returned false, `errors` says why. */
export interface SchemaValidator {
  (value: JsonValue): boolean;
  errors?: readonly SchemaError[] | null;
}

/** One error of a validator. `instancePath` is a JSON pointer. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The shape that a schema gives to the place `path` of `root`; undefined where it says nothing of it. */
export function findShape(shapes: Shapes, root: JsonValue, path: Path): NamedShape | undefined {
  let shape = named(shapes, 'root');
  let value: JsonValue | undefined = root;
  for (const step of path) {
    if (typeof step === 'number') {
      value = Array.isArray(value) ? (value as readonly JsonValue[])[step] : undefined;
      continue;
    }
    const object = narrowShape(shapes, shape, value);
    shape = named(shapes, object === undefined ? undefined : shapeWithin(object.shape, step));
    value = property(value, step);
  }
  return narrowShape(shapes, shape, value) ?? shape;
}

function shapeWithin(shape: Shape, step: string): string | null | undefined {
  if (shape.kind === 'map') return shape.values;
  return shape.kind === 'object' ? own(shape.members, step) : undefined;
}

/**
 * Finds the type as which a text at the place `path` of `root` has to be read; null where text is allowed. Of a union
 * all objects count.
 */
export function findTextReading(shapes: Shapes, root: JsonValue, path: Path): TextValue | null {
  const name = path.findLast(step => typeof step === 'string');
  if (name === undefined) return null;
  const object = findShape(shapes, root, path.slice(0, path.lastIndexOf(name)))?.shape;
  const objects = object?.kind === 'union' ? Object.values(object.types).map(type => shapes[type]) : [object];
  for (const one of objects) {
    const reading = one?.kind === 'object' ? own(one.readsText, name) : undefined;
    if (reading !== undefined) return reading;
  }
  return null;
}

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The number or truth value that a text exactly is; undefined where it is none, or one that could not be kept as it is. */
export function readTextAs(reading: TextValue | null, text: string): JsonValue | undefined {
  if (reading === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (reading === null || !JSON_NUMBER.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : undefined;
}

/** The one object of a union that `value` says it is; undefined where it does not say. */
function narrowShape(shapes: Shapes, shape: NamedShape | undefined, value: JsonValue | undefined): NamedShape | undefined {
  if (shape?.shape.kind !== 'union') return shape;
  const type = property(value ?? null, shape.shape.tag);
  return typeof type === 'string' ? named(shapes, own(shape.shape.types, type)) : undefined;
}

function named(shapes: Shapes, name: string | null | undefined): NamedShape | undefined {
  const shape = typeof name === 'string' ? own(shapes, name) : undefined;
  return typeof name === 'string' && shape !== undefined ? {name, shape} : undefined;
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
