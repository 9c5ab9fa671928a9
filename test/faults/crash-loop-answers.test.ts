import type {CrashScenario} from '../world/crash-world';
import {listDeaths, measureSteps, tellProblems, tryDeaths} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(300_000);

/** Each create is carried out, and then answered with an error: once, or twice. */
const APPLY_THEN_5XX: CrashScenario['faults'] = {
  faults: [
    {when: {name: 'a'}, times: 1, do: 'answer', status: 502, work: 'done'},
    {when: {name: 'b'}, times: 2, do: 'answer', status: 503, work: 'done'},
    {when: {name: 'c'}, times: 1, do: 'answer', status: 504, work: 'none'},
  ],
};

test('P1, N3: killed at every step over answers that lie, with --on-ambiguous stop: never two monitors, the rest named', async () => {
  const scenario: CrashScenario = {keys: ['a', 'b', 'c'], onAmbiguous: 'stop', faults: APPLY_THEN_5XX};
  const deaths = listDeaths(await measureSteps(scenario), 'everything');
  expect(deaths.length).toBeGreaterThan(60);
  expect(tellProblems(await tryDeaths(scenario, deaths))).toEqual([]);
});

test('P1, N3: the same with --on-ambiguous retry: a second monitor is possible, and never without a word', async () => {
  const scenario: CrashScenario = {keys: ['a', 'b', 'c'], onAmbiguous: 'retry', faults: APPLY_THEN_5XX};
  const deaths = listDeaths(await measureSteps(scenario), 'everything');
  expect(deaths.length).toBeGreaterThan(60);
  expect(tellProblems(await tryDeaths(scenario, deaths))).toEqual([]);
});
