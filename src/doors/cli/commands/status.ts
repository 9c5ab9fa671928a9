import {Command, Option} from 'clipanion';
import {oneOf, wholeNumber} from '../../../core/config/option-values';
import type {StatusReport} from '../../../features/observe/status';
import type {OpenedProject} from '../../../project/project';
import {MonitorsCommand} from '../command';

/** Values of `--fail-on`. */
export const FAIL_ON = ['failing', 'overdue'] as const;

/** `monitors status [KEY|GLOB...]`: how monitors do. */
export class StatusCommand extends MonitorsCommand {
  static override paths = [['status']];
  static override usage = Command.Usage({
    description: 'show the health of monitors in the service',
    details: `
      Shows health, last and next check of the monitors in the state. Sends one request per 100 monitors in the service, and
      changes nothing. Needs full operations.

      Failing: every page of the last check is an error. A check that failed as a whole is not in the list: \`--checks\` and
      \`--fail-on failing\` read the checks of a monitor for it. Overdue: the next check is late by more than ten minutes and
      one interval. No credits: the last check was skipped for lack of them, which counts as failing. To tell, up to five checks
      and the credits of the team are read where a last check had no pages.

      With \`--checks\`, searches are judged, too. Most results ignored: the queries are too wide. Most still watched: the goal
      is too vague. None for long: the queries are too narrow.

      exit codes: 0 shown; 1 only with \`--fail-on\`: a monitor is failing or overdue; 3 the service can't be read, or no
      monitor has such a key
    `,
    examples: [
      ['All monitors', 'monitors status'],
      ['Those of a folder that fail, with error rates and credits', 'monitors status "pricing/**" --failing --checks 20'],
      ['A scheduled job that fails when a monitor does', 'monitors status --fail-on failing --fail-on overdue'],
    ],
  });

  override readonly commandName = 'status';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  checks = Option.String('--checks', '0', {description: '<N> Also read the newest checks of each monitor (1-100, default 0: none)'});
  failing = Option.Boolean('--failing', false, {description: 'Show failing monitors only'});
  failOn = Option.Array('--fail-on', {description: '<STATE> Exit 1 if a monitor is failing or overdue (repeatable; default: neither)'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const checks = wholeNumber('--checks', this.checks, {min: 0, max: 100});
    const failOn = (this.failOn ?? []).map(state => oneOf('--fail-on', state, FAIL_ON));
    const project = await this.openProject('look');
    const {readStatus} = await import('../../../features/observe/status');
    const {keys, exclude, label: labels} = this;
    const nameOption = (flag: string) => (flag === 'only' ? 'monitors status' : project.nameOption(flag));
    const failing = failOn.includes('failing') ? ('certain' as const) : ('as-listed' as const);
    const choice = {only: keys.length === 0 ? undefined : keys, exclude, labels};
    const report = await readStatus(
      {...project, nameOption},
      {...choice, checks, failing},
      (await import('../list-progress')).checkProgress(this),
    );
    await this.noteLack(report);
    await this.noteEarlierState(project);
    const shown = this.failing ? {...report, monitors: report.monitors.filter(({isFailing}) => isFailing === true)} : report;
    if (format === 'json') this.print((await import('../../../features/observe/status-document')).renderStatusJson(shown));
    else
      this.print((await import('../../../features/observe/status-text')).renderStatusText(shown, this.renderOptions(this.context.stdout)));
    const isHit = ({isFailing, isOverdue}: StatusReport['monitors'][number]) =>
      (failOn.includes('failing') && isFailing === true) || (failOn.includes('overdue') && isOverdue);
    return report.monitors.some(isHit) ? 1 : 0;
  }

  private async noteEarlierState(project: OpenedProject): Promise<void> {
    if (project.history === null || project.history.isSettled()) return;
    const {findEarlierStates} = await import('../../../project/history-findings');
    const findings = await findEarlierStates([project], null);
    const {renderFindingsText} = await import('../../renderers');
    if (findings.length > 0) this.note(renderFindingsText(findings, this.renderOptions(this.context.stderr)));
  }

  private async noteLack({lack}: StatusReport): Promise<void> {
    if (lack === null) return;
    const {renderFindingsText} = await import('../../renderers');
    const finding = {
      code: 'live/no-checks',
      severity: 'warning',
      message: lack,
      hint: 'the rest is from the list; for this service leave out --checks, --failing and --fail-on failing',
    } as const;
    this.note(renderFindingsText([finding], this.renderOptions(this.context.stderr)));
  }
}
