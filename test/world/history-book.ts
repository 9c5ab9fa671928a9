import {writeFileSync} from 'node:fs';
import type {History, Round} from './history';

/** Plays a history; returns what is wrong. */
export type Player = (history: History) => Promise<readonly string[]>;

/** The smallest history that still goes wrong that leaving out rounds, faults, meddling, losses and deaths one by one leads to. */
export async function shrinkHistory(history: History, play: Player): Promise<History> {
  for (const smaller of listSmaller(history)) {
    if (await goesWrong(smaller, play)) return shrinkHistory(smaller, play);
  }
  return history;
}

/** Writes a history out as a test that plays it; returns the file. */
export function writeHistoryTest(history: History, problems: readonly string[], directory: string): string {
  const file = `${directory}/history-${history.seed}.test.ts`;
  const lines = [
    `import {playHistory} from '../world/history-play';`,
    '',
    ...problems.map(problem => `// ${problem.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}`),
    `test('history ${history.seed} ends as its specs say', async () => {`,
    `  expect(await playHistory(${JSON.stringify(history, null, 2).replaceAll('\n', '\n  ')})).toEqual([]);`,
    '}, 60_000);',
    '',
  ];
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** One that can't be played any more is no smaller case of the same. */
async function goesWrong(history: History, play: Player): Promise<boolean> {
  const problems = await play(history).catch(() => []);
  return problems.length > 0;
}

/** Histories with one thing less, the biggest cuts first. */
function listSmaller({seed, rounds}: History): History[] {
  const without = rounds.map((_, index) => rounds.filter((_round, other) => other !== index));
  const simpler = rounds.flatMap((round, index) =>
    simplify(round).map(one => rounds.map((other, place) => (place === index ? one : other))),
  );
  return [...without, ...simpler].filter(fewer => fewer.length > 0).map(fewer => ({seed, rounds: fewer}));
}

function simplify(round: Round): Round[] {
  const {lost, meddling, faults, diesAt, refresh, rests} = round;
  const {faults: scripted = [], answers} = faults;
  const less: Partial<Round>[] = [
    ...(lost === null ? [] : [{lost: null}]),
    ...meddling.map((_, index) => ({meddling: meddling.filter((_one, other) => other !== index)})),
    ...scripted.map((_, index) => ({faults: {...faults, faults: scripted.filter((_one, other) => other !== index)}})),
    ...(answers === undefined ? [] : [{faults: {faults: scripted}}]),
    ...(diesAt === 0 ? [] : [{diesAt: 0}]),
    ...(refresh ? [{refresh: false}] : []),
    ...(rests ? [{rests: false}] : []),
    ...Object.keys(round.wishes).map(key => ({
      wishes: Object.fromEntries(Object.entries(round.wishes).filter(([other]) => other !== key)),
    })),
  ];
  return less.filter(({wishes}) => wishes === undefined || Object.keys(wishes).length > 0).map(change => ({...round, ...change}));
}
