import type {CrashScenario} from '../world/crash-world';
import {buildCrashChild, type CrashChild} from '../world/mortal-run';
import {usePostgres} from '../world/postgres-server';
import {listDeaths, listKinds, measureSteps, seededRandom, tellProblems, tryDeaths} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(600_000);

const postgres = usePostgres();

/** Answers are lost after the work and before it; one create is told to wait first, so that something sleeps. */
const LOST_CONNECTIONS: CrashScenario = {
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
  server: postgres.server,
};

(postgres.isHere ? describe : describe.skip)('P1: the state is in PostgreSQL', () => {
  test('an apply over lost connections dies at every statement, send and sleep: never two monitors for a key, nothing lost', async () => {
    const steps = await measureSteps(LOST_CONNECTIONS);
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
    const trials = await tryDeaths(LOST_CONNECTIONS, listDeaths(steps, 'everything'));
    expect(tellProblems(trials)).toEqual([]);
    expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.9 * trials.length);
  });

  test('and dies again in the run after it', async () => {
    const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
    console.info(`CRASH_SEED=${seed}`);
    const steps = await measureSteps(LOST_CONNECTIONS);
    const random = seededRandom(seed);
    const pick = () => 1 + Math.floor(random() * steps.length);
    const deaths = Array.from({length: 24}, () => ({step: `pair of seed ${seed}`, at: [pick(), pick()], survival: 'everything' as const}));
    expect(tellProblems(await tryDeaths(LOST_CONNECTIONS, deaths))).toEqual([]);
  });

  test('a process of its own gets a real SIGKILL at each kind of step', async () => {
    const child: CrashChild = buildCrashChild();
    try {
      const deaths = listKinds(await measureSteps(LOST_CONNECTIONS, child), 'everything');
      const trials = await tryDeaths(LOST_CONNECTIONS, deaths, child);
      expect(tellProblems(trials)).toEqual([]);
      expect(trials.filter(trial => trial.killed).length).toBe(trials.length);
    } finally {
      child.remove();
    }
  });

  test('the loop can fail: where sending is forgotten, it finds monitors that are live twice', async () => {
    const broken: CrashScenario = {...LOST_CONNECTIONS, recorded: undefined, sabotage: 'sending is forgotten'};
    const deaths = listDeaths(await measureSteps(broken), 'everything').filter(({step}) => ['send', 'under way', 'answer'].includes(step));
    expect(tellProblems(await tryDeaths(broken, deaths)).join('\n')).toMatch(/ is live 2 times/);
  });
});
