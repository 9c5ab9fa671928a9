import type {Failure} from '../api/port';
import type {JsonObject} from '../json/value';
import type {Change} from '../plan/model';
import {fingerprintBody} from '../secrets/fingerprint';
import {withTargetIds} from '../spec/targets';
import type {DoneRecord, IntentRecord, ProgressRecord} from '../state/journal';
import type {ObservedMonitor} from '../state/model';

/** A create of the plan. */
export type CreateChange = Extract<Change, {action: 'create'}>;

/** One create on its way: what it sends and how far it has come. */
export class CreateProgress {
  readonly change: CreateChange;
  readonly opId: string;
  readonly #runId: string;
  #attempts = 0;
  #firstSentAt = '';
  #lastSentAt = '';
  #failure: Failure | undefined;
  #isInDoubt = false;

  constructor(change: CreateChange, opId: string, runId: string) {
    this.change = change;
    this.opId = opId;
    this.#runId = runId;
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

  /** The body as it is sent, references unresolved. Built anew each time, equal each time. */
  body(): JsonObject {
    return withTargetIds(this.change.after.body(), this.change.targetIds);
  }

  /** The record that is durable before the first request. */
  intend(origin: string, lineage: string, offMachine: boolean): IntentRecord {
    const {after, targetIds} = this.change;
    return {
      ...this.#base(),
      phase: 'intent',
      op: 'create',
      bodyHash: after.bodyHash,
      targetIds,
      supersedes: [],
      origin,
      offMachine,
      monitor: {
        specPath: after.specPath,
        protect: after.protect,
        bodyHash: after.bodyHash,
        applied: fingerprintBody(this.body(), lineage),
      },
    };
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

  /** Given up for good: no attempt was applied. */
  drop(): ProgressRecord {
    return this.#progress('dropped');
  }

  /** The service holds the monitor. */
  complete(monitor: ObservedMonitor): DoneRecord {
    return {...this.#base(), phase: 'done', attempt: this.#attempts, monitor, mayExistTwice: this.#isInDoubt};
  }

  #base(): {readonly opId: string; readonly key: string; readonly runId: string} {
    return {opId: this.opId, key: this.change.key, runId: this.#runId};
  }

  #progress(phase: ProgressRecord['phase']): ProgressRecord {
    const failure = this.#failure;
    return {
      ...this.#base(),
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
