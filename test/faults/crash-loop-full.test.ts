import {bareSpecFor, specFor} from '../world/cli';
import type {Survival} from '../world/crash-disk';
import type {CrashScenario} from '../world/crash-world';
import {listDeaths, measureSteps, rollDice, sampleDeaths, tellProblems, tryDeaths} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(300_000);

const webhook = 'webhook: {url: https://hooks.example.com/x}\n';

/** Full operations: a create whose answer is lost, an update, a replacement and a delete, and one that nothing is wanted of. */
const EVERYTHING: CrashScenario = {
  keys: ['new', 'updated', 'replaced'],
  recorded: 'kept',
  onAmbiguous: 'verify',
  full: {
    before: {updated: specFor('updated'), replaced: `${bareSpecFor('replaced')}${webhook}`, gone: specFor('gone')},
    after: {updated: `${bareSpecFor('updated')}retentionDays: 7\n`},
  },
  faults: {faults: [{when: {operation: 'create', name: 'new'}, times: 1, do: 'drop', work: 'done'}]},
};

test('P1: with full operations, on real disks: whatever the process or the machine dies at, the next run ends as the specs say', async () => {
  const {random} = rollDice();
  const steps = await measureSteps(EVERYTHING);
  for (const name of ['write', 'torn write', 'fsync', 'rename', 'send', 'answer']) expect(steps).toContain(name);
  const survivals: readonly Survival[] = ['everything', 'synced', 'names'];
  const deaths = survivals.flatMap(survival => sampleDeaths(listDeaths(steps, survival), 40, random));
  const trials = await tryDeaths(EVERYTHING, deaths);
  expect(tellProblems(trials)).toEqual([]);
  expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.8 * trials.length);
});
