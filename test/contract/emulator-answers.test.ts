import type {JsonObject, JsonValue} from '../../src/core/json/value';
import {create, dataOf, emulate, request, send, standingWorld, stopEmulators} from '../unit/emulator/emulation';

afterEach(stopEmulators);

const bothEvents = ['monitor.page', 'monitor.check.completed'];
const ids = ['0195b7a0-0000-1000-8000-00000000000a', '0195B7A0-0000-8000-BFFF-00000000000B'];

function target(changes: JsonObject): JsonObject {
  return {targets: [{id: ids[0] ?? '', ...changes}]};
}

/** The table "How an answer differs from the request": the sent members and what the answers of create, list and get have instead. */
test.each<{name: string; sent: JsonObject; shown: JsonObject}>([
  {
    name: 'a schedule text is only returned as cron',
    sent: {schedule: {text: 'every 15 minutes starting at :07'}},
    shown: {schedule: {cron: '7-59/15 * * * *', timezone: 'UTC'}},
  },
  {name: 'so is a time of day', sent: {schedule: {text: 'daily at 5:30 PM'}}, shown: {schedule: {cron: '30 17 * * *', timezone: 'UTC'}}},
  {name: 'so is a week', sent: {schedule: {text: 'weekly'}}, shown: {schedule: {cron: '0 0 * * 0', timezone: 'UTC'}}},
  {
    name: 'cron and time zone come back word for word',
    sent: {schedule: {cron: ' 0  6 * * 1-5', timezone: 'europe/BERLIN'}},
    shown: {schedule: {cron: ' 0  6 * * 1-5', timezone: 'europe/BERLIN'}},
  },
  {name: 'a missing webhook is null', sent: {}, shown: {webhook: null}},
  {
    name: 'a webhook is filled in',
    sent: {webhook: {url: 'https://hooks.example.com/a'}},
    shown: {webhook: {url: 'https://hooks.example.com/a', headers: {}, metadata: {}, events: bothEvents}},
  },
  {
    name: 'webhook headers come back in clear',
    sent: {webhook: {url: 'https://hooks.example.com/a', headers: {authorization: 'Bearer open'}, events: ['monitor.page']}},
    shown: {webhook: {url: 'https://hooks.example.com/a', headers: {authorization: 'Bearer open'}, metadata: {}, events: ['monitor.page']}},
  },
  {name: 'a missing notification is empty', sent: {}, shown: {notification: {}}},
  {
    name: 'e-mail settings are filled in',
    sent: {notification: {email: {}}},
    shown: {notification: {email: {enabled: false, recipients: [], includeDiffs: false}}},
  },
  {name: 'missing days are 30', sent: {}, shown: {retentionDays: 30}},
  {name: 'a goal is trimmed', sent: {goal: '  prices '}, shown: {goal: 'prices', judgeEnabled: true}},
  {name: 'a blank goal is null', sent: {goal: ' \n'}, shown: {goal: null, judgeEnabled: false}},
  {name: 'a missing goal is null, and nothing is judged', sent: {}, shown: {goal: null, judgeEnabled: false}},
  {
    name: 'urls are trimmed, and get a scheme',
    sent: target({type: 'scrape', urls: [' https://site.example.com/a ', 'site.example.com/b']}),
    shown: target({type: 'scrape', urls: ['https://site.example.com/a', 'http://site.example.com/b'], scrapeOptions: {}}),
  },
  {
    name: 'a single url is taken for a list',
    sent: target({type: 'scrape', url: 'https://site.example.com/a'}),
    shown: target({type: 'scrape', urls: ['https://site.example.com/a'], scrapeOptions: {}}),
  },
  {
    name: 'scrape options come back as they were sent, unchecked',
    sent: target({type: 'scrape', urls: ['https://site.example.com'], scrapeOptions: {waitFor: 1e9, unknown: {a: null}}}),
    shown: target({type: 'scrape', urls: ['https://site.example.com'], scrapeOptions: {waitFor: 1e9, unknown: {a: null}}}),
  },
  {
    name: 'missing crawl options are empty',
    sent: target({type: 'crawl', url: 'https://site.example.com'}),
    shown: target({type: 'crawl', url: 'https://site.example.com', crawlOptions: {}, scrapeOptions: {}}),
  },
  {
    name: 'crawl options are filled in, unknown members kept',
    sent: target({type: 'crawl', url: 'https://site.example.com', crawlOptions: {maxDepth: 3}}),
    shown: target({
      type: 'crawl',
      url: 'https://site.example.com',
      crawlOptions: {
        limit: 10_000,
        sitemap: 'include',
        includePaths: [],
        excludePaths: [],
        allowSubdomains: false,
        allowExternalLinks: false,
        ignoreRobotsTxt: false,
        ignoreQueryParameters: false,
        deduplicateSimilarURLs: true,
        regexOnFullURL: false,
        maxDepth: 3,
      },
      scrapeOptions: {},
    }),
  },
  {
    name: 'a search is filled in, its domains trimmed and in lower case',
    sent: {goal: 'x', ...target({type: 'search', queries: ['q'], includeDomains: [' Site.Example.COM ']})},
    shown: target({type: 'search', queries: ['q'], maxResults: 10, searchWindow: '24h', includeDomains: ['site.example.com']}),
  },
  {
    name: "a client's target ids come back unchanged",
    sent: {targets: ids.map(id => ({id, type: 'scrape', urls: ['https://site.example.com']}))},
    shown: {targets: ids.map(id => ({id, type: 'scrape', urls: ['https://site.example.com'], scrapeOptions: {}}))},
  },
  {
    name: 'what is not in the request is also returned',
    sent: {notification: {email: {enabled: true, recipients: ['a@example.com']}}},
    shown: {unchangedPagesFree: true},
  },
])('$name', async ({sent, shown}) => {
  const emulator = await emulate({operations: 'full'});
  const created = dataOf(await send(emulator, 'POST', '', request(sent)));
  const [listed] = (await send(emulator, 'GET')).json['data'] as JsonObject[];
  const got = dataOf(await send(emulator, 'GET', `/${created['id']}`));
  for (const answer of [created, listed, got]) {
    for (const [name, value] of Object.entries(shown)) expect(answer?.[name]).toEqual(value);
  }
});

test('a schedule text is spread by the id of the monitor, on update too, where the installation does so', async () => {
  const world = {...standingWorld(), uuid: () => '00000017-0000-4000-8000-000000000001'};
  const emulator = await emulate({operations: 'full', world, faults: {answers: {spreadSchedules: true}}});
  const created = dataOf(await send(emulator, 'POST', '', request({schedule: {text: 'hourly'}})));
  expect(created['schedule']).toEqual({cron: '23 * * * *', timezone: 'UTC'});
  const updated = dataOf(await send(emulator, 'PATCH', `/${created['id']}`, {schedule: {text: 'weekly'}}));
  expect(updated['schedule']).toEqual({cron: '23 0 * * 0', timezone: 'UTC'});
});

test('times are written as a database does, in every answer, where the installation does so', async () => {
  const world = standingWorld();
  const emulator = await emulate({operations: 'full', world, faults: {answers: {timestamps: 'postgres'}}});
  const created = dataOf(await send(emulator, 'POST', '', request()));
  await send(emulator, 'POST', `/${created['id']}/run`);
  world.advance(1000);
  const [listed] = (await send(emulator, 'GET')).json['data'] as JsonObject[];
  expect(created).toMatchObject({createdAt: '2026-11-20 12:00:00+00', nextRunAt: '2026-11-21 06:00:00+00'});
  expect(listed).toMatchObject({createdAt: '2026-11-20 12:00:00+00', lastRunAt: '2026-11-20 12:00:01+00'});
});

test('the order of members is not kept, at any depth, in list and get', async () => {
  const emulator = await emulate({operations: 'full'});
  const options = {onlyMainContent: true, formats: ['markdown'], actions: []};
  const {id} = emulator.dashboard.create(request(target({type: 'scrape', urls: ['https://site.example.com'], scrapeOptions: options})));
  const [listed] = (await send(emulator, 'GET')).json['data'] as JsonObject[];
  const got = dataOf(await send(emulator, 'GET', `/${id}`));
  for (const answer of [listed ?? {}, got]) {
    expect(Object.keys(answer).slice(0, 4)).toEqual(['id', 'goal', 'name', 'status']);
    const [first] = answer['targets'] as JsonObject[];
    expect(Object.keys(first?.['scrapeOptions'] as JsonObject)).toEqual(['actions', 'formats', 'onlyMainContent']);
  }
});

describe('create', () => {
  test.each<{name: string; body: JsonValue; status: number}>([
    {name: 'a status can not be set', body: request({status: 'paused'}), status: 400},
    {
      name: 'a target id of version 9 is refused',
      body: request({targets: [scrapeOf('0195b7a0-0000-9000-8000-00000000000a')]}),
      status: 400,
    },
    {
      name: 'a target id of another variant is refused',
      body: request({targets: [scrapeOf('0195b7a0-0000-4000-c000-00000000000a')]}),
      status: 400,
    },
    {name: 'NUL characters break it', body: request({name: 'a\0'}), status: 500},
  ])('$name', async ({body, status}) => {
    const emulator = await emulate({operations: 'full'});
    expect((await create(emulator, body)).status).toBe(status);
    expect(emulator.monitors()).toEqual([]);
  });

  test('equal bodies with equal target ids make separate monitors', async () => {
    const emulator = await emulate({operations: 'full'});
    const body = request({targets: [scrapeOf(ids[0] ?? '')]});
    const made = [await create(emulator, body), await create(emulator, body)].map(answer => dataOf(answer)['id']);
    expect(new Set(made).size).toBe(2);
    expect((await send(emulator, 'GET')).json['data']).toMatchObject(made.reverse().map(id => ({id, targets: body['targets']})));
  });

  test('and update share a limit, and tell the wait in words alone', async () => {
    const world = standingWorld();
    const limit = {when: {operation: ['create', 'update']}, do: 'rate-limit', limit: 2, windowMs: 60_000, tell: 'text'} as const;
    const emulator = await emulate({operations: 'full', world, faults: {faults: [limit]}});
    const id = dataOf(await create(emulator))['id'];
    expect((await send(emulator, 'PATCH', `/${id}`, {name: 'b'})).status).toBe(200);
    const refused = await send(emulator, 'PATCH', `/${id}`, {name: 'c'});
    expect(refused).toMatchObject({status: 429, json: {error: 'Rate limit exceeded, please retry after 30s'}});
    expect(refused.headers.get('retry-after')).toBeNull();
    expect((await create(emulator)).status).toBe(429);
    expect((await send(emulator, 'GET', `/${id}`)).status).toBe(200);
    expect((await send(emulator, 'DELETE', `/${id}`)).status).toBe(200);
    world.advance(30_000);
    expect((await create(emulator)).status).toBe(200);
  });
});

function scrapeOf(id: string): JsonObject {
  return {id, type: 'scrape', urls: ['https://site.example.com']};
}
