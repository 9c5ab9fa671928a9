import {type JsonObject, type JsonValue, property} from '../json/value';
import table from './table.json';

/**
 * The service's types at run time. The doc comments of src/core/specs/types are their source: `npm run schemas` writes table.json
 * from them. A new field of the service is a documented member there, and no line here.
 */
export type TypeName = keyof typeof table;

/** The members of an object type: a name that the type does not have does not compile. */
export type MemberName<Type extends TypeName> = (typeof table)[Type] extends {readonly members: infer Members}
  ? keyof Members & string
  : never;

/**
 * Form in which the service keeps a text: `trimmed` no white space around it, `trimmedOrNull` the same and nothing of a
 * blank one, `domain` also no capitals, `foldedSchedule` only the words that count.
 */
export type KeptForm = 'trimmed' | 'trimmedOrNull' | 'domain' | 'foldedSchedule';

/** Known facts of one member. */
export interface Member {
  /** The type of the object, or of the objects in the list, that stands here. */
  readonly type?: TypeName;
  /** A list: in which order counts, a set, or one item for each `type`. */
  readonly list?: 'ordered' | 'set' | 'byType';
  /** An object in which any names may stand. */
  readonly map?: true;
  /** The documented default. */
  readonly default?: JsonValue;
  /** Value that the service answers where the member is left out. */
  readonly filledIn?: JsonValue;
  readonly kept?: KeptForm;
  /** The unit of a number, in the plural. */
  readonly unit?: string;
  /**
   * Whether the service answers it: `always` (default), so that an answer without it says nothing of it; `whenSet`, so that
   * an answer without it says that it is not set; `never`.
   */
  readonly answered?: 'always' | 'whenSet' | 'never';
  /** Undocumented: what a spec does not write stays the service's own, and is neither compared nor sent. */
  readonly foreign?: true;
  /** Secret part of each literal text in it: all, all but scheme and host, or user info and the values of the query. */
  readonly secret?: true | 'allButHost' | 'userInfoAndQuery';
  /** Whether `${env:NAME}` may stand in this text, or in the values of this map. */
  readonly references?: true | 'inValues';
}

/** An object type. */
interface ObjectType {
  readonly members: Readonly<Record<string, Member>>;
  /** Members that the service fills in and does not document. */
  readonly filledIn?: JsonObject;
  /** `asSent`: the service keeps what it is sent, members that it does not know included. */
  readonly answered?: 'asSent';
}

/** A union of objects, by their `type`. */
interface UnionType {
  readonly types: Readonly<Record<string, TypeName>>;
}

/** An object type with its members in the order in which people write them. */
export interface KnownType extends ObjectType {
  readonly entries: readonly (readonly [name: string, member: Member])[];
}

const TYPES = new Map(
  Object.entries(table as unknown as Readonly<Record<TypeName, ObjectType | UnionType>>).map(([name, type]) => [
    name as TypeName,
    'types' in type ? type : {...type, entries: Object.entries(type.members)},
  ]),
);

/** The type of an object that stands where `name` is expected: of a union the one that its `type` names; undefined for another. */
export function typeOf(name: TypeName, value: JsonValue): KnownType | undefined {
  const type = TYPES.get(name);
  if (type === undefined || !('types' in type)) return type;
  const tag = property(value, 'type');
  if (typeof tag !== 'string' || !Object.hasOwn(type.types, tag)) return undefined;
  return typeOf(type.types[tag] as TypeName, value);
}

/** Finds the facts of a member of an object type, by a name that it may not have. */
export function findMember(type: TypeName, name: string): Member | undefined {
  const members = typeOf(type, {})?.members;
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns the facts of a member of an object type. */
export function memberOf<Type extends TypeName>(type: Type, name: MemberName<Type>): Member {
  return findMember(type, name) ?? {};
}

/** The names of a type's members, in the order in which people write them. */
export function listMembers<Type extends TypeName>(type: Type): readonly MemberName<Type>[] {
  return (typeOf(type, {})?.entries ?? []).map(([name]) => name as MemberName<Type>);
}

/** All types, or of a union its types, that can stand where `name` is expected. */
export function listTypes(name: TypeName): readonly KnownType[] {
  const type = TYPES.get(name);
  if (type === undefined) return [];
  return 'types' in type ? [...new Set(Object.values(type.types))].flatMap(listTypes) : [type];
}

/** Applies `change` to the content of a member: to the value, or to each item of a list. */
export function mapMember({list}: Member, value: JsonValue, change: (one: JsonValue) => JsonValue): JsonValue {
  return list !== undefined && Array.isArray(value) ? mapItems(value, change) : change(value);
}

/** The list itself where no item changes. */
function mapItems(items: readonly JsonValue[], change: (one: JsonValue) => JsonValue): readonly JsonValue[] {
  let changed: JsonValue[] | null = null;
  for (let index = 0; index < items.length; index++) {
    const next = change(items[index] as JsonValue);
    if (next === items[index]) continue;
    changed ??= [...items];
    changed[index] = next;
  }
  return changed ?? items;
}

/** Possible contents of a place of a body by its path alone, and how many steps of the path lie within it. */
interface BodyPlace {
  /** The last members that are known on the way; all objects of a union count. */
  readonly members: readonly Member[];
  readonly within: number;
  /** The path leaves a closed object by a member that no type has there: the config allows it, or it is an error. */
  readonly isUnknown: boolean;
  /** The service keeps whatever it is sent there. */
  readonly isOpen: boolean;
  /** It is, or lies below, an undocumented member: earlier versions knew none of it, and took what the config allowed there. */
  readonly isForeign: boolean;
  /** The index in the path of the first member that no type has; absent where all are known. */
  readonly unnamed?: number;
}

/** Members of a document or an answer that are no part of what is sent. */
const OURS: ReadonlySet<string> = new Set([
  ...['sync', 'id', 'status', 'nextRunAt', 'lastRunAt', 'currentCheckId', 'estimatedCreditsPerMonth'],
  ...['lastCheckSummary', 'createdAt', 'updatedAt'],
]);

/** Whether a member of a document or an answer is no part of what is sent: `sync`, and what only the service says. */
export function isOurs(name: string): boolean {
  return OURS.has(name);
}

/** A place that is known, with those below it that were asked for: there are only so many, and each leaf of a body is asked for. */
class KnownPlace {
  readonly members: readonly Member[];
  /** It, or what it is in, keeps whatever it is sent. */
  readonly isOpen: boolean;
  /** It, or what it is in, is undocumented. */
  readonly isForeign: boolean;
  readonly #types: readonly KnownType[];
  readonly #below = new Map<string, KnownPlace>();

  constructor(members: readonly Member[], types: readonly KnownType[], within: {readonly isOpen: boolean; readonly isForeign: boolean}) {
    this.members = members;
    this.isForeign = within.isForeign || members.some(({foreign}) => foreign === true);
    this.isOpen = within.isOpen || types.some(({answered}) => answered === 'asSent');
    this.#types = types;
  }

  /** The place of a member; undefined where no type has it. */
  enter(name: string): KnownPlace | undefined {
    const known = this.#below.get(name);
    if (known !== undefined) return known;
    const members = this.#types.flatMap(type => (Object.hasOwn(type.members, name) ? [type.members[name] as Member] : []));
    if (members.length === 0) return undefined;
    const place = new KnownPlace(
      members,
      members.flatMap(({type}) => (type === undefined ? [] : listTypes(type))),
      this,
    );
    this.#below.set(name, place);
    return place;
  }

  get isEnd(): boolean {
    return this.#types.length === 0;
  }
}

const BODY = new KnownPlace([], listTypes('MonitorCreateRequest'), {isOpen: false, isForeign: false});

/** Follows a path of a body as far as it is known. */
export function follow(path: readonly (string | number)[]): BodyPlace {
  let place = BODY;
  for (let index = 0; index < path.length; index++) {
    const step = path[index] as string | number;
    if (typeof step === 'number') continue;
    const next = place.enter(step);
    if (next === undefined)
      return {
        members: place.members,
        within: path.length - index,
        isUnknown: !place.isOpen && !(index === 0 && isOurs(step)),
        unnamed: index,
        isOpen: place.isOpen,
        isForeign: place.isForeign,
      };
    place = next;
    if (place.isEnd)
      return {members: place.members, within: path.length - index - 1, isUnknown: false, isOpen: place.isOpen, isForeign: place.isForeign};
  }
  return {members: place.members, within: 0, isUnknown: false, isOpen: place.isOpen, isForeign: place.isForeign};
}

/** Whether a member, or something in it at any depth, is secret. */
export function holdsSecret({secret, type}: Member): boolean {
  return (
    secret === true ||
    secret === 'allButHost' ||
    (type !== undefined && listTypes(type).some(({entries}) => entries.some(([, within]) => holdsSecret(within))))
  );
}
