import {maybeDuplicate} from '../../core/apply/findings';
import {assertNever} from '../../core/base/assert-never';
import {writeCommand} from '../../core/base/command-line';
import {version} from '../../core/base/version';
import {countOf, formatNumber, listFirst} from '../../core/base/words';
import type {Settings} from '../../core/config/config';
import {compareDiagnostics, type Diagnostic} from '../../core/diagnostics/diagnostic';
import {listKnown, nameKnown} from '../../core/diagnostics/monitor-text';
import type {Change, Notice, Plan} from '../../core/plan/change';
import {isSent} from '../../core/plan/change-facts';
import type {DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {findKeyFlaw} from '../../core/specs/keys';
import {isNew} from '../../core/specs/strictness';
import type {StateView} from '../../core/state/fold-open';
import type {DangerousShift} from '../../core/state/state-change';
import {type CheckedWorkspace, explainNoneHere} from '../../project/check';
import {nameInMemory} from '../../project/memory-specs';
import type {NeighbourState} from '../../project/other-environments';
import type {Project} from '../../project/project';

/** The findings of a plan: those of the run that made it, then its notices in words. */
export function listPlanFindings(plan: Pick<Plan, 'environment' | 'operations' | 'notices' | 'findings'>): Diagnostic[] {
  return [...plan.findings, ...plan.notices.map(notice => toFinding(notice, plan))];
}

function toFinding(notice: Notice, plan: Pick<Plan, 'environment' | 'operations'>): Diagnostic {
  return {severity: 'warning', ...explainNotice(notice, plan)};
}

type Words = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

function explainNotice(notice: Notice, {environment, operations}: Pick<Plan, 'environment' | 'operations'>): Words {
  switch (notice.kind) {
    case 'maybe-duplicate': {
      const {key, id, targetIds, renamedTo} = notice;
      const finding = maybeDuplicate({key, id, targetIds}, {environment, operations});
      if (renamedTo === undefined) return finding;
      // The command names the key that the record has after an apply.
      return {...finding, hint: `after the rename, ${maybeDuplicate({key: renamedTo, id, targetIds}, {environment, operations}).hint}`};
    }
    case 'forbidden-key':
      return {
        code: 'state/forbidden-key',
        message: `a monitor is recorded under a key that is not allowed: the key ${findKeyFlaw(notice.key)}`,
        hint: `give its spec another sync.key, and the old key as sync.renamedFrom; or rename it in the state now: ${writeCommand('state mv', [notice.key, 'NEW'], environment)}`,
      };
    case 'rename-source-missing':
      return {
        code: 'plan/rename-source-missing',
        message: `"${notice.key}" says renamedFrom "${notice.from}", but the state has no monitor with that key: it will be created`,
        hint: 'if it exists under another key, correct sync.renamedFrom or run "monitors state mv" before apply; otherwise remove renamedFrom',
      };
    case 'new-reference':
      return {
        code: 'plan/new-reference',
        message: `the environment variable ${notice.name} will be sent to the service for the first time (${nameUsers(notice.users)})${notice.origins.length === 0 ? '' : `; it goes to ${listFirst(notice.origins)}`}`,
        hint: 'check that these monitors may have its value, and that it is set where apply runs',
      };
    case 'new-origin':
    case 'protection-lost':
    case 'new-layer':
      return explainShared(notice);
    case 'rotation-unknown':
      return {
        code: 'plan/rotation-unknown',
        message: `cannot tell whether ${notice.name} was rotated: no hash of its value under this MONITORS_STATE_KEY is recorded (${nameUsers(notice.users)})`,
        hint: 'the hash is recorded when the value is next sent with MONITORS_STATE_KEY set; any change of the member that holds it sends it, such as a new entry in webhook.metadata',
      };
    case 'ignored-edit':
    case 'left-field':
    case 'filled-in':
      return explainLeft(notice);
    case 'duplicates':
    case 'same-name':
    case 'same-content':
      return explainOthers(notice, environment);
    default:
      return assertNever(notice);
  }
}

/** Explains a notice about what one edit can do to many monitors. */
function explainShared(notice: Extract<Notice, {kind: 'new-origin' | 'protection-lost' | 'new-layer'}>): Words {
  const {users} = notice;
  switch (notice.kind) {
    case 'new-origin':
      return {
        code: 'plan/new-origin',
        message: `the environment variable ${notice.name} will be sent to ${notice.origin} for the first time (${nameUsers(users)})`,
        hint: 'check that this address may have its value',
      };
    case 'protection-lost':
      return {
        code: 'plan/protection-lost',
        message: `${countOf(users.length, 'monitor')} will no longer be protected (${nameUsers(users)})`,
        hint: 'write sync: {protect: true} into the specs to keep the protection',
      };
    case 'new-layer':
      return {
        code: 'plan/new-layer',
        message: `the layer ${notice.file} is new: ${countOf(users.length, 'monitor inherits', 'monitors inherit')} from it (${nameUsers(users)})`,
        hint: 'review it; if it is a draft, rename it to _draft.yaml',
      };
  }
}

/** Explains a notice about values that are left to the service. */
function explainLeft(notice: Extract<Notice, {kind: 'ignored-edit' | 'left-field' | 'filled-in'}>): Words {
  switch (notice.kind) {
    case 'ignored-edit':
      return {
        code: 'plan/ignored-edit',
        message: `"${notice.key}" ignores ${listFirst(notice.members)} (sync.ignore): the value in the spec differs from the applied one and will not be sent`,
        hint: 'to send it, remove it from sync.ignore; to end this warning, write the applied value into the spec',
      };
    case 'left-field':
      return {
        code: 'plan/left-field',
        message: `the spec of "${notice.key}" no longer has ${listFirst(notice.members)}: the service keeps its value`,
        hint: 'to change it there, use the dashboard of the service, or write the member into the spec again',
      };
    case 'filled-in':
      return {
        code: 'plan/filled-in',
        message: `the service answers ${notice.option}: ${JSON.stringify(notice.value)} for all targets that do not set it (${countOf(notice.targets, 'target')}): taken as the default of the service`,
        hint: 'the next apply records that; if it was set in the dashboard, write the value that you want into the specs',
      };
  }
}

/** Explains a notice about other monitors of the service. */
function explainOthers(notice: Extract<Notice, {monitors: unknown}>, environment: string): Words {
  switch (notice.kind) {
    case 'duplicates':
      return {
        code: 'plan/duplicates',
        message: `${countOf(notice.monitors.length, 'monitor')} in the service have the target ids of "${notice.key}", and each costs credits: ${notice.monitors.map(nameKnown).join(', ')}`,
        hint: `review them, then delete the younger ones: ${writeCommand('resolve', [notice.key], environment, '--prune-duplicates')}`,
      };
    case 'same-name': {
      const {
        key,
        monitors: [first, ...more],
      } = notice;
      const others = more.length === 0 ? '' : `, and ${more.length} more`;
      return {
        code: 'plan/same-name',
        message: `"${key}" will be created, but an unmanaged monitor in the service has the same name: ${first === undefined ? '' : nameKnown(first)}${others}`,
        hint: `if it is the same monitor, record it instead of paying for a second one: ${writeCommand('import', [key, first?.id ?? 'ID'], environment)}`,
      };
    }
    case 'same-content': {
      const {key, monitors} = notice;
      const isOne = monitors.length === 1;
      return {
        code: 'plan/same-content',
        message: `"${key}" will be created, but ${isOne ? 'an unmanaged monitor with another name watches' : `${formatNumber(monitors.length)} unmanaged monitors with other names watch`} the same: ${listKnown(monitors)}`,
        hint: `if it is the same monitor, record it instead of paying for a second one: ${writeCommand('import', [key, monitors[0]?.id ?? 'ID'], environment)}`,
      };
    }
  }
}

function nameUsers(keys: readonly Key[]): string {
  return listFirst(keys.map(key => `"${key}"`));
}

/**
 * Holds a plan to the warnings that count as errors and that only a plan can tell: of findings that are new in this version those about
 * what it would create or change, while recorded monitors that stay as they are keep their warnings; and monitors of which no one hears,
 * as state and service show them. The workspace with those as errors, or null where there are none.
 */
export function findPlanFaults(
  {monitors}: Pick<Project, 'monitors'>,
  workspace: CheckedWorkspace,
  {changes, findings: planned}: Pick<Plan, 'changes' | 'findings'>,
): CheckedWorkspace | null {
  const {strict, report} = workspace;
  const silent = strict === 'all' ? planned.filter(({code}) => code === 'risk/no-alert') : [];
  const own = strict === 'service' && report.findings.some(isNewHere) ? changes.flatMap(listNewFaults) : [];
  if (silent.length + own.length === 0) return null;
  const named = new Set((monitors === null ? own : own.map(nameInMemory)).map(identify));
  const judged = report.findings.map(finding => (named.has(identify(finding)) ? asError(finding) : finding));
  const findings = [...judged, ...silent.map(asError)].sort(compareDiagnostics);
  const count = (severity: Diagnostic['severity']) => findings.filter(finding => finding.severity === severity).length;
  const counted = {...report, findings, errorCount: count('error'), warningCount: count('warning')};
  return {...workspace, report: counted};
}

function asError(finding: Diagnostic): Diagnostic {
  return {...finding, severity: 'error'};
}

function listNewFaults(change: Change): Diagnostic[] {
  return [...(sentSpec(change)?.faults?.() ?? [])].filter(isNewHere);
}

function isNewHere(finding: Diagnostic): boolean {
  return isNew(finding, version);
}

/** The spec that a change would send, where it is not what the service got last. */
function sentSpec(change: Change): DesiredMonitor | null {
  if (!isSent(change)) return null;
  const isAlike = (change.action === 'update' && change.fields.length === 0) || (change.action === 'adopt' && change.patch === null);
  return isAlike ? null : change.after;
}

function identify({code, where}: Diagnostic): string {
  return JSON.stringify([code, where?.file, where?.pointer, where?.range.start]);
}

/**
 * Warns about an environment that nothing is recorded of. Throws `UserError` for one that would lose all of its monitors, since all
 * specs live elsewhere.
 */
export function findingsOfFirstUse(
  {settings}: Pick<Project, 'settings'>,
  {checked}: Pick<CheckedWorkspace, 'checked'>,
  {stored, unresolved}: Pick<StateView, 'stored' | 'unresolved'>,
  neighbours: readonly NeighbourState[],
): Diagnostic[] {
  const none = explainNoneHere(checked, settings);
  if (none !== null) {
    if (unresolved.length > 0 || (stored !== null && stored.state.monitors.size > 0)) throw none;
    const {code, message, hint} = none;
    return [{code, severity: 'warning', message: `${message}, and nothing is recorded: there is nothing to do`, ...(hint && {hint})}];
  }
  if (stored !== null) return [];
  const others = neighbours.filter(({project}) => project === settings.project).map(({environment}) => environment);
  return [...(settings.projectIsDefault ? [DEFAULT_PROJECT] : []), ...(others.length > 0 ? [newEnvironment(settings, others)] : [])];
}

/** A mistyped environment, or one that was not given, would pay for all monitors again. */
function newEnvironment({environment}: Settings, others: readonly string[]): Diagnostic {
  const names = [...new Set(others)].map(name => `"${name}"`).join(', ');
  return {
    code: 'config/new-environment',
    severity: 'warning',
    message: `environment "${environment}" has no state yet: apply creates all of its monitors; there are states of ${names}`,
    hint: 'if you mean another environment, name it with --environment or MONITORS_ENVIRONMENT; the first apply ends this warning',
  };
}

/** Said while nothing is recorded under the name yet. */
const DEFAULT_PROJECT: Diagnostic = {
  code: 'config/default-project',
  severity: 'warning',
  message: 'no project name is set, so these monitors will belong to the project "default" for good',
  hint: 'before the first apply, write "project: NAME" into monitors.config.yaml; "project: default" keeps the name and ends this warning',
};

/** Names the monitors that were recorded for keys whose creates are in doubt: such a key waits for that alone, and does not say it. */
export function nameDoubted(
  shifts: readonly DangerousShift[],
  {changes, environment}: Pick<Plan, 'changes' | 'environment'>,
): Diagnostic[] {
  const doubted = new Set(changes.filter(({action}) => action === 'unresolved').map(({key}) => key));
  return shifts.flatMap((shift): Diagnostic[] => {
    if (!('key' in shift) || !doubted.has(shift.key)) return [];
    const {key} = shift;
    // A create in doubt counts as a record with an id that is not known yet.
    const id = shift.kind === 'exchanged' ? shift.from : shift.id;
    const message = `a create of "${key}" is in doubt, and an earlier version of the state records monitor ${id} for it`;
    const hint = `look at it in the dashboard; if it is that monitor: ${writeCommand('resolve', [key], environment, `--adopt ${id}`)}`;
    return [{code: 'plan/unresolved', severity: 'warning', message, hint}];
  });
}
