import type {Fault, FaultScript} from '../../src/emulator/faults/script';
import {seededRandom} from '../faults/crash-loop-trials';
import {specOf} from './full-world';

/** Rounds that happen to a repository and its service. Plain data: it can be written down and played again. */
export interface History {
  /** Of everything that the tool itself draws. */
  readonly seed: number;
  readonly rounds: readonly Round[];
}

/** One round: the state may get lost, specs are edited, somebody meddles, then one apply runs, over faults, and may die. */
export interface Round {
  /** The state is lost before anything else, this is left of it, and `recover` follows; null where it is not lost. */
  readonly lost: Remains | null;
  readonly wishes: Wishes;
  readonly meddling: readonly Meddling[];
  readonly faults: FaultScript;
  /** The step at which the run's machine dies; 0 for never. */
  readonly diesAt: number;
  readonly refresh: boolean;
  /** Ten minutes pass before the next round. */
  readonly rests: boolean;
}

/** Remains of a lost state. */
export type Remains = (typeof REMAINS)[number];
const REMAINS = ['nothing', 'empty', 'half', 'conflict', 'backup'] as const;

/** The specs of a round, by key. */
export type Wishes = Readonly<Record<string, Wish>>;

/** Content of a spec of a history; the rest of it follows from its label. */
export interface Wish {
  /** The monitor's name, of which its addresses are made: a key that is renamed keeps it. */
  readonly label: string;
  readonly renamedFrom?: string;
  readonly retention: number;
  readonly webhook: boolean;
  readonly paused: boolean;
  readonly goal: boolean;
  readonly pages: number;
  readonly schedule: string;
  /** The domains that its search target names; null where it has no search target. */
  readonly search: Domains | null;
  /** Written as `judgeEnabled`; null where the spec does not say. */
  readonly judged: boolean | null;
}

/** Domains of a search target. */
export type Domains = (typeof DOMAINS)[number];
const DOMAINS = [
  '',
  'includeDomains: [one.example]',
  'includeDomains: [one.example, Two.example]',
  'excludeDomains: [one.example]',
] as const;

const SCHEDULES = ['text: hourly', 'text: every 24 hours', 'text: daily at 9:00', 'cron: "0 0 * * *"', 'cron: "15 6 * * 1"'];

/** Edits to the live monitor in that place of the list, if there is one. */
export interface Meddling {
  readonly place: number;
  readonly does: 'days' | 'domains' | 'delete';
}

/** The service's answers to the `retentionDays` of some updates; no spec asks for it. */
export const BY_SERVICE = 90;

const KEYS = ['a', 'b', 'c', 'd', 'e'];

/** The history of a seed; always the same. */
export function rollHistory(seed: number): History {
  const dice = new Dice(seed);
  const rounds: Round[] = [];
  const used: Used = {keys: new Set(), carried: new Set()};
  let wishes: Wishes = {};
  for (let left = 2 + dice.below(4); left > 0; left--) {
    wishes = rollWishes(wishes, used, `${rounds.length}`, dice);
    for (const [key, {label}] of Object.entries(wishes)) {
      used.keys.add(key);
      if (label !== key) used.carried.add(label);
    }
    rounds.push({
      lost: rounds.length > 0 && dice.chance(0.15) ? dice.pick(REMAINS) : null,
      wishes,
      meddling: dice.chance(0.4) ? rollMeddling(dice) : [],
      faults: rollFaults(dice),
      diesAt: dice.chance(0.6) ? 1 + dice.below(60) : 0,
      refresh: dice.chance(0.5),
      rests: dice.chance(0.5),
    });
  }
  return {seed, rounds};
}

/** The spec file of a wish. */
export function writeWish({label, renamedFrom, retention, webhook, paused, goal, pages, schedule, search, judged}: Wish): string {
  const targets = Array.from({length: pages - 1}, (_, page) => `  - {type: scrape, urls: [https://${label}-${page}.example/]}\n`);
  if (search !== null) targets.push(`  - {type: search, queries: [${label}]${search === '' ? '' : `, ${search}`}}\n`);
  const sync = [paused ? 'paused: true' : [], renamedFrom === undefined ? [] : `renamedFrom: ${renamedFrom}`].flat();
  return [
    specOf(label, targets.join('')).replace('text: hourly', schedule),
    `retentionDays: ${retention}\n`,
    webhook ? 'webhook: {url: https://hooks.example.com/x, headers: {X-Key: literal}}\n' : '',
    goal ? 'goal: Tell me about prices\n' : '',
    judged === null ? '' : `judgeEnabled: ${judged}\n`,
    sync.length === 0 ? '' : `sync: {${sync.join(', ')}}\n`,
  ].join('');
}

/** Draws of a seed. */
export class Dice {
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

/** Facts of earlier rounds. */
interface Used {
  readonly keys: Set<string>;
  /** Labels that stood under another key than their own: content that moves to a key without a word is held back by plans. */
  readonly carried: Set<string>;
}

/** Specs are added, edited, renamed and removed; at least one is left. */
function rollWishes(before: Wishes, used: Used, round: string, dice: Dice): Wishes {
  const next: Record<string, Wish> = {...before};
  const add = (key: string) => {
    const isFree = !used.carried.has(key) && Object.values(next).every(({label}) => label !== key);
    next[key] = rollWish(isFree && dice.chance(0.5) ? key : `${key}${round}`, dice);
  };
  for (const key of KEYS) {
    const wish = next[key];
    if (wish === undefined) {
      if (dice.chance(0.4)) add(key);
    } else if (dice.chance(0.2)) delete next[key];
    else if (dice.chance(0.15)) rename(next, key, used, dice);
    else if (dice.chance(0.5)) next[key] = rollEdit(wish, dice);
  }
  if (Object.keys(next).length === 0) add('a');
  return dropHollowRenames(next, round);
}

function rollWish(label: string, dice: Dice): Wish {
  const goal = dice.chance(0.4);
  const search = dice.chance(0.5) ? dice.pick(DOMAINS) : null;
  return {
    label,
    retention: dice.pick([7, 14, 30]),
    webhook: dice.chance(0.5),
    paused: dice.chance(0.25),
    goal,
    pages: 1 + dice.below(3),
    schedule: dice.pick(SCHEDULES),
    search,
    // A search without a goal has to say that nothing is judged.
    judged: (search !== null && !goal) || dice.chance(0.4) ? false : null,
  };
}

/** Everything is rolled again, or one member alone: an edit of one member must not hide behind another. */
function rollEdit(wish: Wish, dice: Dice): Wish {
  const fresh = {...rollWish(wish.label, dice), ...keepSome(wish, dice)};
  if (dice.chance(0.5)) return fresh;
  const {retention, webhook, paused, goal, judged, pages, schedule, search} = fresh;
  const edited = {
    ...wish,
    ...dice.pick<Partial<Wish>>([{retention}, {webhook}, {paused}, {goal, judged}, {pages}, {schedule}, {search}, {search}]),
  };
  return edited.search !== null && !edited.goal ? {...edited, judged: false} : edited;
}

function keepSome({webhook, renamedFrom}: Wish, dice: Dice): Partial<Wish> {
  return {...(dice.chance(0.5) ? {webhook} : {}), ...(renamedFrom === undefined ? {} : {renamedFrom})};
}

/**
 * A spec that is renamed once more before the first rename was applied can't say what its record is called: once is enough. Nor does
 * it get a key that may still be another monitor's: plans hold that back.
 */
function rename(wishes: Record<string, Wish>, key: string, used: Used, dice: Dice): void {
  const free = KEYS.filter(other => !Object.hasOwn(wishes, other) && !used.keys.has(other));
  if (free.length === 0 || wishes[key]?.renamedFrom !== undefined) return;
  wishes[dice.pick(free)] = {...(wishes[key] as Wish), renamedFrom: key};
  delete wishes[key];
}

/**
 * No spec may say that it had a key that another spec has now, or has had. A spec that can't say it becomes another monitor's: content
 * that moves to another key without a word is held back by plans.
 */
function dropHollowRenames(wishes: Wishes, round: string): Wishes {
  const named = new Set(Object.keys(wishes));
  return Object.fromEntries(
    Object.entries(wishes).map(([key, {renamedFrom, ...wish}]) => {
      if (renamedFrom === undefined) return [key, wish];
      if (named.has(renamedFrom)) return [key, {...wish, label: `${key}${round}`}];
      named.add(renamedFrom);
      return [key, {...wish, renamedFrom}];
    }),
  );
}

function rollMeddling(dice: Dice): Meddling[] {
  return KEYS.flatMap((_, place): Meddling[] => {
    if (dice.chance(0.1)) return [{place, does: dice.pick(['days', 'domains'] as const)}];
    return dice.chance(0.05) ? [{place, does: 'delete'}] : [];
  });
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
      {...scope, when: {operation: 'update'}, do: 'rewrite', without: dice.pick(['all', ['retentionDays', 'goal'], ['targets']] as const)},
      {...scope, when: {operation: 'update'}, do: 'rewrite', with: {retentionDays: BY_SERVICE}},
    ]);
  };
  const answers = dice.chance(0.3) ? {answers: {replicaLagMs: dice.pick([3000, 15_000])}} : {};
  return {faults: Array.from({length: dice.below(4)}, fault), ...answers};
}
