import type {ScrapeOptions} from './scrape-options';

/** One part of a check: pages, a crawl or searches (Firecrawl API, "MonitorTarget"). */
export type MonitorTarget = ScrapeTarget | CrawlTarget | SearchTarget;

/** Watches single pages. */
export interface ScrapeTarget {
  type: 'scrape';
  /**
   * Pages to watch: absolute http or https URLs.
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
   * Stable target id; default: derived from the spec.
   * @format uuid
   * @example "6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10"
   */
  id?: string;
}

/** Watches all pages found from a start URL. */
export interface CrawlTarget {
  type: 'crawl';
  /**
   * Start URL: absolute, http or https.
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
   * Stable target id; default: derived from the spec.
   * @format uuid
   * @example "6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10"
   */
  id?: string;
}

/** Reports new web search results that match `goal`; without a goal set `judgeEnabled: false`. */
export interface SearchTarget {
  type: 'search';
  /**
   * Search queries.
   * @minItems 1
   * @maxItems 12
   * @list set
   * @example ["acme recall"]
   */
  queries: SearchQuery[];
  /**
   * Only results published within this time before the check.
   * @default "24h"
   * @filledIn
   * @example "7d"
   */
  searchWindow?: '5m' | '15m' | '1h' | '6h' | '24h' | '7d';
  /**
   * Results per check, from all queries together.
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
   * Only results of these domains.
   * @maxItems 50
   * @list set
   * @answered whenSet
   * @kept domain
   * @example ["acme.example"]
   */
  includeDomains?: string[];
  /**
   * No results of these domains.
   * @maxItems 50
   * @list set
   * @answered whenSet
   * @kept domain
   * @example ["reseller.example"]
   */
  excludeDomains?: string[];
  /**
   * Stable target id; default: derived from the spec.
   * @format uuid
   * @example "6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10"
   */
  id?: string;
}

/**
 * How links are followed. Other options are sent unchecked.
 * @answered asSent
 * @filledIn {"sitemap": "include", "allowSubdomains": false, "allowExternalLinks": false, "ignoreRobotsTxt": false, "ignoreQueryParameters": false, "deduplicateSimilarURLs": true, "regexOnFullURL": false}
 */
export interface CrawlOptions {
  /**
   * Maximum pages per check; default of Firecrawl: 10,000.
   * @unit pages
   * @filledIn 10000
   * @example 100
   */
  limit?: number;
  /**
   * Do not use: checks fail in Firecrawl. Use `maxDiscoveryDepth`.
   * @example 3
   */
  maxDepth?: unknown;
  /**
   * Path patterns to follow; default: all.
   * @list set
   * @filledIn []
   * @example ["/guides/.*"]
   */
  includePaths?: string[];
  /**
   * Path patterns to skip.
   * @list set
   * @filledIn []
   * @example ["/guides/archive/.*"]
   */
  excludePaths?: string[];
  [option: string]: unknown;
}

/**
 * An absolute http or https URL.
 * @format uri
 */
export type WebAddress = string;

/**
 * One search query.
 * @minLength 1
 * @maxLength 256
 */
export type SearchQuery = string;
