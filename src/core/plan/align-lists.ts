import {addToGroup} from '../base/grouping';
import {canonicalJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {member} from '../service/member';
import {type Member, type TypeName, typeOf} from '../service/table';
import {matchTargets} from '../specs/targets';

/** Two bodies in which each pair of lists became a pair of objects whose members are named by what belongs together. */
interface AlignedBodies {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * Turns lists into objects, so that items are compared with their own earlier selves: targets by identity, formats and
 * parsers by type, sets of texts by text, everything else in order. Every member of the result has a marked name that
 * {@link readStep} reads; only what both bodies have is turned, the rest stays as it is.
 */
export function alignLists(before: JsonObject, after: JsonObject): AlignedBodies {
  const aligned = alignObjects(before, after, 'MonitorCreateRequest');
  return {before: aligned.before, after: aligned.after};
}

/** Meaning of a member name of an aligned body: a member, or a list item by its index (in the later list unless it was removed). */
export type BodyStep = {readonly kind: 'member'; readonly name: string} | AlignedItem;

/** An item of a list. */
export interface AlignedItem {
  readonly kind: ItemKind;
  readonly index: number;
}

type ItemKind = 'kept' | 'added' | 'removed';

/** Begin the names in an aligned body. No name is empty, which deep-diff would overlook. */
const MEMBER = '.';
const ITEM: Record<ItemKind, string> = {kept: '=', added: '+', removed: '-'};

/** Reads a member name of an aligned body. */
export function readStep(marked: string): BodyStep {
  const rest = marked.slice(1);
  switch (marked[0]) {
    case ITEM.kept:
      return {kind: 'kept', index: Number(rest)};
    case ITEM.added:
      return {kind: 'added', index: Number(rest)};
    case ITEM.removed:
      return {kind: 'removed', index: Number(rest)};
    default:
      return {kind: 'member', name: rest};
  }
}

interface Aligned<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** `known` says what stands here; of what is the user's own, or unknown, nothing is known. */
function alignValues(before: JsonValue, after: JsonValue, known: Member | undefined): Aligned<JsonValue> {
  if (Array.isArray(before) && Array.isArray(after)) return alignItems(before, after, known);
  return isObject(before) && isObject(after) ? alignObjects(before, after, known?.type) : {before, after};
}

function alignObjects(before: JsonObject, after: JsonObject, name: TypeName | undefined): Aligned<JsonObject> {
  const type = name === undefined ? undefined : typeOf(name, after);
  const earlier: [string, JsonValue][] = [];
  const later: [string, JsonValue][] = [];
  for (const [step, value] of Object.entries(before)) {
    const known = type !== undefined && Object.hasOwn(type.members, step) ? type.members[step] : undefined;
    const next = Object.hasOwn(after, step) ? alignValues(value, after[step] as JsonValue, known) : null;
    earlier.push([MEMBER + step, next?.before ?? value]);
    if (next !== null) later.push([MEMBER + step, next.after]);
  }
  for (const [step, value] of Object.entries(after)) if (!Object.hasOwn(before, step)) later.push([MEMBER + step, value]);
  return {before: Object.fromEntries(earlier), after: Object.fromEntries(later)};
}

/** `[index before, index after]` of the items that belong together, and the rest. */
interface ItemMatches {
  readonly pairs: readonly (readonly [number, number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

function alignItems(before: readonly JsonValue[], after: readonly JsonValue[], known: Member | undefined): Aligned<JsonObject> {
  const {pairs, removed, added} = matchItems(before, after, known);
  const item: Member = known?.type === undefined ? {} : {type: known.type};
  const earlier: [string, JsonValue][] = removed.map(index => [ITEM.removed + index, before[index] as JsonValue]);
  const later: [string, JsonValue][] = added.map(index => [ITEM.added + index, after[index] as JsonValue]);
  for (const [then, now] of pairs) {
    const aligned = alignValues(before[then] as JsonValue, after[now] as JsonValue, item);
    earlier.push([ITEM.kept + now, aligned.before]);
    later.push([ITEM.kept + now, aligned.after]);
  }
  return {before: Object.fromEntries(earlier), after: Object.fromEntries(later)};
}

function matchItems(before: readonly JsonValue[], after: readonly JsonValue[], known: Member | undefined): ItemMatches {
  if (known?.type === 'MonitorTarget') return matchTargets(before, after);
  switch (known?.list) {
    case 'set':
      return matchByIdentity(before, after, canonicalJson);
    case 'byType':
      return matchByIdentity(before, after, typeOfItem);
    default:
      return matchInOrder(before, after);
  }
}

/** The n-th item of an identity belongs to the n-th one of the same identity. */
function matchByIdentity(before: readonly JsonValue[], after: readonly JsonValue[], identify: (item: JsonValue) => string): ItemMatches {
  const waiting = new Map<string, number[]>();
  for (const [index, item] of before.entries()) addToGroup(waiting, identify(item), index);
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
