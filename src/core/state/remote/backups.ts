import {foldJournal} from '../fold';
import type {JournalContent} from '../journal';
import type {StoredState} from '../state';

/** Number of replaced states that are kept. */
export const KEPT_BACKUPS = 20;

/** A replaced state with what the run that replaced it had learned by then: without it, monitors would be created again. */
export function foldBackup(stored: StoredState, journal: JournalContent): StoredState {
  return {...stored, state: foldJournal(stored.state, journal).state};
}
