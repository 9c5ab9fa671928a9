import type {ApplyOutcome} from '../../src/core/apply/ports';
import type {JsonObject} from '../../src/core/json/value';
import type {Change, Plan} from '../../src/core/plan/change';
import type {StoredMonitor} from '../../src/emulator/emulator';
import {removeKeys} from '../../src/features/state/keys';
import {withOpenedState} from '../../src/project/state-access';
import {FullWorld, type StateHome} from './full-world';
import {
  BY_SERVICE,
  type Domains,
  type History,
  type Meddling,
  type Remains,
  type Round,
  type Wish,
  type Wishes,
  writeWish,
} from './history';
import {MortalMachine} from './mortal-machine';

/** Plays a history, then one apply without faults; returns what is not as it has to be, nothing when all is. */
export async function playHistory(history: History, home?: StateHome): Promise<string[]> {
  const world = await FullWorld.start({seed: history.seed, ...(home === undefined ? {} : {home})});
  try {
    return await new Play(world).play(history);
  } finally {
    await world.close();
  }
}

/** Edits of a monitor's `retentionDays` in the dashboard. */
const BY_HAND = 21;

/** The id of each target, by its monitor's id and its address. */
type TargetIds = ReadonlyMap<string, string>;

class Play {
  readonly #world: FullWorld;
  readonly #problems: string[] = [];
  /** Monitors that a plan, or a person, has leave to delete. */
  readonly #mayGo = new Set<string>();
  /** Names of monitors that a plan has leave to create, once each. */
  readonly #mayCome = new Set<string>();
  readonly #seen = new Set<string>();
  /** Monitors that somebody changed by hand. */
  readonly #meddled = new Set<string>();
  /** Monitors of which a run said that the service made something else of their `retentionDays`; the state knows it. */
  readonly #remade = new Set<string>();
  #wishes: Wishes = {};
  #targetIds: TargetIds = new Map();

  constructor(world: FullWorld) {
    this.#world = world;
  }

  async play({rounds}: History): Promise<string[]> {
    for (const [index, round] of rounds.entries()) {
      await this.#playRound(round);
      this.#look(`round ${index}`);
    }
    await this.#finish();
    return this.#problems;
  }

  async #playRound({lost, wishes, meddling, faults, diesAt, refresh, rests}: Round): Promise<void> {
    const world = this.#world;
    if (lost !== null) await this.#recover(lost);
    this.#wishes = wishes;
    world.write(Object.fromEntries(Object.entries(wishes).map(([key, wish]) => [key, writeWish(wish)])));
    const edited = await this.#findUnforeseen(this.#meddle(meddling));
    world.emulator.setFaults(faults);
    await this.#runOnce(diesAt, refresh);
    // A replica that lags does not show an edit of a moment ago.
    if (!refresh && faults.answers?.replicaLagMs === undefined) this.#lookAtEdited(edited);
    if (rests) world.clock.advance(600_000);
  }

  /** The state gets lost and is rebuilt; what `recover` lists as unmanaged, double or doubtful, somebody deletes by hand. */
  async #recover(remains: Remains): Promise<void> {
    const world = this.#world;
    this.#remade.clear();
    world.emulator.setFaults({});
    world.clock.advance(600_000);
    const before = world.emulator.requests().length;
    const {findings} = await world.recover(remains);
    const writes = world.emulator.requests().slice(before);
    if (writes.some(({method}) => method !== 'GET')) this.#problems.push('recover sent something else than reads');
    // A replacement left half done may be there twice; where only some ids are the spec's, a person decides: here for neither.
    const twice = findings.recovered.flatMap(({found}) => found.others);
    const undecided = findings.ambiguous.flatMap(({candidates}) => candidates);
    const unwanted = new Set([...findings.unmanaged, ...twice, ...undecided].map(({view}) => view.id));
    for (const id of unwanted) this.#deleteByHand(id);
  }

  /** Returns the ids of monitors that were edited. */
  #meddle(meddling: readonly Meddling[]): string[] {
    const {emulator} = this.#world;
    const live = emulator.monitors();
    return meddling.flatMap(({place, does}) => {
      const id = live[place]?.id;
      if (id === undefined) return [];
      this.#meddled.add(id);
      if (does === 'days') emulator.dashboard.edit(id, {retentionDays: BY_HAND});
      else if (does === 'domains') emulator.dashboard.edit(id, {targets: live[place]?.targets.map(meddleWithDomains) ?? []});
      else this.#deleteByHand(id);
      return does === 'days' ? [id] : [];
    });
  }

  /** Those of some edited monitors that no record knows as they are now: an apply that does not look can't foresee the edit. */
  async #findUnforeseen(edited: readonly string[]): Promise<string[]> {
    if (edited.length === 0) return [];
    const records = [...(await this.#world.recorded()).values()];
    return edited.filter(id => {
      const record = records.find(candidate => candidate.id === id);
      return record !== undefined && ![record.applied, record.pending?.applied].some(body => body?.['retentionDays'] === BY_HAND);
    });
  }

  #lookAtEdited(edited: readonly string[]): void {
    for (const {id, name, retentionDays} of this.#world.emulator.monitors()) {
      if (!edited.includes(id) || retentionDays === BY_HAND || retentionDays === BY_SERVICE) continue;
      this.#problems.push(`an apply that did not look overwrote the edit of ${name}: retentionDays is ${retentionDays}`);
    }
  }

  #deleteByHand(id: string): void {
    this.#world.emulator.dashboard.delete(id);
    this.#mayGo.add(id);
  }

  /** One apply, which may die at any of its steps. */
  async #runOnce(diesAt: number, refresh: boolean): Promise<void> {
    const world = this.#world;
    const machine = new MortalMachine(diesAt);
    const run = world.apply({
      refresh,
      lookupMs: 90_000,
      wrapService: machine.wrapService,
      wrapStore: machine.wrapStore,
      onPlan: plan => this.#allow(plan),
    });
    const end = await Promise.race([run.then(({outcome}) => outcome, toEnd), machine.death]);
    if (typeof end === 'object') this.#checkUpdated(end);
    if (end !== 'dead') return;
    await machine.settled();
    await world.emulator.settled();
    await world.reboot();
  }

  /** A monitor that a run calls updated is as its spec says; where somebody changes it by hand meanwhile, only a look at the service tells. */
  #checkUpdated({results, findings}: ApplyOutcome): void {
    const remade = findings.filter(({code, message}) => code === 'apply/other-value' && message.includes('retentionDays'));
    for (const {id, key, outcome} of results) {
      const live = this.#world.emulator.monitors().find(monitor => monitor.id === id);
      const wish = this.#wishes[key];
      if (live !== undefined && remade.some(({message}) => message.includes(`"${key}"`))) this.#remade.add(live.id);
      if (outcome !== 'updated' || live === undefined || wish === undefined || this.#meddled.has(live.id)) continue;
      this.#problems.push(...compareWish(live, wish).map(problem => `called updated: ${problem}`));
    }
  }

  #allow({changes}: Plan): void {
    for (const change of changes) {
      this.#checkDrift(change);
      const gone = change.action === 'create' ? change.gone : undefined;
      const isThere = this.#world.emulator.monitors().some(({id}) => id === gone);
      if (isThere) this.#problems.push(`a plan says that the monitor ${gone} of ${change.key} was deleted`);
      if (change.action === 'delete') this.#mayGo.add(change.id);
      if (change.action === 'replace') this.#mayGo.add(change.before.id);
      const wish = this.#wishes[change.key];
      if ((change.action === 'create' || change.action === 'replace') && wish !== undefined) this.#mayCome.add(wish.label);
    }
  }

  /** The service's own part of an update is no drift; what a replica that lags shows of the time before it is. */
  #checkDrift(change: Change): void {
    if (change.action !== 'update' || !this.#remade.has(change.before.id) || this.#meddled.has(change.before.id)) return;
    if (change.drift.some(({path, before}) => path === '/retentionDays' && before === BY_SERVICE))
      this.#problems.push(`what the service made of ${change.key} is called drift`);
  }

  /** Invariants at any time. */
  #look(when: string): void {
    const live = this.#world.emulator.monitors();
    this.#problems.push(...findDoubles(live).map(name => `at ${when}, ${name} is live twice`));
    for (const {id, name} of [...live, ...this.#world.emulator.deleted()].filter(({id}) => !this.#seen.has(id))) {
      this.#seen.add(id);
      if (!this.#mayCome.delete(name)) this.#problems.push(`at ${when}, ${name} ${id} was created without a plan`);
    }
    const now = readTargetIds(live);
    for (const [target, id] of this.#targetIds) {
      const other = now.get(target);
      if (other !== undefined && other !== id) this.#problems.push(`at ${when}, ${target} has the id ${other}, and had ${id}`);
    }
    this.#targetIds = now;
    for (const {id, retentionDays} of live) if (retentionDays !== BY_SERVICE) this.#remade.delete(id);
  }

  /**
   * An edit by hand that a replica hides, and an update that is ignored, look like what the service makes of a value: it is recorded so,
   * and stays.
   */
  async #settleForTaken(): Promise<Wishes> {
    const records = await this.#world.recorded();
    const isTaken = (key: string) => records.get(key)?.observed['retentionDays'] === BY_HAND;
    return Object.fromEntries(
      Object.entries(this.#wishes).map(([key, wish]) => [key, isTaken(key) ? {...wish, retention: BY_HAND} : wish]),
    );
  }

  /** Somebody deleted all that is recorded, which looks like the key of another team: a person removes each record, as the refusal says. */
  async #sayThatAllAreGone(): Promise<void> {
    if ((await this.#world.recorded()).size < 2) return;
    // Takes in what a run noted before it died, such as a record that is gone since.
    await withOpenedState(this.#world.store, async () => {});
    const records = await this.#world.recorded();
    const live = new Set(this.#world.emulator.monitors().map(({id}) => id));
    if (records.size < 2 || [...records.values()].some(({id}) => live.has(id))) return;
    for (const key of records.keys()) await removeKeys(this.#world.store, key, {approve: async () => {}});
  }

  async #finish(): Promise<void> {
    const world = this.#world;
    world.emulator.setFaults({});
    world.clock.advance(600_000);
    await this.#sayThatAllAreGone();
    const last = await world.apply({refresh: true, onPlan: plan => this.#allow(plan)});
    const failed = last.outcome.results.filter(({outcome}) => ['failed', 'unknown', 'not-attempted'].includes(outcome));
    if (failed.length > 0) this.#problems.push(`an apply without faults left ${JSON.stringify(failed)}`);
    this.#look('the end');
    this.#problems.push(...compare(world, await this.#settleForTaken()));
    for (const refresh of [false, true]) {
      const {changes} = await world.plan({refresh});
      const left = changes.map(({action, key}) => `${action} ${key}`);
      if (left.length > 0) this.#problems.push(`the last plan${refresh ? ' with refresh' : ''} still wants ${left.join(', ')}`);
    }
    const stolen = world.emulator.deleted().filter(({id}) => !this.#mayGo.has(id));
    if (stolen.length > 0) this.#problems.push(`deleted without a plan: ${stolen.map(({name, id}) => `${name} ${id}`).join(', ')}`);
  }
}

/** A list that can't be read refuses the whole run, in good order; anything else is a bug. */
function toEnd(error: unknown): 'refused' {
  if (error instanceof Error && error.name === 'UserError') return 'refused';
  throw error;
}

function readTargetIds(monitors: readonly StoredMonitor[]): Map<string, string> {
  return new Map(
    monitors.flatMap(({id, targets}) =>
      targets.map(target => [`${id} ${JSON.stringify(target['urls'] ?? target['queries'] ?? null)}`, String(target['id'])] as const),
    ),
  );
}

function findDoubles(monitors: readonly StoredMonitor[]): string[] {
  const seen = new Set<string>();
  return monitors.flatMap(({name, targets}) => {
    const ids = targets.map(target => String(target['id']));
    const key = ids.sort().join();
    const isDouble = seen.has(key);
    seen.add(key);
    return isDouble ? [name] : [];
  });
}

function compare(world: FullWorld, wishes: Wishes): string[] {
  const wanted = Object.values(wishes).map(({label}) => label);
  if (world.names().join() !== [...wanted].sort().join()) return [`live are ${world.names().join()}, wanted ${wanted.join()}`];
  return Object.values(wishes).flatMap(wish => compareWish(world.live(wish.label), wish));
}

function compareWish(live: StoredMonitor, wish: Wish): string[] {
  // The service's own part of an update stays, and is no reason to send it again.
  const retention = live.retentionDays === BY_SERVICE ? BY_SERVICE : wish.retention;
  const [shown, wanted] = [readLive(live), readWish({...wish, retention})].map(words => JSON.stringify(words));
  return shown === wanted ? [] : [`${wish.label} is ${shown}, wanted ${wanted}`];
}

/** A live monitor in the words of {@link readWish}. */
function readLive({retentionDays, webhook, status, goal, judgeEnabled, schedule, targets}: StoredMonitor): unknown[] {
  const domains = targets.map(({includeDomains = [], excludeDomains = []}) => [includeDomains, excludeDomains]);
  // The service's way to say that of every 24 hours.
  const cron = schedule.cron.replace('*/24', '0');
  return [retentionDays, webhook !== null, status === 'paused', goal !== null, judgeEnabled, cron, domains];
}

function readWish({retention, webhook, paused, goal, pages, schedule, search, judged}: Wish): unknown[] {
  const pageDomains = Array.from({length: pages}, () => [[], []]);
  const cron = CRONS[schedule] ?? /"(.+)"/.exec(schedule)?.[1];
  return [retention, webhook, paused, goal, judged ?? goal, cron, [...pageDomains, ...(search === null ? [] : [DOMAINS[search]])]];
}

/** The service's readings of schedules in words. */
const CRONS: Readonly<Record<string, string>> = {
  'text: hourly': '0 * * * *',
  'text: every 24 hours': '0 0 * * *',
  'text: daily at 9:00': '0 9 * * *',
};

const DOMAINS: Readonly<Record<Domains, readonly (readonly string[])[]>> = {
  '': [[], []],
  'includeDomains: [one.example]': [['one.example'], []],
  'includeDomains: [one.example, Two.example]': [['one.example', 'two.example'], []],
  'excludeDomains: [one.example]': [[], ['one.example']],
};

/** Takes away the domains of a search target, or gives it some. */
function meddleWithDomains({includeDomains, excludeDomains, ...target}: JsonObject): JsonObject {
  if (target['type'] !== 'search') return target;
  return includeDomains === undefined && excludeDomains === undefined ? {...target, excludeDomains: ['meddled.example']} : target;
}
