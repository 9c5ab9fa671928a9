import {Command, Option} from 'clipanion';
import {oneOf} from '../../../core/config/option-values';
import {MonitorsCommand} from '../command';

/** `monitors render [KEY|GLOB...]`: prints what specs come to. */
export class RenderCommand extends MonitorsCommand {
  static override paths = [['render']];
  static override usage = Command.Usage({
    description: 'print specs as they are applied, offline',
    details: `
      Prints each monitor as one YAML document: its spec with everything that defaults, lists and variables add, and its key.
      References such as \`\${env:TOKEN}\` are printed as written. Secrets in the text of a spec are printed as (secret).

      exit codes: 0 printed; 1 specs have errors; 3 the specs can't be read, or no monitor has such a key
    `,
    examples: [
      ['One monitor, and where each value was written', 'monitors render pricing/acme --origins'],
      ['All monitors of a folder', 'monitors render "pricing/**"'],
      ['For a program', 'monitors render --format json --label team=pricing'],
    ],
  });

  override readonly commandName = 'render';
  override format = Option.String('--format', 'yaml', {description: '<FORMAT> yaml (default) or json'});
  origins = Option.Boolean('--origins', false, {description: 'Print file and line of each value'});
  exclude = Option.Array('--exclude', {description: '<KEY> Leave out this key, or those that a glob matches (repeatable)'});
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  keys = Option.Rest({name: 'KEY'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['yaml', 'json']);
    const project = await this.openProject('look');
    const {renderProject} = await import('../../../features/render/render');
    const {keys, exclude, label: labels} = this;
    const nameOption = (flag: string) => (flag === 'only' ? 'monitors render' : project.nameOption(flag));
    const outcome = await renderProject({...project, nameOption}, {only: keys.length === 0 ? undefined : keys, exclude, labels});
    if (outcome.kind === 'invalid') {
      const {invalidExitCode} = await import('../notes');
      return invalidExitCode(outcome.workspace.report, this, 'printed');
    }
    const {renderSpecsJson, renderSpecsYaml, sayMasked} = await import('../../../features/render/document');
    const view = this.origins ? 'with-origins' : 'values-only';
    this.print(format === 'json' ? renderSpecsJson(outcome.monitors, view) : renderSpecsYaml(outcome.monitors, view));
    if (!this.quiet) this.note(sayMasked(outcome.monitors));
    return 0;
  }
}
