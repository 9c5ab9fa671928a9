import {listAllMonitors} from '../api/list-monitors';
import type {LiveMonitor, MonitorService} from '../api/port';
import {decideEditRetry} from '../api/retry';
import type {World} from '../context';
import {suggestName} from '../diagnostics/suggest';
import {compareAge, findOwner} from '../plan/adoption';
import type {Key} from '../spec/model';
import {listTargetIds} from '../spec/targets';
import {StateError} from '../state/state-error';
import type {StateStore} from '../state/store';
import {refuseRead} from './refresh';
import {type PresentState, withOpenedState} from './state-access';

/** A monitor of the service, as far as telling doubles apart needs it. */
export type Double = Pick<LiveMonitor, 'id' | 'name' | 'createdAt' | 'targetIds'>;

/** A key that the service holds more than once. */
export interface DoubledKey {
  readonly key: Key;
  /** The recorded monitor, which stays. */
  readonly kept: string;
  /** The others, oldest first. */
  readonly others: readonly Double[];
}

/** What removing doubles needs of the world. */
export interface PrunePorts {
  readonly world: World;
  readonly retryBaseMs: number;
  readonly interruption: AbortSignal;
  readonly connect: (opened: PresentState) => Promise<MonitorService>;
  /** Shows what would be deleted and asks; throws when the answer was no or nobody can be asked. */
  readonly confirm: (doubled: readonly DoubledKey[]) => Promise<void>;
}

/** Which doubles were deleted, and which could not be. */
export interface PruneReport {
  readonly doubled: readonly DoubledKey[];
  readonly deleted: readonly string[];
  readonly failed: readonly {readonly id: string; readonly message: string}[];
}

/**
 * Deletes monitors that have exactly the target ids of a recorded one and are not it, after asking. The recorded one is never
 * touched, and neither is a monitor that shares only some of the ids. Throws a `StateError` for a key that is not recorded.
 */
export async function pruneDuplicates(store: StateStore, keys: readonly Key[], ports: PrunePorts): Promise<PruneReport> {
  return withOpenedState(store, async (_locked, opened) => {
    for (const key of keys) refuseUnknown(key, opened);
    const service = await ports.connect(opened);
    try {
      const doubled = await findDoubles(service, keys, opened, ports);
      if (doubled.length === 0) return {doubled, deleted: [], failed: []};
      await ports.confirm(doubled);
      const ends = [];
      for (const {id} of doubled.flatMap(({others}) => others)) ends.push({id, message: await remove(service, id, ports)});
      return {
        doubled,
        deleted: ends.filter(({message}) => message === null).map(({id}) => id),
        failed: ends.flatMap(({id, message}) => (message === null ? [] : [{id, message}])),
      };
    } finally {
      await service.close();
    }
  });
}

function refuseUnknown(key: Key, {state}: PresentState): void {
  if (state.monitors.has(key)) return;
  const near = suggestName(key, [...state.monitors.keys()]);
  const hint = near === undefined ? 'run "monitors state list" to see what is recorded' : `did you mean "${near}"?`;
  throw new StateError('state/no-such-key', `the state records no monitor under "${key}"`, hint);
}

async function findDoubles(
  service: MonitorService,
  keys: readonly Key[],
  {state}: PresentState,
  {world, retryBaseMs, interruption}: PrunePorts,
): Promise<DoubledKey[]> {
  const outcome = await listAllMonitors(service, {
    world,
    policy: {attempts: 5, baseMs: retryBaseMs, longestWaitMs: 120_000, onAmbiguous: 'retry'},
    signal: interruption,
    onMonitor: ({id, name, createdAt, targetIds}): Double => ({id, name, createdAt, targetIds}),
  });
  if (outcome.kind === 'failed') throw refuseRead(outcome.failure, 'read its list of monitors');
  const recordedIds = new Set([...state.monitors.values()].map(({id}) => id));
  return [...new Set(keys)].flatMap(key => {
    const record = state.monitors.get(key);
    if (record === undefined) return [];
    const targetIds = listTargetIds(record.applied).filter(id => id !== null);
    const strangers = outcome.value.monitors.filter(({id}) => !recordedIds.has(id));
    const owned = findOwner(targetIds, [], strangers);
    const others = owned.kind === 'one' ? [owned.monitor, ...owned.others].sort(compareAge) : [];
    return others.length === 0 ? [] : [{key, kept: record.id, others}];
  });
}

/** Deletes one monitor, as often as that may be tried; null when it is gone, else what stands in the way. */
async function remove(service: MonitorService, id: string, {world, retryBaseMs, interruption}: PrunePorts): Promise<string | null> {
  const policy = {attempts: 5, baseMs: retryBaseMs, longestWaitMs: 120_000, onAmbiguous: 'retry'} as const;
  for (let attempt = 1; ; attempt++) {
    if (interruption.aborted) return 'the run was interrupted';
    const outcome = await service.deleteMonitor(id, interruption);
    if (outcome.kind === 'applied' || outcome.kind === 'missing') return null;
    const decision = decideEditRetry(outcome, attempt, policy, attempt, world.random);
    if (decision.kind !== 'retry') return outcome.failure.message;
    await world.sleep(decision.waitMs, interruption).catch(() => undefined);
  }
}
