import {Command} from 'clipanion';
import {commit, version} from '../version';
import type {CommandContext} from './command';

/** `monitors` and `monitors --help`: what there is, with two lines on each command. */
export class HelpCommand extends Command<CommandContext> {
  static override paths = [[], ['-h'], ['--help'], ['help']];
  async execute(): Promise<number> {
    this.context.stdout.write(this.cli.usage(null));
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
