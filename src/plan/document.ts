import {assertNever} from '../base/assert-never';
import {compareDiagnostics, type Diagnostic} from '../diagnostics/diagnostic';
import {toFindingDocument} from '../diagnostics/finding-document';
import type {JsonObject} from '../json/value';
import {member} from '../service/member';
import type {DesiredMonitor} from '../spec/desired-monitor';
import type {AdoptChange, Change, CreateChange, FieldChange, Plan} from './change';
import type {ChangeDocument, FieldDocument} from './change-document';
import type {PlanDocument, PlanEstimateDocument, PlanServiceDocument} from './document-shape';
import {explainChange, isHeld, toFinding} from './explanation';

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
    changes: plan.changes.map(change => toChange(change, plan)),
    ...(plan.isRefreshed ? {service: toService(plan)} : {}),
    ...(plan.emulator === null ? {} : {emulator: plan.emulator}),
    requests: plan.requests,
    digest: plan.digest,
    diagnostics: [...findings, ...plan.findings, ...held].sort(compareDiagnostics).map(toFindingDocument),
  };
}

function toService({duplicates, unmanaged, estimateDifferences}: Plan): PlanServiceDocument {
  return {
    duplicates: duplicates.map(({key, monitors}) => ({key, monitors: monitors.map(monitor => ({...monitor}))})),
    unmanaged: unmanaged.map(({ours, ...monitor}) => ({
      ...monitor,
      project: ours?.project ?? null,
      environment: ours?.environment ?? null,
    })),
    estimateDifferences: estimateDifferences.map(difference => ({...difference})),
  };
}

function toEstimate({estimate}: Plan): PlanEstimateDocument {
  const {creditsPerMonth, before, budget, notIncluded, monitors} = estimate;
  return {
    creditsPerMonth,
    before,
    ...(budget === undefined ? {} : {budget}),
    notIncluded,
    monitors: monitors.map(monitor => ({...monitor})),
  };
}

function toChange(change: Change, {environment}: Plan): ChangeDocument {
  const {key} = change;
  const after = specOf(change);
  const place = {key, name: nameOf(change), file: after?.file ?? null, line: after?.line ?? null};
  switch (change.action) {
    case 'create':
      return {action: 'create', ...place, id: null, reason: null, ...goneOf(change), fields: change.fields.map(toFieldDocument)};
    case 'update': {
      const {id, fields, drift, rotated} = change;
      return {
        action: 'update',
        ...place,
        id,
        reason: null,
        fields: fields.map(toFieldDocument),
        drift: drift.map(toFieldDocument),
        rotated,
      };
    }
    case 'replace': {
      const {before, why, fields, drift} = change;
      return {
        action: 'replace',
        ...place,
        id: before.id,
        reason: null,
        why,
        fields: fields.map(toFieldDocument),
        drift: drift.map(toFieldDocument),
      };
    }
    case 'delete':
      return {action: 'delete', ...place, id: change.id, reason: null, why: change.why.kind, fields: []};
    case 'adopt':
      return {action: 'adopt', ...place, id: change.id, reason: null, ...goneOf(change), fields: change.fields.map(toFieldDocument)};
    case 'rename':
      return {action: 'rename', ...place, from: change.from, id: change.before.id, reason: null, fields: []};
    case 'blocked': {
      const {wanted, before, fields, drift} = change;
      return {
        action: 'blocked',
        wanted,
        ...place,
        id: before?.id ?? null,
        reason: explainChange(change, environment).code,
        fields: fields.map(toFieldDocument),
        ...(drift === undefined ? {} : {drift: drift.map(toFieldDocument)}),
      };
    }
    case 'unresolved': {
      const reason = explainChange(change, environment).code;
      return {action: 'unresolved', wanted: 'create', ...place, id: change.found ?? null, reason, fields: []};
    }
  }
}

function goneOf({gone}: CreateChange | AdoptChange): {gone?: string} {
  return gone === undefined ? {} : {gone};
}

/** The monitor's name today, else the one it was created with, else its key. */
function nameOf(change: Change): string {
  const after = specOf(change);
  if (after !== undefined) return after.name;
  const recorded = member(recordedBody(change), 'name');
  return typeof recorded === 'string' ? recorded : change.key;
}

/** The spec that a change is about; undefined where it is gone. */
function specOf(change: Change): DesiredMonitor | undefined {
  return change.action === 'delete' ? undefined : change.after;
}

function recordedBody(change: Change): JsonObject | undefined {
  switch (change.action) {
    case 'create':
    case 'adopt':
      return undefined;
    case 'update':
    case 'replace':
    case 'delete':
    case 'rename':
    case 'blocked':
      return change.before?.applied;
    case 'unresolved':
      return change.create.intent.monitor.applied;
    default:
      return assertNever(change);
  }
}

/** A field as documents show it. */
export function toFieldDocument({path, op, before, after, sensitive}: FieldChange): FieldDocument {
  return {path, op, ...(before === undefined ? {} : {before}), ...(after === undefined ? {} : {after}), sensitive};
}
