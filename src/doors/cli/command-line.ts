import {type BaseContext, Cli, Command as ClipanionCommand, type CommandClass, Option} from 'clipanion';
import type {Context} from '../../core/base/context';
import {listStrangeVariables} from '../../core/config/option-values';
import {UserError} from '../../core/diagnostics/user-error';
import type {Command, CommandTable} from '../../project/command-table';
import {type Flag, listFlagNames, type Operand} from '../../project/flags';
import {CliDoor, type Parsed} from './door';
import {GLOBAL_FLAGS} from './global-flags';

/** All commands by their words, in the order in which help lists them. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('../../features/init/command')).initCommand,
  validate: async () => (await import('../../features/validate/command')).validateCommand,
  plan: async () => (await import('../../features/plan/command')).planCommand,
  render: async () => (await import('../../features/render/command')).renderCommand,
  try: async () => (await import('../../features/try/command')).tryCommand,
  apply: async () => (await import('../../features/apply/command')).applyCommand,
  accept: async () => (await import('../../features/accept/command')).acceptCommand,
  resolve: async () => (await import('../../features/resolve/command')).resolveCommand,
  import: async () => (await import('../../features/adopt/command')).importCommand,
  pull: async () => (await import('../../features/adopt/command')).pullCommand,
  factor: async () => (await import('../../features/adopt/factor-command')).factorCommand,
  recover: async () => (await import('../../features/recover/command')).recoverCommand,
  status: async () => (await import('../../features/observe/status-command')).statusCommand,
  checks: async () => (await import('../../features/observe/checks-command')).checksCommand,
  diff: async () => (await import('../../features/observe/checks-command')).diffCommand,
  changes: async () => (await import('../../features/changes/command')).changesCommand,
  tune: async () => (await import('../../features/tune/command')).tuneCommand,
  run: async () => (await import('../../features/observe/run-command')).runCommand,
  alerts: async () => (await import('../../features/alerts/command')).alertsCommand,
  report: async () => (await import('../../features/report/command')).reportCommand,
  'state list': async () => (await import('../../features/state/command')).stateListCommand,
  'state show': async () => (await import('../../features/state/command')).stateShowCommand,
  'state mv': async () => (await import('../../features/state/repair-command')).stateMoveCommand,
  'state rm': async () => (await import('../../features/state/repair-command')).stateRemoveCommand,
  'state verify': async () => (await import('../../features/state/command')).stateVerifyCommand,
  'state restore': async () => (await import('../../features/state/repair-command')).stateRestoreCommand,
  'state unlock': async () => (await import('../../features/state/repair-command')).stateUnlockCommand,
  'state unprotect': async () => (await import('../../features/state/repair-command')).stateUnprotectCommand,
  'state set-origin': async () => (await import('../../features/state/repair-command')).stateSetOriginCommand,
  'state reset': async () => (await import('../../features/state/repair-command')).stateResetCommand,
  'state history': async () => (await import('../../features/state/place-command')).stateHistoryCommand,
  'state init': async () => (await import('../../features/state/place-command')).stateInitCommand,
  'state migrate': async () => (await import('../../features/state/place-command')).stateMigrateCommand,
  explain: async () => (await import('../../features/explain/command')).explainCommand,
  schema: async () => (await import('../../features/editor/command')).schemaCommand,
  emulator: async () => (await import('./commands/emulator')).emulatorCommand,
  version: async () => (await import('./commands/version')).versionCommand,
  completion: async () => (await import('./commands/completion')).makeCompletionCommand(loadAll),
};

const PATHS = Object.keys(COMMANDS);

/** The words that command lines begin with. */
const FIRST_WORDS = new Set(PATHS.map(path => path.split(' ')[0]));

/** Runs any command line but `--version`; see `runCli`. */
export async function runCommandLine(argv: readonly string[], context: Context): Promise<number> {
  let door: CliDoor | undefined;
  try {
    const help = asksForHelp(argv) ? await renderHelp(argv, context) : await renderLoneGroup(argv, context);
    if (help !== undefined) {
      context.stdout.write(help);
      return 0;
    }
    const parsed = await readCommand(argv);
    door = new CliDoor(parsed, argv, Object.assign(Object.create(context) as Context, {env: {...context.env}}));
    const strange = listStrangeVariables(context.env);
    if (strange.length > 0) (await import('./notes')).noteVariables(strange, door);
    const {everywhere} = parsed.command;
    if (everywhere === undefined || door.given('--all-environments') === undefined) return await run(parsed, door);
    return await (await import('./everywhere')).runEverywhere(everywhere, {parsed, argv, context: door.context, runIn: run});
  } catch (error) {
    const {explainFailure, writeFailure} = await import('../failure');
    const failing = door?.failing ?? {commandName: nameCommand(argv), isMachineReadable: () => asksForJson(argv)};
    return await writeFailure(explainFailure(error), failing, context);
  } finally {
    await door?.close();
  }
}

async function run({command}: Parsed, door: CliDoor): Promise<number> {
  const act = () => command.run(door.readOptions(), door);
  const timeout = door.given('--lock-timeout');
  return timeout === undefined ? act() : (await import('./lock-wait')).runWhenLockIsFree(act, timeout, door);
}

/** The command's words, as far as a command line that may be wrong tells: flags and their values may stand before them. */
function nameCommand(argv: readonly string[]): string {
  const start = argv.findIndex(word => FIRST_WORDS.has(word));
  const word = argv[start];
  if (word === undefined) return argv[0] ?? 'monitors';
  return PATHS.find(path => path.split(' ').every((part, index) => argv[start + index] === part)) ?? word;
}

/** Reads the command line. Throws a `UserError` that names the word that is wrong. */
async function readCommand(argv: readonly string[]): Promise<Parsed> {
  try {
    // Only commands whose words stand in it can be meant, and making all of them ready takes longer than most runs.
    return parse(argv, await load(PATHS.filter(path => path.split(' ').every(word => argv.includes(word)))));
  } catch (error) {
    const {explainUsage, isUsageComplaint} = await import('./usage');
    throw isUsageComplaint(error) ? explainUsage(argv, await loadAll()) : error;
  }
}

/** Reads a command line for one of these commands. Throws clipanion's error where it is not how one of them is called. */
function parse(argv: readonly string[], commands: readonly Command[]): Parsed {
  const cli = new Cli({binaryName: 'monitors', enableColors: false});
  const classes = new Map(commands.map(command => [makeClass(command), command]));
  for (const commandClass of classes.keys()) cli.register(commandClass);
  // Clipanion copies a context, which would open the standard streams: it gets none.
  const found = cli.process([...argv], {} as BaseContext);
  const command = classes.get(found.constructor as CommandClass);
  if (command === undefined) throw new Error('clipanion answered a call for help, which comes before');
  const values = found as unknown as Readonly<Record<string, unknown>>;
  const flags: CommandTable['flags'] = {...GLOBAL_FLAGS, ...command.flags};
  for (const [option, flag] of Object.entries(flags)) refuseBare(option, flag, values[option]);
  const names = Object.keys({...flags, ...command.operands});
  return {command, given: Object.fromEntries(names.map(name => [name, listTexts(values[name])]))};
}

/** Of letters in one word, such as `-qC`, clipanion takes each for a switch. */
function refuseBare(option: string, flag: Flag<unknown>, given: unknown): void {
  if (flag.value === null || given !== true) return;
  const [name = ''] = listFlagNames(option, flag);
  throw new UserError('config/usage', `${name} needs a value`, `write ${name} ${flag.value}: ${flag.about}`);
}

function listTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? [value] : value === true ? [''] : [];
}

/** The class that clipanion needs for a command. */
function makeClass({path, flags, operands = {}}: Command): CommandClass {
  return class extends ClipanionCommand {
    static override paths = [path.split(' ')];

    constructor() {
      super();
      const values = this as Record<string, unknown>;
      for (const [name, flag] of Object.entries({...GLOBAL_FLAGS, ...flags})) values[name] = makeOption(name, flag);
      for (const [name, operand] of Object.entries(operands)) values[name] = makePositional(operand);
    }

    async execute(): Promise<void> {}
  };
}

function makeOption(option: string, flag: Flag<unknown>) {
  const names = listFlagNames(option, flag).join(',');
  if (flag.value === null) return Option.Boolean(names);
  return flag.isRepeatable ? Option.Array(names) : Option.String(names);
}

function makePositional({label: name, need}: Operand<unknown>) {
  return need === 'many' || need === 'some' ? Option.Rest({name}) : Option.String({name, required: need === 'required'});
}

function load(paths: readonly string[]): Promise<Command[]> {
  return Promise.all(paths.flatMap(path => COMMANDS[path]?.() ?? []));
}

async function loadAll(): Promise<readonly Command[]> {
  return load(PATHS);
}

/** The page of a group of commands whose word is all that was given: `monitors state`. */
async function renderLoneGroup(argv: readonly string[], context: Context): Promise<string | undefined> {
  const last = argv.at(-1) ?? '';
  if (PATHS.includes(last) || !PATHS.some(path => path.startsWith(`${last} `))) return undefined;
  const {findLoneGroup} = await import('./usage');
  return findLoneGroup(argv, await loadAll()) === null ? undefined : renderHelp([last], context);
}

function asksForHelp(argv: readonly string[]): boolean {
  return argv.length === 0 || argv[0] === 'help' || argv.includes('-h') || argv.includes('--help');
}

/** The page that is asked for; undefined if the words before it are not a command. */
async function renderHelp(argv: readonly string[], {stdout}: Context): Promise<string | undefined> {
  const {findHelp} = await import('./help');
  return findHelp(argv, await loadAll(), stdout.columns || 100);
}

function asksForJson(argv: readonly string[]): boolean {
  return argv.some((word, index) => /^--format=jsonl?$/.test(word) || (word === '--format' && /^jsonl?$/.test(argv[index + 1] ?? '')));
}
