import type {SharedBackend} from '../addresses/kinds';
import type {LockHolder} from '../format/lock';
import type {State, StoredState} from '../state';
import type {LockedStore, StateStore} from '../store';

/**
 * A state on a server, keyed by project and environment. Reading, locking and writing keep the promises of {@link StateStore}; before
 * {@link initialize} all of them throw `state/not-initialized`. Errors name the place, never credentials.
 */
export interface SharedStateStore extends StateStore {
  readonly backend: SharedBackend;
  /** The place as messages show it: `the PostgreSQL table "monitors_state" at db.example:5432/app`. */
  readonly place: string;
  lock(): Promise<LockedSharedStore>;
  /**
   * Makes what is needed for this project and environment, and probes that the server keeps its promises. Repeating it changes nothing.
   * The new place begins with `migration`: a place that a state is to arrive in is never empty and usable.
   */
  initialize(migration?: Migration | null): Promise<'made' | 'was-there'>;
  /**
   * Finds the safeguard that would put a deleted or damaged state back and is switched off there, in words; null where
   * none is known to be missing.
   */
  findMissingSafeguard(): Promise<string | null>;
  /** Reads the holder of the lock; null where it is free. */
  readHolder(): Promise<LockHolder | null>;
  /** Removes the lock with this id without asking its holder. */
  unlock(id: string): Promise<LockHolder>;
  /** States that were replaced and are kept, newest first. */
  listBackups(): Promise<readonly StateBackup[]>;
  /** A kept state, checked like any other; throws `UserError` where there is none with that serial. */
  readBackup(serial: number): Promise<StoredState>;
  /** Reads the progress of a migration here; null where none was begun. */
  readMigration(): Promise<Migration | null>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** A shared state of which this process holds the lock. */
export interface LockedSharedStore extends LockedStore {
  /** Puts a state in place of whatever is there, sound or not: for `state restore` and `recover`. The written serial is one above the given one. */
  replace(next: State): Promise<StoredState>;
  /** Removes state, journal and backups: for `state reset`. */
  removeAll(): Promise<void>;
  /** Notes how far a migration has come; null forgets it. */
  setMigration(migration: Migration | null): Promise<void>;
}

/** A state that was replaced. */
export interface StateBackup {
  readonly serial: number;
  /** ISO 8601, UTC. */
  readonly replacedAt: string;
  readonly monitors: number;
}

/** `arriving`: copied here and not usable yet. `moved`: it lives in the other place now. */
export interface Migration {
  readonly phase: 'arriving' | 'moved';
  /** The other place as messages show it. */
  readonly other: string;
  /** The other environment, where both are in one place. */
  readonly environment?: string;
}
