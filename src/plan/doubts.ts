import type {Diagnostic} from '../diagnostics/diagnostic';
import type {Key, Operations} from '../spec/model';
import {listTargetIds} from '../spec/targets';
import type {State} from '../state/model';
import {writeCommand} from './command-line';

/** Whose monitors they are, and whether the service has a list to look in. */
export interface DoubtContext {
  readonly environment: string;
  readonly operations: Operations;
}

/** Warns of every recorded monitor that the service may hold a second time, whatever else a plan looks at. */
export function noticeDoubts(state: State | null, context: DoubtContext): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const [key, record] of state?.monitors ?? []) {
    if (record.mayExistTwice === undefined) continue;
    const targetIds = listTargetIds(record.applied).filter(targetId => targetId !== null);
    findings.push(maybeDuplicate({key, id: record.id, targetIds}, context));
  }
  return findings;
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
    message: `"${key}" may exist twice: a request that seemed to fail may have been carried out before ${id} was created`,
    hint,
  };
}
