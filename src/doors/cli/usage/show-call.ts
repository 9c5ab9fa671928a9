import {shellWord} from '../../../core/base/command-line';
import type {CommandLine} from './command-use';

/** The command line with other words in place of some, by their index: the call that was meant, ready to be pasted. */
export function showCall({argv}: Pick<CommandLine, 'argv'>, replaced: Readonly<Record<number, readonly string[]>>): string {
  return ['monitors', ...argv.flatMap((word, index) => replaced[index] ?? [word])].map(shellWord).join(' ');
}
