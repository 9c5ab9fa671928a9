import type {Count} from '../../core/json/count';
import type {StateVersionDocument} from '../../rendering/shared-documents';

/** Result of `monitors state init`. */
export interface StateInitDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state init';
  /** `was-there`: nothing had to be made. */
  readonly outcome: 'made' | 'was-there';
  /**
   * The place of the state.
   * @example "the PostgreSQL table \"monitors_state\""
   */
  readonly place: string;
  /** The project that the place was made for. */
  readonly project: string;
  /** The environment that the place was made for. */
  readonly environment: string;
}

/** Result of `monitors state migrate`. */
export interface StateMigrateDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state migrate';
  /**
   * `waiting`: neither place can be used until a commit is pushed; `completed`: an earlier run was finished; `undone`: an earlier run was
   * taken back; `unchanged`: it was moved before.
   */
  readonly outcome: 'moved' | 'waiting' | 'completed' | 'undone' | 'unchanged';
  /** The previous place. */
  readonly from: string;
  /** The place that it goes to. */
  readonly to: string;
  /** With --to-environment: the previous environment. */
  readonly fromEnvironment?: string;
  /** With --to-environment: the environment that the state belongs to now. */
  readonly toEnvironment?: string;
  /** Number of monitors. */
  readonly monitors: Count;
  /** The state as it is in the new place. */
  readonly state: StateVersionDocument;
  /**
   * For `waiting`: the reason; otherwise null.
   * @example "origin/main does not have it yet"
   */
  readonly waitsFor: string | null;
  /** For `waiting`: the command to continue with; otherwise null. */
  readonly next: string | null;
  /**
   * With --to-environment: files to commit; missing if git has none.
   * @example ["monitors.state.json", "monitors.state.production.json"]
   */
  readonly toCommit?: readonly string[];
}

/** Result of `monitors state history`. */
export interface StateHistoryDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state history';
  /** The place of the state. */
  readonly place: string;
  /** Replaced states that are kept, newest first. */
  readonly states: readonly KeptStateDocument[];
}

/** A replaced state that is kept. */
export interface KeptStateDocument {
  /** Its serial, for `monitors state restore SERIAL`. */
  readonly serial: Count;
  /** Time of its replacement. */
  readonly replacedAt: string;
  /** Number of monitors. */
  readonly monitors: Count;
}
