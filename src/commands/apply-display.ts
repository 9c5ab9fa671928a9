import type {ExchangeNote} from '../api/http-service';
import type {ApplyEvent, ApplyOutcome} from '../apply/model';
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
import type {CheckedWorkspace} from '../workflows/check';
import type {MonitorsCommand} from './command';
import {invalidExitCode, noteExchange, noteStateView, noteWarnings} from './notes';

const CLEAR_LINE = '\r\x1b[2K';

/** What an apply shows while it runs and when it has ended, and the exit code that goes with it. */
export class ApplyDisplay {
  private progress: Progress;

  constructor(
    private readonly command: MonitorsCommand,
    private readonly format: 'text' | 'json' | 'jsonl',
  ) {
    this.progress = startProgress(command.context.world.monotonic());
  }

  readonly showPlan = (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState): void => {
    const {command} = this;
    noteStateView(opened, command);
    noteWarnings([...workspace.report.findings, ...plan.findings], workspace.report, command);
    const text = renderPlan(plan, 'text', command.renderOptions(this.format === 'text' ? command.context.stdout : command.context.stderr));
    if (this.format === 'text') command.print(`${text}\n`);
    else if (!command.quiet) command.note(`${text}\n`);
  };

  readonly onEvent = (event: ApplyEvent): void => {
    const {command} = this;
    if (this.format === 'jsonl') command.print(renderEventJson(event));
    const now = command.context.world.monotonic();
    this.progress = advanceProgress(this.progress, event, now);
    const isTerminal = command.context.stderr.isTTY === true;
    const text = renderEventText(event, command.renderOptions(command.context.stderr));
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
    const outcome: ApplyOutcome = ended.kind === 'applied' ? ended.outcome : {results: [], onAmbiguous: 'verify', findings: []};
    if (this.command.context.stderr.isTTY === true && ended.kind === 'applied') this.command.note(CLEAR_LINE);
    this.printOutcome(outcome, ended.plan, ended.kind);
    return exitCodeOf(outcome, ended.plan);
  }

  private printOutcome(outcome: ApplyOutcome, plan: Plan, kind: 'applied' | 'nothing-to-do'): void {
    const {command} = this;
    if (this.format === 'json') command.print(renderApplyJson(outcome, plan));
    else if (this.format === 'jsonl') command.print(renderCompletionJson(outcome, plan));
    else if (kind === 'applied') command.print(renderApplyText(outcome, plan, command.renderOptions(command.context.stdout)));
  }
}

/** The exit code of an apply; where several hold, the gravest, in the order of docs/exit-codes.md. */
export function exitCodeOf(outcome: ApplyOutcome, plan: Plan): number {
  const {stop, results} = outcome;
  if (stop?.kind === 'interrupted') return stop.exitCode;
  if (stop?.kind === 'state-not-saved') return 5;
  if (stop?.kind === 'rate-limited' || stop?.kind === 'persist-failed') return results.some(isUnknown) ? 4 : 1;
  if (results.some(isUnknown)) return 4;
  const isIncomplete = results.some(result => result.outcome === 'failed' || result.outcome === 'not-attempted');
  const isHeldBack = plan.changes.some(change => change.action === 'blocked' || change.action === 'unresolved');
  return stop !== undefined || isIncomplete || isHeldBack ? 1 : 0;
}

function isUnknown({outcome}: ApplyOutcome['results'][number]): boolean {
  return outcome === 'unknown';
}
