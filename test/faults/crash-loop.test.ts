import type {Survival} from '../world/crash-disk';
import type {CrashScenario} from '../world/crash-world';
import {buildCrashChild, type CrashChild} from '../world/mortal-run';
import {LOST_CONNECTIONS, listDeaths, listKinds, listSends, measureSteps, pickPairs, tellProblems, tryDeaths} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(300_000);

describe('P1: an apply over lost connections is killed at every write, send and sleep', () => {
  test.each<{survival: Survival; what: string}>([
    {survival: 'everything', what: 'the process is killed'},
    {survival: 'synced', what: 'the power fails and keeps only what was made durable'},
    {survival: 'names', what: 'the power fails and keeps names without their bytes'},
  ])('$what: never two monitors for a key, nothing lost, the rest named', async ({survival}) => {
    const steps = await measureSteps(LOST_CONNECTIONS);
    expect(steps.length).toBeGreaterThan(70);
    for (const name of ['write', 'torn write', 'fsync', 'rename', 'unlink', 'send', 'under way', 'answer', 'sleep'])
      expect(steps).toContain(name);
    const trials = await tryDeaths(LOST_CONNECTIONS, listDeaths(steps, survival));
    expect(tellProblems(trials)).toEqual([]);
    expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.9 * trials.length);
  });

  test('and on a disk as Windows has it, on which a scanner holds files open and directories are not flushed', async () => {
    const windows: CrashScenario = {...LOST_CONNECTIONS, disk: 'windows'};
    const steps = await measureSteps(windows);
    expect(steps.filter(step => step === 'wait')).toHaveLength(3);
    const trials = await tryDeaths(windows, listDeaths(steps, 'everything'));
    expect(tellProblems(trials)).toEqual([]);
    expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.9 * trials.length);
  });

  test('and killed again at every step of taking over the lock of the run that was killed', async () => {
    const steps = await measureSteps(LOST_CONNECTIONS);
    const deaths = Array.from({length: 26}, (_, index) => {
      return {step: 'take-over', at: [steps.indexOf('under way') + 1, index + 1], survival: 'everything' as const};
    });
    expect(tellProblems(await tryDeaths(LOST_CONNECTIONS, deaths))).toEqual([]);
  });

  test('and killed again in the run after it', async () => {
    const steps = await measureSteps(LOST_CONNECTIONS);
    const deaths = pickPairs(steps, 36, ['everything', 'synced', 'names']);
    expect(tellProblems(await tryDeaths(LOST_CONNECTIONS, deaths))).toEqual([]);
  });
});

describe('P1: a process of its own gets a real SIGKILL', () => {
  let child: CrashChild;
  beforeAll(() => {
    child = buildCrashChild();
  });
  afterAll(() => child.remove());

  test('it takes the steps that the runs above take', async () => {
    const kinds = (steps: readonly string[]) => [...new Set(steps)].sort();
    expect(kinds(await measureSteps(LOST_CONNECTIONS, child))).toEqual(kinds(await measureSteps(LOST_CONNECTIONS)));
  });

  test.each<{survival: Survival}>([{survival: 'everything'}, {survival: 'synced'}, {survival: 'names'}])(
    'at each kind of step, and $survival survives: never two monitors for a key, nothing lost, the rest named',
    async ({survival}) => {
      const deaths = listKinds(await measureSteps(LOST_CONNECTIONS, child), survival);
      const trials = await tryDeaths(LOST_CONNECTIONS, deaths, child);
      expect(tellProblems(trials)).toEqual([]);
      expect(trials.filter(trial => trial.killed).length).toBe(trials.length);
    },
  );
});

describe('the loop can fail', () => {
  test.each<{sabotage: NonNullable<CrashScenario['sabotage']>; survival: Survival}>([
    {sabotage: 'sync does nothing', survival: 'everything'},
    {sabotage: 'sending is forgotten', survival: 'everything'},
    {sabotage: 'fsync does nothing', survival: 'synced'},
  ])('where $sabotage, it finds monitors that are live twice', async ({sabotage, survival}) => {
    const broken = {...LOST_CONNECTIONS, recorded: undefined, sabotage};
    const deaths = listSends(await measureSteps(broken), survival);
    expect(tellProblems(await tryDeaths(broken, deaths)).join('\n')).toMatch(/ is live 2 times/);
  });
});
