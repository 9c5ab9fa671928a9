import {compareText} from '../diagnostics/diagnostic';

/** What is looked at when a monitor of the service is taken for one of ours. */
export interface TargetOwner {
  readonly id: string;
  /** As the service says it; only compared, as text. */
  readonly createdAt: string;
  /** Lower case. */
  readonly targetIds: readonly string[];
}

/** Which monitors of the service have the target ids of one of ours. */
export type Ownership<Live extends TargetOwner> =
  | {readonly kind: 'none'}
  /** Just these ids. `others`, younger ones, have them too. */
  | {readonly kind: 'one'; readonly monitor: Live; readonly others: readonly Live[]}
  /** Some of the ids, or more than them: neither ours nor another's. */
  | {readonly kind: 'conflict'; readonly monitors: readonly Live[]};

/**
 * Looks for the monitor that a create made, by its target ids: the set of ids has to be equal. Of several the oldest is
 * taken (`createdAt`, then id). `superseded` ids are monitors that the create replaces: never a match.
 */
export function findOwner<Live extends TargetOwner>(
  targetIds: readonly string[],
  superseded: readonly string[],
  live: Iterable<Live>,
): Ownership<Live> {
  const wanted = new Set(targetIds);
  const equal: Live[] = [];
  const overlapping: Live[] = [];
  for (const monitor of live) {
    if (superseded.includes(monitor.id)) continue;
    const ids = new Set(monitor.targetIds);
    const shared = [...ids].filter(id => wanted.has(id)).length;
    if (shared === 0) continue;
    (shared === wanted.size && ids.size === wanted.size ? equal : overlapping).push(monitor);
  }
  const [monitor, ...others] = equal.sort(compareAge);
  if (overlapping.length > 0) return {kind: 'conflict', monitors: [...equal, ...overlapping].sort(compareAge)};
  return monitor === undefined ? {kind: 'none'} : {kind: 'one', monitor, others};
}

/** Oldest first. */
export function compareAge(a: TargetOwner, b: TargetOwner): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}

/** Whether a list holds just these ids, each at least once. */
export function isSameSet(wanted: ReadonlySet<string>, ids: readonly string[]): boolean {
  const own = new Set(ids);
  return own.size === wanted.size && ids.every(id => wanted.has(id));
}
