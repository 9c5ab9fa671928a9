import type {World} from '../context';
import {Concurrency} from './concurrency';
import {Gate} from './gate';

/** Leave to prepare one request: to note it in the journal, so that it can start as soon as there is room. */
export interface Pass {
  readonly closings: number;
  readonly round: number;
  readonly isTrial: boolean;
}

/**
 * Who asks to send:
 * - `new`: a create that was never sent.
 * - `again`: one under way that keeps its place (a retry after a delay of its own).
 * - `throttled`: one that the service told to wait; it gave its place back.
 * - `last-chance`: a throttled one with one attempt left: it never goes first after a pause while another one can.
 */
export type Standing = 'new' | 'again' | 'throttled' | 'last-chance';

/** How many creates may be prepared beyond those whose request is under way, at most. See docs/decisions/2026-11-21-journal-ahead.md. */
const mostAhead = 1;

interface Waiter {
  readonly standing: Standing;
  readonly resolve: (pass: Pass | undefined) => void;
}

const openOrder: readonly Standing[] = ['last-chance', 'again', 'throttled', 'new'];
const trialOrder: readonly Standing[] = ['again', 'throttled', 'new', 'last-chance'];

/**
 * Decides when each create may send its next request: the pause, the limit and the order of those who wait. A create
 * {@link Traffic.enter enters}, is noted in the journal, and {@link Traffic.start starts} its request when one of those
 * under way has ended. Where many run side by side, one more than the limit may enter, so that the disk's time is not
 * added to the service's; after a crash that is the one that may be in doubt without having been sent.
 */
export class Traffic {
  readonly #world: World;
  readonly #gate = new Gate();
  readonly #concurrency: Concurrency;
  readonly #waiting: Record<Standing, Waiter[]> = {new: [], again: [], throttled: [], 'last-chance': []};
  readonly #stopping = new AbortController();
  readonly #ready: {readonly pass: Pass; readonly resolve: (isValid: boolean) => void}[] = [];
  #places = 0;
  #requests = 0;
  #isTrialUnderWay = false;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(cap: number, world: World) {
    this.#concurrency = new Concurrency(cap);
    this.#world = world;
  }

  /** Aborted when nothing more is sent. */
  get ending(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Resolves with leave to prepare a request, or with undefined when the run sends nothing more. */
  enter(standing: Standing): Promise<Pass | undefined> {
    return new Promise(resolve => {
      if (this.#stopping.signal.aborted) return resolve(undefined);
      this.#waiting[standing].push({standing, resolve});
      this.#admit();
    });
  }

  /**
   * Resolves with true when the request may be sent at once; with false when it may not be sent on this pass: the
   * service asked to wait, or the run stopped, since it was given. After true, tell how it ended: {@link letThrough},
   * {@link sawTrouble} or {@link close}.
   */
  start(pass: Pass): Promise<boolean> {
    return new Promise(resolve => {
      this.#ready.push({pass, resolve});
      this.#startReady();
    });
  }

  /** Sleeps while keeping the place; ends early, without an error, when the run stops. */
  async pause(ms: number): Promise<void> {
    await this.#world.sleep(ms, this.#stopping.signal).catch(() => undefined);
  }

  /** The service let this request through: it carried it out, or refused it for what it says. */
  letThrough(pass: Pass, how: 'carried-out' | 'refused'): void {
    this.#endRequest(pass);
    this.#gate.letThrough(pass.closings);
    if (how === 'carried-out') this.#concurrency.succeed();
    this.#admit();
  }

  /** No answer, or one that says nothing about the pause; with `strained`, the service is overloaded. */
  sawTrouble(pass: Pass, how: 'strained' | 'lost'): void {
    this.#endRequest(pass);
    if (how === 'strained') this.#concurrency.strain(pass.round);
    this.#admit();
  }

  /** The exponent for the computed wait of a request that was told to wait. */
  raiseLevel(pass: Pass): number {
    return this.#gate.raise(pass.closings);
  }

  /** The service asked everyone to wait. Returns whether this lengthened the pause. */
  close(pass: Pass, waitMs: number): boolean {
    this.#endRequest(pass);
    this.#concurrency.strain(pass.round);
    const isLonger = this.#gate.close(this.#world.monotonic(), waitMs);
    this.#admit();
    return isLonger;
  }

  /** The service asked everyone to wait, in answer to a request that needs no leave. Returns whether this lengthened the pause. */
  hold(waitMs: number): boolean {
    const isLonger = this.#gate.close(this.#world.monotonic(), waitMs);
    this.#admit();
    return isLonger;
  }

  /** Resolves when no pause is under way, or the run sends nothing more: for what only reads, and takes no place. */
  async whenOpen(): Promise<void> {
    for (;;) {
      const look = this.#gate.look(this.#world.monotonic());
      if (look.kind !== 'closed' || this.#stopping.signal.aborted) return;
      await this.pause(look.forMs);
    }
  }

  /** Gives a create's place back: it ended, or waits for the service. */
  leave(): void {
    this.#places--;
    this.#admit();
  }

  /** Sends nothing more: everyone who waits is told so. */
  stop(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    for (const waiters of Object.values(this.#waiting)) {
      for (const waiter of waiters.splice(0)) waiter.resolve(undefined);
    }
    this.#startReady();
  }

  #endRequest(pass: Pass): void {
    this.#requests--;
    if (pass.isTrial) this.#isTrialUnderWay = false;
  }

  #startReady(): void {
    for (const waiter of this.#ready.splice(0)) {
      const isValid = !this.#stopping.signal.aborted && waiter.pass.closings === this.#gate.closings;
      if (isValid && this.#requests >= this.#concurrency.limit) {
        this.#ready.push(waiter);
        continue;
      }
      if (isValid) this.#requests++;
      else if (waiter.pass.isTrial) this.#isTrialUnderWay = false;
      waiter.resolve(isValid);
    }
  }

  #admit(): void {
    this.#startReady();
    for (;;) {
      const look = this.#gate.look(this.#world.monotonic());
      if (look.kind === 'closed') {
        this.#wakeIn(look.forMs);
        return;
      }
      if (look.kind === 'trial' && this.#isTrialUnderWay) return;
      const waiter = this.#pick(look.kind === 'trial' ? trialOrder : openOrder);
      if (waiter === undefined) return;
      if (waiter.standing !== 'again') this.#places++;
      if (look.kind === 'trial') this.#isTrialUnderWay = true;
      waiter.resolve({closings: this.#gate.closings, round: this.#concurrency.round, isTrial: look.kind === 'trial'});
    }
  }

  #pick(order: readonly Standing[]): Waiter | undefined {
    const {limit} = this.#concurrency;
    const hasPlace = this.#places < limit + Math.min(mostAhead, Math.floor(limit / 4));
    const standing = order.find(candidate => this.#waiting[candidate].length > 0 && (hasPlace || candidate === 'again'));
    return standing === undefined ? undefined : this.#waiting[standing].shift();
  }

  #wakeIn(ms: number): void {
    const at = this.#world.monotonic() + ms;
    if (this.#wakeAt === at) return;
    this.#wakeAt = at;
    this.#world.sleep(ms, this.#stopping.signal).then(
      () => {
        if (this.#wakeAt === at) this.#wakeAt = Number.POSITIVE_INFINITY;
        this.#admit();
      },
      () => undefined,
    );
  }
}
