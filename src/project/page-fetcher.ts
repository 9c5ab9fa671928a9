import type {Failure} from '../core/api/port';
import {decideRetry, isThrottle, retryPolicy} from '../core/api/retry';
import type {ScrapedPage, ScrapeOutcome, ScrapeRequest, ScrapeService} from '../core/api/scrape-port';
import {Semaphore} from '../core/apply/concurrency';
import {openFlight} from './flight';
import {type ReadingPace, refuseRead} from './service-reader';

/** Requests at once: plans allow few pages at a time. */
const AT_ONCE = 4;

/** Outcome of fetching a page, after all attempts. */
export type FetchOutcome =
  | {readonly kind: 'fetched'; readonly page: ScrapedPage}
  | {readonly kind: 'failed'; readonly failure: Failure; readonly charge: 'none' | 'possible'}
  /** Not sent, since all that follows would fail too. */
  | {readonly kind: 'not-sent'};

/**
 * Fetches pages, several at once. A page is paid for each time: it is asked for again only after a 429, or where no connection was made.
 * A failure for the whole key ends it for all.
 */
export class PageFetcher {
  readonly #service: ScrapeService;
  readonly #pace: ReadingPace;
  readonly #flight: AbortSignal;
  readonly #slots = new Semaphore(AT_ONCE);
  #resumeAt = 0;
  #throttled = 0;
  #ended: Failure | null = null;

  /** Requests go on until `flight` is aborted; an interruption ends the waiting, and nothing is sent after it. */
  constructor(service: ScrapeService, pace: ReadingPace, flight: AbortSignal) {
    this.#service = service;
    this.#pace = pace;
    this.#flight = flight;
  }

  /** Failure that ended it for all pages; null where none did. */
  get ended(): Failure | null {
    return this.#ended;
  }

  /** Fetches one page; never throws for what service or network do. */
  fetch(request: ScrapeRequest): Promise<FetchOutcome> {
    return this.#slots.run(() => this.#fetchPatiently(request));
  }

  async #fetchPatiently(request: ScrapeRequest): Promise<FetchOutcome> {
    const {world, retryBaseMs, watchInterruption} = this.#pace;
    const interruption = watchInterruption();
    const policy = retryPolicy(retryBaseMs, 'stop');
    for (let attempt = 1; ; attempt++) {
      await this.#sleep(this.#resumeAt - world.monotonic());
      if (this.#ended !== null || interruption.aborted) return {kind: 'not-sent'};
      const outcome: ScrapeOutcome = await this.#service.scrapePage(request, this.#flight);
      if (outcome.kind === 'applied') {
        this.#throttled = 0;
        return {kind: 'fetched', page: outcome.page};
      }
      if (isThrottle(outcome.failure)) this.#throttled += 1;
      const decision = decideRetry(outcome, attempt, policy, this.#throttled, world.random);
      if (decision.kind !== 'retry') {
        if (decision.kind === 'too-long' || endsAll(outcome.failure)) this.#ended ??= outcome.failure;
        return {kind: 'failed', failure: outcome.failure, charge: outcome.kind === 'ambiguous' ? 'possible' : 'none'};
      }
      if (decision.everyone) this.#resumeAt = Math.max(this.#resumeAt, world.monotonic() + decision.waitMs);
      else await this.#sleep(decision.waitMs);
    }
  }

  async #sleep(ms: number): Promise<void> {
    const {world, watchInterruption} = this.#pace;
    if (ms > 0) await world.sleep(ms, watchInterruption()).catch(() => undefined);
  }
}

/** Observers of many fetches. */
export interface FetchPorts {
  readonly onPage?: (done: number, total: number) => void;
  /** Called when a signal comes: how long the requests under way may go on. */
  readonly onStop?: (forMs: number) => void;
  readonly onEnd?: () => void;
}

/**
 * Runs `one` for each item, several at once. The first one alone: where its first page does not come, and no other would, nothing else is
 * asked, and `UserError` says why.
 */
export async function fetchEach<Item, Result>(
  items: readonly Item[],
  one: (item: Item, fetcher: PageFetcher, index: number) => Promise<Result>,
  {
    service,
    pace,
    isFetched,
  }: {readonly service: ScrapeService; readonly pace: ReadingPace; readonly isFetched: (result: Result) => boolean},
  {onPage, onStop, onEnd}: FetchPorts,
): Promise<Result[]> {
  const flight = openFlight(pace.watchInterruption(), pace.world, onStop);
  const fetcher = new PageFetcher(service, pace, flight.signal);
  let done = 0;
  const run = async (item: Item, index: number) => {
    const result = await one(item, fetcher, index);
    onPage?.(++done, items.length);
    return result;
  };
  try {
    const [first, ...others] = items;
    if (first === undefined) return [];
    const result = await run(first, 0);
    // A page that was fetched is paid for, and shown, whatever became of its second fetch.
    if (!isFetched(result)) refuseAll(fetcher.ended);
    return [result, ...(await Promise.all(others.map((item, index) => run(item, index + 1))))];
  } finally {
    flight.close();
    onEnd?.();
  }
}

/** Stops the run with the reason for a failure that concerns every page, in place of a list. Without credits, the page is named. */
function refuseAll(ended: Failure | null): void {
  if (ended !== null && ended.status !== 402 && ended.status !== 429) throw refuseRead(ended, 'fetch a page');
}

/** Whether every other page would fail the same way: no key, no credits, no such operation, no way to the service. */
function endsAll({kind, status, notOffered}: Failure): boolean {
  return status === 401 || status === 402 || notOffered === true || kind === 'connect' || kind === 'tls';
}
