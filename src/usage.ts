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
    valued: flagsOf(definition.options.map(option => option.definition).filter(text => text.includes('#'))),
  }));
  const words = listWordsOf(argv, new Set(definitions.flatMap(({valued}) => valued)));
  const command = definitions
    .filter(({path}) => path.length > 0 && path.every((word, index) => words[index] === word))
    .sort((a, b) => b.path.length - a.path.length)[0];
  if (command === undefined) {
    const [first = ''] = argv;
    const known = ['--help', '--version', ...definitions.flatMap(({flags}) => flags)];
    if (words.length === 0 && isUnknownFlag(first, known))
      return unknownFlag('monitors', first, known, '`monitors --help` shows how it is called');
    return unknownCommand(
      words,
      definitions.map(({path}) => path),
    );
  }
  const name = command.path.join(' ');
  const flags = ['--help', ...command.flags];
  const read = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : argv.length);
  const unknown = read.find(word => isUnknownFlag(word, flags));
  if (unknown !== undefined) return unknownFlag(`monitors ${name}`, unknown, flags, `\`monitors ${name} --help\` lists its flags`);
  const bare = read.find((word, index) => command.valued.includes(word) && (read[index + 1] ?? '-').startsWith('-'));
  if (bare !== undefined) {
    return new Refusal('config/usage', `${bare} needs a value behind it`, `\`monitors ${name} --help\` says which`);
  }
  return new Refusal(
    'config/usage',
    `"monitors ${argv.join(' ')}" is not how this command is called`,
    `usage: ${command.usage.replace(/^\$ /, '')}`,
  );
}

/** The words of a command line up to its next flag; flags that stand before them are skipped with their values. */
function listWordsOf(argv: readonly string[], valued: ReadonlySet<string>): readonly string[] {
  let start = 0;
  while (argv[start]?.startsWith('-')) start += valued.has(argv[start] ?? '') ? 2 : 1;
  const rest = argv.slice(start);
  const end = rest.findIndex(word => word.startsWith('-'));
  return end === -1 ? rest : rest.slice(0, end);
}

function isUnknownFlag(word: string, known: readonly string[]): boolean {
  return word.startsWith('-') && word !== '-' && word !== '--' && !known.includes(word.split('=')[0] ?? word);
}

function unknownFlag(called: string, word: string, known: readonly string[], otherwise: string): Refusal {
  const flag = word.split('=')[0] ?? word;
  return new Refusal('config/usage', `"${called}" has no flag "${flag}"`, hintOf(suggestName(flag, known), otherwise));
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

function flagsOf(definitions: readonly string[]): string[] {
  return definitions.flatMap(definition => definition.split(/[ ,]+/)).filter(word => word.startsWith('-'));
}
