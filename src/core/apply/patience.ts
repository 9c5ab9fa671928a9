import {type RetryDecision, type RetryPolicy, retryPolicy} from '../api/retry';
import type {World} from '../base/context';
import {refuseInterrupted} from '../base/interruption';
import {Semaphore} from './concurrency';

/** Requests at once, where nothing else was asked for. */
const AT_ONCE = 8;
/** Maximum number of times that one request may be asked to wait before it counts as failed. */
const MOST_WAITS = 30;

/** The parts of the world that waiting uses. */
interface PatienceOptions {
  readonly world: World;
  /** Base of the computed delays in milliseconds. */
  readonly retryBaseMs: number;
  /** From the first call on, a signal ends the run in good order. */
  readonly watchInterruption: () => AbortSignal;
  /** Requests at once. Default: 8. */
  readonly atOnce?: number;
}

/** Judges one attempt; null where its outcome stands. Arguments as for `decideRetry`. */
type Judge<Outcome> = (
  outcome: Outcome,
  attempt: number,
  policy: RetryPolicy,
  throttledInARow: number,
  random: () => number,
) => RetryDecision | null;

/** Makes requests outside of a plan, several at once; when the service asks to wait, all of them wait. */
export class Patience {
  readonly #options: PatienceOptions;
  readonly #slots: Semaphore;
  #resumeAt = 0;

  constructor(options: PatienceOptions) {
    this.#options = options;
    this.#slots = new Semaphore(options.atOnce ?? AT_ONCE);
  }

  /**
   * Asks until `judge` lets an outcome stand; with it, the number of requests. Throws `Interrupted` only where no request is under
   * way and the last one may be repeated.
   */
  ask<Outcome>(request: () => Promise<Outcome>, judge: Judge<Outcome>): Promise<{readonly outcome: Outcome; readonly requests: number}> {
    return this.#slots.run(() => this.#ask(request, judge));
  }

  /** Waits. Throws `Interrupted` where the run is to end. */
  async pause(ms: number): Promise<void> {
    const {world, watchInterruption} = this.#options;
    const interruption = watchInterruption();
    if (ms > 0) await world.sleep(ms, interruption).catch(() => undefined);
    refuseInterrupted({interruption});
  }

  async #ask<Outcome>(request: () => Promise<Outcome>, judge: Judge<Outcome>) {
    const {world, retryBaseMs} = this.#options;
    const policy = retryPolicy(retryBaseMs, 'stop');
    let attempt = 1;
    let waits = 0;
    for (let requests = 1; ; requests++) {
      await this.pause(this.#resumeAt - world.monotonic());
      const outcome = await request();
      const decision = judge(outcome, waits >= MOST_WAITS ? policy.attempts : attempt, policy, waits + 1, world.random);
      if (decision?.kind !== 'retry') return {outcome, requests};
      if (decision.everyone) {
        waits++;
        this.#resumeAt = Math.max(this.#resumeAt, world.monotonic() + decision.waitMs);
      } else {
        attempt++;
        await this.pause(decision.waitMs);
      }
    }
  }
}
