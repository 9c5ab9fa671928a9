/** Whether requests may be sent: all of them, one to try whether the service listens again, or none yet. */
export type GateLook = {readonly kind: 'open'} | {readonly kind: 'trial'} | {readonly kind: 'closed'; readonly forMs: number};

/**
 * The pause that holds for every create of a run after the service asked to wait. When it is over, one request goes
 * first; the others follow once the service let that one through.
 */
export class Gate {
  #openAt = Number.NEGATIVE_INFINITY;
  #isTrial = false;
  #closings = 0;
  #level = 0;

  /** Raised at every closing: a request that was let through in an earlier one may no longer be sent. */
  get closings(): number {
    return this.#closings;
  }

  /**
   * How often the service asked to wait, less how often it let a create through since: the exponent of computed
   * waits. It falls by one rather than to nothing, so that the length of the service's window is not forgotten.
   */
  get level(): number {
    return this.#level;
  }

  look(now: number): GateLook {
    if (now < this.#openAt) return {kind: 'closed', forMs: this.#openAt - now};
    return this.#isTrial ? {kind: 'trial'} : {kind: 'open'};
  }

  /** A request let through in closing number `closings` was told to wait; answers sent together count once. */
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

  /** The service let a request through that was sent since the last closing. */
  letThrough(closings: number): void {
    if (closings !== this.#closings) return;
    this.#isTrial = false;
    this.#level = Math.max(0, this.#level - 1);
  }
}
