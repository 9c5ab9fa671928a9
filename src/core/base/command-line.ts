/** A command line of this tool as a shell takes it, for the plan's environment: run in another, it would change its state. Keys that look like flags stand behind `--`. */
export function writeCommand(words: string, keys: readonly string[], environment: string, flags = ''): string {
  const given = `${flags}${inEnvironment(environment)}`.trim();
  const operands = keys.map(shellWord).join(' ');
  const parts = keys.some(key => key.startsWith('-')) ? [words, given, '--', operands] : [words, operands, given];
  return ['monitors', ...parts.filter(part => part !== '')].join(' ');
}

/** A command line about one key, for messages that complete it with the flags that were given. */
export function keyCommand(words: string, key: string, flags = ''): string {
  return writeCommand(words, [key], 'default', flags);
}

function inEnvironment(environment: string): string {
  return environment === 'default' ? '' : ` --environment ${environment}`;
}

/** Advice where git lacks a part of the history, or contents of it. */
export const FETCH_MISSING = 'run "git fetch --unshallow" (a partial clone: "git fetch --refetch --no-filter")';

/** The command that gives the state of one environment to another. */
export function writeEnvironmentMove(from: string, to: string): string {
  return `monitors state migrate --environment ${from} --to-environment ${to}`;
}

/**
 * A word as one argument of a POSIX shell, quoted only where it must be, so that shown commands can be copied. One that looks
 * like a flag stays one, quoted or not: set it apart with `--`.
 */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : quoteShell(word);
}

/** A path as one argument of git in a shell: a name also where git would read it as a pattern, such as `:(exclude)x.json`. */
export function gitPath(path: string): string {
  return shellWord(/^:|[*?[\\]/.test(path) ? `:(literal)${path}` : path);
}

/** A text in the quotes of a POSIX shell, whatever is in it. */
export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The global flags that a command line was given and that another one needs to mean the same project. */
export interface ProjectFlags {
  /** `-C`. */
  readonly directory?: string | undefined;
  readonly config?: string | undefined;
  readonly environment?: string | undefined;
  readonly specs?: string | undefined;
  readonly state?: string | undefined;
}

const QUOTED = /(["`])(monitors|git) ((?:(?!\1).)+)\1/g;
/** A command that a hint ends with, ready to be copied: "monitors" before any other word are the service's. */
const LAST =
  /: monitors ((?:-|(?:accept|apply|checks|completion|diff|emulator|import|init|plan|pull|recover|render|report|resolve|run|schema|state|status|validate|version)(?= |$)).*)$/s;

/** The stretches of a sentence that are commands, without their quotes: from and to, in order. */
export function findCommands(sentence: string): {readonly from: number; readonly to: number}[] {
  const quoted = [...sentence.matchAll(QUOTED)].map(({index, 0: {length}}) => ({from: index + 1, to: index + length - 1}));
  const last = LAST.exec(sentence);
  return last === null ? quoted : [...quoted.filter(({to}) => to <= last.index), {from: last.index + 2, to: sentence.length}];
}

/**
 * Completes the commands that a hint names in quotes or ends with, so that they do what the hint says when they are pasted:
 * those of this tool get the flags that were given, those of git the directory.
 */
export function completeCommands(hint: string, given: ProjectFlags): string {
  const {directory, config, environment, specs, state} = given;
  const named = [
    ['-C', directory],
    ['--config', config],
    ['--environment', environment],
    ['--specs', specs],
    ['--state', state],
  ] as const;
  const complete = (words: string) => {
    const flags = named.flatMap(([flag, value]) =>
      value === undefined || ` ${words} `.includes(` ${flag} `) ? [] : [` ${flag} ${shellWord(value)}`],
    );
    // Behind "--" everything is an operand.
    const end = words.indexOf(' -- ');
    return end === -1 ? `${words}${flags.join('')}` : `${words.slice(0, end)}${flags.join('')}${words.slice(end)}`;
  };
  return hint
    .replaceAll(QUOTED, (_all, mark: string, program: string, words: string) =>
      program === 'git'
        ? `${mark}git ${directory === undefined ? '' : `-C ${shellWord(directory)} `}${words}${mark}`
        : `${mark}monitors ${complete(words)}${mark}`,
    )
    .replace(LAST, (_all, words: string) => `: monitors ${complete(words)}`);
}
