import {crashOnS3} from '../world/crash-shared';
import type {CrashScenario} from '../world/crash-world';
import {buildCrashChild, type CrashChild} from '../world/mortal-run';
import {useS3} from '../world/s3-server';
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

/** Steps before which nothing has happened since the step before them: to die at either is the same. */
const SAME_AS_BEFORE = new Set(['get', 'say', 'after put', 'after remove', 'after sleep']);

const s3 = useS3();

const LOST_ON_S3: CrashScenario = {...LOST_CONNECTIONS, server: crashOnS3(s3.server)};

const listOwnDeaths = (steps: readonly string[]) => listDeaths(steps, 'everything').filter(({step}) => !SAME_AS_BEFORE.has(step));

(s3.isHere ? describe : describe.skip)('P1, H7: the state is in a bucket', () => {
  test('an apply over lost connections dies at a write, send or sleep: never two monitors for a key, nothing lost', async () => {
    const steps = await measureSteps(LOST_ON_S3);
    const kinds = ['put', 'put under way', 'remove', 'remove under way', 'send', 'under way', 'answer', 'sleep'];
    for (const name of kinds) expect(steps).toContain(name);
    const trials = await tryDeaths(LOST_ON_S3, takeHalf(listOwnDeaths(steps)));
    expect(tellProblems(trials)).toEqual([]);
    expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.9 * trials.length);
  });

  test('and dies again in the run after it', async () => {
    const steps = await measureSteps(LOST_ON_S3);
    const deaths = pickPairs(steps, 12, ['everything']);
    expect(tellProblems(await tryDeaths(LOST_ON_S3, deaths))).toEqual([]);
  });

  test('a process of its own gets a real SIGKILL at each kind of step', async () => {
    const child: CrashChild = buildCrashChild();
    try {
      const steps = await measureSteps(LOST_ON_S3, child);
      const deaths = listKinds(steps, 'everything').filter(({step}) => !SAME_AS_BEFORE.has(step));
      const trials = await tryDeaths(LOST_ON_S3, deaths, child);
      expect(tellProblems(trials)).toEqual([]);
      expect(trials.filter(trial => trial.killed).length).toBe(trials.length);
    } finally {
      child.remove();
    }
  });

  test('the loop can fail: where sending is forgotten, it finds monitors that are live twice', async () => {
    const broken: CrashScenario = {...LOST_ON_S3, recorded: undefined, sabotage: 'sending is forgotten'};
    const deaths = listSends(await measureSteps(broken), 'everything');
    expect(tellProblems(await tryDeaths(broken, deaths)).join('\n')).toMatch(/ is live 2 times/);
  });
});
