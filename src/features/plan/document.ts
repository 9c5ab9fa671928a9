import {compareDiagnostics, compareText, type Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Count} from '../../core/json/count';
import {isEqualJson} from '../../core/json/value';
import type {Plan} from '../../core/plan/change';
import {isHeld} from '../../core/plan/change-facts';
import {type FindingDocument, toFindingDocument} from '../../rendering/finding';
import {toFinding} from '../../rendering/held-changes';
import {type ChangeDocument, toChangeDocument} from '../../rendering/plan-changes';
import {describePriceReason} from '../../rendering/plan-sentences';
import {type LiveMonitorDocument, type StateVersionDocument, toLiveMonitor} from '../../rendering/shared-documents';
import {type PlanEstimateDocument, toEstimate} from './estimate-document';
import {listPlanFindings} from './findings';

// Type aliases rather than interfaces: what a plan shows is also a JsonObject, which only an alias can be.

/** A plan. It contains no secret. */
export interface PlanDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'plan';
  /** Number of monitors by action. */
  readonly summary: PlanSummaryDocument;
  /** Costs of the monitors. */
  readonly estimate: PlanEstimateDocument;
  /** Changes, sorted by key. Unchanged monitors are counted, not listed. */
  readonly changes: readonly ChangeDocument[];
  /** Other monitors in the service; only with `--refresh`. */
  readonly service?: PlanServiceDocument;
  /**
   * Address of the emulator that wrote the state: no real service has these monitors. Only if no address was given.
   * @example "http://127.0.0.1:4010"
   */
  readonly emulator?: string;
  /** Monitors whose labels change, sorted by key: apply notes them in the state and sends nothing. Missing if there are none. */
  readonly labels?: readonly LabelChangeDocument[];
  /** Number of requests that apply sends if nothing fails. */
  readonly requests: Count;
  /**
   * SHA-256 of actions, keys, bodies and patches, with references unresolved: equal for plans that do the same.
   * @pattern ^[0-9a-f]{64}$
   * @example "46fb69114decd026352daa402f72a83a118e1a60dcfa9d443a4342071b25c8c0"
   */
  readonly digest: string;
  /**
   * Names this plan for `apply --approve`: SHA-256 of its effects, the address and the state's serial. Missing if nothing is to be
   * applied, or if the address is not known.
   * @pattern ^[0-9a-f]{64}$
   */
  readonly approval?: string;
  /** Warnings, and one finding per blocked or unresolved change; sorted by file and place. */
  readonly diagnostics: readonly FindingDocument[];
}

/** A monitor whose labels change. */
export type LabelChangeDocument = {
  /**
   * The monitor's stable name.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** Its labels in the state. */
  readonly before: {readonly [name: string]: string};
  /** Its labels in the spec. */
  readonly after: {readonly [name: string]: string};
};

/** The state that a saved plan was made from. */
export type PlannedStateDocument = StateVersionDocument & {
  /**
   * Checksum of its content; absent in files of older versions.
   * @example "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
   */
  readonly checksum?: string;
};

/** The file of `plan --out FILE` and `apply FILE`: the plan, and what it was made from. */
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
   * The keys that the plan is limited to, sorted; null if it covers all.
   * @example ["pricing/acme"]
   */
  readonly only: readonly string[] | null;
  /** How these keys were chosen: keys, globs and labels as they were given. */
  readonly choice?: {
    readonly only?: readonly string[] | undefined;
    readonly exclude?: readonly string[] | undefined;
    readonly labels?: readonly string[] | undefined;
  };
  /** Made with `--refresh`: apply reads the service again. */
  readonly refreshed: boolean;
  /** Made with `--check-secrets`: apply compares their values again. */
  readonly checkedSecrets: boolean;
  /** Made with `--allow-deletes`: allows more deletes than `safety.maxDeletes`. */
  readonly allowDeletes: boolean;
  /** `service.allowFields` of the config; absent where there are none. */
  readonly allowFields?: readonly string[];
  /** The state that it was made from; null without a state. */
  readonly state: PlannedStateDocument | null;
  /**
   * Effects of the plan, one SHA-256 per part, sorted: a later plan whose effects are all among these does nothing else.
   * @example ["46fb69114decd026352daa402f72a83a118e1a60dcfa9d443a4342071b25c8c0"]
   */
  readonly effects?: readonly string[];
  /** SHA-256 of each spec file, by its path below the specs directory. */
  readonly specs: {readonly [path: string]: string};
}

/** Number of monitors by action. */
export type PlanSummaryDocument = {
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

/** Other monitors in the service. */
export type PlanServiceDocument = {
  /** Duplicates: keys with several monitors of equal target ids, sorted by key. */
  readonly duplicates: readonly DuplicateDocument[];
  /** Unmanaged monitors, oldest first; never changed. */
  readonly unmanaged: readonly UnmanagedDocument[];
  /** Monitors whose price differs from the price list, sorted by key. */
  readonly estimateDifferences: readonly EstimateDifferenceDocument[];
};

/** A key with several monitors. */
export type DuplicateDocument = {
  /**
   * The monitor's stable name.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** All of them, oldest first, including the recorded one. */
  readonly monitors: readonly LiveMonitorDocument[];
};

/** An unmanaged monitor. */
export type UnmanagedDocument = LiveMonitorDocument & {
  /** Credits per month; null if the service gave none. */
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

/** A monitor whose price differs from the price list. */
export type EstimateDifferenceDocument = {
  /**
   * The monitor's stable name.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /**
   * By the public price list.
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
   * Why they differ, if known.
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
    ...toLabelChanges(plan),
    requests: plan.requests,
    digest: plan.digest,
    ...(plan.approval === undefined ? {} : {approval: plan.approval}),
    diagnostics: [...findings, ...listPlanFindings(plan), ...held].sort(compareDiagnostics).map(toFindingDocument),
  };
}

function toLabelChanges({bookkeeping}: Plan): Pick<PlanDocument, 'labels'> {
  const labels = bookkeeping.flatMap(({key, settings}) => {
    const {labels: before = {}} = settings?.before ?? {};
    const {labels: after = {}} = settings?.after ?? {};
    return isEqualJson(before, after) ? [] : [{key, before, after}];
  });
  return labels.length === 0 ? {} : {labels: labels.sort((a, b) => compareText(a.key, b.key))};
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
