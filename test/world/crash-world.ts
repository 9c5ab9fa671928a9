import {cpSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {MonitorService} from '../../src/core/api/port';
import type {ApplyResult, OnAmbiguous} from '../../src/core/apply/ports';
import type {Plan} from '../../src/core/plan/change';
import type {StateStore} from '../../src/core/state/store';
import {type Emulator, type StoredMonitor, startEmulator} from '../../src/emulator/emulator';
import type {FaultScript} from '../../src/emulator/faults/script';
import {listPlanFindings} from '../../src/features/plan/findings';
import {planProject} from '../../src/features/plan/plan';
import {resolveCreates} from '../../src/features/resolve/resolve';
import {makeWorkspace, specFor} from './cli';
import type {CrashOrder} from './crash-child';
import type {Survival} from './crash-disk';
import {makeHastyWorld, type Sabotage} from './crash-ports';
import {applyPlace, CRASH_KEY, type CrashPlace, projectOf, storeOf} from './crash-run';
import type {CrashHost, CrashServer, Reach} from './crash-shared';
import {type CrashChild, type MortalRun, runChild, runHere} from './mortal-run';
import {realWorld} from './real-world';

/** Subject of the crash loop. */
export interface CrashScenario {
  readonly keys: readonly string[];
  /** A monitor that an earlier run created: there is a state, and a backup to make of it. */
  readonly recorded?: string | undefined;
  /** Files of the monitors, and the config. Default: a file for each, and no config. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that an earlier run applied in their place. */
  readonly earlier?: Readonly<Record<string, string>>;
  /** The names of the monitors by key, where that is not their key. */
  readonly names?: Readonly<Record<string, string>>;
  readonly onAmbiguous: OnAmbiguous;
  readonly faults: FaultScript;
  /** With full operations: specs of an earlier run, by key, and what those of this run say where that is not the usual. */
  readonly full?: {readonly before: Readonly<Record<string, string>>; readonly after: Readonly<Record<string, string>>};
  /** State and journal are copied to another machine, and the next run starts there. */
  readonly losesMachine?: boolean;
  readonly sabotage?: Sabotage;
  /** Default: what this machine does. */
  readonly disk?: 'windows';
  /** The server that the state is on; default: the state is in a file. */
  readonly server?: CrashHost;
}

/** Faults after the next run, and which keys it named as unresolved. */
export interface Aftermath {
  readonly problems: readonly string[];
  readonly unresolved: readonly string[];
}

/** One repository with its service, and the runs that happen to it. */
export class CrashWorld {
  readonly #child: CrashChild | null;
  readonly #scenario: CrashScenario;
  readonly #emulator: Emulator;
  readonly #elsewhere: string;
  readonly #said: ApplyResult[] = [];
  /** Keys whose create was named as unknown: only where creates are sent again does that allow for two monitors. */
  readonly #namedUnknown = new Set<string>();
  readonly #removals: (() => void)[];
  /** Where the next run happens. */
  #place: CrashPlace;

  private constructor(child: CrashChild | null, scenario: CrashScenario, emulator: Emulator, server?: CrashServer) {
    this.#child = child;
    this.#scenario = scenario;
    this.#emulator = emulator;
    const workspace = makeWorkspace();
    const elsewhere = makeWorkspace();
    for (const {write} of [workspace, elsewhere]) {
      const names = [...scenario.keys, ...(scenario.recorded === undefined ? [] : [scenario.recorded])];
      write(scenario.files ?? Object.fromEntries(names.map(toSpecFile)));
      write(toSpecFiles(scenario.full?.after ?? {}));
    }
    this.#removals = [workspace.remove, elsewhere.remove];
    this.#elsewhere = elsewhere.directory;
    this.#place = {
      directory: workspace.directory,
      url: emulator.url,
      ...(scenario.full === undefined ? {} : {operations: 'full'}),
      ...(server === undefined ? {} : {server}),
    };
  }

  /** With a `child`, each mortal run is a process that is killed; without one it is cut off from the world in this process. */
  static async start(scenario: CrashScenario, child: CrashChild | null): Promise<CrashWorld> {
    const emulator = await startEmulator({
      apiKeys: [CRASH_KEY],
      world: realWorld,
      operations: scenario.full === undefined ? 'create' : 'full',
    });
    const world = new CrashWorld(child, scenario, emulator, await scenario.server?.makePlace());
    const {server} = world.#place;
    if (server === undefined) await world.#recordFirst();
    else await scenario.server?.prepare(server, reach => world.#recordFirst(reach));
    emulator.setFaults({...scenario.faults, faults: [{delayMs: 12}, ...(scenario.faults.faults ?? [])]});
    return world;
  }

  async #recordFirst(reach?: Reach): Promise<void> {
    const {recorded, earlier, keys, full} = this.#scenario;
    if (recorded === undefined && earlier === undefined) return;
    const before = recorded === undefined ? {} : {[recorded]: specFor(recorded), ...full?.before};
    const hidden = makeWorkspace({...earlier, ...toSpecFiles(before)});
    this.#removals.push(hidden.remove);
    await applyPlace({...this.#place, directory: hidden.directory}, 'verify', {
      world: makeHastyWorld(),
      ...(reach === undefined ? {} : {reach}),
    });
    if (this.#place.server === undefined)
      cpSync(join(hidden.directory, 'monitors.state.json'), join(this.#place.directory, 'monitors.state.json'));
    if (recorded !== undefined && keys.includes(recorded)) throw new Error('a recorded monitor is not one to create');
  }

  /** Lets a run apply; it dies before step `at` (0: it lives), of those of the name `of` where that is given. */
  async runMortal(at: number, survival: Survival = 'everything', of?: string): Promise<MortalRun> {
    const {onAmbiguous, losesMachine, sabotage, disk} = this.#scenario;
    const order: CrashOrder = {
      place: this.#place,
      onAmbiguous,
      death: {at, survival, ...(of === undefined ? {} : {of})},
      ...(losesMachine === true ? {persistTo: this.#elsewhere} : {}),
      ...(sabotage === undefined ? {} : {sabotage}),
      ...(disk === undefined ? {} : {disk}),
    };
    const run = this.#child === null ? await runHere(order) : await runChild(this.#child.path, order);
    this.#said.push(...run.said);
    // The dead run's requests are read before this request, which comes after it.
    await (await fetch(`${this.#emulator.url}/__emulator/clock`)).text();
    await this.#emulator.settled();
    if (run.isKilled && losesMachine === true) this.#place = {...this.#place, directory: this.#elsewhere};
    return run;
  }

  /**
   * The next run, and what a person does about what it names. No problems are what the protocol promises. A world that
   * can't even be run in is a problem too.
   */
  async inspect(): Promise<Aftermath> {
    try {
      return await this.#inspect();
    } catch (error) {
      return {problems: [`the next run failed: ${(error as Error).stack}`], unresolved: []};
    }
  }

  async #inspect(): Promise<Aftermath> {
    this.#emulator.setFaults({});
    const problems: string[] = [];
    const before = await this.#snapshot();
    const planned = await this.#plan();
    if ((await this.#snapshot()) !== before) problems.push('plan wrote something');
    const applied = await this.#apply();
    problems.push(...this.#checkLive(), ...(await this.#checkKnown(applied)), ...(await this.#checkWarned()));
    if (this.#scenario.full === undefined) problems.push(...checkAnnounced(planned, applied));
    else if (applied.unresolved.length > 0) problems.push(`${applied.unresolved.join()} could not be settled`);

    const settled = await this.#snapshot();
    const again = await this.#apply();
    if (again.requests > 0) problems.push(`a further run sent ${again.requests} requests`);
    if ((await this.#snapshot()) !== settled) problems.push('a further run changed files');

    if (await this.#resolveAll()) await this.#apply();
    return {problems: [...problems, ...this.#checkLive(), ...(await this.#checkEnd())], unresolved: applied.unresolved};
  }

  async close(): Promise<void> {
    await this.#emulator.close();
    for (const remove of this.#removals) remove();
  }

  /** The live monitors, each by its key in the place of its name. */
  #live(): readonly StoredMonitor[] {
    const keys = new Map(Object.entries(this.#scenario.names ?? {}).map(([key, name]) => [name, key]));
    return this.#emulator.monitors().map(monitor => ({...monitor, name: keys.get(monitor.name) ?? monitor.name}));
  }

  /** Keys that may have two monitors, as the user was told so far. */
  get #announcedTwice(): ReadonlySet<string> {
    return new Set([...this.#said.filter(result => result.mayExistTwice === true).map(({key}) => key), ...this.#namedUnknown]);
  }

  async #plan(reach?: Reach) {
    const options = {only: undefined, allowDeletes: false, refresh: false, checkSecrets: false, lookupMs: 0};
    const planned = await this.#withStore(
      store => planProject({...projectOf(this.#place, {world: realWorld}, store), givenOrigin: () => null}, options),
      reach,
    );
    if (planned.kind !== 'planned') throw new Error('the specs of the loop have errors');
    return planned.plan;
  }

  /** Monitors recorded and live twice are warned about by every later plan, not only by the run that may have made both. */
  async #checkWarned(): Promise<string[]> {
    const names = this.#live().map(({name}) => name);
    if (new Set(names).size === names.length) return [];
    const warned = new Set(
      listPlanFindings(await this.#plan(this.#looking)).flatMap(({code, message}) =>
        code === 'apply/maybe-duplicate' ? [toDuplicateResult(message).key] : [],
      ),
    );
    const recorded = await this.#recorded();
    return [...new Set(names)].flatMap(key => {
      const isQuiet = recorded.has(key) && !this.#namedUnknown.has(key) && !warned.has(key);
      return isQuiet && names.filter(name => name === key).length > 1 ? [`${key} is live twice, and the plan does not warn`] : [];
    });
  }

  async #apply() {
    let requests = 0;
    const wrapService = (service: MonitorService): MonitorService => ({
      ...service,
      createMonitor: (body, signal) => {
        requests++;
        return service.createMonitor(body, signal);
      },
    });
    const ended = await applyPlace(this.#place, this.#scenario.onAmbiguous, {world: makeHastyWorld(), wrapService});
    if (ended.kind === 'invalid') throw new Error('the specs of the loop have errors');
    const results = ended.kind === 'applied' ? ended.outcome.results : [];
    this.#said.push(...results);
    for (const {code, message} of listPlanFindings(ended.plan)) {
      if (code === 'apply/maybe-duplicate') this.#said.push(toDuplicateResult(message));
    }
    const unresolved = ended.plan.changes.filter(({action}) => action === 'unresolved').map(({key}) => key);
    if (this.#scenario.onAmbiguous === 'retry') for (const key of unresolved) this.#namedUnknown.add(key);
    return {requests, unresolved};
  }

  /** Never two live monitors for one key, unless it was said. */
  #checkLive(): string[] {
    const counts = new Map<string, number>();
    for (const monitor of this.#live()) {
      const ids = idsOf(monitor);
      counts.set(ids, (counts.get(ids) ?? 0) + 1);
    }
    const named = new Map(this.#live().map(monitor => [idsOf(monitor), monitor.name]));
    const announced = this.#announcedTwice;
    return [...counts].flatMap(([ids, count]) => {
      const key = named.get(ids) ?? '';
      return count > 1 && !announced.has(key) ? [`${key} is live ${count} times, and nobody said so`] : [];
    });
  }

  /** Every key is recorded with a live monitor or named as unresolved; nothing is recorded that is not live. */
  async #checkKnown({unresolved}: {readonly unresolved: readonly string[]}): Promise<string[]> {
    const recorded = await this.#recorded();
    const problems = this.#checkRecorded(recorded);
    for (const key of this.#scenario.keys) {
      if (recorded.has(key) === unresolved.includes(key)) {
        problems.push(recorded.has(key) ? `${key} is both recorded and unresolved` : `${key} is lost: neither recorded nor unresolved`);
      }
    }
    return problems;
  }

  async #checkEnd(): Promise<string[]> {
    const recorded = await this.#recorded();
    const problems = this.#checkRecorded(recorded);
    const wanted = [...this.#scenario.keys, ...(this.#scenario.recorded === undefined ? [] : [this.#scenario.recorded])].sort();
    const names = this.#live()
      .map(({name}) => name)
      .sort();
    const announced = this.#announcedTwice;
    const once = names.filter((name, index) => name !== names[index - 1] || !announced.has(name));
    if (once.join() !== wanted.join()) problems.push(`in the end ${names.join()} are live`);
    if ([...recorded.keys()].sort().join() !== wanted.join()) problems.push(`in the end ${[...recorded.keys()].join()} are recorded`);
    const {changes} = await this.#plan(this.#looking);
    if (changes.length > 0) problems.push(`in the end the plan has ${changes.length} changes`);
    const left = readdirSync(this.#place.directory).filter(
      name => !/^(monitors|monitors\.config\.yaml|monitors\.state\.json(\.bak|\.journal\.bak)?)$/.test(name),
    );
    if (left.length > 0) problems.push(`in the end ${left.join()} is left over`);
    return problems;
  }

  #checkRecorded(recorded: ReadonlyMap<string, string>): string[] {
    const live = new Map(this.#live().map(({id, name}) => [id, name]));
    return [...recorded].flatMap(([key, id]) =>
      live.get(id) === key ? [] : [`${key} is recorded as ${id}, which is ${live.get(id) ?? 'not live'}`],
    );
  }

  async #recorded(): Promise<ReadonlyMap<string, string>> {
    const read = await this.#withStore(store => store.read(), this.#looking);
    return new Map(read.kind === 'present' ? [...read.stored.state.monitors].map(([key, {id}]) => [key, id]) : []);
  }

  /** The part of a person: looks the target ids up, and says what is there. False where nothing is unresolved. */
  async #resolveAll(): Promise<boolean> {
    const unresolved = (await this.#plan(this.#looking)).changes.filter(change => change.action === 'unresolved');
    for (const change of unresolved) {
      const ids = [...change.create.intent.targetIds].sort().join();
      const found = this.#live().find(monitor => idsOf(monitor) === ids);
      const verdict = found === undefined ? ({kind: 'not-created'} as const) : ({kind: 'adopt', id: found.id} as const);
      await this.#withStore(store => resolveCreates(store, [change.key], verdict, realWorld.uuid()));
    }
    return unresolved.length > 0;
  }

  /** Reads the state between two runs, for what is expected of it. */
  get #looking(): Reach | undefined {
    const {server} = this.#place;
    return server === undefined ? undefined : this.#scenario.server?.looking(server);
  }

  async #withStore<Result>(act: (store: StateStore) => Promise<Result>, reach?: Reach): Promise<Result> {
    const store = storeOf(this.#place, {world: realWorld, ...(reach === undefined ? {} : {reach})});
    try {
      return await act(store);
    } finally {
      await store.close();
    }
  }

  async #snapshot(): Promise<string> {
    const {directory, server} = this.#place;
    const names = readdirSync(directory).filter(name => name !== 'monitors');
    const files = JSON.stringify(names.sort().map(name => [name, readFileSync(join(directory, name), 'utf8')]));
    return server === undefined ? files : `${files}\n${await this.#scenario.server?.dump(server)}`;
  }
}

/** Runs `count` jobs side by side until all of `inputs` are through; results in the order of the inputs. */
export async function runSideBySide<In, Out>(inputs: readonly In[], act: (input: In) => Promise<Out>, width = 4): Promise<Out[]> {
  const results: Out[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < inputs.length; index = next++) results[index] = await act(inputs[index] as In);
  };
  await Promise.all(Array.from({length: width}, work));
  return results;
}

/** Without a list, what plan announces is what apply does. */
function checkAnnounced(planned: Plan, applied: {readonly requests: number; readonly unresolved: readonly string[]}): string[] {
  const named = planned.changes.filter(({action}) => action === 'unresolved').map(({key}) => key);
  return [
    ...(planned.requests === applied.requests ? [] : [`plan announced ${planned.requests} requests, apply sent ${applied.requests}`]),
    ...(named.join() === applied.unresolved.join() ? [] : [`plan named ${named.join()}, apply named ${applied.unresolved.join()}`]),
  ];
}

function toSpecFiles(specs: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(specs).map(([name, text]) => [toSpecFile(name)[0], text]));
}

function toSpecFile(name: string): [string, string] {
  return [`monitors/${name}.yaml`, specFor(name)];
}

function idsOf({targets}: StoredMonitor): string {
  return targets
    .map(({id}) => String(id))
    .sort()
    .join();
}

/** A warning names the key first, in quotes. */
function toDuplicateResult(message: string): ApplyResult {
  const key = /^"([^"]+)"/.exec(message)?.[1] ?? '';
  return {key, action: 'create', outcome: 'created', attempts: 0, mayExistTwice: true};
}
