import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type History, rollHistory} from '../world/history';
import {shrinkHistory, writeHistoryTest} from '../world/history-book';
import {playHistory} from '../world/history-play';

/**
 * Random histories of edited, renamed and removed specs, changes by hand, faults, deaths and lost states end, after an apply
 * without faults, with the service as the specs say. `HISTORIES=5000 npx jest full-histories` plays thousands; a history that
 * ends otherwise is cut down and written out as a test beside this one.
 */
const histories = Number(process.env['HISTORIES'] ?? 60);
const firstSeed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000);

test(
  `${histories} histories of edits, meddling, faults, losses and deaths end as the specs say`,
  async () => {
    console.info(`HISTORY_SEED=${firstSeed}`);
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      const history = rollHistory(seed);
      const problems = await playHistory(history).catch(toProblems);
      if (problems.length === 0) continue;
      const written = await writeDown(history, problems);
      expect({again: `HISTORY_SEED=${seed} HISTORIES=1`, written, problems}).toMatchObject({problems: []});
    }
  },
  Math.max(300_000, histories * 2000),
);

function toProblems(error: unknown): string[] {
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

async function writeDown(history: History, problems: readonly string[]): Promise<string> {
  const smallest = await shrinkHistory(history, playHistory);
  return writeHistoryTest(smallest, problems, __dirname);
}

test('a history that goes wrong is cut down to what it takes and written out as a test', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'monitors-history-'));
  try {
    const history = [1, 2, 3, 4, 5, 6, 7, 8]
      .map(rollHistory)
      .find(({rounds}) => rounds.filter(({diesAt}) => diesAt > 0).length > 1) as History;
    const smallest = await shrinkHistory(history, async ({rounds}) => (rounds.some(({diesAt}) => diesAt > 0) ? ['dead'] : []));
    expect(smallest.rounds).toEqual([
      expect.objectContaining({lost: null, meddling: [], faults: {faults: []}, diesAt: expect.any(Number), refresh: false, rests: false}),
    ]);
    const text = readFileSync(writeHistoryTest(smallest, ['it is\ndead'], directory), 'utf8');
    expect(text).toContain('// it is dead\n');
    const [, body = ''] = /playHistory\(([\s\S]*)\)\)\.toEqual\(\[\]\)/.exec(text) ?? [];
    expect(JSON.parse(body)).toEqual(smallest);
    expect(await playHistory(JSON.parse(body) as History)).toEqual([]);
  } finally {
    rmSync(directory, {recursive: true, force: true});
  }
});
