import type {Cli} from 'clipanion';
import type {CommandContext} from '../command';

/** Use of one command, as far as clipanion knows it. */
export interface CommandUse {
  /** `['state', 'mv']`. */
  readonly path: readonly string[];
  readonly operands: readonly OperandUse[];
  readonly flags: readonly FlagUse[];
}

/** An operand of a command: `KEY`, of which there may be many. */
export interface OperandUse {
  readonly name: string;
  readonly need: 'required' | 'optional' | 'many';
}

/** A flag with all its names; `value` is the name of what follows it, null for a switch. */
export interface FlagUse {
  readonly names: readonly string[];
  readonly value: string | null;
  readonly description: string;
}

/** All commands, in the order in which they were registered. */
export function listCommandUses(cli: Cli<CommandContext>): CommandUse[] {
  return cli.definitions().flatMap(({path, usage, options}): CommandUse[] => {
    const words = path.split(' ').slice(1).filter(isWord);
    if (words.length === 0) return [];
    const operands = usage
      .split(' ')
      .slice(words.length + 1)
      .filter(word => !/^\[?-/.test(word) && !/^#\d+\]?$/.test(word));
    return [{path: words, operands: operands.map(readOperand), flags: options.map(readFlag)}];
  });
}

function readOperand(word: string): OperandUse {
  const name = word.replace(/^[[<](.*)[\]>]$/, '$1');
  if (word.endsWith('...')) return {name: name === '...' ? 'NAME' : name.replace(/\W+$/, ''), need: 'many'};
  return {name, need: word.startsWith('[') ? 'optional' : 'required'};
}

function readFlag({definition, description = ''}: {readonly definition: string; readonly description?: string}): FlagUse {
  const value = /^<([^>]+)> /.exec(description);
  return {
    names: definition.split(/[ ,]+/).filter(word => word.startsWith('-')),
    value: definition.includes('#') ? (value?.[1] ?? 'VALUE') : null,
    description: value === null ? description : description.slice(value[0].length),
  };
}

function isWord(text: string): boolean {
  return /^[a-z][a-z-]*$/.test(text);
}

/** A command line, taken apart as far as that goes for one that is wrong. Indexes are those of `argv`. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** The words up to the first flag behind them: those of a command, and what follows. */
  readonly words: readonly string[];
  /** Null where the words name none. */
  readonly command: CommandUse | null;
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
export function readCommandLine(argv: readonly string[], uses: readonly CommandUse[]): CommandLine {
  const everyValued = listValued(uses.flatMap(({flags}) => flags));
  let start = 0;
  while (argv[start]?.startsWith('-')) start += everyValued.has(argv[start] ?? '') ? 2 : 1;
  const rest = argv.slice(start);
  const length = rest.findIndex(word => word.startsWith('-'));
  const words = length === -1 ? rest : rest.slice(0, length);
  const [command = null] = uses
    .filter(({path}) => path.every((word, index) => words[index] === word))
    .sort((a, b) => b.path.length - a.path.length);
  const valued = command === null ? everyValued : listValued(command.flags);
  const operands: PlacedWord[] = [];
  const flags: PlacedWord[] = [];
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const behind = start + (command?.path.length ?? 0);
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    const isFlag = index < end && word.startsWith('-') && word !== '-';
    if (isFlag) flags.push({word, index});
    else if (index >= behind && index !== end) operands.push({word, index});
    if (isFlag && valued.has(word) && !(argv[index + 1] ?? '-').startsWith('-')) index++;
  }
  return {argv, words, command, operands, flags};
}

function listValued(flags: readonly FlagUse[]): ReadonlySet<string> {
  return new Set(flags.flatMap(({names, value}) => (value === null ? [] : names)));
}
