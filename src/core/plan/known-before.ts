import type {Key} from '../specs/desired-monitor';

/** A create that a committed journal leaves open. */
export interface SentBefore {
  readonly targetIds: readonly string[];
  /** It holds the journal. Absent where another checkout on this machine has it. */
  readonly commit?: string | undefined;
}

/** A monitor that another version of the state records. */
export interface LaterRecord {
  readonly id: string;
  /** Serial of that version. */
  readonly serial: number;
  /** A commit that holds it, or a backup as messages show it; neither where only this machine has it. */
  readonly commit?: string;
  readonly backup?: string;
  /** The key under which the state records it, and which has no spec. */
  readonly heldAs?: Key;
  /** For a delete: the key under which that version records it. */
  readonly recordedAs?: Key;
}
