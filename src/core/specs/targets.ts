import {createHash} from 'node:crypto';
import {addToGroup} from '../base/grouping';
import {canonicalJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {member} from '../service/member';
import type {Key} from './desired-monitor';

/** The namespace of all derived target ids (RFC 9562, UUID version 5). Never changes: old ids could not be found again. */
const TARGET_ID_NAMESPACE = 'f65bcff9-f987-476c-be65-badfc112dba4';

/** Values that target ids are derived from. */
interface TargetIdInput {
  readonly project: string;
  readonly environment: string;
  readonly key: Key;
  readonly body: JsonObject;
  /** Ids that are in the state, in the journal or in specs, in lower case: never derived for another target. */
  readonly taken: ReadonlySet<string>;
}

/**
 * One id for each target of a body, in its order, lower case. An id that the body gives is kept; every other is
 * derived from project, environment, key, type and content alone, so that it can be found again without a state.
 * Equal targets, and ids that are taken, differ by an ordinal. See docs/plan.md, "Target ids".
 */
export function deriveTargetIds(input: TargetIdInput): string[] {
  const given = listTargetIds(input.body);
  const used = new Set(given.filter(id => id !== null));
  return listTargets(input.body).map((target, index) => {
    const id = given[index] ?? deriveFreeId(input, target, used);
    used.add(id);
    return id;
  });
}

/** Version 5 UUID (RFC 9562, section 5.5) of a name, lower case. Throws a `TypeError` if `namespace` is not a UUID. */
export function deriveUuid(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  if (space.length !== 16) throw new TypeError(`not a UUID: ${namespace}`);
  const hash = createHash('sha1').update(space).update(name, 'utf8').digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether an id has the form of derived ones (version 5). People's dashboards and this tool's users give random ones (version 4). */
export function isDerivedId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id);
}

/** Targets of two lists that are the same target, by index. */
interface TargetMatches {
  /** `[index before, index after]`, sorted by the index after. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Finds each target's earlier self: by id, then by type and content, then by type and order among those left. */
export function matchTargets(before: readonly JsonValue[], after: readonly JsonValue[]): TargetMatches {
  const earlier = new Map<number, number>();
  const leftBefore = new Set(before.keys());
  const leftAfter = new Set(after.keys());
  for (const identify of [idOf, identifyContent, typeOf]) {
    const waiting = groupBy(leftBefore, index => identify(before[index]));
    for (const index of leftAfter) {
      const identity = identify(after[index]);
      const match = identity === null ? undefined : waiting.get(identity)?.shift();
      if (match === undefined) continue;
      earlier.set(index, match);
      leftAfter.delete(index);
      leftBefore.delete(match);
    }
  }
  const pairs = [...earlier].map(([now, then]) => [then, now] as const).sort((a, b) => a[1] - b[1]);
  return {pairs, removed: [...leftBefore], added: [...leftAfter]};
}

/** The targets of a body; empty where it has none. */
export function listTargets(body: JsonObject): readonly JsonValue[] {
  const targets = member(body, 'targets');
  return Array.isArray(targets) ? targets : [];
}

/** The id that each target of a body carries, in lower case; null where it carries none. */
export function listTargetIds(body: JsonObject): (string | null)[] {
  return listTargets(body).map(idOf);
}

/** The body with these ids, one for each target in order; an id that a target carries is replaced. */
export function withTargetIds(body: JsonObject, ids: readonly (string | null)[]): JsonObject {
  const targets = listTargets(body).map((target, index) => {
    const id = ids[index] ?? null;
    return isObject(target) && id !== null ? {...target, id} : target;
  });
  return Object.hasOwn(body, 'targets') ? {...body, targets} : body;
}

/** Gives each target that carries no id the id of one in `others` with the same type and content, unless that id is among `taken`. */
export function takeIdsOfSameContent(body: JsonObject, others: readonly JsonValue[], taken: ReadonlySet<string>): JsonObject {
  const given = listTargetIds(body);
  const used = new Set(given);
  const ids = listTargets(body).map((target, index) => {
    const own = given[index] ?? null;
    if (own !== null) return own;
    const content = identifyContent(target);
    const id = others
      .filter(other => identifyContent(other) === content)
      .map(idOf)
      .find(other => other !== null && !used.has(other) && !taken.has(other));
    used.add(id ?? null);
    return id ?? null;
  });
  return withTargetIds(body, ids);
}

function deriveFreeId(input: TargetIdInput, target: JsonValue, used: ReadonlySet<string>): string {
  const {project, environment, key, taken} = input;
  for (let ordinal = 0; ; ordinal += 1) {
    const id = deriveUuid(
      TARGET_ID_NAMESPACE,
      canonicalJson([project, environment, key, typeOf(target) ?? '', contentOf(target), ordinal]),
    );
    if (!taken.has(id) && !used.has(id)) return id;
  }
}

/** Reads the content that a target watches: its url, or its urls or queries in a fixed order, without white space around them. */
function contentOf(target: JsonValue | undefined): JsonValue {
  const url = member(target, 'url');
  if (typeof url === 'string') return url.trim();
  const list = member(target, 'urls') ?? member(target, 'queries');
  return Array.isArray(list) ? list.map(item => (typeof item === 'string' ? item.trim() : canonicalJson(item))).sort() : null;
}

function identifyContent(target: JsonValue | undefined): string {
  return canonicalJson([typeOf(target), contentOf(target)]);
}

function typeOf(target: JsonValue | undefined): string | null {
  const type = member(target, 'type');
  return typeof type === 'string' ? type : null;
}

function idOf(target: JsonValue | undefined): string | null {
  const id = member(target, 'id');
  return typeof id === 'string' ? id.toLowerCase() : null;
}

function groupBy(indexes: Iterable<number>, identify: (index: number) => string | null): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const identity = identify(index);
    if (identity !== null) addToGroup(groups, identity, index);
  }
  return groups;
}
