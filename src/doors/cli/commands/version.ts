import {Command} from 'clipanion';
import {describeTool} from '../../../core/base/version';
import {MonitorsCommand} from '../command';

/** `monitors version`: the same as `--version`. */
export class VersionCommand extends MonitorsCommand {
  static override paths = [['version']];
  static override usage = Command.Usage({
    description: 'print the version',
    details: `
      Prints the version and the commit that it was built from, as \`monitors --version\` does.
    `,
    examples: [
      ['For a bug report', 'monitors version'],
      ['The same', 'monitors --version'],
    ],
  });

  override readonly commandName = 'version';

  async execute(): Promise<number> {
    this.print(`${describeTool()}\n`);
    return 0;
  }
}
