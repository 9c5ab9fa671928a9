import type {JsonObject} from '../../../src/core/json/value';
import {DashboardError, type Emulator} from '../../../src/emulator';
import {dataOf, emulate, request, send, stopEmulators} from './emulation';

afterEach(stopEmulators);

const hook = {url: 'https://hooks.example.com/a'};
const email = {enabled: true, recipients: ['a@example.com'], includeDiffs: false};
const slack = {enabled: true, channelId: 'C1'};

describe('by hand', () => {
  test.each<{name: string; from?: JsonObject; changes: JsonObject; becomes: object}>([
    {name: 'a member is changed, the others stay', from: {goal: 'x'}, changes: {name: 'b'}, becomes: {name: 'b', goal: 'x'}},
    {name: 'a webhook can be removed', from: {webhook: hook}, changes: {webhook: null}, becomes: {webhook: null}},
    {name: 'a webhook stays that is not touched', from: {webhook: hook}, changes: {name: 'b'}, becomes: {webhook: hook}},
    {
      name: 'Slack is set beside e-mail',
      from: {notification: {email}},
      changes: {notification: {slack}},
      becomes: {notification: {email, slack}},
    },
    {
      name: 'Slack is dropped again',
      from: {notification: {email, slack}},
      changes: {notification: {slack: null}},
      becomes: {notification: {email}},
    },
    {
      name: 'the last notification is dropped',
      from: {notification: {slack}},
      changes: {notification: {slack: null}},
      becomes: {notification: {}},
    },
    {name: 'a monitor is paused', changes: {status: 'paused'}, becomes: {status: 'paused'}},
    {
      name: 'nothing but the webhook is removed',
      from: {webhook: hook, notification: {slack}},
      changes: {webhook: null},
      becomes: {name: 'watch', webhook: null, notification: {slack}},
    },
  ])('$name', async ({from = {}, changes, becomes}) => {
    const emulator = await emulate();
    const {id, histories} = emulator.dashboard.create(request(from));
    const edited = emulator.dashboard.edit(id, changes);
    expect(edited).toMatchObject(becomes);
    expect(edited.notification).toEqual('notification' in becomes ? becomes.notification : {});
    expect(edited.histories).toEqual(histories);
    expect(emulator.monitors()).toEqual([edited]);
    expect(emulator.requests()).toEqual([]);
  });

  test('a monitor is made for a team and dated back', async () => {
    const emulator = await emulate();
    const made = emulator.dashboard.create(request(), {createdAt: 1000, team: 1});
    expect(made).toMatchObject({createdAt: 1000, updatedAt: 1000, team: 1, status: 'active'});
  });

  test('a monitor is deleted', async () => {
    const emulator = await emulate();
    const {id} = emulator.dashboard.create(request());
    emulator.dashboard.delete(id);
    expect([emulator.monitors(), emulator.deleted()]).toMatchObject([[], [{id}]]);
  });

  test.each<{name: string; act: (emulator: Emulator, id: string) => unknown; message: string}>([
    {name: 'an unknown id', act: ({dashboard}) => dashboard.delete('x'), message: 'monitor not found: x'},
    {
      name: 'a change that the service would refuse',
      act: ({dashboard}, id) => dashboard.edit(id, {name: ''}),
      message: 'the service would refuse this: name must be at least 1 characters long',
    },
    {
      name: 'an edit of a deleted monitor',
      act: ({dashboard}, id) => {
        dashboard.delete(id);
        dashboard.edit(id, {name: 'b'});
      },
      message: 'monitor not found',
    },
    {
      name: 'a create at which the service breaks',
      act: ({dashboard}) => dashboard.create(request({name: 'a\0'})),
      message: 'the service would fail with status 500',
    },
  ])('$name is an error', async ({act, message}) => {
    const emulator = await emulate();
    const {id} = emulator.dashboard.create(request());
    expect(() => act(emulator, id)).toThrow(DashboardError);
    emulator.reset();
    const again = emulator.dashboard.create(request());
    expect(() => act(emulator, again.id)).toThrow(message);
  });
});

describe('the control routes', () => {
  const ask = async ({url}: Emulator, method: string, path: string, body?: JsonObject | string) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(`${url}/__emulator${path}`, {method, ...(text === undefined ? {} : {body: text})});
    return {status: response.status, body: (await response.json()) as JsonObject};
  };

  test('do by hand what the dashboard does, without a key and without a record', async () => {
    const emulator = await emulate({apiKeys: ['fc-ours']});
    const made = await ask(emulator, 'POST', '/monitors', request());
    const id = (made.body['data'] as JsonObject)['id'];
    expect(made.status).toBe(200);
    expect(await ask(emulator, 'PATCH', `/monitors/${id}`, {notification: {slack}})).toMatchObject({
      status: 200,
      body: {data: {notification: {slack}}},
    });
    expect(await ask(emulator, 'DELETE', `/monitors/${id}`)).toEqual({status: 200, body: {success: true}});
    expect((await ask(emulator, 'GET', '/deleted')).body['data']).toMatchObject([{id, status: 'deleted'}]);
    expect([emulator.monitors(), emulator.requests()]).toEqual([[], []]);
  });

  test.each([
    {name: 'an unknown id', method: 'PATCH', path: '/monitors/x', body: '{"name": "b"}', status: 404},
    {name: 'a body that is no JSON', method: 'POST', path: '/monitors', body: '{', status: 400},
    {name: 'a body that is no object', method: 'POST', path: '/monitors', body: '[]', status: 400},
    {name: 'what the service would refuse', method: 'POST', path: '/monitors', body: '{}', status: 400},
  ])('refuse $name', async ({method, path, body, status}) => {
    expect(await ask(await emulate(), method, path, body)).toMatchObject({status, body: {success: false}});
  });
});

test('a check has the id, making and missing finish that were set, and the monitor the last run', async () => {
  const emulator = await emulate({operations: 'full'});
  const {id} = emulator.dashboard.create(request());
  const checkId = '10000000-0000-4000-8000-000000000001';
  const [createdAt, startedAt, lastRunAt] = [1000, 2000, 3000].map(ms => Date.parse('2026-06-01T00:00:00Z') + ms);
  const check = {id: checkId, createdAt: createdAt!, startedAt: startedAt!, finishedAt: null, status: 'skipped_no_credits'};
  emulator.dashboard.setChecks(id, {checks: [check], lastRunAt: lastRunAt!});
  expect(dataOf(await send(emulator, 'GET', `/${id}/checks`))).toMatchObject([
    {id: checkId, createdAt: '2026-06-01T00:00:01.000Z', finishedAt: null, summary: {totalPages: 0}},
  ]);
  expect(dataOf(await send(emulator, 'GET', `/${id}`))).toMatchObject({lastRunAt: '2026-06-01T00:00:03.000Z'});
});
