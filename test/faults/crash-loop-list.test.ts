import type {Survival} from '../world/crash-disk';
import type {CrashScenario} from '../world/crash-world';
import {listDeaths, measureSteps, tellProblems, tryDeaths} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(300_000);

/** Monitors out of one list with a layer, of which one was recorded when it had a file of its own; answers are lost. */
const LIST: CrashScenario = {
  keys: ['a', 'b', 'c'],
  recorded: 'z',
  files: {
    'monitors/_defaults.yaml': 'schedule: {text: hourly}\n',
    'monitors/list.yaml':
      'name: ${each:key}\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\nsync: {key: "", each: {file: _rows.csv}}\n',
    'monitors/_rows.csv': 'key\na\nb\nc\nz\n',
  },
  onAmbiguous: 'verify',
  faults: {faults: [{when: {name: 'a'}, do: 'drop', work: 'done'}]},
};

test.each<Survival>(['everything', 'synced', 'names'])(
  'P1: an apply of a list is killed at every write and send, %s survives: never two monitors for a row',
  async survival => {
    const steps = await measureSteps(LIST);
    expect(steps.length).toBeGreaterThan(50);
    const trials = await tryDeaths(LIST, listDeaths(steps, survival));
    expect(tellProblems(trials)).toEqual([]);
    expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.9 * trials.length);
  },
);
