import {shellWord} from './shell-word';

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
/** A command that a hint ends with, ready to be copied. */
const LAST = /: monitors ([a-z].*)$/s;

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
