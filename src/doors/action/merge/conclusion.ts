import type {ApplyOutcome, ApplyResult} from '../../../core/apply/ports';
import {countOf, listDoubted} from '../../../core/base/words';
import type {Plan} from '../../../core/plan/change';
import {exitCodeOf} from '../../../features/apply/apply';
import {renderApplyJson} from '../../../features/apply/document';
import {applySentence, explainStop, isRepeatable, nextSteps, summarizeApply} from '../../../features/apply/sentences';
import {resultLine} from '../../../features/apply/text';
import type {CheckedWorkspace} from '../../../project/check';
import {renderErrorJson} from '../../../rendering/error';
import {codeSpan, fencedBlock} from '../../../rendering/escape-markdown';
import {explainChange} from '../../../rendering/held-changes';
import {printText} from '../../../rendering/text';
import {renderInvalidMarkdown} from '../findings-markdown';
import {countChanges} from '../plan';
import type {ActionRequest, ActionResult, BranchEvent, FailureReason} from '../ports';
import {Artifacts} from '../workspace';
import type {AppliedAttempt} from './attempt';
import {sayReview} from './review';
import {sayLeftAlone} from './unreviewed-drift';

/** The number of results in the summary; the file of `json-path` has all. */
const MOST_RESULTS = 1000;

/** The number of drifted monitors in the summary. */
const MOST_LEFT_ALONE = 20;

/** The result of a push that needs no apply. */
export function concludeNothing(reason: string): ActionResult {
  return {
    exitCode: 0,
    failureReason: null,
    message: {title: 'Nothing to apply', text: `${reason}.`},
    outputs: {changes: false},
    summary: '',
  };
}

/** The result where the specs have errors: nothing was planned. */
export function concludeInvalid({report}: CheckedWorkspace, {run}: ActionRequest): ActionResult {
  const failure = {
    code: 'spec/invalid',
    message: `${countOf(report.errorCount, 'error')} in the specs: nothing was applied`,
    hint: 'fix the errors in the annotations; `monitors validate` lists them, too',
  } as const;
  return {
    exitCode: 1,
    failureReason: 'invalid-specs',
    outputs: {jsonPath: new Artifacts(run).write('apply.json', renderErrorJson('apply', failure, report.findings))},
    summary: renderInvalidMarkdown(report, {limit: 'summary'}),
  };
}

/** The result of an apply; `outcome` holds the results of all attempts. */
export function concludeApply(
  attempt: AppliedAttempt,
  outcome: ApplyOutcome,
  request: ActionRequest<BranchEvent>,
  interruption: AbortSignal,
): ActionResult {
  const verdict = judgeApply(attempt, outcome, interruption);
  const {created, failed, notAttempted, unknown} = summarizeApply(outcome, attempt.plan);
  return {
    exitCode: verdict.exitCode,
    failureReason: verdict.failureReason,
    ...(verdict.message === undefined ? {} : {message: verdict.message}),
    outputs: {
      ...countChanges(attempt.plan),
      created,
      failed: failed + notAttempted,
      unknown,
      jsonPath: new Artifacts(request.run).write('apply.json', renderApplyJson(outcome, attempt.plan)),
    },
    summary: renderSummary(attempt, outcome, request, verdict),
  };
}

/** The result if planning again failed after batches of an earlier plan were applied: their results, then the error. */
export function concludeHalfWay(done: ActionResult, failed: ActionResult): ActionResult {
  return {...failed, outputs: done.outputs, summary: `${done.summary}\n${failed.summary}`};
}

function renderSummary(attempt: AppliedAttempt, outcome: ApplyOutcome, {event}: ActionRequest<BranchEvent>, {message}: Verdict): string {
  const counts = summarizeApply(outcome, attempt.plan);
  const shown = outcome.results.slice(0, MOST_RESULTS);
  const left = outcome.results.length - shown.length;
  const facts = [
    `branch ${codeSpan(event.branch)} at ${codeSpan(attempt.commit.slice(0, 12))}`,
    ...(attempt.review === null ? [] : [codeSpan(sayReview(attempt.review))]),
    ...attempt.leftAlone.slice(0, MOST_LEFT_ALONE).map(change => codeSpan(sayLeftAlone(change))),
    ...(attempt.leftAlone.length > MOST_LEFT_ALONE ? [`${attempt.leftAlone.length - MOST_LEFT_ALONE} more not reverted: see the log`] : []),
    ...attempt.plan.findings.filter(({code}) => code === 'plan/state-change').map(({message: words}) => codeSpan(words)),
    recordingSentence(attempt),
    ...(left > 0 ? [`${left} results not listed: see the file of the output ${codeSpan('json-path')}`] : []),
  ];
  const problem =
    message === undefined ? [] : [fencedBlock([message.text, ...(message.hint === undefined ? [] : [`hint: ${message.hint}`])], 'text')];
  const stop = outcome.stop === undefined || outcome.stop.kind === 'persist-failed' ? [] : [explainStop(outcome.stop)];
  const steps = [
    ...stop.flatMap(({message: words, hint}) => [words, `hint: ${hint}`]),
    ...nextSteps(outcome, counts, attempt.plan).flatMap(({text, ways}) => [text, ...ways.map(way => `  ${way}`)]),
  ];
  return `${[
    `### ${outcome.results.length === 0 && outcome.stop === undefined && problem.length === 0 ? 'No changes: the service matches the specs' : applySentence(counts)}`,
    ...problem,
    facts.map(fact => `- ${fact}`).join('\n'),
    ...(shown.length === 0 ? [] : [fencedBlock(shown.map(lineOf), 'diff')]),
    ...(steps.length === 0 ? [] : [fencedBlock(steps, 'text')]),
  ].join('\n\n')}\n`;
}

function lineOf(result: ApplyResult): string {
  return printText([resultLine(result)], {color: false, width: 10_000}).trimEnd();
}

function recordingSentence({recording, rescue}: AppliedAttempt): string {
  switch (recording.kind) {
    case 'kept':
      return 'state and journal stay in the checkout (`commit-state: false`)';
    case 'on-server':
      return 'the state is on a server: nothing was committed';
    case 'unchanged':
      return 'state and journal did not change: nothing was committed';
    case 'recorded':
      return `state and journal are recorded in ${codeSpan(recording.commit.slice(0, 12))}`;
    case 'overtaken':
    case 'contradicted':
    case 'refused':
      return rescue === null
        ? 'state and journal are not recorded'
        : `state and journal are not recorded; they were saved in ${codeSpan(rescue)}`;
  }
}

/** Exit code, reason and message at the end of a merge. */
interface Verdict {
  readonly exitCode: number;
  readonly failureReason: FailureReason | null;
  readonly message: NonNullable<ActionResult['message']> | undefined;
}

/** Judges an applied tip; `outcome` holds the results of all attempts. */
function judgeApply(attempt: AppliedAttempt, outcome: ApplyOutcome, interruption: AbortSignal): Verdict {
  const {plan, recording, rescue} = attempt;
  const exitCode = exitCodeOf(outcome, plan, interruption);
  switch (recording.kind) {
    case 'kept':
    case 'on-server':
    case 'unchanged':
    case 'recorded': {
      const failureReason = exitCode === 0 ? null : reasonOf(outcome, plan);
      const persistence = outcome.stop?.kind === 'persist-failed' ? pushFailed(outcome.stop.message, null) : undefined;
      return {exitCode, failureReason, message: persistence ?? (exitCode === 0 ? undefined : incomplete(failureReason, outcome, plan))};
    }
    case 'overtaken':
      return {exitCode: 5, failureReason: 'apply-failed', message: pushFailed('other pushes to the branch kept coming first', rescue)};
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

function incomplete(
  reason: FailureReason | null,
  {results, findings: ofRun}: ApplyOutcome,
  {changes, environment, findings}: Plan,
): Verdict['message'] {
  const unresolved = changes.flatMap(({action, key}) => (action === 'unresolved' ? [key] : []));
  const unknown = results.flatMap(result => (result.outcome === 'unknown' && !isRepeatable(result) ? [result.key] : []));
  if (unknown.length > 0) {
    const keys = [...unknown, ...unresolved];
    return {
      title: 'outcome-unknown',
      text: `The outcome of ${countOf(keys.length, 'create')} is unknown: ${nameSome(keys)}.`,
      hint: `check the service, ${RESOLVE_HINT}`,
    };
  }
  if (unresolved.length > 0) {
    return {
      title: 'plan/unresolved',
      text: `The outcome of ${countOf(unresolved.length, 'earlier create')} is unknown: ${nameSome(unresolved)}. The rest was applied.`,
      hint: `if another run is in progress, wait for it; otherwise check the service, ${RESOLVE_HINT}`,
    };
  }
  const [held] = changes.flatMap(change => (change.action === 'blocked' && change.reason.kind === 'state-change' ? [change] : []));
  if (held !== undefined) {
    const {code, message, waysOut} = explainChange(held, environment);
    return {title: code, text: `${message}. The rest was applied.`, hint: waysOut.join('; or ')};
  }
  const hasFailed = results.some(({outcome}) => outcome === 'failed' || outcome === 'not-attempted');
  const [error] = hasFailed ? [] : [...findings, ...ofRun].filter(({severity}) => severity === 'error');
  if (error !== undefined) return {title: error.code, text: error.message, ...(error.hint === undefined ? {} : {hint: error.hint})};
  return {title: reason ?? 'apply', text: 'Not everything was applied; see the log and the summary.'};
}

const RESOLVE_HINT = 'then on your machine: git pull, monitors resolve KEY --adopt ID (or --not-created), commit, push';

function nameSome(keys: readonly string[]): string {
  return listDoubted(keys.map(key => `"${key}"`));
}

function pushFailed(words: string, rescue: string | null): NonNullable<Verdict['message']> {
  return {
    title: 'git/push-failed',
    text:
      rescue === null
        ? `State and journal could not be pushed, so nothing more was sent: ${words}`
        : `Monitors were created, but state and journal could not be pushed: ${words}. They were saved in ${rescue}.`,
    hint:
      rescue === null
        ? 'add "permissions: contents: write" to the job; if the branch is protected, set "state-branch: monitors-state"'
        : RESTORE_HINT,
  };
}

function contradicted(rescue: string | null): NonNullable<Verdict['message']> {
  const where = rescue === null ? 'The log lists what was created.' : `The results of this run were saved in ${rescue}.`;
  return {
    title: 'git/state-changed',
    text: `The state on the branch changed while this run was creating monitors, so this run did not overwrite it. ${where}`,
    hint: RESTORE_HINT,
  };
}

const RESTORE_HINT = 'keep that file (actions/upload-artifact), then on your machine: git pull, monitors state restore FILE, commit, push';
