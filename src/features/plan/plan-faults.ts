import {version} from '../../core/base/version';
import {compareDiagnostics, type Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Change, Plan} from '../../core/plan/change';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import {isNew} from '../../core/specs/strictness';
import type {CheckedWorkspace} from '../../project/check';
import {nameInMemory} from '../../project/memory-specs';
import type {Project} from '../../project/project';

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
  return {...workspace, checked: {...workspace.checked, findings}, report: counted};
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
  switch (change.action) {
    case 'create':
    case 'replace':
      return change.after;
    case 'update':
      return change.fields.length > 0 ? change.after : null;
    case 'adopt':
      return change.patch === null ? null : change.after;
    default:
      return null;
  }
}

function identify({code, where}: Diagnostic): string {
  return JSON.stringify([code, where?.file, where?.pointer, where?.range.start]);
}
