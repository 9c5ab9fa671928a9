import type {Path} from '../json/pointer';
import {isObject, type JsonValue, property} from '../json/value';
import {follow} from './table';

/** Members and values that the config allows in specs although no type of the service has them. */
export interface AllowedFields {
  /** `service.allowFields` and `service.allowValues` as the config writes them, each once, sorted. */
  readonly paths: readonly string[];
  /** Members of closed objects: all text below them is secret. */
  readonly root: AllowedBelow;
  /** Members of objects that the service keeps as they are, such as scrape options: shown, and without references. */
  readonly options: AllowedBelow;
  /** Values of enumerations. */
  readonly values: readonly AllowedValue[];
}

/** A value that one member may have besides those that are known. */
interface AllowedValue {
  readonly field: string;
  readonly steps: readonly string[];
  readonly value: string;
}

/** Members allowed in an object, or in the items of a list under the name `*`. */
export type AllowedBelow = ReadonlyMap<string, AllowedNode>;

/** A step of an allowed path: the new member itself (`field` is its whole path), or what leads there. */
interface AllowedNode {
  readonly field: string | null;
  readonly below: AllowedBelow;
}

/** Nothing is allowed. */
export const NO_FIELDS: AllowedFields = {paths: [], root: new Map(), options: new Map(), values: []};

interface GrowingNode extends AllowedNode {
  field: string | null;
  readonly below: Map<string, GrowingNode>;
}

/** Makes what the config allows fit for looking up. It is sound: see field-flaws.ts. */
export function allowFields(given: readonly string[], givenValues: readonly string[] = []): AllowedFields {
  return given.length === 0 && givenValues.length === 0 ? NO_FIELDS : growFields(given, givenValues);
}

function growFields(given: readonly string[], givenValues: readonly string[]): AllowedFields {
  const fields = [...new Set(given)].sort();
  const values = [...new Set(givenValues)].sort();
  return {
    paths: [...fields, ...values].sort(),
    root: growPaths(fields.filter(path => !isInOptions(path))),
    options: growPaths(fields.filter(isInOptions)),
    values: values.map(field => {
      const at = field.indexOf('=');
      return {field, steps: field.slice(0, at).split('.'), value: field.slice(at + 1)};
    }),
  };
}

function isInOptions(path: string): boolean {
  return follow(path.split('.').map(step => (step === '*' ? 0 : step))).isOpen;
}

function growPaths(paths: readonly string[]): AllowedBelow {
  const root = new Map<string, GrowingNode>();
  for (const path of paths) {
    let below = root;
    let node: GrowingNode | undefined;
    for (const step of path.split('.')) {
      node = below.get(step) ?? {field: null, below: new Map()};
      below.set(step, node);
      below = node.below;
    }
    if (node !== undefined) node.field = path;
  }
  return root;
}

/** The allowed path that the place of a body is, or lies below, in a closed object; undefined for another place. */
export function findAllowed({root}: AllowedFields, path: Path): string | undefined {
  return findIn(root, path);
}

/** The same for any place. */
export function findAllowedAnywhere({root, options}: AllowedFields, path: Path): string | undefined {
  return findIn(root, path) ?? findIn(options, path);
}

/** Whether a value may stand at a place although its enumeration does not have it. */
export function isAllowedValue({values}: AllowedFields, path: Path, value: JsonValue | undefined): boolean {
  return values.some(allowed => allowed.value === value && isAt(allowed.steps, path));
}

/** In a layer, targets stand under the names of their types. */
function isAt(steps: readonly string[], path: Path): boolean {
  return steps.length === path.length && steps.every((step, index) => step === '*' || step === path[index]);
}

function findIn(root: AllowedBelow, path: Path): string | undefined {
  let below = root;
  for (const step of path) {
    // In a layer, targets stand under the names of their types.
    const node = below.get(String(step)) ?? below.get('*');
    if (node === undefined) return undefined;
    if (node.field !== null) return node.field;
    below = node.below;
  }
  return undefined;
}

/** A member that is there because the config allows it. */
interface UsedField {
  readonly field: string;
  readonly path: Path;
}

/** The allowed members and values that a body has: closed objects first, in the order of the config's paths. */
export function listUsedFields({root, options, values}: AllowedFields, body: JsonValue): UsedField[] {
  // An allowed member that became known is a member like any other.
  const inClosed = listUsed(root, body, []).filter(({path}) => follow(path).isUnknown);
  return [...inClosed, ...listUsed(options, body, []), ...values.flatMap(allowed => listUsedValue(allowed, body))];
}

function listUsedValue({field, steps, value}: AllowedValue, body: JsonValue): UsedField[] {
  let places: {readonly path: Path; readonly at: JsonValue | undefined}[] = [{path: [], at: body}];
  for (const step of steps) {
    places = places.flatMap(({path, at}) => {
      if (step !== '*') return [{path: [...path, step], at: property(at, step)}];
      return Array.isArray(at) ? at.map((item: JsonValue, index) => ({path: [...path, index], at: item})) : [];
    });
  }
  return places.flatMap(({path, at}) => (at === value ? [{field, path}] : []));
}

function listUsed(below: AllowedBelow, value: JsonValue, path: Path): UsedField[] {
  return [...below].flatMap(([step, node]): UsedField[] => {
    const found: readonly (readonly [string | number, JsonValue | undefined])[] =
      step !== '*' ? [[step, property(value, step)]] : Array.isArray(value) ? [...value.entries()] : [];
    return found.flatMap(([name, one]): UsedField[] => {
      if (one === undefined) return [];
      return node.field === null ? listUsed(node.below, one, [...path, name]) : [{field: node.field, path: [...path, name]}];
    });
  });
}

/** A body with its allowed members, wherever `sent` has none, as the service holds them: what replaces an object whole must say them again. */
export function carryAllowed(sent: JsonValue, held: JsonValue | undefined, below: AllowedBelow): JsonValue {
  if (Array.isArray(sent)) return carryIntoItems(sent, held, below);
  if (!isObject(sent) || !isObject(held)) return sent;
  const carried = [...below].flatMap(([name, node]): [string, JsonValue][] => {
    const [own, other] = [property(sent, name), property(held, name)];
    if (other === undefined || other === null) return [];
    if (node.field !== null) return own === undefined ? [[name, other]] : [];
    return own === undefined ? [] : [[name, carryAllowed(own, other, node.below)]];
  });
  return carried.length === 0 ? sent : {...sent, ...Object.fromEntries(carried)};
}

/** Items belong together by their `id`. */
function carryIntoItems(sent: readonly JsonValue[], held: JsonValue | undefined, below: AllowedBelow): readonly JsonValue[] {
  const node = below.get('*');
  if (node === undefined || !Array.isArray(held)) return sent;
  const idOf = (item: JsonValue) => {
    const id = property(item, 'id');
    return typeof id === 'string' ? id.toLowerCase() : '';
  };
  const selves = new Map(held.map((item: JsonValue) => [idOf(item), item]));
  return sent.map(item => carryAllowed(item, idOf(item) === '' ? undefined : selves.get(idOf(item)), node.below));
}
