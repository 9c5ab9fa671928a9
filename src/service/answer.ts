import {isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {type Member, mapMember, type TypeName, typeOf} from './table';

/** The members that an object of this type can have, level by level; what else an answer holds is not ours to compare. */
export function pick(name: TypeName, value: JsonValue): JsonValue {
  const type = typeOf(name, value);
  if (type === undefined || type.answered === 'asSent' || !isObject(value)) return value;
  const picked: Record<string, JsonValue> = {};
  for (const [memberName, known] of type.entries) {
    const given = property(value, memberName);
    if (given !== undefined && (given !== null || saysByNull(known))) picked[memberName] = walkMember(known, given, pick);
  }
  return picked;
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
  const added: Record<string, JsonValue> = {};
  for (const [memberName, known] of type.entries) {
    const [own, other] = [property(live, memberName), property(written, memberName)];
    if (other === undefined) continue;
    if (own === undefined) {
      if (isAlwaysAnswered(known)) added[memberName] = other;
    } else if (known.type !== undefined && isObject(own) && isObject(other)) {
      added[memberName] = addUnansweredTo(known.type, own, other);
    }
  }
  return Object.keys(added).length === 0 ? live : {...live, ...added};
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
