import type {ExchangeNote} from '../../core/api/http-service';
import type {ApplyEvent} from '../../core/apply/ports';
import type {Plan} from '../../core/plan/change';
import type {OpenedState} from '../../core/state/fold-open';
import type {CheckedWorkspace} from '../../project/check';
import type {Door, Notes} from '../../project/door';
import {CLEAR_LINE} from '../../rendering/escape-terminal';
import {describeExchange} from '../../rendering/exchange-text';
import {renderPlan} from '../plan/formats';
import {noteWarnings} from '../plan/text';
import {type ApplyEnd, listApplyFindings} from './apply';
import {renderApplyJson, renderCompletionJson, renderEventJson} from './document';
import {advanceProgress, type Progress, renderEventText, renderProgressLine, startProgress} from './progress';
import {renderAfterFirst, renderApplyText} from './text';

/** Shows an apply while it runs and when it has ended, and chooses the exit code. */
export class ApplyDisplay {
  private progress: Progress;
  /** The last note has no line end yet. */
  private isNoteCut = false;

  constructor(
    private readonly door: Door,
    private readonly notes: Notes,
    private readonly format: 'text' | 'json' | 'jsonl',
    /** Known once the plan is made. */
    private readonly place: () => string | null,
  ) {
    this.progress = startProgress(door.context.world.monotonic());
  }

  readonly showPlan = (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState): void => {
    const {door, notes} = this;
    notes.stateView(opened);
    noteWarnings(plan, workspace.report, door, notes);
    const text = renderPlan(plan, 'text', {...door.look(this.format === 'text' ? 'stdout' : 'stderr'), place: this.place()});
    if (this.format === 'text') door.print(`${text}\n`);
    else if (!door.flags.quiet) door.note(`${text}\n`);
  };

  readonly onEvent = (event: ApplyEvent): void => {
    const {door} = this;
    if (this.format === 'jsonl') door.print(renderEventJson(event));
    const now = door.context.world.monotonic();
    this.progress = advanceProgress(this.progress, event, now);
    // Why a run stopped stands at the end of what it prints as text; that it is asked to stop can't wait until then.
    const isInterruption = event.type === 'stopping' && event.stop.kind === 'interrupted';
    const isSaidLater = event.type === 'stopping' && !isInterruption && this.format === 'text';
    if (isSaidLater || (this.hasProgressLine() && !isInterruption && this.isReplaced(event))) this.say('');
    else this.say(renderEventText(event, door.look('stderr'), this.progress));
  };

  /** Writes a note to stderr; on a terminal above the line that shows the progress. */
  readonly say = (text: string): void => {
    const {door} = this;
    if (!this.hasProgressLine()) {
      if (text !== '') door.note(text);
      return;
    }
    const isCut = text !== '' && !text.endsWith('\n');
    const now = door.context.world.monotonic();
    const isShown = this.progress.total > 0 && !door.flags.quiet && !isCut;
    const line = isShown ? renderProgressLine(this.progress, now, door.look('stderr')) : '';
    // The rest of a note that came in pieces goes behind its beginning.
    door.note(`${this.isNoteCut ? '' : CLEAR_LINE}${text}${line}`);
    if (text !== '') this.isNoteCut = isCut;
  };

  private hasProgressLine(): boolean {
    return this.door.context.stderr.isTTY === true;
  }

  /** Whether the progress line, and the result that takes its place, say what an event says. */
  private isReplaced(event: ApplyEvent): boolean {
    if (this.door.flags.verbose) return false;
    const showsResult = this.format === 'text' && this.door.context.stdout.isTTY === true;
    return showsResult || (event.type === 'finished' && event.result.outcome === 'created');
  }

  readonly onExchange = (note: ExchangeNote): void => {
    if (this.door.flags.verbose) this.say(describeExchange(note));
  };

  /** Shows how it ended; returns the exit code. */
  finish(ended: ApplyEnd): number {
    const {door} = this;
    if (ended.kind === 'invalid') return this.notes.invalid(ended.workspace.report);
    const {plan, outcome, exitCode} = ended;
    if (this.hasProgressLine() && ended.kind === 'applied') door.note(CLEAR_LINE);
    if (this.format !== 'text') {
      const render = this.format === 'json' ? renderApplyJson : renderCompletionJson;
      door.print(render({...outcome, findings: listApplyFindings(ended)}, plan));
    } else if (ended.kind === 'applied' || exitCode !== 0) {
      // A plan without changes has shown everything.
      door.print(renderApplyText(outcome, plan, {...door.look('stdout'), place: this.place()}));
      if (!door.flags.quiet) door.note(renderAfterFirst(outcome, plan, door.look('stderr')));
    }
    return exitCode;
  }
}
