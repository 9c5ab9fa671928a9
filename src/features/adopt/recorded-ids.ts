import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import {listTargetIds, listTargets} from '../../core/specs/targets';
import {viewState} from '../../core/state/fold-open';
import {wholeOf} from '../../core/state/state';
import type {Project} from '../../project/project';

/** Tells of a spec whether the targets keep their ids without it: states record them. */
export type HasRecordedIds = (key: Key, data: JsonObject) => boolean;

/** Reads the states of all environments. A state that records the monitor with other ids, or a create in doubt, is a no. */
export async function readRecordedIds({store, settings, readNeighbours}: Project): Promise<HasRecordedIds> {
  const {stored, unresolved} = await viewState(store);
  const monitors = stored === null ? null : wholeOf(stored.state).monitors;
  const open = new Set(unresolved.map(({intent}) => intent.key));
  const others = (await readNeighbours()).filter(({project}) => project === settings.project);
  return (key, data) => {
    const given = listTargetIds(data);
    const record = monitors?.get(key);
    const recorded = record && listTargetIds(record.applied);
    const holders = others.filter(({keys}) => keys.has(key));
    if (open.has(key) || (recorded === undefined && holders.length === 0)) return false;
    const isHere = recorded === undefined || given.every((id, index) => id === null || id === recorded[index]);
    return isHere && holders.every(({targetIds}) => given.every(id => id === null || targetIds.has(id)));
  };
}

/** Whether a spec gives the id of a target. */
export function hasTargetIds(data: JsonObject): boolean {
  return listTargetIds(data).some(id => id !== null);
}

/** The spec without ids of its targets. */
export function withoutTargetIds(data: JsonObject): JsonObject {
  return {...data, targets: listTargets(data).map(withoutId)};
}

function withoutId(target: JsonValue): JsonValue {
  if (!isObject(target)) return target;
  const {id: _id, ...rest} = target;
  return rest;
}
