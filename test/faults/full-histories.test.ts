import type {Fault, FaultScript} from '../../src/emulator/faults/script';
import type {Plan} from '../../src/plan/model';
import {FullWorld, specOf} from '../world/full-world';
import {MortalMachine} from '../world/mortal-machine';
import {seededRandom} from './crash-loop-trials';

/** What a spec of a history says; the rest of it follows from its key. */
interface Wish {
  readonly retention: number;
  readonly webhook: boolean;
  readonly paused: boolean;
  readonly goal: boolean;
  readonly pages: number;
}

type Wishes = Readonly<Record<string, Wish>>;

const KEYS = ['a', 'b', 'c', 'd', 'e'];

/** Everything random about one history; the same for the same seed. */
class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}

function rollWish(dice: Dice): Wish {
  return {
    retention: dice.pick([7, 14, 30]),
    webhook: dice.chance(0.5),
    paused: dice.chance(0.25),
    goal: dice.chance(0.3),
    pages: 1 + dice.below(3),
  };
}

/** Specs are added, edited and removed; at least one is left. */
function edit(wishes: Wishes, dice: Dice): Wishes {
  const next: Record<string, Wish> = {...wishes};
  for (const key of KEYS) {
    if (Object.hasOwn(next, key)) {
      if (dice.chance(0.2)) delete next[key];
      else if (dice.chance(0.4)) next[key] = {...rollWish(dice), ...(dice.chance(0.5) ? {webhook: (next[key] as Wish).webhook} : {})};
    } else if (dice.chance(0.4)) next[key] = rollWish(dice);
  }
  return Object.keys(next).length === 0 ? {a: rollWish(dice)} : next;
}

function writeSpec(key: string, {retention, webhook, paused, goal, pages}: Wish): string {
  const more = Array.from({length: pages - 1}, (_, page) => `  - {type: scrape, urls: [https://${key}-${page}.example/]}\n`).join('');
  return [
    specOf(key, more),
    `retentionDays: ${retention}\n`,
    webhook ? 'webhook: {url: https://hooks.example.com/x, headers: {X-Key: literal}}\n' : '',
    goal ? 'goal: Tell me about prices\n' : '',
    paused ? 'sync: {paused: true}\n' : '',
  ].join('');
}

function rollFaults(dice: Dice): FaultScript {
  const fault = (): Fault => {
    const scope = {
      when: {operation: dice.pick(['create', 'update', 'delete', 'get', 'list'] as const)},
      skip: dice.below(3),
      times: 1 + dice.below(3),
    };
    const work = dice.pick(['done', 'none'] as const);
    return dice.pick<Fault>([
      {...scope, do: 'drop', work},
      {...scope, do: 'answer', status: dice.pick([500, 502, 503, 504]), work},
      {...scope, do: 'answer', status: 429},
      {...scope, do: 'answer', status: dice.pick([400, 409])},
      {...scope, do: 'truncate', framing: 'content-length'},
    ]);
  };
  const answers = dice.chance(0.3) ? {answers: {replicaLagMs: dice.pick([3000, 15_000])}} : {};
  return {faults: Array.from({length: dice.below(4)}, fault), ...answers};
}

/** What somebody does in the dashboard; returns the ids that they deleted. */
function meddle(world: FullWorld, dice: Dice): string[] {
  const deleted: string[] = [];
  for (const {id} of world.emulator.monitors()) {
    if (dice.chance(0.1)) world.emulator.dashboard.edit(id, {retentionDays: 21});
    else if (dice.chance(0.05)) {
      world.emulator.dashboard.delete(id);
      deleted.push(id);
    }
  }
  return deleted;
}

/** Notes the ids that a plan has leave to delete. */
function allow({changes}: Plan, mayGo: Set<string>): void {
  for (const change of changes) {
    if (change.action === 'delete') mayGo.add(change.id);
    if (change.action === 'replace') mayGo.add(change.before.id);
  }
}

/** Runs one history; returns what is wrong with it. */
async function runHistory(seed: number): Promise<string[]> {
  const dice = new Dice(seed);
  const world = await FullWorld.start({seed});
  const mayGo = new Set<string>();
  const problems: string[] = [];
  try {
    let wishes: Wishes = {};
    const rounds = 2 + dice.below(4);
    for (let round = 0; round < rounds; round++) {
      wishes = edit(wishes, dice);
      world.write(Object.fromEntries(Object.entries(wishes).map(([key, wish]) => [key, writeSpec(key, wish)])));
      if (dice.chance(0.4)) for (const id of meddle(world, dice)) mayGo.add(id);
      world.emulator.setFaults(rollFaults(dice));
      await runOnce(world, dice, mayGo);
      if (dice.chance(0.5)) world.clock.advance(600_000);
      problems.push(...findDoubles(world, `round ${round}`));
    }
    world.emulator.setFaults({});
    world.clock.advance(600_000);
    const last = await world.apply({refresh: true, onPlan: plan => allow(plan, mayGo)});
    const failed = last.outcome.results.filter(({outcome}) => ['failed', 'unknown', 'not-attempted'].includes(outcome));
    if (failed.length > 0) problems.push(`an apply without faults left ${JSON.stringify(failed)}`);
    problems.push(...findDoubles(world, 'the end'), ...compare(world, wishes));
    const left = await world.plan();
    if (left.changes.length > 0)
      problems.push(`the last plan still wants ${JSON.stringify(left.changes.map(({action, key}) => [action, key]))}`);
    const stolen = world.emulator.deleted().filter(({id}) => !mayGo.has(id));
    if (stolen.length > 0) problems.push(`deleted without a plan: ${stolen.map(({name, id}) => `${name} ${id}`).join(', ')}`);
  } finally {
    await world.close();
  }
  return problems;
}

/** One apply, which may die at any of its steps. */
async function runOnce(world: FullWorld, dice: Dice, mayGo: Set<string>): Promise<void> {
  const machine = new MortalMachine(dice.chance(0.6) ? 1 + dice.below(60) : 0);
  const run = world.apply({
    refresh: dice.chance(0.5),
    settleMs: 90_000,
    wrapService: machine.wrapService,
    wrapStore: machine.wrapStore,
    onPlan: plan => allow(plan, mayGo),
  });
  const end = await Promise.race([run.then(() => 'ended' as const, toEnd), machine.death]);
  if (end !== 'dead') return;
  await machine.settled();
  await world.emulator.settled();
  await world.reboot();
}

/** A list that can't be read refuses the whole run, in good order; anything else is a bug. */
function toEnd(error: unknown): 'refused' {
  if (error instanceof Error && error.name === 'Refusal') return 'refused';
  throw error;
}

function findDoubles(world: FullWorld, when: string): string[] {
  const seen = new Map<string, string>();
  return world.emulator.monitors().flatMap(({name, targets}) => {
    const ids = targets
      .map(target => String(target['id']))
      .sort()
      .join();
    const isDouble = seen.has(ids);
    seen.set(ids, name);
    return isDouble ? [`at ${when}, ${name} is live twice`] : [];
  });
}

function compare(world: FullWorld, wishes: Wishes): string[] {
  const wanted = Object.keys(wishes).sort();
  if (world.names().join() !== wanted.join()) return [`live are ${world.names().join()}, wanted ${wanted.join()}`];
  return wanted.flatMap(key => {
    const {retention, webhook, paused, goal, pages} = wishes[key] as Wish;
    const live = world.live(key);
    const shown = {
      retention: live.retentionDays,
      webhook: live.webhook !== null,
      paused: live.status === 'paused',
      goal: live.goal !== null,
      pages: live.targets.length,
    };
    const wish = {retention, webhook, paused, goal, pages};
    return JSON.stringify(shown) === JSON.stringify(wish) ? [] : [`${key} is ${JSON.stringify(shown)}, wanted ${JSON.stringify(wish)}`];
  });
}

const histories = Number(process.env['HISTORIES'] ?? 60);
const firstSeed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000);

test(`${histories} histories of edits, meddling, faults and deaths end as the specs say`, async () => {
  console.info(`HISTORY_SEED=${firstSeed}`);
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const problems = await runHistory(seed);
    expect({again: `HISTORY_SEED=${seed} HISTORIES=1`, problems}).toMatchObject({problems: []});
  }
}, 300_000);
