import type {Cli} from 'clipanion';
import type {CommandContext} from './commands/command';
import {suggestName} from './diagnostics/suggest';
import {Refusal} from './refusal';

/**
 * Says what is wrong with a command line that clipanion complained about: names the word and offers the nearest one.
 * `cli` knows all commands.
 */
export function explainUsage(argv: readonly string[], cli: Cli<CommandContext>): Refusal {
  const definitions = cli.definitions().map(definition => ({
    path: definition.path.split(' ').slice(1).filter(isWord),
    usage: definition.usage,
    flags: flagsOf(definition.options.map(option => option.definition)),
  }));
  const words = argv.slice(0, firstFlag(argv));
  const command = definitions
    .filter(({path}) => path.length > 0 && path.every((word, index) => words[index] === word))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (command === undefined)
    return unknownCommand(
      words,
      definitions.map(({path}) => path),
    );
  const name = command.path.join(' ');
  const flags = ['--help', ...command.flags];
  const unknown = argv
    .slice(command.path.length)
    .find(word => word.startsWith('-') && word !== '-' && !flags.includes(word.split('=')[0] ?? word));
  if (unknown !== undefined && !argv.slice(0, argv.indexOf(unknown)).includes('--')) {
    const flag = unknown.split('=')[0] ?? unknown;
    const near = suggestName(flag, flags);
    return new Refusal(
      'config/usage',
      `"monitors ${name}" has no flag "${flag}"`,
      hintOf(near, `\`monitors ${name} --help\` lists its flags`),
    );
  }
  return new Refusal(
    'config/usage',
    `"monitors ${argv.join(' ')}" is not how this command is called`,
    `usage: ${command.usage.replace(/^\$ /, '')}`,
  );
}

function unknownCommand(words: readonly string[], paths: readonly (readonly string[])[]): Refusal {
  const names = paths.filter(path => path.length > 0).map(path => path.join(' '));
  const group = names.filter(name => name.startsWith(`${words[0]} `));
  if (words.length === 0) return new Refusal('config/usage', 'no command given', '`monitors --help` lists the commands');
  if (words.length === 1 && group.length > 0) {
    return new Refusal(
      'config/usage',
      `"monitors ${words[0]}" needs one more word`,
      `one of: ${group.map(name => `monitors ${name}`).join(', ')}`,
    );
  }
  const given = words.slice(0, group.length > 0 ? 2 : 1).join(' ');
  return new Refusal(
    'config/usage',
    `there is no command "monitors ${given}"`,
    hintOf(suggestName(given, names), '`monitors --help` lists the commands'),
  );
}

function hintOf(near: string | undefined, otherwise: string): string {
  return near === undefined ? otherwise : `did you mean "${near}"?`;
}

/** Whether clipanion could not make sense of the command line. */
export function isUsageComplaint(error: unknown): boolean {
  return error instanceof Error && 'clipanion' in error;
}

function isWord(text: string): boolean {
  return /^[a-z][a-z-]*$/.test(text);
}

function firstFlag(argv: readonly string[]): number {
  const index = argv.findIndex(word => word.startsWith('-'));
  return index === -1 ? argv.length : index;
}

function flagsOf(definitions: readonly string[]): string[] {
  return definitions.flatMap(definition => definition.split(/[ ,]+/)).filter(word => word.startsWith('-'));
}
