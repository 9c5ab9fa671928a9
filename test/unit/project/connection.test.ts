import {askToApply, connectToService, namePlace} from '../../../src/project/connection';
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

const projectAt = (origin: string | null, environment = 'default', environments: ReadonlyMap<string, object> | null = null) =>
  ({givenOrigin: () => origin, settings: {environment, environments}}) as unknown as Parameters<typeof namePlace>[0];
const declared = new Map([['production', {}]]);

test.each([
  {
    name: 'an environment and an address',
    project: projectAt('https://api.firecrawl.dev', 'production', declared),
    place: 'production at api.firecrawl.dev',
    question: 'Apply these changes to production at api.firecrawl.dev?',
  },
  {
    name: 'without environments only the address',
    project: projectAt('https://api.firecrawl.dev'),
    place: 'api.firecrawl.dev',
    question: 'Apply these changes at api.firecrawl.dev?',
  },
  {
    name: 'of an address the port, and no path',
    project: projectAt('http://127.0.0.1:4010/team-token'),
    place: '127.0.0.1:4010',
    question: 'Apply these changes at 127.0.0.1:4010?',
  },
  {
    name: 'an environment that is chosen and not declared',
    project: projectAt(null, 'staging'),
    place: 'staging',
    question: 'Apply these changes to staging?',
  },
  {name: 'neither', project: projectAt(null), place: null, question: 'Apply these changes?'},
])('the place of a run: $name', ({project, place, question}) => {
  expect(namePlace(project)).toBe(place);
  expect(askToApply({requests: 1}, project)).toBe(question);
});

test('renames go into the state of an environment', () => {
  const project = projectAt('https://api.firecrawl.dev', 'production', declared);
  expect(askToApply({requests: 0}, project)).toBe('Write these renames into the state of production?');
  expect(askToApply({requests: 0}, projectAt(null))).toBe('Write these renames into the state?');
});
