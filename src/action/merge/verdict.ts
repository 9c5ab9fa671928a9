import type {ApplyOutcome} from '../../apply/ports';
import {exitCodeOf} from '../../engine/apply-exit-code';
import type {Plan} from '../../plan/change';
import {isRepeatable} from '../../report/apply-sentences';
import {countOf} from '../../report/sentences';
import type {ActionResult, FailureReason} from '../ports';
import type {AppliedAttempt} from './attempt';

/** What stands at the end of a merge. */
export interface Verdict {
  readonly exitCode: number;
  readonly failureReason: FailureReason | null;
  readonly message: NonNullable<ActionResult['message']> | undefined;
}

/** What an applied tip comes to; `outcome` holds the results of all attempts. */
export function judgeApply(attempt: AppliedAttempt, outcome: ApplyOutcome, interruption: AbortSignal): Verdict {
  const {plan, recording, rescue} = attempt;
  const exitCode = exitCodeOf(outcome, plan, interruption);
  switch (recording.kind) {
    case 'kept':
    case 'unchanged':
    case 'recorded': {
      const failureReason = exitCode === 0 ? null : reasonOf(outcome, plan);
      const persistence = outcome.stop?.kind === 'persist-failed' ? pushFailed(outcome.stop.message, null) : undefined;
      return {exitCode, failureReason, message: persistence ?? (exitCode === 0 ? undefined : incomplete(failureReason, outcome, plan))};
    }
    case 'overtaken':
      return {exitCode: 5, failureReason: 'apply-failed', message: pushFailed('others pushed to the branch all the time', rescue)};
    case 'contradicted':
      return {exitCode: 5, failureReason: 'apply-failed', message: contradicted(rescue)};
    case 'refused': {
      const nothingSent = outcome.results.every(({attempts}) => attempts === 0);
      return {exitCode: nothingSent ? 3 : 5, failureReason: 'apply-failed', message: pushFailed(recording.words, rescue)};
    }
  }
}

function reasonOf({results, stop}: ApplyOutcome, {changes}: Plan): FailureReason {
  if (results.some(({outcome}) => outcome === 'unknown') || changes.some(({action}) => action === 'unresolved')) return 'outcome-unknown';
  const failed = results.filter(({outcome}) => outcome === 'failed' || outcome === 'not-attempted');
  if (stop === undefined && failed.length > 0 && failed.every(({error}) => error?.code === 'plan-stale')) return 'plan-changed';
  if (stop !== undefined || results.some(({outcome}) => outcome === 'failed' || outcome === 'not-attempted')) return 'apply-failed';
  return changes.some(change => change.action === 'blocked' && change.reason.kind === 'budget') ? 'budget-exceeded' : 'apply-failed';
}

function incomplete(reason: FailureReason | null, {results}: ApplyOutcome, {changes}: Plan): Verdict['message'] {
  const unresolved = changes.flatMap(({action, key}) => (action === 'unresolved' ? [key] : []));
  const unknown = results.flatMap(result => (result.outcome === 'unknown' && !isRepeatable(result) ? [result.key] : []));
  if (unknown.length > 0) {
    const keys = [...unknown, ...unresolved];
    return {
      title: 'outcome-unknown',
      text: `What came of ${countOf(keys.length, 'create')} is not known: ${nameSome(keys)}.`,
      hint: `look in the service, ${SETTLE_HINT}`,
    };
  }
  if (unresolved.length > 0) {
    return {
      title: 'plan/unresolved',
      text: `What came of ${countOf(unresolved.length, 'earlier create')} is not known: ${nameSome(unresolved)}. The rest was applied.`,
      hint: `if another run is under way, wait for it; else look in the service, ${SETTLE_HINT}`,
    };
  }
  return {title: reason ?? 'apply', text: 'Not everything was applied; the log and the summary say what is left.'};
}

const SETTLE_HINT = 'then on your machine: git pull, monitors resolve KEY --adopt ID (or --not-created), commit, push';

/** So many keys stand in one sentence. */
const MOST_NAMED = 20;

function nameSome(keys: readonly string[]): string {
  const names = keys.slice(0, MOST_NAMED).map(key => `"${key}"`);
  return `${names.join(', ')}${keys.length > MOST_NAMED ? ` and ${keys.length - MOST_NAMED} more` : ''}`;
}

function pushFailed(words: string, rescue: string | null): NonNullable<Verdict['message']> {
  return {
    title: 'git/push-failed',
    text:
      rescue === null
        ? `State and journal could not be pushed, so nothing more was sent: ${words}`
        : `Monitors were created, and state and journal could not be pushed: ${words}. What the run learned is in ${rescue}.`,
    hint:
      rescue === null
        ? 'give the job "permissions: contents: write"; where the branch is protected, set "state-branch: monitors-state"'
        : RESTORE_HINT,
  };
}

function contradicted(rescue: string | null): NonNullable<Verdict['message']> {
  const where = rescue === null ? 'The log names what was created.' : `What the run learned is in ${rescue}.`;
  return {
    title: 'git/state-changed',
    text: `While this run was creating monitors, somebody else changed the state on the branch, so nothing was overwritten. ${where}`,
    hint: RESTORE_HINT,
  };
}

const RESTORE_HINT = 'save that file (actions/upload-artifact), then on your machine: git pull, monitors state restore FILE, commit, push';
