/**
 * Limit of concurrent requests that change something. One until the first success, then doubling while all goes well.
 * At the first sign of strain it halves; from then on it grows by one after every two rounds of successes.
 */
export class ConcurrencyLimit {
  readonly #cap: number;
  #limit = 1;
  #successes = 0;
  #hasStrained = false;
  #round = 0;

  /** `cap` is the most that was asked for, 1 or more. */
  constructor(cap: number) {
    this.#cap = Math.max(1, Math.floor(cap));
  }

  get limit(): number {
    return this.#limit;
  }

  /** The current round: hand it back with {@link strain}, so that requests sent together halve the limit only once. */
  get round(): number {
    return this.#round;
  }

  /** The service carried out one request. */
  succeed(): void {
    this.#successes++;
    const needed = this.#hasStrained ? 2 * this.#limit : this.#limit;
    if (this.#successes < needed || this.#limit >= this.#cap) return;
    this.#limit = Math.min(this.#cap, this.#hasStrained ? this.#limit + 1 : this.#limit * 2);
    this.#successes = 0;
  }

  /** The service was overloaded (429, 503) when it met a request that was sent in `round`. */
  strain(round: number): void {
    if (round !== this.#round) return;
    this.#round++;
    this.#hasStrained = true;
    this.#successes = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}

/** A fixed number of slots; work that finds none free waits in line. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `work` as soon as a slot is free, and frees the slot when it has ended. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free === 0) await new Promise<void>(resolve => this.#waiting.push(resolve));
    else this.#free--;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
