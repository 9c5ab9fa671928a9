import {rollHistory} from '../world/history';
import {homeOn} from '../world/history-home';
import {playHistory} from '../world/history-play';
import {usePostgres} from '../world/postgres-server';

/**
 * The histories of `full-histories`, with the state in PostgreSQL: `HISTORIES=1000 npx jest full-histories-postgres`. One that goes
 * wrong is played again with `HISTORY_SEED`.
 */
const histories = Number(process.env['HISTORIES'] ?? 40);
const firstSeed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000);
const postgres = usePostgres();

(postgres.isHere ? test : test.skip)(
  `${histories} histories of edits, meddling, faults, losses and deaths end as the specs say, with the state in PostgreSQL`,
  async () => {
    console.info(`HISTORY_SEED=${firstSeed}`);
    const home = homeOn(postgres.server());
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      const problems = await playHistory(rollHistory(seed), home).catch((error: Error) => [String(error.stack)]);
      expect({again: `HISTORY_SEED=${seed} HISTORIES=1`, problems}).toMatchObject({problems: []});
    }
    await home.close();
  },
  Math.max(300_000, histories * 4000),
);
