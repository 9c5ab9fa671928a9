import type {JsonObject, JsonValue} from '../json/value';
import type {Failure} from './port';

/** Fetching a page once: the service's documented way to try a target. Never throws, like the rest of the port. */
export interface ScrapeService {
  /** The address without `/v2`. */
  readonly origin: string;
  /**
   * Fetches one page now (POST /v2/scrape), which is paid for each time: one request, never repeated. Waits for it as long as its
   * options let the page take, and 30 s more.
   */
  scrapePage(request: ScrapeRequest, signal?: AbortSignal): Promise<ScrapeOutcome>;
  close(): Promise<void>;
}

/** A page, and how it is fetched. References are resolved; neither is kept, logged or put into an error. */
export interface ScrapeRequest {
  readonly url: string;
  readonly options: JsonObject;
}

/** Outcome of fetching a page. */
export type ScrapeOutcome =
  | {readonly kind: 'applied'; readonly page: ScrapedPage}
  /** Proof that nothing was charged: refused, or never connected. */
  | {readonly kind: 'not-applied'; readonly failure: Failure}
  /** It may have been charged. */
  | {readonly kind: 'ambiguous'; readonly failure: Failure};

/**
 * A page as the service fetched it, read defensively: secrets of the run are masked in it, and short texts are cleaned and cut.
 * The text of the page is untrusted.
 */
export interface ScrapedPage {
  /** HTTP status of the page itself. */
  readonly statusCode: number | null;
  /** Address after redirects, user info and query values masked. */
  readonly finalUrl: string | null;
  readonly title: string | null;
  readonly language: string | null;
  readonly contentType: string | null;
  /** Why the service could not read the page. */
  readonly error: string | null;
  /** Warning of the service. */
  readonly warning: string | null;
  readonly markdown: string | null;
  readonly html: string | null;
  readonly rawHtml: string | null;
  readonly summary: string | null;
  readonly answer: string | null;
  /** The extraction of a JSON format; undefined where there is none. */
  readonly json: JsonValue | undefined;
  /** Members that other formats filled, by name, sorted: `links`, `screenshot`. */
  readonly others: readonly string[];
  /** All that came, secrets masked. */
  readonly data: JsonObject;
}
