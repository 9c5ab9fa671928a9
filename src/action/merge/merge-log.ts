import type {ApplyEvent, ApplyOutcome} from '../../apply/ports';
import type {Diagnostic} from '../../diagnostics/diagnostic';
import type {CheckedWorkspace} from '../../engine/check';
import type {Change, Plan} from '../../plan/change';
import {escapeTerminal, listPlanFindings, renderApplyText, renderEventText, renderFindingsText, renderPlan} from '../../report';
import type {RenderOptions} from '../../report/render-options';
import {renderValidateGithub} from '../../report/validate-github';
import type {OpenedState} from '../../state/fold-open';
import type {ActionPorts} from '../ports';
import {type Review, sayReview} from './review';
import {sayLeftAlone} from './unreviewed-drift';

/** A step's log has no terminal: no colours, and lines as wide as GitHub shows them. */
const OPTIONS: RenderOptions = {color: false, width: 120, verbosity: 'normal'};

/** What an attempt takes from the run. */
export interface AttemptPorts extends ActionPorts {
  readonly display: MergeLog;
  readonly interruption: AbortSignal;
}

/** What a merge says in the step's log while it goes on. */
export class MergeLog {
  constructor(private readonly ports: Pick<ActionPorts, 'log' | 'annotate'>) {}

  /** One line of our own words; what stands in it from elsewhere is made visible. */
  note(text: string): void {
    this.ports.log(`${escapeTerminal(text)}\n`);
  }

  readonly showPlan = (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState): void => {
    if (opened.folded.length > 0) this.note(`An interrupted run had created ${opened.folded.join(', ')}: taken over from its journal.`);
    this.#showFindings([...workspace.report.findings, ...listPlanFindings(plan)], workspace);
    this.ports.log(`${renderPlan(plan, 'text', OPTIONS)}\n`);
  };

  showReview(review: Review): void {
    this.note(sayReview(review));
  }

  /** What somebody changed in the service and stays so. */
  showLeftAlone(changes: readonly Change[]): void {
    for (const sentence of changes.map(sayLeftAlone)) this.note(sentence);
  }

  /** Progress; why intents could not be pushed is told at the end, in words that fit the action. */
  readonly showEvent = (event: ApplyEvent): void => {
    if (event.type === 'stopping' && event.stop.kind === 'persist-failed') return;
    const text = renderEventText(event, OPTIONS);
    if (text !== '') this.ports.log(text);
  };

  /** What became of each change. */
  showEnd(outcome: ApplyOutcome, plan: Plan): void {
    if (outcome.results.length > 0 || outcome.stop !== undefined) this.ports.log(renderApplyText(outcome, plan, OPTIONS));
  }

  /** Findings that stop the apply. */
  showInvalid(workspace: CheckedWorkspace): void {
    this.ports.annotate(renderValidateGithub(workspace.report, OPTIONS));
    this.#showFindings(workspace.report.findings, workspace);
  }

  #showFindings(findings: readonly Diagnostic[], {report}: CheckedWorkspace): void {
    if (findings.length > 0) this.ports.log(`${renderFindingsText(findings, OPTIONS, report.sourceOf)}\n`);
  }
}
