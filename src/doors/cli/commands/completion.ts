import {Command, type CommandClass, Option} from 'clipanion';
import {oneOf} from '../../../core/config/option-values';
import type {CompletedCommand} from '../../../features/editor/completion/candidates';
import type {CommandHelp} from '../../../rendering/help-text';
import {type CommandContext, MonitorsCommand} from '../command';

type Render = (commands: readonly CompletedCommand[]) => string;

/** Functions that render the script, by shell. */
const SHELLS = {
  bash: async (): Promise<Render> => (await import('../../../features/editor/completion/bash')).renderBashCompletion,
  zsh: async (): Promise<Render> => (await import('../../../features/editor/completion/zsh')).renderZshCompletion,
  fish: async (): Promise<Render> => (await import('../../../features/editor/completion/fish')).renderFishCompletion,
};

const shellNames = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

/** `monitors completion bash|zsh|fish`: a script that completes what `listHelp` describes. */
export function makeCompletionCommand(listHelp: () => Promise<readonly CommandHelp[]>): CommandClass<CommandContext> {
  return class CompletionCommand extends MonitorsCommand {
    static override paths = [['completion']];
    static override usage = Command.Usage({
      description: 'print a completion script for bash, zsh or fish',
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
    });

    override readonly commandName = 'completion';
    shell = Option.String({name: shellNames.join('|')});

    async execute(): Promise<number> {
      const render = await SHELLS[oneOf('monitors completion', this.shell, shellNames)]();
      const {listCompletions} = await import('../../../features/editor/completion/candidates');
      this.print(render(listCompletions(await listHelp())));
      return 0;
    }
  };
}
