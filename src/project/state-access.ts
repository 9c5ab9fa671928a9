import {UserError} from '../core/diagnostics/user-error';
import type {FileStateStore} from '../core/state/file/store';
import {type OpenedState, openForChange, type StateView} from '../core/state/fold-open';
import {decodeJournal} from '../core/state/format/journal';
import type {JournaledWork} from '../core/state/journal';
import type {State, StateVersion, StoredState} from '../core/state/state';
import type {LockedStore, StateStore} from '../core/state/store';

/** A state that is there, folded and locked. */
export type PresentState = {readonly state: State; readonly version: StateVersion; readonly unresolved: StateView['unresolved']};

/** Takes the lock, folds what earlier runs left, and gives the lock back whatever happens. */
export async function withOpenedState<T>(store: StateStore, act: (locked: LockedStore, opened: PresentState) => Promise<T>): Promise<T> {
  return withLock(store, async locked => {
    const {stored, unresolved}: OpenedState = await openForChange(locked);
    if (stored === null) throw nothingStored();
    return act(locked, {...stored, unresolved});
  });
}

/** Takes the lock and gives it back whatever happens. */
export async function withLock<L extends LockedStore, T>(store: {lock(): Promise<L>}, act: (locked: L) => Promise<T>): Promise<T> {
  const locked = await store.lock();
  try {
    return await act(locked);
  } finally {
    // What was done matters more than a lock that stays: the next run names its holder, and how to remove it.
    await locked.release().catch(() => undefined);
  }
}

/** The refusal of a repair where nothing was ever applied. */
export function nothingStored(): UserError {
  return new UserError(
    'state/nothing-stored',
    'there is no state yet: nothing was applied here',
    'if monitors were applied elsewhere, get that state first, e.g. "git pull"; else run "monitors plan", then "monitors apply"',
  );
}

/**
 * Reads the work that the run that replaced the backup had learned: without it, monitors that it created would be
 * created again. None when that journal is missing, damaged or of another state.
 */
export function readBackedUpWork(store: FileStateStore, restored: StoredState): JournaledWork {
  return readWork(store.readJournalBackupBytes(), restored);
}

/** The work in a journal of this state; none where it is missing, damaged or of another one. */
export function readWork(bytes: Uint8Array | null, restored: StoredState): JournaledWork {
  const decoded = bytes === null ? null : decodeJournal(bytes);
  if (decoded?.kind !== 'sound' || decoded.content.base?.lineage !== restored.version.lineage) return NO_WORK;
  return decoded.content;
}

/** Nothing at all. */
export const NO_WORK: JournaledWork = {creates: [], edits: []};
