import {crashOnPostgres} from '../world/crash-shared';
import type {CrashScenario} from '../world/crash-world';
import {buildCrashChild, type CrashChild} from '../world/mortal-run';
import {usePostgres} from '../world/postgres-server';
import {
  LOST_CONNECTIONS,
  listDeaths,
  listKinds,
  listSends,
  measureSteps,
  pickPairs,
  takeHalf,
  tellProblems,
  tryDeaths,
} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(600_000);

const postgres = usePostgres();

const LOST_ON_POSTGRES: CrashScenario = {...LOST_CONNECTIONS, server: crashOnPostgres(postgres.server)};

(postgres.isHere ? describe : describe.skip)('P1: the state is in PostgreSQL', () => {
  test('an apply over lost connections dies at a statement, send or sleep: never two monitors for a key, nothing lost', async () => {
    const steps = await measureSteps(LOST_ON_POSTGRES);
    for (const name of [
      'connect',
      'BEGIN',
      'INSERT',
      'UPDATE',
      'DELETE',
      'COMMIT',
      'COMMIT under way',
      'after COMMIT',
      'send',
      'under way',
      'answer',
    ])
      expect(steps).toContain(name);
    const trials = await tryDeaths(LOST_ON_POSTGRES, takeHalf(listDeaths(steps, 'everything')));
    expect(tellProblems(trials)).toEqual([]);
    expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.9 * trials.length);
  });

  test('and dies again in the run after it', async () => {
    const steps = await measureSteps(LOST_ON_POSTGRES);
    const deaths = pickPairs(steps, 24, ['everything']);
    expect(tellProblems(await tryDeaths(LOST_ON_POSTGRES, deaths))).toEqual([]);
  });

  test('a process of its own gets a real SIGKILL at each kind of step', async () => {
    const child: CrashChild = buildCrashChild();
    try {
      const deaths = listKinds(await measureSteps(LOST_ON_POSTGRES, child), 'everything');
      const trials = await tryDeaths(LOST_ON_POSTGRES, deaths, child);
      expect(tellProblems(trials)).toEqual([]);
      expect(trials.filter(trial => trial.killed).length).toBe(trials.length);
    } finally {
      child.remove();
    }
  });

  test('the loop can fail: where sending is forgotten, it finds monitors that are live twice', async () => {
    const broken: CrashScenario = {...LOST_ON_POSTGRES, recorded: undefined, sabotage: 'sending is forgotten'};
    const deaths = listSends(await measureSteps(broken), 'everything');
    expect(tellProblems(await tryDeaths(broken, deaths)).join('\n')).toMatch(/ is live 2 times/);
  });
});
