import {Command, Option} from 'clipanion';
import {oneOf} from '../../../core/config/option-values';
import type {CheckedWorkspace} from '../../../project/check';
import {MonitorsCommand} from '../command';
import {readStrict} from '../strict-option';

/** `monitors validate [path...]`: checks specs offline. */
export class ValidateCommand extends MonitorsCommand {
  static override paths = [['validate']];
  static override usage = Command.Usage({
    description: 'check specs, offline',
    details: `
      Checks every spec below the specs directory and prints all findings with file, line and column. With paths, keys or
      globs over keys, only the findings of those files are printed. Keys are always checked against all specs. Without a
      chosen environment, specs are checked in each that the config declares.

      Needs no network and no key.

      exit codes: 0 no errors; 1 errors; 3 the specs can't be read
    `,
    examples: [
      ['Check everything, and what Firecrawl refuses', 'monitors validate --strict service'],
      ['Check one folder of keys, for an editor', "monitors validate --format json 'prod/**'"],
      ['Check what a commit holds, in a hook', 'monitors validate --ignore-unknown README.md monitors/shop.yaml'],
    ],
  });

  override readonly commandName = 'validate';
  protected override readonly environmentChoice = 'any';
  override format = Option.String('--format', 'text', {
    description: '<FORMAT> text (default), json, github (workflow annotations), gitlab (Code Quality) or sarif',
  });
  strict = Option.String('--strict', {
    description: '<FAMILY> Turn warnings into errors: service (what Firecrawl refuses) or all (default: none)',
  });
  ignoreUnknown = Option.Boolean('--ignore-unknown', false, {
    description: 'For hooks: skip paths that are not specs; the config file stands for all specs',
  });
  label = Option.Array('--label', {description: '<NAME=VALUE> Only specs with this label (repeatable: all must match)'});
  given = Option.Rest({name: 'path'});

  async execute(): Promise<number> {
    const format = oneOf('--format', this.format, ['text', 'json', 'github', 'gitlab', 'sarif']);
    const strict = readStrict(this.strict);
    const project = await this.openProject('look');
    const {validateProject} = await import('../../../features/validate/check-everywhere');
    // Not of the whole room: a hook runs this for each commit.
    const {renderValidate} = await import('../../../features/validate/formats');
    const unknownPaths = this.ignoreUnknown ? 'leave-out' : 'refuse';
    const choice = {paths: this.given, labels: this.label ?? []};
    const {leftOut, report} = await validateProject(project, {strict, ...choice, unknownPaths});
    if (leftOut.length > 0 && !this.quiet) await this.noteLeftOut(leftOut);
    this.print(renderValidate(report, format, this.renderOptions(this.context.stdout)));
    return report.errorCount > 0 ? 1 : 0;
  }

  private async noteLeftOut([first, ...others]: CheckedWorkspace['leftOut']): Promise<void> {
    const {escapeTerminal} = await import('../../../rendering/escape-terminal');
    const rest = others.length === 0 ? '' : ` (and ${others.length} more)`;
    if (first !== undefined) this.note(`note: left out, not a spec: ${escapeTerminal(`"${first.path}" ${first.reason}`)}${rest}\n`);
  }
}
