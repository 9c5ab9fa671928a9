import type {CommandTable} from '../../../project/command-table';
import {listFlagNames} from '../../../project/flags';
import {GLOBAL_FLAGS} from '../global-flags';

/** A flag with all its names; `value` is the name of what follows it, null for a switch. */
export interface FlagUse {
  readonly names: readonly string[];
  readonly value: string | null;
  readonly about: string;
}

/** The flags of a command: those of all commands first. */
export function listFlags({flags}: CommandTable): FlagUse[] {
  const all: CommandTable['flags'] = {...GLOBAL_FLAGS, ...flags};
  return Object.entries(all).map(([option, flag]) => ({names: listFlagNames(option, flag), value: flag.value, about: flag.about}));
}

/** A command line, taken apart as far as that goes for one that is wrong. Indexes are those of `argv`. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** The words up to the first flag behind them: those of a command, and what follows. */
  readonly words: readonly string[];
  /** Null where the words name none. */
  readonly command: CommandTable | null;
  /** The words after the command that are neither flags nor values of flags. */
  readonly operands: readonly PlacedWord[];
  /** Flags, those of other commands included, without what stands behind `--`. */
  readonly flags: readonly PlacedWord[];
}

/** A word and its index in the command line. */
export interface PlacedWord {
  readonly word: string;
  readonly index: number;
}

/** Takes a command line apart. */
export function readCommandLine(argv: readonly string[], commands: readonly CommandTable[]): CommandLine {
  const everyValued = listValued(commands);
  let start = 0;
  while (argv[start]?.startsWith('-')) start += everyValued.has(argv[start] ?? '') ? 2 : 1;
  const rest = argv.slice(start);
  const length = rest.findIndex(word => word.startsWith('-'));
  const words = length === -1 ? rest : rest.slice(0, length);
  const [command = null] = commands
    .filter(({path}) => path.split(' ').every((word, index) => words[index] === word))
    .sort((a, b) => b.path.length - a.path.length);
  const valued = command === null ? everyValued : listValued([command]);
  const operands: PlacedWord[] = [];
  const flags: PlacedWord[] = [];
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const behind = start + (command?.path.split(' ').length ?? 0);
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    const isFlag = index < end && word.startsWith('-') && word !== '-';
    if (isFlag) flags.push({word, index});
    else if (index >= behind && index !== end) operands.push({word, index});
    if (isFlag && valued.has(word) && !(argv[index + 1] ?? '-').startsWith('-')) index++;
  }
  return {argv, words, command, operands, flags};
}

function listValued(commands: readonly CommandTable[]): ReadonlySet<string> {
  return new Set(commands.flatMap(listFlags).flatMap(({names, value}) => (value === null ? [] : names)));
}
