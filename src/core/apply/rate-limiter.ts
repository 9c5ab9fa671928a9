import type {World} from '../base/context';
import {ConcurrencyLimit} from './concurrency';
import {type Admission, type Desk, type Ending, Permit, type Standing} from './permit';

/** `again`: an operation that still holds its permit (a retry after a delay of its own). */
type Queue = Standing | 'again';

/** Maximum number of requests prepared beyond those under way. See docs/decisions/2026-11-21-journal-ahead.md. */
const mostAhead = 1;

const openOrder: readonly Queue[] = ['last-chance', 'again', 'throttled', 'new'];
const trialOrder: readonly Queue[] = ['again', 'throttled', 'new', 'last-chance'];

/**
 * Decides when each operation may send its next request: the pause, the limit, and the order of those that wait. Where many
 * run side by side, one permit more than the limit is given, so that the disk's time is not added to the service's. After a
 * crash, that one may be in doubt without having been sent.
 */
export class RateLimiter {
  readonly #world: World;
  readonly #barrier = new Barrier();
  readonly #concurrency: ConcurrencyLimit;
  /** Aborted when nothing more is sent. */
  readonly #ending: AbortSignal;
  readonly #waiting: Record<Queue, ((admission: Admission | undefined) => void)[]> = {new: [], again: [], throttled: [], 'last-chance': []};
  readonly #ready: {readonly admission: Admission; readonly resolve: (isValid: boolean) => void}[] = [];
  #permits = 0;
  #requests = 0;
  #isTrialUnderWay = false;
  #wakeAt = Number.POSITIVE_INFINITY;
  readonly #desk: Desk = {
    admit: queue => this.#queueUp(queue),
    start: admission => this.#start(admission),
    end: (admission, ending) => this.#endRequest(admission, ending),
    raise: ({closings}) => this.#barrier.raise(closings),
    giveBack: () => {
      this.#permits--;
      this.#admit();
    },
  };

  constructor(cap: number, world: World, ending: AbortSignal) {
    this.#concurrency = new ConcurrencyLimit(cap);
    this.#world = world;
    this.#ending = ending;
    ending.addEventListener('abort', () => this.#dismissAll(), {once: true});
  }

  /** Resolves with leave to prepare a request, or with undefined when the run sends nothing more. */
  async acquire(standing: Standing): Promise<Permit | undefined> {
    const admission = await this.#queueUp(standing);
    return admission === undefined ? undefined : new Permit(this.#desk, admission);
  }

  /** The service asked all requests to wait, in answer to a read, which needs no permit. Returns whether this lengthened the pause. */
  hold(waitMs: number): boolean {
    const isLonger = this.#barrier.close(this.#world.monotonic(), waitMs);
    this.#admit();
    return isLonger;
  }

  /** Resolves when no pause is under way, or the run sends nothing more: for reads, which need no permit. */
  async whenOpen(): Promise<void> {
    for (;;) {
      const state = this.#barrier.look(this.#world.monotonic());
      if (state.kind !== 'closed' || this.#ending.aborted) return;
      await this.#world.sleep(state.forMs, this.#ending).catch(() => undefined);
    }
  }

  #queueUp(queue: Queue): Promise<Admission | undefined> {
    return new Promise(resolve => {
      if (this.#ending.aborted) return resolve(undefined);
      this.#waiting[queue].push(admission => {
        if (admission !== undefined && queue !== 'again') this.#permits++;
        resolve(admission);
      });
      this.#admit();
    });
  }

  #start(admission: Admission): Promise<boolean> {
    return new Promise(resolve => {
      this.#ready.push({admission, resolve});
      this.#startReady();
    });
  }

  #endRequest({closings, round, isTrial}: Admission, ending: Ending): boolean {
    this.#requests--;
    if (isTrial) this.#isTrialUnderWay = false;
    let isLonger = false;
    if (typeof ending === 'object') {
      this.#concurrency.strain(round);
      isLonger = this.#barrier.close(this.#world.monotonic(), ending.waitMs);
    } else if (ending === 'strained') this.#concurrency.strain(round);
    else if (ending !== 'lost') {
      this.#barrier.accept(closings);
      if (ending === 'carried-out') this.#concurrency.succeed();
    }
    this.#admit();
    return isLonger;
  }

  #dismissAll(): void {
    for (const waiters of Object.values(this.#waiting)) for (const resolve of waiters.splice(0)) resolve(undefined);
    this.#startReady();
  }

  #startReady(): void {
    for (const waiter of this.#ready.splice(0)) {
      const isValid = !this.#ending.aborted && waiter.admission.closings === this.#barrier.closings;
      if (isValid && this.#requests >= this.#concurrency.limit) {
        this.#ready.push(waiter);
        continue;
      }
      if (isValid) this.#requests++;
      else if (waiter.admission.isTrial) this.#isTrialUnderWay = false;
      waiter.resolve(isValid);
    }
  }

  #admit(): void {
    this.#startReady();
    for (;;) {
      const state = this.#barrier.look(this.#world.monotonic());
      if (state.kind === 'closed') {
        this.#wakeIn(state.forMs);
        return;
      }
      const isTrial = state.kind === 'trial';
      if (isTrial && this.#isTrialUnderWay) return;
      const resolve = this.#pick(isTrial ? trialOrder : openOrder);
      if (resolve === undefined) return;
      if (isTrial) this.#isTrialUnderWay = true;
      resolve({closings: this.#barrier.closings, round: this.#concurrency.round, isTrial});
    }
  }

  #pick(order: readonly Queue[]): ((admission: Admission) => void) | undefined {
    const {limit} = this.#concurrency;
    const hasRoom = this.#permits < limit + Math.min(mostAhead, Math.floor(limit / 4));
    const queue = order.find(candidate => this.#waiting[candidate].length > 0 && (hasRoom || candidate === 'again'));
    return queue === undefined ? undefined : this.#waiting[queue].shift();
  }

  #wakeIn(ms: number): void {
    const at = this.#world.monotonic() + ms;
    if (this.#wakeAt === at) return;
    this.#wakeAt = at;
    this.#world.sleep(ms, this.#ending).then(
      () => {
        if (this.#wakeAt === at) this.#wakeAt = Number.POSITIVE_INFINITY;
        this.#admit();
      },
      () => undefined,
    );
  }
}

/** Whether requests may be sent: all of them, one to try whether the service accepts requests again, or none yet. */
type BarrierState = {readonly kind: 'open'} | {readonly kind: 'trial'} | {readonly kind: 'closed'; readonly forMs: number};

/**
 * The pause that holds for every request of a run after the service asked to wait. When it is over, one request goes
 * first; the others follow after the service has accepted that one.
 */
class Barrier {
  #openAt = Number.NEGATIVE_INFINITY;
  #isTrial = false;
  #closings = 0;
  #level = 0;

  /** Raised at every closing: a request that was admitted before the last one may no longer be sent. */
  get closings(): number {
    return this.#closings;
  }

  look(now: number): BarrierState {
    if (now < this.#openAt) return {kind: 'closed', forMs: this.#openAt - now};
    return this.#isTrial ? {kind: 'trial'} : {kind: 'open'};
  }

  /**
   * A request admitted in closing number `closings` was asked to wait; answers sent together count once. Returns how often
   * the service asked to wait, minus how often it accepted a request since: the exponent of computed waits. It falls by one
   * instead of to nothing, so that the length of the service's window is not forgotten.
   */
  raise(closings: number): number {
    if (closings === this.#closings) this.#level = Math.min(this.#level + 1, 4);
    return this.#level;
  }

  /** Sends nothing for `waitMs`, or longer where that was asked before. Returns whether this lengthened the pause. */
  close(now: number, waitMs: number): boolean {
    const isLonger = now + waitMs > this.#openAt;
    this.#openAt = Math.max(this.#openAt, now + waitMs);
    this.#isTrial = true;
    this.#closings++;
    return isLonger;
  }

  /** The service accepted a request that was sent since the last closing. */
  accept(closings: number): void {
    if (closings !== this.#closings) return;
    this.#isTrial = false;
    this.#level = Math.max(0, this.#level - 1);
  }
}
