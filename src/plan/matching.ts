import type {DesiredMonitor, Key} from '../spec/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor} from '../state/state';

/** A spec, a recorded monitor or an unsettled create, and what it belongs to. Each key appears once. */
export type Match =
  | {readonly kind: 'new'; readonly key: Key; readonly after: DesiredMonitor}
  | {
      readonly kind: 'kept';
      readonly key: Key;
      readonly after: DesiredMonitor;
      readonly before: RecordedMonitor;
      /** Its `renamedFrom`, where that names another recorded monitor whose spec is gone: the key can have one of the two. */
      readonly rival?: Key;
    }
  | {readonly kind: 'renamed'; readonly key: Key; readonly from: Key; readonly after: DesiredMonitor; readonly before: RecordedMonitor}
  /** `heir` is the key whose `renamedFrom` names this one, where it has a monitor of its own, or may have one. */
  | {readonly kind: 'vanished'; readonly key: Key; readonly before: RecordedMonitor; readonly heir?: Key}
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
  const heirs = new Map<Key, Key>();
  const matches = desired.map(after => matchSpec(after, {specs, recorded, unresolved, claimed, heirs}));
  for (const [key, before] of recorded) {
    if (specs.has(key) || claimed.has(key) || unresolved.has(key)) continue;
    const heir = heirs.get(key);
    matches.push({kind: 'vanished', key, before, ...(heir === undefined ? {} : {heir})});
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
  /** Old keys that a rename asks for and can't take, since the new key is not free; and that new key. */
  readonly heirs: Map<Key, Key>;
}

function matchSpec(after: DesiredMonitor, {specs, recorded, unresolved, claimed, heirs}: Known): Match {
  const {key, renamedFrom: from} = after;
  const create = unresolved.get(key);
  const before = recorded.get(key);
  const old = from === undefined ? undefined : recorded.get(from);
  const isFree = from !== undefined && !specs.has(from) && !claimed.has(from) && !unresolved.has(from);
  const isRivalled = old !== undefined && isFree && (create !== undefined || before !== undefined);
  if (isRivalled) heirs.set(from, key);
  if (create !== undefined) return {kind: 'unresolved', key, create, after};
  if (before !== undefined) return {kind: 'kept', key, after, before, ...(isRivalled ? {rival: from} : {})};
  if (from === undefined || old === undefined) return {kind: 'new', key, after};
  if (!isFree) return {kind: 'disputed', key, from, after};
  claimed.add(from);
  return {kind: 'renamed', key, from, after, before: old};
}
