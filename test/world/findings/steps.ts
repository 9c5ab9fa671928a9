import {seededRandom} from '../../faults/crash-loop-trials';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const ENVIRONMENTS = ['main', 'staging'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export type CheckEnd = 'completed' | 'partial' | 'failed' | 'skipped_overlap' | 'skipped_no_credits';
export type PageStatus = 'same' | 'new' | 'changed' | 'removed' | 'error';
/** The judge's word about a changed page; a degraded judgment counts as none. */
export type PageJudgment = 'meaningful' | 'noise' | 'none' | 'degraded';

export interface ModelPage {
  readonly url: string;
  readonly status: PageStatus;
  readonly judgment: PageJudgment;
}

/** A check that begins now; the durations are milliseconds. */
export interface CheckStep {
  readonly do: 'check';
  readonly slot: number;
  readonly queued: number;
  readonly length: number;
  readonly ends: CheckEnd;
  /** The worker's clock against the service's. */
  readonly stampSkew: number;
  /** From the finish to the first list of checks that shows it. */
  readonly rowLag: number;
  /** From that moment to the write of `lastRunAt`; null: this check never writes it. */
  readonly lastRunLag: number | null;
  readonly hasFinish: boolean;
  readonly pages: readonly ModelPage[];
}

/** A fault at one request of a call, counted from 0. `held`: all later requests meet it too. */
export interface CallFault {
  readonly kind: 'lost' | '429' | '500' | 'slow' | 'interrupt' | 'kill';
  readonly at: number;
  readonly held: boolean;
}

export interface CallStep {
  readonly do: 'call';
  readonly chain: Environment;
  /** Slots named on the command line; null: all. */
  readonly select: readonly number[] | null;
  readonly fault: CallFault | null;
  /** The process dies after its output, before its bookmark. */
  readonly diesAfterOutput: boolean;
  readonly maxRequests: number | null;
  readonly limit: number | null;
  /** Milliseconds that go by before each request. */
  readonly pace: number;
}

export type Step =
  | {readonly do: 'wait'; readonly ms: number}
  | CheckStep
  /** Short checks at equal distances, the first one now. */
  | {readonly do: 'burst'; readonly slot: number; readonly count: number; readonly every: number; readonly lastRunLag: number}
  | {readonly do: 'rename' | 'delete' | 'lose' | 'replace' | 'create'; readonly slot: number}
  | {readonly do: 'move'; readonly slot: number; readonly to: Environment}
  | {readonly do: 'retain'; readonly slot: number; readonly days: number}
  /** The clock of the calling machine, and the one in the service's answers, against the true time. */
  | {readonly do: 'clocks'; readonly machine: number; readonly service: number}
  | CallStep;

/** A course of a service and of the calls that watch it, with the windows that are asked at its end. */
export interface Course {
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly steps: readonly Step[];
  /** Offsets from `start` in milliseconds, ascending. */
  readonly cuts: readonly number[];
  /** Dates of the local zone are asked instead of moments. */
  readonly localDays: boolean;
}

export const SLOTS = 4;
/** Both have a change of the clocks in Berlin behind them within three days. */
const STARTS = ['2026-03-27T09:00:00Z', '2026-10-23T09:00:00Z', '2026-06-01T00:00:00Z'];
const URLS = ['https://shop.example/', 'https://shop.example/prices', 'https://shop.example/news'];

/** The same seed gives the same course. */
export function makeCourse(seed: number): Course {
  const dice = new Dice(seed);
  const start = Date.parse(dice.pick(STARTS));
  const pages = new PageWorld(dice);
  const steps: Step[] = [];
  const count = 8 + dice.below(22);
  for (let index = 0; index < count; index++) steps.push(...makeSteps(dice, pages));
  const length = steps.reduce((sum, step) => sum + (step.do === 'wait' ? step.ms : 0), 0);
  const cuts = Array.from({length: 1 + dice.below(4)}, () => Math.floor(dice.random() * length)).sort((a, b) => a - b);
  return {seed, start, steps, cuts: [...new Set(cuts)], localDays: dice.chance(0.3)};
}

function makeSteps(dice: Dice, pages: PageWorld): Step[] {
  const slot = dice.below(SLOTS);
  const roll = dice.random();
  if (roll < 0.36) return [makeCheck(dice, slot, pages.next(slot)), {do: 'wait', ms: pickWait(dice)}];
  if (roll < 0.5) return [{do: 'wait', ms: pickWait(dice)}];
  if (roll < 0.78) return [makeCall(dice), ...(dice.chance(0.3) ? [makeCall(dice)] : [])];
  if (roll < 0.81)
    return [{do: 'burst', slot, count: 20 + dice.below(120), every: dice.pick([5, 15, 60]) * MINUTE, lastRunLag: pickLag(dice)}];
  if (roll < 0.88) return [{do: dice.pick(['rename', 'delete', 'lose', 'replace', 'create'] as const), slot}];
  if (roll < 0.93) return [{do: 'move', slot, to: dice.pick(ENVIRONMENTS)}];
  if (roll < 0.95) return [{do: 'retain', slot, days: dice.pick([1, 2, 7])}];
  return [{do: 'clocks', machine: dice.pick([-40 * DAY, -HOUR, 0, HOUR, 40 * DAY]), service: (dice.below(39) - 19) * SECOND}];
}

function makeCheck(dice: Dice, slot: number, pages: readonly ModelPage[]): CheckStep {
  const roll = dice.random();
  const ends =
    roll < 0.66 ? 'completed' : roll < 0.74 ? 'partial' : roll < 0.88 ? 'failed' : roll < 0.94 ? 'skipped_no_credits' : 'skipped_overlap';
  const isSkipped = ends.startsWith('skipped');
  const isEmpty = isSkipped || ends === 'failed';
  const length = isSkipped ? 0 : dice.chance(0.15) ? (1 + dice.below(17)) * HOUR : SECOND + dice.below(5 * MINUTE);
  return {
    do: 'check',
    slot,
    queued: isSkipped ? 0 : dice.pick([0, 0, SECOND, 10 * MINUTE]),
    length,
    ends,
    stampSkew: (dice.below(39) - 19) * SECOND,
    rowLag: dice.pick([0, 0, SECOND, 19 * SECOND]),
    lastRunLag: ends === 'skipped_overlap' && dice.chance(0.5) ? null : pickLag(dice),
    hasFinish: !isSkipped || dice.chance(0.7),
    pages: isEmpty ? [] : ends === 'partial' ? [...pages, {url: `${URLS[0]}broken`, status: 'error', judgment: 'none'}] : pages,
  };
}

function makeCall(dice: Dice): CallStep {
  const slots = Array.from({length: SLOTS}, (_, slot) => slot);
  return {
    do: 'call',
    chain: dice.chance(0.8) ? 'main' : 'staging',
    select: dice.chance(0.12) ? slots.filter(() => dice.chance(0.5)) : null,
    fault: dice.chance(0.25)
      ? {kind: dice.pick(['lost', '429', '500', 'slow', 'interrupt', 'kill']), at: dice.below(8), held: dice.chance(0.3)}
      : null,
    diesAfterOutput: dice.chance(0.08),
    maxRequests: dice.chance(0.08) ? 1 + dice.below(8) : null,
    limit: dice.chance(0.06) ? 1 + dice.below(3) : null,
    pace: dice.pick([0, 0, 0, 2 * SECOND, 30 * SECOND, 3 * MINUTE]),
  };
}

function pickWait(dice: Dice): number {
  const longest = dice.pick([20 * SECOND, 3 * MINUTE, HOUR, 12 * HOUR, 40 * HOUR]);
  return Math.floor(dice.random() * longest);
}

function pickLag(dice: Dice): number {
  return dice.pick([0, 0, SECOND, 45 * SECOND, 5 * MINUTE, 6 * HOUR]);
}

/** Pages of each slot that come, change and go. */
class PageWorld {
  private readonly present = Array.from({length: SLOTS}, () => new Set<string>());

  constructor(private readonly dice: Dice) {}

  next(slot: number): readonly ModelPage[] {
    const {dice} = this;
    const present = this.present[slot] as Set<string>;
    return URLS.flatMap((url): readonly ModelPage[] => {
      const judgment = dice.pick(['meaningful', 'noise', 'none', 'degraded'] as const);
      if (!present.has(url)) {
        if (dice.chance(0.5)) return [];
        present.add(url);
        return [{url, status: 'new', judgment: 'none'}];
      }
      const status = dice.pick(['same', 'same', 'changed', 'changed', 'removed', 'error'] as const);
      if (status === 'removed') present.delete(url);
      return [{url, status, judgment: status === 'changed' ? judgment : 'none'}];
    });
  }
}

class Dice {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
