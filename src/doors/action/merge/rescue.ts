import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {rescueName} from '../../../core/state/file/rescue';
import type {FileStateStore} from '../../../core/state/file/store';
import {decodeJournal} from '../../../core/state/format/journal';
import {encodeRescue} from '../../../core/state/format/rescue';
import type {JournaledWork} from '../../../core/state/journal';
import type {State} from '../../../core/state/state';
import type {LockedStore, StateStore} from '../../../core/state/store';

/** The directory of rescue files below `RUNNER_TEMP`; a later step can upload it. */
const RESCUE_DIRECTORY = 'monitors-rescue';

/** The results of a run: its last state, and the records that led to it. */
export interface RunResult {
  readonly state: State;
  readonly work: JournaledWork;
}

/** Place of a rescue file. */
export interface RescuePlace {
  readonly stateFile: string;
  /** `RUNNER_TEMP`. */
  readonly temporaryDirectory: string;
  readonly runId: string;
}

/** A store that keeps the run's records, also after the journal was merged into the state. */
interface RememberingStore {
  readonly files: FileStateStore;
  readonly store: StateStore;
  /** The results at the run's last write; null if it wrote nothing. */
  readonly learned: () => RunResult | null;
}

/**
 * Makes a store keep the run's records. Writing the state clears the journal, but the push of that state may still fail: then
 * `monitors state restore` needs these records to merge them into the state that others recorded. The rescue file is written
 * outside the worktree, which is removed.
 */
export function rememberRecords(files: FileStateStore, place: RescuePlace): RememberingStore {
  let learned: RunResult | null = null;
  const remember = (locked: LockedStore): LockedStore => ({
    ...rescueOutside(locked, place),
    write: async (next, expected) => {
      const journal = files.readJournalBytes();
      const decoded = journal === null ? null : decodeJournal(journal);
      if (decoded?.kind === 'sound') learned = {state: next, work: decoded.content};
      return locked.write(next, expected);
    },
  });
  return {files, store: {read: () => files.read(), lock: async () => remember(await files.lock())}, learned: () => learned};
}

/** The same store, whose last resort is a file that outlives the worktree. */
export function rescueBesideWorktree(store: StateStore, place: RescuePlace): StateStore {
  return {read: () => store.read(), lock: async () => rescueOutside(await store.lock(), place)};
}

function rescueOutside(locked: LockedStore, place: RescuePlace): LockedStore {
  return {
    read: () => locked.read(),
    write: (next, expected) => locked.write(next, expected),
    openJournal: base => locked.openJournal(base),
    rewriteJournal: (base, keep) => locked.rewriteJournal(base, keep),
    rescue: async (state, work, runId) => {
      try {
        return saveRescue({state, work}, place);
      } catch {
        return locked.rescue(state, work, runId);
      }
    },
    release: () => locked.release(),
    get doubt() {
      return locked.doubt ?? null;
    },
  };
}

/** Writes the results of a run to a file for `monitors state restore`. Returns its path; null without results. */
export function saveRescue(learned: RunResult | null, {stateFile, temporaryDirectory, runId}: RescuePlace): string | null {
  if (learned === null) return null;
  const directory = join(temporaryDirectory, RESCUE_DIRECTORY);
  mkdirSync(directory, {recursive: true});
  const path = join(directory, rescueName(stateFile, runId));
  writeFileSync(path, encodeRescue(learned.state, learned.work, runId), {flag: 'wx'});
  return path;
}
