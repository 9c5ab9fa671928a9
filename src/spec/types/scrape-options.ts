import type {Action} from './action';
import type {Format} from './format';

/**
 * How each page is fetched and turned into content; every member is optional (service document, "ScrapeOptions").
 * @answered asSent
 */
export interface ScrapeOptions {
  /**
   * What is made of the page: names of formats, or objects with a `type` and options.
   * @default ["markdown"]
   * @list byType
   * @example ["markdown", {"type": "screenshot", "fullPage": true}]
   */
  formats?: Format[];
  /**
   * Removes headers, navigation, footers and the like from the HTML before markdown is made; no model involved.
   * @default true
   * @example false
   */
  onlyMainContent?: boolean;
  /**
   * Beta. A model removes what boilerplate is left in the markdown: cookie banners, ads, share widgets, breadcrumbs,
   * newsletter sign-ups, comments, related articles. Skipped with a warning when the markdown is too long for the
   * model. Not supported with zero data retention.
   * @default false
   * @example true
   */
  onlyCleanContent?: boolean;
  /**
   * Tags to include.
   * @list set
   * @example ["main"]
   */
  includeTags?: string[];
  /**
   * Tags to exclude.
   * @list set
   * @example ["nav", "footer"]
   */
  excludeTags?: string[];
  /**
   * Serve a cached copy of the page that is younger than this; otherwise fetch it.
   * @unit milliseconds
   * @asType integer
   * @default 172800000
   * @example 0
   */
  maxAge?: number;
  /**
   * Only look in the cache and never fetch; the copy must be at least this old (1 takes any). A page that is not there
   * fails with `SCRAPE_NO_CACHED_DATA`.
   * @unit milliseconds
   * @asType integer
   * @example 1
   */
  minAge?: number;
  /**
   * Headers sent to the page, such as cookies or a user agent. Values may hold `${env:NAME}` and are treated as secrets.
   * @secret
   * @references inValues
   * @example {"User-Agent": "acme-monitor"}
   */
  headers?: Record<string, unknown>;
  /**
   * Delay before the page is read, on top of the service's own smart wait.
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
   * Skip verification of the page's TLS certificate.
   * @default true
   * @example false
   */
  skipTlsVerification?: boolean;
  /**
   * How long a page may take.
   * @unit milliseconds
   * @asType integer
   * @minimum 1000
   * @maximum 300000
   * @default 60000
   * @example 30000
   */
  timeout?: number;
  /**
   * How files are read. With `pdf` a PDF becomes markdown at 1 credit a page; with an empty list it comes back
   * base64-encoded for 1 credit.
   * @default [{"type": "pdf"}]
   * @list byType
   * @example [{"type": "pdf", "mode": "auto", "maxPages": 20}]
   */
  parsers?: Parser[];
  /**
   * Steps done on the page, in order, before its content is taken.
   * @example [{"type": "click", "selector": "#more"}, {"type": "wait", "milliseconds": 500}]
   */
  actions?: Action[];
  location?: Location;
  /**
   * Removes base64 images from markdown: the alternative text stays, a placeholder replaces the address. HTML is not
   * touched.
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
   * `basic` for pages with little or no protection against bots, `enhanced` for more of it (slower, same price), `auto`
   * to try again with `enhanced` when `basic` fails.
   * @default "auto"
   * @example "enhanced"
   */
  proxy?: 'basic' | 'enhanced' | 'auto';
  /**
   * Keep the page in the service's index and cache. Sensitive options such as `actions` and `headers` force it to
   * false.
   * @default true
   * @example false
   */
  storeInCache?: boolean;
  /**
   * Serve from the cache only and never contact the page; treated as zero data retention, with a `maxAge` of 2 years.
   * A page that is not there fails with `SCRAPE_LOCKDOWN_CACHE_MISS`. Costs 5 credits for a hit and 1 for a miss.
   * @default false
   * @example true
   */
  lockdown?: boolean;
  /**
   * Redact personal data in the markdown: true takes the defaults, an object says how.
   * @default false
   * @example {"mode": "accurate", "entities": ["EMAIL", "PHONE"]}
   */
  redactPII?: boolean | RedactPIIOptions;
  profile?: Profile;
  threatProtection?: ThreatProtectionOverride;
  auditMetadata?: AuditMetadata;
}

/** Where the page is visited from: a proxy there is used if there is one, and language and time zone are emulated. */
export interface Location {
  /**
   * Country code, two upper-case letters (ISO 3166-1 alpha-2).
   * @pattern ^[A-Z]{2}$
   * @default "US"
   * @example "DE"
   */
  country?: string;
  /**
   * Language tags in order of priority; left out, those of the country.
   * @example ["de", "en"]
   */
  languages?: string[];
}

/** Browser storage that is kept and shared between visits. */
export interface Profile {
  /**
   * Visits with the same name share cookies, local storage and sessions.
   * @minLength 1
   * @maxLength 128
   * @example "acme-customer"
   */
  name: string;
  /**
   * Save the state at the end; false loads it and writes nothing. Only one visit at a time can save.
   * @default true
   * @example false
   */
  saveChanges?: boolean;
}

/** How one kind of file is read (service document, "Parsers"). No other members are allowed. */
export interface Parser {
  type: 'pdf';
  /**
   * `fast` takes embedded text only, `ocr` recognizes every page, `auto` tries `fast` first.
   * @default "auto"
   * @example "ocr"
   */
  mode?: 'fast' | 'auto' | 'ocr';
  /**
   * The most pages of a file to read.
   * @unit pages
   * @asType integer
   * @minimum 1
   * @maximum 10000
   * @example 20
   */
  maxPages?: number;
  /**
   * Adds `pages`: number and markdown of each page. No extra cost.
   * @default false
   * @example true
   */
  pages?: boolean;
  /**
   * Adds `blocks`: title, text, table, figure and so on, with their place on the page. No extra cost.
   * @default false
   * @example true
   */
  blocks?: boolean;
  /**
   * Separates pages by a comment with the number of the page that follows. No extra cost.
   * @default false
   * @example true
   */
  pageMarkers?: boolean;
}

/** How personal data is redacted (service document, "RedactPIIOptions"). No other members are allowed. */
export interface RedactPIIOptions {
  /**
   * `accurate` uses a model only, `aggressive` adds heuristics and finds more, `fast` uses heuristics only.
   * @default "accurate"
   * @example "aggressive"
   */
  mode?: 'accurate' | 'aggressive' | 'fast';
  /**
   * What is redacted; left out, everything supported.
   * @list set
   * @example ["EMAIL", "PHONE"]
   */
  entities?: PIIEntity[];
  /**
   * `tag` puts a placeholder, `mask` asterisks, `remove` nothing in its place.
   * @default "tag"
   * @example "mask"
   */
  replaceStyle?: 'tag' | 'mask' | 'remove';
}

/** A kind of personal data. */
export type PIIEntity = 'PERSON' | 'EMAIL' | 'PHONE' | 'LOCATION' | 'FINANCIAL' | 'SECRET';

/**
 * Replaces parts of the organization's threat protection policy for this monitor (service document,
 * "ThreatProtectionOverride"). An enterprise feature: where it is off, or overrides are, the service answers 403.
 */
export interface ThreatProtectionOverride {
  /**
   * `normal` checks addresses with a third-party risk service, 2 credits each; `off` is refused where the team
   * enforces protection.
   * @example "normal"
   */
  mode?: 'off' | 'normal';
  /**
   * An address with this risk score or more is blocked; lower is stricter.
   * @unit score
   * @asType integer
   * @minimum 0
   * @maximum 100
   * @example 80
   */
  riskScoreThreshold?: number;
  /**
   * Domains that are always blocked, plain or with wildcards; no protocol, path or port.
   * @maxItems 1000
   * @list set
   * @example ["*.ads.example"]
   */
  blacklist?: string[];
  /**
   * Domains that are always allowed; wins over every other rule.
   * @maxItems 1000
   * @list set
   * @example ["acme.example"]
   */
  whitelist?: string[];
  /**
   * Top-level domains that are blocked: lower case, no leading dot.
   * @maxItems 1000
   * @list set
   * @example ["zip"]
   */
  blockedTlds?: string[];
  /**
   * `open` allows, `closed` blocks when the risk service cannot be reached.
   * @example "closed"
   */
  failurePolicy?: 'open' | 'closed';
}

/** Who is named in the organization's audit log, where it is on (service document, "AuditMetadata"). No other members are allowed. */
export interface AuditMetadata {
  /**
   * The user that events are attributed to.
   * @maxLength 1024
   * @example "ana@example.com"
   */
  username: string;
}
