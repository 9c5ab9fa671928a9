import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ObservedService} from '../../../src/core/api/check-port';
import {Interrupted, type Interruption} from '../../../src/core/base/interruption';
import type {Settings} from '../../../src/core/config/config';
import {UserError} from '../../../src/core/diagnostics/user-error';
import {NO_FIELDS} from '../../../src/core/service/allowed-fields';
import {type Disk, realDisk} from '../../../src/core/state/file/disk';
import {newState} from '../../../src/core/state/state';
import {type Emulator, startEmulator} from '../../../src/emulator/emulator';
import type {Fault} from '../../../src/emulator/faults/script';
import type {PlayedCheck, PlayedPage} from '../../../src/emulator/ports';
import {type ChangesRequest, reportChanges} from '../../../src/features/changes/changes';
import type {ChangesDocument} from '../../../src/features/changes/document';
import {readRequest} from '../../../src/features/changes/request';
import {connectToService} from '../../../src/project/connection';
import type {Project} from '../../../src/project/project';
import {recorded} from '../../unit/core/state/world';
import {openMemoryStore} from '../memory-store';
import {projectIn} from '../project';
import {realWorld} from '../real-world';
import type {Caller} from './play';
import type {ModelCheck, ModelMonitor, ServiceModel} from './service-model';
import type {CallStep, Environment, ModelPage} from './steps';
import type {Told} from './verdict';

const KEY = 'fc-FINDINGS0123456789';

/** An emulator that shows the service of one course after the other. */
export class EmulatedService {
  readonly emulator: Emulator;
  private readonly model: {current: ServiceModel | null};
  private readonly ids = new Map<string, string>();
  private readonly names = new Map<string, string>();

  private constructor(emulator: Emulator, model: {current: ServiceModel | null}) {
    this.emulator = emulator;
    this.model = model;
  }

  static async start(): Promise<EmulatedService> {
    const model: {current: ServiceModel | null} = {current: null};
    const now = () => (model.current === null ? Date.now() : model.current.now + model.current.serviceSkew);
    const emulator = await startEmulator({operations: 'full', apiKeys: [KEY], world: {...realWorld, now}});
    return new EmulatedService(emulator, model);
  }

  /** Begins another course. */
  begin(model: ServiceModel): void {
    this.model.current = model;
    this.ids.clear();
    this.names.clear();
    this.emulator.reset();
    this.setFault(null);
  }

  setFault(fault: Fault | null): void {
    this.emulator.setFaults({answers: {checks: 'asked'}, faults: fault === null ? [] : [fault]});
  }

  /** The service's id of a monitor of the model. */
  idOf(monitor: ModelMonitor): string {
    const known = this.ids.get(monitor.id);
    if (known !== undefined) return known;
    const made = this.emulator.dashboard.create(
      {
        name: `monitor ${monitor.id}`,
        schedule: {cron: '0 * * * *'},
        targets: [{type: 'scrape', urls: ['https://shop.example/']}],
        retentionDays: monitor.retentionDays,
      },
      {createdAt: monitor.createdAt},
    );
    this.ids.set(monitor.id, made.id);
    this.names.set(made.id, monitor.id);
    return made.id;
  }

  /** The model's id of a monitor of the service. */
  nameOf(id: string): string {
    return this.names.get(id) ?? id;
  }

  /** Shows what the model has at its present moment. */
  show(model: ServiceModel): void {
    const {dashboard} = this.emulator;
    const alive = new Set(this.emulator.monitors().map(({id}) => id));
    for (const monitor of model.monitors) {
      const id = this.idOf(monitor);
      if (monitor.deletedAt !== null) {
        if (alive.has(id) || !this.ids.has(monitor.id)) dashboard.delete(id);
        continue;
      }
      if (monitor.retentionDays !== 30) dashboard.edit(id, {retentionDays: monitor.retentionDays});
      const checks = model.checks(monitor, model.now).map(check => playCheck(check, model.now));
      dashboard.setChecks(id, {checks, lastRunAt: model.lastRunAt(monitor, model.now)});
    }
  }

  close(): Promise<void> {
    return this.emulator.close();
  }
}

function playCheck(check: ModelCheck, now: number): PlayedCheck {
  const {id, createdAt, startedAt, stamp, ends, visibleAt, pages} = check;
  if (now < visibleAt) return {id, createdAt, startedAt: Math.min(startedAt, now), status: now < startedAt ? 'queued' : 'running'};
  return {id, createdAt, startedAt, status: ends, finishedAt: stamp, pages: pages.map(playPage)};
}

function playPage({url, status, judgment}: ModelPage): PlayedPage {
  const isJudged = judgment === 'meaningful' || judgment === 'noise';
  const word = {meaningful: judgment === 'meaningful', confidence: 'high', reason: 'It changed.', meaningfulChanges: []};
  return {
    ...{url, status, statusCode: status === 'error' ? 500 : 200, error: status === 'error' ? 'The page answered with 500' : null},
    ...(status === 'changed' ? {diff: {text: '-a\n+b\n'}} : {}),
    ...(isJudged ? {judgment: word} : {}),
  };
}

/** Calls of `changes` in this process, over real HTTP. */
export class EmulatedCaller implements Caller {
  private readonly directory = mkdtempSync(join(tmpdir(), 'monitors-findings-'));

  constructor(
    private readonly service: EmulatedService,
    private readonly model: ServiceModel,
  ) {
    service.begin(model);
  }

  async call(step: CallStep): Promise<Told> {
    const {model, service} = this;
    const held = model.held(step.chain).filter(({slot}) => step.select?.includes(slot) ?? true);
    if (step.fault !== null) service.setFault(toFault(step));
    const file = join(this.directory, `${step.chain}.bookmark`);
    const {limit, maxRequests} = step;
    const only = step.select === null ? undefined : held.map(({key}) => key);
    const request = readRequest(
      {...{bookmark: {file, shown: 'bookmark'}, only}, ...(limit === null ? {} : {limit}), ...(maxRequests === null ? {} : {maxRequests})},
      () => 'UTC',
    );
    const told = await this.run(step.chain, request, step);
    if (step.fault !== null) service.setFault(null);
    return told;
  }

  window(environment: Environment, since: string, until: string): Promise<Told> {
    return this.run(
      environment,
      readRequest({bookmark: null, since, until}, () => 'Europe/Berlin'),
      null,
    );
  }

  async close(): Promise<void> {
    rmSync(this.directory, {recursive: true, force: true});
  }

  private async run(environment: Environment, request: ChangesRequest, step: CallStep | null): Promise<Told> {
    const {model, service} = this;
    service.show(model);
    const call = new Call(step);
    const project = await this.project(environment, call);
    let told: ChangesDocument | null = null;
    const deliver = async (document: ChangesDocument) => {
      told = document;
      if (step?.diesAfterOutput) await call.die();
      return true;
    };
    const file = request.bookmark?.file ?? '';
    const before = countCalls(file);
    let error: UserError | null = null;
    const ended = reportChanges(project, request, {deliver}).then(
      ({document, interruption}) => interruption?.exitCode ?? (document.complete ? 0 : 1),
      (thrown: unknown) => {
        if (call.isDead) return null;
        if (thrown instanceof Interrupted) return thrown.exitCode;
        if (!(thrown instanceof UserError)) throw thrown;
        error = thrown;
        return 3;
      },
    );
    const exitCode = await Promise.race([ended, call.death]);
    if (call.isDead) await call.clear(file);
    return this.toTold(told, {exitCode, moved: countCalls(file) > before, error});
  }

  private toTold(
    document: ChangesDocument | null,
    {exitCode, moved, error}: {readonly exitCode: number | null; readonly moved: boolean; readonly error: UserError | null},
  ): Told {
    const end = {exitCode, moved, error: error === null ? null : `${error.code}: ${error.message}`};
    if (document === null) return {...NOTHING, ...end};
    const checks = new Map<string, string[]>();
    for (const {checkId, status, url} of document.changes) {
      const pages = checks.get(checkId) ?? [];
      checks.set(checkId, [...pages, `${status} ${url}`]);
    }
    return {
      ...end,
      output: document.incomplete.includes('interrupted') ? 'incomplete' : 'whole',
      mayRepeat: document.bookmark?.mayRepeat === true,
      checks,
      counts: new Map(document.monitors.map(({id, checks: count}) => [this.service.nameOf(id), count])),
      unfinished: document.running.map(({checkId}) => checkId),
      cut: document.summary.cut,
    };
  }

  private async project(environment: Environment, call: Call): Promise<Project> {
    const {model, service, directory} = this;
    const {emulator} = service;
    const env = {MONITORS_API_KEY: KEY};
    const monitors = model.held(environment).map(({key, monitor}) => [key, recorded({id: service.idOf(monitor)})] as const);
    const state = newState({lineage: 'l', tool: '1', project: 'shop', environment, origin: emulator.url});
    const store = openMemoryStore();
    const locked = await store.lock();
    await locked.write({...state, monitors: new Map(monitors)}, null);
    await locked.release();
    const world = {
      ...realWorld,
      now: () => model.now + model.machineSkew,
      monotonic: () => model.now,
      sleep: async (ms: number, signal?: AbortSignal) => {
        signal?.throwIfAborted();
        model.now += ms;
      },
    };
    const observe = async () => {
      const connected = await connectToService({baseUrl: emulator.url, env, world: realWorld, references: []});
      return call.watch(connected, () => {
        if (call.pace === 0) return;
        model.now += call.pace;
        service.show(model);
      });
    };
    const settings = settingsIn(directory, environment);
    return projectIn(directory, settings, store, {world, env, observe, disk: call.disk, watchInterruption: () => call.interruption.signal});
  }
}

/** Calls that a bookmark counts; 0 without one. */
function countCalls(file: string): number {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as {calls: number}).calls : 0;
}

function settingsIn(directory: string, environment: string): Settings {
  return {
    ...{project: 'shop', projectIsDefault: false, environments: null, vars: {}, environment},
    ...{specsDirectory: join(directory, 'monitors'), stateFile: join(directory, 'monitors.state.json'), configFile: null},
    ...{operations: 'full', maxDeletes: {percent: 100}, ownLimits: {}, allowedReferences: [], allowedFields: NO_FIELDS, moves: []},
  };
}

const NOTHING: Told = {
  ...{output: 'none', moved: false, exitCode: 3, mayRepeat: false},
  ...{checks: new Map(), counts: new Map(), unfinished: [], cut: 0},
};

function toFault({fault}: CallStep): Fault | null {
  if (fault === null) return null;
  const {kind, at, held} = fault;
  const scope = {skip: at, ...(held ? {} : {times: 1})};
  switch (kind) {
    case 'lost':
      return {...scope, do: 'drop', reset: true};
    case '429':
      return {...scope, do: 'answer', status: 429, retryAfter: 0};
    case '500':
      return {...scope, do: 'answer', status: 500};
    case 'slow':
      return {...scope, times: 1, do: 'slow', bytesPerSecond: 100_000};
    default:
      return null;
  }
}

/** A process that makes one call, and may die of it. */
class Call {
  readonly interruption = new AbortController();
  readonly death: Promise<null>;
  readonly disk: Disk;
  readonly pace: number;
  isDead = false;
  private requests = 0;
  private service: ObservedService | null = null;
  private announce: (exitCode: null) => void = () => {};

  constructor(private readonly step: CallStep | null) {
    this.pace = step?.pace ?? 0;
    this.death = new Promise(resolve => {
      this.announce = resolve;
    });
    this.disk = new Proxy(realDisk, {
      get: (disk, name) => {
        if (this.isDead) throw new Error('the process is dead');
        return Reflect.get(disk, name);
      },
    });
  }

  die(): Promise<never> {
    this.isDead = true;
    this.announce(null);
    return new Promise(() => {});
  }

  /** Takes away what a dead process leaves to the machine: its connections, and its lock, which the next one would take over. */
  async clear(bookmark: string): Promise<void> {
    rmSync(`${bookmark}.lock`, {force: true});
    await this.service?.close();
  }

  watch(service: ObservedService, before: () => void): ObservedService {
    this.service = service;
    const send = <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
      before();
      const {fault = null} = this.step ?? {};
      const isHit = fault !== null && this.requests++ === fault.at;
      if (isHit && fault.kind === 'kill') return this.die();
      if (isHit && fault.kind === 'interrupt') this.interruption.abort({signal: 'SIGINT', exitCode: 130} satisfies Interruption);
      return request();
    };
    return {
      ...service,
      listMonitors: (...given) => send(() => service.listMonitors(...given)),
      getMonitor: (...given) => send(() => service.getMonitor(...given)),
      listChecks: (...given) => send(() => service.listChecks(...given)),
      readCheck: (...given) => send(() => service.readCheck(...given)),
    };
  }
}
