import type {World} from '../base/context';

/** The span that a limit is for, milliseconds, and room for requests that take longer to arrive than others. */
const WINDOW_MS = 60_000 + 1000;

/** A request that counts; `at` is when it was sent or, before that, when it was allowed (milliseconds of the monotonic clock). */
export interface PacedRequest {
  at: number;
}

/** Keeps creates, updates and started checks to the limit of an account: so many in any minute. */
export class Pace {
  #limit: number;
  #sent: PacedRequest[] = [];
  #loweredAt = Number.NEGATIVE_INFINITY;

  constructor(
    perMinute: number,
    private readonly world: Pick<World, 'monotonic'>,
  ) {
    this.#limit = perMinute;
  }

  /** Milliseconds until one more may be sent; 0 for now. */
  waitMs(): number {
    const now = this.world.monotonic();
    this.#sent = this.#sent.filter(({at}) => at > now - WINDOW_MS).sort((one, other) => one.at - other.at);
    const before = this.#sent.at(-this.#limit);
    return before === undefined ? 0 : before.at + WINDOW_MS - now;
  }

  /** Counts a request. */
  take(): PacedRequest {
    const request = {at: this.world.monotonic()};
    this.#sent.push(request);
    return request;
  }

  /** A counted request is sent now. */
  send(request: PacedRequest): void {
    request.at = this.world.monotonic();
  }

  /**
   * The service asked to wait in answer to a request: others use the account too, or the limit is lower than the config says. Answers
   * to requests that were sent before the last lowering change nothing.
   */
  lower({at}: PacedRequest): void {
    if (at <= this.#loweredAt) return;
    this.#loweredAt = this.world.monotonic();
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}
