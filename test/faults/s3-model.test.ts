import {readS3Address} from '../../src/core/state/addresses/s3';
import {S3Requests, USUAL_LIMITS} from '../../src/stores/s3/requests';
import {BucketHistory} from '../world/bucket-history';
import {MemoryBucket, probeInMemory} from '../world/memory-bucket';
import {useS3} from '../world/s3-server';
import {seededRandom} from './crash-loop-trials';

const s3 = useS3();

const HISTORIES = Number(process.env['MONITORS_TEST_HISTORIES'] ?? 300);
jest.setTimeout(Math.max(60_000, HISTORIES * 500));
const FIRST = Number(process.env['MONITORS_TEST_SEED'] ?? 1);

/** Plays histories, each with a bucket that `play` gives it; returns what went wrong. */
async function playAll(count: number, play: (seed: number) => Promise<BucketHistory>): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let seed = FIRST; seed < FIRST + count; seed += 1) {
    const history = await play(seed);
    problems.push(...history.problems.map(problem => `seed ${seed}: ${problem}`));
  }
  return problems.slice(0, 20);
}

async function play(history: BucketHistory): Promise<BucketHistory> {
  await history.play();
  return history;
}

test('H3: whatever is paused, killed or lost: no record is lost, and no stale holder writes', async () => {
  const place = {bucket: 'acme-state', env: {}};
  expect(await playAll(HISTORIES, seed => play(new BucketHistory(new MemoryBucket().requests, seededRandom(seed), place)))).toEqual([]);
});

(s3.isHere ? test : test.skip)('the same on a real server', async () => {
  const problems = await playAll(Math.ceil(HISTORIES / 30), async seed => {
    const server = s3.server();
    const bucket = await server.makeBucket();
    const requests = probeInMemory(new S3Requests(readS3Address({bucket, prefix: '', region: undefined}, server.env()), USUAL_LIMITS));
    try {
      return await play(new BucketHistory(requests, seededRandom(seed), {bucket, env: server.env()}));
    } finally {
      requests.close();
    }
  });
  expect(problems).toEqual([]);
});
