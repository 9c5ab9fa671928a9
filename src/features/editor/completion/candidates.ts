import type {CommandTable} from '../../../project/command-table';
import {type Completes, type Flag, listFlagNames, type Operand} from '../../../project/flags';

/** Candidates for one place of a command line. */
export type Candidates =
  | {readonly kind: 'words'; readonly words: readonly CandidateWord[]}
  /** Words that `monitors __complete` lists when they are asked for; of operands, the first alone or each. */
  | {readonly kind: 'listed'; readonly list: 'keys' | 'recorded' | 'new' | 'labels'; readonly place: 'first' | 'each'}
  | {readonly kind: 'files'}
  | {readonly kind: 'directories'}
  /** A number, a name, an address: only the user knows. */
  | {readonly kind: 'nothing'};

/** A word that completes, with its meaning if that is not plain. */
interface CandidateWord {
  readonly word: string;
  readonly description?: string;
}

/** A flag of a command. */
export interface CompletedFlag {
  /** `-C` and `--directory`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Null for a switch. */
  readonly value: {readonly name: string; readonly candidates: Candidates} | null;
  readonly isGlobal: boolean;
  readonly isRepeatable: boolean;
}

/** Facts for a completion script about the place after some words: of a command, of a group of commands, or of no word yet. */
export interface CompletedCommand {
  /** `state mv`; `state` for a group; empty for the beginning. */
  readonly path: string;
  readonly flags: readonly CompletedFlag[];
  readonly operands: Candidates;
}

const HELP: CompletedFlag = {
  names: ['-h', '--help'],
  description: 'Show flags and examples',
  value: null,
  isGlobal: true,
  isRepeatable: false,
};
const VERSION: CompletedFlag = {
  names: ['--version'],
  description: 'Show the version',
  value: null,
  isGlobal: false,
  isRepeatable: false,
};

type Flags = Readonly<Record<string, Flag<unknown>>>;

/** Lists what can be completed: the beginning first, then groups and commands in help's order. */
export function listCompletions(commands: readonly CommandTable[], globalFlags: Flags): CompletedCommand[] {
  const globals = completeFlags(globalFlags, true);
  const groups = [...new Set(commands.flatMap(({path}) => (path.includes(' ') ? [path.split(' ')[0] ?? ''] : [])))];
  return [
    {path: '', flags: [...globals, HELP, VERSION], operands: {kind: 'words', words: listFirstWords(commands)}},
    ...groups.map(path => ({path, flags: [...globals, HELP], operands: {kind: 'words', words: listSecondWords(path, commands)}}) as const),
    ...commands.map(({path, flags, operands = {}}) => ({
      path,
      flags: [...globals, ...completeFlags(flags, false), HELP],
      operands: completeOperands(Object.values(operands)),
    })),
  ];
}

function completeFlags(flags: Flags, isGlobal: boolean): CompletedFlag[] {
  return Object.entries(flags).map(([option, {short, about, value, completes, isRepeatable}]) => ({
    names: listFlagNames(option, {short}),
    description: about,
    value: value === null ? null : {name: value, candidates: toCandidates(completes, 'each')},
    isGlobal,
    isRepeatable,
  }));
}

/** The first operand says what can follow; keys also behind it where the others are keys of the same kind. */
function completeOperands([first, ...others]: readonly Operand<unknown>[]): Candidates {
  if (first === undefined) return {kind: 'nothing'};
  const isSame = others.length > 0 && others.every(({completes}) => completes === first.completes);
  return toCandidates(first.completes, isSame || first.need === 'many' || first.need === 'some' ? 'each' : 'first');
}

function toCandidates(completes: Completes, place: 'first' | 'each'): Candidates {
  switch (completes) {
    case 'nothing':
    case 'files':
    case 'directories':
      return {kind: completes};
    case 'keys':
    case 'recorded':
    case 'new':
    case 'labels':
      return {kind: 'listed', list: completes, place};
    default:
      return {kind: 'words', words: completes.map(word => ({word}))};
  }
}

function listFirstWords(commands: readonly CommandTable[]): CandidateWord[] {
  const words = new Map<string, string>();
  for (const {path, summary} of commands) {
    const [first = '', second] = path.split(' ');
    if (!words.has(first)) words.set(first, second === undefined ? summary : 'look into and repair the state');
  }
  return [...words].map(([word, description]) => ({word, description}));
}

function listSecondWords(group: string, commands: readonly CommandTable[]): CandidateWord[] {
  return commands
    .filter(({path}) => path.startsWith(`${group} `))
    .map(({path, summary}) => ({word: path.slice(group.length + 1), description: summary}));
}
