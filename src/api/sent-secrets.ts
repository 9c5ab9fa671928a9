import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {segmentText} from '../secrets/segments';

/**
 * Every text of a body that is about to be sent which must not come back in a message: what stands in secret places,
 * and webhook metadata, where a resolved reference can no longer be told from a literal.
 */
export function listSentSecrets(body: JsonObject): string[] {
  return collect(body, []);
}

function collect(value: JsonValue, path: Path): string[] {
  if (typeof value === 'string') {
    if (path[0] === 'webhook' && path[1] === 'metadata') return [value, ...listParts(value)];
    return segmentText(path, value).flatMap(segment => (segment.kind === 'secret' ? [segment.text, ...listParts(segment.text)] : []));
  }
  if (isObject(value)) return Object.entries(value).flatMap(([name, item]) => collect(item, [...path, name]));
  return Array.isArray(value) ? value.flatMap((item: JsonValue, index) => collect(item, [...path, index])) : [];
}

/** Parts shorter than this may be ordinary words. */
const shortestPart = 8;

/** What a service may repeat alone: the token after `Bearer`, a cookie's value, a segment of a path. */
function listParts(text: string): string[] {
  return text.split(/[\s=;,:&?#/]+/).filter(part => part.length >= shortestPart && part !== text);
}
