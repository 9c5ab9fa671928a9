import {connectToService} from '../../../src/project/connection';
import {realWorld} from '../../world/real-world';

/** Count of a connection's reads of the secret of specs that refer to it so many times. */
async function countReads(times: number): Promise<number> {
  let reads = 0;
  const env = {
    MONITORS_API_KEY: 'fc-some-key',
    get TOKEN() {
      reads++;
      return 'the-token-of-all-webhooks';
    },
  };
  const references = Array.from({length: times}, () => 'TOKEN');
  const service = await connectToService({baseUrl: 'http://127.0.0.1:9', env, world: realWorld, references});
  await service.close();
  return reads;
}

test('a secret that thousands of monitors refer to is one secret to search answers for', async () => {
  expect(await countReads(1000)).toBe(await countReads(1));
});

test('where the key has the name of another tool, the refusal says so', async () => {
  const env = {FIRECRAWL_API_KEY: 'fc-some-key'};
  const connecting = connectToService({baseUrl: 'http://127.0.0.1:9', env, world: realWorld, references: []});
  await expect(connecting).rejects.toMatchObject({code: 'config/no-key', hint: expect.stringContaining('FIRECRAWL_API_KEY is set')});
});
