import {BucketHistory} from '../world/bucket-history';
import {MemoryBucket} from '../world/memory-bucket';
import {seededRandom} from './crash-loop-trials';

const place = {bucket: 'acme-state', env: {}};

async function play(seed: number): Promise<readonly string[]> {
  const history = new BucketHistory(new MemoryBucket().requests, seededRandom(seed), place);
  await history.play();
  return history.problems.map(problem => `seed ${seed}: ${problem}`);
}

const HISTORIES = Number(process.env['MONITORS_TEST_HISTORIES'] ?? 300);
const FIRST = Number(process.env['MONITORS_TEST_SEED'] ?? 1);

test('whatever is paused, killed or lost: no record is lost, and no stale holder writes', async () => {
  const problems: string[] = [];
  for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) problems.push(...(await play(seed)));
  expect(problems.slice(0, 20)).toEqual([]);
});
