import {UserError} from '../../core/diagnostics/user-error';
import type {Key} from '../../core/specs/desired-monitor';
import type {LockedFileStore} from '../../core/state/file/locked-store';
import {foldJournal} from '../../core/state/fold';
import {viewState} from '../../core/state/fold-open';
import type {LockHolder} from '../../core/state/format/lock';
import type {JournaledCreate} from '../../core/state/journal';
import {isLoopback, isOfEmulator, mayBeTrial, moveTo} from '../../core/state/origin';
import type {LockedSharedStore} from '../../core/state/remote/store';
import {type RecordedMonitor, recordIn, type State, type StoredState} from '../../core/state/state';
import type {StateStore} from '../../core/state/store';
import {nothingStored, type PresentState, withLock, withOpenedState} from '../../project/state-access';
import type {ProjectStore} from '../../project/store';
import {noSuchKey, refuseUnresolved} from './keys';

/** Facts under one key: a recorded monitor, an unresolved create, or both. */
interface ShownKey {
  readonly key: Key;
  readonly monitor: RecordedMonitor | null;
  readonly unresolved: readonly JournaledCreate[];
}

/** Shows what is known under one key; takes no lock. Throws a `UserError` when that is nothing. */
export async function showKey(store: StateStore, key: Key): Promise<ShownKey> {
  const view = await viewState(store);
  const recorded = recordIn(view.stored?.state ?? null, key) ?? null;
  const unresolved = view.unresolved.filter(({intent}) => intent.key === key);
  if (recorded === null && unresolved.length === 0) {
    throw noSuchKey(key, [...(view.stored?.state.monitors.keys() ?? []), ...view.unresolved.map(({intent}) => intent.key)]);
  }
  const isSealed = recorded === null || !JSON.stringify(recorded.applied).includes('scrapeOptions');
  const monitor = isSealed ? recorded : (await import('../../core/plan/left-alone')).sealRecord(recorded, view.stored?.state.lineage ?? '');
  return {key, monitor, unresolved};
}

/** Notes that the service moved to another address and kept its monitors. `origin` is without `/v2`. Returns the old one. */
export async function setOrigin(store: StateStore, origin: string): Promise<{readonly before: string; readonly after: string}> {
  let before = '';
  await changeState(store, opened => {
    const [waiting] = opened.unresolved;
    if (waiting !== undefined) refuseUnresolved(opened, waiting.intent.key);
    before = opened.state.origin;
    refuseMovedEmulator(opened.state, origin);
    return moveTo(opened.state, origin);
  });
  return {before, after: origin};
}

/** The emulator's monitors are on this machine only: elsewhere every plan would count them as managed, but they would not exist. */
function refuseMovedEmulator(state: State, origin: string): void {
  if (!isOfEmulator(state) || isLoopback(origin) || state.monitors.size === 0) return;
  throw new UserError(
    'state/bad-repair',
    `this state is from the emulator (${state.origin}): its monitors cannot be at ${origin}`,
    'if that trial is over, run "monitors state reset"',
  );
}

/** Result of `state reset`. */
interface ResetReport {
  readonly origin: string;
  /** Number of monitors. */
  readonly forgotten: number;
  /** Files that git has, as messages show them: their change is to be committed. Absent where git has none. */
  readonly toCommit?: readonly string[];
}

/**
 * Forgets everything that a trial with the emulator left. A state that git has is emptied and goes on: one that is missing
 * counts as lost, and would be brought back with the trial in it.
 */
export async function resetState(store: ProjectStore): Promise<ResetReport> {
  return withLock<LockedFileStore | LockedSharedStore, ResetReport>(store, async locked => {
    const read = await locked.read();
    if (read.kind === 'first-use') throw nothingStored();
    const {state, version} = read.stored;
    const {origin, monitors} = state;
    const isEmpty = monitors.size === 0 && foldJournal(state, read.journal).unfinished.length === 0;
    if (!mayBeTrial(state) && !isEmpty) {
      const message = `the monitors in the state are at ${origin}, which is not the emulator: after a reset, the next apply would create all of them again`;
      throw new UserError('state/reset-refused', message, 'to remove one monitor from the state, run "monitors state rm KEY"');
    }
    const toCommit = store.backend === 'file' ? await store.listCommitted() : [];
    const report = {origin, forgotten: monitors.size};
    if (toCommit.length === 0) {
      await locked.removeAll();
      return report;
    }
    const {emulator: _trial, ...rest} = state;
    const emptied = await locked.write({...rest, monitors: new Map()}, version);
    await locked.rewriteJournal(emptied.version, []);
    return {...report, toCommit};
  });
}

/** Removes the lock of a run that a person knows to be gone. Returns who held it. */
export function unlockState(store: ProjectStore, id: string): Promise<LockHolder> {
  return store.unlock(id);
}

function changeState(store: StateStore, change: (opened: PresentState) => State): Promise<StoredState> {
  return withOpenedState(store, (locked, opened) => locked.write(change(opened), opened.version));
}
