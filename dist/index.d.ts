/** Nothing was done, for a reason that can be mended: specs with errors, wrong options, no key, an unreadable or locked state. */
export declare class MonitorsError extends Error {
	readonly name = "MonitorsError";
	/** Which kind of error: `family/name`, each with a page in docs/diagnostics.md. */
	readonly code: string;
	/** What to do next. */
	readonly hint: string | undefined;
	/** What the command would exit with; see docs/exit-codes.md. */
	readonly exitCode: number;
	/** The findings that the error comes from, such as those of specs with errors. */
	readonly diagnostics: readonly FindingDocument[];
	constructor({ error, diagnostics }: ErrorDocument, exitCode: number);
}
/**
 * Makes the service hold what the specs say, without asking: to call it is to approve. Changes that fail are no
 * exception: look at `exitCode` and `results`. Throws {@link MonitorsError} where nothing was done.
 */
export declare function apply(options?: ApplyOptions): Promise<Applied>;
/** Reads and checks all specs, offline. Throws {@link MonitorsError} where there is nothing to read. */
export declare function loadSpecs(options?: WorkspaceOptions): Promise<LoadedSpecs>;
/** Shows what {@link apply} would do, offline. Throws {@link MonitorsError}, also where specs have errors. */
export declare function plan(options?: PlanOptions): Promise<PlanDocument>;
/** Checks the specs, offline. Findings are no exception: look at `valid`. Throws {@link MonitorsError} where there is nothing to check. */
export declare function validate(options?: ValidateOptions): Promise<ValidateDocument>;
/** What became of each change, and how the command would have ended. */
export interface Applied extends ApplyDocument {
	/** As `monitors apply` exits: 0 done; 1 something failed or is held back; 4 an outcome is unknown; 5 the state could not be saved; 143 aborted. */
	readonly exitCode: number;
}
/** What `apply --format json` prints. */
export interface ApplyDocument {
	/** Version of this shape; members are only ever added within a version. */
	readonly formatVersion: 1;
	readonly command: "apply";
	/** How many monitors came to what. */
	readonly summary: ApplySummary;
	/** One for each change of the plan that is not held back, sorted by key. */
	readonly results: readonly ResultDocument[];
	/** Why the run ended before it was through; left out where it got there. */
	readonly stopped?: StopDocument;
	/** What an answer that leaves doubt led to in this run: sent again (`retry`), looked up first (`verify`), or left alone (`stop`). */
	readonly onAmbiguous: OnAmbiguous;
	/** What the plan and the run point out. */
	readonly diagnostics: readonly FindingDocument[];
}
/** What {@link apply} is told. */
export interface ApplyOptions extends WorkspaceOptions {
	/** A plan saved by {@link plan}: exactly that is applied, or, where specs or state have changed since, nothing. */
	readonly planFile?: string;
	/** Apply these keys only; not together with `planFile`. Default: all. */
	readonly only?: readonly string[];
	/** The key of the service. Default: `MONITORS_API_KEY`. */
	readonly apiKey?: string;
	/** The address of the service. Default: `MONITORS_BASE_URL`. */
	readonly baseUrl?: string;
	/** Requests under way at once, from 1. Default: 8. */
	readonly concurrency?: number;
	/** When one change is refused: go on with the others, or stop. Default: go on. */
	readonly onError?: "continue" | "stop";
	/** After an answer that leaves doubt whether it was carried out. Default: `verify`. */
	readonly onAmbiguous?: "verify" | "retry" | "stop";
	/** How long to wait for another run that holds the lock: `10s`, `5m`, `1h`. Default: not at all. */
	readonly lockTimeout?: string;
	/** Ends the run in good order: nothing more is sent, what is under way gets a few seconds, the state is saved. */
	readonly signal?: AbortSignal;
}
/** A finding in every JSON document. */
export interface FindingDocument {
	/** An `error` stops plan and apply; a `warning` is shown. */
	readonly severity: Severity;
	/**
	 * Which kind of finding: `family/name`, each with a page in docs/diagnostics.md.
	 * @pattern ^[a-z]+/[a-z0-9-]+$
	 * @example "schema/unknown-field"
	 */
	readonly code: string;
	/**
	 * What is wrong, in one sentence that names things.
	 * @example "unknown field \"schedul\" in monitor \"Acme pricing\""
	 */
	readonly message: string;
	/**
	 * An action that mends it.
	 * @example "did you mean \"schedule\"?"
	 */
	readonly hint?: string;
	/**
	 * The file, relative to the working directory, with `/`. Left out with `pointer` and `range` where a finding has no place.
	 * @example "monitors/pricing/acme.yaml"
	 */
	readonly file?: string;
	/**
	 * JSON pointer into the YAML document.
	 * @example "/schedul"
	 */
	readonly pointer?: string;
	/** Where in the file, `end` not included. */
	readonly range?: Range;
}
/** One spec. */
export interface LoadedMonitor {
	/** The stable name of the monitor, unique in the repository and environment. */
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
/** What the specs of a repository say. */
export interface LoadedSpecs {
	/** The specs without errors, sorted by key. */
	readonly monitors: readonly LoadedMonitor[];
	/** The findings of all files, sorted by file and place. */
	readonly diagnostics: readonly FindingDocument[];
}
/** What `plan --format json` prints. It holds no secret. */
export interface PlanDocument {
	/** Version of this shape; members are only ever added within a version. */
	readonly formatVersion: 1;
	readonly command: "plan";
	/** How many monitors apply would do what with. */
	readonly summary: PlanSummaryDocument;
	/** What the monitors cost. */
	readonly estimate: PlanEstimateDocument;
	/** What differs, sorted by key. Unchanged monitors are counted, not listed. */
	readonly changes: readonly ChangeDocument[];
	/** What the service holds beside what the plan is about; only with `--refresh`. */
	readonly service?: PlanServiceDocument;
	/**
	 * Address of the emulator that wrote the state: no real service has these monitors. Only where no address was given.
	 * @example "http://127.0.0.1:4010"
	 */
	readonly emulator?: string;
	/** Requests that apply will send if nothing fails. */
	readonly requests: Count;
	/**
	 * SHA-256 over actions, keys, bodies and what updates send, with references unresolved: equal for plans that do the same.
	 * @pattern ^[0-9a-f]{64}$
	 * @example "46fb69114decd026352daa402f72a83a118e1a60dcfa9d443a4342071b25c8c0"
	 */
	readonly digest: string;
	/** The specs' warnings, the plan's own, and one finding for each blocked or unresolved change that says what to do; sorted by file and place. */
	readonly diagnostics: readonly FindingDocument[];
}
/** What {@link plan} is told. */
export interface PlanOptions extends WorkspaceOptions {
	/** Plan these keys only. Default: all. */
	readonly only?: readonly string[];
	/** Save the plan in this file, for {@link apply}. */
	readonly out?: string;
}
/** What `validate --format json` prints. */
export interface ValidateDocument {
	/** Version of this shape; members are only ever added within a version. */
	readonly formatVersion: 1;
	readonly command: "validate";
	/** Whether there is no error; with `--strict`, warnings that it turned into errors count as such. */
	readonly valid: boolean;
	/** Spec files that were checked. */
	readonly files: Count;
	/** Monitors in them: a file can hold several. */
	readonly monitors: Count;
	/** All errors: more than are listed where one document has more than 50 findings. */
	readonly errorCount: Count;
	/** All warnings: more than are listed where one document has more than 50 findings. */
	readonly warningCount: Count;
	/** The findings, sorted by file and place. */
	readonly diagnostics: readonly FindingDocument[];
}
/** What {@link validate} is told. */
export interface ValidateOptions extends WorkspaceOptions {
	/** Report on these files and directories only; keys are checked against all specs either way. Default: all. */
	readonly paths?: readonly string[];
	/** Which warnings count as errors. Default: none. */
	readonly strict?: "service" | "all";
}
/** Where a workspace is and what it is called: what the global flags of the command line say. */
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
}
interface ApplyResult {
	readonly key: Key;
	readonly action: "create" | "update" | "replace" | "delete" | "adopt" | "rename";
	readonly outcome: Outcome;
	readonly id?: string;
	/** Requests made for it. */
	readonly attempts: number;
	/** The answer was lost, and the monitor was found in the service by its target ids. */
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
	/** Created by this run, or by an earlier one whose answer this run found out. */
	readonly created: Count;
	/** Updated; always 0 with `operations: create`. */
	readonly updated: Count;
	/** Deleted and created anew; always 0 with `operations: create`. */
	readonly replaced: Count;
	/** Deleted; always 0 with `operations: create`. */
	readonly deleted: Count;
	/** Taken over as they were; always 0 with `operations: create`. */
	readonly adopted: Count;
	/** Given another key; no request. */
	readonly renamed: Count;
	/** Equal before the run. */
	readonly unchanged: Count;
	/** Held back by the plan. */
	readonly blocked: Count;
	/** Creates of earlier runs whose outcome is still unknown. */
	readonly unresolved: Count;
	/** Protected monitors whose specs are gone: they go on running, and count as done. Not among `blocked`. */
	readonly protected: Count;
	/** Refused, or given up. */
	readonly failed: Count;
	/** Never sent, because the run ended before. */
	readonly notAttempted: Count;
	/** Sent, and nobody knows what came of it: settle it with `monitors resolve`. */
	readonly unknown: Count;
}
interface ErrorDetails {
	/**
	 * Which kind of error: `family/name`, each with a page in docs/diagnostics.md.
	 * @pattern ^[a-z]+/[a-z0-9-]+$
	 * @example "config/no-key"
	 */
	readonly code: string;
	/**
	 * What happened, in one sentence.
	 * @example "MONITORS_API_KEY is not set"
	 */
	readonly message: string;
	/**
	 * What to do next.
	 * @example "set it to a key of the service; in CI, as a secret"
	 */
	readonly hint?: string;
}
interface ErrorDocument {
	/** Version of this shape; members are only ever added within a version. */
	readonly formatVersion: 1;
	/**
	 * The command's words.
	 * @example "apply"
	 */
	readonly command: string;
	/** The error that ended the run. */
	readonly error: ErrorDetails;
	/** The findings that the error comes from, where there are any: of specs with errors, of a config file. */
	readonly diagnostics?: readonly FindingDocument[];
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
	/** How long the service asked to wait, milliseconds from the answer's arrival; undefined when it did not say (or not validly). */
	readonly retryAfterMs?: number;
	/** `retryAfterMs` was read from the words of the body, not from a header: it lengthens a computed delay, no more. */
	readonly retryAfterIsHint?: boolean;
	/** The answer was no JSON although it should be: not the service, or something before it. */
	readonly notTheService?: boolean;
	/** This service does not offer the operation: 405, 501, a 404 that is not the service's own of a monitor; a list also 403. */
	readonly notOffered?: true;
}
interface FailureDocument {
	/**
	 * HTTP status, where there was an answer.
	 * @asType integer
	 * @example 400
	 */
	readonly status?: number;
	/**
	 * The code of the service, or of the system where no answer came.
	 * @example "ECONNREFUSED"
	 */
	readonly code?: string;
	/**
	 * What happened, in one sentence.
	 * @example "the service answered 400: Bad Request"
	 */
	readonly message: string;
	/** What the service said about single fields, as it said it. */
	readonly details?: JsonValue;
}
interface JsonObject {
	readonly [member: string]: JsonValue;
}
interface Position {
	/** From 1. */
	readonly line: Ordinal;
	/** From 1, in UTF-16 code units. */
	readonly column: Ordinal;
	/** From the beginning of the file, from 0, in UTF-16 code units. */
	readonly offset: Count;
}
interface Range {
	/** Its first character. */
	readonly start: Position;
	/** The first character after it. */
	readonly end: Position;
}
interface ResultDocument {
	/**
	 * The monitor's key.
	 * @example "pricing/acme"
	 */
	readonly key: string;
	/** What the plan wanted. */
	readonly action: ApplyResult["action"];
	/** What came of it. */
	readonly outcome: Outcome;
	/**
	 * The service's id; null where there is none.
	 * @example "0190a1b2-0000-4000-8000-000000000002"
	 */
	readonly id: string | null;
	/** Requests made for it. */
	readonly attempts: Count;
	/** The answer was lost, and the monitor was found in the service by its target ids. */
	readonly recovered?: true;
	/** An attempt that seemed to fail may have been carried out too: look in the service for `targetIds`. */
	readonly mayExistTwice?: boolean;
	/**
	 * The ids that the monitor's targets were sent with, where somebody may have to look for them.
	 * @example ["5f0c1a52-0000-5000-8000-000000000003"]
	 */
	readonly targetIds?: readonly string[];
	/**
	 * Credits a month as the service estimates them; null where it gave no figure.
	 * @example 5760
	 */
	readonly estimatedCreditsPerMonth?: number | null;
	/**
	 * When the service will check it next, as it answered; null where it gave no time.
	 * @example "2026-01-02T03:30:00.000Z"
	 */
	readonly nextRunAt?: string | null;
	/** What went wrong, where something did. */
	readonly error?: FailureDocument;
}
interface StopDocument {
	/** Which kind of end. */
	readonly reason: StopReason["kind"];
	/**
	 * What happened, in one sentence.
	 * @example "the service refused the key (401)"
	 */
	readonly message: string;
	/**
	 * What to do next.
	 * @example "check MONITORS_API_KEY"
	 */
	readonly hint: string;
}
type AdoptChangeDocument = ChangedMonitorDocument & {
	readonly action: "adopt";
	/** The service's id. */
	readonly id: string;
	readonly reason: null;
	/** The service's id of the monitor that somebody deleted there, and whose place it takes. */
	readonly gone?: string;
	/** What differs from the spec and is changed. */
	readonly fields: readonly FieldDocument[];
};
type BlockedChangeDocument = ChangedMonitorDocument & {
	readonly action: "blocked";
	/** What it would have been. */
	readonly wanted: "create" | "update" | "replace" | "delete";
	/** The service's id; null where it does not exist. */
	readonly id: string | null;
	/** The code that says why. */
	readonly reason: ReasonCode;
	/** What differs from the monitor that exists. */
	readonly fields: readonly FieldDocument[];
	/** What somebody changed in the service and stays so; absent where nobody did, and without `--refresh`. */
	readonly drift?: readonly FieldDocument[];
};
type ChangeDocument = CreateChangeDocument | UpdateChangeDocument | ReplaceChangeDocument | DeleteChangeDocument | AdoptChangeDocument | RenameChangeDocument | BlockedChangeDocument | UnresolvedChangeDocument;
type ChangedMonitorDocument = {
	/**
	 * The monitor's stable name.
	 * @example "pricing/acme"
	 */
	readonly key: string;
	/**
	 * Its name today, else the one that it was created with.
	 * @example "Acme pricing"
	 */
	readonly name: string;
	/**
	 * Its spec, relative to the working directory, with `/`; null where there is none any more.
	 * @example "monitors/pricing/acme.yaml"
	 */
	readonly file: string | null;
	/** Line in that file; null where there is no spec any more. */
	readonly line: Ordinal | null;
};
type Count = number;
type CreateChangeDocument = ChangedMonitorDocument & {
	readonly action: "create";
	/** It does not exist yet. */
	readonly id: null;
	readonly reason: null;
	/** The service's id of the monitor that somebody deleted there, and whose place it takes. */
	readonly gone?: string;
	/** What it will be, each field as an `add`. */
	readonly fields: readonly FieldDocument[];
};
type DeleteChangeDocument = ChangedMonitorDocument & {
	readonly action: "delete";
	/** The service's id. */
	readonly id: string;
	readonly reason: null;
	/** Its spec is gone, or the monitor under its key has replaced it. */
	readonly why: "spec-removed" | "leftover";
	/** Always empty. */
	readonly fields: readonly FieldDocument[];
};
type DuplicateDocument = {
	/**
	 * The monitor's stable name.
	 * @example "pricing/acme"
	 */
	readonly key: string;
	/** Oldest first, the recorded one among them. */
	readonly monitors: readonly LiveMonitorDocument[];
};
type EstimateDifferenceDocument = {
	/**
	 * The monitor's stable name.
	 * @example "pricing/acme"
	 */
	readonly key: string;
	/** The service's id. */
	readonly id: string;
	/**
	 * By the public price list, for what the service holds.
	 * @minimum 0
	 * @example 1440
	 */
	readonly creditsPerMonth: number;
	/**
	 * By the service.
	 * @minimum 0
	 * @example 2880
	 */
	readonly serviceCreditsPerMonth: number;
	/**
	 * Why they differ, as far as that can be told.
	 * @example "the service counts 2 credits a check, its price list 1"
	 */
	readonly reason: string;
};
type FieldDocument = {
	/**
	 * JSON pointer into the body; list items without a stable place are named by their value or target.
	 * @example "/goal"
	 */
	readonly path: string;
	/** A `change` has `before` and `after`, an `add` only `after`, a `remove` only `before`. */
	readonly op: "add" | "remove" | "change";
	/** The value that the monitor has. A secret is `"(secret)"`. */
	readonly before?: JsonValue;
	/** The value that the spec has. A secret is `"(secret)"`. */
	readonly after?: JsonValue;
	/** A secret is in it: `before` and `after` do not show all. */
	readonly sensitive: boolean;
};
type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
type Key = string;
type LiveMonitorDocument = {
	/** The service's id. */
	readonly id: string;
	/**
	 * Its name in the service.
	 * @example "Acme pricing"
	 */
	readonly name: string;
	/**
	 * When it was created, as the service says it; empty when it does not.
	 * @example "2026-11-20T08:00:00Z"
	 */
	readonly createdAt: string;
};
type MonitorEstimateDocument = {
	/**
	 * The monitor's key.
	 * @example "pricing/acme"
	 */
	readonly key: string;
	/**
	 * Credits a month.
	 * @minimum 0
	 * @example 5760
	 */
	readonly creditsPerMonth: number;
	/**
	 * Checks a month.
	 * @minimum 0
	 * @example 1440
	 */
	readonly checksPerMonth: number;
};
type OnAmbiguous = "verify" | "retry" | "stop";
type Ordinal = number;
type Outcome = "created" | "updated" | "replaced" | "deleted" | "adopted" | "renamed" | "failed" | "not-attempted" | "unknown";
type PlanEstimateDocument = {
	/**
	 * All monitors after apply.
	 * @minimum 0
	 * @example 32880
	 */
	readonly creditsPerMonth: number;
	/**
	 * All monitors now.
	 * @minimum 0
	 * @example 27120
	 */
	readonly before: number;
	/**
	 * The budget of the config file, where it sets one.
	 * @minimum 0
	 * @example 50000
	 */
	readonly budget?: number;
	/**
	 * What is billed and not in the figures, in words, sorted.
	 * @example ["PDF pages (1 credit each)"]
	 */
	readonly notIncluded: readonly string[];
	/** The monitors that the plan touches, sorted by key. */
	readonly monitors: readonly MonitorEstimateDocument[];
};
type PlanServiceDocument = {
	/** Keys that several monitors answer to: they have equal target ids. Sorted by key. */
	readonly duplicates: readonly DuplicateDocument[];
	/** Monitors that nothing here claims, oldest first; never touched. */
	readonly unmanaged: readonly UnmanagedDocument[];
	/** Monitors for which the service names another price than its price list gives, sorted by key. */
	readonly estimateDifferences: readonly EstimateDifferenceDocument[];
};
type PlanSummaryDocument = {
	/** To be created. */
	readonly create: Count;
	/** To be updated; always 0 with `operations: create`. */
	readonly update: Count;
	/** To be deleted and created anew; always 0 with `operations: create`. */
	readonly replace: Count;
	/** To be deleted; always 0 with `operations: create`. */
	readonly delete: Count;
	/** To be taken over as they are; always 0 with `operations: create`. */
	readonly adopt: Count;
	/** Equal already. */
	readonly unchanged: Count;
	/** Held back: `reason` of the change says why, its finding what to do. */
	readonly blocked: Count;
	/** Creates whose outcome is unknown until `monitors resolve`. */
	readonly unresolved: Count;
	/** Protected monitors whose specs are gone: they go on running, and count as done. Not among `blocked`. */
	readonly protected: Count;
	/** Of all these, how many monitors somebody changed or deleted in the service; 0 without `--refresh`. */
	readonly drift: Count;
};
type ReasonCode = string;
type RenameChangeDocument = ChangedMonitorDocument & {
	readonly action: "rename";
	/**
	 * Its key until now.
	 * @example "pricing/old"
	 */
	readonly from: string;
	/** The service's id. */
	readonly id: string;
	readonly reason: null;
	/** Always empty. */
	readonly fields: readonly FieldDocument[];
};
type ReplaceChangeDocument = ChangedMonitorDocument & {
	readonly action: "replace";
	/** The service's id of the old one. */
	readonly id: string;
	readonly reason: null;
	/** What an update can't do. */
	readonly why: "webhook-removed" | "webhook-added-outside";
	/** What the repository changed. */
	readonly fields: readonly FieldDocument[];
	/** What somebody changed in the service; empty without `--refresh`. */
	readonly drift: readonly FieldDocument[];
};
type Severity = "error" | "warning";
type StopReason = {
	readonly kind: "interrupted";
	readonly exitCode: 130 | 143;
}
/** 401, 402, 403: no further request can succeed. */
 | {
	readonly kind: "refused-by-service";
	readonly failure: Failure;
}
/** Redirect, 404, 405 or no JSON: this address does not look like the service. */
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
type UnmanagedDocument = LiveMonitorDocument & {
	/** Credits a month, as the service says; null when it does not. */
	readonly creditsPerMonth: number | null;
	/**
	 * The project whose monitor it is, as far as its target ids tell; null for a stranger.
	 * @example "acme-web"
	 */
	readonly project: string | null;
	/**
	 * The environment whose monitor it is, as far as its target ids tell; null for a stranger.
	 * @example "staging"
	 */
	readonly environment: string | null;
};
type UnresolvedChangeDocument = ChangedMonitorDocument & {
	readonly action: "unresolved";
	readonly wanted: "create";
	/** The monitor that the service holds with exactly its target ids: apply adopts it. Null where none is known. */
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
	/** What the repository changed. */
	readonly fields: readonly FieldDocument[];
	/** What somebody changed in the service, and apply puts back; empty without `--refresh`. */
	readonly drift: readonly FieldDocument[];
	/**
	 * Names of secrets whose values changed since they were sent; empty without `--check-secrets`.
	 * @example ["WEBHOOK_TOKEN"]
	 */
	readonly rotated: readonly string[];
};

export {};
