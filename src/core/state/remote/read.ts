import {checkJournalBase} from '../format/sound-journal';
import type {JournalContent, JournaledCreate} from '../journal';
import type {ReadableState, State, StoredState} from '../state';
import type {StateRead} from '../store';
import type {LastSeen, MissingRecord} from './last-seen';
import {addLate, type LateWork} from './late';
import type {SharedRefusals} from './refusals';

export const NO_JOURNAL: JournalContent = {base: null, creates: [], edits: [], tornTail: false};

/** The parts of a state on a server. */
export interface ReadParts<S extends ReadableState = State> {
  /** Null where nothing is stored. */
  readonly stored: StoredState<S> | null;
  readonly journal: JournalContent;
  readonly late: LateWork;
  /** The newest records may be missing. */
  readonly isInDoubt: boolean;
}

/** Puts what was read together; throws a `UserError` for parts that do not belong together. */
export function combineRead<S extends ReadableState>(
  {stored, journal, late, isInDoubt}: ReadParts<S>,
  refusals: SharedRefusals,
): StateRead<S> {
  const doubt = isInDoubt ? {doubt: refusals.serverChanged()} : {};
  if (stored === null) {
    if (journal.base !== null) throw refusals.malformed('it has a journal and no state');
    return {kind: 'first-use', journal: NO_JOURNAL, ...doubt};
  }
  checkJournalBase(journal, stored, refusals);
  return {kind: 'present', stored, journal: addLate(isInDoubt ? distrust(journal) : journal, late.creates), ...doubt};
}

/** Remembers on this machine what was read; what is in doubt is not to be remembered. */
export function noteRead<Read extends StateRead<ReadableState>>(seen: LastSeen, read: Read, refusals: SharedRefusals): Read {
  const weighed = addLetGo(addMissing(read, findMissingIn(seen, read), refusals), seen);
  if (weighed.kind === 'present' && weighed.doubt === undefined) seen.note(weighed.stored);
  return weighed;
}

/** Adds what this machine saw let go, and the server records again. */
export function addLetGo<Read extends StateRead<ReadableState>>(read: Read, seen: LastSeen): Read {
  const letGo = read.kind === 'present' ? seen.listLetGo(read.stored) : [];
  return letGo.length === 0 ? read : {...read, letGo};
}

/** Lists what this machine saw recorded and what was read lacks. */
export function findMissingIn(seen: LastSeen, read: StateRead<ReadableState>): readonly MissingRecord[] {
  return seen.findMissing(read.kind === 'present' ? read.stored : null);
}

/** Puts a state in doubt that lacks what this machine saw, and names it. */
export function addMissing<Read extends StateRead<ReadableState>>(
  read: Read,
  missing: readonly MissingRecord[],
  refusals: SharedRefusals,
): Read {
  if (missing.length === 0 && read.doubt === undefined) return read;
  return {...read, ...(missing.length === 0 ? {} : {missing}), doubt: refusals.serverChanged(missing, read.kind)};
}

/** Marks intents as unknown, since the newest records may be missing on this server: an intent with nothing after it may have been sent. */
function distrust(journal: JournalContent): JournalContent {
  const doubt = (create: JournaledCreate): JournaledCreate => (create.phase === 'intent' ? {...create, phase: 'unknown'} : create);
  return {
    ...journal,
    creates: journal.creates.map(doubt),
    edits: journal.edits.map(edit => (edit.phase === 'intent' ? {...edit, phase: 'unknown'} : edit)),
  };
}
