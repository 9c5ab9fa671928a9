import type {FindingDocument} from '../diagnostics/finding-document';
import type {Count, Ordinal} from '../json/count';
import type {JsonValue} from '../json/value';

// Type aliases rather than interfaces: what a plan shows is also a JsonObject, which only an alias can be.

/** What `plan --format json` prints. It holds no secret. */
export interface PlanDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'plan';
  /** How many monitors apply would do what with. */
  readonly summary: PlanSummaryDocument;
  /** What the monitors cost. */
  readonly estimate: PlanEstimateDocument;
  /** What differs, sorted by key. Unchanged monitors are counted, not listed. */
  readonly changes: readonly ChangeDocument[];
  /** What the service holds beside what the plan is about; only with `--refresh`. */
  readonly service?: PlanServiceDocument;
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

/** What `plan --out FILE` saves and `apply FILE` reads: the plan, and what it was made from. */
export interface PlanFileDocument extends PlanDocument {
  /**
   * The project that the plan is for.
   * @example "acme-web"
   */
  readonly project: string;
  /**
   * The environment that the plan is for.
   * @example "default"
   */
  readonly environment: string;
  /**
   * The keys that it was limited to with `--only`, sorted; null when it covers everything.
   * @example ["pricing/acme"]
   */
  readonly only: readonly string[] | null;
  /** It was made with `--refresh`: apply asks the service again. */
  readonly refreshed: boolean;
  /** It was made with `--check-secrets`: apply compares their values again. */
  readonly checkedSecrets: boolean;
  /** It was made with `--allow-deletes`: approving it allows more deletes than `safety.maxDeletes`. */
  readonly allowDeletes: boolean;
  /** The state that it was made against; null at first use. */
  readonly state: StateVersionDocument | null;
  /** SHA-256 of each spec file, by its path below the specs directory. */
  readonly specs: {readonly [path: string]: string};
}

/** One generation of one state file. */
export type StateVersionDocument = {
  /**
   * Names the state file for its whole life, also through copies.
   * @example "4f1c7f6e-3b0c-4a7e-9d5e-0f6c2c9b8a10"
   */
  readonly lineage: string;
  /**
   * Counts the writes of that state.
   * @asType integer
   * @minimum 0
   * @example 7
   */
  readonly serial: number;
};

/** Monitors counted by what apply would do with them. */
export type PlanSummaryDocument = {
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
  /** Of all these, how many monitors somebody changed or deleted in the service; 0 without `--refresh`. */
  readonly drift: Count;
};

/** What the monitors cost, in credits a month of 30 days: an upper bound by the service's price list. */
export type PlanEstimateDocument = {
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

/** What one monitor costs. */
export type MonitorEstimateDocument = {
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

/** What the service holds beside what the plan is about. */
export type PlanServiceDocument = {
  /** Keys that several monitors answer to: they have equal target ids. Sorted by key. */
  readonly duplicates: readonly DuplicateDocument[];
  /** Monitors that nothing here claims, oldest first; never touched. */
  readonly unmanaged: readonly UnmanagedDocument[];
  /** Monitors for which the service names another price than its price list gives, sorted by key. */
  readonly estimateDifferences: readonly EstimateDifferenceDocument[];
};

/** A key that several monitors answer to. */
export type DuplicateDocument = {
  /**
   * The monitor's stable name.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** Oldest first, the recorded one among them. */
  readonly monitors: readonly LiveMonitorDocument[];
};

/** A monitor as the service holds it. */
export type LiveMonitorDocument = {
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

/** A monitor that nothing here claims. */
export type UnmanagedDocument = LiveMonitorDocument & {
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

/** A monitor for which the service names another price. */
export type EstimateDifferenceDocument = {
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
};

/** One step that turns what is recorded into what the specs say; told apart by `action`. */
export type ChangeDocument =
  | CreateChangeDocument
  | UpdateChangeDocument
  | ReplaceChangeDocument
  | DeleteChangeDocument
  | AdoptChangeDocument
  | RenameChangeDocument
  | BlockedChangeDocument
  | UnresolvedChangeDocument;

/** Which monitor a change is about, and where its spec stands. */
export type ChangedMonitorDocument = {
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

/** A monitor that apply creates. */
export type CreateChangeDocument = ChangedMonitorDocument & {
  readonly action: 'create';
  /** It does not exist yet. */
  readonly id: null;
  readonly reason: null;
  /** The service's id of the monitor that somebody deleted there, and whose place it takes. */
  readonly gone?: string;
  /** What it will be, each field as an `add`. */
  readonly fields: readonly FieldDocument[];
};

/** A monitor that is changed in place. */
export type UpdateChangeDocument = ChangedMonitorDocument & {
  readonly action: 'update';
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

/** A monitor that is made anew, then the old one is deleted: its history is lost. */
export type ReplaceChangeDocument = ChangedMonitorDocument & {
  readonly action: 'replace';
  /** The service's id of the old one. */
  readonly id: string;
  readonly reason: null;
  /** What an update can't do. */
  readonly why: 'webhook-removed' | 'webhook-added-outside';
  /** What the repository changed. */
  readonly fields: readonly FieldDocument[];
  /** What somebody changed in the service; empty without `--refresh`. */
  readonly drift: readonly FieldDocument[];
};

/** A monitor that is deleted. */
export type DeleteChangeDocument = ChangedMonitorDocument & {
  readonly action: 'delete';
  /** The service's id. */
  readonly id: string;
  readonly reason: null;
  /** Its spec is gone, or the monitor under its key has replaced it. */
  readonly why: 'spec-removed' | 'leftover';
  /** Always empty. */
  readonly fields: readonly FieldDocument[];
};

/** A monitor that exists, is not recorded and has exactly this spec's target ids: it is taken over. */
export type AdoptChangeDocument = ChangedMonitorDocument & {
  readonly action: 'adopt';
  /** The service's id. */
  readonly id: string;
  readonly reason: null;
  /** The service's id of the monitor that somebody deleted there, and whose place it takes. */
  readonly gone?: string;
  /** What differs from the spec and is changed. */
  readonly fields: readonly FieldDocument[];
};

/** A monitor that gets another key; no request. */
export type RenameChangeDocument = ChangedMonitorDocument & {
  readonly action: 'rename';
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

/** What the specs ask for and apply does not do. */
export type BlockedChangeDocument = ChangedMonitorDocument & {
  readonly action: 'blocked';
  /** What it would have been. */
  readonly wanted: 'create' | 'update' | 'replace' | 'delete';
  /** The service's id; null where it does not exist. */
  readonly id: string | null;
  /** The code that says why. */
  readonly reason: ReasonCode;
  /** What differs from the monitor that exists. */
  readonly fields: readonly FieldDocument[];
};

/** A create of an earlier run whose outcome is unknown: nothing is done with it until `monitors resolve`. */
export type UnresolvedChangeDocument = ChangedMonitorDocument & {
  readonly action: 'unresolved';
  readonly wanted: 'create';
  /** The monitor that the service holds with exactly its target ids: apply adopts it. Null where none is known. */
  readonly id: string | null;
  /** The code that says why. */
  readonly reason: ReasonCode;
  /** Always empty. */
  readonly fields: readonly FieldDocument[];
};

/**
 * Why a change is held back: the code of its finding, with a page in docs/diagnostics.md.
 * @pattern ^[a-z]+/[a-z0-9-]+$
 * @example "plan/needs-update"
 */
export type ReasonCode = string;

/** One field that differs. */
export type FieldDocument = {
  /**
   * JSON pointer into the body; list items without a stable place are named by their value or target.
   * @example "/goal"
   */
  readonly path: string;
  /** A `change` has `before` and `after`, an `add` only `after`, a `remove` only `before`. */
  readonly op: 'add' | 'remove' | 'change';
  /** The value that the monitor has. A secret is `"(secret)"`. */
  readonly before?: JsonValue;
  /** The value that the spec has. A secret is `"(secret)"`. */
  readonly after?: JsonValue;
  /** A secret is in it: `before` and `after` do not show all. */
  readonly sensitive: boolean;
};
