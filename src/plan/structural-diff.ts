import {type Diff, diff} from 'deep-diff';
import type {JsonObject, JsonValue} from '../json/value';

/** One place where two values differ; `before` is absent for what was added, `after` for what was removed. */
export interface Difference {
  readonly path: readonly string[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/**
 * Where two objects differ. The only user of deep-diff: lists must have been turned into objects before
 * (see list-alignment.ts), because it compares lists by index and reports an insertion as a change of every later item;
 * and no member may have an empty name, because it overlooks one that was added.
 */
export function findDifferences(before: JsonObject, after: JsonObject): Difference[] {
  return (diff<JsonObject, JsonObject>(before, after) ?? []).map(toDifference);
}

function toDifference(change: Diff<JsonObject, JsonObject>): Difference {
  const path = (change.path ?? []).map(String);
  switch (change.kind) {
    case 'N':
      return {path, after: change.rhs};
    case 'D':
      return {path, before: change.lhs};
    case 'E':
      return {path, before: change.lhs, after: change.rhs};
    case 'A':
      throw new Error(`a list reached the structural diff at ${path.join('/')}`);
  }
}
