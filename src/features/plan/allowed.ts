import {isObject, type JsonValue} from '../../core/json/value';
import {maskWhole} from '../../core/secrets/masking';
import {follow} from '../../core/service/table';
import type {ChangeDocument, FieldDocument} from '../../rendering/plan-changes';

/**
 * Changes as an earlier version showed them, which did not know some of the members that the config allowed (paths with dots): each was one
 * field, and everything in it was secret.
 */
export function showAsAllowed(changes: readonly ChangeDocument[], allowFields: readonly string[]): readonly ChangeDocument[] {
  const known = allowFields.map(path => path.split('.')).filter(path => follow(path).isForeign);
  const hideEach = (fields: readonly FieldDocument[]) => known.reduce((shown, path) => shown.map(field => hideIn(field, path)), fields);
  return changes.map((change): ChangeDocument => {
    const isWhole = change.action === 'create' || (change.action === 'blocked' && change.wanted === 'create');
    const fields = hideEach(isWhole ? known.reduce(joinMembers, change.fields) : change.fields);
    return {
      ...change,
      fields,
      ...('drift' in change && change.drift !== undefined ? {drift: hideEach(change.drift)} : {}),
    } as ChangeDocument;
  });
}

/** Makes one field of the members that a new monitor has below a path. */
function joinMembers(fields: readonly FieldDocument[], path: readonly string[]): readonly FieldDocument[] {
  const start = `/${path.join('/')}/`;
  const first = fields.findIndex(field => field.path.startsWith(start));
  if (first < 0) return fields;
  const members = fields.filter(field => field.path.startsWith(start));
  const after = Object.fromEntries(members.map(field => [field.path.slice(start.length), field.after ?? null]));
  const joined: FieldDocument = {...members[0]!, path: start.slice(0, -1), after};
  return fields.flatMap((field, index) => (index === first ? [joined] : members.includes(field) ? [] : [field]));
}

function hideIn(field: FieldDocument, path: readonly string[]): FieldDocument {
  const place = field.path.split('/').slice(1);
  if (!path.slice(0, place.length).every((step, index) => step === place[index])) return field;
  const hide = (value: JsonValue) => hideAt(value, path.slice(place.length));
  const {before, after} = field;
  const values = {...(before === undefined ? {} : {before: hide(before)}), ...(after === undefined ? {} : {after: hide(after)})};
  const isHidden = values.before !== before || values.after !== after || place.length >= path.length;
  return isHidden ? {...field, ...values, sensitive: true} : field;
}

function hideAt(value: JsonValue, [step, ...rest]: readonly string[]): JsonValue {
  if (step === undefined) return maskWhole(value);
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return {...value, [step]: hideAt(value[step] as JsonValue, rest)};
}
