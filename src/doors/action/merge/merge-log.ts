import type {ApplyEvent, ApplyOutcome} from '../../../core/apply/ports';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import type {Change, Plan} from '../../../core/plan/change';
import {isHeld} from '../../../core/plan/change-facts';
import type {OpenedState} from '../../../core/state/fold-open';
import {advanceProgress, renderEventText, startProgress} from '../../../features/apply/progress';
import {renderApplyText} from '../../../features/apply/text';
import {listPlanFindings} from '../../../features/plan/findings';
import {renderPlan} from '../../../features/plan/formats';
import {renderValidateGithub} from '../../../features/validate/github';
import type {CheckedWorkspace} from '../../../project/check';
import {escapeTerminal} from '../../../rendering/escape-terminal';
import {renderFindingsText} from '../../../rendering/finding';
import {explainChange} from '../../../rendering/held-changes';
import type {RenderOptions} from '../../../rendering/render-options';
import type {ActionPorts} from '../ports';
import {type Review, sayReview} from './review';
import {sayLeftAlone} from './unreviewed-drift';

/** The log is not a terminal: no colours, and the line width of GitHub. */
const OPTIONS: RenderOptions = {color: false, width: 120, verbosity: 'normal'};

/** Why creates wait of which another version of the state or of its journal tells. */
const RECORDED_BEFORE = new Set<string>(['recorded-later', 'sent-before']);

/** The ports of one attempt. */
export interface AttemptPorts extends ActionPorts {
  readonly display: MergeLog;
  readonly interruption: AbortSignal;
}

/** Writes the progress of a merge to the step's log. */
export class MergeLog {
  #progress = startProgress(0);

  constructor(private readonly ports: Pick<ActionPorts, 'log' | 'annotate'>) {}

  /** Logs one line; control characters in it are escaped. */
  note(text: string): void {
    this.ports.log(`${escapeTerminal(text)}\n`);
  }

  readonly showPlan = (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState): void => {
    if (opened.folded.length > 0) this.note(`Added from the journal of an interrupted run: ${opened.folded.join(', ')}.`);
    this.#showFindings([...workspace.report.findings, ...listPlanFindings(plan)], workspace);
    this.ports.log(`${renderPlan(plan, 'text', OPTIONS)}\n`);
  };

  showReview(review: Review): void {
    this.note(sayReview(review));
  }

  /** Logs what of a plan is held since it was shown. */
  showHeld(plan: Plan): void {
    const held = plan.changes.filter(isHeld).filter(change => change.action === 'blocked' && change.reason.kind === 'state-change');
    for (const change of held) this.note(explainChange(change, plan.environment).message);
  }

  /** Logs what of a plan is held since it was shown: another version of the state or of its journal tells of it. */
  showRecordedBefore(plan: Plan, findings: readonly Diagnostic[]): void {
    this.ports.log(`${renderFindingsText(findings, OPTIONS, () => undefined)}\n`);
    const held = plan.changes.filter(isHeld).filter(change => change.action === 'blocked' && RECORDED_BEFORE.has(change.reason.kind));
    for (const change of held) this.note(explainChange(change, plan.environment).message);
  }

  /** Logs the drift that stays. */
  showLeftAlone(changes: readonly Change[]): void {
    for (const sentence of changes.map(sayLeftAlone)) this.note(sentence);
  }

  /** Logs progress. A failed push of intents is reported at the end. */
  readonly showEvent = (event: ApplyEvent): void => {
    if (event.type === 'stopping' && event.stop.kind === 'persist-failed') return;
    this.#progress = advanceProgress(this.#progress, event, 0);
    const text = renderEventText(event, OPTIONS, this.#progress);
    if (text !== '') this.ports.log(text);
  };

  /** Logs the result of each change. */
  showEnd(outcome: ApplyOutcome, plan: Plan): void {
    if (outcome.results.length > 0 || outcome.stop !== undefined) this.ports.log(renderApplyText(outcome, plan, OPTIONS));
  }

  /** Logs the findings that prevent the apply. */
  showInvalid(workspace: CheckedWorkspace): void {
    this.ports.annotate(renderValidateGithub(workspace.report, OPTIONS));
    this.#showFindings(workspace.report.findings, workspace);
  }

  #showFindings(findings: readonly Diagnostic[], {report}: CheckedWorkspace): void {
    if (findings.length > 0) this.ports.log(`${renderFindingsText(findings, OPTIONS, report.sourceOf)}\n`);
  }
}
