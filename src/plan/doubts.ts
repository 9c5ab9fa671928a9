import type {Diagnostic} from '../diagnostics/diagnostic';
import type {Key, Operations} from '../spec/desired-monitor';
import {listTargetIds} from '../spec/targets';
import type {RecordedMonitor, State} from '../state/state';
import type {Change} from './change';
import {writeCommand} from './command-line';

/** Whose monitors they are, and whether the service has a list to look in. */
export interface DoubtContext {
  readonly environment: string;
  readonly operations: Operations;
}

/** Warns of every recorded monitor that the service may hold a second time, whatever else a plan looks at; `changes` are those of the plan. */
export function noticeDoubts(state: State | null, context: DoubtContext, changes: readonly Change[]): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const renamed = new Map(changes.flatMap(change => (change.action === 'rename' ? [[change.from, change.key] as const] : [])));
  for (const [key, record] of state?.monitors ?? []) {
    if (record.mayExistTwice === undefined) continue;
    const targetIds = listTargetIds(record.applied).filter(targetId => targetId !== null);
    const finding = maybeDuplicate({key: renamed.get(key) ?? key, id: record.id, targetIds}, context);
    // The command names the key that the record has after an apply.
    const after = renamed.has(key) ? 'after the rename, ' : '';
    findings.push({...finding, message: describeDoubt(key, record.id), hint: `${after}${finding.hint}`});
  }
  return findings;
}

/**
 * Holds a change back that would leave nothing to find a possible second monitor by: the delete of the first one, or a change
 * after which it has none of the target ids that both have.
 */
export function holdForDoubt(change: Change, before: RecordedMonitor): Change {
  if (before.mayExistTwice === undefined) return change;
  const targetIds = listTargetIds(before.applied).filter(id => id !== null);
  const reason = {kind: 'may-exist-twice', targetIds} as const;
  const {key} = change;
  switch (change.action) {
    case 'delete':
      return {action: 'blocked', key, wanted: 'delete', reason, before, fields: []};
    case 'replace':
    case 'update': {
      const isFindable = change.targetIds.some(id => targetIds.includes(id));
      if (isFindable) return change;
      const {action: wanted, after, fields, drift} = change;
      return {action: 'blocked', key, wanted, reason, before, after, fields, ...(drift.length > 0 ? {drift} : {})};
    }
    default:
      return change;
  }
}

/** A create that succeeded after an attempt that left doubt: the service may hold it twice. */
export function maybeDuplicate(
  {key, id, targetIds}: {readonly key: Key; readonly id: string; readonly targetIds: readonly string[]},
  {environment, operations}: DoubtContext,
): Diagnostic {
  const ids = `the target ids ${targetIds.join(', ')}`;
  const hint =
    operations === 'full'
      ? `look for another monitor with ${ids}: ${writeCommand('resolve', [key], environment, '--probe')}`
      : `look in the service for another monitor with ${ids}; delete it there, then end this warning: ${writeCommand('resolve', [key], environment, '--checked')}`;
  return {
    code: 'apply/maybe-duplicate',
    severity: 'warning',
    message: describeDoubt(key, id),
    hint,
  };
}

function describeDoubt(key: Key, id: string): string {
  return `"${key}" may exist twice: a request that seemed to fail may have been carried out before ${id} was created`;
}
