import {compareDiagnostics, type Diagnostic} from '../diagnostics/diagnostic';
import type {Count} from '../json/count';
import type {Plan} from '../plan/change';
import {isHeld} from '../plan/change-facts';
import {type FindingDocument, toFindingDocument} from './finding';
import {toFinding} from './held-changes';
import {type ChangeDocument, toChangeDocument} from './plan-changes';
import {listPlanFindings} from './plan-findings';
import {describePriceReason} from './plan-service';
import {type LiveMonitorDocument, type StateVersionDocument, toLiveMonitor} from './shared-documents';

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
  /**
   * What apply does, one SHA-256 for each part that can be left out, sorted: a later plan does nothing else where all of its own
   * are among them.
   * @example ["46fb69114decd026352daa402f72a83a118e1a60dcfa9d443a4342071b25c8c0"]
   */
  readonly effects?: readonly string[];
  /** SHA-256 of each spec file, by its path below the specs directory. */
  readonly specs: {readonly [path: string]: string};
}

/** Monitors counted by what apply would do with them. */
export type PlanSummaryDocument = {
  /** To be created. */
  readonly create: Count;
  /** To be updated; always 0 with `operations: create`. */
  readonly update: Count;
  /** To be deleted and created again; always 0 with `operations: create`. */
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
  /** Protected monitors whose specs are gone: they keep running, and count as done. Not among `blocked`. */
  readonly protected: Count;
  /** Of all these, how many monitors were changed or deleted in the service; 0 without `--refresh`. */
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

/** A monitor that nothing here claims. */
export type UnmanagedDocument = LiveMonitorDocument & {
  /** Credits a month, as the service says; null when it does not. */
  readonly creditsPerMonth: number | null;
  /**
   * The project whose monitor it is, as far as its target ids tell; null where none is known.
   * @example "acme-web"
   */
  readonly project: string | null;
  /**
   * The environment whose monitor it is, as far as its target ids tell; null where none is known.
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
  /**
   * Why they differ, as far as that can be told.
   * @example "the service counts 2 credits a check, its price list 1"
   */
  readonly reason: string;
};

/** Version of the plan's JSON shape. */
export const PLAN_FORMAT_VERSION = 1 satisfies PlanDocument['formatVersion'];

/**
 * A plan as the document that `plan --format json` prints and `--out` saves. `findings` are those of the specs; the
 * plan's own, and one for each blocked or unresolved change, are added. See docs/output.md, "plan".
 */
export function toPlanDocument(plan: Plan, findings: readonly Diagnostic[] = []): PlanDocument {
  const held = plan.changes.filter(isHeld).map(change => toFinding(change, plan.environment));
  const {create, update, replace, delete: deleted, adopt, unchanged, blocked, unresolved, protected: kept, drift} = plan.summary;
  return {
    formatVersion: PLAN_FORMAT_VERSION,
    command: 'plan',
    summary: {create, update, replace, delete: deleted, adopt, unchanged, blocked, unresolved, protected: kept, drift},
    estimate: toEstimate(plan),
    changes: plan.changes.map(change => toChangeDocument(change, plan)),
    ...(plan.isRefreshed ? {service: toService(plan)} : {}),
    ...(plan.emulator === null ? {} : {emulator: plan.emulator}),
    requests: plan.requests,
    digest: plan.digest,
    diagnostics: [...findings, ...listPlanFindings(plan), ...held].sort(compareDiagnostics).map(toFindingDocument),
  };
}

function toService({duplicates, unmanaged, estimateDifferences}: Plan): PlanServiceDocument {
  return {
    duplicates: duplicates.map(({key, monitors}) => ({key, monitors: monitors.map(toLiveMonitor)})),
    unmanaged: unmanaged.map(({ours, creditsPerMonth, ...monitor}) => ({
      ...toLiveMonitor(monitor),
      creditsPerMonth,
      project: ours?.project ?? null,
      environment: ours?.environment ?? null,
    })),
    estimateDifferences: estimateDifferences.map(({key, id, creditsPerMonth, serviceCreditsPerMonth, reason}) => ({
      key,
      id,
      creditsPerMonth,
      serviceCreditsPerMonth,
      reason: describePriceReason(reason),
    })),
  };
}

function toEstimate({estimate}: Plan): PlanEstimateDocument {
  const {creditsPerMonth, before, budget, notIncluded, monitors} = estimate;
  return {
    creditsPerMonth,
    before,
    ...(budget === undefined ? {} : {budget}),
    notIncluded,
    monitors: monitors.map(({key, creditsPerMonth: credits, checksPerMonth}) => ({key, creditsPerMonth: credits, checksPerMonth})),
  };
}
