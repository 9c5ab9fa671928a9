import {type Path, toPointer} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {isSensitive, maskValue} from '../secrets/masking';
import type {FieldChange} from './model';

/** Members that are opened up, one field for each of their members; everything else is one field as a whole. */
const OPENED = [/^\/schedule$/, /^\/webhook$/, /^\/notification$/, /^\/notification\/email$/, /^\/targets$/, /^\/targets\/\d+$/];

/** What a body holds, as fields to show, masked, in the order in which it was written. */
export function listFields(body: JsonObject): FieldChange[] {
  return Object.entries(body).flatMap(([name, value]) => listMember([name], value));
}

function listMember(path: Path, value: JsonValue): FieldChange[] {
  const pointer = toPointer(path);
  if (OPENED.some(pattern => pattern.test(pointer))) {
    if (Array.isArray(value) && value.length > 0) return value.flatMap((item: JsonValue, index) => listMember([...path, index], item));
    const members = isObject(value) ? Object.entries(value) : [];
    if (members.length > 0) return members.flatMap(([name, item]) => listMember([...path, name], item));
  }
  return [{path: pointer, op: 'add', after: maskValue(value, path), sensitive: isSensitive(value, path)}];
}
