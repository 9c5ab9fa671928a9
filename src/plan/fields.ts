import {type Path, toPointer} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {maskValue} from '../secrets/masking';
import {isSecretPath} from '../secrets/places';
import type {FieldChange} from './change';

/** What a body holds, as fields to show, masked, in the order in which it was written. */
export function listFields(body: JsonObject): FieldChange[] {
  const fields: FieldChange[] = [];
  for (const [name, value] of Object.entries(body)) addFields([name], value, fields);
  return fields;
}

function addFields(path: Path, value: JsonValue, fields: FieldChange[]): void {
  if (isOpened(path)) {
    const parts = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    for (const [step, part] of parts) addFields([...path, step], part as JsonValue, fields);
    if (parts.length > 0) return;
  }
  const after = maskValue(value, path);
  fields.push({path: toPointer(path), op: 'add', after, sensitive: after !== value || isSecretPath(path)});
}

const OPENED = new Set(['schedule', 'webhook', 'notification', 'targets']);

/** Whether a member is shown member by member: the body's structure, down to each target; everything else is one field. */
function isOpened([first, second, ...rest]: Path): boolean {
  if (typeof first !== 'string' || !OPENED.has(first)) return false;
  if (second === undefined) return true;
  return rest.length === 0 && (first === 'targets' || (first === 'notification' && second === 'email'));
}
