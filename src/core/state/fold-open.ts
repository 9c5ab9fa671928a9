import type {UserError} from '../diagnostics/user-error';
import {foldJournal} from './fold';
import type {JournalContent, JournaledCreate} from './journal';
import {LET_GO, mergeLines} from './removed';
import {type ReadableState, type State, type StateVersion, type StoredState, wholeOf} from './state';
import type {ChooseBodies, LockedStore, StateRead, StateStore} from './store';

/** A state with everything that its journal knows. */
export interface StateView<S extends ReadableState = ReadableState> {
  /** Null at first use. From {@link viewState}, a state with folded creates still carries the version that is on disk. */
  readonly stored: StoredState<S> | null;
  /** Creates that may have been carried out and whose id is not known. */
  readonly unresolved: readonly JournaledCreate[];
  /** Keys of creates that an interrupted run finished and that were not in the state yet, in the order of their intents. */
  readonly folded: readonly string[];
  /** The journal's last record was cut off by a crash and is ignored; callers warn about it. */
  readonly tornTail: boolean;
  /** Why what was recorded last may be missing; absent where nothing says so. */
  readonly doubt?: UserError;
  /** See {@link StateRead}. */
  readonly missing?: StateRead['missing'];
  readonly letGo?: StateRead['letGo'];
}

/** A state made ready for changes. */
export interface OpenedState extends StateView<State> {
  /** The version that was on disk before the journal was folded: what a saved plan was made against. */
  readonly before: StateVersion | null;
}

/** The state as it would be after folding; writes nothing. For plan and for looking; for `choose`, see {@link StateStore.read}. */
export async function viewState(store: Pick<StateStore, 'read'>, choose?: ChooseBodies): Promise<StateView> {
  return toView(await store.read(choose));
}

/**
 * Makes a locked state ready for changes: folds what an earlier run left in the journal into the state, writes it, and
 * leaves in the journal only what is unresolved. After a crash anywhere in between, the next call completes it.
 */
export async function openForChange(locked: LockedStore): Promise<OpenedState> {
  const read = await locked.read();
  const view = toView(read);
  if (read.kind === 'first-use' || view.stored === null) return {...view, before: null};
  const {state} = view.stored;
  // A copy of the journal that asks still is of the serial before.
  const givenUp = read.journal.creates.filter(isGivenUp);
  const serial = read.stored.version.serial + 1;
  const known = givenUp.length === 0 ? state : noteGivenUp(state, givenUp, serial);
  const next = view.letGo === undefined ? known : noteLetGo(known, view.letGo, serial);
  const stored = await locked.write(next, read.stored.version);
  if (!isAsIs(read.journal, view.unresolved)) await locked.rewriteJournal(stored.version, view.unresolved);
  return {...view, stored, before: read.stored.version};
}

function toView(read: StateRead): StateView<State>;
function toView(read: StateRead<ReadableState>): StateView;
function toView(read: StateRead<ReadableState>): StateView {
  const {journal, doubt, letGo, missing} = read;
  const {tornTail, creates, edits} = journal;
  const noted = {
    tornTail,
    ...(doubt === undefined ? {} : {doubt}),
    ...(letGo === undefined ? {} : {letGo}),
    ...(missing === undefined ? {} : {missing}),
  };
  if (read.kind === 'first-use') return {stored: null, unresolved: [], folded: [], ...noted};
  if (creates.length === 0 && edits.length === 0) return {stored: read.stored, unresolved: [], folded: [], ...noted};
  const before = wholeOf(read.stored.state);
  const {state, unfinished} = foldJournal(before, read.journal);
  const added = creates.filter(({intent: {key}}) => state.monitors.get(key) !== before.monitors.get(key));
  const folded = added.map(({intent}) => intent.key);
  return {stored: {state, version: read.stored.version}, unresolved: unfinished, folded, ...noted};
}

/** Whether a create that may have been sent was settled without a monitor: what left its machine as an intent may have been. */
function isGivenUp({phase, attempt, intent}: JournaledCreate): boolean {
  return phase === 'dropped' && (attempt > 0 || intent.offMachine);
}

/** Records that `state rm` let monitors go which a server records again: the next run is told, too. */
export function noteLetGo(state: State, ids: readonly string[], serial: number): State {
  const records = [...state.monitors].filter(([, {id}]) => ids.includes(id));
  const lines = records.map(([key, {id, createdAt}]) => ({key, id, serial, at: createdAt, by: LET_GO}));
  return {...state, serial, removed: mergeLines(state.removed, lines)};
}

/** A commit may still hold a journal that calls them open: a line for each says that they were settled. It has the create's own id. */
function noteGivenUp(state: State, creates: readonly JournaledCreate[], serial: number): State {
  const lines = creates.map(({intent: {key, opId}, lastSentAt}) => ({key, id: opId, serial, at: lastSentAt, by: 'resolve'}));
  return {...state, serial, removed: mergeLines(state.removed, lines)};
}

/** Whether the journal already holds just these creates. */
function isAsIs(journal: JournalContent, keep: readonly JournaledCreate[]): boolean {
  if (journal.tornTail || journal.edits.length > 0 || journal.creates.length !== keep.length) return false;
  if (keep.length === 0) return journal.base === null;
  return keep.every((create, index) => create === journal.creates[index]);
}
