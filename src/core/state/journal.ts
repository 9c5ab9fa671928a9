import type {Key} from '../specs/desired-monitor';
import type {IntendedMonitor, ObservedMonitor} from './state';

/**
 * Progress of one create:
 * - `intent`: written down, provably not applied (never sent, or every attempt was refused).
 * - `sending`: a request may be under way or answered; durable before each request.
 * - `unknown`: sent, and the answer leaves doubt.
 * - `done`: applied; carries the id.
 * - `dropped`: given up for good (refused by the service, withdrawn, or resolved by `resolve --not-created`).
 */
type Phase = 'intent' | 'sending' | 'unknown' | 'done' | 'dropped';

/** One line of the journal. The newest record of an `opId` counts. Never contains a secret. */
export type JournalRecord = IntentRecord | EditIntentRecord | ProgressRecord | DoneRecord;

interface RecordBase {
  /** Identity of this create, update or delete across attempts and runs. */
  readonly opId: string;
  readonly key: Key;
  /** The run that wrote this record. */
  readonly runId: string;
}

/** The first record of a create: everything that a later run needs to resolve it without the spec. */
export interface IntentRecord extends RecordBase {
  readonly phase: 'intent';
  readonly op: 'create';
  readonly bodyHash: string;
  /** Lower case, in the order of the body's targets. */
  readonly targetIds: readonly string[];
  /** Ids of monitors that this one replaces: never taken for a match. */
  readonly supersedes: readonly string[];
  /** The service's address that it was to be sent to. */
  readonly origin: string;
  readonly monitor: IntendedMonitor;
  /**
   * This record was copied off the machine before its first request (`--persist-command`), so later records may be
   * missing from the copy: an intent with nothing after it may have been sent.
   */
  readonly offMachine: boolean;
}

/**
 * The first record of an update or a delete. Both can be sent again without harm, so one whose answer was lost needs
 * no decision by a person: the next plan sends it again.
 */
export interface EditIntentRecord extends RecordBase {
  readonly phase: 'intent';
  readonly op: 'update' | 'delete';
  /** The monitor that it is about. */
  readonly id: string;
  /** The service's address that it was to be sent to. */
  readonly origin: string;
  /** Monitor that an update intends; null for a delete. */
  readonly monitor: IntendedMonitor | null;
  /** As for a create. */
  readonly offMachine: boolean;
}

/** A step of an intent that did not end it, or ended it without a monitor. */
export interface ProgressRecord extends RecordBase {
  readonly phase: 'sending' | 'unknown' | 'dropped' | 'refused';
  /** Requests made so far, this one included; 0 before the first. */
  readonly attempt: number;
  /** ISO 8601, UTC; empty before the first request. */
  readonly firstSentAt: string;
  readonly lastSentAt: string;
  /** Error that was seen, for people: status and the service's words, sanitized. */
  readonly error?: {readonly status?: number; readonly code: string; readonly message: string};
}

/** The service holds the monitor; after a delete, it holds it no more, and `monitor` has nothing but its id. */
export interface DoneRecord extends RecordBase {
  readonly phase: 'done';
  readonly attempt: number;
  readonly monitor: ObservedMonitor;
  /** An earlier attempt may have been applied too. */
  readonly mayExistTwice: boolean;
}

/** A create as the journal's records leave it. */
export type JournaledCreate = Journaled<IntentRecord>;

/** An update or a delete as the journal's records leave it. */
export type JournaledEdit = Journaled<EditIntentRecord>;

/** One operation as the journal's records leave it. */
export interface Journaled<Intent> {
  readonly intent: Intent;
  /** `refused` records fold back to `intent`: that attempt was proved not applied. */
  readonly phase: Phase;
  readonly attempt: number;
  readonly firstSentAt: string;
  readonly lastSentAt: string;
  readonly error?: ProgressRecord['error'];
  readonly done?: DoneRecord;
}

/** Operations that were journaled, each kind in the order of its intents. */
export interface JournaledWork {
  readonly creates: readonly JournaledCreate[];
  readonly edits: readonly JournaledEdit[];
}

/** Content of a journal file. */
export interface JournalContent extends JournaledWork {
  /** The state that the journal belongs to; null when there is no journal. */
  readonly base: {readonly lineage: string; readonly serial: number} | null;
  /** The last record was torn by a crash and is ignored: nothing was sent on its strength. */
  readonly tornTail: boolean;
}

/** Append-only memory of a run. Records are durable after {@link Journal.sync}, not before. */
export interface Journal {
  /** Adds records to the buffer; throws a `UserError` when the disk refuses (nothing may be sent then). */
  append(records: readonly JournalRecord[]): void;
  /** Resolves when everything appended before the call is on disk; concurrent calls share one fsync. */
  sync(): Promise<void>;
  /** Closes the file; it stays on disk until the store folds it. */
  close(): Promise<void>;
}
