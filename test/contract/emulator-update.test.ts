import type {JsonObject, JsonValue} from '../../src/core/json/value';
import {dataOf, emulate, request, send, standingWorld, stopEmulators} from '../unit/emulator/emulation';

afterEach(stopEmulators);

const targetId = '0195b7a0-0000-7000-8000-00000000000a';
const scrape = {id: targetId, type: 'scrape', urls: ['https://site.example.com/news']};
const search = {id: targetId, type: 'search', queries: ['prices']};
const hook = {url: 'https://hooks.example.com/a', headers: {'x-token': 't'}, metadata: {team: 'a'}, events: ['monitor.page']};
const bothEvents = ['monitor.page', 'monitor.check.completed'];
const mail = {enabled: true, recipients: ['a@example.com'], includeDiffs: true};
const slack = {enabled: true, channelId: 'C1'};

/** Every sentence of "Update", and what "Operations" says of PATCH: a monitor made of `from` is sent `changes`. */
const accepted: {name: string; from?: JsonObject; changes: JsonObject; becomes: JsonObject}[] = [
  {
    name: 'members that are omitted stay',
    from: {
      webhook: hook,
      goal: 'prices',
      retentionDays: 9,
      notification: {email: mail},
      schedule: {cron: '0 6 * * *', timezone: 'Asia/Tokyo'},
    },
    changes: {name: 'renamed'},
    becomes: {
      name: 'renamed',
      webhook: hook,
      goal: 'prices',
      judgeEnabled: true,
      retentionDays: 9,
      notification: {email: mail},
      schedule: {cron: '0 6 * * *', timezone: 'Asia/Tokyo'},
      targets: [{...scrape, scrapeOptions: {}}],
      status: 'active',
    },
  },
  {
    name: 'a schedule without a time zone falls back to UTC',
    from: {schedule: {cron: '0 6 * * *', timezone: 'Asia/Tokyo'}},
    changes: {schedule: {cron: '0 7 * * *'}},
    becomes: {schedule: {cron: '0 7 * * *', timezone: 'UTC'}},
  },
  {
    name: 'a schedule text becomes cron',
    changes: {schedule: {text: 'daily at 5:30 PM'}},
    becomes: {schedule: {cron: '30 17 * * *', timezone: 'UTC'}},
  },
  {
    name: 'a webhook without headers loses them',
    from: {webhook: hook},
    changes: {webhook: {url: hook.url}},
    becomes: {webhook: {url: hook.url, headers: {}, metadata: {}, events: bothEvents}},
  },
  {name: 'a webhook is set where there was none', changes: {webhook: hook}, becomes: {webhook: hook}},
  {
    name: 'an empty notification changes nothing',
    from: {notification: {email: mail, slack}},
    changes: {notification: {}},
    becomes: {notification: {email: mail, slack}},
  },
  {
    name: 'e-mail that is not enabled is switched off, its recipients gone',
    from: {notification: {email: mail}},
    changes: {notification: {email: {enabled: false}}},
    becomes: {notification: {email: {enabled: false, recipients: [], includeDiffs: false}}},
  },
  {
    name: 'a notification without a member drops that member',
    from: {notification: {email: mail, slack}},
    changes: {notification: {email: mail}},
    becomes: {notification: {email: mail}},
  },
  {name: 'a goal of null removes it', from: {goal: 'prices'}, changes: {goal: null}, becomes: {goal: null, judgeEnabled: true}},
  {name: 'so does a blank one', from: {goal: 'prices'}, changes: {goal: '  '}, becomes: {goal: null}},
  {name: 'a goal that is set does not switch judging on', changes: {goal: ' prices '}, becomes: {goal: 'prices', judgeEnabled: false}},
  {
    name: 'judging that is sent with the goal is switched on',
    changes: {goal: 'prices', judgeEnabled: true},
    becomes: {goal: 'prices', judgeEnabled: true},
  },
  {
    name: 'the goal of a search target that is not judged can go',
    from: {targets: [search], goal: 'prices', judgeEnabled: false},
    changes: {goal: null},
    becomes: {goal: null},
  },
  {
    name: 'a goal goes with search targets when judging goes in the same request',
    from: {targets: [search], goal: 'prices', judgeEnabled: false},
    changes: {goal: null, targets: [{...search, maxResults: 5}], judgeEnabled: false},
    becomes: {goal: null, judgeEnabled: false},
  },
  {
    name: 'search targets are sent without their goal, which stays',
    from: {targets: [search], goal: 'prices'},
    changes: {targets: [{...search, includeDomains: ['acme.example']}]},
    becomes: {goal: 'prices', targets: [{...search, maxResults: 10, searchWindow: '24h', includeDomains: ['acme.example']}]},
  },
  {
    name: 'domains that are not sent are not answered',
    from: {targets: [{...search, includeDomains: ['acme.example']}], goal: 'prices'},
    changes: {targets: [search]},
    becomes: {targets: [{...search, maxResults: 10, searchWindow: '24h'}]},
  },
  {
    name: 'every 24 hours is a step of 24',
    changes: {schedule: {text: 'every 24 hours'}},
    becomes: {schedule: {cron: '0 */24 * * *', timezone: 'UTC'}},
  },
  {name: 'a monitor is paused, and runs no more', changes: {status: 'paused'}, becomes: {status: 'paused', nextRunAt: null}},
  {name: 'days are set', changes: {retentionDays: 365}, becomes: {retentionDays: 365}},
  {
    name: 'a list of targets replaces the old one',
    from: {targets: [scrape, {type: 'scrape', urls: ['https://site.example.com/other']}]},
    changes: {targets: [{...scrape, urls: [' site.example.com/new ']}]},
    becomes: {targets: [{...scrape, urls: ['http://site.example.com/new'], scrapeOptions: {}}]},
  },
];

test.each(accepted)('$name', async ({from = {}, changes, becomes}) => {
  const emulator = await emulate({operations: 'full'});
  const id = String(dataOf(await send(emulator, 'POST', '', request({targets: [scrape], ...from})))['id']);
  const answer = await send(emulator, 'PATCH', `/${id}`, changes);
  expect(answer.status).toBe(200);
  expect(dataOf(answer)).toMatchObject({id, ...becomes});
  if ('targets' in becomes) expect(dataOf(answer)['targets']).toEqual(becomes['targets']);
  expect(dataOf(answer)['notification']).toEqual(becomes['notification'] ?? {});
  expect(emulator.requests()[1]).toMatchObject({updated: id, created: null, deleted: null});
  // List and get say what the update was answered with.
  const read = dataOf(await send(emulator, 'GET', `/${id}`));
  for (const name of ['name', 'status', 'schedule', 'targets', 'webhook', 'notification', 'retentionDays', 'goal', 'judgeEnabled']) {
    expect(read[name]).toEqual(dataOf(answer)[name]);
  }
});

const refused: {name: string; from?: JsonObject; changes: JsonValue; status?: number}[] = [
  {name: 'a webhook can not be removed by null', from: {webhook: hook}, changes: {webhook: null}},
  {name: 'a webhook can not be removed by {}', from: {webhook: hook}, changes: {webhook: {}}},
  {name: 'a webhook can not be removed by ""', from: {webhook: hook}, changes: {webhook: ''}},
  {name: 'retentionDays does not take null', changes: {retentionDays: null}},
  {name: 'name does not take null', changes: {name: null}},
  {name: 'name is not empty', changes: {name: ''}},
  {name: 'schedule does not take null', changes: {schedule: null}},
  {name: 'judgeEnabled does not take null', changes: {judgeEnabled: null}},
  {name: 'notification does not take null', changes: {notification: null}},
  {name: 'targets does not take null', changes: {targets: null}},
  {name: 'status does not take null', changes: {status: null}},
  {name: 'the goal stays while a search target is judged', from: {targets: [search], goal: 'prices'}, changes: {goal: null}},
  {name: 'a judged search target needs a goal', from: {judgeEnabled: true}, changes: {targets: [search]}},
  {
    name: 'a goal that goes with search targets, although judging is off already',
    from: {targets: [search], goal: 'prices', judgeEnabled: false},
    changes: {goal: null, targets: [search]},
  },
  {
    name: 'the same with a blank goal',
    from: {targets: [search], goal: 'prices', judgeEnabled: false},
    changes: {goal: ' ', targets: [search]},
  },
  {name: 'a body without a member', changes: {}},
  {name: 'a body that is a list', changes: []},
  {name: 'a status that is neither active nor paused', changes: {status: 'deleted'}},
  {name: 'an unknown member', changes: {nmae: 'x'}},
  {name: 'an unknown member of the schedule', changes: {schedule: {cron: '0 6 * * *', zone: 'UTC'}}},
  {name: 'a schedule that runs more often than every 5 minutes', changes: {schedule: {cron: '* * * * *'}}},
  {name: 'NUL characters break the service', changes: {name: 'a\0'}, status: 500},
  {
    name: 'halves of surrogate pairs break it',
    changes: {webhook: {...hook, metadata: {a: '\ud800'}}},
    status: 500,
  },
  {
    name: 'an estimate above 2,147,483,647 breaks it',
    changes: {targets: [{type: 'crawl', url: 'https://site.example.com', crawlOptions: {limit: 2_000_000_000}}]},
    status: 500,
  },
];

test.each(refused)('an update is refused, and nothing changes: $name', async ({from = {}, changes, status = 400}) => {
  const emulator = await emulate({operations: 'full'});
  const id = String(dataOf(await send(emulator, 'POST', '', request({targets: [scrape], ...from})))['id']);
  const before = emulator.monitors();
  const answer = await send(emulator, 'PATCH', `/${id}`, changes);
  expect({status: answer.status, success: answer.json['success']}).toEqual({status, success: false});
  expect(emulator.monitors()).toEqual(before);
  expect(emulator.requests()[1]).toMatchObject({updated: null});
});

test('an update dates the monitor', async () => {
  const world = standingWorld();
  const emulator = await emulate({operations: 'full', world});
  const {id} = emulator.dashboard.create(request());
  world.advance(1500);
  const answer = dataOf(await send(emulator, 'PATCH', `/${id}`, {name: 'b'}));
  expect(answer).toMatchObject({createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:01.500Z'});
});

test('an update without a body is refused', async () => {
  const emulator = await emulate({operations: 'full'});
  const {id} = emulator.dashboard.create(request());
  expect((await send(emulator, 'PATCH', `/${id}`)).status).toBe(400);
});

test('a schedule that stays is not judged again, whatever the minute', async () => {
  // Runs at :56 and :00 are 4 minutes apart, which shows only just before.
  let now = Date.UTC(2026, 10, 20, 12, 1);
  const emulator = await emulate({operations: 'full', world: {now: () => now, random: () => 0.5, uuid: () => targetId}});
  const {id} = emulator.dashboard.create(request({schedule: {cron: '*/7 * * * *'}}));
  now = Date.UTC(2026, 10, 20, 12, 50);
  expect((await send(emulator, 'PATCH', `/${id}`, {schedule: {cron: '*/7 * * * *'}})).status).toBe(400);
  expect((await send(emulator, 'PATCH', `/${id}`, {name: 'other'})).status).toBe(200);
  expect((await send(emulator, 'PATCH', `/${id}`, {name: 'a\0'})).status).toBe(500);
});

describe('the history of pages', () => {
  const start = async () => {
    const emulator = await emulate({operations: 'full'});
    const {id} = emulator.dashboard.create(request({targets: [scrape]}));
    const history = () => emulator.monitors()[0]?.histories ?? {};
    return {emulator, id, history, before: history()};
  };

  test('is kept while the target keeps its id, whatever else changes', async () => {
    const {emulator, id, history, before} = await start();
    await send(emulator, 'PATCH', `/${id}`, {targets: [{...scrape, urls: ['https://site.example.com/moved']}], name: 'moved'});
    expect(history()).toEqual(before);
  });

  test('is lost when targets are sent without their ids: they get new ones', async () => {
    const {emulator, id, history, before} = await start();
    const {id: _id, ...anonymous} = scrape;
    const [target] = dataOf(await send(emulator, 'PATCH', `/${id}`, {targets: [anonymous]}))['targets'] as JsonObject[];
    expect(target?.['id']).not.toBe(targetId);
    expect(Object.keys(history())).toEqual([target?.['id']]);
    expect(Object.values(history())[0]).toBeGreaterThan(before[targetId] ?? 0);
  });

  test('does not come back when the old id is sent again', async () => {
    const {emulator, id, history, before} = await start();
    await send(emulator, 'PATCH', `/${id}`, {targets: [{...scrape, id: '0195b7a0-0000-7000-8000-00000000000b'}]});
    await send(emulator, 'PATCH', `/${id}`, {targets: [scrape]});
    expect(history()[targetId]).toBeGreaterThan(before[targetId] ?? 0);
  });
});
