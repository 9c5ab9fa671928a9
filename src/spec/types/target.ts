import type {ScrapeOptions} from './scrape-options';

/** What a check looks at, told apart by `type` (service document, "MonitorTarget"). */
export type MonitorTarget = ScrapeTarget | CrawlTarget | SearchTarget;

/** Watches single pages. */
export interface ScrapeTarget {
  type: 'scrape';
  /**
   * The pages to watch: absolute http or https addresses.
   * @minItems 1
   * @list set
   * @kept trimmed
   * @secret userInfoAndQuery
   * @example ["https://acme.example/pricing"]
   */
  urls: WebAddress[];
  /**
   * @filledIn {}
   */
  scrapeOptions?: ScrapeOptions;
  /**
   * Stable id of the target, a UUID; left out, one is derived from the spec.
   * @format uuid
   * @example "6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10"
   */
  id?: string;
}

/** Follows links from a start address and watches all pages found. */
export interface CrawlTarget {
  type: 'crawl';
  /**
   * Start address: an absolute http or https address.
   * @format uri
   * @kept trimmed
   * @secret userInfoAndQuery
   * @example "https://docs.acme.example/"
   */
  url: string;
  /**
   * @filledIn {}
   */
  crawlOptions?: CrawlOptions;
  /**
   * @filledIn {}
   */
  scrapeOptions?: ScrapeOptions;
  /**
   * Stable id of the target, a UUID; left out, one is derived from the spec.
   * @format uuid
   * @example "6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10"
   */
  id?: string;
}

/** Runs web searches and reports new results that match the goal; needs `goal`, unless `judgeEnabled` is false. */
export interface SearchTarget {
  type: 'search';
  /**
   * What to search for.
   * @minItems 1
   * @maxItems 12
   * @list set
   * @example ["acme recall"]
   */
  queries: SearchQuery[];
  /**
   * Only results published within this window before the check count.
   * @default "24h"
   * @filledIn
   * @example "7d"
   */
  searchWindow?: '5m' | '15m' | '1h' | '6h' | '24h' | '7d';
  /**
   * Results looked at per check, merged and de-duplicated across all queries.
   * @unit results
   * @asType integer
   * @minimum 1
   * @maximum 50
   * @default 10
   * @filledIn
   * @example 20
   */
  maxResults?: number;
  /**
   * Only results of these domains count.
   * @maxItems 50
   * @list set
   * @answered whenSet
   * @kept domain
   * @example ["acme.example"]
   */
  includeDomains?: string[];
  /**
   * Results of these domains are dropped.
   * @maxItems 50
   * @list set
   * @answered whenSet
   * @kept domain
   * @example ["reseller.example"]
   */
  excludeDomains?: string[];
  /**
   * Stable id of the target, a UUID; left out, one is derived from the spec.
   * @format uuid
   * @example "6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10"
   */
  id?: string;
}

/**
 * How links are followed. The service document names these options among others, so further ones are passed through
 * unchecked.
 * @answered asSent
 * @filledIn {"sitemap": "include", "allowSubdomains": false, "allowExternalLinks": false, "ignoreRobotsTxt": false, "ignoreQueryParameters": false, "deduplicateSimilarURLs": true, "regexOnFullURL": false}
 */
export interface CrawlOptions {
  /**
   * The most pages one check may visit. Left out, Firecrawl takes 10,000.
   * @unit pages
   * @filledIn 10000
   * @example 100
   */
  limit?: number;
  /**
   * How deep links are followed. Firecrawl calls this `maxDiscoveryDepth` and fails at each check with `maxDepth`.
   * @example 3
   */
  maxDepth?: unknown;
  /**
   * Patterns of paths to follow; left out, all are.
   * @list set
   * @filledIn []
   * @example ["/guides/.*"]
   */
  includePaths?: string[];
  /**
   * Patterns of paths to leave out.
   * @list set
   * @filledIn []
   * @example ["/guides/archive/.*"]
   */
  excludePaths?: string[];
  [option: string]: unknown;
}

/**
 * An absolute http or https address.
 * @format uri
 */
export type WebAddress = string;

/**
 * One search query.
 * @minLength 1
 * @maxLength 256
 */
export type SearchQuery = string;
