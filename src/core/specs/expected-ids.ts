import {isObject, type JsonObject} from '../json/value';
import type {DesiredMonitor, Key} from './desired-monitor';
import {deriveTargetIds, listTargetIds, listTargets} from './targets';

/** Whose target ids are derived. */
export interface IdOwner {
  readonly project: string;
  readonly environment: string;
}

/** Number of times a monitor can be replaced under its key before its target ids come round again, plus one. */
const GENERATIONS = 3;

/**
 * The sets of target ids that a create of this spec gets: the first, and those of a monitor that replaced an earlier one.
 * `key` is its own or the one that it was renamed from. Ids that the spec gives itself are in every set.
 */
export function listExpectedIds(spec: Pick<DesiredMonitor, 'body'>, key: Key, {project, environment}: IdOwner): string[][] {
  const body = spec.body();
  const taken = new Set<string>();
  return Array.from({length: GENERATIONS}, () => {
    const ids = deriveTargetIds({project, environment, key, body, taken});
    for (const id of ids) taken.add(id);
    return ids;
  });
}

/**
 * Whether a live monitor was created for this key as it still is: its target ids are those that a create of just its targets gets.
 * No other project, environment or key derives them.
 */
export function isCreatedFor(live: JsonObject, key: Key, owner: IdOwner): boolean {
  const ids = listTargetIds(live);
  const targets = listTargets(live).map(target => {
    const {id: _own, ...content} = isObject(target) ? target : {};
    return content;
  });
  if (targets.length === 0) return false;
  const sets = listExpectedIds({body: () => ({targets})}, key, owner);
  return sets.some(set => set.every((id, index) => id === ids[index]));
}

/** The key of a spec, and the one that it was renamed from unless another spec has that now. */
export function listOwnKeys({key, sync}: Pick<DesiredMonitor, 'key' | 'sync'>, specKeys: ReadonlySet<Key>): Key[] {
  const {renamedFrom} = sync;
  return renamedFrom === undefined || specKeys.has(renamedFrom) ? [key] : [key, renamedFrom];
}

/** All target ids that these specs get in a project and environment, without those that a spec gives itself: they say nothing about where. */
export function listDerivedIds(desired: readonly DesiredMonitor[], owner: IdOwner): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const spec of desired) {
    const given = new Set(spec.explicitTargetIds);
    for (const id of listExpectedIds(spec, spec.key, owner).flat()) if (!given.has(id)) ids.add(id);
  }
  return ids;
}
