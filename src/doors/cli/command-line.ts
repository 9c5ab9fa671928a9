import {Cli, type CommandClass} from 'clipanion';
import type {Context} from '../../core/base/context';
import {version} from '../../core/base/version';
import {listStrangeVariables} from '../../core/config/variables';
import type {CommandHelp} from '../../rendering/help-text';
import type {Failing} from '../failure';
import {type CommandContext, MonitorsCommand} from './command';

/** A word that command lines begin with, and the commands behind it. */
interface CommandGroup {
  readonly word: string;
  readonly load: () => Promise<readonly CommandClass<CommandContext>[]>;
}

/** In the order in which help lists them. */
const COMMANDS: readonly CommandGroup[] = [
  {word: 'init', load: async () => [(await import('./commands/init')).InitCommand]},
  {word: 'validate', load: async () => [(await import('./commands/validate')).ValidateCommand]},
  {word: 'plan', load: async () => [(await import('./commands/plan')).PlanCommand]},
  {word: 'render', load: async () => [(await import('./commands/render')).RenderCommand]},
  {word: 'try', load: async () => [(await import('./commands/try')).TryCommand]},
  {word: 'apply', load: async () => [(await import('./commands/apply')).ApplyCommand]},
  {word: 'accept', load: async () => [(await import('./commands/accept')).AcceptCommand]},
  {word: 'resolve', load: async () => [(await import('./commands/resolve')).ResolveCommand]},
  {word: 'import', load: async () => [(await import('./commands/adopting')).ImportCommand]},
  {word: 'pull', load: async () => [(await import('./commands/adopting')).PullCommand]},
  {word: 'factor', load: async () => [(await import('./commands/factor')).FactorCommand]},
  {word: 'recover', load: async () => [(await import('./commands/recover')).RecoverCommand]},
  {word: 'status', load: async () => [(await import('./commands/status')).StatusCommand]},
  {word: 'checks', load: async () => [(await import('./commands/checks')).ChecksCommand]},
  {word: 'diff', load: async () => [(await import('./commands/checks')).DiffCommand]},
  {word: 'run', load: async () => [(await import('./commands/run')).RunCommand]},
  {word: 'report', load: async () => [(await import('./commands/report')).ReportCommand]},
  {word: 'state', load: async () => (await import('./commands/state')).stateCommands},
  {word: 'schema', load: async () => [(await import('./commands/schema')).SchemaCommand]},
  {word: 'emulator', load: async () => [(await import('./commands/emulator')).EmulatorCommand]},
  {word: 'version', load: async () => [(await import('./commands/version')).VersionCommand]},
  {word: 'completion', load: async () => [(await import('./commands/completion')).makeCompletionCommand(listHelp)]},
];

/** Runs any command line but `--version`; see `runCli`. */
export async function runCommandLine(argv: readonly string[], context: Context): Promise<number> {
  let failing: Failing | undefined;
  let running: MonitorsCommand | undefined;
  try {
    const help = asksForHelp(argv) ? await renderHelp(argv, context) : await renderLoneGroup(argv, context);
    if (help !== undefined) {
      context.stdout.write(help);
      return 0;
    }
    const command = await readCommand(argv);
    command.context = Object.assign(Object.create(context) as Context, {env: {...context.env}, colorDepth: 1});
    if (command instanceof MonitorsCommand) {
      command.argv = argv;
      failing = command;
      running = command;
      const strange = listStrangeVariables(context.env);
      if (strange.length > 0) (await import('./notes')).noteVariables(strange, command);
    }
    if (!(command instanceof MonitorsCommand) || command.lockTimeout === undefined) return await command.validateAndExecute();
    return await (await import('./lock-wait')).executeWhenFree(command, command.lockTimeout);
  } catch (error) {
    const {explainFailure, writeFailure} = await import('../failure');
    failing ??= {commandName: await nameCommand(argv), isMachineReadable: () => asksForJson(argv)};
    return await writeFailure(explainFailure(error), failing, context);
  } finally {
    await running?.close();
  }
}

/** The command's words, as far as a command line that may be wrong tells: flags and their values may stand before them. */
async function nameCommand(argv: readonly string[]): Promise<string> {
  const groups = new Map(COMMANDS.map(group => [group.word, group]));
  const start = argv.findIndex(word => groups.has(word));
  const group = groups.get(argv[start] ?? '');
  if (group === undefined) return argv[0] ?? 'monitors';
  const paths = (await group.load()).flatMap(({paths = []}) => paths);
  const isMeant = (path: readonly string[]) => path.every((word, index) => argv[start + index] === word);
  return paths.find(isMeant)?.join(' ') ?? group.word;
}

/** Reads the command line. Throws a `UserError` that names the word that is wrong. */
async function readCommand(argv: readonly string[]) {
  try {
    // Only commands whose word stands in it can be meant, and making all of them ready takes longer than most runs.
    const cli = await makeCli(COMMANDS.filter(({word}) => argv.includes(word)));
    // Clipanion copies a context, which would open the standard streams: it comes later.
    return cli.process([...argv], {} as CommandContext);
  } catch (error) {
    const {explainUsage, isUsageComplaint} = await import('./usage');
    throw isUsageComplaint(error) ? explainUsage(argv, await makeCli(COMMANDS)) : error;
  }
}

async function makeCli(groups: readonly CommandGroup[]): Promise<Cli<CommandContext>> {
  const cli = new Cli<CommandContext>({binaryLabel: 'monitors', binaryName: 'monitors', binaryVersion: version, enableColors: false});
  for (const {load} of groups) for (const command of await load()) cli.register(command);
  return cli;
}

/** Lists the help of all commands. */
async function listHelp(): Promise<readonly CommandHelp[]> {
  const {listCommandHelp} = await import('./help');
  return listCommandHelp(await makeCli(COMMANDS));
}

/** The page of a group of commands whose word is all that was given: `monitors state`. */
async function renderLoneGroup(argv: readonly string[], context: Context): Promise<string | undefined> {
  const last = argv.at(-1) ?? '';
  const group = COMMANDS.find(({word}) => word === last);
  if (group === undefined || (await group.load()).some(({paths = []}) => paths.some(path => path.length === 1))) return undefined;
  const {findLoneGroup} = await import('./usage');
  return findLoneGroup(argv, await makeCli(COMMANDS)) === null ? undefined : renderHelp([last], context);
}

function asksForHelp(argv: readonly string[]): boolean {
  return argv.length === 0 || argv[0] === 'help' || argv.includes('-h') || argv.includes('--help');
}

/** The page that is asked for; undefined if the words before it are not a command. */
async function renderHelp(argv: readonly string[], {stdout}: Context): Promise<string | undefined> {
  const {findHelp} = await import('./help');
  return findHelp(argv, await makeCli(COMMANDS), stdout.columns || 100);
}

function asksForJson(argv: readonly string[]): boolean {
  return argv.some((word, index) => /^--format=jsonl?$/.test(word) || (word === '--format' && /^jsonl?$/.test(argv[index + 1] ?? '')));
}
