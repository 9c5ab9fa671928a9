import type {Failure, ReadOutcome} from '../../core/api/port';

/** A monitor that could not be read, whole or in part. */
export interface NotReadDocument {
  /** The monitor's key. */
  readonly key: string;
  /** In a sentence. */
  readonly reason: string;
}

/** Monitors in a row that can't be read, before it counts as trouble of the service. */
const MOST_FAILURES = 5;

/** Monitors that could not be read: one of them is no reason to show nothing of the others. */
export class UnreadMonitors<Monitor> {
  /** Why, in a sentence. */
  readonly reasons = new Map<Monitor, string>();
  #inARow = 0;

  /** A failure that may be of this monitor alone counts as nothing found, and is noted; one that concerns all stays what it is. */
  tolerate<Value>(monitor: Monitor, outcome: ReadOutcome<Value | null>): ReadOutcome<Value | null> {
    if (outcome.kind === 'read') {
      this.#inARow = 0;
      return outcome;
    }
    if (concernsAll(outcome.failure) || ++this.#inARow >= MOST_FAILURES) return outcome;
    this.reasons.set(monitor, outcome.failure.message);
    return {kind: 'read', value: null, serverTime: null};
  }
}

function concernsAll({status, notOffered, kind}: Failure): boolean {
  return notOffered === true || status === 401 || status === 403 || status === 429 || kind === 'aborted' || kind === 'tls';
}
