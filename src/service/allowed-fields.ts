import type {Path} from '../json/pointer';
import {isObject, type JsonValue, property} from '../json/value';
import {isOurs, type KnownType, listTypes} from './table';

/** Members that the config allows in specs although no type of the service has them (`service.allowFields`). */
export interface AllowedFields {
  /** As the config writes them, each once, sorted. */
  readonly paths: readonly string[];
  readonly root: AllowedBelow;
}

/** What is allowed in an object, or in the items of a list under the name `*`. */
export type AllowedBelow = ReadonlyMap<string, AllowedNode>;

/** A step of an allowed path: the new member itself (`field` is its whole path), or what leads there. */
export interface AllowedNode {
  readonly field: string | null;
  readonly below: AllowedBelow;
}

/** Nothing is allowed. */
export const NO_FIELDS: AllowedFields = {paths: [], root: new Map()};

interface GrowingNode extends AllowedNode {
  field: string | null;
  readonly below: Map<string, GrowingNode>;
}

/** Makes the paths of the config fit for looking up. They are sound: see {@link findFieldFlaw}. */
export function allowFields(given: readonly string[]): AllowedFields {
  if (given.length === 0) return NO_FIELDS;
  const paths = [...new Set(given)].sort();
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
  return {paths, root};
}

/** The allowed path that the place of a body is, or lies below; undefined for another place. */
export function findAllowed({root}: AllowedFields, path: Path): string | undefined {
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
export interface UsedField {
  readonly field: string;
  readonly path: Path;
}

/** The allowed members that a body has, in the order of the config's paths. */
export function listUsedFields({root}: AllowedFields, body: JsonValue): UsedField[] {
  return listUsed(root, body, []);
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

/** What is wrong with a path of the config. */
export interface FieldFlaw {
  readonly message: string;
  readonly hint: string;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
/** Names that mean something else to a program that reads JSON. */
const REFUSED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds what is wrong with a path of `service.allowFields`; null for nothing. */
export function findFieldFlaw(path: string): FieldFlaw | null {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  if (path.length > 200 || !steps.every(step => step === '*' || isName(step)) || !isName(last)) {
    return {
      message: `${JSON.stringify(path.slice(0, 200))} is not a path of member names`,
      hint: 'write names with dots, and * for the items of a list, e.g. notification.slack or targets.*.newThing',
    };
  }
  if (isOurs(steps[0] ?? last)) {
    return {message: `"${path}" is not a member that a spec sends`, hint: 'name a new member of the service'};
  }
  return findFlawOnWay(path, steps, last);
}

function findFlawOnWay(path: string, steps: readonly string[], last: string): FieldFlaw | null {
  let types = listTypes('MonitorCreateRequest');
  let isList = false;
  for (const [index, step] of steps.entries()) {
    const way = steps.slice(0, index + 1).join('.');
    if (isList !== (step === '*')) return isList ? needsItems(path, steps.slice(0, index)) : noList(path, way);
    if (isList) {
      isList = false;
      continue;
    }
    const members = types.flatMap(({members: known}) => (Object.hasOwn(known, step) ? [known[step]!] : []));
    types = members.flatMap(({type}) => (type === undefined ? [] : listTypes(type)));
    isList = members.some(({list}) => list !== undefined);
    if (members.length > 0 && types.length === 0) {
      return {
        message: `"${path}" leads into "${way}", which has no members of the service's own`,
        hint: 'name a new member of an object of the service',
      };
    }
    if (types.length === 0)
      return {message: `"${path}" goes below "${way}", which is not a known member`, hint: `write ${way}: all below it is allowed`};
    if (types.some(isOpen)) return openObject(path, way);
  }
  if (isList) return needsItems(path, steps);
  if (!types.some(({members}) => Object.hasOwn(members, last))) return null;
  return {message: `"${path}" is a known member`, hint: 'remove it from service.allowFields: specs may have it without'};
}

function isName(step: string): boolean {
  return NAME.test(step) && !REFUSED_NAMES.has(step);
}

function isOpen({answered}: KnownType): boolean {
  return answered === 'asSent';
}

function needsItems(path: string, list: readonly string[]): FieldFlaw {
  const items = `${list.join('.')}.*`;
  return {message: `"${path}" does not say which items of the list`, hint: `write ${items}${path.slice(list.join('.').length)}`};
}

function noList(path: string, way: string): FieldFlaw {
  return {
    message: `the * of "${way}" in "${path}" is not at a list`,
    hint: 'write * for the items of a list only, e.g. targets.*.newThing',
  };
}

function openObject(path: string, way: string): FieldFlaw {
  const hint = way.endsWith('scrapeOptions')
    ? 'remove it: unknown scrape options are sent as they are, with a warning'
    : 'remove it: the service fails every check with an unknown crawl option';
  return {message: `"${path}" is in "${way}", where nothing can be allowed`, hint};
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
  const idOf = (item: JsonValue) => String(property(item, 'id') ?? '').toLowerCase();
  const selves = new Map(held.map((item: JsonValue) => [idOf(item), item]));
  return sent.map(item => carryAllowed(item, idOf(item) === '' ? undefined : selves.get(idOf(item)), node.below));
}
