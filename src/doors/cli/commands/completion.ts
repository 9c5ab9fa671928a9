import {type Command, type CommandTable, command} from '../../../project/command-table';
import {word} from '../../../project/flags';
import {GLOBAL_FLAGS} from '../global-flags';

/** Functions that render the script, by shell. */
const SHELLS = {
  bash: async () => (await import('../../../features/editor/completion/bash')).renderBashCompletion,
  zsh: async () => (await import('../../../features/editor/completion/zsh')).renderZshCompletion,
  fish: async () => (await import('../../../features/editor/completion/fish')).renderFishCompletion,
};

const shellNames = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

/** `monitors completion bash|zsh|fish`: a script that completes the commands that `loadAll` gives. */
export function makeCompletionCommand(loadAll: () => Promise<readonly CommandTable[]>): Command {
  return command(
    {
      path: 'completion',
      summary: 'print a completion script for bash, zsh or fish',
      details: `
        The script completes commands, flags, values of flags, files and directories, and keys and labels. For these it
        starts \`monitors __complete\`, which reads the state and what the last run kept of the specs. Create it again after
        an upgrade.
      `,
      examples: [
        ['bash, for one user', 'monitors completion bash > ~/.local/share/bash-completion/completions/monitors'],
        ['zsh, into a directory of your fpath', 'monitors completion zsh > ~/.zfunc/_monitors'],
        ['fish', 'monitors completion fish > ~/.config/fish/completions/monitors.fish'],
      ],
      flags: {},
      operands: {shell: word(shellNames, 'required')},
    },
    async ({shell}, door) => {
      const render = await SHELLS[shell]();
      const {listCompletions} = await import('../../../features/editor/completion/candidates');
      door.print(render(listCompletions(await loadAll(), GLOBAL_FLAGS)));
      return 0;
    },
  );
}
