import {type CommandHelp, splitDescription} from '../../../rendering/help-text';

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
export interface CandidateWord {
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

/** The flags whose value is one of a few words: by command and flag, or by flag alone. A test compares them with what the commands take. */
const FLAG_WORDS: Readonly<Record<string, readonly string[]>> = {
  '--color': ['auto', 'always', 'never'],
  'init --format': ['text', 'json'],
  'validate --format': ['text', 'json', 'github', 'gitlab', 'sarif'],
  'validate --strict': ['service', 'all'],
  'plan --strict': ['service', 'all'],
  'apply --strict': ['service', 'all'],
  'plan --format': ['text', 'json', 'markdown', 'gitlab'],
  'render --format': ['yaml', 'json'],
  'apply --format': ['text', 'json', 'jsonl'],
  'apply --on-error': ['continue', 'stop'],
  'apply --on-ambiguous': ['verify', 'retry', 'stop'],
  'status --fail-on': ['failing', 'overdue'],
  'emulator --operations': ['create', 'full'],
};

const KEYS: Candidates = {kind: 'listed', list: 'keys', place: 'each'};
const RECORDED = {kind: 'listed', list: 'recorded', place: 'each'} as const;

/** The flags whose value is a key or a label. */
const LISTED_FLAGS: Readonly<Record<string, Candidates>> = {
  '--only': KEYS,
  '--exclude': KEYS,
  '--label': {kind: 'listed', list: 'labels', place: 'each'},
};

/** The commands whose operands are keys. */
const LISTED_OPERANDS: Readonly<Record<string, Candidates>> = {
  accept: RECORDED,
  resolve: KEYS,
  import: {kind: 'listed', list: 'new', place: 'first'},
  try: KEYS,
  status: RECORDED,
  report: KEYS,
  checks: {...RECORDED, place: 'first'},
  diff: {...RECORDED, place: 'first'},
  run: RECORDED,
  'state list': RECORDED,
  'state mv': KEYS,
  'state show': {...RECORDED, place: 'first'},
  'state rm': {...RECORDED, place: 'first'},
  'state unprotect': {...RECORDED, place: 'first'},
};

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

/** Makes out of what help shows what can be completed: the beginning first, then groups and commands in help's order. */
export function listCompletions(commands: readonly CommandHelp[]): CompletedCommand[] {
  const named = commands.map(command => ({...command, path: command.path.replace(/^monitors /, '')}));
  const completed = named.map(command => ({
    path: command.path,
    flags: [...command.flags.map(flag => completeFlag(command.path, flag)), HELP],
    operands: LISTED_OPERANDS[command.path] ?? completeOperands(command.operands),
  }));
  const globals = completed[0]?.flags.filter(({isGlobal}) => isGlobal) ?? [];
  const groups = [...new Set(named.flatMap(({path}) => (path.includes(' ') ? [path.split(' ')[0] ?? ''] : [])))];
  return [
    {path: '', flags: [...globals, VERSION], operands: {kind: 'words', words: listFirstWords(named)}},
    ...groups.map(path => ({path, flags: globals, operands: {kind: 'words', words: listSecondWords(path, named)}}) as const),
    ...completed,
  ];
}

function completeFlag(path: string, flag: CommandHelp['flags'][number]): CompletedFlag {
  const {text} = splitDescription(flag);
  const valueName = /^<([^>]+)> /.exec(flag.description)?.[1];
  const words = flag.names.map(name => FLAG_WORDS[`${path} ${name}`] ?? FLAG_WORDS[name]).find(found => found !== undefined);
  const listed = flag.names.map(name => LISTED_FLAGS[name]).find(found => found !== undefined);
  return {
    names: flag.names,
    description: text,
    value:
      valueName === undefined
        ? null
        : {name: valueName, candidates: listed ?? (words === undefined ? completeValue(valueName) : toWords(words))},
    isGlobal: flag.isGlobal,
    isRepeatable: text.includes('repeatable'),
  };
}

function completeOperands(operands: string): Candidates {
  const names = operands.replace(/[[\].]/g, '');
  return names.includes('|') ? toWords(names.split('|')) : completeValue(names);
}

function completeValue(name: string): Candidates {
  if (/(?:FILE|PATH)$/.test(name)) return {kind: 'files'};
  return name === 'DIR' || name === 'FOLDER' ? {kind: 'directories'} : {kind: 'nothing'};
}

function toWords(words: readonly string[]): Candidates {
  return {kind: 'words', words: words.map(word => ({word}))};
}

function listFirstWords(commands: readonly CommandHelp[]): CandidateWord[] {
  const words = new Map<string, string>();
  for (const {path, description} of commands) {
    const [first = '', second] = path.split(' ');
    if (!words.has(first)) words.set(first, second === undefined ? description : 'look into and repair the state');
  }
  return [...words].map(([word, description]) => ({word, description}));
}

function listSecondWords(group: string, commands: readonly CommandHelp[]): CandidateWord[] {
  return commands
    .filter(({path}) => path.startsWith(`${group} `))
    .map(({path, description}) => ({word: path.slice(group.length + 1), description}));
}
