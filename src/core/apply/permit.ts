import type {PacedRequest} from './pace';

/**
 * Standing of a request for a permit:
 * - `new`: an operation that was never sent.
 * - `throttled`: one that the service asked to wait; its permit was released.
 * - `last-chance`: a throttled one with one attempt left. It never goes first after a pause while another one can.
 */
export type Standing = 'new' | 'throttled' | 'last-chance';

/** Whether a request counts for the account's limit: creates and updates do, deletes do not. */
export type Counting = 'counted' | 'free';

/** The circumstances under which one request was admitted. */
export interface Admission {
  /** Null for one that does not count, and where no limit is known. */
  readonly paced: PacedRequest | null;
  readonly closings: number;
  readonly round: number;
  readonly isTrial: boolean;
}

/** Outcome of a request, as far as the limits are concerned. */
export type Ending = 'carried-out' | 'refused' | 'strained' | 'lost' | {readonly waitMs: number};

/** The functions of its limiter that a permit uses. */
export interface Desk {
  readonly admit: (queue: 'again', counting: Counting) => Promise<Admission | undefined>;
  readonly start: (admission: Admission) => Promise<boolean>;
  readonly end: (admission: Admission, ending: Ending) => boolean;
  readonly raise: (admission: Admission) => number;
  readonly giveBack: () => void;
}

/**
 * Leave to prepare one request and to send it. Its holder prepares the request (notes it in the journal),
 * {@link start starts} it, reports how it ended, and {@link release releases} the permit, unless the report did.
 */
export class Permit {
  readonly #desk: Desk;
  readonly #counting: Counting;
  #admission: Admission;
  #isUnderWay = false;
  #isHeld = true;

  constructor(desk: Desk, admission: Admission, counting: Counting) {
    this.#desk = desk;
    this.#counting = counting;
    this.#admission = admission;
  }

  /** Whether it was not released yet. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Waits for leave to prepare one more request; undefined, and released, when the run sends nothing more. */
  async renew(): Promise<Permit | undefined> {
    return (await this.#readmit()) ? this : undefined;
  }

  /**
   * Resolves with true when the request may be sent at once. Waits again where the service asked for a pause meanwhile.
   * Resolves with false, and is released, when the run sends nothing more.
   */
  async start(): Promise<boolean> {
    while (!(await this.#desk.start(this.#admission))) if (!(await this.#readmit())) return false;
    this.#isUnderWay = true;
    return true;
  }

  /** The service carried the request out. Releases the permit. */
  carriedOut(): void {
    this.#end('carried-out');
    this.release();
  }

  /** The service refused the request for what it says. Releases the permit. */
  refused(): void {
    this.#end('refused');
    this.release();
  }

  /** The service asked all requests to wait. Releases the permit. Returns whether this lengthened the pause. */
  throttled(waitMs: number): boolean {
    const isLonger = this.#end({waitMs});
    this.release();
    return isLonger;
  }

  /** No answer, or one that says nothing about a pause; `strained` when the service is overloaded. Stays held for a retry. */
  lost(how: 'strained' | 'lost'): void {
    this.#end(how);
  }

  /** The exponent for the computed wait of a request that the service asked to wait. */
  raiseLevel(): number {
    return this.#desk.raise(this.#admission);
  }

  /** Gives the place back: the operation ended, or waits for the service. A second call changes nothing. */
  release(): void {
    if (!this.#isHeld) return;
    this.#end('lost');
    this.#isHeld = false;
    this.#desk.giveBack();
  }

  #end(ending: Ending): boolean {
    if (!this.#isUnderWay) return false;
    this.#isUnderWay = false;
    return this.#desk.end(this.#admission, ending);
  }

  async #readmit(): Promise<boolean> {
    const admission = await this.#desk.admit('again', this.#counting);
    if (admission === undefined) this.release();
    else this.#admission = admission;
    return admission !== undefined;
  }
}
