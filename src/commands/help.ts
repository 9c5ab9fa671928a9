import {Command} from 'clipanion';
import {listCommandHelp} from '../help';
import {renderOverview} from '../report/help-text';
import {commit, version} from '../version';
import type {CommandContext} from './command';

/** `monitors` and `monitors --help`: what there is. */
export class HelpCommand extends Command<CommandContext> {
  static override paths = [[], ['-h'], ['--help'], ['help']];
  async execute(): Promise<number> {
    const {stdout} = this.context;
    stdout.write(renderOverview(listCommandHelp(this.context.cli), {color: false, width: stdout.columns ?? 100, verbosity: 'normal'}));
    return 0;
  }
}

/** `monitors --version`: version and commit. */
export class VersionCommand extends Command<CommandContext> {
  static override paths = [['-v'], ['--version']];
  async execute(): Promise<number> {
    this.context.stdout.write(`monitors ${version}${commit === '' ? '' : ` (${commit})`}\n`);
    return 0;
  }
}
