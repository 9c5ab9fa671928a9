import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {visitTexts} from '../secrets/walk';
import {TARGET_ONLY, TARGET_TYPES} from '../specs/fleet/layer-form';
import {type MergeRule, namesAlike, ROOT_RULE, targetRule} from '../specs/fleet/merge';
import {listTargets} from '../specs/targets';

/** Members that stay with each spec: what makes it this one, and what protects it. */
const OWN_MEMBERS: readonly string[] = ['name', 'targets'];
const OWN_SETTINGS: readonly string[] = ['key', 'renamedFrom', 'distinctFrom', 'protect', 'each'];

/**
 * The members that all of these specs write alike, as a layer has them: targets by type. Nothing that a layer may not have: no
 * reference to a row, no secret but those of a webhook whose address goes with them.
 */
export function findCommon(specs: readonly JsonObject[]): JsonObject {
  const members = commonMembers(
    specs.map(spec => without(spec, OWN_MEMBERS)),
    ROOT_RULE,
    REFERENCES,
  );
  const targets = Object.fromEntries(
    TARGET_TYPES.flatMap(type => {
      const all = specs.flatMap(spec => listTargets(spec).filter(isObject)).filter(target => target['type'] === type);
      const common =
        all.length < 2
          ? {}
          : commonMembers(
              all.map(target => without(target, TARGET_ONLY)),
              targetRule(type),
              REFERENCES,
            );
      return Object.keys(common).length === 0 ? [] : [[type, common] as const];
    }),
  );
  return Object.keys(targets).length === 0 ? members : {...members, targets};
}

/** Texts that a shared text may not hold. */
type Unshared = readonly string[];
const REFERENCES: Unshared = ['${each:', '${env:'];
const ROWS: Unshared = ['${each:'];

function commonMembers(objects: readonly JsonObject[], rule: MergeRule, unshared: Unshared): JsonObject {
  const [first = {}, ...others] = objects;
  const common: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(first)) {
    const values = others.map(other => property(other, name));
    const inner = rule.within(name);
    const all = [value, ...values];
    if (inner !== null && all.every(isObject)) {
      const part = commonMembers(all as JsonObject[], inner, name === 'webhook' ? ROWS : unshared);
      const kept = name === 'sync' ? without(part, OWN_SETTINGS) : name === 'webhook' ? withoutLoneSecrets(part) : part;
      if (Object.keys(kept).length > 0) common[name] = kept;
    } else if (value !== null && values.every(other => other !== undefined && isEqualJson(other, value)) && isFreeOf(value, unshared)) {
      common[name] = value;
    }
  }
  return common;
}

/** Secrets go where the address stands that they are for. */
function withoutLoneSecrets(webhook: JsonObject): JsonObject {
  if (Object.hasOwn(webhook, 'url')) return webhook;
  const kept = Object.entries(webhook).map(([name, value]): [string, JsonValue] => [
    name,
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => isFreeOf(inner, REFERENCES))) : value,
  ]);
  return Object.fromEntries(
    kept.filter(([, value]) => isFreeOf(value, REFERENCES) && !(isObject(value) && Object.keys(value).length === 0)),
  );
}

function isFreeOf(value: JsonValue, beginnings: Unshared): boolean {
  let isFree = true;
  const look = (text: string) => {
    if (beginnings.some(beginning => text.includes(beginning))) isFree = false;
  };
  visitTexts(value, look, look);
  return isFree;
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A layer that says what it said, and the shared members, which all specs below it wrote over it. */
export function extendLayer(layer: JsonObject, common: JsonObject): JsonObject {
  const {targets: given, ...members} = layer;
  const {targets: shared, ...rest} = common;
  const extended = extend(members, rest, ROOT_RULE);
  if (!isObject(shared)) return {...extended, ...(given === undefined ? {} : {targets: given})};
  const types = isObject(given) ? given : {};
  const targets = Object.entries(shared).map(([type, target]): [string, JsonValue] => {
    const before = property(types, type);
    return [type, extend(isObject(before) ? before : {}, isObject(target) ? target : {}, targetRule(type))];
  });
  return {...extended, targets: {...types, ...Object.fromEntries(targets)}};
}

function extend(before: JsonObject, shared: JsonObject, rule: MergeRule): JsonObject {
  const extended: Record<string, JsonValue> = {...before};
  for (const [name, value] of Object.entries(shared)) {
    if (rule.foldsCase === true) for (const other of namesAlike(before, name)) delete extended[other];
    for (const other of rule.either?.includes(name) === true ? rule.either : []) if (!Object.hasOwn(shared, other)) delete extended[other];
    const inner = rule.within(name);
    const known = property(before, name);
    extended[name] = inner !== null && isObject(known) && isObject(value) ? extend(known, value, inner) : value;
  }
  return extended;
}
