import type {JsonObject} from '../../../src/core/json/value';
import type {Fault, RouteName} from '../../../src/emulator';
import {dataOf, emulate, request, send, standingWorld, stopEmulators} from './emulation';

afterEach(stopEmulators);

/** Request of each operation, below `/v2/monitor`. */
const asks: Readonly<Record<RouteName, {method: string; path: (id: string, checkId: string) => string; body?: JsonObject}>> = {
  create: {method: 'POST', path: () => '', body: request()},
  list: {method: 'GET', path: () => '?limit=100'},
  get: {method: 'GET', path: id => `/${id}`},
  update: {method: 'PATCH', path: id => `/${id}`, body: {name: 'renamed'}},
  run: {method: 'POST', path: id => `/${id}/run`},
  checks: {method: 'GET', path: id => `/${id}/checks`},
  check: {method: 'GET', path: (id, checkId) => `/${id}/checks/${checkId}`},
  credits: {method: 'GET', path: () => '/../team/credit-usage'},
  scrape: {method: 'POST', path: () => '/../scrape', body: {url: 'https://shop.site.example/prices'}},
  delete: {method: 'DELETE', path: id => `/${id}`},
};
/** The delete of the monitor comes last. */
const names = (Object.keys(asks) as RouteName[]).sort((a, b) => Number(a === 'delete') - Number(b === 'delete'));

test.each(names.flatMap(operation => [404, 405, 501].map(status => ({operation, status}))))(
  'a service that lacks $operation alone answers it with $status',
  async ({operation, status}) => {
    const faults: Fault[] = [{when: {operation}, do: 'answer', status}];
    const emulator = await emulate({operations: 'full', faults: {answers: {checks: 'asked'}}});
    const {id} = emulator.dashboard.create(request());
    emulator.dashboard.setChecks(id, {checks: [{}]});
    emulator.dashboard.setCredits({remainingCredits: 10});
    const [check] = dataOf(await send(emulator, 'GET', `/${id}/checks`)) as unknown as readonly {id: string}[];
    emulator.setFaults({faults, answers: {checks: 'asked'}});
    const found: Record<string, number> = {};
    for (const name of names) {
      const {method, path, body} = asks[name];
      found[name] = (await send(emulator, method, path(id, check?.id ?? ''), body)).status;
    }
    expect(found).toEqual({...Object.fromEntries(names.map(name => [name, 200])), [operation]: status});
  },
);

test.each([
  {name: 'an update whose answer is lost is carried out', operation: 'update' as const, work: 'done' as const, left: ['renamed']},
  {name: 'an update that never arrived is not', operation: 'update' as const, work: 'none' as const, left: ['watch']},
  {name: 'an update may come late', operation: 'update' as const, work: {afterMs: 1}, left: ['renamed']},
  {name: 'a delete whose answer is lost is carried out', operation: 'delete' as const, work: 'done' as const, left: []},
  {name: 'a delete that never arrived is not', operation: 'delete' as const, work: 'none' as const, left: ['watch']},
])('$name', async ({operation, work, left}) => {
  const emulator = await emulate({operations: 'full', faults: {faults: [{when: {operation}, times: 1, do: 'drop', work}]}});
  const {id} = emulator.dashboard.create(request());
  const {method, path, body} = asks[operation];
  await expect(send(emulator, method, path(id, id), body)).rejects.toThrow();
  await emulator.settled();
  expect(emulator.monitors().map(monitor => monitor.name)).toEqual(left);
  expect(emulator.requests()[0]?.status).toBe('dropped');
  // Afterwards the service tells what happened: a delete that is repeated finds nothing.
  expect((await send(emulator, method, path(id, id), body)).status).toBe(operation === 'delete' && left.length === 0 ? 404 : 200);
});

test.each([
  {name: 'the name in a body', when: {name: 'renamed'}},
  {name: 'the name of the monitor in the path', when: {name: 'watch'}},
  {name: 'the path', when: {path: '/v2/monitor/0195b7a0-0000-4000-8000-000000000001'}},
  {name: 'the method', when: {method: 'PATCH'}},
])('an update is met by $name', async ({when}) => {
  const emulator = await emulate({operations: 'full', world: standingWorld(), faults: {faults: [{when, do: 'answer', status: 503}]}});
  const {id} = emulator.dashboard.create(request());
  expect((await send(emulator, 'PATCH', `/${id}`, {name: 'renamed'})).status).toBe(503);
  expect((await send(emulator, 'GET')).status).toBe(200);
});

test('one page of a list can be lost', async () => {
  const faults: Fault[] = [{when: {operation: 'list'}, skip: 1, times: 1, do: 'answer', status: 502}];
  const emulator = await emulate({operations: 'full', faults: {faults}});
  const found: number[] = [];
  for (const offset of [0, 90, 180]) found.push((await send(emulator, 'GET', `?limit=100&offset=${offset}`)).status);
  expect(found).toEqual([200, 502, 200]);
});

test('the ids in a list are altered, each for itself', async () => {
  const faults: Fault[] = [{when: {operation: 'list'}, do: 'alter', id: null, targetIds: 'dropped'}];
  const emulator = await emulate({operations: 'full', faults: {faults}});
  emulator.dashboard.create(request());
  const {id} = emulator.dashboard.create(request());
  const listed = (await send(emulator, 'GET')).json['data'] as JsonObject[];
  expect(listed).toHaveLength(2);
  for (const monitor of listed) {
    expect(monitor).not.toHaveProperty('id');
    expect(monitor['targets']).toEqual([{type: 'scrape', urls: ['https://site.example.com/news'], scrapeOptions: {}}]);
  }
  expect(dataOf(await send(emulator, 'GET', `/${id}`))['id']).toBe(id);
});

test('an answer without a monitor is altered by nothing', async () => {
  const emulator = await emulate({operations: 'full', faults: {faults: [{do: 'alter', id: 'x'}]}});
  const {id} = emulator.dashboard.create(request());
  expect(await send(emulator, 'DELETE', `/${id}`)).toMatchObject({status: 200, text: '{"success":true}'});
  expect(await send(emulator, 'GET', '/x/y')).toMatchObject({status: 404, text: expect.stringContaining('<pre>')});
});

test('a request is carried out as if its body said something else', async () => {
  const rewriting = (fault: Partial<Fault>): Fault => ({when: {operation: 'update'}, times: 1, do: 'rewrite', ...fault}) as Fault;
  const faults = [rewriting({without: 'all'}), rewriting({without: ['name'], with: {retentionDays: 60}})];
  const emulator = await emulate({operations: 'full', faults: {faults}});
  const {id, name} = emulator.dashboard.create(request());
  const changes = {name: 'other', retentionDays: 7};
  expect(dataOf(await send(emulator, 'PATCH', `/${id}`, changes))).toMatchObject({name, retentionDays: 30});
  expect(dataOf(await send(emulator, 'PATCH', `/${id}`, changes))).toMatchObject({name, retentionDays: 60});
  expect(dataOf(await send(emulator, 'PATCH', `/${id}`, changes))).toMatchObject(changes);
});

test('a body that is no object is not rewritten', async () => {
  const emulator = await emulate({operations: 'full', faults: {faults: [{do: 'rewrite', with: {name: 'x'}}]}});
  const {id} = emulator.dashboard.create(request());
  expect((await send(emulator, 'PATCH', `/${id}`, [])).status).toBe(400);
  expect((await send(emulator, 'GET')).status).toBe(200);
});

test('estimates follow another price list, where the installation has one', async () => {
  const emulator = await emulate({operations: 'full', faults: {answers: {creditFactor: 1.5}}});
  const {id} = emulator.dashboard.create(request());
  expect(dataOf(await send(emulator, 'GET', `/${id}`))['estimatedCreditsPerMonth']).toBe(45);
});
