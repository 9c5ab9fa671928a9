import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {rescueName} from '../../state/file/rescue';
import type {FileStateStore} from '../../state/file/store';
import {decodeJournal} from '../../state/format/journal';
import {encodeRescue} from '../../state/format/rescue';
import type {JournaledWork} from '../../state/journal';
import type {State} from '../../state/state';
import type {LockedStore, StateStore} from '../../state/store';

/** The directory below `RUNNER_TEMP` that rescue files are put in, so that a later step can upload it. */
const RESCUE_DIRECTORY = 'monitors-rescue';

/** What a run has learned: the state that it came to, and the records of what led to it. */
export interface Learned {
  readonly state: State;
  readonly work: JournaledWork;
}

/** Where a rescue file goes. */
export interface RescuePlace {
  readonly stateFile: string;
  /** `RUNNER_TEMP`. */
  readonly temporaryDirectory: string;
  readonly runId: string;
}

/** A store that remembers what a run has learned, also after the journal was folded into the state. */
export interface RememberingStore {
  readonly files: FileStateStore;
  readonly store: StateStore;
  /** As the run's last write found it; null where it wrote nothing. */
  readonly learned: () => Learned | null;
}

/**
 * Makes a store remember. What a run learned is folded away when the state is written, while the commit of that state may
 * still be refused: then these records are what `monitors state restore` merges into the state that others recorded. A
 * rescue file goes where it outlives the place that is worked in.
 */
export function rememberRecords(files: FileStateStore, place: RescuePlace): RememberingStore {
  let learned: Learned | null = null;
  const remember = (locked: LockedStore): LockedStore => ({
    read: () => locked.read(),
    write: async (next, expected) => {
      const journal = files.readJournalBytes();
      const decoded = journal === null ? null : decodeJournal(journal);
      if (decoded?.kind === 'sound') learned = {state: next, work: decoded.content};
      return locked.write(next, expected);
    },
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
  });
  return {files, store: {read: () => files.read(), lock: async () => remember(await files.lock())}, learned: () => learned};
}

/** Writes what a run learned to a file that `monitors state restore` reads. Returns its path, null where nothing was learned. */
export function saveRescue(learned: Learned | null, {stateFile, temporaryDirectory, runId}: RescuePlace): string | null {
  if (learned === null) return null;
  const directory = join(temporaryDirectory, RESCUE_DIRECTORY);
  mkdirSync(directory, {recursive: true});
  const path = join(directory, rescueName(stateFile, runId));
  writeFileSync(path, encodeRescue(learned.state, learned.work, runId), {flag: 'wx'});
  return path;
}
