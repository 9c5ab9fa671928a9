import type {ObservedService} from '../../core/api/check-port';
import type {Failure, ReadOutcome} from '../../core/api/port';
import type {World} from '../../core/base/context';

/** The requests that a call may send, and those that it sent. */
export class RequestBudget {
  /** Infinity for no limit. */
  readonly most: number;
  readonly #world: Pick<World, 'monotonic'>;
  readonly #start: number;
  #sent = 0;
  #isRefused = false;

  /** Null for no limit. */
  constructor(most: number | null, world: Pick<World, 'monotonic'>) {
    this.most = most ?? Number.POSITIVE_INFINITY;
    this.#world = world;
    this.#start = world.monotonic();
  }

  /** Requests that were sent, repeated ones too. */
  get sent(): number {
    return this.#sent;
  }

  get left(): number {
    return this.most - this.#sent;
  }

  /** How long so many requests take at the rate so far, milliseconds; null before the first one. */
  estimateMs(requests: number): number | null {
    return this.#sent === 0 ? null : ((this.#world.monotonic() - this.#start) / this.#sent) * requests;
  }

  /** Counts requests that were sent in another way. */
  count(requests: number): void {
    this.#sent += requests;
  }

  /** The first items whose requests are within what is left. */
  affordable<Item>(items: readonly Item[], costOf: (item: Item) => number): readonly Item[] {
    let {left} = this;
    const end = items.findIndex(item => {
      left -= costOf(item);
      return left < 0;
    });
    return end < 0 ? items : items.slice(0, end);
  }

  /** An outcome that lacks nothing but the limit of requests counts as nothing found. */
  tolerate<Value>(outcome: ReadOutcome<Value | null>): ReadOutcome<Value | null> {
    return outcome.kind === 'failed' && outcome.failure === SPENT ? {kind: 'read', value: null, serverTime: null} : outcome;
  }

  /** A request was not sent. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** The service, with each of its requests counted; one too many fails without being sent. */
  bound(service: ObservedService): ObservedService {
    const ask = <Value>(send: () => Promise<ReadOutcome<Value>>): Promise<ReadOutcome<Value>> => {
      this.#isRefused ||= this.left <= 0;
      if (this.#isRefused) return Promise.resolve({kind: 'failed', failure: SPENT});
      this.#sent++;
      return send();
    };
    return {
      ...service,
      listMonitors: (...given) => ask(() => service.listMonitors(...given)),
      getMonitor: (...given) => ask(() => service.getMonitor(...given)),
      listChecks: (...given) => ask(() => service.listChecks(...given)),
      readCheck: (...given) => ask(() => service.readCheck(...given)),
      readCredits: (...given) => ask(() => service.readCredits(...given)),
    };
  }
}

const SPENT: Failure = {kind: 'aborted', code: 'MAX_REQUESTS', message: 'the limit of requests is reached'};
