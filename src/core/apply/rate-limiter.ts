import type {World} from '../base/context';
import {ConcurrencyLimit} from './concurrency';
import type {Pace} from './pace';
import {type Admission, type Counting, type Desk, type Ending, Permit, type Standing} from './permit';

/** `again`: an operation that still holds its permit (a retry after a delay of its own). */
type Queue = Standing | 'again';

/** One that waits for leave to prepare a request. */
interface Waiter {
  readonly counting: Counting;
  readonly resolve: (admission: Admission | undefined) => void;
}

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
  /** The limit of the account; null where none is known. */
  readonly #pace: Pace | null;
  readonly #waiting: Record<Queue, Waiter[]> = {new: [], again: [], throttled: [], 'last-chance': []};
  readonly #ready: {readonly admission: Admission; readonly resolve: (isValid: boolean) => void}[] = [];
  #permits = 0;
  #requests = 0;
  #isTrialUnderWay = false;
  #wakeAt = Number.POSITIVE_INFINITY;
  readonly #desk: Desk = {
    admit: (queue, counting) => this.#queueUp(queue, counting),
    start: admission => this.#start(admission),
    end: (admission, ending) => this.#endRequest(admission, ending),
    raise: ({closings}) => this.#barrier.raise(closings),
    giveBack: () => {
      this.#permits--;
      this.#admit();
    },
  };

  constructor(cap: number, world: World, ending: AbortSignal, pace: Pace | null = null) {
    this.#pace = pace;
    this.#concurrency = new ConcurrencyLimit(cap);
    this.#world = world;
    this.#ending = ending;
    ending.addEventListener('abort', () => this.#dismissAll(), {once: true});
  }

  /** Resolves with leave to prepare a request, or with undefined when the run sends nothing more. */
  async acquire(standing: Standing, counting: Counting = 'counted'): Promise<Permit | undefined> {
    const admission = await this.#queueUp(standing, counting);
    return admission === undefined ? undefined : new Permit(this.#desk, admission, counting);
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

  #queueUp(queue: Queue, counting: Counting): Promise<Admission | undefined> {
    return new Promise(resolve => {
      if (this.#ending.aborted) return resolve(undefined);
      const take = (admission: Admission | undefined) => {
        if (admission !== undefined && queue !== 'again') this.#permits++;
        resolve(admission);
      };
      this.#waiting[queue].push({counting, resolve: take});
      this.#admit();
    });
  }

  #start(admission: Admission): Promise<boolean> {
    return new Promise(resolve => {
      this.#ready.push({admission, resolve});
      this.#startReady();
    });
  }

  #endRequest({closings, round, isTrial, paced}: Admission, ending: Ending): boolean {
    this.#requests--;
    if (isTrial) this.#isTrialUnderWay = false;
    let isLonger = false;
    if (typeof ending === 'object') {
      if (paced !== null) this.#pace?.lower(paced);
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
    for (const waiters of Object.values(this.#waiting)) for (const {resolve} of waiters.splice(0)) resolve(undefined);
    this.#startReady();
  }

  #startReady(): void {
    for (const waiter of this.#ready.splice(0)) {
      const isValid = !this.#ending.aborted && waiter.admission.closings === this.#barrier.closings;
      if (isValid && this.#requests >= this.#concurrency.limit) {
        this.#ready.push(waiter);
        continue;
      }
      if (isValid && waiter.admission.paced !== null) this.#pace?.send(waiter.admission.paced);
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
      const waitMs = this.#pace?.waitMs() ?? 0;
      const waiter = this.#pick(isTrial ? trialOrder : openOrder, waitMs === 0 ? 'counted' : 'free');
      if (waiter === undefined) {
        if (waitMs > 0 && Object.values(this.#waiting).some(waiters => waiters.length > 0)) this.#wakeIn(waitMs);
        return;
      }
      if (isTrial) this.#isTrialUnderWay = true;
      const paced = waiter.counting === 'counted' && this.#pace !== null ? this.#pace.take() : null;
      waiter.resolve({closings: this.#barrier.closings, round: this.#concurrency.round, isTrial, paced});
    }
  }

  /** The next one to be admitted: of all, or of those that do not count while the account's limit is reached. */
  #pick(order: readonly Queue[], allowed: Counting): Waiter | undefined {
    const {limit} = this.#concurrency;
    const hasRoom = this.#permits < limit + Math.min(mostAhead, Math.floor(limit / 4));
    for (const queue of order) {
      if (!hasRoom && queue !== 'again') continue;
      const waiters = this.#waiting[queue];
      const index = allowed === 'counted' ? 0 : waiters.findIndex(({counting}) => counting === 'free');
      const [waiter] = index < 0 ? [] : waiters.splice(index, 1);
      if (waiter !== undefined) return waiter;
    }
    return undefined;
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
