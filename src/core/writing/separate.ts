import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {member} from '../service/member';
import type {SpecParts} from '../specs/desired-monitor';
import {type MergedDefaults, type MergeRule, mergeDefaults, mergeSpec, namesAlike, ROOT_RULE, targetRule} from '../specs/fleet/merge';
import {alignItems} from './item-alignment';

const NOTHING: JsonObject = {};

/**
 * The members that a spec has to write so that it comes to `wanted` with its layers: `null` for what it inherits and shall not
 * have. What it writes already stays written. Where an overlay has the last word, no members do; who asks looks at what they give.
 */
export function separateOwn({own, defaults, overlays}: Pick<SpecParts, 'own' | 'defaults' | 'overlays'>, wanted: JsonObject): JsonObject {
  const inherited = mergeDefaults(defaults);
  const before = mergeSpec(inherited, own, []);
  const aim = overlays.length === 0 ? wanted : transplant(before, mergeSpec(inherited, own, overlays), wanted, ROOT_RULE);
  return separate(inherited, aim, own);
}

/** The members that a spec has to write over what it inherits; `own` are those that it writes in any case if they are as wanted. */
export function separate(inherited: MergedDefaults, wanted: JsonObject, own: JsonObject = NOTHING): JsonObject {
  const {targets, ...rest} = wanted;
  const {targets: ownTargets, ...ownRest} = own;
  const members = separateMembers(inherited.members, rest, ownRest, ROOT_RULE);
  if (targets === undefined) return members;
  if (!Array.isArray(targets)) return {...members, targets};
  const origin = pairItems(Array.isArray(ownTargets) ? ownTargets : [], targets);
  const separated = targets.map((target: JsonValue, index) => separateTarget(inherited, target, origin.get(index)));
  return arrangeAs(wanted, {...members, targets: separated});
}

function separateTarget({targets}: MergedDefaults, target: JsonValue, own: JsonValue | undefined): JsonValue {
  const type = member(target, 'type');
  const base = typeof type === 'string' ? targets.get(type) : undefined;
  if (!isObject(target) || typeof type !== 'string' || base === undefined) return target;
  return separateMembers(base, target, isObject(own) ? own : NOTHING, targetRule(type));
}

function separateMembers(base: JsonObject, wanted: JsonObject, own: JsonObject, rule: MergeRule): JsonObject {
  const written: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(wanted)) {
    const inherited = property(base, name);
    const given = property(own, name);
    const inner = rule.within(name);
    if (inherited !== undefined && isObject(inherited) && isObject(value) && inner !== null) {
      const part = separateMembers(inherited, value, isObject(given) ? given : NOTHING, inner);
      if (Object.keys(part).length > 0) written[name] = part;
    } else if (inherited === undefined || given !== undefined || !isEqualJson(inherited, value)) written[name] = value;
  }
  const removed = Object.keys(base).filter(name => !Object.hasOwn(wanted, name) && !isReplaced(name, written, rule));
  return {...written, ...Object.fromEntries(removed.map(name => [name, null]))};
}

/** Whether what is written removes an inherited member already: a header in other case, or the other one of two. */
function isReplaced(name: string, written: JsonObject, {foldsCase, either}: MergeRule): boolean {
  if (foldsCase === true && namesAlike(written, name).length > 0) return true;
  if (either === undefined || !either.includes(name)) return false;
  const [one, other] = either;
  return (property(written, name === one ? other : one) ?? null) !== null;
}

/** The members in the order of another object; those that it lacks come last. */
function arrangeAs(order: JsonObject, members: JsonObject): JsonObject {
  const known = Object.keys(order).filter(name => Object.hasOwn(members, name));
  return {...Object.fromEntries(known.map(name => [name, members[name] as JsonValue])), ...members};
}

/** Applies the changes from `now` to `wanted` to `before`. */
function transplant(before: JsonObject, now: JsonObject, wanted: JsonObject, rule: MergeRule): JsonObject {
  const changed: Record<string, JsonValue> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(wanted)])) {
    const value = transplantMember(name, {before, now, wanted}, rule);
    if (value !== undefined) changed[name] = value;
  }
  return changed;
}

interface Versions {
  readonly before: JsonObject;
  readonly now: JsonObject;
  readonly wanted: JsonObject;
}

function transplantMember(name: string, versions: Versions, rule: MergeRule): JsonValue | undefined {
  const before = property(versions.before, name);
  const now = property(versions.now, name);
  const wanted = property(versions.wanted, name);
  if (wanted === undefined || now === undefined) return now === wanted ? before : wanted;
  if (isEqualJson(now, wanted)) return before;
  const inner = rule.within(name);
  if (inner !== null && isObject(before) && isObject(now) && isObject(wanted)) return transplant(before, now, wanted, inner);
  if (name === 'targets' && rule === ROOT_RULE && Array.isArray(before) && Array.isArray(now) && Array.isArray(wanted))
    return transplantTargets(before, now, wanted);
  return wanted;
}

/** Overlays add and remove no targets: those of `before` and `now` are the same ones. */
function transplantTargets(before: readonly JsonValue[], now: readonly JsonValue[], wanted: readonly JsonValue[]): JsonValue[] {
  const origin = new Map(listPairs(now, wanted));
  return wanted.map((target, index) => {
    const from = origin.get(index);
    const [then, current] = from === undefined ? [undefined, undefined] : [before[from], now[from]];
    const type = member(target, 'type');
    if (!isObject(then) || !isObject(current) || !isObject(target) || typeof type !== 'string') return target;
    return transplant(then, current, target, targetRule(type));
  });
}

function pairItems(before: readonly JsonValue[], after: readonly JsonValue[]): ReadonlyMap<number, JsonValue> {
  return new Map(listPairs(before, after).map(([to, from]) => [to, before[from] as JsonValue]));
}

/** The items that stay, by index after and before. */
function listPairs(before: readonly JsonValue[], after: readonly JsonValue[]): (readonly [number, number])[] {
  return alignItems(before, after).flatMap(step => (step.kind === 'keep' ? [[step.to, step.from] as const] : []));
}
