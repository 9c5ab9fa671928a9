import {UserError} from '../../core/diagnostics/user-error';
import {foldJournal} from '../../core/state/fold';
import {noteLetGo} from '../../core/state/fold-open';
import {Refusals} from '../../core/state/format/refusals';
import {decodeState} from '../../core/state/format/state';
import type {JournalContent, JournaledCreate, JournaledEdit} from '../../core/state/journal';
import type {LockedSharedStore, SharedStateStore} from '../../core/state/remote/store';
import {type StoredState, wholeOf} from '../../core/state/state';
import {nothingStored, withLock} from '../../project/state-access';
import {describeRestored, type RestoreReport, type VerifyReport} from './repair-reports';

/** Checks a state on a server. Throws a `UserError` that names the damage. */
export async function verifySharedState(store: Pick<SharedStateStore, 'read'>): Promise<VerifyReport> {
  const read = await store.read();
  if (read.kind === 'first-use') throw nothingStored();
  const {stored, journal} = read;
  const {state, unfinished} = foldJournal(wholeOf(stored.state), journal);
  return {
    version: stored.version,
    monitors: [...state.monitors.keys()].sort(),
    signed: true,
    changes: null,
    journal: journal.base === null ? 'absent' : journal.tornTail ? 'torn' : 'sound',
    unreadableLines: [],
    unresolved: unfinished,
    fixed: false,
  };
}

/** Takes the server as it is, after it changed or was restored; a person has compared the state with the service. */
export function acceptServer(store: SharedStateStore): Promise<VerifyReport> {
  return withLock(store, async locked => {
    const read = await locked.read();
    // The doubt is over after this: what this machine saw let go is in the state from now on.
    if (read.kind === 'present' && read.letGo !== undefined) {
      const {state, version} = read.stored;
      await locked.write(noteLetGo(state, read.letGo, version.serial), version);
    }
    const report = await verifySharedState(locked);
    if (locked.doubt === undefined || locked.doubt === null) return report;
    await locked.doubt.settle();
    return {...report, fixed: true};
  });
}

/** Restores a state that the server keeps, by its serial. */
export async function restoreBackup(store: SharedStateStore, serial: number): Promise<RestoreReport> {
  return restoreShared(store, await store.readBackup(serial));
}

/** Restores a state on a server from the bytes of a state file. `owner` are the project and the environment of the run. */
export function restoreCopy(
  store: SharedStateStore,
  {
    path,
    bytes,
    owner,
  }: {readonly path: string; readonly bytes: Uint8Array; readonly owner: {readonly project: string; readonly environment: string}},
): Promise<RestoreReport> {
  return restoreShared(store, decodeState(bytes, new Refusals({...owner, shown: path, isCopy: true, soundBackup: () => null})));
}

/** The restored state gets a serial above everything that is known, and keeps what the journal knows. */
function restoreShared(store: SharedStateStore, restored: StoredState): Promise<RestoreReport> {
  return withLock(store, async locked => {
    const {serial: current, journal} = await readWhatIsThere(locked);
    if (journal.base !== null && journal.base.lineage !== restored.version.lineage) throw anotherState(store);
    const {state, unfinished} = foldJournal(restored.state, {creates: keepNewest(journal.creates), edits: keepNewest(journal.edits)});
    const serial = Math.max(restored.version.serial, journal.base?.serial ?? 0, current);
    const stored = await locked.replace({...state, serial});
    await locked.rewriteJournal(stored.version, unfinished);
    return {kind: 'state', from: restored.version, ...describeRestored(stored), unresolved: unfinished};
  });
}

const NO_JOURNAL: JournalContent = {base: null, creates: [], edits: [], tornTail: false};

/** Reads the parts that are still readable; a damaged state says nothing. */
async function readWhatIsThere(locked: LockedSharedStore): Promise<{readonly serial: number; readonly journal: JournalContent}> {
  try {
    const read = await locked.read();
    return {serial: read.kind === 'present' ? read.stored.version.serial : 0, journal: read.journal};
  } catch (error) {
    if (error instanceof UserError && DAMAGED.has(error.code)) return {serial: 0, journal: NO_JOURNAL};
    throw error;
  }
}

const DAMAGED: ReadonlySet<string> = new Set([
  'state/checksum',
  'state/malformed',
  'state/shared-id',
  'state/journal-damaged',
  'state/journal-ahead',
]);

function keepNewest<Work extends JournaledCreate | JournaledEdit>(work: readonly Work[]): Work[] {
  return [...new Map(work.map(one => [one.intent.opId, one])).values()];
}

function anotherState({place}: SharedStateStore): UserError {
  return new UserError(
    'state/journal-mismatch',
    `the journal in ${place} belongs to another state than the one to restore (their lineages differ)`,
    'restore a state of the same lineage: "monitors state history" lists those that are kept',
  );
}
