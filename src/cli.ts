import {Cli, type CommandClass} from 'clipanion';
import {ApplyCommand} from './commands/apply';
import {type CommandContext, MonitorsCommand} from './commands/command';
import {EmulatorCommand} from './commands/emulator';
import {HelpCommand, VersionCommand} from './commands/help';
import {PlanCommand} from './commands/plan';
import {ResolveCommand} from './commands/resolve';
import {SchemaCommand} from './commands/schema';
import {stateCommands} from './commands/state';
import {ValidateCommand} from './commands/validate';
import type {Context} from './context';
import {explainFailure, type Failing, writeFailure} from './failure';
import {listCommandHelp} from './help';
import type {CommandHelp} from './report/help-text';
import {explainUsage} from './usage';
import {version} from './version';

const COMMANDS: readonly CommandClass<CommandContext>[] = [
  HelpCommand,
  VersionCommand,
  ValidateCommand,
  PlanCommand,
  ApplyCommand,
  ResolveCommand,
  ...stateCommands,
  SchemaCommand,
  EmulatorCommand,
];

/**
 * Runs one command line and returns its exit code. Whatever goes wrong is written as one message that says what
 * happened and what to do next, in the form that the command's `--format` asks for.
 */
export async function runCli(argv: readonly string[], context: Context): Promise<number> {
  const cli = new Cli<CommandContext>({binaryLabel: 'monitors', binaryName: 'monitors', binaryVersion: version, enableColors: false});
  for (const command of COMMANDS) cli.register(command);
  const commandContext: CommandContext = {...context, env: {...context.env}, colorDepth: 1, cli};
  let failing: Failing = {commandName: argv[0] ?? 'monitors', isMachineReadable: () => asksForJson(argv)};
  try {
    const help = findHelp(argv, cli);
    if (help !== undefined) return await showHelp(help, context);
    const command = cli.process([...argv], commandContext);
    if (command instanceof MonitorsCommand) failing = command;
    return await command.validateAndExecute();
  } catch (error) {
    return writeFailure(explainFailure(explainUsage(error, argv, cli)), failing, context);
  }
}

function asksForJson(argv: readonly string[]): boolean {
  return argv.some((word, index) => /^--format=jsonl?$/.test(word) || (word === '--format' && /^jsonl?$/.test(argv[index + 1] ?? '')));
}

/** The page of the command that is asked about with `-h` or `--help`. */
function findHelp(argv: readonly string[], cli: Cli<CommandContext>): CommandHelp | undefined {
  if (!argv.includes('-h') && !argv.includes('--help')) return undefined;
  const asked = ['monitors', ...argv].join(' ');
  return listCommandHelp(cli)
    .filter(({path}) => asked === path || asked.startsWith(`${path} `))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

async function showHelp(page: CommandHelp, context: Context): Promise<number> {
  const {renderCommandHelp} = await import('./report/help-text');
  context.stdout.write(renderCommandHelp(page, {color: false, width: context.stdout.columns ?? 100, verbosity: 'normal'}));
  return 0;
}
