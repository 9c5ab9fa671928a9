import {canonicalJson} from '../../json/canonical';
import type {JsonObject, JsonValue} from '../../json/value';
import type {State} from '../state';
import {toMonitorJson} from './monitor';
import {toRootJson} from './state';

/** The differences between two states. Names are sorted. */
export interface StateChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly ChangedRecord[];
  /** Members of the state itself, such as `origin`. */
  readonly members: readonly string[];
}

/** A key that both states record, with the members of its record that differ. */
interface ChangedRecord {
  readonly key: string;
  readonly members: readonly string[];
}

/** Compares two states as their files would show them. */
export function compareStates(before: State, after: State): StateChanges {
  const changed: ChangedRecord[] = [];
  for (const [key, record] of after.monitors) {
    const other = before.monitors.get(key);
    const members = other === undefined ? [] : listDifferences(toMonitorJson(other), toMonitorJson(record));
    if (members.length > 0) changed.push({key, members});
  }
  return {
    added: [...after.monitors.keys()].filter(key => !before.monitors.has(key)).sort(),
    removed: [...before.monitors.keys()].filter(key => !after.monitors.has(key)).sort(),
    changed: changed.sort((a, b) => (a.key < b.key ? -1 : 1)),
    members: listDifferences(toRootJson(before), toRootJson(after)),
  };
}

/** The names of members that only one of two objects has, or that differ. */
function listDifferences(a: JsonObject, b: JsonObject): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter(name => text(a[name]) !== text(b[name])).sort();
}

function text(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : canonicalJson(value);
}
