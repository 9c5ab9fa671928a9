import type {ApplyOutcome, ApplyResult} from '../../apply/ports';
import type {CheckedWorkspace} from '../../engine/check';
import {renderApplyJson, renderErrorJson} from '../../report';
import {applySentence, explainStop, nextSteps, summarizeApply} from '../../report/apply-sentences';
import {resultLine} from '../../report/apply-text';
import {codeSpan, fencedBlock} from '../../report/escape-markdown';
import {printText} from '../../report/text';
import {countChanges} from '../plan';
import {renderInvalidMarkdown} from '../plan-comment';
import type {ActionRequest, ActionResult, BranchEvent} from '../ports';
import {Artifacts} from '../workspace';
import type {AppliedAttempt} from './attempt';
import {sayReview} from './review';
import {sayLeftAlone} from './unreviewed-drift';
import {judgeApply, type Verdict} from './verdict';

/** So many results stand in the summary; the document that `json-path` names holds all. */
const MOST_RESULTS = 1000;

/** So many monitors that somebody changed in the service stand in the summary. */
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
    message: `the specs have ${report.errorCount === 1 ? 'an error' : `${report.errorCount} errors`}, so nothing was applied`,
    hint: 'mend what the annotations point at; `monitors validate` lists it again',
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

/** The result where planning again failed after batches of an earlier plan were applied: what they came to, then why it went no further. */
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
    ...(attempt.leftAlone.length > MOST_LEFT_ALONE
      ? [`${attempt.leftAlone.length - MOST_LEFT_ALONE} more left alone: the log names them`]
      : []),
    recordingSentence(attempt),
    ...(left > 0 ? [`${left} results not listed: ${codeSpan('json-path')} names the file with all of them`] : []),
  ];
  const problem =
    message === undefined ? [] : [fencedBlock([message.text, ...(message.hint === undefined ? [] : [`hint: ${message.hint}`])], 'text')];
  const stop = outcome.stop === undefined || outcome.stop.kind === 'persist-failed' ? [] : [explainStop(outcome.stop)];
  const steps = [
    ...stop.flatMap(({message: words, hint}) => [words, `hint: ${hint}`]),
    ...nextSteps(outcome, counts).flatMap(({text, ways}) => [text, ...ways.map(way => `  ${way}`)]),
  ];
  return `${[
    `### ${outcome.results.length === 0 && outcome.stop === undefined && problem.length === 0 ? 'No changes: the service holds what the specs say' : applySentence(counts)}`,
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
      return 'state and journal are left in the checkout, as `commit-state: false` asks';
    case 'unchanged':
      return 'state and journal did not change, so that nothing was committed';
    case 'recorded':
      return `state and journal are recorded in ${codeSpan(recording.commit.slice(0, 12))}`;
    case 'overtaken':
    case 'contradicted':
    case 'refused':
      return rescue === null
        ? 'state and journal are not recorded'
        : `state and journal are not recorded; what the run learned is in ${codeSpan(rescue)}`;
  }
}
