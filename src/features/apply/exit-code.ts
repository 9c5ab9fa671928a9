import type {ApplyOutcome} from '../../core/apply/ports';
import {exitCodeAfter} from '../../core/base/interruption';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import type {Plan} from '../../core/plan/change';
import {isHeld, isProtectedLeftover} from '../../core/plan/change-facts';
import {isDone} from './sentences';

/** The exit code of an apply; where several hold, the gravest, in the order of docs/output.md. */
export function exitCodeOf(outcome: ApplyOutcome, plan: Plan, interruption: AbortSignal): number {
  const {stop, results} = outcome;
  if (stop?.kind === 'interrupted') return stop.exitCode;
  if (stop?.kind === 'state-not-saved') return exitCodeAfter(interruption, 5);
  // It ended before anything was sent, such as while creates of earlier runs were looked up.
  if (results.length === 0 && interruption.aborted) return exitCodeAfter(interruption, 0);
  if (results.some(({outcome: ended}) => ended === 'unknown')) return 4;
  const isIncomplete = results.some(({outcome: ended}) => !isDone(ended));
  const isHeldBack = plan.changes.some(change => isHeld(change) && !isProtectedLeftover(change));
  // Duplicates, and what was not done to the end.
  const isAmiss = hasErrors(outcome.findings) || hasErrors(plan.findings) || plan.duplicates.length > 0;
  return stop !== undefined || isIncomplete || isHeldBack || isAmiss ? 1 : 0;
}
