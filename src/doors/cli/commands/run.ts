import {Command, Option} from 'clipanion';
import {hasWildcard} from '../../../core/base/glob';
import {readDuration} from '../../../core/config/duration';
import {oneOf} from '../../../core/config/option-values';
import {formatNumber} from '../../../core/diagnostics/number-text';
import {UserError} from '../../../core/diagnostics/user-error';
import type {CheckCost, RunHooks} from '../../../features/observe/run-checks';
import {escapeTerminal} from '../../../rendering/escape-terminal';
import {MonitorsCommand} from '../command';

/** `monitors run KEY|GLOB...`: starts checks now. */
export class RunCommand extends MonitorsCommand {
  static override paths = [['run']];
  static override usage = Command.Usage({
    description: 'start checks of monitors now',
    details: `
      Shows what the checks cost, asks, and starts one check of each chosen monitor. A start is sent once: without an answer, the
      checks of the monitor are read to find out whether it began. With \`--wait\`, shows what each check found and what it cost.
      Ctrl-C ends the waiting; the checks go on and are paid for. Needs full operations.

      exit codes: 0 started, and with \`--wait\` ended; 1 a check was not started, failed, or runs longer than \`--timeout\`; 3 not
      approved, too expensive, not offered, or no monitor has such a key; 4 a check may have been started
    `,
    examples: [
      ['Check now, and see what changed', 'monitors run pricing/acme --wait'],
      ['A folder, for 50 credits at most, without asking', 'monitors run "pricing/**" --max-credits 50 --auto-approve'],
    ],
  });

  override readonly commandName = 'run';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  wait = Option.Boolean('--wait', false, {description: 'Follow the checks to their end and show what changed'});
  timeout = Option.String('--timeout', {description: '<DURATION> With --wait: how long at most, such as 90s or 1h (default: 30m)'});
  maxCredits = Option.String('--max-credits', {description: '<N> Start nothing if it costs more (default: no limit)'});
  autoApprove = Option.Boolean('--auto-approve', false, {description: 'Do not ask; several monitors also need --max-credits'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const {keys, exclude, label: labels = []} = this;
    if (keys.length === 0 && labels.length === 0) {
      throw new UserError('config/usage', 'run needs keys, globs or --label', '"monitors state list" shows the keys; "**" means all');
    }
    if (this.timeout !== undefined && !this.wait) {
      throw new UserError('config/usage', '--timeout needs --wait', 'add --wait, or leave --timeout out');
    }
    const followMs = readDuration('--timeout', this.timeout ?? '30m');
    this.setLastWords('Checks may have been started: "monitors checks KEY" shows them.');
    const project = await this.openProject('look');
    const {runChecks, runExitCode} = await import('../../../features/observe/run-checks');
    const {exitCodeAfter} = await import('../../../core/base/interruption');
    const nameOption = (flag: string) => (flag === 'only' ? 'monitors run' : project.nameOption(flag));
    const choice = {only: keys.length === 0 ? undefined : keys, exclude, labels};
    const view = await runChecks({...project, nameOption}, {...choice, followMs: this.wait ? followMs : null}, await this.hooks());
    if (format === 'json') this.print((await import('../../../features/observe/run-document')).renderRunJson(view));
    else this.print((await import('../../../features/observe/run-text')).renderRunText(view, this.renderOptions(this.context.stdout)));
    return exitCodeAfter(project.watchInterruption(), runExitCode(view));
  }

  private async hooks(): Promise<RunHooks> {
    const {countOf, formatDuration} = await import('../../../rendering/sentences');
    const approve = (costs: readonly CheckCost[]) => this.approve(costs);
    if (this.quiet) return {approve};
    const {CLEAR_LINE} = await import('../notes');
    const notes = {
      approve,
      onFollow: (checks: number) =>
        this.note(
          `waiting for ${countOf(checks, 'check')}; Ctrl-C ends the waiting, ${checks === 1 ? 'the check goes' : 'the checks go'} on\n`,
        ),
      onLook: (key: string, forMs: number) =>
        this.note(`${escapeTerminal(key)}: no clear answer; looking for its check for up to ${formatDuration(forMs)}\n`),
      onStop: (forMs: number) => this.note(`\nstopping: starts under way get ${formatDuration(forMs)} for their answer\n`),
    };
    if (this.context.stderr.isTTY !== true) return notes;
    return {
      ...notes,
      onStart: (done, total) => this.note(`${CLEAR_LINE}starting checks: ${formatNumber(done)} of ${formatNumber(total)}`),
      onEnded: (done, total) => this.note(`${CLEAR_LINE}${formatNumber(done)} of ${countOf(total, 'check')} ended`),
      onEnd: () => this.note(CLEAR_LINE),
    };
  }

  /** Shows what it costs, and asks. */
  private async approve(costs: readonly CheckCost[]): Promise<void> {
    const {approveSpending} = await import('../spending');
    const {renderCostsText} = await import('../../../features/observe/run-text');
    const {sumCredits} = await import('../../../features/observe/run-document');
    const {keys, autoApprove, maxCredits} = this;
    if (!this.quiet || !autoApprove) this.note(renderCostsText(costs, this.renderOptions(this.context.stderr)));
    const isBroad = keys.length !== 1 || keys.some(hasWildcard);
    const what = costs.length === 1 ? 'Start 1 check' : `Start ${costs.length} checks`;
    await approveSpending({credits: sumCredits(costs), isBroad, what}, {autoApprove, maxCredits}, this);
  }
}
