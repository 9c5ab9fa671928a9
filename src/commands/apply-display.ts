import type {ExchangeNote} from '../api/http-service';
import type {ApplyEvent, ApplyOutcome, OnAmbiguous} from '../apply/model';
import {compareDiagnostics} from '../diagnostics/diagnostic';
import {isHeld, toFinding} from '../plan/explanation';
import type {Plan} from '../plan/model';
import {
  advanceProgress,
  type Progress,
  renderApplyJson,
  renderApplyText,
  renderCompletionJson,
  renderEventJson,
  renderEventText,
  renderPlan,
  renderProgressLine,
  startProgress,
} from '../report';
import type {OpenedState} from '../state/fold-open';
import type {ApplyWorkspaceOutcome} from '../workflows/apply';
import {exitCodeOf} from '../workflows/apply-exit-code';
import type {CheckedWorkspace} from '../workflows/check';
import type {MonitorsCommand} from './command';
import {CLEAR_LINE, invalidExitCode, noteExchange, noteStateView, noteWarnings} from './notes';

/** What an apply was asked for, as far as its output depends on it. */
export interface ApplyDisplayOptions {
  readonly format: 'text' | 'json' | 'jsonl';
  readonly onAmbiguous: OnAmbiguous;
  readonly interruption: AbortSignal;
}

/** What an apply shows while it runs and when it has ended, and the exit code that goes with it. */
export class ApplyDisplay {
  private progress: Progress;

  constructor(
    private readonly command: MonitorsCommand,
    private readonly options: ApplyDisplayOptions,
  ) {
    this.progress = startProgress(command.context.world.monotonic());
  }

  readonly showPlan = (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState): void => {
    const {command} = this;
    noteStateView(opened, command);
    noteWarnings([...workspace.report.findings, ...plan.findings], workspace.report, command);
    const text = renderPlan(
      plan,
      'text',
      command.renderOptions(this.options.format === 'text' ? command.context.stdout : command.context.stderr),
    );
    if (this.options.format === 'text') command.print(`${text}\n`);
    else if (!command.quiet) command.note(`${text}\n`);
  };

  readonly onEvent = (event: ApplyEvent): void => {
    const {command} = this;
    if (this.options.format === 'jsonl') command.print(renderEventJson(event));
    const now = command.context.world.monotonic();
    this.progress = advanceProgress(this.progress, event, now);
    const isTerminal = command.context.stderr.isTTY === true;
    // Why a run stopped stands at the end of what it prints as text; that it is asked to stop can't wait until then.
    const isSaidLater = event.type === 'stopping' && event.stop.kind !== 'interrupted' && this.options.format === 'text';
    const text = isSaidLater ? '' : renderEventText(event, command.renderOptions(command.context.stderr));
    const line = isTerminal && !command.quiet ? renderProgressLine(this.progress, now, command.renderOptions(command.context.stderr)) : '';
    const shown = isTerminal && event.type === 'finished' && event.result.outcome === 'created' && !command.verbose ? '' : text;
    if (isTerminal) command.note(`${CLEAR_LINE}${shown}${line}`);
    else if (shown !== '') command.note(shown);
  };

  readonly onExchange = (note: ExchangeNote): void => {
    if (this.command.verbose) noteExchange(note, this.command);
  };

  /** Shows how it ended; returns the exit code. */
  finish(ended: ApplyWorkspaceOutcome): number {
    if (ended.kind === 'invalid') return invalidExitCode(ended.workspace.report, this.command);
    const {onAmbiguous, interruption} = this.options;
    const {command} = this;
    const outcome: ApplyOutcome = ended.kind === 'applied' ? ended.outcome : {results: [], onAmbiguous, findings: []};
    if (command.context.stderr.isTTY === true && ended.kind === 'applied') command.note(CLEAR_LINE);
    const exitCode = exitCodeOf(outcome, ended.plan, interruption);
    if (this.options.format === 'text') {
      // A plan without changes has said it all.
      if (ended.kind === 'applied' || exitCode !== 0) {
        command.print(renderApplyText(outcome, ended.plan, command.renderOptions(command.context.stdout)));
      }
    } else this.printDocument(outcome, ended);
    return exitCode;
  }

  /** Whatever a person reads on stderr, a program finds in `diagnostics`: warnings of the specs and why changes are held back. */
  private printDocument(outcome: ApplyOutcome, {plan, workspace}: Exclude<ApplyWorkspaceOutcome, {kind: 'invalid'}>): void {
    const held = plan.changes.filter(isHeld).map(change => toFinding(change, plan.environment));
    const findings = [...workspace.report.findings, ...outcome.findings, ...held].sort(compareDiagnostics);
    const render = this.options.format === 'json' ? renderApplyJson : renderCompletionJson;
    this.command.print(render({...outcome, findings}, plan));
  }
}
