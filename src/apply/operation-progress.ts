import type {Failure} from '../api/port';
import type {Key} from '../spec/desired-monitor';
import type {DoneRecord, ProgressRecord} from '../state/journal';
import type {ObservedMonitor} from '../state/state';

/** How far one create, update or delete has come in this run, and the journal's records that say so. */
export abstract class OperationProgress {
  /** What the operation is about. */
  readonly key: Key;
  readonly opId: string;
  readonly runId: string;
  #attempts = 0;
  #firstSentAt = '';
  #lastSentAt = '';
  #failure: Failure | undefined;
  #isInDoubt = false;

  constructor(key: Key, opId: string, runId: string) {
    this.key = key;
    this.opId = opId;
    this.runId = runId;
  }

  /** Requests made so far. */
  get attempts(): number {
    return this.#attempts;
  }

  /** What the newest attempt that failed came to. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** An attempt may have been carried out without our knowing. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /** The record that is durable before each request; counts the attempt. */
  startAttempt(now: number): ProgressRecord {
    this.#attempts++;
    this.#lastSentAt = new Date(now).toISOString();
    if (this.#firstSentAt === '') this.#firstSentAt = this.#lastSentAt;
    return this.#progress('sending');
  }

  /** The attempt that was announced was not made after all. */
  withdrawAttempt(): ProgressRecord {
    this.#attempts--;
    return this.#progress(this.#isInDoubt ? 'unknown' : 'refused');
  }

  /** The attempt was proved not applied. Doubt about an earlier one stays. */
  refuse(failure: Failure): ProgressRecord {
    this.#failure = failure;
    return this.#progress(this.#isInDoubt ? 'unknown' : 'refused');
  }

  /** The attempt may have been applied. */
  doubt(failure: Failure): ProgressRecord {
    this.#failure = failure;
    this.#isInDoubt = true;
    return this.#progress('unknown');
  }

  /** No attempt so far was carried out: the service was looked up for long enough after the last one. */
  clearDoubt(): ProgressRecord {
    this.#isInDoubt = false;
    return this.#progress('refused');
  }

  /** Given up for good: no attempt was applied. */
  drop(): ProgressRecord {
    return this.#progress('dropped');
  }

  /** The service carried it out. */
  complete(monitor: ObservedMonitor): DoneRecord {
    return {...this.base(), phase: 'done', attempt: this.#attempts, monitor, mayExistTwice: false};
  }

  /** The members that all of its records share. */
  protected base(): {readonly opId: string; readonly key: Key; readonly runId: string} {
    return {opId: this.opId, key: this.key, runId: this.runId};
  }

  #progress(phase: ProgressRecord['phase']): ProgressRecord {
    const failure = this.#failure;
    return {
      ...this.base(),
      phase,
      attempt: this.#attempts,
      firstSentAt: this.#firstSentAt,
      lastSentAt: this.#lastSentAt,
      ...(failure === undefined || phase === 'sending'
        ? {}
        : {
            error: {
              ...(failure.status === undefined ? {} : {status: failure.status}),
              code: failure.code ?? failure.kind,
              message: failure.message,
            },
          }),
    };
  }
}
