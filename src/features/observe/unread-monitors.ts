import type {Failure, ReadOutcome} from '../../core/api/port';
import {MOST_FAILURES, refusesAll} from '../../project/service-reader';

/** A monitor that could not be read, whole or in part. */
export interface NotReadDocument {
  /** The monitor's key. */
  readonly key: string;
  /** In a sentence. */
  readonly reason: string;
}

/** Notes monitors that could not be read, so that all others are shown. */
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

function concernsAll(failure: Failure): boolean {
  const {status, kind} = failure;
  return refusesAll(failure) || status === 429 || kind === 'aborted' || kind === 'tls';
}
