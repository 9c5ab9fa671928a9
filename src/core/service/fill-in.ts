import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {type KeptForm, type KnownType, listTypes, type Member, mapMember, type TypeName, typeOf} from './table';

/** Functions that turn a text into the service's form of it, by what it keeps of it. */
export type Keepers = Readonly<Record<KeptForm, (text: string) => string | null>>;

/**
 * An object as the service answers it: what it fills in is there, and of texts what it keeps. Unknown members and values
 * of a wrong type stay as they are; never throws. Filling in twice is the same as once.
 */
export function fillIn(name: TypeName, value: JsonValue, keep: Keepers): JsonValue {
  const type = isFilled(name) ? typeOf(name, value) : undefined;
  if (type === undefined || !isObject(value)) return value;
  // Most are as the service answers them already: what does not change is not copied.
  let filled: Record<string, JsonValue> | null = type.filledIn === undefined ? null : {...type.filledIn, ...value};
  for (const [memberName, member] of listChanging(type)) {
    const own = Object.hasOwn(filled ?? value, memberName) ? (filled ?? value)[memberName] : undefined;
    const given = own === undefined ? member.filledIn : own;
    if (given === undefined) continue;
    // A list that is answered only when it is set: an empty one is the same as none.
    const isNone = member.answered === 'whenSet' && Array.isArray(given) && given.length === 0;
    const next = isNone ? undefined : fillInMember(member, given, keep);
    if (next === own) continue;
    filled ??= {...value};
    if (next === undefined) delete filled[memberName];
    else filled[memberName] = next;
  }
  return filled ?? value;
}

function fillInMember(member: Member, value: JsonValue, keep: Keepers): JsonValue {
  const {type, kept} = member;
  return mapMember(member, value, one => {
    if (kept !== undefined && typeof one === 'string') return keep[kept](one);
    return type === undefined ? one : fillIn(type, one, keep);
  });
}

const changing = new WeakMap<KnownType, KnownType['entries']>();

/** Lists the members of a type that the service may answer otherwise than they were sent: few of the many options of a page. */
function listChanging(type: KnownType): KnownType['entries'] {
  const known = changing.get(type);
  if (known !== undefined) return known;
  const entries = type.entries.filter(([, member]) => isChanging(member) || member.answered === 'whenSet');
  changing.set(type, entries);
  return entries;
}

function isChanging({filledIn, kept, type}: Member): boolean {
  return filledIn !== undefined || kept !== undefined || (type !== undefined && isFilled(type));
}

const filledTypes = new Map<TypeName, boolean>();

/** Whether the service fills anything in, at any depth: of most options it does not. */
function isFilled(name: TypeName): boolean {
  const known = filledTypes.get(name);
  if (known !== undefined) return known;
  // A type that holds itself is asked for only once.
  filledTypes.set(name, false);
  const is = listTypes(name).some(({filledIn, entries}) => filledIn !== undefined || entries.some(([, member]) => isChanging(member)));
  filledTypes.set(name, is);
  return is;
}

/** Lists the values that the service fills in where an object of this type leaves them out. */
export function fillingsOf(name: TypeName): JsonObject {
  const entries = typeOf(name, {})?.entries ?? [];
  return Object.fromEntries(entries.flatMap(([memberName, {filledIn}]) => (filledIn === undefined ? [] : [[memberName, filledIn]])));
}
