import {existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {MonitorService} from '../../src/core/api/port';
import type {ApplyEvent, ApplyOutcome} from '../../src/core/apply/ports';
import {assertNever} from '../../src/core/base/assert-never';
import type {Settings} from '../../src/core/config/config';
import type {Checkout} from '../../src/core/git/run-git';
import type {Plan} from '../../src/core/plan/change';
import {NO_FIELDS} from '../../src/core/service/allowed-fields';
import {readHostFacts} from '../../src/core/state/file/host';
import {type FileStateStore, openFileStore} from '../../src/core/state/file/store';
import {toRecords} from '../../src/core/state/format/journal';
import type {JournalContent} from '../../src/core/state/journal';
import {type RecordedMonitor, recordsOf, type StateVersion, wholeOf} from '../../src/core/state/state';
import type {StateStore} from '../../src/core/state/store';
import {type Emulator, type StoredMonitor, startEmulator} from '../../src/emulator/emulator';
import type {FaultScript} from '../../src/emulator/faults/script';
import {type ApplyChoice, type ApplyEnd, applyProject} from '../../src/features/apply/apply';
import {planProject} from '../../src/features/plan/plan';
import {type RecoverOutcome, recoverState} from '../../src/features/recover/recover';
import {connectToService} from '../../src/project/connection';
import type {Project} from '../../src/project/project';
import {makeWorkspace} from './cli';
import type {Remains} from './history';
import {openMemoryStore} from './memory-store';
import {projectIn} from './project';
import {VirtualWorld} from './virtual-world';

/** The key that every {@link FullWorld} sends. */
export const FULL_KEY = 'fc-FULLWORLD0123456789';

/** A server on which states live. */
export interface StateHome {
  /** A place where nothing is, opened by a new process. */
  begin(clock: VirtualWorld): Promise<StateStore>;
  /** The same place, as a new process finds it after the one before has died. */
  reopen(clock: VirtualWorld): Promise<StateStore>;
}

/** Options of a {@link FullWorld}. */
export interface FullWorldStart {
  readonly faults?: FaultScript;
  readonly operations?: 'create' | 'full';
  /** In a file, or in memory only; default memory. */
  readonly store?: 'file' | 'memory';
  /** Where the state lives instead. */
  readonly home?: StateHome;
  readonly env?: Readonly<Record<string, string>>;
  readonly seed?: number;
}

/** Options of one apply besides the usual. */
export interface FullApply
  extends Partial<
    Pick<ApplyChoice, 'onError' | 'onAmbiguous' | 'concurrency' | 'lookupMs' | 'only' | 'allowDeletes' | 'allowOldCheckout'>
  > {
  /** The checkout of the specs; default none, as for a state in a file. */
  readonly checkout?: Checkout;
  readonly refresh?: boolean;
  readonly checkSecrets?: boolean;
  readonly interruption?: AbortSignal;
  /** Called when the plan was made, before anything is sent: the moment at which a person is asked. */
  readonly beforeSending?: () => void;
  /** Told the plan, whether or not it has anything to do. */
  readonly onPlan?: (plan: Plan) => void;
  readonly wrapStore?: (store: StateStore) => StateStore;
  readonly wrapService?: (service: MonitorService) => MonitorService;
  readonly onEvent?: (event: ApplyEvent) => void;
  readonly persist?: () => Promise<void>;
}

/** Result of one apply. */
export interface FullApplied {
  readonly plan: Plan;
  readonly outcome: ApplyOutcome;
  readonly events: readonly ApplyEvent[];
  /** Requests to the service, in order: `POST`, `GET one`, `GET list`, `PATCH`, `DELETE`. */
  readonly sent: readonly string[];
}

/** A repository with specs on disk, an emulator with every operation, and a clock that does not wait: the real workflows over real HTTP. */
export class FullWorld {
  /** The clock of the machine; a new one after each death. */
  clock: VirtualWorld;
  readonly emulator: Emulator;
  readonly directory: string;
  env: Record<string, string>;
  #store: StateStore;
  readonly #files: Set<string> = new Set();
  readonly #workspace;
  readonly #home: StateHome | undefined;

  private constructor(clock: VirtualWorld, emulator: Emulator, {env = {}, store = 'memory', home}: FullWorldStart) {
    this.clock = clock;
    this.emulator = emulator;
    this.env = {MONITORS_API_KEY: FULL_KEY, ...env};
    this.#workspace = makeWorkspace();
    this.directory = this.#workspace.directory;
    this.#home = home;
    this.#store = store === 'memory' ? openMemoryStore() : this.#openFile();
  }

  static async start(start: FullWorldStart = {}): Promise<FullWorld> {
    const {faults = {}, operations = 'full', seed = 1} = start;
    const clock = new VirtualWorld({seed});
    const elsewhere = new VirtualWorld({seed});
    const now = {at: (): number => clock.now()};
    const emulator = await startEmulator({
      world: {now: () => now.at(), random: elsewhere.random, uuid: elsewhere.uuid},
      operations,
      faults,
      apiKeys: [FULL_KEY],
    });
    const world = new FullWorld(clock, emulator, start);
    now.at = () => world.clock.now();
    if (start.home !== undefined) world.#store = await start.home.begin(clock);
    return world;
  }

  get store(): StateStore {
    return this.#store;
  }

  /** Makes the specs these and no others, by key. */
  write(specs: Readonly<Record<string, string>>): void {
    for (const key of this.#files) if (!Object.hasOwn(specs, key)) rmSync(join(this.directory, 'monitors', `${key}.yaml`));
    this.#files.clear();
    for (const [key, text] of Object.entries(specs)) {
      this.#files.add(key);
      this.#workspace.write({[`monitors/${key}.yaml`]: text});
    }
  }

  /**
   * The machine dies and another one goes on with what was durable: state and journal, and nothing of what was under way.
   * The dead run never ends.
   */
  async reboot(): Promise<void> {
    const {uuid} = this.clock;
    const clock = new VirtualWorld({seed: Math.floor(this.clock.random() * 2 ** 31), start: this.clock.now() + 1000});
    this.clock = Object.assign(clock, {uuid});
    if (this.#home !== undefined) {
      this.#store = await this.#home.reopen(this.clock);
      return;
    }
    const read = await this.#store.read();
    this.#store = openMemoryStore(read.kind === 'present' ? {stored: read.stored} : {});
    if (read.kind === 'present') await writeJournal(this.#store, read.stored.version, read.journal);
  }

  /** Another checkout of the same repository, in which nothing was ever applied: state and journal are lost. */
  loseState(): void {
    this.#store = openMemoryStore();
  }

  /**
   * The state is lost, but for what `remains` says; `monitors recover --auto-approve` rebuilds it, on the real disk.
   */
  async recover(remains: Remains): Promise<Exclude<RecoverOutcome, {kind: 'invalid'}>> {
    const {settings, clock} = this;
    await copyState(this.#store, this.#openFile());
    spoil(settings.stateFile, remains);
    const store = this.#openFile();
    const ended = await recoverState(
      {...this.project(), cache: null, store, readNeighbours: async () => []},
      {approval: 'automatic', only: undefined, lookupMs: 90_000},
      {onEvent: () => {}, show: () => {}, confirm: async () => {}},
    );
    if (ended.kind === 'invalid') throw new Error(JSON.stringify(ended.workspace.report.findings));
    this.#store = (await this.#home?.begin(clock)) ?? openMemoryStore();
    await copyState(store, this.#store);
    removeState(settings.stateFile);
    return ended;
  }

  /** Lets a different store take over, such as one that a run died with. */
  useStore(store: StateStore): void {
    this.#store = store;
  }

  get settings(): Settings {
    return {
      project: 'full',
      projectIsDefault: false,
      environments: null,
      vars: {},
      environment: 'default',
      specsDirectory: join(this.directory, 'monitors'),
      stateFile: join(this.directory, 'monitors.state.json'),
      configFile: null,
      operations: 'full',
      maxDeletes: {percent: 100},
      ownLimits: {},
      allowedReferences: ['TOKEN', 'OTHER'],
      allowedFields: NO_FIELDS,
      moves: [],
    };
  }

  /** `monitors apply --auto-approve`, with its plan refreshed where asked for. */
  async apply(how: FullApply = {}): Promise<FullApplied> {
    const {ended, events, sent} = await this.tryApply(how);
    if (ended.kind === 'invalid') throw new Error(JSON.stringify(ended.workspace.report.findings));
    const outcome = ended.kind === 'applied' ? ended.outcome : {results: [], onAmbiguous: 'verify' as const, findings: []};
    return {plan: ended.plan, outcome, events, sent};
  }

  async tryApply(how: FullApply): Promise<{ended: ApplyEnd; events: ApplyEvent[]; sent: string[]}> {
    const events: ApplyEvent[] = [];
    const before = this.emulator.requests().length;
    const {only, allowDeletes = false, refresh = false, checkSecrets = false, lookupMs = 90_000} = how;
    const {onError = 'continue', onAmbiguous = 'verify', concurrency = 8, allowOldCheckout = false} = how;
    const ended = await applyProject(
      this.project(how),
      {only, allowDeletes, refresh, checkSecrets, lookupMs, onError, onAmbiguous, concurrency, allowOldCheckout, saved: null},
      {
        show: plan => how.onPlan?.(plan),
        confirm: async plan => {
          await how.beforeSending?.();
          return plan;
        },
        persist: how.persist ?? null,
        onEvent: event => {
          events.push(event);
          how.onEvent?.(event);
        },
      },
    );
    await this.emulator.settled();
    const sent = this.emulator
      .requests()
      .slice(before)
      .map(({method, path}) => describeRequest(method, path));
    return {ended, events, sent};
  }

  /** `monitors plan`, refreshed unless told otherwise. */
  async plan({refresh = true, checkSecrets = false}: {refresh?: boolean; checkSecrets?: boolean} = {}): Promise<Plan> {
    const planned = await planProject(this.project(), {only: undefined, allowDeletes: false, refresh, checkSecrets, lookupMs: 90_000});
    if (planned.kind === 'invalid') throw new Error(JSON.stringify(planned.workspace.report.findings));
    return planned.plan;
  }

  /** The project as one run opens it. */
  project(how: FullApply = {}): Project {
    const interruption = how.interruption ?? new AbortController().signal;
    return projectIn(this.directory, this.settings, how.wrapStore?.(this.#store) ?? this.#store, {
      ...{world: this.clock, env: this.env, retryBaseMs: 1000, checkout: how.checkout ?? null},
      connect: () => this.connect(how),
      watchInterruption: () => interruption,
    });
  }

  /** The connection to the service, on the clock of this machine. */
  async connect({wrapService}: FullApply = {}): Promise<MonitorService> {
    const service = await connectToService({baseUrl: this.emulator.url, env: this.env, world: this.clock, references: []});
    return this.clock.watch(wrapService?.(service) ?? service);
  }

  /** The live monitor of this name; throws unless there is just one. */
  live(name: string): StoredMonitor {
    const found = this.emulator.monitors().filter(monitor => monitor.name === name);
    if (found.length !== 1) throw new Error(`${found.length} monitors are named ${name}`);
    return found[0] as StoredMonitor;
  }

  /** Names of all live monitors, sorted. */
  names(): string[] {
    return this.emulator
      .monitors()
      .map(({name}) => name)
      .sort();
  }

  /** Records of the state. */
  async recorded(): Promise<ReadonlyMap<string, RecordedMonitor>> {
    const read = await this.#store.read();
    return read.kind === 'present' ? recordsOf(read.stored.state) : new Map();
  }

  async close(): Promise<void> {
    await this.emulator.close();
    this.#workspace.remove();
  }

  #openFile(): FileStateStore {
    const {project, environment, stateFile} = this.settings;
    const host = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'apply'});
    return openFileStore({stateFile, project, environment, tool: '1.0.0', world: this.clock, host, env: {}});
  }
}

/** Writes what one store holds into another that is empty. */
async function copyState(from: StateStore, to: StateStore): Promise<void> {
  const read = await from.read();
  if (read.kind === 'first-use') return;
  const locked = await to.lock();
  const {version} = await locked.write(wholeOf(read.stored.state), null);
  await locked.release();
  await writeJournal(to, version, read.journal);
}

async function writeJournal(store: StateStore, base: StateVersion, {creates, edits}: JournalContent): Promise<void> {
  if (creates.length + edits.length === 0) return;
  const locked = await store.lock();
  const journal = await locked.openJournal(base);
  journal.append([...creates, ...edits].flatMap(toRecords));
  await journal.close();
  await locked.release();
}

/** Damages a state on disk, if there is one. */
function spoil(stateFile: string, remains: Remains): void {
  if (!existsSync(stateFile)) return;
  const text = readFileSync(stateFile, 'utf8');
  switch (remains) {
    case 'nothing':
      removeState(stateFile);
      break;
    case 'empty':
      writeFileSync(stateFile, '');
      break;
    case 'half':
      writeFileSync(stateFile, text.slice(0, text.length / 2));
      break;
    case 'conflict':
      writeFileSync(stateFile, `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`);
      break;
    case 'backup':
      renameSync(stateFile, `${stateFile}.bak`);
      break;
    default:
      assertNever(remains);
  }
}

function removeState(stateFile: string): void {
  for (const ending of ['', '.bak', '.journal', '.journal.bak', '.damaged.bak']) rmSync(`${stateFile}${ending}`, {force: true});
}

/** The sequence of a run's requests in short. */
function describeRequest(method: string, path: string): string {
  if (method !== 'GET') return method;
  return /\/monitor\/[^?]/.test(path) ? 'GET one' : 'GET list';
}

/** A spec of one page under `https://NAME.example/`; `extra` is more YAML. */
export function specOf(name: string, extra = ''): string {
  return `name: ${name}\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [https://${name.replace(/\W/g, '-')}.example/]\n${extra}`;
}

/** Expects that no plan has anything to do, with and without asking the service. */
export async function expectSettled(world: FullWorld): Promise<void> {
  expect((await world.plan()).changes).toEqual([]);
  expect((await world.plan({refresh: false})).changes).toEqual([]);
}
