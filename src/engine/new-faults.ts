import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import type {Change, Plan} from '../plan/change';
import type {DesiredMonitor} from '../spec/desired-monitor';
import {isNew} from '../spec/strictness';
import {version} from '../version';
import type {CheckedWorkspace} from './check';
import {nameInMemory} from './memory-specs';
import type {Project} from './project';

/**
 * Holds what a plan would create or change to the findings that are new in this version, where `service/` findings count as errors:
 * the workspace with those as errors, or null where there are none. Recorded monitors that stay as they are keep their warnings.
 */
export function findNewFaults(
  {monitors}: Pick<Project, 'monitors'>,
  workspace: CheckedWorkspace,
  {changes}: Pick<Plan, 'changes'>,
): CheckedWorkspace | null {
  const {findings} = workspace.report;
  if (workspace.strict !== 'service' || !findings.some(isNewHere)) return null;
  const own = changes.flatMap(change => sentSpec(change)?.faults?.() ?? []).filter(isNewHere);
  const named = new Set((monitors === null ? own : own.map(nameInMemory)).map(identify));
  const judged = findings.map(finding => (named.has(identify(finding)) ? {...finding, severity: 'error' as const} : finding));
  if (!hasErrors(judged)) return null;
  const count = (severity: Diagnostic['severity']) => judged.filter(finding => finding.severity === severity).length;
  const report = {...workspace.report, findings: judged, errorCount: count('error'), warningCount: count('warning')};
  return {...workspace, checked: {...workspace.checked, findings: judged}, report};
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
