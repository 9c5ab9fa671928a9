/** The global flags that a command line was given and that another one needs to mean the same project. */
export interface ProjectFlags {
  /** `-C`. */
  readonly directory?: string | undefined;
  readonly config?: string | undefined;
  readonly environment?: string | undefined;
  readonly specs?: string | undefined;
  readonly state?: string | undefined;
}

const COMMAND = /(["`])(monitors|git) ((?:(?!\1).)+)\1/g;

/**
 * Completes the commands that a hint names in quotes, so that they do what the hint says when they are pasted: those of
 * this tool get the flags that were given, those of git the directory. `quote` makes one word of a POSIX shell.
 */
export function completeCommands(hint: string, given: ProjectFlags, quote: (word: string) => string): string {
  const {directory, config, environment, specs, state} = given;
  const named = [
    ['-C', directory],
    ['--config', config],
    ['--environment', environment],
    ['--specs', specs],
    ['--state', state],
  ] as const;
  return hint.replaceAll(COMMAND, (_all, mark: string, program: string, words: string) => {
    if (program === 'git') return `${mark}git ${directory === undefined ? '' : `-C ${quote(directory)} `}${words}${mark}`;
    const flags = named.flatMap(([flag, value]) =>
      value === undefined || ` ${words} `.includes(` ${flag} `) ? [] : [` ${flag} ${quote(value)}`],
    );
    return `${mark}monitors ${words}${flags.join('')}${mark}`;
  });
}
