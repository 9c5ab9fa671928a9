import {type JsonValue, property} from '../json/value';
import type {MemberName, TypeName} from './table';

/** The name of a member of any type of the service, or of `sync`. */
export type AnyMemberName = {[Type in TypeName]: MemberName<Type>}[TypeName] | 'sync';

/**
 * The own member `name` of a spec, or of anything in it; undefined where there is none. A name that no type has does not
 * compile. Names that are worked out, and JSON that is not a spec, are read with `property`.
 */
export const member: (value: JsonValue | undefined, name: AnyMemberName) => JsonValue | undefined = property;
