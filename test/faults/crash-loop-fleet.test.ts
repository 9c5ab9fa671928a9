import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import type {Survival} from '../world/crash-disk';
import type {CrashScenario} from '../world/crash-world';
import {listDeaths, measureSteps, rollDice, sampleDeaths, tellProblems, tryDeaths} from './crash-loop-trials';

// Hundreds of runs: seconds on a machine of its own, minutes on one that is shared.
jest.setTimeout(300_000);

const FLEET = join(__dirname, '../../examples/fleet');
const ROWS = 'monitors/_companies.csv';
const LISTS = ['pricing', 'releases', 'terms'];
const SURVIVALS: readonly Survival[] = ['everything', 'synced', 'names'];
const example = Object.fromEntries(
  readdirSync(FLEET, {recursive: true, encoding: 'utf8'})
    .filter(name => /\.(?:yaml|csv)$/.test(name))
    .map(name => [name, readFileSync(join(FLEET, name), 'utf8')]),
);
const [header = '', ...rows] = (example[ROWS] as string).trimEnd().split('\n');

/** A monitor for each list and row, as its name has it. */
function nameMonitors(chosen: readonly string[]): Record<string, string> {
  const read = parse(chosen.join('\n')) as string[][];
  return Object.fromEntries(read.flatMap(([key, name]) => LISTS.map(list => [`${list}/${key}`, `${name} ${list}`])));
}

const withRows = (chosen: readonly string[]) => ({...example, [ROWS]: `${[header, ...chosen].join('\n')}\n`});

/** An apply of the example with these rows, over answers that are lost after the work and before it. */
function applyRows(chosen: readonly string[]): CrashScenario & {readonly files: Readonly<Record<string, string>>} {
  const names = nameMonitors(chosen);
  const named = Object.values(names);
  const losing = (index: number) => ({when: {operation: 'create' as const, name: named.at(index) ?? ''}, times: 1});
  return {
    ...{keys: Object.keys(names), names, files: withRows(chosen)},
    onAmbiguous: 'verify',
    full: {before: {}, after: {}},
    faults: {
      faults: [
        {...losing(0), do: 'drop', work: 'done'},
        {...losing(named.length >> 1), do: 'answer', status: 502, work: 'done'},
        {...losing(-1), do: 'drop', reset: true},
      ],
    },
  };
}

/** Edits of a pull request: a default, a row that goes, and one that comes. */
function edit(): CrashScenario {
  const [gone = '', ...others] = rows.slice(0, 11);
  const {files, ...scenario} = applyRows(others);
  const layer = 'monitors/terms/_defaults.yaml';
  const edited = (files[layer] as string).replace('excludeTags: []', 'excludeTags: [aside]');
  expect(edited).not.toBe(files[layer]);
  return {...scenario, files: {...files, [layer]: edited}, earlier: withRows([gone, ...others.slice(0, -1)])};
}

test('P1: an apply of the 300 monitors of examples/fleet is killed anywhere: never two for a row, and the next run ends it', async () => {
  const {random} = rollDice();
  const whole = applyRows(rows);
  expect(whole.keys).toHaveLength(300);
  const steps = await measureSteps(whole);
  expect(steps.length).toBeGreaterThan(1000);
  const deaths = SURVIVALS.flatMap(survival => sampleDeaths(listDeaths(steps, survival), 2, random));
  const trials = await tryDeaths(whole, deaths);
  expect(tellProblems(trials)).toEqual([]);
  expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.5 * trials.length);
});

test('P1: an edit of a layer and of rows is killed at many steps: updated, created and deleted once', async () => {
  const {random} = rollDice();
  const steps = await measureSteps(edit());
  expect(steps.length).toBeGreaterThan(100);
  const deaths = SURVIVALS.flatMap(survival => sampleDeaths(listDeaths(steps, survival), 12, random));
  const trials = await tryDeaths(edit(), deaths);
  expect(tellProblems(trials)).toEqual([]);
  expect(trials.filter(trial => trial.killed).length).toBeGreaterThan(0.8 * trials.length);
});
