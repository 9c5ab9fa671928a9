import {Command, Option} from 'clipanion';
import {oneOf} from '../../../core/config/option-values';
import type {OpenedProject} from '../../../project/project';
import {MonitorsCommand} from '../command';
import {lockTimeoutOption} from '../lock-timeout';

/** Common parts of `import` and `pull`: both write specs for what exists. */
abstract class AdoptingCommand extends MonitorsCommand {
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  override lockTimeout = lockTimeoutOption();

  /** The project, once its settings are found to allow the command; says what opening it takes over from an interrupted run. */
  protected async openFull(): Promise<OpenedProject> {
    const project = await this.openProject();
    const {requireFullOperations} = await import('../../../project/project');
    requireFullOperations(project.settings, `monitors ${this.commandName}`);
    const {noteWhatIsFolded} = await import('../notes');
    await noteWhatIsFolded(project.store, this);
    return project;
  }
}

/** `monitors import KEY ID`: takes one monitor over. */
export class ImportCommand extends AdoptingCommand {
  static override paths = [['import']];
  static override usage = Command.Usage({
    description: 'manage a monitor that exists, under a key of your choice',
    details: `
      Takes over the monitor with this id. If a spec has the key, the monitor is recorded as it is, and the next plan shows what
      differs. If not, a spec is written: defaults left out, secrets as \`\${env:NAME}\`, with a list of what to set. Sends
      nothing but reads.

      Needs full operations.

      exit codes: 0 the monitor is managed now; 1 a spec can't express it
    `,
    examples: [
      ['Take one over', 'monitors import pricing/acme 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
      ['What the next plan would change of it', 'monitors plan --only pricing/acme --refresh'],
    ],
  });

  override readonly commandName = 'import';
  key = Option.String({name: 'KEY'});
  monitorId = Option.String({name: 'ID'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const project = await this.openFull();
    const {importMonitor} = await import('../../../features/adopt/import');
    const report = await importMonitor(project, {key: this.key, id: this.monitorId});
    if (format === 'json') this.print((await import('../../../features/adopt/document')).renderImportJson(report));
    else this.print((await import('../../../features/adopt/text')).renderImportText(report, this.renderOptions(this.context.stdout)));
    return report.kind === 'refused' ? 1 : 0;
  }
}

/** `monitors pull`: writes specs for monitors that exist. */
export class PullCommand extends AdoptingCommand {
  static override paths = [['pull']];
  static override usage = Command.Usage({
    description: 'write specs for monitors that exist, and manage them',
    details: `
      Writes a spec for every unmanaged monitor, named after the monitor, and records it: the next plan shows no changes. Defaults
      are left out. Secrets become \`\${env:NAME}\`, with a list of what to set and the names in \`secrets.allow\` of the config.
      Nothing is overwritten, and nothing is sent but reads.

      Monitors of other environments of this repository are pulled only if \`--only\` names them. Needs full operations.

      With \`--share\`, what all specs have in common then goes into \`_defaults.yaml\`, as \`monitors factor\` does it.

      exit codes: 0 all were pulled; 1 a spec can't express one of them
    `,
    examples: [
      ['All of it', 'monitors pull'],
      ['With common members in one file', 'monitors pull --share'],
      ['One monitor', 'monitors pull --only 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'],
    ],
  });

  override readonly commandName = 'pull';
  only = Option.Array('--only', {description: '<ID> Pull this monitor only (repeatable)'});

  share = Option.Boolean('--share', false, {description: 'Then move what all specs have in common into _defaults.yaml'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const project = await this.openFull();
    const {pullMonitors} = await import('../../../features/adopt/pull');
    const report = await pullMonitors(project, {only: this.only});
    const options = this.renderOptions(this.context.stdout);
    if (format === 'text') this.print((await import('../../../features/adopt/text')).renderPullText(report, options));
    const shared = this.share ? await (await import('../../../features/adopt/factor')).sharePulled(project, report) : null;
    if (format === 'json') this.print((await import('../../../features/adopt/document')).renderPullJson(report, shared));
    else if (shared !== null) this.print((await import('../../../features/adopt/factor-document')).renderFactorText(shared, options));
    return report.refused.length > 0 ? 1 : 0;
  }
}
