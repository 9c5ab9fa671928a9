import type {Action} from './action';
import type {Format} from './format';

/**
 * How pages are fetched and converted (Firecrawl API, "ScrapeOptions").
 * @answered asSent
 */
export interface ScrapeOptions {
  /**
   * Output formats.
   * @default ["markdown"]
   * @list byType
   * @example ["markdown", {"type": "screenshot", "fullPage": true}]
   */
  formats?: Format[];
  /**
   * Remove headers, navigation, footers and the like before conversion.
   * @default true
   * @example false
   */
  onlyMainContent?: boolean;
  /**
   * Beta: a model removes remaining boilerplate such as cookie banners, ads and comments. Skipped if the page is too
   * long. Not supported with zero data retention.
   * @default false
   * @example true
   */
  onlyCleanContent?: boolean;
  /**
   * HTML tags to include.
   * @list set
   * @example ["main"]
   */
  includeTags?: string[];
  /**
   * HTML tags to exclude.
   * @list set
   * @example ["nav", "footer"]
   */
  excludeTags?: string[];
  /**
   * Use a cached copy younger than this; otherwise fetch the page. 0: always fetch it, as checks do (a plain scrape: 172,800,000).
   * @unit milliseconds
   * @asType integer
   * @default 0
   * @example 0
   */
  maxAge?: number;
  /**
   * Use only a cached copy at least this old (1: any) and never fetch; otherwise fail with `SCRAPE_NO_CACHED_DATA`.
   * @unit milliseconds
   * @asType integer
   * @example 1
   */
  minAge?: number;
  /**
   * HTTP headers, such as cookies or a user agent; values are secret, may contain `${env:NAME}`.
   * @secret
   * @references inValues
   * @example {"User-Agent": "acme-monitor"}
   */
  headers?: Record<string, unknown>;
  /**
   * Additional delay before the page is read.
   * @unit milliseconds
   * @asType integer
   * @default 0
   * @example 500
   */
  waitFor?: number;
  /**
   * Emulate a mobile device.
   * @default false
   * @example true
   */
  mobile?: boolean;
  /**
   * Do not verify the page's TLS certificate. In a target with `headers` or `actions` it is verified unless this is true.
   * @default true
   * @example false
   */
  skipTlsVerification?: boolean;
  /**
   * Time limit of a page.
   * @unit milliseconds
   * @asType integer
   * @minimum 1000
   * @maximum 300000
   * @default 60000
   * @example 30000
   */
  timeout?: number;
  /**
   * File parsers, by name or with options. `pdf`: markdown, 1 credit per page; `image`: text of images; empty list: base64, 1 credit.
   * @default [{"type": "pdf"}]
   * @list byType
   * @example [{"type": "pdf", "mode": "auto", "maxPages": 20}]
   */
  parsers?: Parser[];
  /**
   * Steps on the page, in order, before its content is read.
   * @example [{"type": "click", "selector": "#more"}, {"type": "wait", "milliseconds": 500}]
   */
  actions?: Action[];
  location?: Location;
  /**
   * Replace base64 images in markdown by a placeholder.
   * @default true
   * @example false
   */
  removeBase64Images?: boolean;
  /**
   * Block ads and cookie popups.
   * @default true
   * @example false
   */
  blockAds?: boolean;
  /**
   * `basic`: little bot protection; `enhanced`: more, slower, same price; `auto`: `basic`, then `enhanced`; `stealth`: old name of
   * `enhanced`.
   * @default "auto"
   * @example "enhanced"
   */
  proxy?: 'basic' | 'enhanced' | 'auto' | 'stealth';
  /**
   * Store the page in the service's cache; `actions` and `headers` turn this off.
   * @default true
   * @example false
   */
  storeInCache?: boolean;
  /**
   * Use only the cache (`maxAge` 2 years, zero data retention); otherwise fail with `SCRAPE_LOCKDOWN_CACHE_MISS`. 5
   * credits for a hit, 1 for a miss.
   * @default false
   * @example true
   */
  lockdown?: boolean;
  /**
   * Redact personal data in markdown; true: default options.
   * @default false
   * @example {"mode": "accurate", "entities": ["EMAIL", "PHONE"]}
   */
  redactPII?: boolean | RedactPIIOptions;
  /**
   * Undocumented: fetch faster, with less care.
   * @example true
   */
  fastMode?: boolean;
  /**
   * Undocumented: tools of the page's domain.
   * @example true
   */
  domainTools?: boolean;
  profile?: Profile;
  threatProtection?: ThreatProtectionOverride;
  auditMetadata?: AuditMetadata;
}

/** Where the page is visited from: proxy, language and time zone. */
export interface Location {
  /**
   * ISO 3166-1 alpha-2 code.
   * @pattern ^[A-Z]{2}$
   * @default "US"
   * @example "DE"
   */
  country?: string;
  /**
   * Language tags, first is preferred; default: those of the country.
   * @example ["de", "en"]
   */
  languages?: string[];
}

/** Browser storage kept between visits. */
export interface Profile {
  /**
   * Visits with the same name share cookies and storage.
   * @minLength 1
   * @maxLength 128
   * @example "acme-customer"
   */
  name: string;
  /**
   * Save changes at the end; one visit at a time.
   * @default true
   * @example false
   */
  saveChanges?: boolean;
}

/** A file parser (Firecrawl API, "Parsers"): a name, or an object with a `type` and options. */
export type Parser = ParserName | ParserObject;

/**
 * A file parser without options.
 * @meanings {"pdf": "PDF to markdown.", "image": "Undocumented: text of images."}
 */
export type ParserName = 'pdf' | 'image';

/** A file parser with options. */
export type ParserObject = PdfParser | ImageParser;

/** Reads images; undocumented. */
export interface ImageParser {
  type: 'image';
}

/** Reads PDF files. */
export interface PdfParser {
  type: 'pdf';
  /**
   * `fast`: embedded text; `ocr`: every page; `auto`: `fast` first.
   * @default "auto"
   * @example "ocr"
   */
  mode?: 'fast' | 'auto' | 'ocr';
  /**
   * Maximum pages per file.
   * @unit pages
   * @asType integer
   * @minimum 1
   * @maximum 10000
   * @example 20
   */
  maxPages?: number;
  /**
   * Add `pages`: number and markdown of each page.
   * @default false
   * @example true
   */
  pages?: boolean;
  /**
   * Add `blocks`: titles, texts, tables, figures and their position.
   * @default false
   * @example true
   */
  blocks?: boolean;
  /**
   * Add a comment with the page number before each page.
   * @default false
   * @example true
   */
  pageMarkers?: boolean;
  /**
   * Old name of `pages`.
   * @example true
   */
  pageMarkdown?: boolean;
}

/** Redaction of personal data (Firecrawl API, "RedactPIIOptions"). */
export interface RedactPIIOptions {
  /**
   * `accurate`: model; `aggressive`: model and heuristics; `fast`: heuristics.
   * @default "accurate"
   * @example "aggressive"
   */
  mode?: 'accurate' | 'aggressive' | 'fast';
  /**
   * Kinds of data to redact; default: all.
   * @list set
   * @example ["EMAIL", "PHONE"]
   */
  entities?: PIIEntity[];
  /**
   * Replacement: placeholder, asterisks or nothing.
   * @default "tag"
   * @example "mask"
   */
  replaceStyle?: 'tag' | 'mask' | 'remove';
}

/** A kind of personal data. */
export type PIIEntity = 'PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET';

/**
 * Changes to the organization's threat protection policy (Firecrawl API, "ThreatProtectionOverride"). Enterprise
 * feature; 403 if not enabled.
 */
export interface ThreatProtectionOverride {
  /**
   * `normal`: check URLs with a risk service, 2 credits each; `off`: refused if the team enforces protection. `manual-only` and
   * `zscaler` are undocumented.
   * @example "normal"
   */
  mode?: 'off' | 'normal' | 'manual-only' | 'zscaler';
  /**
   * Block URLs with this risk score or more.
   * @unit score
   * @asType integer
   * @minimum 0
   * @maximum 100
   * @example 80
   */
  riskScoreThreshold?: number;
  /**
   * Domains to block, plain or with wildcards.
   * @maxItems 1000
   * @list set
   * @example ["*.ads.example"]
   */
  blacklist?: string[];
  /**
   * Domains to allow, whatever the other rules.
   * @maxItems 1000
   * @list set
   * @example ["acme.example"]
   */
  whitelist?: string[];
  /**
   * Top-level domains to block, in lower case, without dot.
   * @maxItems 1000
   * @list set
   * @example ["zip"]
   */
  blockedTlds?: string[];
  /**
   * If the risk service is unreachable: `open` allows, `closed` blocks.
   * @example "closed"
   */
  failurePolicy?: 'open' | 'closed';
}

/** User in the organization's audit log (Firecrawl API, "AuditMetadata"). */
export interface AuditMetadata {
  /**
   * User name in the log.
   * @maxLength 1024
   * @example "ana@example.com"
   */
  username: string;
}
