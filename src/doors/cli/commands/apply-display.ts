import type {ExchangeNote} from '../../../core/api/http-service';
import type {ApplyEvent} from '../../../core/apply/ports';
import type {Plan} from '../../../core/plan/change';
import type {OpenedState} from '../../../core/state/fold-open';
import {type ApplyEnd, listApplyFindings} from '../../../features/apply/apply';
import type {CheckedWorkspace} from '../../../project/check';
import {
  advanceProgress,
  listPlanFindings,
  type Progress,
  renderAfterFirst,
  renderApplyJson,
  renderApplyText,
  renderCompletionJson,
  renderEventJson,
  renderEventText,
  renderPlan,
  renderProgressLine,
  startProgress,
} from '../../renderers';
import type {MonitorsCommand} from '../command';
import {describeExchange} from '../exchange-text';
import {CLEAR_LINE, invalidExitCode, noteStateView, noteWarnings} from '../notes';

/** Shows an apply while it runs and when it has ended, and chooses the exit code. */
export class ApplyDisplay {
  private progress: Progress;
  /** The last note has no line end yet. */
  private isNoteCut = false;

  constructor(
    private readonly command: MonitorsCommand,
    private readonly format: 'text' | 'json' | 'jsonl',
  ) {
    this.progress = startProgress(command.context.world.monotonic());
  }

  readonly showPlan = (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState): void => {
    const {command} = this;
    noteStateView(opened, command);
    noteWarnings([...workspace.report.findings, ...listPlanFindings(plan)], workspace.report, command);
    const text = renderPlan(plan, 'text', command.renderOptions(this.format === 'text' ? command.context.stdout : command.context.stderr));
    if (this.format === 'text') command.print(`${text}\n`);
    else if (!command.quiet) command.note(`${text}\n`);
  };

  readonly onEvent = (event: ApplyEvent): void => {
    const {command} = this;
    if (this.format === 'jsonl') command.print(renderEventJson(event));
    const now = command.context.world.monotonic();
    this.progress = advanceProgress(this.progress, event, now);
    // Why a run stopped stands at the end of what it prints as text; that it is asked to stop can't wait until then.
    const isInterruption = event.type === 'stopping' && event.stop.kind === 'interrupted';
    const isSaidLater = event.type === 'stopping' && !isInterruption && this.format === 'text';
    if (isSaidLater || (this.hasProgressLine() && !isInterruption && this.isReplaced(event))) this.say('');
    else this.say(renderEventText(event, command.renderOptions(command.context.stderr)));
  };

  /** Writes a note to stderr; on a terminal above the line that shows the progress. */
  readonly say = (text: string): void => {
    const {command} = this;
    if (!this.hasProgressLine()) {
      if (text !== '') command.note(text);
      return;
    }
    const isCut = text !== '' && !text.endsWith('\n');
    const now = command.context.world.monotonic();
    const isShown = this.progress.total > 0 && !command.quiet && !isCut;
    const line = isShown ? renderProgressLine(this.progress, now, command.renderOptions(command.context.stderr)) : '';
    // The rest of a note that came in pieces goes behind its beginning.
    command.note(`${this.isNoteCut ? '' : CLEAR_LINE}${text}${line}`);
    if (text !== '') this.isNoteCut = isCut;
  };

  private hasProgressLine(): boolean {
    return this.command.context.stderr.isTTY === true;
  }

  /** Whether the progress line, and the result that takes its place, say what an event says. */
  private isReplaced(event: ApplyEvent): boolean {
    if (this.command.verbose) return false;
    const showsResult = this.format === 'text' && this.command.context.stdout.isTTY === true;
    return showsResult || (event.type === 'finished' && event.result.outcome === 'created');
  }

  readonly onExchange = (note: ExchangeNote): void => {
    if (this.command.verbose) this.say(describeExchange(note));
  };

  /** Shows how it ended; returns the exit code. */
  finish(ended: ApplyEnd): number {
    const {command} = this;
    if (ended.kind === 'invalid') return invalidExitCode(ended.workspace.report, command);
    const {plan, outcome, exitCode} = ended;
    if (this.hasProgressLine() && ended.kind === 'applied') command.note(CLEAR_LINE);
    if (this.format !== 'text') {
      const render = this.format === 'json' ? renderApplyJson : renderCompletionJson;
      command.print(render({...outcome, findings: listApplyFindings(ended)}, plan));
    } else if (ended.kind === 'applied' || exitCode !== 0) {
      // A plan without changes has shown everything.
      command.print(renderApplyText(outcome, plan, command.renderOptions(command.context.stdout)));
      if (!command.quiet) command.note(renderAfterFirst(outcome, plan, command.renderOptions(command.context.stderr)));
    }
    return exitCode;
  }
}
