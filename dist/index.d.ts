declare const ALERT_CHANNELS: readonly [
	"webhook",
	"email",
	"slack"
];
/** Nothing was done, for a reason that can be fixed: specs with errors, wrong options, no key, an unreadable or locked state. */
export declare class MonitorsError extends Error {
	readonly name = "MonitorsError";
	/** Code of the error, `family/name`; explained in docs/diagnostics.md. */
	readonly code: string;
	/** Advice for the next step. */
	readonly hint: string | undefined;
	/** The exit code of the command; see docs/output.md. */
	readonly exitCode: number;
	/** The findings that the error comes from, such as those of specs with errors. */
	readonly diagnostics: readonly FindingDocument[];
	constructor({ error, diagnostics }: Pick<ErrorDocument, "error" | "diagnostics">, exitCode: number);
}
/** Reads where alerts go, and whether they arrive. Throws {@link MonitorsError} where the service can't be read. */
export declare function alerts(options?: AlertsOptions): Promise<AlertsDocument>;
/**
 * Makes the service hold what the specs say, without asking: to call it is to approve. Changes that fail are not
 * exceptions: look at `exitCode` and `results`. Throws {@link MonitorsError} where nothing was done.
 */
export declare function apply(options?: ApplyOptions): Promise<Applied>;
/**
 * Finds what the checks of monitors found since a moment. Sends only reads. Needs full operations. What could not be read is not an
 * exception: look at `complete`. Throws {@link MonitorsError} where nothing could be read, or the bookmark can't be used.
 */
export declare function changes(options?: ChangesOptions): Promise<ChangesDocument>;
/** Reads the newest checks of a monitor. Throws {@link MonitorsError} where the service can't be read. */
export declare function checks(options: ChecksOptions): Promise<ChecksDocument>;
/** Reads what a check of a monitor changed. Throws {@link MonitorsError} where the service can't be read. */
export declare function diff(options: DiffOptions): Promise<DiffDocument>;
/**
 * Takes monitors over under keys of your choice, one after the other. Needs full operations. Throws {@link MonitorsError} for the
 * first that is refused; those before it stay imported.
 */
export declare function importMonitors(options: ImportOptions): Promise<readonly ImportDocument[]>;
/** Reads and checks all spec files, offline. Throws {@link MonitorsError} where there is nothing to read. */
export declare function loadSpecs(options?: WorkspaceOptions): Promise<LoadedSpecs>;
/** Shows what {@link apply} would do; offline unless `refresh` is set. Throws {@link MonitorsError}, also where specs have errors. */
export declare function plan(options?: PlanOptions): Promise<PlanDocument>;
/** Writes a spec for every unmanaged monitor and records it. Needs full operations. Throws {@link MonitorsError} where nothing was written. */
export declare function pull(options?: PullOptions): Promise<PullDocument>;
/** Reads what the state records: keys, ids, target ids, last answers. Takes no lock. Throws {@link MonitorsError} where the state can't be read. */
export declare function readState(options?: WorkspaceOptions): Promise<RecordedState>;
/**
 * Starts checks, which are paid for: to call it is to approve, up to `maxCredits`. A check that was not started is not an exception: look
 * at `exitCode` and `runs`. Throws {@link MonitorsError} where nothing was started.
 */
export declare function run(options: RunOptions): Promise<Started>;
/** Reads how the recorded monitors do. Needs full operations, as all functions below. Throws {@link MonitorsError} where the service can't be read. */
export declare function status(options?: StatusOptions): Promise<StatusDocument>;
/**
 * Finds noise and cost in the newest checks of monitors, and proposes what to change; with `write`, writes proposals into their specs. Sends
 * only reads, but for `fetch`: to ask for it is to approve, up to `maxCredits`. Needs full operations. What could not be read is not an exception: look at `complete`. Throws {@link MonitorsError} where
 * nothing could be read, or something is not proposed.
 */
export declare function tune(options?: TuneOptions): Promise<TuneDocument>;
/** Checks specs, offline. Findings are not exceptions: look at `valid`. Throws {@link MonitorsError} where there is nothing to check. */
export declare function validate(options?: ValidateOptions): Promise<ValidateDocument>;
/** Result of `monitors alerts`. */
export interface AlertsDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "alerts";
	/** The service's clock. */
	readonly time: string;
	/** Monitors by what becomes of their alerts. */
	readonly summary: AlertCounts;
	/** Webhooks, mail and Slack channels, with the monitors that tell them. */
	readonly destinations: readonly DestinationDocument[];
	/** Keys of monitors that tell no one. */
	readonly withoutAlerts: readonly string[];
	/** Keys of monitors that the service does not list. */
	readonly missing: readonly string[];
	/** Monitors whose alerts could not be judged. */
	readonly notRead: readonly NotReadDocument[];
	/** What the service does not offer, in a sentence; null where it offers all that was asked for. */
	readonly notOffered: string | null;
}
/** Options of {@link alerts}. */
export interface AlertsOptions extends ChoiceOptions {
	/** Requests at most; monitors beyond are in `notRead`. Default: no limit. */
	readonly maxRequests?: number;
}
/** The result of an apply, and its exit code. */
export interface Applied extends ApplyDocument {
	/** As `monitors apply` exits: 0 done; 1 something failed or is held back; 4 an outcome is unknown; 5 the state could not be saved; 143 aborted. */
	readonly exitCode: number;
}
/** Result of `monitors apply`. */
export interface ApplyDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "apply";
	/** Number of monitors by result. */
	readonly summary: ApplySummary;
	/** One result per change that was not blocked, sorted by key. */
	readonly results: readonly ResultDocument[];
	/** Why the run stopped early; missing if it did not. */
	readonly stopped?: StopDocument;
	/** What this run did if a create may or may not have happened: sent it again (`retry`), looked it up first (`verify`), or stopped (`stop`). */
	readonly onAmbiguous: OnAmbiguous;
	/** Findings of the plan and the run. */
	readonly diagnostics: readonly FindingDocument[];
}
/** Options of {@link apply}. */
export interface ApplyOptions extends LookupOptions, LockOptions {
	/** A plan saved by {@link plan}: exactly that is applied, or nothing if specs or state have changed since. Not with `only`, `exclude` or `labels`. */
	readonly planFile?: string;
	/** The `approval` of a plan: just that is applied, or nothing. Not with `planFile`. Default: any plan. */
	readonly approve?: string;
	/** Maximum parallel creates, 1 to 64. Default: 8. */
	readonly concurrency?: number;
	/** If a change is refused: continue with the others, or stop. Default: `continue`. */
	readonly onError?: "continue" | "stop";
	/** Apply specs that may be older than those applied last, or are not in git. Needs a state on a server. Default: false. */
	readonly allowOldCheckout?: boolean;
	/** `PROJECT/ENVIRONMENT`: apply from a state file that commits changed by hand. Default: what follows from that is blocked. */
	readonly allowStateChange?: string;
	/** If a create may or may not have happened: look it up and then retry, retry, or stop. Default: `verify`. */
	readonly onAmbiguous?: "verify" | "retry" | "stop";
	/** Saves state and journal elsewhere, before each batch's first request; nothing of a batch is sent if it rejects. Default: nothing. */
	readonly persist?: () => Promise<void>;
}
/** Result of `monitors changes`. */
export interface ChangesDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "changes";
	/** The project's name. */
	readonly project: string;
	/** The environment's name. */
	readonly environment: string;
	/**
	 * Start of the span: the checks that finished then or later, and before `until`. With a bookmark, the end of the call before; each
	 * monitor has a start of its own.
	 */
	readonly since: string;
	/** End of the span, by the service's clock. */
	readonly until: string;
	/** The IANA time zone that days are of, and in which times are shown. */
	readonly timeZone: string;
	/** `meaningful`, `changed` or `failed`, as `--show` says; null for all. */
	readonly show: string | null;
	/** `folder`, `day` or `label:NAME`, as `--by` says; null for no groups. */
	readonly by: string | null;
	/** All checks of the span were read: no monitor is `failed` or `left`, and nothing interrupted the run. */
	readonly complete: boolean;
	/** Reasons why it is not complete. */
	readonly incomplete: readonly IncompleteReason[];
	/** The chain of calls that this one belongs to; null without `--bookmark`. */
	readonly bookmark: BookmarkDocument | null;
	/** Numbers of everything that was found, also of what is not shown. */
	readonly summary: ChangesCounts;
	/** Changed pages: by group, then meaningful, not judged, noise, first seen, and of these the newest first. */
	readonly changes: readonly PageChangeDocument[];
	/** Monitors with failures in the span, one entry each: those that still fail first, by key. */
	readonly failures: readonly MonitorFailureDocument[];
	/** Checks that have not ended: they belong to a later call. By key. */
	readonly running: readonly RunningCheckDocument[];
	/** All chosen monitors, by key. */
	readonly monitors: readonly ReadMonitorDocument[];
}
/** Options of {@link changes}. A moment is `90m`, `36h`, `3d`, `2w`, a date or a date-time; without a zone it is of `timezone`. */
export interface ChangesOptions extends WorkspaceOptions {
	/** These keys only, and those that globs such as `pricing/**` match. Default: all in the state. */
	readonly only?: readonly string[];
	/** Leave out these keys, and those that globs match. Default: none. */
	readonly exclude?: readonly string[];
	/** Monitors with all of these labels only. Default: all. */
	readonly labels?: Readonly<Record<string, string>>;
	/** Start of the span; with a bookmark, only of monitors that it does not know. Default: `1d`. */
	readonly since?: string;
	/** End of the span. Default: the service's clock, less a minute. */
	readonly until?: string;
	/** File that chains calls: begin where the call before ended, and note there where this one does. Default: none. */
	readonly bookmark?: string;
	/** Takes the result; the bookmark moves once this has resolved, and stays if it rejects. Default: the bookmark moves before the function returns. */
	readonly deliver?: (document: ChangesDocument) => void | Promise<void>;
	/** Only meaningful changes, only changes, or only failures. Default: all. */
	readonly show?: "meaningful" | "changed" | "failed";
	/** Group changes by `folder`, `day` or `label:NAME`. Default: no groups. */
	readonly by?: string;
	/** Number of changes in the document, 1 to 100,000, those that matter most first. Default: all. */
	readonly limit?: number;
	/** End after this many requests, 1 to 1,000,000. Default: no limit. */
	readonly maxRequests?: number;
	/** The time zone of days and of moments without one, such as `Europe/Paris`. Default: that of the process. */
	readonly timezone?: string;
}
/** Result of `monitors checks`. */
export interface ChecksDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "checks";
	/** The monitor's key. */
	readonly key: string;
	/** The service's id of the monitor. */
	readonly id: string;
	/** Newest first. */
	readonly checks: readonly ListedCheckDocument[];
}
/** Options of {@link checks}. */
export interface ChecksOptions extends WorkspaceOptions {
	/** The monitor. */
	readonly key: string;
	/** Number of checks, 1 to 1000. Default: 10. */
	readonly limit?: number;
	/** Requests at most; reasons beyond are left out. Default: no limit. */
	readonly maxRequests?: number;
}
/** Recorded monitors that a function is about. */
export interface ChoiceOptions extends WorkspaceOptions {
	/** These keys only, and those that globs such as `pricing/**` match. Default: all. */
	readonly only?: readonly string[];
	/** Leave out these keys, and those that globs match. Default: none. */
	readonly exclude?: readonly string[];
	/** Monitors with all of these labels only. Default: all. */
	readonly labels?: Readonly<Record<string, string>>;
}
/** Watches all pages found from a start URL. */
export interface CrawlTarget {
	type: "crawl";
	/**
	 * Start URL: absolute, http or https.
	 * @format uri
	 * @kept trimmed
	 * @secret userInfoAndQuery
	 */
	url: string;
	/**
	 */
	crawlOptions?: CrawlOptions;
	/**
	 */
	scrapeOptions?: ScrapeOptions;
	/**
	 * Stable target id; default: derived from the spec.
	 * @format uuid
	 */
	id?: string;
}
/** Result of `monitors diff`. */
export interface DiffDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "diff";
	/** The monitor's key. */
	readonly key: string;
	/** The service's id of the monitor. */
	readonly id: string;
	/** The check; null if none of the newest checks changed anything. */
	readonly check: CheckDocument | null;
	/** Its pages that are new, changed, removed, or errors. */
	readonly pages: readonly ChangedPageDocument[];
	/** All such pages are listed, each with its whole diff. */
	readonly complete: boolean;
}
/** Options of {@link diff}. */
export interface DiffOptions extends WorkspaceOptions {
	/** The monitor. */
	readonly key: string;
	/** The check: the first characters of its id, or `latest`. Default: the newest of 100 with changes. */
	readonly check?: string;
}
/** A finding in every JSON document. */
export interface FindingDocument {
	/** An `error` stops plan and apply; a `warning` is shown. */
	readonly severity: Severity;
	/** Code of the finding, `family/name`; explained in docs/diagnostics.md. */
	readonly code: string;
	/** What is wrong, in one sentence that names things. */
	readonly message: string;
	/** An action that fixes it. */
	readonly hint?: string;
	/** Web address of the code's page. Left out while the package does not name its repository. */
	readonly help?: string;
	/** The file, relative to the working directory, with `/`. Left out with `pointer` and `range` where a finding has no place. */
	readonly file?: string;
	/** JSON pointer into the YAML document. */
	readonly pointer?: string;
	/** Where in the file, `end` not included. */
	readonly range?: Range;
	/** Other places to look at, such as the text that refers to a cell. Left out where there are none. */
	readonly related?: readonly RelatedPlaceDocument[];
	/** Number of monitors that it concerns, where one place stands for several. Left out for one. */
	readonly monitors?: Count;
}
/** Result of `monitors import`. */
export interface ImportDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "import";
	/** `recorded`: a spec had the key; `written`: a spec was written; `refused`: a spec cannot express the monitor, nothing was written. */
	readonly outcome: "recorded" | "written" | "refused";
	/** The given key. */
	readonly key: string;
	/** The service's id. */
	readonly id: string;
	/** The monitor's name in the service. */
	readonly name: string;
	/** The spec, relative to the working directory, with `/`; null if there is none. */
	readonly file: string | null;
	/** Environment variables that replace secrets in a new spec. */
	readonly secrets: readonly SecretDocument[];
	/** Changes that the next plan shows for the key. */
	readonly next: readonly NextDocument[];
	/** Why a spec cannot express the monitor. */
	readonly diagnostics: readonly ReasonDocument[];
}
/** Options of {@link importMonitors}. */
export interface ImportOptions extends WorkspaceOptions, LockOptions {
	/** The service's id of each monitor, by the key that it gets. */
	readonly ids: Readonly<Record<string, string>>;
}
/** One spec. */
export interface LoadedMonitor {
	/** The stable name of the monitor, unique in the project and environment. */
	readonly key: string;
	/** Its name in the service. */
	readonly name: string;
	/** The file, relative to the working directory, with `/`. */
	readonly file: string;
	/** The line of its document, from 1. */
	readonly line: number;
	/** The body of the create request as written: without `sync`, defaults not filled in, `${env:NAME}` not resolved. May hold secrets that a spec spells out. */
	readonly body: JsonObject;
	/** The environment variables that it refers to, sorted. */
	readonly references: readonly string[];
}
/** The specs of a project. */
export interface LoadedSpecs {
	/** The specs without errors, sorted by key. */
	readonly monitors: readonly LoadedMonitor[];
	/** The findings of all files, sorted by file and place. */
	readonly diagnostics: readonly FindingDocument[];
}
/** Notifications to people (Firecrawl API, "MonitorNotification"). */
export interface MonitorNotification {
	/** @answered whenSet */
	email?: EmailNotification;
	/** @foreign */
	slack?: SlackNotification;
}
/** When checks run: exactly one of `cron` and `text` (Firecrawl API, "MonitorSchedule"). */
export interface MonitorSchedule {
	/**
	 * Cron expression with five fields, in quotes: minute, hour, day of month, month, day of week. Runs are at least 5
	 * minutes apart.
	 */
	cron?: string;
	/**
	 * One of `every 30 minutes`, `every 15 minutes starting at :07`, `hourly`, `every 2 hours`, `daily`,
	 * `daily at 9:00`, `daily at 9am`, `daily at 5:30 PM`, `weekly`.
	 * @answered never
	 * @kept foldedSchedule
	 * @offer ["every 30 minutes", "every 15 minutes starting at :07", "hourly", "every 2 hours", "daily", "daily at 9:00", "daily at 5:30 PM", "weekly"]
	 */
	text?: string;
	/**
	 * IANA time zone of the schedule.
	 * @default "UTC"
	 */
	timezone?: string;
}
/** Where the service sends events (Firecrawl API, "MonitorWebhook"). */
export interface MonitorWebhook {
	/**
	 * URL of the receiver; path and query are secret, may contain `${env:NAME}`.
	 * @kept trimmed
	 * @secret allButHost
	 * @references
	 */
	url: string;
	/**
	 * HTTP headers; values are secret, may contain `${env:NAME}`.
	 * @secret
	 * @references inValues
	 */
	headers?: Record<string, string>;
	/**
	 * Your own values, added to each event; may contain `${env:NAME}`.
	 * @references inValues
	 */
	metadata?: Record<string, unknown>;
	/** Events to send; default: all. */
	events?: MonitorEvent[];
}
/** A plan. It contains no secret. */
export interface PlanDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "plan";
	/** Number of monitors by action. */
	readonly summary: PlanSummaryDocument;
	/** Costs of the monitors. */
	readonly estimate: PlanEstimateDocument;
	/** Changes, sorted by key. Unchanged monitors are counted, not listed. */
	readonly changes: readonly ChangeDocument[];
	/** Other monitors in the service; only with `--refresh`. */
	readonly service?: PlanServiceDocument;
	/** Address of the emulator that wrote the state: no real service has these monitors. Only if no address was given. */
	readonly emulator?: string;
	/** Monitors whose labels change, sorted by key: apply notes them in the state and sends nothing. Missing if there are none. */
	readonly labels?: readonly LabelChangeDocument[];
	/** Number of requests that apply sends if nothing fails. */
	readonly requests: Count;
	/** SHA-256 of actions, keys, bodies and patches, with references unresolved: equal for plans that do the same. */
	readonly digest: string;
	/**
	 * Names this plan for `apply --approve`: SHA-256 of its effects, the address and the state's serial. Missing if nothing is to be
	 * applied, or if the address is not known.
	 */
	readonly approval?: string;
	/** Warnings, and one finding per blocked or unresolved change; sorted by file and place. */
	readonly diagnostics: readonly FindingDocument[];
}
/** Options of {@link plan}. */
export interface PlanOptions extends LookupOptions {
	/** Save the plan in this file, for {@link apply}. */
	readonly out?: string;
}
/** Result of `monitors pull`. */
export interface PullDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "pull";
	/** Monitors with a new spec, oldest first. */
	readonly pulled: readonly AdoptedDocument[];
	/** Environment variables that replace secrets in the specs. */
	readonly secrets: readonly SecretDocument[];
	/** Monitors that a spec cannot express; nothing was written for them. */
	readonly refused: readonly RefusedDocument[];
	/** Monitors of other environments of this repository; nothing was written for them. */
	readonly elsewhere: readonly ElsewhereDocument[];
	/** With `--share`: what all specs share now. */
	readonly shared?: FactorDocument;
}
/** Options of {@link pull}. */
export interface PullOptions extends WorkspaceOptions, LockOptions {
	/** Ids of the monitors to pull. Default: every unmanaged monitor. */
	readonly only?: readonly string[];
}
/** Records of the state. They hold no secret. */
export interface RecordedState {
	/** The generation of the state; null where nothing was applied yet. */
	readonly version: {
		readonly lineage: string;
		readonly serial: number;
	} | null;
	/** The service's address, where the monitors live; null where nothing was applied yet. */
	readonly origin: string | null;
	/** Sorted by key. */
	readonly monitors: readonly StateMonitor[];
	/** Unresolved creates. */
	readonly unresolved: readonly UnresolvedDocument[];
}
/** Result of `monitors run`. */
export interface RunDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "run";
	/** Each chosen monitor, by key. */
	readonly runs: readonly RunResultDocument[];
	/** Totals. */
	readonly summary: RunSummaryDocument;
}
/** Options of {@link run}. */
export interface RunOptions extends ChoiceOptions {
	/** Start nothing if it costs more. Required: to call it is to pay. */
	readonly maxCredits: number;
	/** Follow the checks to their end. Default: false. */
	readonly wait?: boolean;
	/** With `wait`: how long at most: `90s`, `1h`. Default: `30m`. */
	readonly timeout?: string;
}
/**
 * How pages are fetched and converted (Firecrawl API, "ScrapeOptions").
 * @answered asSent
 */
export interface ScrapeOptions {
	/**
	 * Output formats.
	 * @default ["markdown"]
	 */
	formats?: Format[];
	/**
	 * Remove headers, navigation, footers and the like before conversion.
	 * @default true
	 */
	onlyMainContent?: boolean;
	/**
	 * Beta: a model removes remaining boilerplate such as cookie banners, ads and comments. Skipped if the page is too
	 * long. Not supported with zero data retention.
	 * @default false
	 */
	onlyCleanContent?: boolean;
	/** HTML tags to include. */
	includeTags?: string[];
	/** HTML tags to exclude. */
	excludeTags?: string[];
	/**
	 * Use a cached copy younger than this; otherwise fetch the page. 0: always fetch it, as checks do (a plain scrape: 172,800,000).
	 * @unit milliseconds
	 * @default 0
	 */
	maxAge?: number;
	/**
	 * Use only a cached copy at least this old (1: any) and never fetch; otherwise fail with `SCRAPE_NO_CACHED_DATA`.
	 * @unit milliseconds
	 */
	minAge?: number;
	/**
	 * HTTP headers, such as cookies or a user agent; values are secret, may contain `${env:NAME}`.
	 * @secret
	 * @references inValues
	 */
	headers?: Record<string, unknown>;
	/**
	 * Additional delay before the page is read.
	 * @unit milliseconds
	 * @default 0
	 */
	waitFor?: number;
	/**
	 * Emulate a mobile device.
	 * @default false
	 */
	mobile?: boolean;
	/**
	 * Do not verify the page's TLS certificate. In a target with `headers` or `actions` it is verified unless this is true.
	 * @default true
	 */
	skipTlsVerification?: boolean;
	/**
	 * Time limit of a page.
	 * @unit milliseconds
	 * @minimum 1000
	 * @maximum 300000
	 * @default 60000
	 */
	timeout?: number;
	/**
	 * File parsers, by name or with options. `pdf`: markdown, 1 credit per page; `image`: text of images; empty list: base64, 1 credit.
	 * @default [{"type": "pdf"}]
	 */
	parsers?: Parser[];
	/** Steps on the page, in order, before its content is read. */
	actions?: Action[];
	location?: Location;
	/**
	 * Replace base64 images in markdown by a placeholder.
	 * @default true
	 */
	removeBase64Images?: boolean;
	/**
	 * Block ads and cookie popups.
	 * @default true
	 */
	blockAds?: boolean;
	/**
	 * `basic`: little bot protection; `enhanced`: more, slower, same price; `auto`: `basic`, then `enhanced`; `stealth`: old name of
	 * `enhanced`.
	 * @default "auto"
	 */
	proxy?: "basic" | "enhanced" | "auto" | "stealth";
	/**
	 * Store the page in the service's cache; `actions` and `headers` turn this off.
	 * @default true
	 */
	storeInCache?: boolean;
	/**
	 * Use only the cache (`maxAge` 2 years, zero data retention); otherwise fail with `SCRAPE_LOCKDOWN_CACHE_MISS`. 5
	 * credits for a hit, 1 for a miss.
	 * @default false
	 */
	lockdown?: boolean;
	/**
	 * Redact personal data in markdown; true: default options.
	 * @default false
	 */
	redactPII?: boolean | RedactPIIOptions;
	/** Undocumented: fetch faster, with less care. */
	fastMode?: boolean;
	/** Undocumented: tools of the page's domain. */
	domainTools?: boolean;
	profile?: Profile;
	threatProtection?: ThreatProtectionOverride;
	auditMetadata?: AuditMetadata;
}
/** Watches single pages. */
export interface ScrapeTarget {
	type: "scrape";
	/**
	 * Pages to watch: absolute http or https URLs.
	 * @minItems 1
	 * @kept trimmed
	 * @secret userInfoAndQuery
	 */
	urls: WebAddress[];
	/**
	 */
	scrapeOptions?: ScrapeOptions;
	/**
	 * Stable target id; default: derived from the spec.
	 * @format uuid
	 */
	id?: string;
}
/** Reports new web search results that match `goal`; without a goal set `judgeEnabled: false`. */
export interface SearchTarget {
	type: "search";
	/**
	 * Search queries.
	 * @minItems 1
	 * @maxItems 12
	 */
	queries: SearchQuery[];
	/**
	 * Only results published within this time before the check.
	 * @default "24h"
	 */
	searchWindow?: "5m" | "15m" | "1h" | "6h" | "24h" | "7d";
	/**
	 * Results per check, from all queries together.
	 * @unit results
	 * @minimum 1
	 * @maximum 50
	 * @default 10
	 */
	maxResults?: number;
	/**
	 * Only results of these domains.
	 * @maxItems 50
	 * @answered whenSet
	 * @kept domain
	 */
	includeDomains?: string[];
	/**
	 * No results of these domains.
	 * @maxItems 50
	 * @answered whenSet
	 * @kept domain
	 */
	excludeDomains?: string[];
	/**
	 * Stable target id; default: derived from the spec.
	 * @format uuid
	 */
	id?: string;
}
/** One YAML document: the body of the create-monitor request, and `sync`, which is never sent. */
export interface Spec extends MonitorCreateRequest {
	sync?: SpecSync;
}
/** A spec that a program made: what a file would hold, and its key. */
export interface SpecInMemory extends Omit<Spec, "sync"> {
	/** The stable name of the monitor, unique in the project and environment, e.g. `pricing/acme`. */
	key: string;
	sync?: Omit<SpecSync, "key">;
}
/** Settings of this tool; never sent to the service. */
export interface SpecSync {
	/**
	 * Stable name of the monitor; default: the file's path without its ending. Required in files with several documents.
	 * A new key is a new monitor, unless `renamedFrom` has the old one.
	 */
	key?: string;
	/** The monitor's previous key; keeps the monitor. */
	renamedFrom?: string;
	/**
	 * Ids of similar monitors that are not this one; they no longer block its creation. Only with
	 * `service.operations: full`.
	 * @minItems 1
	 * @maxItems 100
	 */
	distinctFrom?: MonitorId[];
	/**
	 * Never delete or replace this monitor, even without its spec.
	 * @default false
	 */
	protect?: boolean;
	/**
	 * Members that are sent when the monitor is created and then left to the service: never drift, never updated.
	 * @minItems 1
	 */
	ignore?: IgnoredMember[];
	/**
	 * Pause the monitor; `keep` leaves it paused or running, as it is in the service. Only with `service.operations: full`.
	 * @default false
	 */
	paused?: boolean | "keep";
	/**
	 * Labels to choose monitors by (`--label team=pricing`), also in rules; a change of them sends nothing. At most 20; names of 1-63
	 * letters, digits, `.`, `_`, `/` and `-`; values of at most 200 characters.
	 */
	labels?: Record<string, string>;
	/** Makes one monitor of each row: its key is this spec's key, `/` and the `key` of the row. `${each:column}` takes a cell. */
	each?: RowsFile | ListRows;
	/**
	 * Environments that have the monitor; default: all.
	 * @minItems 1
	 */
	environments?: string[];
	/** `none`: no one is to be notified, neither by webhook nor by e-mail or Slack; ends the warning `risk/no-alert`. Never sent. */
	alerts?: "none";
	/** What the pages answer that are watched on purpose, for `monitors try`. */
	expect?: Expectation;
}
/** Specs from files, or made by the program. */
export interface SpecsOptions extends WorkspaceOptions {
	/**
	 * Specs made by the program, in place of the files: the directory of the specs is not read. They are all specs of the project; a
	 * recorded monitor whose key is not among them counts as removed. Findings name places like `monitors[12].targets[0].url`.
	 */
	readonly monitors?: readonly SpecInMemory[];
}
/** The result of started checks, and its exit code. */
export interface Started extends RunDocument {
	/** As `monitors run` exits: 0 started, and ended where they were followed; 1 one was not started or failed; 4 one may have been started; 143 aborted. */
	readonly exitCode: number;
}
/** One recorded monitor. */
export interface StateMonitor {
	/** The stable name of the monitor. */
	readonly key: string;
	/** The service's id. */
	readonly id: string;
	/** The ids of its targets, in the order of the spec. */
	readonly targetIds: readonly string[];
	/** Time of creation; null if unknown. */
	readonly createdAt: string | null;
	readonly paused: boolean;
	readonly protected: boolean;
	/** Last answer of the service, as far as it differs from what was sent: its estimate, defaults, cron made from text. */
	readonly observed: JsonObject;
}
/** Result of `monitors status`. */
export interface StatusDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "status";
	/** The service's clock. */
	readonly time: string;
	/** Monitors by state. */
	readonly summary: StatusCounts;
	/** The chosen monitors, by key. */
	readonly monitors: readonly MonitorStatusDocument[];
	/** What the service does not offer, in a sentence; null where it offers all that was asked for. */
	readonly notOffered: string | null;
	/** Credits left, asked for only if a monitor's last check was without pages; null otherwise, and where the service does not say. */
	readonly remainingCredits: number | null;
	/** Everything that was asked for was read. */
	readonly complete: boolean;
	/** Reasons why it is not complete. */
	readonly incomplete: readonly StatusIncompleteReason[];
	/** Monitors of which checks or recipients could not be read; by key. */
	readonly notRead: readonly NotReadDocument[];
}
/** Options of {@link status}. */
export interface StatusOptions extends ChoiceOptions {
	/** Also read the newest checks of each monitor, so many of each: 1 to 100. Default: 0, only where the list leaves open whether it fails. */
	readonly checks?: number;
	/** Also read whether alerts arrive. Default: false. */
	readonly alerts?: boolean;
	/** Requests at most; `complete` is false if they are not enough. Default: no limit. */
	readonly maxRequests?: number;
}
/** Result of `monitors tune`. */
export interface TuneDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "tune";
	/** The project's name. */
	readonly project: string;
	/** The environment's name. */
	readonly environment: string;
	/** Checks of each monitor that were asked for, the newest ones, as `--checks` says. */
	readonly checks: Count;
	/** All monitors were read: none is `failed` or `left`. */
	readonly complete: boolean;
	/** Reasons why it is not complete. */
	readonly incomplete: readonly TuneIncompleteReason[];
	/** Numbers of everything that was found. */
	readonly summary: TuneCounts;
	/** All chosen monitors, by key. */
	readonly monitors: readonly TunedMonitorDocument[];
	/** What `--write` did; null without it. */
	readonly written: WrittenDocument | null;
}
/** Options of {@link tune}. */
export interface TuneOptions extends WorkspaceOptions {
	/** These keys only, and those that globs such as `pricing/**` match. Default: all in the state. */
	readonly only?: readonly string[];
	/** Leave out these keys, and those that globs match. Default: none. */
	readonly exclude?: readonly string[];
	/** Monitors with all of these labels only. Default: all. */
	readonly labels?: Readonly<Record<string, string>>;
	/** Newest checks of each monitor to look at, 1 to 1000. Default: 30. */
	readonly checks?: number;
	/** End after this many requests, 1 to 1,000,000. Default: no limit. */
	readonly maxRequests?: number;
	/** Requests at once, 1 to 64. Default: 8. */
	readonly concurrency?: number;
	/**
	 * Fetch the pages of noisy lines twice each, to find the region to leave out: they are paid for. Never those with headers, actions, a
	 * profile or references; refused in a pull request. Default: false.
	 */
	readonly fetch?: boolean;
	/** Required with `fetch`: fetch nothing if it costs more credits. */
	readonly maxCredits?: number;
	/** Ids of proposals to write into specs; a region needs `fetch`. Default: none. */
	readonly write?: readonly string[];
}
/** Result of `monitors validate`. */
export interface ValidateDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "validate";
	/** True without errors; with `--strict` some warnings are errors. */
	readonly valid: boolean;
	/** Number of checked spec files. */
	readonly files: Count;
	/** Number of monitors in them; a file can have several. */
	readonly monitors: Count;
	/** Number of all errors, including unlisted ones of documents with more than 50 findings. */
	readonly errorCount: Count;
	/** Number of all warnings, including unlisted ones of documents with more than 50 findings. */
	readonly warningCount: Count;
	/** The findings, sorted by file and place. */
	readonly diagnostics: readonly FindingDocument[];
}
/** Options of {@link validate}. */
export interface ValidateOptions extends SpecsOptions {
	/** Report on these only: files, directories, and where there is no such path, keys and globs; keys are checked against all specs either way. Default: all. Not with `monitors`. */
	readonly paths?: readonly string[];
	/** Which warnings count as errors. Default: none. */
	readonly strict?: "service" | "all";
}
/** Where a project is, and which service it is for: what the global flags of the command line say. */
export interface WorkspaceOptions {
	/** The working directory. Other paths start here, and findings show paths relative to it. Default: that of the process. */
	readonly directory?: string;
	/** The config file. Default: the nearest `monitors.config.yaml` up to the git root. */
	readonly config?: string;
	/** Which environment: its own state and monitors. Default: as `MONITORS_ENVIRONMENT` or the config says. */
	readonly environment?: string;
	/** The directory of the specs. Default: as the config says, else `monitors`. */
	readonly specs?: string;
	/** The state file. Default: as the config says, else `monitors.state.json`. */
	readonly state?: string;
	/** The environment variables, of which the `MONITORS_*` and those that the specs refer to are read. Default: those of the process. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** The key of the service. Default: `MONITORS_API_KEY`. */
	readonly apiKey?: string;
	/** The address of the service. Default: `MONITORS_BASE_URL`. */
	readonly baseUrl?: string;
	/** Ends the run in good order: nothing more is sent, requests under way get a few seconds, the state is saved. */
	readonly signal?: AbortSignal;
}
/** One change between the recorded monitors and the specs. */
export type ChangeDocument = CreateChangeDocument | UpdateChangeDocument | ReplaceChangeDocument | DeleteChangeDocument | AdoptChangeDocument | RenameChangeDocument | BlockedChangeDocument | UnresolvedChangeDocument;
/** One part of a check: pages, a crawl or searches (Firecrawl API, "MonitorTarget"). */
export type MonitorTarget = ScrapeTarget | CrawlTarget | SearchTarget;
interface AdoptedDocument {
	/** Its key. */
	readonly key: string;
	/** Its spec, relative to the working directory, with `/`. */
	readonly file: string;
	/** The service's id. */
	readonly id: string;
	/** Its name. */
	readonly name: string;
}
interface AlertCounts {
	/** All that were chosen. */
	readonly monitors: Count;
	/** Places that they tell. */
	readonly destinations: Count;
	/** With a message that is known not to have arrived. */
	readonly undelivered: Count;
	/** With a recipient of mail that has not confirmed, and gets nothing. */
	readonly unconfirmed: Count;
	/** Telling no one. */
	readonly withoutAlerts: Count;
	/** Not in the service. */
	readonly missing: Count;
	/** Not judged. */
	readonly notRead: Count;
}
interface ApplyResult {
	readonly key: Key;
	readonly action: "create" | "update" | "replace" | "delete" | "adopt" | "rename";
	readonly outcome: Outcome;
	readonly id?: string;
	/** Number of requests. */
	readonly attempts: number;
	/** The answer was lost; the monitor was found by its target ids. */
	readonly recovered?: true;
	/** An attempt that seemed to fail may have been carried out too: look for its target ids. */
	readonly mayExistTwice?: boolean;
	readonly targetIds?: readonly string[];
	readonly estimatedCreditsPerMonth?: number | null;
	readonly nextRunAt?: string | null;
	/** The service says that it runs no checks. */
	readonly isPaused?: true;
	readonly error?: Failure;
}
interface ApplySummary {
	/** Created by this run, or by an earlier one and found by this one. */
	readonly created: Count;
	/** Updated; always 0 with `operations: create`. */
	readonly updated: Count;
	/** Deleted and created again; always 0 with `operations: create`. */
	readonly replaced: Count;
	/** Deleted; always 0 with `operations: create`. */
	readonly deleted: Count;
	/** Adopted unchanged; always 0 with `operations: create`. */
	readonly adopted: Count;
	/** Renamed; no request. */
	readonly renamed: Count;
	/** Unchanged. */
	readonly unchanged: Count;
	/** Blocked by the plan. */
	readonly blocked: Count;
	/** Unresolved creates of earlier runs. */
	readonly unresolved: Count;
	/** Protected monitors whose specs are gone: they keep running, and count as done. Not among `blocked`. */
	readonly protected: Count;
	/** Failed. */
	readonly failed: Count;
	/** Not sent, because the run stopped early. */
	readonly notAttempted: Count;
	/** Sent, with an unknown outcome: resolve it with `monitors resolve`. */
	readonly unknown: Count;
}
interface AttributeSelector {
	/** CSS selector of the elements. */
	selector: string;
	/** Name of the attribute. */
	attribute: string;
}
interface AttributesFormat {
	type: "attributes";
	/** Which attributes of which elements. */
	selectors?: AttributeSelector[];
}
interface AudioFormat {
	type: "audio";
}
interface AuditMetadata {
	/**
	 * User name in the log.
	 * @maxLength 1024
	 */
	username: string;
}
interface BookmarkDocument {
	/** End of the span of the call before; null for the first call. */
	readonly before: string | null;
	/** The call before may have ended between its output and its bookmark: this one may repeat what that one printed. */
	readonly mayRepeat: boolean;
}
interface ChangeTrackingFormat {
	type: "changeTracking";
	/** Form of the changes. */
	modes?: ChangeTrackingMode[];
	/** JSON Schema of the result, for mode `json`. */
	schema?: Record<string, unknown>;
	/** Instruction for mode `json`. */
	prompt?: string;
	/**
	 * Name of a separate change history.
	 * @default null
	 */
	tag?: string | null;
}
interface ChangedFieldDocument {
	/** As the service writes it. */
	readonly path: string;
	/** The value before; null if there was none. */
	readonly previous: JsonValue;
	/** The value now; null if there is none. */
	readonly current: JsonValue;
}
interface ChangedPageDocument {
	/** Secrets in it are masked. */
	readonly url: string;
	/** `new`, `changed`, `removed` or `error`. */
	readonly status: string;
	/** HTTP status of the page. */
	readonly statusCode: number | null;
	/** Why it could not be read. */
	readonly error: string | null;
	/** Of a search: `alert`, `skipped`, or another word of the service. */
	readonly searchStatus: string | null;
	/** The service's judge did not work: the page was not judged. */
	readonly judgeDegraded: boolean;
	/** Whether the change matters; null if it was not judged. */
	readonly judgment: JudgmentDocument | null;
	/** A unified diff; null if there is none. */
	readonly diff: string | null;
	/** Changed fields of an extraction. */
	readonly fields: readonly ChangedFieldDocument[];
}
interface ChangesCounts {
	/** All that were chosen. */
	readonly monitors: Count;
	/** Of these, without a new check: nothing was read of them. */
	readonly skipped: Count;
	/** Of these, not read: failed, or left for another call. */
	readonly notRead: Count;
	/** Checks that ended in the span. */
	readonly checks: Count;
	/** Changed pages that were judged to matter. */
	readonly meaningful: Count;
	/** Changed pages without a judgment, but for those of `firstSeen`. */
	readonly notJudged: Count;
	/** Changed pages that were judged not to matter. */
	readonly noise: Count;
	/** Pages of the first check of a monitor: there was nothing to compare them with. */
	readonly firstSeen: Count;
	/** Changed pages that were not read: `--show failed` needs none, and of a check at most 10,000 are read. */
	readonly unread: Count;
	/** Changed pages that `--show` leaves out. */
	readonly hidden: Count;
	/** Changed pages that `--limit` leaves out. */
	readonly cut: Count;
	/** Monitors that fail, by their newest check in the span; paused ones left out. */
	readonly failing: Count;
	/** Of these, with pages that work in the newest check: `status` calls them partly failing, and the others failing. */
	readonly partlyFailing: Count;
	/** Monitors of which the newest check in the span failed, and which are paused now: no check will tell whether they work. */
	readonly paused: Count;
	/** Monitors that failed in the span and work again. */
	readonly recovered: Count;
	/** Checks that have not ended. */
	readonly running: Count;
	/** Requests that were sent. */
	readonly requests: Count;
}
interface CheckDocument {
	/** The service's id. */
	readonly id: string;
	/** `queued`, `running`, `completed`, `failed`, `partial`, `skipped_overlap`, `skipped_no_credits`, or another word of the service. */
	readonly status: string;
	/** `scheduled`, `manual`, or another word of the service. */
	readonly trigger: string;
	/** ISO 8601; null before the start. */
	readonly startedAt: string | null;
	/** ISO 8601; null before the end. */
	readonly finishedAt: string | null;
	/** Reserved before the check. */
	readonly estimatedCredits: number | null;
	/** Charged. */
	readonly actualCredits: number | null;
	/** Its pages by result; null before the end. */
	readonly pages: PageCountsDocument | null;
	/** Why it failed. */
	readonly error: string | null;
	/** Messages that are known not to have arrived. */
	readonly undelivered: readonly FailedMessageDocument[];
}
interface ClickAction {
	type: "click";
	/** CSS selector of the element. */
	selector: string;
	/**
	 * Click every match; no match is not an error.
	 * @default false
	 */
	all?: boolean;
}
interface CrawlOptions {
	/**
	 * Maximum pages per check; default of Firecrawl: 10,000.
	 * @unit pages
	 */
	limit?: number;
	/** Do not use: checks fail in Firecrawl. Use `maxDiscoveryDepth`. */
	maxDepth?: unknown;
	/** Path patterns to follow; default: all. */
	includePaths?: string[];
	/** Path patterns to skip. */
	excludePaths?: string[];
	[option: string]: unknown;
}
interface DeliveryDocument {
	/**
	 * `delivered`; `undelivered`; `queued`: the service tries again; `not-yet`: the check has ended, and the service has not yet noted what
	 * became of it; `unconfirmed`: no recipient of mail has confirmed; `unknown`: the service does not say; `no-event`: none of the newest 25
	 * checks had to tell anyone; `not-read`.
	 */
	readonly outcome: DeliveryOutcome | "not-read";
	/** The service's id of the check. */
	readonly checkId: string | null;
	/** When it arrived, else the end of the check. */
	readonly at: string | null;
	/** HTTP status of the receiver. */
	readonly statusCode: number | null;
	/** What went wrong, as the service says it. */
	readonly error: string | null;
}
interface DestinationDocument {
	/** `webhook`, `email` or `slack`. */
	readonly channel: AlertChannel;
	/**
	 * Scheme and host of a webhook, whose path and query are secret; name or id of a Slack channel; null for mail, and for the default
	 * channel. Webhooks with other paths are other destinations.
	 */
	readonly address: string | null;
	/** Events that any of its monitors sends; of webhooks only. */
	readonly events: readonly string[];
	/** The newest message of each monitor, by key. */
	readonly monitors: readonly MonitorDeliveryDocument[];
	/** Of these, with a message that is known not to have arrived. */
	readonly undelivered: Count;
	/** The newest of these messages; null if there was none. */
	readonly last: MonitorDeliveryDocument | null;
	/** Explicit recipients of mail. */
	readonly recipients: readonly RecipientDocument[];
}
interface ElsewhereDocument {
	/** The service's id. */
	readonly id: string;
	/** Its name. */
	readonly name: string;
	/** Its environment, if its target ids show it. */
	readonly project: string;
	/** Its environment, if its target ids show it. */
	readonly environment: string;
}
interface EmailNotification {
	/**
	 * Send e-mail.
	 * @default false
	 */
	enabled?: boolean;
	/**
	 * E-mail addresses.
	 * @maxItems 25
	 */
	recipients?: EmailAddress[];
	/**
	 * Include details of changed pages.
	 * @default false
	 */
	includeDiffs?: boolean;
}
interface ErrorDetails {
	/** Code of the error, `family/name`; explained in docs/diagnostics.md. */
	readonly code: string;
	/** What happened, in one sentence. */
	readonly message: string;
	/** What to do next. */
	readonly hint?: string;
	/** Web address of the code's page. Left out while the package does not name its repository. */
	readonly help?: string;
}
interface ErrorDocument {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	/** The command, such as `state list`. */
	readonly command: string;
	/** The error that ended the run. */
	readonly error: ErrorDetails;
	/** Findings that caused the error, for example in specs or in the config file. */
	readonly diagnostics?: readonly FindingDocument[];
}
interface EvidenceDocument {
	/** Checks that were looked at. */
	readonly checks: Count;
	/** When the first of them ended. */
	readonly since: string;
	/** When the last of them ended. */
	readonly until: string;
	/** What of these checks, pages or results speaks for it: changes that are noise, changes of the line, results that are ignored. */
	readonly count: Count;
	/** All of these. */
	readonly of: Count;
	/** Of a schedule, the shortest time between two changes, minutes; null without two, and for the others. */
	readonly shortestGapMinutes: number | null;
}
interface ExecuteJavascriptAction {
	type: "executeJavascript";
	/** JavaScript source. */
	script: string;
}
interface Expectation {
	/**
	 * HTTP status of the pages.
	 * @minimum 100
	 * @maximum 599
	 */
	status?: number;
}
interface FactorDocument extends FactorReport {
	/** Version of this document; within a version members are only added. */
	readonly formatVersion: 1;
	readonly command: "factor";
}
interface FactorReport {
	/** Relative to the working directory, with `/`. */
	readonly folder: string;
	/** Nothing was written. */
	readonly dryRun: boolean;
	/** In the order in which they are written; empty if there is nothing to move. */
	readonly files: readonly FactoredFile[];
	/** Lines of the folder's specs and layers. */
	readonly linesBefore: number;
	/** The same afterwards, with the list's data. */
	readonly linesAfter: number;
	/** Monitors of the folder; none of them changes. */
	readonly monitors: number;
	/** Why there is no list, if not because specs differ too much: they have target ids that no state records, and rows hold no ids. */
	readonly obstacle: "target-ids" | null;
	/** Specs that stay as they are. */
	readonly left: readonly string[];
	/** What the specs share now: members of the layer, or the spec of the list. Literal secrets are `"(secret)"`. */
	readonly shared: JsonObject;
	/** The first rows of the list. Values that may be secret are `"(secret)"`. */
	readonly rows: readonly JsonObject[];
}
interface FactoredFile {
	/** Relative to the working directory, with `/`. */
	readonly file: string;
	/** What happened to it. */
	readonly outcome: "created" | "changed" | "removed";
	/** 0 for a new file. */
	readonly linesBefore: number;
	/** 0 for a removed file. */
	readonly linesAfter: number;
}
interface FailedMessageDocument {
	/** `webhook`, `email` or `slack`. */
	readonly channel: AlertChannel;
	/** HTTP status of the receiver. */
	readonly statusCode: number | null;
	/** What went wrong, as the service says it. */
	readonly error: string | null;
}
interface Failure {
	/** `http` has a status, unless the request could not be put into HTTP; `connect` failed before anything was sent; `transport` after; `body` is an answer that can't be read. */
	readonly kind: "http" | "connect" | "tls" | "transport" | "timeout" | "body" | "aborted";
	readonly status?: number;
	/** A system or library code (`ECONNREFUSED`, `UND_ERR_SOCKET`) or the service's `code`. */
	readonly code?: string;
	/** One sentence for people: what happened. */
	readonly message: string;
	/** The service's per-field details, sanitized. */
	readonly details?: JsonValue;
	/** Where a redirect pointed: host only. */
	readonly redirectHost?: string;
	/** Wait that the service asked for, milliseconds from the answer's arrival; undefined when it did not say (or not validly). */
	readonly retryAfterMs?: number;
	/** `retryAfterMs` was read from the words of the body, not from a header: it lengthens a computed delay, no more. */
	readonly retryAfterIsHint?: boolean;
	/** The answer was no JSON although it should be: not the service, or something before it. */
	readonly notTheService?: boolean;
	/** This service does not offer the operation: 405, 501, a 404 that is not the service's own of a monitor; a list also 403. */
	readonly notOffered?: true;
}
interface FailureDocument {
	/** HTTP status, if there was an answer. */
	readonly status?: number;
	/** Error code of the service, or of the system without an answer. */
	readonly code?: string;
	/** What happened, in one sentence. */
	readonly message: string;
	/** Errors of single fields, unchanged from the service. */
	readonly details?: JsonValue;
}
interface HighlightsFormat {
	type: "highlights";
	/**
	 * The query.
	 * @maxLength 10000
	 */
	query: string;
}
interface ImageParser {
	type: "image";
}
interface JsonFormat {
	type: "json";
	/** JSON Schema of the result. */
	schema?: Record<string, unknown>;
	/** Instruction for the model. */
	prompt?: string;
	/**
	 * Fail with `SCRAPE_PROMPT_INJECTION_DETECTED` if the page contains a prompt injection; 4 more credits.
	 * @default false
	 */
	checkPromptInjection?: boolean;
}
interface JsonObject {
	readonly [member: string]: JsonValue;
}
interface JudgmentDocument {
	/** It matters for the goal. */
	readonly meaningful: boolean;
	/** `high`, `medium`, `low`, or another word of the service. */
	readonly confidence: string;
	/** In a sentence. */
	readonly reason: string;
}
interface ListRow {
	/** Last part of the monitor's key. */
	key: string;
	[column: string]: unknown;
}
interface ListedCheckDocument extends CheckDocument {
	/** Why it or its pages failed: its error, else the one that most of some pages of it have. Read of the five newest failed checks. */
	readonly reason: string | null;
}
interface Location {
	/**
	 * ISO 3166-1 alpha-2 code.
	 * @default "US"
	 */
	country?: string;
	/** Language tags, first is preferred; default: those of the country. */
	languages?: string[];
}
interface LockOptions {
	/** How long to wait for another run that holds the lock: `10s`, `5m`, `1h`. Default: not at all. */
	readonly lockTimeout?: string;
}
interface LookupOptions extends SpecsOptions {
	/** These keys only, and those that globs such as `pricing/**` match. Default: all. */
	readonly only?: readonly string[];
	/** Leave out these keys, and those that globs match. Default: none. */
	readonly exclude?: readonly string[];
	/** Monitors with all of these labels only. Default: all. */
	readonly labels?: Readonly<Record<string, string>>;
	/** Allow more deletes than `safety.maxDeletes`. Default: false. */
	readonly allowDeletes?: boolean;
	/** Read the service, and show or undo drift. Needs full operations. Default: false. */
	readonly refresh?: boolean;
	/** Read what the newest checks of each monitor were charged, so many of each: 1 to 100. Needs full operations. Default: 0, none. */
	readonly checks?: number;
	/** Compare the values of secrets with those that were sent. Needs full operations and `MONITORS_STATE_KEY`. Default: false. */
	readonly checkSecrets?: boolean;
	/** How long to look for a create whose response was lost, seconds, 0 to 3600. Default: 90. */
	readonly lookupTimeout?: number;
	/** Which warnings are errors: `service` what Firecrawl refuses or never runs, newer findings only of monitors that change. Default: none. */
	readonly strict?: "service" | "all";
}
interface MessageDocument extends FailedMessageDocument {
	/** As in `monitors alerts`: `delivered`, `undelivered`, `queued`, `not-yet`, `unconfirmed`, `unknown` or `no-event`. */
	readonly outcome: DeliveryOutcome;
}
interface MonitorAlertsDocument {
	/** A message is known not to have arrived. */
	readonly undelivered: boolean;
	/** A recipient of mail has not confirmed, and gets nothing. */
	readonly unconfirmed: boolean;
	/** The newest message by each channel that is on. */
	readonly messages: readonly MessageDocument[];
	/** Recipients of mail that have not confirmed. */
	readonly pending: readonly string[];
	/** Recipients of mail that unsubscribed. */
	readonly unsubscribed: readonly string[];
}
interface MonitorCreateRequest {
	/**
	 * Name in the service.
	 * @maxLength 256
	 */
	name: string;
	schedule: MonitorSchedule;
	/**
	 * Plain-language goal that changed pages are judged against. Required for search targets, unless `judgeEnabled` is
	 * false.
	 * @maxLength 2000
	 * @kept trimmedOrNull
	 */
	goal?: string | null;
	/** Judge changed pages against `goal`; default: true if there is a goal. */
	judgeEnabled?: boolean;
	/**
	 * Pages, crawls and searches of each check.
	 * @minItems 1
	 * @maxItems 50
	 */
	targets: MonitorTarget[];
	/**
	 */
	webhook?: MonitorWebhook;
	/**
	 */
	notification?: MonitorNotification;
	/**
	 * Retention of check results.
	 * @unit days
	 * @minimum 1
	 * @maximum 365
	 * @default 30
	 */
	retentionDays?: number;
}
interface MonitorDeliveryDocument extends DeliveryDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The service's id of the monitor. */
	readonly id: string;
}
interface MonitorFailureDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The service's id of the monitor. */
	readonly monitorId: string;
	/** The newest failed check. */
	readonly checkId: string;
	/** `failed`: the checks failed, or all their pages. `some-pages`: the newest failed check has pages that work. `no-credits`: it was skipped for lack of credits. */
	readonly kind: FailureKind;
	/** When the first check of the row finished. */
	readonly since: string;
	/** No older check was read: it may have failed before `since`, too. */
	readonly sinceIsOpen: boolean;
	/** When a check without failures finished; null where none did since. */
	readonly until: string | null;
	/** It failed last and is paused now: it counts as paused, not as failing. */
	readonly paused: boolean;
	/** Failed checks in the row. */
	readonly checks: Count;
	/** Pages of the newest failed check that could not be read; null if unknown. */
	readonly failedPages: Count | null;
	/** All pages of the newest failed check; null if unknown. */
	readonly pages: Count | null;
	/** The error of the check, else of one of its pages; text from outside. Null if the service gives none. */
	readonly reason: string | null;
	/** A page with that error; null for the error of the check. */
	readonly url: string | null;
}
interface MonitorStatusDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The service's id. */
	readonly id: string;
	/** `active`, `paused`, or another word of the service; null if the service does not list the monitor. */
	readonly status: string | null;
	/** Every page of the last check is an error, or the check failed, or it was skipped for lack of credits; null if unknown. */
	readonly failing: boolean | null;
	/** The last check was skipped for lack of credits. */
	readonly noCredits: boolean;
	/** When the first of its failed checks in a row finished; null if it does not fail, or if that was not read. */
	readonly since: string | null;
	/** No older check was read: it may have failed before `since`, too. */
	readonly sinceIsOpen: boolean;
	/** Failed checks in a row; null with `since`. */
	readonly failedChecks: Count | null;
	/** The error of its newest failed check, else the one that most of some pages of it have; text from outside. Null if there is none. */
	readonly reason: string | null;
	/** The next run is late by more than ten minutes and one interval. */
	readonly overdue: boolean;
	/** A check is running. */
	readonly checking: boolean;
	/** The last check saw all its pages for the first time: it counts as no change. */
	readonly firstCheck: boolean;
	/** End of the last check; null if there was none. */
	readonly lastRunAt: string | null;
	/** Start of the next check; null if none is planned. */
	readonly nextRunAt: string | null;
	/** Pages of the last check; null if unknown. */
	readonly pages: PageCountsDocument | null;
	/** The service's estimate. */
	readonly estimatedCreditsPerMonth: number | null;
	/** Its newest checks, with `--checks`. */
	readonly sample: SampleDocument | null;
	/** Whether its alerts arrive; null if unknown. Only with `--alerts`. */
	readonly alerts?: MonitorAlertsDocument | null;
}
interface NextDocument {
	/** The action. */
	readonly action: "create" | "update" | "replace" | "delete" | "adopt" | "rename" | "blocked" | "unresolved";
	/** JSON pointers into the body; `/status` means paused or not. */
	readonly fields: readonly string[];
}
interface NoisyLineDocument {
	/** Address of the page; secrets in it are masked. */
	readonly url: string;
	/** How it changes. */
	readonly kind: NoiseKind;
	/** The line, with `#` for its numbers, dates and times; for `text` and `order` as it was seen last. Text of a page. */
	readonly line: string;
	/** Texts that stood there, the newest first, at most 20. Text of a page. */
	readonly texts: readonly string[];
	/** Checks at which it changed. */
	readonly changes: Count;
	/** Checks at which it could have changed. */
	readonly checks: Count;
}
interface NotReadDocument {
	/** The monitor's key. */
	readonly key: string;
	/** In a sentence. */
	readonly reason: string;
}
interface NotWrittenDocument {
	/** Its id. */
	readonly id: string;
	/** The monitor's key. */
	readonly key: string;
	/** `shared`: the value comes from a layer, a list or a data file that others share. `by-hand`: the file leaves no room for it. */
	readonly reason: "shared" | "by-hand";
	/** The file that has the value, relative to the working directory. */
	readonly file: string;
	/** Its line, from 1; null where it is not known. */
	readonly line: number | null;
}
interface PageChangeDocument {
	/** Stays the same in every call: made from monitor, check and page. */
	readonly id: string;
	/** Name of its group with `--by`: a folder (empty at the top), a label's value, or a day; null without a group or such a label. */
	readonly group: string | null;
	/** The monitor's key. */
	readonly key: string;
	/** The service's id of the monitor. */
	readonly monitorId: string;
	/** The service's id of the check. */
	readonly checkId: string;
	/** When the check finished. */
	readonly at: string;
	/** Secrets in it are masked. Text from outside: it may be no address at all. */
	readonly url: string;
	/** `changed`, `new` or `removed`. */
	readonly status: string;
	/** HTTP status of the page. */
	readonly statusCode: number | null;
	/** Whether it matters. */
	readonly verdict: ChangeVerdict;
	/** The judgment of the service; null if it was not judged. */
	readonly judgment: JudgmentDocument | null;
	/** The service's judge did not work: the page was not judged. */
	readonly judgeDegraded: boolean;
	/** Of a search: `alert`, or another word of the service. */
	readonly searchStatus: string | null;
	/** A unified diff; null if there is none. */
	readonly diff: string | null;
	/** The diff or the list of fields is longer than what is kept. */
	readonly diffCut: boolean;
	/** Changed fields of an extraction. */
	readonly fields: readonly ChangedFieldDocument[];
}
interface PageCountsDocument {
	/** All pages. */
	readonly total: Count;
	/** As in the check before. */
	readonly same: Count;
	/** Different from the check before. */
	readonly changed: Count;
	/** Not in the check before. */
	readonly new: Count;
	/** Only in the check before. */
	readonly removed: Count;
	/** Could not be read. */
	readonly error: Count;
}
interface PdfAction {
	type: "pdf";
	/**
	 * Paper size.
	 * @default "Letter"
	 */
	format?: "A0" | "A1" | "A2" | "A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid" | "Ledger";
	/**
	 * Landscape orientation.
	 * @default false
	 */
	landscape?: boolean;
	/**
	 * Zoom factor.
	 * @default 1
	 */
	scale?: number;
}
interface PdfParser {
	type: "pdf";
	/**
	 * `fast`: embedded text; `ocr`: every page; `auto`: `fast` first.
	 * @default "auto"
	 */
	mode?: "fast" | "auto" | "ocr";
	/**
	 * Maximum pages per file.
	 * @unit pages
	 * @minimum 1
	 * @maximum 10000
	 */
	maxPages?: number;
	/**
	 * Add `pages`: number and markdown of each page.
	 * @default false
	 */
	pages?: boolean;
	/**
	 * Add `blocks`: titles, texts, tables, figures and their position.
	 * @default false
	 */
	blocks?: boolean;
	/**
	 * Add a comment with the page number before each page.
	 * @default false
	 */
	pageMarkers?: boolean;
	/** Old name of `pages`. */
	pageMarkdown?: boolean;
}
interface PlainFormat {
	type: "markdown" | "summary" | "html" | "rawHtml" | "rawBase64" | "links" | "images" | "branding" | "product" | "menu";
}
interface Position {
	/** From 1. */
	readonly line: Ordinal;
	/** From 1, in UTF-16 code units. */
	readonly column: Ordinal;
	/** From the beginning of the file, from 0, in UTF-16 code units. */
	readonly offset: Count;
}
interface PressAction {
	type: "press";
	/** Key name. */
	key: string;
}
interface Profile {
	/**
	 * Visits with the same name share cookies and storage.
	 * @minLength 1
	 * @maxLength 128
	 */
	name: string;
	/**
	 * Save changes at the end; one visit at a time.
	 * @default true
	 */
	saveChanges?: boolean;
}
interface ProposalDocument {
	/** Made from monitor, kind and value: `--write` takes it as long as it is proposed. */
	readonly id: string;
	/** What it is about. */
	readonly kind: ProposalKind;
	/** `schedule`: the new cron expression or text. `region`: the selector of `excludeTags`. `lines`: the line. Both with the page behind it where two pages have the same. `judging`: `on`. `goal`: `sharpen`. `queries`: `narrower` or `wider`. */
	readonly value: string;
	/** Of a schedule, the present one; null for the others. */
	readonly before: string | null;
	/** Whether `--write` can write it: all others need a person's words. */
	readonly writable: boolean;
	/** What speaks for it. */
	readonly evidence: EvidenceDocument;
	/** What it saves. */
	readonly saves: SavingDocument;
}
interface QuestionFormat {
	type: "question";
	/**
	 * The question.
	 * @maxLength 10000
	 */
	question: string;
}
interface Range {
	/** Its first character. */
	readonly start: Position;
	/** The first character after it. */
	readonly end: Position;
}
interface ReadMonitorDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The service's id. */
	readonly id: string;
	/** Whether its checks were read. */
	readonly read: ReadKind;
	/** Start of its span. */
	readonly since: string;
	/** Checks of it that ended in the span. */
	readonly checks: Count;
	/** The service keeps its checks for fewer days than the span has, so many; null if they are kept for the whole span. */
	readonly retentionDays: Count | null;
	/** Why it could not be read; only with `failed`, and with `left` where it takes more requests than the limit. */
	readonly error: string | null;
}
interface ReasonDocument {
	/** Code of the finding, `family/name`; explained in docs/diagnostics.md. */
	readonly code: string;
	/** What is wrong, in one sentence. */
	readonly message: string;
	/** JSON pointer into the body; missing without a single place. */
	readonly pointer?: string;
}
interface RecipientDocument {
	/** The address of the mail. */
	readonly email: string;
	/** `pending`: gets nothing until a link was clicked; `confirmed`; `unsubscribed`; or another word of the service; null if unknown. */
	readonly status: string | null;
	/** Monitors that name it. */
	readonly monitors: Count;
}
interface RedactPIIOptions {
	/**
	 * `accurate`: model; `aggressive`: model and heuristics; `fast`: heuristics.
	 * @default "accurate"
	 */
	mode?: "accurate" | "aggressive" | "fast";
	/** Kinds of data to redact; default: all. */
	entities?: PIIEntity[];
	/**
	 * Replacement: placeholder, asterisks or nothing.
	 * @default "tag"
	 */
	replaceStyle?: "tag" | "mask" | "remove";
}
interface RefusedDocument {
	/** The service's id. */
	readonly id: string;
	/** Its name. */
	readonly name: string;
	/** Why. */
	readonly diagnostics: readonly ReasonDocument[];
}
interface RegionDocument {
	/** Address of the page; secrets in it are masked. */
	readonly url: string;
	/** What came of it. */
	readonly outcome: RegionOutcome;
	/** The selector that was tried; null where none was. */
	readonly selector: string | null;
	/** Why it could not be fetched; only with `failed`. */
	readonly error: string | null;
	/** The failed fetch may have been charged. */
	readonly mayBeCharged: boolean;
}
interface RelatedPlaceDocument {
	/** What stands there. */
	readonly message: string;
	/** The file, relative to the working directory, with `/`. */
	readonly file: string;
	/** JSON pointer into the YAML document. */
	readonly pointer: string;
	/** Where in the file, `end` not included. */
	readonly range: Range;
}
interface ResultDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The planned action. */
	readonly action: ApplyResult["action"];
	/** The result. */
	readonly outcome: Outcome;
	/** Monitor id; null if there is none. */
	readonly id: string | null;
	/** Number of requests. */
	readonly attempts: Count;
	/** The answer was lost; the monitor was found by its target ids. */
	readonly recovered?: true;
	/** A failed attempt may have created a duplicate: look in the service for `targetIds`. */
	readonly mayExistTwice?: boolean;
	/** The ids that the monitor's targets were sent with, for looking them up. */
	readonly targetIds?: readonly string[];
	/** Credits per month, estimated by the service; null if it gave none. */
	readonly estimatedCreditsPerMonth?: number | null;
	/** Time of the next check; null if the service gave none. */
	readonly nextRunAt?: string | null;
	/** The error, if there was one. */
	readonly error?: FailureDocument;
}
interface RowsFile {
	/** Path relative to the spec: CSV with a header, or YAML with a list of mappings. */
	file: string;
	/** What separates the columns of a CSV file; default: a comma. */
	delimiter?: ";" | "tab";
	/** Other names for columns of a CSV file, by the name that references use. */
	columns?: Record<string, string>;
	/** The key of each row, made of its cells; default: the column `key`. Each cell is one part of a key, without a slash. */
	key?: string;
}
interface RunResultDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The service's id of the monitor. */
	readonly id: string;
	/** `started`; with `--wait` then `ended` or `going-on`; `unknown`: a check may have been started. */
	readonly outcome: "started" | "ended" | "going-on" | "not-started" | "not-attempted" | "unknown";
	/** Why nothing was started; null otherwise. */
	readonly reason: "running" | "paused" | "no-credits" | "missing" | "refused" | null;
	/** How the check is known: `answered`, or found in the list of checks; null without a check. */
	readonly certainty: "answered" | "found" | "one-of-several" | "probable" | null;
	/** What went wrong, in a sentence. */
	readonly message: string | null;
	/** Credits of one check, estimated, with what the service's estimate leaves out; null if not known. */
	readonly estimatedCredits: number | null;
	/** Of these, credits that the service's estimate leaves out. */
	readonly billedBesides: number;
	/** The service's id of the check. */
	readonly checkId: string | null;
	/** The check at its end. */
	readonly check: CheckDocument | null;
	/** Its pages that are new, changed, removed, or errors. */
	readonly pages: readonly ChangedPageDocument[];
	/** All such pages are listed, each with its whole diff. */
	readonly complete: boolean;
}
interface RunSummaryDocument {
	/** Chosen. */
	readonly monitors: number;
	/** Of these, a check was started. */
	readonly started: number;
	/** No check was started. */
	readonly notStarted: number;
	/** A check may have been started. */
	readonly unknown: number;
	/** Credits of all started checks, estimated before; null if one is not known. */
	readonly estimatedCredits: number | null;
	/** Credits charged by the checks that ended; null if none ended. */
	readonly actualCredits: number | null;
}
interface RunningCheckDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The service's id of the monitor. */
	readonly monitorId: string;
	/** The service's id of the check. */
	readonly checkId: string;
	/** `queued`, `running`, or another word of the service. */
	readonly status: string;
	/** When it started, or else was made; null if unknown. */
	readonly since: string | null;
}
interface SampleCreditsDocument {
	/** Number of these checks. */
	readonly checks: Count;
	/** Charged. */
	readonly actual: number;
	/** Reserved before the checks. */
	readonly estimated: number;
}
interface SampleDocument {
	/** Checks that ended. */
	readonly checks: Count;
	/** Start of the oldest check. */
	readonly since: string | null;
	/** Checks that failed as a whole. */
	readonly failed: Count;
	/** Skipped because the check before was still running. */
	readonly skipped: Count;
	/** Skipped for lack of credits. */
	readonly noCredits: Count;
	/** Checks with a message that is known not to have arrived. */
	readonly undelivered: Count;
	/** Pages of these checks. */
	readonly pages: Count;
	/** Pages that could not be read. */
	readonly errorPages: Count;
	/** Charged and estimated credits of checks that have both. */
	readonly credits: SampleCreditsDocument | null;
	/** The estimate, scaled by what was charged. */
	readonly actualCreditsPerMonth: number | null;
	/** What is wrong with a search; null if nothing, or if the sample is too small. */
	readonly search: SearchVerdict | null;
}
interface SavingDocument {
	/** Credits a month, by what was charged where that is known; negative where it costs some; null where it can't be said. */
	readonly creditsPerMonth: number | null;
	/** Alerts a month; null where it can't be said. */
	readonly alertsPerMonth: number | null;
}
interface ScrapeAction {
	type: "scrape";
}
interface ScreenshotAction {
	type: "screenshot";
	/**
	 * Capture the whole page, not only the viewport.
	 * @default false
	 */
	fullPage?: boolean;
	/**
	 * Image quality.
	 * @unit percent
	 * @minimum 1
	 * @maximum 100
	 */
	quality?: number;
	viewport?: Viewport;
}
interface ScreenshotFormat {
	type: "screenshot";
	/**
	 * Capture the whole page, not only the viewport.
	 * @default false
	 */
	fullPage?: boolean;
	/**
	 * Image quality.
	 * @unit percent
	 * @minimum 1
	 * @maximum 100
	 */
	quality?: number;
	viewport?: Viewport;
}
interface ScrollAction {
	type: "scroll";
	/**
	 * Direction.
	 * @default "down"
	 */
	direction?: "up" | "down";
	/** CSS selector of the element; default: the page. */
	selector?: string;
}
interface SecretDocument {
	/** The environment name. */
	readonly name: string;
	/** Places of the value; the same value has the same name everywhere. */
	readonly uses: readonly SecretUseDocument[];
}
interface SecretUseDocument {
	/** The key of the monitor. */
	readonly key: string;
	/** JSON pointer into the body. */
	readonly place: string;
	/** Text before the reference in the spec that is not part of the value. */
	readonly after: string;
}
interface SlackNotification {
	/**
	 * Send messages.
	 * @default false
	 */
	enabled?: boolean;
	/**
	 * Id of the channel.
	 * @maxLength 64
	 */
	channelId?: string;
	/**
	 * Name of the channel.
	 * @maxLength 128
	 */
	channelName?: string;
}
interface StatusCounts {
	/** All that were chosen. */
	readonly monitors: Count;
	/** Known to be failing, or skipped for lack of credits. */
	readonly failing: Count;
	/** Of these, with the last check skipped for lack of credits. */
	readonly noCredits: Count;
	/** With pages that could not be read in the last check, and others that could: not failing. */
	readonly partlyFailing: Count;
	/** With changed, new or removed pages in the last check; a first check counts as no change. */
	readonly changed: Count;
	/** Late by more than ten minutes and one interval. */
	readonly overdue: Count;
	/** With status `paused`. */
	readonly paused: Count;
	/** Not in the service. */
	readonly missing: Count;
	/** With a message that is known not to have arrived; only with `--alerts`. */
	readonly undelivered?: Count;
	/** With a recipient of mail that has not confirmed; only with `--alerts`. */
	readonly unconfirmed?: Count;
}
interface StopDocument {
	/** The reason. */
	readonly reason: StopReason["kind"];
	/** What happened, in one sentence. */
	readonly message: string;
	/** What to do next. */
	readonly hint: string;
}
interface ThreatProtectionOverride {
	/**
	 * `normal`: check URLs with a risk service, 2 credits each; `off`: refused if the team enforces protection. `manual-only` and
	 * `zscaler` are undocumented.
	 */
	mode?: "off" | "normal" | "manual-only" | "zscaler";
	/**
	 * Block URLs with this risk score or more.
	 * @unit score
	 * @minimum 0
	 * @maximum 100
	 */
	riskScoreThreshold?: number;
	/**
	 * Domains to block, plain or with wildcards.
	 * @maxItems 1000
	 */
	blacklist?: string[];
	/**
	 * Domains to allow, whatever the other rules.
	 * @maxItems 1000
	 */
	whitelist?: string[];
	/**
	 * Top-level domains to block, in lower case, without dot.
	 * @maxItems 1000
	 */
	blockedTlds?: string[];
	/** If the risk service is unreachable: `open` allows, `closed` blocks. */
	failurePolicy?: "open" | "closed";
}
interface TuneCounts {
	/** All that were chosen. */
	readonly monitors: Count;
	/** Of these, not read: failed, or left for another call. */
	readonly notRead: Count;
	/** Checks that have ended, of all monitors. */
	readonly checks: Count;
	/** Changed pages that were judged to matter. */
	readonly meaningful: Count;
	/** Changed pages that were judged not to matter. */
	readonly noise: Count;
	/** Changed pages without a judgment. */
	readonly notJudged: Count;
	/** Lines that change nearly each time. */
	readonly lines: Count;
	/** Proposals. */
	readonly proposals: Count;
	/** Credits a month that all proposals save together, less what they cost; those of which it can't be said left out. */
	readonly creditsPerMonth: number;
	/** Requests that were sent to read. */
	readonly requests: Count;
	/** Pages that `--fetch` fetched, each fetch counted: they are paid for. */
	readonly fetches: Count;
}
interface TunedChangesDocument {
	/** Judged to matter. */
	readonly meaningful: Count;
	/** Judged not to matter. */
	readonly noise: Count;
	/** Without a judgment, also where the judge did not work. */
	readonly notJudged: Count;
	/** Of those without a judgment, where the judge did not work. */
	readonly degraded: Count;
	/** Changed pages that were not read: of a check at most 10,000 are. */
	readonly unread: Count;
}
interface TunedCreditsDocument {
	/** Sum of the checks that say what was charged; null where none does. */
	readonly charged: number | null;
	/** Number of these checks. */
	readonly checks: Count;
	/** Charged credits for each meaningful change; null where nothing was charged or nothing was meaningful. */
	readonly perMeaningfulChange: number | null;
}
interface TunedFailureDocument {
	/** `failed`: the checks failed, or all their pages. `some-pages`: pages of them. `no-credits`: skipped for lack of credits. */
	readonly kind: "failed" | "some-pages" | "no-credits";
	/** As the service gives it; text from outside. Null where it gives none, or where it was not read: of pages only the newest is. */
	readonly reason: string | null;
	/** Number of checks. */
	readonly checks: Count;
}
interface TunedMonitorDocument {
	/** The monitor's key. */
	readonly key: string;
	/** The service's id. */
	readonly id: string;
	/** Whether its checks were read. */
	readonly read: TuneReadKind;
	/** Why it could not be read; only with `failed`. */
	readonly error: string | null;
	/** The spec, relative to the working directory; null where there is none any more. */
	readonly file: string | null;
	/** Its checks that have ended. */
	readonly checks: Count;
	/** When the oldest of them ended; null without any. */
	readonly since: string | null;
	/** When the newest of them ended; null without any. */
	readonly until: string | null;
	/** Checks a week that told someone, or had something to tell where the service does not say; null where they span no time. */
	readonly alertsPerWeek: number | null;
	/** Changed pages. */
	readonly changes: TunedChangesDocument;
	/** Lines that change nearly each time, those that change most often first. */
	readonly lines: readonly NoisyLineDocument[];
	/** Checks with failures by reason, the most frequent first. */
	readonly failures: readonly TunedFailureDocument[];
	/** Charged credits. */
	readonly credits: TunedCreditsDocument;
	/** What would make it quieter or cheaper. */
	readonly proposals: readonly ProposalDocument[];
	/** Why there are no proposals; null where there may be some. */
	readonly noProposals: NoProposalsReason | null;
	/** Pages with noisy lines, as `--fetch` found them; empty without it. */
	readonly regions: readonly RegionDocument[];
}
interface UndocumentedFormat {
	type: "deterministicJson" | "query";
	[member: string]: unknown;
}
interface UnresolvedDocument {
	/** The monitor's key. */
	readonly key: string;
	/** Its target ids, to look for in the service. */
	readonly targetIds: readonly string[];
	/** Address of the service. */
	readonly origin: string;
	/** Number of requests, if known. */
	readonly attempts: Count;
	/** Time of the first request, ISO 8601; null if unknown. */
	readonly firstSentAt: string | null;
	/** Time of the last request, ISO 8601; null if unknown. */
	readonly lastSentAt: string | null;
	/** The last answer; missing if there was none. */
	readonly error?: UnresolvedErrorDocument;
}
interface UnresolvedErrorDocument {
	/** HTTP status, if there was an answer. */
	readonly status?: number;
	/** What happened, in one word. */
	readonly code: string;
	/** What happened, in one sentence. */
	readonly message: string;
}
interface VideoFormat {
	type: "video";
}
interface Viewport {
	/**
	 * Width.
	 * @unit pixels
	 */
	width: number;
	/**
	 * Height.
	 * @unit pixels
	 */
	height: number;
}
interface WaitAction {
	type: "wait";
	/**
	 * Time to wait.
	 * @unit milliseconds
	 * @minimum 1
	 */
	milliseconds?: number;
	/** CSS selector of the element to wait for. */
	selector?: string;
}
interface WriteAction {
	type: "write";
	/**
	 * Text to type; a secret, may contain `${env:NAME}`.
	 * @secret
	 * @references
	 */
	text: string;
}
interface WrittenDocument {
	/** Proposals that are in the specs now, in the order in which they were asked for. */
	readonly proposals: readonly WrittenProposalDocument[];
	/** Proposals that were not written. */
	readonly notWritten: readonly NotWrittenDocument[];
	/** The plan with the edited specs; nothing of it was carried out. Null where no spec was edited. */
	readonly plan: PlanDocument | null;
}
interface WrittenProposalDocument {
	/** Its id. */
	readonly id: string;
	/** The monitor's key. */
	readonly key: string;
	/** The edited file, relative to the working directory. */
	readonly file: string;
}
type Action = WaitAction | ScreenshotAction | ClickAction | WriteAction | PressAction | ScrollAction | ScrapeAction | ExecuteJavascriptAction | PdfAction;
type ActualCostDocument = {
	/** The monitor's key. */
	readonly key: string;
	/**
	 * The estimate, scaled by what was charged.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number;
	/**
	 * Credits per month by the price list.
	 * @minimum 0
	 */
	readonly estimate: number;
	/** Checks that have both figures. */
	readonly checks: Count;
	/** Start of the oldest of them. */
	readonly since: string | null;
};
type ActualCostsDocument = {
	/** Newest checks that were asked for, of each monitor. */
	readonly newest: Count;
	/**
	 * All monitors; the estimate for those that are new, edited or unknown.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number;
	/** Monitors that are counted by the estimate. */
	readonly estimated: Count;
	/** The other monitors, sorted by key. */
	readonly monitors: readonly ActualCostDocument[];
};
type AdoptChangeDocument = ChangedMonitorDocument & {
	readonly action: "adopt";
	/** The service's id. */
	readonly id: string;
	readonly reason: null;
	/** The service's id of the monitor that was deleted there and that it replaces. */
	readonly gone?: string;
	/** Differences from the spec, which are updated. */
	readonly fields: readonly FieldDocument[];
};
type AlertChannel = (typeof ALERT_CHANNELS)[number];
type BilledBesidesDocument = {
	/**
	 * Credits a month after apply.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number;
	/** What it is, sorted. */
	readonly of: readonly string[];
};
type BlockedChangeDocument = ChangedMonitorDocument & {
	readonly action: "blocked";
	/** The blocked action. */
	readonly wanted: "create" | "update" | "replace" | "delete";
	/** Monitor id; null if it does not exist. */
	readonly id: string | null;
	/** The code that says why. */
	readonly reason: ReasonCode;
	/** Differences from the existing monitor. */
	readonly fields: readonly FieldDocument[];
	/** What was changed in the service and stays so; absent where nothing was, and without `--refresh`. */
	readonly drift?: readonly FieldDocument[];
};
type ChangeTrackingMode = "git-diff" | "json";
type ChangeVerdict = "meaningful" | "not-judged" | "noise" | "first-seen";
type ChangedMonitorDocument = {
	/** The monitor's stable name. */
	readonly key: string;
	/** Its current name, else the one that it was created with. */
	readonly name: string;
	/** Its spec, relative to the working directory, with `/`; null if it was removed. */
	readonly file: string | null;
	/** Line in that file; null where there is no spec. */
	readonly line: Ordinal | null;
	/**
	 * Credits a month by its spec; null where there is no spec any more.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number | null;
};
type Count = number;
type CreateChangeDocument = ChangedMonitorDocument & {
	readonly action: "create";
	/** It does not exist yet. */
	readonly id: null;
	readonly reason: null;
	/** The service's id of the monitor that was deleted there and that it replaces. */
	readonly gone?: string;
	/** All its fields, each as an `add`. */
	readonly fields: readonly FieldDocument[];
};
type DeleteChangeDocument = ChangedMonitorDocument & {
	readonly action: "delete";
	/** The service's id. */
	readonly id: string;
	readonly reason: null;
	/** Its spec was removed, or another monitor replaced it. */
	readonly why: "spec-removed" | "leftover";
	/** Always empty. */
	readonly fields: readonly FieldDocument[];
};
type DeliveryOutcome = "delivered" | "undelivered" | "queued" | "not-yet" | "unconfirmed" | "unknown" | "no-event";
type DuplicateDocument = {
	/** The monitor's stable name. */
	readonly key: string;
	/** All of them, oldest first, including the recorded one. */
	readonly monitors: readonly LiveMonitorDocument[];
};
type EmailAddress = string;
type EstimateDifferenceDocument = {
	/** The monitor's stable name. */
	readonly key: string;
	/** The service's id. */
	readonly id: string;
	/**
	 * By the public price list.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number;
	/**
	 * By the service.
	 * @minimum 0
	 */
	readonly serviceCreditsPerMonth: number;
	/** Why they differ, if known. */
	readonly reason: string;
};
type FailureKind = "failed" | "some-pages" | "no-credits";
type FieldDocument = {
	/** JSON pointer into the body; list items without a stable index are named by value or target. */
	readonly path: string;
	/** `change` has `before` and `after`, `add` only `after`, `remove` only `before`. */
	readonly op: "add" | "remove" | "change";
	/** Value in the monitor; `"(secret)"` for a secret. */
	readonly before?: JsonValue;
	/** Value in the spec; `"(secret)"` for a secret. */
	readonly after?: JsonValue;
	/** Contains a secret, so `before` and `after` are incomplete. */
	readonly sensitive: boolean;
	/** Where `after` was written; only in changes of monitors that exist, and missing where nothing is written. */
	readonly origin?: OriginDocument;
};
type Format = FormatName | FormatObject;
type FormatName = "markdown" | "summary" | "html" | "rawHtml" | "rawBase64" | "links" | "images" | "branding" | "product" | "menu" | "screenshot" | "json" | "changeTracking" | "audio" | "video" | "deterministicJson" | "query";
type FormatObject = PlainFormat | ScreenshotFormat | JsonFormat | ChangeTrackingFormat | AudioFormat | VideoFormat | QuestionFormat | HighlightsFormat | AttributesFormat | UndocumentedFormat;
type IgnoredMember = "schedule" | "goal" | "retentionDays" | "notification" | "notification.email" | "notification.email.enabled" | "notification.email.recipients" | "notification.email.includeDiffs";
type IncompleteReason = "interrupted" | "max-requests" | "not-read";
type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
type Key = string;
type KeyBudgetDocument = {
	/** The glob. */
	readonly keys: string;
	/**
	 * Credits per month.
	 * @minimum 0
	 */
	readonly budget: number;
	/** Monitors that have such a key, also those that are held back or go. */
	readonly monitors: Count;
	/**
	 * After apply; by what was charged if `budgetBy` is `actual`.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number;
	/**
	 * Now.
	 * @minimum 0
	 */
	readonly before: number;
};
type LabelChangeDocument = {
	/** The monitor's stable name. */
	readonly key: string;
	/** Its labels in the state. */
	readonly before: {
		readonly [name: string]: string;
	};
	/** Its labels in the spec. */
	readonly after: {
		readonly [name: string]: string;
	};
};
type ListRows = ListRow[];
type LiveMonitorDocument = {
	/** The service's id. */
	readonly id: string;
	/** Its name in the service. */
	readonly name: string;
	/** Time of creation; empty if the service gave none. */
	readonly createdAt: string;
};
type MonitorEstimateDocument = {
	/** The monitor's key. */
	readonly key: string;
	/**
	 * Credits per month.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number;
	/**
	 * Checks per month.
	 * @minimum 0
	 */
	readonly checksPerMonth: number;
};
type MonitorEvent = "monitor.page" | "monitor.check.completed";
type MonitorId = string;
type NoProposalsReason = "few-checks" | "no-spec" | "not-applied" | "paused";
type NoiseKind = "numbers" | "text" | "order";
type OnAmbiguous = "verify" | "retry" | "stop";
type Ordinal = number;
type OriginDocument = {
	/** Relative to the working directory, with `/`. */
	readonly file: string;
	/** Line in that file. */
	readonly line: Ordinal;
};
type Outcome = "created" | "updated" | "replaced" | "deleted" | "adopted" | "renamed" | "failed" | "not-attempted" | "unknown";
type PIIEntity = "PERSON" | "EMAIL" | "PHONE" | "LOCATION" | "FINANCIAL" | "SECRET";
type Parser = ParserName | ParserObject;
type ParserName = "pdf" | "image";
type ParserObject = PdfParser | ImageParser;
type PlanEstimateDocument = {
	/**
	 * All monitors after apply.
	 * @minimum 0
	 */
	readonly creditsPerMonth: number;
	/**
	 * All monitors now.
	 * @minimum 0
	 */
	readonly before: number;
	/** What has a known price, and the service's own estimate leaves out: the budget counts both. */
	readonly billedBesides: BilledBesidesDocument;
	/** Whether unchanged pages are free, where the service was asked and says so. */
	readonly unchangedPagesFree?: boolean;
	/**
	 * The budget of the config file, if it has one.
	 * @minimum 0
	 */
	readonly budget?: number;
	/** `actual` if the budget counts what was charged; absent if it counts the estimate. */
	readonly budgetBy?: "actual";
	/** Budgets by keys, in the order of the config file; absent if it has none. */
	readonly keyBudgets?: readonly KeyBudgetDocument[];
	/** What the newest checks were charged, with `--checks`. */
	readonly actual?: ActualCostsDocument;
	/** Costs that the figures do not include, sorted. */
	readonly notIncluded: readonly string[];
	/** The monitors that the plan touches, sorted by key. */
	readonly monitors: readonly MonitorEstimateDocument[];
};
type PlanServiceDocument = {
	/** Duplicates: keys with several monitors of equal target ids, sorted by key. */
	readonly duplicates: readonly DuplicateDocument[];
	/** Unmanaged monitors, oldest first; never changed. */
	readonly unmanaged: readonly UnmanagedDocument[];
	/** Monitors whose price differs from the price list, sorted by key. */
	readonly estimateDifferences: readonly EstimateDifferenceDocument[];
};
type PlanSummaryDocument = {
	/** To be created. */
	readonly create: Count;
	/** To be updated; always 0 with `operations: create`. */
	readonly update: Count;
	/** To be deleted and created again; always 0 with `operations: create`. */
	readonly replace: Count;
	/** To be deleted; always 0 with `operations: create`. */
	readonly delete: Count;
	/** To be adopted unchanged; always 0 with `operations: create`. */
	readonly adopt: Count;
	/** Unchanged. */
	readonly unchanged: Count;
	/** Blocked: `reason` of the change says why, its finding what to do. */
	readonly blocked: Count;
	/** Unresolved creates. */
	readonly unresolved: Count;
	/** Protected monitors whose specs are gone: they keep running, and count as done. Not among `blocked`. */
	readonly protected: Count;
	/** Of all these, how many monitors were changed or deleted in the service; 0 without `--refresh`. */
	readonly drift: Count;
};
type ProposalKind = "schedule" | "region" | "lines" | "judging" | "goal" | "queries";
type ReadKind = "whole" | "skipped" | "missing" | "failed" | "left";
type ReasonCode = string;
type RegionOutcome = "found" | "line-missing" | "several-places" | "no-selector" | "line-stays" | "others-change" | "no-text" | "failed" | "not-sent" | "left-out";
type RenameChangeDocument = ChangedMonitorDocument & {
	readonly action: "rename";
	/** Its previous key. */
	readonly from: string;
	/** The service's id. */
	readonly id: string;
	readonly reason: null;
	/** Always empty. */
	readonly fields: readonly FieldDocument[];
};
type ReplaceChangeDocument = ChangedMonitorDocument & {
	readonly action: "replace";
	/** Id of the old monitor. */
	readonly id: string;
	readonly reason: null;
	/** Changes that an update cannot make. */
	readonly why: "webhook-removed" | "webhook-added-outside";
	/** Changes of the spec. */
	readonly fields: readonly FieldDocument[];
	/** What was changed in the service; empty without `--refresh`. */
	readonly drift: readonly FieldDocument[];
};
type SearchQuery = string;
type SearchVerdict = "too-wide" | "too-vague" | "too-narrow";
type Severity = "error" | "warning";
type StatusIncompleteReason = "max-requests" | "not-read";
type StopReason = {
	readonly kind: "interrupted";
	readonly exitCode: 130 | 143;
}
/** 401, 402, 403: no further request can succeed. */
 | {
	readonly kind: "refused-by-service";
	readonly failure: Failure;
}
/** Redirect, 404, 405 or not JSON: this address does not look like the service. */
 | {
	readonly kind: "not-the-service";
	readonly failure: Failure;
}
/** Certificate errors, or DNS failing on the first request. */
 | {
	readonly kind: "unreachable";
	readonly failure: Failure;
}
/** The list could not be read: what may exist already may not be created. */
 | {
	readonly kind: "unlisted";
	readonly failure: Failure;
}
/** Three changes in a row used up their attempts. */
 | {
	readonly kind: "service-down";
	readonly failure: Failure;
}
/** The service asked to wait longer than is honoured (120 s). */
 | {
	readonly kind: "rate-limited";
	readonly failure: Failure;
	readonly waitMs: number;
}
/** `--on-error stop` and one change failed. */
 | {
	readonly kind: "on-error-stop";
	readonly failure: Failure;
} | {
	readonly kind: "persist-failed";
	readonly message: string;
}
/** The journal or the state could not be written. */
 | {
	readonly kind: "state-not-saved";
	readonly message: string;
	/** Where the rescue file is; null when there is none. */
	readonly rescue: string | null;
	/** Monitors that are neither in the state nor in a rescue file: print their ids. Absent when nothing is lost. */
	readonly unsaved?: readonly {
		readonly key: Key;
		readonly id: string;
	}[];
};
type TuneIncompleteReason = "interrupted" | "max-requests" | "not-read";
type TuneReadKind = "whole" | "missing" | "failed" | "left";
type UnmanagedDocument = LiveMonitorDocument & {
	/** Credits per month; null if the service gave none. */
	readonly creditsPerMonth: number | null;
	/** The project whose monitor it is, as far as its target ids tell; null where none is known. */
	readonly project: string | null;
	/** The environment whose monitor it is, as far as its target ids tell; null where none is known. */
	readonly environment: string | null;
};
type UnresolvedChangeDocument = ChangedMonitorDocument & {
	readonly action: "unresolved";
	readonly wanted: "create";
	/** The monitor with exactly its target ids, which apply adopts; null if none is known. */
	readonly id: string | null;
	/** The code that says why. */
	readonly reason: ReasonCode;
	/** Always empty. */
	readonly fields: readonly FieldDocument[];
};
type UpdateChangeDocument = ChangedMonitorDocument & {
	readonly action: "update";
	/** The service's id. */
	readonly id: string;
	readonly reason: null;
	/** Changes of the spec. */
	readonly fields: readonly FieldDocument[];
	/** What was changed in the service and apply reverts; empty without `--refresh`. */
	readonly drift: readonly FieldDocument[];
	/** Secrets whose values changed since they were sent; empty without `--check-secrets`. */
	readonly rotated: readonly string[];
};
type WebAddress = string;

export {};
