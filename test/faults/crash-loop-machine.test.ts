import type {CrashScenario} from '../world/crash-world';
import {listDeaths, measureSteps, tellProblems, tryDeaths} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(300_000);

const BATCH_ONE = [...'abcdefghij'];
const BATCH_TWO = [...'kl'];

/** Twelve creates are two batches; the next run has what `--persist-command` copied, and no more. */
const scenario: CrashScenario = {
  keys: [...BATCH_ONE, ...BATCH_TWO],
  onAmbiguous: 'verify',
  faults: {faults: [{when: {name: 'k'}, do: 'drop', work: 'done'}]},
  losesMachine: true,
};

test('P1: the machine vanishes at any send with --persist-command: never two monitors, only the batch under way is named', async () => {
  // The content of its disk no longer matters: only the order of copies, requests and answers does.
  const moments = new Set(['send', 'under way', 'answer', 'persist', 'after persist']);
  const deaths = listDeaths(await measureSteps(scenario), 'everything').filter(({step}) => moments.has(step));
  expect(deaths.length).toBeGreaterThan(35);
  const trials = await tryDeaths(scenario, deaths);
  expect(tellProblems(trials)).toEqual([]);
  for (const {unresolved} of trials) expect([[], BATCH_ONE, BATCH_TWO]).toContainEqual(unresolved);
  for (const batch of [BATCH_ONE, BATCH_TWO]) expect(trials.map(trial => trial.unresolved)).toContainEqual(batch);
});
