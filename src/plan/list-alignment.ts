import {canonicalJson} from '../json/canonical';
import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue, member} from '../json/value';
import {matchTargets} from '../spec/targets';

/** Two bodies in which each pair of lists became a pair of objects whose members are named by what belongs together. */
export interface AlignedBodies {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * Turns lists into objects, so that items are compared with their own earlier selves: targets by identity, formats and
 * parsers by type, sets of texts by text, everything else in order. The member names that stand for items are made by
 * {@link itemName} and read by {@link readItemName}.
 */
export function alignLists(before: JsonObject, after: JsonObject): AlignedBodies {
  const aligned = alignValues(before, after, []);
  return {before: aligned.before as JsonObject, after: aligned.after as JsonObject};
}

/** What a list item's stand-in name says: the item's index in the later list, or that it was added or removed. */
export type ItemPlace = {readonly kind: 'kept'; readonly index: number} | {readonly kind: 'added' | 'removed'; readonly index: number};

/** Begins every stand-in name. Control characters are refused in specs, so no member of a body has such a name. */
const ITEM = '\u0000';
const SIGNS = {kept: '=', added: '+', removed: '-'} as const;

function itemName({kind, index}: ItemPlace): string {
  return `${ITEM}${SIGNS[kind]}${index}`;
}

/** Reads a member name of an aligned body; null when it is an ordinary member. */
export function readItemName(name: string | number): ItemPlace | null {
  const match = /^\u0000([=+-])(\d+)$/.exec(String(name));
  if (match === null) return null;
  const kind = match[1] === '=' ? 'kept' : match[1] === '+' ? 'added' : 'removed';
  return {kind, index: Number(match[2])};
}

interface Aligned {
  readonly before: JsonValue;
  readonly after: JsonValue;
}

function alignValues(before: JsonValue, after: JsonValue, path: Path): Aligned {
  if (Array.isArray(before) && Array.isArray(after)) return alignPair(before, after, path);
  if (!isObject(before) || !isObject(after)) return {before, after};
  const members = Object.keys(before).filter(name => Object.hasOwn(after, name));
  const shared = new Map(members.map(name => [name, alignValues(before[name] as JsonValue, after[name] as JsonValue, [...path, name])]));
  return {
    before: replaceMembers(before, name => shared.get(name)?.before),
    after: replaceMembers(after, name => shared.get(name)?.after),
  };
}

function replaceMembers(object: JsonObject, replacement: (name: string) => JsonValue | undefined): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, replacement(name) ?? value]));
}

/** `[index before, index after]` of the items that belong together, and the rest. */
interface ItemMatches {
  readonly pairs: readonly (readonly [number, number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

function alignPair(before: readonly JsonValue[], after: readonly JsonValue[], path: Path): Aligned {
  const {pairs, removed, added} = matchItems(before, after, path);
  const earlier: [string, JsonValue][] = removed.map(index => [itemName({kind: 'removed', index}), before[index] as JsonValue]);
  const later: [string, JsonValue][] = added.map(index => [itemName({kind: 'added', index}), after[index] as JsonValue]);
  for (const [then, now] of pairs) {
    const name = itemName({kind: 'kept', index: now});
    const item = alignValues(before[then] as JsonValue, after[now] as JsonValue, [...path, now]);
    earlier.push([name, item.before]);
    later.push([name, item.after]);
  }
  return {before: Object.fromEntries(earlier), after: Object.fromEntries(later)};
}

const SETS = new Set([
  'urls',
  'queries',
  'events',
  'recipients',
  'includeDomains',
  'excludeDomains',
  'includePaths',
  'excludePaths',
  'includeTags',
  'excludeTags',
  'modes',
  'entities',
  'blacklist',
  'whitelist',
  'blockedTlds',
]);

/** Members whose content is the user's own: what a list in them means is not known, so its order counts. */
const FOREIGN = new Set(['schema', 'metadata', 'headers']);

function matchItems(before: readonly JsonValue[], after: readonly JsonValue[], path: Path): ItemMatches {
  if (path.length === 1 && path[0] === 'targets') return matchTargets(before, after);
  const name = path.at(-1);
  if (typeof name === 'string' && !path.some(step => FOREIGN.has(String(step)))) {
    if (SETS.has(name)) return matchByIdentity(before, after, canonicalJson);
    if (name === 'formats' || name === 'parsers') return matchByIdentity(before, after, typeOfItem);
  }
  return matchInOrder(before, after);
}

/** The n-th item of an identity belongs to the n-th one of the same identity. */
function matchByIdentity(before: readonly JsonValue[], after: readonly JsonValue[], identify: (item: JsonValue) => string): ItemMatches {
  const waiting = new Map<string, number[]>();
  for (const [index, item] of before.entries()) {
    const identity = identify(item);
    waiting.set(identity, [...(waiting.get(identity) ?? []), index]);
  }
  const pairs: [number, number][] = [];
  const added: number[] = [];
  for (const [index, item] of after.entries()) {
    const match = waiting.get(identify(item))?.shift();
    if (match === undefined) added.push(index);
    else pairs.push([match, index]);
  }
  return {pairs, removed: [...waiting.values()].flat().sort((a, b) => a - b), added};
}

function typeOfItem(item: JsonValue): string {
  return canonicalJson(member(item, 'type') ?? item);
}

/** Lists whose order matters: equal length item by item, else the longest common run of items stays. */
function matchInOrder(before: readonly JsonValue[], after: readonly JsonValue[]): ItemMatches {
  if (before.length === after.length) return {pairs: before.map((_, index) => [index, index]), removed: [], added: []};
  const earlier = before.map(canonicalJson);
  const later = after.map(canonicalJson);
  let start = 0;
  while (start < earlier.length && start < later.length && earlier[start] === later[start]) start += 1;
  let end = 0;
  while (end < earlier.length - start && end < later.length - start && earlier.at(-1 - end) === later.at(-1 - end)) end += 1;
  const pairs: [number, number][] = [];
  for (let index = 0; index < start; index += 1) pairs.push([index, index]);
  for (let index = end; index > 0; index -= 1) pairs.push([earlier.length - index, later.length - index]);
  return {pairs, removed: range(start, earlier.length - end), added: range(start, later.length - end)};
}

function range(from: number, to: number): number[] {
  return Array.from({length: Math.max(0, to - from)}, (_, index) => from + index);
}
