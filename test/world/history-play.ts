import type {StoredMonitor} from '../../src/emulator/emulator';
import type {Plan} from '../../src/plan/model';
import {FullWorld} from './full-world';
import {type History, type Meddling, type Remains, type Round, type Wish, type Wishes, writeWish} from './history';
import {MortalMachine} from './mortal-machine';

/** Plays a history, then one apply without faults; returns what is not as it has to be, nothing when all is. */
export async function playHistory(history: History): Promise<string[]> {
  const world = await FullWorld.start({seed: history.seed});
  try {
    return await new Play(world).play(history);
  } finally {
    await world.close();
  }
}

/** What somebody makes of a monitor's `retentionDays` in the dashboard. */
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
    world.emulator.setFaults({});
    world.clock.advance(600_000);
    const before = world.emulator.requests().length;
    const {findings} = await world.recover(remains);
    const writes = world.emulator.requests().slice(before);
    if (writes.some(({method}) => method !== 'GET')) this.#problems.push('recover sent something else than reads');
    // What a replacement left half done may be there twice; where only some ids are the spec's, a person decides: here for neither.
    const twice = findings.recovered.flatMap(({found}) => found.others);
    const undecided = findings.ambiguous.flatMap(({candidates}) => candidates);
    const unwanted = new Set([...findings.strangers, ...twice, ...undecided].map(({view}) => view.id));
    for (const id of unwanted) this.#deleteByHand(id);
  }

  /** Returns the ids of monitors that were edited. */
  #meddle(meddling: readonly Meddling[]): string[] {
    const {emulator} = this.#world;
    const live = emulator.monitors();
    return meddling.flatMap(({place, does}) => {
      const id = live[place]?.id;
      if (id === undefined) return [];
      if (does === 'edit') emulator.dashboard.edit(id, {retentionDays: BY_HAND});
      else this.#deleteByHand(id);
      return does === 'edit' ? [id] : [];
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
      if (!edited.includes(id) || retentionDays === BY_HAND) continue;
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
      settleMs: 90_000,
      wrapService: machine.wrapService,
      wrapStore: machine.wrapStore,
      onPlan: plan => this.#allow(plan),
    });
    const end = await Promise.race([run.then(() => 'ended' as const, toEnd), machine.death]);
    if (end !== 'dead') return;
    await machine.settled();
    await world.emulator.settled();
    await world.reboot();
  }

  #allow({changes}: Plan): void {
    for (const change of changes) {
      if (change.action === 'delete') this.#mayGo.add(change.id);
      if (change.action === 'replace') this.#mayGo.add(change.before.id);
      const wish = this.#wishes[change.key];
      if ((change.action === 'create' || change.action === 'replace') && wish !== undefined) this.#mayCome.add(wish.label);
    }
  }

  /** What has to be so at any time. */
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
  }

  async #finish(): Promise<void> {
    const world = this.#world;
    world.emulator.setFaults({});
    world.clock.advance(600_000);
    const last = await world.apply({refresh: true, onPlan: plan => this.#allow(plan)});
    const failed = last.outcome.results.filter(({outcome}) => ['failed', 'unknown', 'not-attempted'].includes(outcome));
    if (failed.length > 0) this.#problems.push(`an apply without faults left ${JSON.stringify(failed)}`);
    this.#look('the end');
    this.#problems.push(...compare(world, this.#wishes));
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
  if (error instanceof Error && error.name === 'Refusal') return 'refused';
  throw error;
}

function readTargetIds(monitors: readonly StoredMonitor[]): Map<string, string> {
  return new Map(
    monitors.flatMap(({id, targets}) => targets.map(target => [`${id} ${JSON.stringify(target['urls'])}`, String(target['id'])] as const)),
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
  return Object.values(wishes).flatMap(({renamedFrom: _, ...wish}) => {
    const shown = JSON.stringify(readAsWish(world.live(wish.label)));
    return shown === JSON.stringify(readAsWish(wish)) ? [] : [`${wish.label} is ${shown}, wanted ${JSON.stringify(wish)}`];
  });
}

/** What a live monitor is, or a wish, in the same words. */
function readAsWish(source: StoredMonitor | Wish): unknown[] {
  if ('label' in source) {
    const {retention, webhook, paused, goal, pages} = source;
    return [retention, webhook, paused, goal, pages];
  }
  const {retentionDays, webhook, status, goal, targets} = source;
  return [retentionDays, webhook !== null, status === 'paused', goal !== null, targets.length];
}
