import {suggestName} from '../../core/diagnostics/suggest';
import {UserError} from '../../core/diagnostics/user-error';
import type {CommandTable} from '../../project/command-table';
import {type CommandLine, type FlagUse, listFlags, readCommandLine} from './usage/command-use';
import {COMMAND_HABITS, explainFlagHabit} from './usage/habits';
import {explainOperands} from './usage/operands';
import {showCall} from './usage/show-call';

/**
 * Explains a command line that clipanion refused: names the wrong word, and the call that was probably meant. `commands` are all.
 */
export function explainUsage(argv: readonly string[], commands: readonly CommandTable[]): UserError {
  const line = readCommandLine(argv, commands);
  const {command} = line;
  if (command === null) return explainUnknownCommand(line, commands);
  const own = listFlags(command);
  const flags = ['--help', ...own.flatMap(({names}) => names)];
  const unknown = line.flags.find(({word}) => !flags.includes(nameOf(word)));
  if (unknown !== undefined) {
    const owner = own.find(({names, value}) => value !== null && names.includes(argv[unknown.index - 1] ?? ''));
    if (owner !== undefined && /^-[\d.]/.test(unknown.word)) return explainNegative(unknown.word, argv[unknown.index - 1] ?? '', owner);
    return explainUnknownFlag(unknown, line, command, commands);
  }
  const valueless = own.filter(flag => flag.value === null).flatMap(({names}) => names);
  const valued = line.flags.find(({word}) => word.includes('=') && valueless.includes(nameOf(word)));
  if (valued !== undefined) {
    const flag = nameOf(valued.word);
    return new UserError('config/usage', `${flag} takes no value`, `did you mean "${showCall(line, {[valued.index]: [flag]})}"?`);
  }
  const bare = line.flags.find(({word, index}) => isBare(word, line.argv[index + 1], own));
  if (bare !== undefined) {
    const flag = own.find(({names}) => names.includes(bare.word));
    return new UserError('config/usage', `${bare.word} needs a value`, `write ${bare.word} ${flag?.value}: ${flag?.about}`);
  }
  return (
    explainOperands(line, command) ??
    new UserError('config/usage', `invalid arguments: monitors ${argv.join(' ')}`, `\`monitors ${command.path} --help\` shows the usage`)
  );
}

/** The words that commands begin with, where a command line is nothing more: `state` of `monitors state`. Null for every other. */
export function findLoneGroup(argv: readonly string[], commands: readonly CommandTable[]): string | null {
  const {command, words} = readCommandLine(argv, commands);
  const [word] = words;
  if (command !== null || word === undefined || words.length > 1 || argv.at(-1) !== word) return null;
  return commands.some(({path}) => path.startsWith(`${word} `)) ? word : null;
}

function isBare(word: string, next: string | undefined, flags: readonly FlagUse[]): boolean {
  return flags.some(({names, value}) => value !== null && names.includes(word)) && (next ?? '-').startsWith('-');
}

function nameOf(flag: string): string {
  return flag.split('=')[0] ?? flag;
}

/** A negative number looks like a flag to the parser. No flag takes one. */
function explainNegative(word: string, flag: string, {value, about}: FlagUse): UserError {
  return new UserError('config/usage', `${flag} must not be negative, but is "${word}"`, `use ${flag} ${value}: ${about}`);
}

function explainUnknownFlag(
  {word, index}: CommandLine['flags'][number],
  line: CommandLine,
  command: CommandTable,
  commands: readonly CommandTable[],
): UserError {
  const name = `monitors ${command.path}`;
  const flag = nameOf(word);
  const known = listFlags(command).flatMap(({names}) => names);
  const homes = commands.filter(one => listFlags(one).some(({names}) => names.includes(flag)));
  const near = suggestName(flag, ['--help', ...known]);
  const hint =
    explainFlagHabit({word, index}, line, command) ??
    (homes.length > 0 ? `${flag} belongs to: ${homes.map(({path}) => `monitors ${path}`).join(', ')}` : undefined) ??
    (near === undefined ? `\`${name} --help\` lists its flags` : `did you mean "${near}"?`);
  return new UserError('config/usage', `"${name}" has no flag "${flag}"`, hint);
}

function explainUnknownCommand(line: CommandLine, commands: readonly CommandTable[]): UserError {
  const words = line.words[0] === 'help' ? line.words.slice(1) : line.words;
  const names = commands.map(({path}) => path);
  const [first] = words;
  if (first === undefined) return explainNoCommand(line, commands);
  const group = names.filter(name => name.startsWith(`${first} `));
  if (words.length === 1 && group.length > 0) {
    return new UserError('config/usage', `"monitors ${first}" needs a subcommand`, `\`monitors ${first} --help\` lists them`);
  }
  const given = words.slice(0, group.length > 0 ? 2 : 1);
  const message = `unknown command "monitors ${given.join(' ')}"`;
  const place = line.argv.indexOf(first);
  const owner = names.find(name => name.endsWith(` ${first}`));
  const meant = COMMAND_HABITS.get(first) ?? (owner === undefined ? undefined : {command: owner});
  if (group.length === 0 && meant !== undefined) {
    const operands = 'why' in meant ? Object.fromEntries(words.slice(1).map((_word, index) => [place + 1 + index, []])) : {};
    const call = showCall(line, {...operands, [place]: meant.command.split(' ')});
    return new UserError('config/usage', message, 'why' in meant ? `${meant.why}: ${call}` : `did you mean "${call}"?`);
  }
  const near = suggestName(given.join(' '), names);
  return new UserError(
    'config/usage',
    message,
    near === undefined ? `\`monitors ${group.length > 0 ? `${first} ` : ''}--help\` lists the commands` : `did you mean "${near}"?`,
  );
}

function explainNoCommand({argv}: CommandLine, commands: readonly CommandTable[]): UserError {
  const [first = ''] = argv;
  const known = ['--help', '--version', ...commands.flatMap(listFlags).flatMap(({names}) => names)];
  const flag = nameOf(first);
  if (!first.startsWith('-') || first === '-' || first === '--' || known.includes(flag))
    return new UserError('config/usage', 'no command given', '`monitors --help` lists the commands');
  const near = suggestName(flag, known);
  const hint = near === undefined ? '`monitors --help` shows the usage' : `did you mean "${near}"?`;
  return new UserError('config/usage', `"monitors" has no flag "${flag}"`, hint);
}

/** Whether an error is clipanion's, about the command line. */
export function isUsageComplaint(error: unknown): boolean {
  return error instanceof Error && 'clipanion' in error;
}
