import type {DesiredMonitor, Key} from '../spec/model';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor} from '../state/model';

/** A spec, a recorded monitor or an unsettled create, and what it belongs to. Each key appears once. */
export type Match =
  | {readonly kind: 'new'; readonly key: Key; readonly after: DesiredMonitor}
  | {readonly kind: 'kept'; readonly key: Key; readonly after: DesiredMonitor; readonly before: RecordedMonitor}
  | {readonly kind: 'renamed'; readonly key: Key; readonly from: Key; readonly after: DesiredMonitor; readonly before: RecordedMonitor}
  | {readonly kind: 'vanished'; readonly key: Key; readonly before: RecordedMonitor}
  | {readonly kind: 'unresolved'; readonly key: Key; readonly create: JournaledCreate; readonly after?: DesiredMonitor}
  /** `renamedFrom` names a key that another spec still has, or that another spec claims too. */
  | {readonly kind: 'disputed'; readonly key: Key; readonly from: Key; readonly after: DesiredMonitor};

/** Brings specs, recorded monitors and unsettled creates together by key and by `sync.renamedFrom`; sorted like `desired`, then what has no spec. */
export function matchKeys(
  desired: readonly DesiredMonitor[],
  recorded: ReadonlyMap<Key, RecordedMonitor>,
  unresolved: ReadonlyMap<Key, JournaledCreate>,
): Match[] {
  const specs = new Set(desired.map(spec => spec.key));
  const claimed = new Set<Key>();
  const matches = desired.map(after => matchSpec(after, {specs, recorded, unresolved, claimed}));
  for (const [key, before] of recorded) {
    if (!specs.has(key) && !claimed.has(key) && !unresolved.has(key)) matches.push({kind: 'vanished', key, before});
  }
  for (const [key, create] of unresolved) {
    if (!specs.has(key)) matches.push({kind: 'unresolved', key, create});
  }
  return matches;
}

interface Known {
  readonly specs: ReadonlySet<Key>;
  readonly recorded: ReadonlyMap<Key, RecordedMonitor>;
  readonly unresolved: ReadonlyMap<Key, JournaledCreate>;
  /** Old keys that a rename took. */
  readonly claimed: Set<Key>;
}

function matchSpec(after: DesiredMonitor, {specs, recorded, unresolved, claimed}: Known): Match {
  const {key, renamedFrom: from} = after;
  const create = unresolved.get(key);
  if (create !== undefined) return {kind: 'unresolved', key, create, after};
  const before = recorded.get(key);
  if (before !== undefined) return {kind: 'kept', key, after, before};
  const old = from === undefined ? undefined : recorded.get(from);
  if (from === undefined || old === undefined) return {kind: 'new', key, after};
  if (specs.has(from) || claimed.has(from) || unresolved.has(from)) return {kind: 'disputed', key, from, after};
  claimed.add(from);
  return {kind: 'renamed', key, from, after, before: old};
}
