import {isObject, type JsonObject, type JsonValue, property} from '../json/value';
import type {AllowedBelow} from './allowed-fields';
import {isOurs, type KnownType, type Member, mapMember, type TypeName, typeOf} from './table';

/**
 * The members that an object of this type can have, or that are allowed in it, level by level; what else an answer holds is not
 * ours to compare.
 */
export function pick(name: TypeName, value: JsonValue, allowed: AllowedBelow): JsonValue {
  const type = typeOf(name, value);
  if (type === undefined || type.answered === 'asSent' || !isObject(value)) return value;
  const picked: Record<string, JsonValue> = {};
  for (const [memberName, known] of type.entries) {
    const given = property(value, memberName);
    if (given === undefined || (given === null && !saysByNull(known))) continue;
    const below = allowed.get(memberName)?.below ?? NOTHING_ALLOWED;
    const inItems = Array.isArray(given) ? (below.get('*')?.below ?? NOTHING_ALLOWED) : below;
    picked[memberName] = walkMember(known, given, (typeName, one) => pick(typeName, one, inItems));
  }
  for (const [memberName, {field}] of allowed) {
    const given = property(value, memberName);
    if (field !== null && given !== undefined) picked[memberName] = given;
  }
  return picked;
}

const NOTHING_ALLOWED: AllowedBelow = new Map();

/** Whether an object has members that its type does not have or that are foreign, level by level. Lists are left to the caller. */
export function hasUnknown(name: TypeName, value: JsonValue): boolean {
  const type = closedTypeOf(name, value);
  if (type === undefined || !isObject(value)) return false;
  for (const memberName of Object.keys(value)) {
    const known = knownMember(type, memberName);
    if (
      known === undefined ? isUnknown(name, memberName) : known.type !== undefined && hasUnknown(known.type, value[memberName] as JsonValue)
    )
      return true;
  }
  return false;
}

/** The paths, with dots, of what {@link dropUnwritten} takes away. */
export function listUnwritten(name: TypeName, value: JsonValue, written: JsonValue | undefined): string[] {
  const type = closedTypeOf(name, value);
  if (type === undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([memberName, one]) => {
    const known = knownMember(type, memberName);
    const other = property(written, memberName);
    if (known === undefined) return other === undefined && isUnknown(name, memberName) ? [memberName] : [];
    return known.type === undefined ? [] : listUnwritten(known.type, one, other).map(path => `${memberName}.${path}`);
  });
}

/**
 * An object without the members that its type does not have and `written` does not have either, level by level: a spec that does
 * not name a new member leaves it to the service. Lists are left to the caller.
 */
export function dropUnwritten(name: TypeName, value: JsonObject, written: JsonValue | undefined): JsonObject {
  const type = closedTypeOf(name, value);
  if (type === undefined || !hasUnknown(name, value)) return value;
  const kept = Object.entries(value).flatMap(([memberName, one]): [string, JsonValue][] => {
    const known = knownMember(type, memberName);
    const other = property(written, memberName);
    if (known === undefined) return other === undefined && isUnknown(name, memberName) ? [] : [[memberName, one]];
    return [[memberName, known.type !== undefined && isObject(one) ? dropUnwritten(known.type, one, other) : one]];
  });
  return Object.fromEntries(kept);
}

function closedTypeOf(name: TypeName, value: JsonValue): KnownType | undefined {
  const type = isObject(value) ? typeOf(name, value) : undefined;
  return type?.answered === 'asSent' ? undefined : type;
}

/** A member that is compared whether specs write it or not. */
function knownMember({members}: KnownType, name: string): Member | undefined {
  const known = Object.hasOwn(members, name) ? members[name] : undefined;
  return known?.foreign === true ? undefined : known;
}

/** Of a member that an object's type does not have: whether it is more than what only answers hold. */
function isUnknown(type: TypeName, member: string): boolean {
  return type !== 'MonitorCreateRequest' || !isOurs(member);
}

/** Members that an answer gives as null are those that it has not; some say by it that nothing is set. */
function saysByNull({type, list, filledIn}: Member): boolean {
  return filledIn === null || (type !== undefined && list === undefined && !isAsSent(type));
}

function isAsSent(name: TypeName): boolean {
  return typeOf(name, {})?.answered === 'asSent';
}

/**
 * An answer with the members that the service always answers, and that this answer lacks, as they were written: of them it says
 * nothing. A member that is answered only when it is set stays absent. Lists are left to the caller, who knows what belongs together.
 */
export function addUnansweredTo(name: TypeName, live: JsonObject, written: JsonObject): JsonObject {
  const type = typeOf(name, live);
  if (type === undefined || type.answered === 'asSent') return live;
  let added: Record<string, JsonValue> | null = null;
  for (const memberName of Object.keys(written)) {
    const other = written[memberName] as JsonValue;
    const own = property(live, memberName);
    const known = Object.hasOwn(type.members, memberName) ? type.members[memberName] : undefined;
    const whole = known === undefined ? addUnknown(name, memberName, own, other) : addKnown(known, own, other);
    if (whole === own || whole === undefined) continue;
    added ??= {...live};
    added[memberName] = whole;
  }
  return added ?? live;
}

function addKnown(known: Member, own: JsonValue | undefined, other: JsonValue): JsonValue | undefined {
  if (own === undefined) return isAlwaysAnswered(known) ? other : undefined;
  return known.type !== undefined && isObject(own) && isObject(other) ? addUnansweredTo(known.type, own, other) : own;
}

/** Of a member that the config allows nothing else is known than that specs have it. */
function addUnknown(name: TypeName, memberName: string, own: JsonValue | undefined, other: JsonValue): JsonValue | undefined {
  return own === undefined && isUnknown(name, memberName) ? other : own;
}

/** Whether an object has every member that is always answered. */
export function isAnsweredWhole(name: TypeName, live: JsonValue): boolean {
  const type = typeOf(name, live);
  return (
    type === undefined || type.entries.every(([memberName, known]) => !isAlwaysAnswered(known) || property(live, memberName) !== undefined)
  );
}

function isAlwaysAnswered({answered = 'always'}: Member): boolean {
  return answered === 'always';
}

/** The members of an object in the order in which people write them, the others after them; level by level. */
export function arrange(name: TypeName, value: JsonValue): JsonValue {
  const type = typeOf(name, value);
  if (type === undefined || type.answered === 'asSent' || !isObject(value)) return value;
  const known = type.entries.flatMap(([memberName, found]) => {
    const given = property(value, memberName);
    return given === undefined ? [] : [[memberName, walkMember(found, given, arrange)] as const];
  });
  const others = Object.entries(value).filter(([memberName]) => !Object.hasOwn(type.members, memberName));
  return Object.fromEntries([...known, ...others]);
}

/** Goes on with the objects that stand in a member; what is not an object of a known type stays as it is. */
function walkMember(known: Member, value: JsonValue, walk: (name: TypeName, value: JsonValue) => JsonValue): JsonValue {
  const {type} = known;
  return type === undefined ? value : mapMember(known, value, one => walk(type, one));
}
