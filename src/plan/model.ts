import type {Diagnostic} from '../diagnostics/diagnostic';
import type {JsonValue} from '../json/value';
import type {DesiredMonitor, Key} from '../spec/model';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor} from '../state/model';

/** One field that differs. Values are masked already: a sensitive one is the text `(secret)`. */
export interface FieldChange {
  /** JSON pointer into the body; list items that have no stable place are named by their value or target. */
  readonly path: string;
  readonly op: 'add' | 'remove' | 'change';
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly sensitive: boolean;
}

/** Why a change that the specs ask for is not made. */
export type BlockedReason =
  | {readonly kind: 'needs-update'}
  | {readonly kind: 'needs-delete'}
  | {readonly kind: 'protected'}
  /** This key is new and its body equals that of `other`, which vanished (or the other way round). */
  | {readonly kind: 'possible-rename'; readonly other: Key}
  /** This key is new and seems to be the new name of `other`, whose create is not settled: it may exist already. */
  | {readonly kind: 'rename-of-unresolved'; readonly other: Key}
  | {readonly kind: 'budget'; readonly creditsPerMonth: number; readonly budget: number};

/** One step that turns recorded state into desired state. Never holds a resolved secret. */
export type Change =
  | {
      readonly action: 'create';
      readonly key: Key;
      readonly after: DesiredMonitor;
      /** One id for each target, in the body's order: given by the spec or derived, lower case. */
      readonly targetIds: readonly string[];
      readonly fields: readonly FieldChange[];
    }
  | {
      readonly action: 'rename';
      readonly key: Key;
      readonly from: Key;
      readonly after: DesiredMonitor;
      readonly before: RecordedMonitor;
    }
  | {
      readonly action: 'blocked';
      readonly key: Key;
      readonly wanted: 'create' | 'update' | 'delete';
      readonly reason: BlockedReason;
      readonly after?: DesiredMonitor;
      readonly before?: RecordedMonitor;
      readonly fields: readonly FieldChange[];
    }
  | {
      readonly action: 'unresolved';
      readonly key: Key;
      readonly create: JournaledCreate;
      /** The spec under that key today, if there is one. */
      readonly after?: DesiredMonitor;
    };

/** Counts by what apply will do; the members of the plan's JSON `summary`. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly adopt: number;
  readonly rename: number;
  readonly unchanged: number;
  readonly blocked: number;
  readonly unresolved: number;
}

/** What the monitors cost a month, as the service's price list says: an upper bound. */
export interface PlanEstimate {
  /** After apply. */
  readonly creditsPerMonth: number;
  /** Now. */
  readonly before: number;
  readonly budget?: number;
  /** What is billed and not in the figures, in words, sorted. */
  readonly notIncluded: readonly string[];
  /** Of the monitors that the plan touches, sorted by key. */
  readonly monitors: readonly {readonly key: Key; readonly creditsPerMonth: number; readonly checksPerMonth: number}[];
}

/** What apply would do: a plain value, made without touching the world. */
export interface Plan {
  readonly project: string;
  readonly environment: string;
  /** The state it was made against; null at first use. */
  readonly base: {readonly lineage: string; readonly serial: number} | null;
  /** The keys that the plan is limited to (`--only`), sorted; null when it covers everything. */
  readonly only: readonly Key[] | null;
  /** Sorted by key. Unchanged monitors are counted, not listed. */
  readonly changes: readonly Change[];
  /** Metadata of kept monitors that the state should note (spec path, protection, hash of an equal body): no request, never a change. */
  readonly bookkeeping: readonly {readonly key: Key; readonly specPath: string; readonly protect: boolean; readonly bodyHash: string}[];
  readonly summary: PlanSummary;
  readonly estimate: PlanEstimate;
  /** Requests that apply will send if nothing fails. */
  readonly requests: number;
  /** SHA-256 over actions, keys and body hashes with references unresolved: equal for plans that do the same. */
  readonly digest: string;
  readonly findings: readonly Diagnostic[];
}
