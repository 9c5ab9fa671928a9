import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {member} from '../../service/member';
import {findMember, type KnownType, typeOf} from '../../service/table';

/**
 * Layers and a spec merged by JSON Merge Patch (RFC 7396), but for cron and text, targets, header names and open values, as written at each. Pure; what is given is
 * never changed.
 */

/** Defaults, merged: the members that specs inherit, and those of their targets by type. */
export interface MergedDefaults {
  readonly members: JsonObject;
  readonly targets: ReadonlyMap<string, JsonObject>;
}

const NOTHING: JsonObject = {};
const NO_TARGETS: ReadonlyMap<string, JsonObject> = new Map();

/** Merges defaults, the outermost first. */
export function mergeDefaults(layers: readonly JsonObject[]): MergedDefaults {
  return layers.reduce<MergedDefaults>(addDefaults, {members: NOTHING, targets: NO_TARGETS});
}

function addDefaults({members, targets}: MergedDefaults, layer: JsonObject): MergedDefaults {
  const merged = property(layer, 'targets') === null ? new Map<string, JsonObject>() : new Map(targets);
  for (const [type, patch] of Object.entries(targetsOf(layer))) {
    if (isObject(patch)) merged.set(type, mergeObject(merged.get(type) ?? NOTHING, patch, targetRule(type), 'layer'));
    else if (patch === null) merged.delete(type);
  }
  return {members: mergeObject(members, withoutTargets(layer), ROOT_RULE, 'layer'), targets: merged};
}

/** A spec over what it inherits, and overlays over that, the outermost first. */
export function mergeSpec(inherited: MergedDefaults, spec: JsonObject, overlays: readonly JsonObject[]): JsonObject {
  const own = mergeObject(inherited.members, withoutTargets(spec), ROOT_RULE, 'spec');
  const members = overlays.reduce((merged, overlay) => mergeObject(merged, withoutTargets(overlay), ROOT_RULE, 'layer'), own);
  const targets = property(spec, 'targets');
  if (targets === undefined) return members;
  const merged = Array.isArray(targets) ? targets.map((target: JsonValue) => mergeTarget(inherited, target, overlays)) : targets;
  return {...members, targets: merged};
}

function mergeTarget({targets}: MergedDefaults, target: JsonValue, overlays: readonly JsonObject[]): JsonValue {
  const type = member(target, 'type');
  if (!isObject(target) || typeof type !== 'string') return target;
  const rule = targetRule(type);
  const defaults = targets.get(type);
  const own = defaults === undefined ? target : mergeObject(defaults, target, rule, 'spec');
  return overlays.reduce((merged, overlay) => {
    const patch = property(targetsOf(overlay), type);
    return isObject(patch) ? mergeObject(merged, patch, rule, 'layer') : merged;
  }, own);
}

/** The targets of a layer by their type; empty where they are written in another way, which is an error of the layer. */
function targetsOf(layer: JsonObject): JsonObject {
  const targets = property(layer, 'targets');
  return isObject(targets) ? targets : NOTHING;
}

function withoutTargets({targets: _targets, ...members}: JsonObject): JsonObject {
  return members;
}

/** Rule for merging the members of an object: those of a type of the service, or those of a map, whose values replace whole. */
export interface MergeRule {
  /** The rule for a member that is an object; null where it replaces whole. */
  readonly within: (name: string) => MergeRule | null;
  /** Names are those of HTTP headers, which do not differ by case. */
  readonly foldsCase?: true;
  /** Two members of which an object has one: setting the one removes the other, where it is inherited. */
  readonly either?: readonly [string, string];
}

const MAP: MergeRule = {within: () => null};
const HEADERS: MergeRule = {within: () => null, foldsCase: true};
const SYNC: MergeRule = {within: name => (findMember('SpecSync', name)?.map === true ? MAP : null)};

const EITHER: Readonly<Record<string, readonly [string, string]>> = {
  MonitorSchedule: ['cron', 'text'],
  search: ['includeDomains', 'excludeDomains'],
};

function typeRule(type: KnownType, either?: readonly [string, string]): MergeRule {
  return {within: name => memberRule(type, name), ...(either === undefined ? {} : {either})};
}

function memberRule({members}: KnownType, name: string): MergeRule | null {
  const known = Object.hasOwn(members, name) ? members[name] : undefined;
  if (known === undefined || known.list !== undefined) return null;
  if (known.references === 'inValues') return name === 'headers' ? HEADERS : MAP;
  const type = known.type === undefined ? undefined : typeOf(known.type, NOTHING);
  return type === undefined ? null : typeRule(type, EITHER[known.type as string]);
}

const BODY = typeOf('MonitorCreateRequest', NOTHING) as KnownType;
/** Rule for merging the members of a spec, except its targets. */
export const ROOT_RULE: MergeRule = {within: name => (name === 'sync' ? SYNC : memberRule(BODY, name))};

/** Finds the rule for merging the members of a target of this type. */
export function targetRule(type: string): MergeRule {
  const known = typeOf('MonitorTarget', {type});
  return known === undefined ? MAP : typeRule(known, EITHER[type]);
}

/** Whose patch it is: with nothing to remove, a null of a layer vanishes and one of a spec stays, as in a spec without layers. */
type Author = 'layer' | 'spec';

function mergeObject(base: JsonObject, patch: JsonObject, rule: MergeRule, author: Author): JsonObject {
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(patch)) {
    const inherited = rule.foldsCase === undefined ? own(base, name) : namesAlike(base, name);
    for (const other of inherited) {
      const isReplaced = other !== name && !Object.hasOwn(patch, other);
      if (isReplaced || (other === name && value === null)) merged.delete(other);
    }
    if (value !== null) merged.set(name, mergeValue(property(base, inherited.at(-1) ?? name), value, rule.within(name), author));
    else if (inherited.length === 0 && author === 'spec') merged.set(name, null);
  }
  removeOther(merged, base, patch, rule);
  return Object.fromEntries(author === 'spec' ? ownFirst(merged, patch) : merged);
}

/** Sorts members as people read them: those that a spec writes before those that it inherits. */
function* ownFirst(merged: ReadonlyMap<string, JsonValue>, patch: JsonObject): Generator<readonly [string, JsonValue]> {
  for (const name of Object.keys(patch)) {
    const value = merged.get(name);
    if (value !== undefined) yield [name, value];
  }
  for (const [name, value] of merged) if (!Object.hasOwn(patch, name)) yield [name, value];
}

function own(base: JsonObject, name: string): readonly string[] {
  return Object.hasOwn(base, name) ? [name] : NONE;
}

/** The names in an object that HTTP takes for the same. */
export function namesAlike(base: JsonObject, name: string): readonly string[] {
  const folded = name.toLowerCase();
  return Object.keys(base).filter(other => other.toLowerCase() === folded);
}

const NONE: readonly string[] = [];

function mergeValue(inherited: JsonValue | undefined, value: JsonValue, rule: MergeRule | null, author: Author): JsonValue {
  if (rule === null || !isObject(value)) return value;
  return mergeObject(isObject(inherited) ? inherited : NOTHING, value, rule, author);
}

function removeOther(merged: Map<string, JsonValue>, base: JsonObject, patch: JsonObject, {either}: MergeRule): void {
  if (either === undefined) return;
  const [one, other] = either;
  for (const [set, removed] of [
    [one, other],
    [other, one],
  ] as const) {
    const isSet = (property(patch, set) ?? null) !== null;
    if (isSet && !Object.hasOwn(patch, removed) && Object.hasOwn(base, removed)) merged.delete(removed);
  }
}
