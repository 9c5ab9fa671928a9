import {UserError} from '../diagnostics/user-error';
import type {Key} from '../specs/desired-monitor';
import type {Journal, JournalContent, JournaledWork} from './journal';
import type {MissingRecord} from './remote/last-seen';
import type {OutlinedState, ReadableState, State, StateVersion, StoredState} from './state';

/** The result of reading: nothing yet, or a state that passed every check. Everything else throws a {@link UserError}. */
export type StateRead<S extends ReadableState = State> = (
  | {readonly kind: 'first-use'}
  | {readonly kind: 'present'; readonly stored: StoredState<S>}
) & {
  readonly journal: JournalContent;
  /** Why what was recorded last may be missing; absent where nothing says so. */
  readonly doubt?: UserError;
  /** The records that this machine saw and it lacks, on a server that was set back. */
  readonly missing?: readonly MissingRecord[];
  /** The ids that it records and that this machine saw let go by `state rm`, on a server that was set back. */
  readonly letGo?: readonly string[];
};

/** Chooses the records whose bodies a reader is going to look at; null where it looks at none, and asks for no fact of them either. */
export type ChooseBodies = (state: Pick<OutlinedState, 'repeated' | 'monitors'>) => readonly Key[] | null;

/** Storage of the state. One contract test runs on every implementation. */
export interface StateStore {
  /**
   * Reads state and journal for looking; takes no lock and writes nothing. Throws a `UserError` instead of guessing. With `choose`,
   * a store may leave all other bodies unread ({@link UnreadBodies}).
   */
  read(choose?: ChooseBodies): Promise<StateRead<ReadableState>>;
  /** Takes the lock or throws {@link StateLocked}, which names the holder. */
  lock(): Promise<LockedStore>;
}

/** A store whose lock this process holds: the only way to write. */
export interface LockedStore {
  read(): Promise<StateRead>;
  /**
   * Replaces the state if the stored version still is `expected` (null: nothing stored yet). Raises the serial, signs,
   * and writes durably. Returns the stored state; equal content is not written again and keeps its serial.
   */
  write(next: State, expected: StateVersion | null): Promise<StoredState>;
  /** Opens the journal for appending, with a header that binds it to this state; creates it where there is none. */
  openJournal(base: StateVersion): Promise<Journal>;
  /** Replaces the journal by one that holds only these creates' records; removes it where there are none. Edits need no keeping. */
  rewriteJournal(base: StateVersion, keep: JournalContent['creates']): Promise<void>;
  /**
   * Last resort when the state can't be written: saves what was learned beside the state, else in `$RUNNER_TEMP`.
   * Returns the path, or null when no place would take it (the caller prints the ids).
   */
  rescue(next: State, journal: JournaledWork, runId: string): Promise<string | null>;
  release(): Promise<void>;
  /** Why what was recorded last may be missing; null or absent where nothing says so. */
  readonly doubt?: StoreDoubt | null;
}

/** The state is on another server than when it was written, or was set back: nothing is created before the list was looked at, or a person did. */
export interface StoreDoubt {
  /** Error to refuse with. */
  readonly error: UserError;
  /** The records that this machine saw and the state lacks. */
  readonly missing: readonly {readonly key: Key; readonly id: string}[];
  /** It was looked at: the state counts as it is. */
  settle(): Promise<void>;
}

/** Another run holds the lock. Nothing was read or changed under it. */
export class StateLocked extends UserError {
  override readonly name = 'StateLocked';
  /** Holder of the lock, for people. */
  readonly holder: string;
  /** Whether its holder may still run. When not, taking the lock is worth a try. */
  readonly isHeld: () => boolean | Promise<boolean>;
  constructor(message: string, hint: string, {holder, isHeld}: Pick<StateLocked, 'holder' | 'isHeld'>) {
    super('state/locked', message, hint);
    this.holder = holder;
    this.isHeld = isHeld;
  }
}
