import {Command, Option} from 'clipanion';
import {oneOf} from '../../../core/config/option-values';
import {MonitorsCommand} from '../command';

/** `monitors factor FOLDER`: what specs have in common goes to one place. */
export class FactorCommand extends MonitorsCommand {
  static override paths = [['factor']];
  static override usage = Command.Usage({
    description: 'move what specs of a folder share into one file; no monitor changes',
    details: `
      Moves the members that all specs of the folder and below write alike into its \`_defaults.yaml\`. With \`--list NAME\`, makes
      one list of the specs of the folder that differ in single values: NAME.yaml and a file with a row for each. Keys stay.

      Nothing is written unless every monitor and the plan stay the same. Comments of specs that become rows are lost.

      exit codes: 0 done, or nothing to do; 1 specs have errors; 3 a monitor would change: nothing is written
    `,
    examples: [
      ['What would be written', 'monitors factor monitors/pricing --dry-run'],
      ['Move common members', 'monitors factor monitors/pricing'],
      ['One list instead of many specs', 'monitors factor monitors/pricing --list pages'],
    ],
  });

  override readonly commandName = 'factor';
  override format = Option.String('--format', 'text', {description: '<FORMAT> text (default) or json'});
  list = Option.String('--list', {description: '<NAME> Make a list, NAME.yaml, of the specs in the folder'});
  dryRun = Option.Boolean('--dry-run', false, {description: 'Print what would be written, and write nothing'});
  folder = Option.String({name: 'FOLDER'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json']);
    const project = await this.openProject('look');
    const {factorFolder} = await import('../../../features/adopt/factor');
    const end = await factorFolder(project, {folder: this.folder, list: this.list, isDryRun: this.dryRun});
    if (end.kind === 'invalid') {
      const {invalidExitCode} = await import('../notes');
      return invalidExitCode(end.workspace.report, this);
    }
    const {renderFactorJson, renderFactorText} = await import('../../../features/adopt/factor-document');
    this.print(format === 'json' ? renderFactorJson(end.report) : renderFactorText(end.report, this.renderOptions(this.context.stdout)));
    return 0;
  }
}
