import type {Survival} from '../world/crash-disk';
import {type CrashScenario, CrashWorld, runSideBySide} from '../world/crash-world';
import type {CrashChild} from '../world/mortal-run';

/** Where a run, and perhaps the one after it, is to die. */
export interface PlannedDeath {
  /** Names of the steps, for people. */
  readonly step: string;
  /** The number of the step for each run in turn, from 1. */
  readonly at: readonly number[];
  /** Counts the steps of this name alone. */
  readonly of?: string;
  readonly survival: Survival;
}

/** Result of one death. */
export interface Trial {
  readonly death: PlannedDeath;
  readonly killed: boolean;
  readonly problems: readonly string[];
  /** Keys that the run after it named as unresolved. */
  readonly unresolved: readonly string[];
}

/** Answers are lost after the work and before it; one create is told to wait first, so that something sleeps. */
export const LOST_CONNECTIONS: CrashScenario = {
  keys: ['a', 'b', 'c'],
  recorded: 'z',
  onAmbiguous: 'verify',
  faults: {
    faults: [
      {when: {name: 'a'}, times: 1, do: 'answer', status: 429},
      {when: {name: 'a'}, do: 'drop', work: 'done'},
      {when: {name: 'b'}, do: 'drop', reset: true},
    ],
  },
};

/** The steps of a run that lives. */
export async function measureSteps(scenario: CrashScenario, child: CrashChild | null = null): Promise<readonly string[]> {
  const world = await CrashWorld.start(scenario, child);
  try {
    return (await world.runMortal(0)).steps;
  } finally {
    await world.close();
  }
}

/** Steps at which a machine that loses power leaves what it leaves at the step before. */
const sameWithoutPower = new Set(['torn write', 'say', 'sleep', 'after sleep', 'persist']);

/** One death for each step of a run. */
export function listDeaths(steps: readonly string[], survival: Survival): PlannedDeath[] {
  const deaths = steps.map((step, index) => ({step, at: [index + 1], survival}));
  return survival === 'everything' ? deaths : deaths.filter(({step}) => !sameWithoutPower.has(step));
}

/** One death for each moment of each request: the same request in every run, however many sleeps come before it. */
export function listSends(steps: readonly string[], survival: Survival): PlannedDeath[] {
  return ['send', 'under way', 'answer'].flatMap(of =>
    steps.filter(step => step === of).map((step, index) => ({step, at: [index + 1], of, survival})),
  );
}

/** One death for each kind of step, at the first of its kind. */
export function listKinds(steps: readonly string[], survival: Survival): PlannedDeath[] {
  return listDeaths(steps, survival).filter(({step}, index, deaths) => deaths.findIndex(death => death.step === step) === index);
}

/** Some of them, spread evenly, beginning anywhere. */
export function sampleDeaths(deaths: readonly PlannedDeath[], count: number, random: () => number): PlannedDeath[] {
  const stride = deaths.length / count;
  const start = random() * stride;
  return Array.from({length: count}, (_, index) => deaths[Math.floor(start + index * stride)] as PlannedDeath);
}

/** Each death in a world of its own, several at a time: a kill of the `child`, else one in this process. */
export function tryDeaths(scenario: CrashScenario, deaths: readonly PlannedDeath[], child: CrashChild | null = null): Promise<Trial[]> {
  return runSideBySide(deaths, async death => {
    const world = await CrashWorld.start(scenario, child);
    try {
      let killed = false;
      for (const at of death.at) killed = (await world.runMortal(at, death.survival, death.of)).isKilled;
      return {death, killed, ...(await world.inspect())};
    } finally {
      await world.close();
    }
  });
}

/** The problems of all trials, each with the death that it comes from. */
export function tellProblems(trials: readonly Trial[]): string[] {
  return trials.flatMap(({death: {step, at, survival}, problems}) =>
    problems.map(problem => `killed at ${at.join(' and ')} (${step}), ${survival} survives: ${problem}`),
  );
}

/** Mulberry32: the same numbers in [0, 1) for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Numbers from a seed that is printed with the test; `CRASH_SEED` repeats them. */
export function rollDice(): {readonly seed: number; readonly random: () => number} {
  const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
  console.info(`CRASH_SEED=${seed}`);
  return {seed, random: seededRandom(seed)};
}

/** Half of the deaths, spread evenly, beginning anywhere. `CRASH_ALL=1` takes all. */
export function takeHalf(deaths: readonly PlannedDeath[]): readonly PlannedDeath[] {
  return process.env['CRASH_ALL'] === '1' ? deaths : sampleDeaths(deaths, Math.ceil(deaths.length / 2), rollDice().random);
}

/** Random deaths of a run and of the one after it, which keep these things in turn. */
export function pickPairs(steps: readonly string[], count: number, survivals: readonly Survival[]): PlannedDeath[] {
  const {seed, random} = rollDice();
  const pick = () => 1 + Math.floor(random() * steps.length);
  return Array.from({length: count}, (_, index) => {
    const survival = survivals[index % survivals.length] as Survival;
    return {step: `pair of seed ${seed}`, at: [pick(), pick()], survival};
  });
}
