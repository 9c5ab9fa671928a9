import {toPointer} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {isReferencePlace} from '../../secrets/places';
import type {ReferenceGrammar} from '../../secrets/references';
import {visitTexts} from '../../secrets/walk';
import {member} from '../../service/member';
import {shapes} from '../generated/spec-validator';
import {findTextReading, type TextValue} from '../shape/shapes';
import {isList} from '../sync';
import {type Hole, hasHoles, joinTemplate, splitTemplate, type TemplatePart} from './references';

/** The data of a spec or layer as read once for all its monitors: only what leads to a reference is built again for each. */
export type TemplateNode = {readonly kind: 'constant'; readonly value: JsonValue} | TemplateText | TemplateList | TemplateMapping;

/** A list with a reference in it. */
export interface TemplateList {
  readonly kind: 'list';
  readonly items: readonly TemplateNode[];
}

/** A mapping with a reference in it. */
export interface TemplateMapping {
  readonly kind: 'mapping';
  /** Every member, in order: those without references as they are for every monitor. */
  readonly value: JsonObject;
  /** The other members. */
  readonly open: ReadonlyMap<string, TemplateNode>;
}

/** A text with at least one reference to fill in. */
export interface TemplateText {
  readonly kind: 'text';
  /** As the document has it: in a layer a target goes by its type. */
  readonly pointer: string;
  readonly parts: readonly TemplatePart[];
  /** The reference that the text consists of, if it is only one. */
  readonly whole: Hole | null;
  /** Type as which a cell is read where the reference is the whole text; null for text. */
  readonly reading: TextValue | null;
  /** Grammar of references at a path below the text, whose whole may be a list or mapping. */
  readonly grammarAt: (below: readonly (string | number)[]) => ReferenceGrammar;
}

/** Whether a document has to be read as a template: it is a list, or has a reference to fill in, or the escaped beginning of one. */
export function isTemplate(data: JsonValue): boolean {
  if (isList(data)) return true;
  let found = false;
  const look = (text: string) => {
    found ||= hasHoles(text);
  };
  visitTexts(data, look, look);
  return found;
}

/** Reads the data of a spec or layer. Rows that stand in the spec are left as they are: references do not nest. */
export function readTemplate(data: JsonValue): TemplateNode {
  return readNode(data, [], data);
}

/** The texts with references, in their order. */
export function* listTemplateTexts(node: TemplateNode): Generator<TemplateText> {
  if (node.kind === 'text') yield node;
  else if (node.kind === 'list') for (const item of node.items) yield* listTemplateTexts(item);
  else if (node.kind === 'mapping') for (const inner of node.open.values()) yield* listTemplateTexts(inner);
}

function readNode(value: JsonValue, path: readonly (string | number)[], data: JsonValue): TemplateNode {
  if (typeof value === 'string') return hasHoles(value) ? readText(value, path, data) : {kind: 'constant', value};
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue, index) => readNode(item, [...path, index], data));
    return items.every(isConstant) ? constantOf(value, items) : {kind: 'list', items};
  }
  if (!isObject(value) || isRowsPath(path)) return {kind: 'constant', value};
  const members = Object.entries(value).map(([name, inner]) => [name, readNode(inner, [...path, name], data)] as const);
  const nodes = members.map(([, node]) => node);
  if (nodes.every(isConstant)) return constantOf(value, nodes);
  const filled = members.map(([name, node]): [string, JsonValue] => [name, isConstant(node) ? node.value : null]);
  return {kind: 'mapping', value: Object.fromEntries(filled), open: new Map(members.filter(([, node]) => !isConstant(node)))};
}

function isRowsPath(path: readonly (string | number)[]): boolean {
  return path[0] === 'sync' && path[1] === 'each';
}

function isConstant(node: TemplateNode): node is Extract<TemplateNode, {kind: 'constant'}> {
  return node.kind === 'constant';
}

/** The value itself, unless an escape in it was resolved. */
function constantOf(value: readonly JsonValue[] | JsonObject, nodes: readonly {readonly value: JsonValue}[]): TemplateNode {
  const inner = Array.isArray(value) ? value : Object.values(value);
  if (nodes.every((node, index) => node.value === inner[index])) return {kind: 'constant', value};
  const values = nodes.map(node => node.value);
  const names = Object.keys(value);
  return {
    kind: 'constant',
    value: Array.isArray(value) ? values : Object.fromEntries(names.map((name, index) => [name, values[index] as JsonValue])),
  };
}

function readText(text: string, path: readonly (string | number)[], data: JsonValue): TemplateNode {
  const place = placeInSpec(path, data);
  const grammarAt: TemplateText['grammarAt'] = below => (isReferencePlace([...place.path, ...below]) ? 'everything' : 'env-only');
  const parts = splitTemplate(text, grammarAt([]));
  const isPlain = parts.every(part => part.kind !== 'hole' && part.kind !== 'malformed');
  if (isPlain) {
    const joined = joinTemplate(parts, grammarAt([]), () => '');
    return {kind: 'constant', value: joined.kind === 'text' ? joined.text : text};
  }
  const [first] = parts;
  const whole = parts.length === 1 && first?.kind === 'hole' ? first : null;
  const reading = whole === null ? null : findTextReading(shapes, place.data, place.path);
  return {kind: 'text', pointer: toPointer(path), parts, whole, reading, grammarAt};
}

/** A path of a layer, where a target goes by its type, as that of a spec with this one target. */
function placeInSpec(path: readonly (string | number)[], data: JsonValue): {path: readonly (string | number)[]; data: JsonValue} {
  const [first, type, ...rest] = path;
  if (first !== 'targets' || typeof type !== 'string') return {path, data};
  const target = property(member(data, 'targets'), type);
  return {path: ['targets', 0, ...rest], data: {targets: [isObject(target) ? {...target, type} : {type}]}};
}
