import {resolve} from 'node:path';
import {type BaseContext, Command, Option} from 'clipanion';
import type {ExchangeNote} from '../../core/api/http-service';
import type {Context, OutputStream} from '../../core/base/context';
import type {Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {toShownPath} from '../../core/files/shown-path';
import type {SharedStateStore} from '../../core/state/remote/store';
import type {OpenedProject} from '../../project/project';
import type {ProjectStore} from '../../project/store';
import type {RenderOptions} from '../../rendering/render-options';

/** The context of a command: ours, and what clipanion wants to be in it. */
export type CommandContext = Context & BaseContext;

/** Output formats that hold a document for programs: errors are written in the same form. */
const MACHINE_FORMATS = new Set(['json', 'jsonl']);

/** Common parts of all commands: the global flags, the settings made from them, and how they write. */
export abstract class MonitorsCommand extends Command<CommandContext> {
  directory = Option.String('-C,--directory', {description: '<DIR> Run as if started in this directory (default: the current one)'});
  config = Option.String('--config', {
    description: '<FILE> Config file (default: the nearest monitors.config.yaml up to the git root)',
  });
  environment = Option.String('--environment', {
    description: '<NAME> Environment, with its own state and monitors (default: MONITORS_ENVIRONMENT or the config)',
  });
  specs = Option.String('--specs', {description: '<DIR> Directory of the specs (default: monitors)'});
  state = Option.String('--state', {description: '<FILE> State file (default: monitors.state.json)'});
  baseUrl = Option.String('--base-url', {description: '<URL> Address of the service (default: MONITORS_BASE_URL)'});
  color = Option.String('--color', {description: '<WHEN> auto (default), always or never'});
  quiet = Option.Boolean('-q,--quiet', false, {description: 'Print results and errors only'});
  verbose = Option.Boolean('--verbose', false, {description: 'Also print each request: method, path, status and time, never a body'});
  noCache = Option.Boolean('--no-cache', false, {description: 'Do not read or write caches'});

  /** The command's words, as JSON documents name it. */
  abstract readonly commandName: string;
  /** The chosen output format, where a command has several. */
  readonly format: string | undefined = undefined;

  /** Whether the command needs one environment, or goes through those that are declared. */
  protected readonly environmentChoice: 'one' | 'any' = 'one';
  /** Words in messages for the place where the environment was given; undefined for the flag. */
  protected environmentPlace: string | undefined = undefined;

  /** `--lock-timeout`, of a command that takes the lock: see {@link lockTimeoutOption}. */
  readonly lockTimeout: string | undefined = undefined;

  /** The command line as it was given, without the tool's name. */
  argv: readonly string[] = [];
  /** The environment names that specs may refer to, once the settings are read: no message shows their values. */
  referenceNames: readonly string[] = [];

  /** Has the second signal print how to find out what was sent: for a command that pays and keeps no journal. */
  protected setLastWords(words: string): void {
    const {context} = this;
    const watchInterruption = () => context.watchInterruption(words);
    this.context = Object.assign(Object.create(context), {watchInterruption} satisfies Partial<Context>);
  }

  /** The working directory after `-C`, absolute. */
  workingDirectory(): string {
    return this.directory === undefined ? this.context.cwd : resolve(this.context.cwd, this.directory);
  }

  /** Flags, environment, config file and defaults, combined. Throws `UserError`. */
  async settings(): Promise<Settings> {
    // Checked also where nothing is coloured, as in JSON.
    wantsColor(this.color, this.context.env, this.context.stdout);
    const {loadSettings} = await import('../../core/config/loaded-settings');
    const directory = this.workingDirectory();
    const settings = loadSettings({
      flags: this,
      env: this.context.env,
      directory,
      cwd: directory,
      directoryHint: 'check the path given with -C',
      environmentChoice: this.environmentChoice,
      environmentPlace: this.environmentPlace,
    });
    this.referenceNames = settings.allowedReferences;
    return settings;
  }

  /** The project that the flags mean; `look` only reads its state, and remembers what it read. Throws `UserError`. */
  async openProject(use: 'look' | 'change' = 'change', showExchange?: (note: ExchangeNote) => void): Promise<OpenedProject> {
    const settings = await this.settings();
    const {openProject} = await import('../../project/project');
    const onExchange = showExchange ?? (this.verbose ? await this.exchangeNoter() : () => {});
    const project = openProject({...this.projectOptions(settings, use), baseUrl: this.baseUrl, onExchange}, this.context);
    this.closeAtEnd(project.store);
    return project;
  }

  private async exchangeNoter(): Promise<(note: ExchangeNote) => void> {
    const {describeExchange} = await import('./exchange-text');
    return note => this.note(describeExchange(note));
  }

  /** A path as messages show it: relative to the working directory, with `/`. */
  shown(path: string): string {
    return toShownPath(this.workingDirectory(), path);
  }

  /** The store that the settings name; `look` only reads it, and remembers what it read. */
  async store(settings: Settings, use: 'look' | 'change' = 'change'): Promise<ProjectStore> {
    return this.closeAtEnd((await import('../../project/project')).openStore(this.projectOptions(settings, use), this.context));
  }

  /** Connections to a server keep the process from ending. */
  private readonly opened: Pick<SharedStateStore, 'close'>[] = [];

  /** Notes a store that {@link close} closes. */
  protected closeAtEnd<S extends ProjectStore>(store: S): S {
    if (store.backend !== 'file') this.opened.push(store);
    return store;
  }

  /** Ends all connections to the state's server; the command is over. */
  async close(): Promise<void> {
    await Promise.allSettled(this.opened.map(store => store.close()));
  }

  protected projectOptions(settings: Settings, use: 'look' | 'change') {
    const caches = this.noCache ? ('unused' as const) : ('used' as const);
    return {settings, cwd: this.workingDirectory(), command: this.commandName, use, caches};
  }

  isMachineReadable(): boolean {
    return this.format !== undefined && MACHINE_FORMATS.has(this.format);
  }

  /** Look of text for a stream: colour, width, loudness. */
  renderOptions(stream: OutputStream): RenderOptions {
    return {
      color: wantsColor(this.color, this.context.env, stream),
      // A terminal that knows no width says 0.
      width: stream.columns || 100,
      verbosity: this.quiet ? 'quiet' : this.verbose ? 'verbose' : 'normal',
      given: this,
      clock: {now: this.context.world.now, timeZone: this.context.timeZone},
    };
  }

  /** Writes what was asked for. */
  print(text: string): void {
    this.context.stdout.write(text);
  }

  /** Writes everything else: notes, questions, progress, errors. */
  note(text: string): void {
    this.context.stderr.write(text);
  }
}

/** Whether text for a stream is coloured: `--color`, then `NO_COLOR`, then `FORCE_COLOR`, then whether it is a terminal. */
function wantsColor(flag: string | undefined, env: Context['env'], stream: OutputStream): boolean {
  if (flag === 'always') return true;
  if (flag === 'never') return false;
  if (flag !== undefined && flag !== 'auto')
    throw new UserError('config/usage', `--color: unknown value "${flag}"`, 'use auto, always or never');
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
