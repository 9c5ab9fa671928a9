import {resolve} from 'node:path';
import type {ExchangeNote} from '../../core/api/http-service';
import type {Context, OutputStream} from '../../core/base/context';
import type {Settings} from '../../core/config/config';
import type {UserError} from '../../core/diagnostics/user-error';
import {toShownPath} from '../../core/files/paths';
import type {SharedStateStore} from '../../core/state/remote/store';
import type {Command} from '../../project/command-table';
import type {Door, GlobalFlags, Notes, Spending, SpendingFlags} from '../../project/door';
import {nameFlag} from '../../project/flags';
import type {OpenedProject, ProjectOptions} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import type {ProjectStore} from '../../project/store';
import type {RenderOptions} from '../../rendering/render-options';
import type {Failing} from '../failure';
import {GLOBAL_FLAGS} from './global-flags';

/** Output formats that hold a document for programs: errors are written in the same form. */
const MACHINE_FORMATS: readonly string[] = ['json', 'jsonl'];

/** The flags that say which project is meant. */
const PROJECT_FLAGS = ['directory', 'config', 'environment', 'specs', 'state'] as const;

/** A command, and the texts that were given for each of its flags and operands, by the name of the option. */
export interface Parsed {
  readonly command: Command;
  readonly given: Readonly<Record<string, readonly string[]>>;
}

/** The door of one command line: the settings made from its flags, and how it writes. */
export class CliDoor implements Door {
  readonly flags: {-readonly [Name in keyof GlobalFlags]: GlobalFlags[Name]};
  /** Words in messages for the place where the environment was given; undefined for the flag. */
  private environmentPlace: string | undefined;
  /** The environment names that specs may refer to, once the settings are read: no message shows their values. */
  private referenceNames: readonly string[] = [];
  /** Connections to a server keep the process from ending. */
  private readonly opened: Pick<SharedStateStore, 'close'>[] = [];

  constructor(
    private readonly parsed: Parsed,
    /** The command line as it was given, without the tool's name. */
    private readonly argv: readonly string[],
    /** Replaced by what watches for signals in another way. */
    public context: Context,
  ) {
    const [directory, config, environment, specs, state] = PROJECT_FLAGS.map(name => this.last(name));
    const isOn = (option: string) => this.last(option) !== undefined;
    this.flags = {directory, config, environment, specs, state, quiet: isOn('quiet'), verbose: isOn('verbose')};
  }

  private last(option: string): string | undefined {
    return this.parsed.given[option]?.at(-1);
  }

  /** Values of the command's flags and operands. Each is checked when it is read: what says more about a mistake comes first. */
  readOptions(): Readonly<Record<string, unknown>> {
    const {flags, operands = {}, path} = this.parsed.command;
    const options = {};
    for (const [name, {read}] of Object.entries({...flags, ...operands})) {
      const shown = name in operands ? `monitors ${path}` : nameFlag(name);
      Object.defineProperty(options, name, {enumerable: true, get: () => read(shown, this.parsed.given[name] ?? [])});
    }
    return options;
  }

  given(flag: string): string | undefined {
    return this.last(Object.keys(this.parsed.given).find(name => nameFlag(name) === flag) ?? '');
  }

  /** Facts of the command, for writing its error. */
  get failing(): Failing {
    const {path, machineFormats = MACHINE_FORMATS} = this.parsed.command;
    const isMachineReadable = () => machineFormats.includes(this.last('format') ?? '');
    return {...this.flags, commandName: path, referenceNames: this.referenceNames, isMachineReadable};
  }

  setLastWords(words: string): void {
    const {context} = this;
    this.replaceWatch(() => context.watchInterruption(words));
  }

  /** Has the command watch for signals in another way. */
  replaceWatch(watchInterruption: Context['watchInterruption']): void {
    this.context = Object.assign(Object.create(this.context), {watchInterruption} satisfies Partial<Context>);
  }

  workingDirectory(): string {
    const {context, flags} = this;
    return flags.directory === undefined ? context.cwd : resolve(context.cwd, flags.directory);
  }

  async settings(): Promise<Settings> {
    const {context, environmentPlace, flags, parsed} = this;
    // Checked also where nothing is coloured, as in JSON.
    this.wantsColor(context.stdout);
    const {loadSettings} = await import('../../core/config/loaded-settings');
    const directory = this.workingDirectory();
    const place = {directory, cwd: directory, directoryHint: 'check the path given with -C', environmentPlace};
    const settings = loadSettings({...place, flags, env: context.env, environmentChoice: parsed.command.environments ?? 'one'});
    this.referenceNames = settings.allowedReferences;
    return settings;
  }

  moveToEnvironment(name: string, place: string): void {
    this.flags.environment = name;
    this.environmentPlace = place;
  }

  async openProject(use: 'look' | 'change' = 'change', showExchange?: (note: ExchangeNote) => void): Promise<OpenedProject> {
    const settings = await this.settings();
    const {openProject} = await import('../../project/project');
    const onExchange = showExchange ?? (this.flags.verbose ? await this.noteExchanges() : () => {});
    const {operands = {}, path} = this.parsed.command;
    const nameOption = (option: string) => (option in operands ? `monitors ${path}` : `--${option}`);
    const options = {...this.projectOptions(settings, use), baseUrl: this.last('baseUrl'), onExchange, nameOption};
    const project = openProject(options, this.context);
    this.closeAtEnd(project.store);
    return project;
  }

  private async noteExchanges(): Promise<(note: ExchangeNote) => void> {
    const {describeExchange} = await import('../../rendering/exchange-text');
    return note => this.note(describeExchange(note));
  }

  shown(path: string): string {
    return toShownPath(this.workingDirectory(), path);
  }

  async openStore(settings: Settings, use: 'look' | 'change' = 'change'): Promise<ProjectStore> {
    return this.closeAtEnd((await import('../../project/project')).openStore(this.projectOptions(settings, use), this.context));
  }

  private closeAtEnd(store: ProjectStore): ProjectStore {
    if (store.backend !== 'file') this.opened.push(store);
    return store;
  }

  /** Ends all connections to the state's server; the command is over. */
  async close(): Promise<void> {
    await Promise.allSettled(this.opened.map(store => store.close()));
  }

  projectOptions(settings: Settings, use: 'look' | 'change'): ProjectOptions {
    const caches = this.last('noCache') === undefined ? 'used' : 'unused';
    return {settings, cwd: this.workingDirectory(), command: this.parsed.command.path, use, caches};
  }

  look(name: 'stdout' | 'stderr'): RenderOptions {
    const {context, flags} = this;
    const stream = context[name];
    return {
      color: this.wantsColor(stream),
      // A terminal that knows no width says 0.
      width: stream.columns || 100,
      onTerminal: stream.isTTY === true,
      verbosity: flags.quiet ? 'quiet' : flags.verbose ? 'verbose' : 'normal',
      given: flags,
      clock: {now: context.world.now, timeZone: context.timeZone},
    };
  }

  /** Whether text for a stream is coloured: `--color`, then `NO_COLOR`, then `FORCE_COLOR`, then whether it is a terminal. */
  private wantsColor(stream: OutputStream): boolean {
    const {env} = this.context;
    const flag = GLOBAL_FLAGS.color.read('--color', this.parsed.given['color'] ?? []);
    if (flag !== 'auto') return flag === 'always';
    if ((env['NO_COLOR'] ?? '') !== '') return false;
    const forced = env['FORCE_COLOR'];
    if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
    return stream.isTTY === true && env['TERM'] !== 'dumb';
  }

  print(text: string): void {
    this.context.stdout.write(text);
  }

  deliver(text: string): Promise<boolean> {
    const {stdout} = this.context;
    return new Promise(resolve => stdout.write(text, error => resolve(error == null && stdout.hasLost !== true)));
  }

  note(text: string): void {
    this.context.stderr.write(text);
  }

  async notes(): Promise<Notes> {
    return (await import('./notes')).openNotes(this, this.failing);
  }

  async progress(): Promise<CheckProgress> {
    return (await import('./notes')).showProgress(this);
  }

  async ask(question: string, interruption: AbortSignal): Promise<void> {
    const {confirm, nameApproved} = await import('./confirmation');
    await confirm(question, nameApproved(this.argv), this.context, interruption);
  }

  async explainUnasked(approval: string | null = null): Promise<UserError | null> {
    const {explainUnasked, nameApproved} = await import('./confirmation');
    const flags = approval === null ? ['--auto-approve'] : ['--approve', approval];
    return explainUnasked(
      nameApproved(this.argv, flags),
      this.context,
      approval === null ? undefined : 'show this plan to a person, who runs',
    );
  }

  async approveSpending(spending: Spending, flags: SpendingFlags): Promise<void> {
    await (await import('./spending')).approveSpending(spending, flags, this);
  }
}
