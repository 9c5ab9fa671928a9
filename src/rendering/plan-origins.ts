import type {Ordinal} from '../core/json/count';
import {toPointer, valueAt} from '../core/json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../core/json/value';
import type {Change} from '../core/plan/change';
import type {FieldChange} from '../core/plan/diff';
import type {DesiredMonitor} from '../core/specs/desired-monitor';

// A type alias rather than an interface: what a plan shows is also a JsonObject, which only an alias can be.

/** Where a value was written last: in the spec, a layer or a data file. */
export type OriginDocument = {
  /**
   * Relative to the working directory, with `/`.
   * @example "monitors/competitors/_defaults.yaml"
   */
  readonly file: string;
  /** Line in that file. */
  readonly line: Ordinal;
};

/** The spec that a change is about; undefined where it is gone. */
export function specOf(change: Change): DesiredMonitor | undefined {
  return change.action === 'delete' ? undefined : change.after;
}

/** Finds the place where the new value of a field was written; null for one that is gone, and where that is unknown. */
export function originOf(after: DesiredMonitor | undefined, field: FieldChange): OriginDocument | null {
  if (field.op === 'remove' || after?.writtenAt === undefined) return null;
  const {file, range} = after.writtenAt(pointerOf(after, field));
  return {file, line: range.start.line};
}

/** The pointer of the value that a field became: of an added item of a list, whose path is that of the list, the item's own. */
function pointerOf(after: DesiredMonitor, {path, op, after: value}: FieldChange): string {
  if (path === '/status') return '/sync/paused';
  if (op !== 'add' || value === undefined || typeof value === 'object') return path;
  const list = valueAt(after.body(), path);
  const index = Array.isArray(list) ? list.indexOf(value) : -1;
  return index === -1 ? path : `${path}/${index}`;
}

/** The one place where the new value of a field was written for all of these changes, as `FILE:LINE`; null where there are several. */
export function commonOrigin(changes: readonly Change[], field: FieldChange): string | null {
  let common: string | null = null;
  for (const change of changes) {
    const origin = originOf(specOf(change), field);
    const place = origin === null ? null : `${origin.file}:${origin.line}`;
    if (place === null || (common !== null && place !== common)) return null;
    common = place;
  }
  return common;
}

/** The same for one change, where it is another file than the spec: a place in the spec is not far. */
export function foreignOrigin(change: Change, field: FieldChange): string | null {
  const after = specOf(change);
  // Looking a place up takes longer than all else that is shown of a change.
  if (after?.layers === undefined && after?.list === undefined) return null;
  const origin = originOf(after, field);
  return origin === null || origin.file === after.file ? null : `${origin.file}:${origin.line}`;
}

/** Where a change was written: of a row of a list, its row; null where the spec is gone. */
export function rowOrigin(change: Change): OriginDocument | null {
  const spec = specOf(change);
  if (spec === undefined) return null;
  const fields = 'fields' in change && spec.list !== undefined ? (change.fields ?? []) : [];
  for (const field of fields) {
    const place = originOf(spec, {...field, path: firstLeaf(field.path, field.after)});
    if (place !== null && place.file !== spec.file && spec.layers?.includes(place.file) !== true) return place;
  }
  return {file: spec.file, line: spec.line};
}

/** The path of the first text or number in a value: of a list, only its items name the row that they come from. */
export function firstLeaf(path: string, value: JsonValue | undefined): string {
  if (typeof value !== 'object' || value === null) return path;
  const [first] = Object.entries(value);
  return first === undefined ? path : firstLeaf(`${path}${toPointer([first[0]])}`, first[1] as JsonValue);
}

/** A change of a document without the places of its values: a comment line more moves all of them and changes nothing else. */
export function withoutOrigins(change: JsonObject): JsonObject {
  const fields = property(change, 'fields');
  if (!Array.isArray(fields)) return change;
  return {...change, fields: fields.map((field: JsonValue) => (isObject(field) ? withoutOrigin(field) : field))};
}

function withoutOrigin<Field extends JsonObject>({origin: _place, ...field}: Field): Omit<Field, 'origin'> {
  return field;
}
