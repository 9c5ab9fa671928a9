import type {RemainingFiles} from '../../core/recovery/salvage';
import type {Key} from '../../core/specs/desired-monitor';
import type {LockedFileStore} from '../../core/state/file/locked-store';
import type {FileStateStore} from '../../core/state/file/store';
import {encodeState} from '../../core/state/format/state';
import type {JournaledCreate} from '../../core/state/journal';
import type {LockedSharedStore, SharedStateStore} from '../../core/state/remote/store';
import type {State, StoredState} from '../../core/state/state';
import type {LockedStore} from '../../core/state/store';
import type {ProjectStore} from '../../project/store';

/** A locked state that can be rebuilt, wherever it lives. */
export interface RecoverableLock extends LockedStore {
  /** Reads the remaining files of the state; `damaged` says whether something is in its place. */
  readRemaining(damaged: boolean): Promise<RemainingFiles>;
  /** Lists the places where what {@link rebuild} replaces will be kept, as messages show them. */
  listKept(): readonly string[];
  /** Lists the records that this machine saw on a server and that its state lacks. */
  listMissing(): readonly {readonly key: Key; readonly id: string}[];
  /** Puts the state in place of what is there, with these creates as its journal. */
  rebuild(state: State, unfinished: readonly JournaledCreate[]): Promise<StoredState>;
}

/** Makes a state one that can be rebuilt. */
export function makeRecoverable(store: ProjectStore): {lock(): Promise<RecoverableLock>} {
  return {lock: async () => (store.backend === 'file' ? fileLock(store, await store.lock()) : sharedLock(store, await store.lock()))};
}

/** The methods of a lock, whatever object it is. */
function listMethods(locked: LockedStore): LockedStore {
  return {
    read: () => locked.read(),
    write: (next, expected) => locked.write(next, expected),
    openJournal: base => locked.openJournal(base),
    rewriteJournal: (base, keep) => locked.rewriteJournal(base, keep),
    rescue: (next, journal, runId) => locked.rescue(next, journal, runId),
    release: () => locked.release(),
  };
}

function fileLock(store: FileStateStore, locked: LockedFileStore): RecoverableLock {
  const {paths} = store;
  return {
    ...listMethods(locked),
    readRemaining: async damaged => ({
      state: damaged ? store.readStateBytes() : null,
      backup: store.readOtherFile(paths.backup),
      journal: store.readJournalBytes(),
      journalBackup: store.readJournalBackupBytes(),
      committed: await store.readCommitted(),
    }),
    listMissing: () => [],
    listKept: () => [
      ...(store.readStateBytes() === null ? [] : [paths.damaged]),
      ...(store.readJournalBytes() === null ? [] : [paths.journalBackup]),
    ],
    rebuild: async (state, unfinished) => {
      const stored = await locked.replace(state, 'keep-damaged');
      await locked.rewriteJournal(stored.version, unfinished, 'keep-old');
      return stored;
    },
  };
}

function sharedLock(store: SharedStateStore, locked: LockedSharedStore): RecoverableLock {
  return {
    ...listMethods(locked),
    readRemaining: async () => ({state: null, backup: await readNewestBackup(store), journal: null, journalBackup: null, committed: []}),
    listMissing: () => locked.doubt?.missing ?? [],
    listKept: () => [],
    rebuild: async (state, unfinished) => {
      const stored = await locked.replace(state);
      await locked.rewriteJournal(stored.version, unfinished);
      // The service's whole list was compared with it.
      await locked.doubt?.settle();
      return stored;
    },
  };
}

/** The newest kept state that is not damaged too. */
async function readNewestBackup(store: SharedStateStore): Promise<Uint8Array | null> {
  for (const {serial} of await store.listBackups()) {
    try {
      const {state} = await store.readBackup(serial);
      return Buffer.from(encodeState(state).text);
    } catch {
      // An older one may be whole.
    }
  }
  return null;
}
