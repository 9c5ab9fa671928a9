import {compareDiagnostics, type Diagnostic} from '../diagnostics/diagnostic';
import {type JsonObject, type JsonValue, member} from '../json/value';
import {explainChange, isHeld, toFinding} from './explanation';
import type {Change, FieldChange, Plan} from './model';

/** Version of the plan's JSON shape. */
export const PLAN_FORMAT_VERSION = 1;

/**
 * A plan as the JSON value that `plan --format json` prints and `--out` saves. `findings` are those of the specs; the
 * plan's own, and one for each blocked or unresolved change, are added. See docs/plan.md, "JSON".
 */
export function toPlanDocument(plan: Plan, findings: readonly Diagnostic[] = []): JsonObject {
  const held = plan.changes.filter(isHeld).map(toFinding);
  const {create, update, replace, delete: deleted, adopt, unchanged, blocked, unresolved} = plan.summary;
  return {
    formatVersion: PLAN_FORMAT_VERSION,
    command: 'plan',
    summary: {create, update, replace, delete: deleted, adopt, unchanged, blocked, unresolved},
    estimate: toEstimate(plan),
    changes: plan.changes.map(toChange),
    requests: plan.requests,
    digest: plan.digest,
    diagnostics: [...findings, ...plan.findings, ...held].sort(compareDiagnostics).map(toDiagnostic),
  };
}

function toEstimate({estimate}: Plan): JsonObject {
  const {creditsPerMonth, before, budget, notIncluded, monitors} = estimate;
  return {
    creditsPerMonth,
    before,
    ...(budget === undefined ? {} : {budget}),
    notIncluded,
    monitors: monitors.map(monitor => ({...monitor})),
  };
}

function toChange(change: Change): JsonObject {
  const {action, key} = change;
  const place = {key, name: nameOf(change), file: change.after?.file ?? null, line: change.after?.line ?? null};
  switch (change.action) {
    case 'create':
      return {action, ...place, id: null, reason: null, fields: change.fields.map(toField)};
    case 'rename':
      return {action, ...place, from: change.from, id: change.before.id, reason: null, fields: []};
    case 'blocked': {
      const {wanted, before, fields} = change;
      return {action, wanted, ...place, id: before?.id ?? null, reason: explainChange(change).code, fields: fields.map(toField)};
    }
    case 'unresolved':
      return {action, wanted: 'create', ...place, id: null, reason: explainChange(change).code, fields: []};
  }
}

/** The monitor's name today, else the one it was created with, else its key. */
function nameOf(change: Change): string {
  if (change.after !== undefined) return change.after.name;
  const recorded = member(recordedBody(change), 'name');
  return typeof recorded === 'string' ? recorded : change.key;
}

function recordedBody(change: Change): JsonObject | undefined {
  switch (change.action) {
    case 'create':
      return undefined;
    case 'rename':
    case 'blocked':
      return change.before?.applied;
    case 'unresolved':
      return change.create.intent.monitor.applied;
  }
}

function toField({path, op, before, after, sensitive}: FieldChange): JsonObject {
  return {path, op, ...(before === undefined ? {} : {before}), ...(after === undefined ? {} : {after}), sensitive};
}

function toDiagnostic({severity, code, message, hint, where}: Diagnostic): JsonObject {
  const place: Record<string, JsonValue> =
    where === undefined
      ? {}
      : {file: where.file, pointer: where.pointer, range: {start: {...where.range.start}, end: {...where.range.end}}};
  return {severity, code, message, ...(hint === undefined ? {} : {hint}), ...place};
}
