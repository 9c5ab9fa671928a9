import {canonicalJson} from '../json/canonical';
import type {JsonObject, JsonValue} from '../json/value';
import {member} from '../service/member';
import {listTargets} from './targets';

/** Lists what each target of a body watches, as text; equal for targets that watch the same. */
export function listWatched(body: JsonObject): string[] {
  return listTargets(body).map(target => {
    const [type = null, url = null, urls = null, queries = null] = (['type', 'url', 'urls', 'queries'] as const).map(name =>
      member(target, name),
    );
    return canonicalJson([type, trimmed(url), sorted(urls), sorted(queries)]);
  });
}

/** Whether two lists hold the same texts, in any order. */
export function watchesSame(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [[...a].sort(), [...b].sort()];
  return first.length === second.length && first.every((item, index) => item === second[index]);
}

function trimmed(value: JsonValue): JsonValue {
  return typeof value === 'string' ? value.trim() : value;
}

function sorted(list: JsonValue): JsonValue {
  return Array.isArray(list) ? list.map(item => (typeof item === 'string' ? item.trim() : canonicalJson(item))).sort() : null;
}
