import {rollHistory} from '../world/history';
import {type BucketAccess, homeInBucket} from '../world/history-home';
import {playHistory} from '../world/history-play';
import {MemoryBucket} from '../world/memory-bucket';
import {useS3} from '../world/s3-server';

/**
 * The histories of `full-histories`, with the state in S3: `HISTORIES=1000 npx jest s3-histories`. One that goes wrong is played again
 * with `HISTORY_SEED`.
 */
const histories = Number(process.env['HISTORIES'] ?? 40);
const firstSeed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000);
const s3 = useS3();

async function play(access: BucketAccess, from: number, count: number): Promise<void> {
  console.info(`HISTORY_SEED=${from}`);
  const home = homeInBucket(access);
  for (let seed = from; seed < from + count; seed++) {
    const problems = await playHistory(rollHistory(seed), home).catch((error: Error) => [String(error.stack)]);
    expect(problems.map(problem => `HISTORY_SEED=${seed} HISTORIES=1: ${problem}`)).toEqual([]);
  }
  await home.close();
}

const timeout = Math.max(300_000, histories * 4000);

test(
  `H8: ${histories} histories of edits, meddling, faults, losses and deaths end as the specs say, with the state in a bucket in memory`,
  () => play({bucket: 'acme-state', env: {}, requests: new MemoryBucket().requests}, firstSeed, histories),
  timeout,
);

// On the server, each request takes time in which others come in between.
(s3.isHere ? test : test.skip)(
  'H8: some of them with the state on an S3 server',
  async () => play({bucket: await s3.server().makeBucket(), env: s3.server().env()}, firstSeed, Math.ceil(histories / 5)),
  timeout,
);
