import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {JsonObject} from '../../src/core/json/value';
import type {Emulator} from '../../src/emulator';
import {dataOf, emulate, request, send, standingWorld, stopEmulators} from '../unit/emulator/emulation';

afterEach(stopEmulators);

const unknownId = '0195b7a0-0000-7000-8000-00000000ffff';

/** Names `1` to `count`, oldest first. */
function fill(emulator: Emulator, count: number): string[] {
  return Array.from({length: count}, (_, index) => emulator.dashboard.create(request({name: String(index + 1)})).id);
}

async function listNames(emulator: Emulator, query = '', key?: string): Promise<number[]> {
  const {json} = await send(emulator, 'GET', query, undefined, key === undefined ? {} : {key});
  return (json['data'] as JsonObject[]).map(({name}) => Number(name));
}

const span = (from: number, to: number) => Array.from({length: from - to + 1}, (_, index) => from - index);

describe('the list', () => {
  test.each([
    {name: 'shows 25, newest first', query: '', names: span(130, 106)},
    {name: 'shows 100 at most', query: '?limit=100', names: span(130, 31)},
    {name: 'shows one', query: '?limit=1', names: [130]},
    {name: 'begins after the offset', query: '?limit=3&offset=2', names: [128, 127, 126]},
    {name: 'ends with the oldest', query: '?limit=100&offset=120', names: span(10, 1)},
    {name: 'is empty past the end', query: '?offset=130', names: []},
    {name: 'has no filter', query: '?limit=2&name=7&status=paused', names: [130, 129]},
  ])('$name', async ({query, names}) => {
    const emulator = await emulate({operations: 'full'});
    fill(emulator, 130);
    expect(await listNames(emulator, query)).toEqual(names);
  });

  test('tells neither a total nor a cursor', async () => {
    const emulator = await emulate({operations: 'full'});
    fill(emulator, 2);
    expect(Object.keys((await send(emulator, 'GET')).json)).toEqual(['success', 'data']);
  });

  test.each(['limit=0', 'limit=101', 'limit=-1', 'limit=x', 'limit=', 'limit=1.5', 'limit=5&limit=6', 'offset=-1', 'offset=x', 'offset='])(
    'refuses %s',
    async query => {
      const emulator = await emulate({operations: 'full'});
      expect(await send(emulator, 'GET', `?${query}`)).toMatchObject({status: 400, json: {success: false}});
    },
  );

  test('shows paused monitors, and no deleted ones', async () => {
    const emulator = await emulate({operations: 'full'});
    const [, paused, deleted] = fill(emulator, 3);
    await send(emulator, 'PATCH', `/${paused}`, {status: 'paused'});
    await send(emulator, 'DELETE', `/${deleted}`);
    expect(await listNames(emulator)).toEqual([2, 1]);
  });

  test('shifts its pages when monitors are created meanwhile', async () => {
    const emulator = await emulate({operations: 'full'});
    fill(emulator, 4);
    expect(await listNames(emulator, '?limit=2')).toEqual([4, 3]);
    emulator.dashboard.create(request({name: '5'}));
    expect(await listNames(emulator, '?limit=2&offset=2')).toEqual([3, 2]);
  });

  test('shifts them the other way when monitors are deleted meanwhile', async () => {
    const emulator = await emulate({operations: 'full'});
    const ids = fill(emulator, 4);
    expect(await listNames(emulator, '?limit=2')).toEqual([4, 3]);
    emulator.dashboard.delete(ids[3] ?? '');
    expect(await listNames(emulator, '?limit=2&offset=2')).toEqual([1]);
  });

  test('goes by the time of creation, also for what was dated back', async () => {
    const emulator = await emulate({operations: 'full'});
    fill(emulator, 2);
    emulator.dashboard.create(request({name: '0'}), {createdAt: 1000});
    expect(await listNames(emulator)).toEqual([2, 1, 0]);
  });
});

describe('an id', () => {
  const asks = [
    {what: 'get', method: 'GET', path: ''},
    {what: 'update', method: 'PATCH', path: '', body: {name: 'x'}},
    {what: 'delete', method: 'DELETE', path: ''},
    {what: 'run', method: 'POST', path: '/run'},
  ];

  test.each(asks)('that is no UUID is refused by $what', async ({method, path, body}) => {
    const emulator = await emulate({operations: 'full'});
    expect(await send(emulator, method, `/shop${path}`, body)).toMatchObject({status: 400, json: {success: false}});
  });

  test.each(asks)('that is unknown is not found by $what', async ({method, path, body}) => {
    const emulator = await emulate({operations: 'full'});
    expect(await send(emulator, method, `/${unknownId}${path}`, body)).toMatchObject({status: 404, json: {success: false}});
  });

  test.each(asks)("of another team is not found by $what, nor in that team's list", async ({method, path, body}) => {
    const emulator = await emulate({operations: 'full', apiKeys: ['fc-ours', 'fc-theirs']});
    const id = dataOf(await send(emulator, 'POST', '', request(), {key: 'fc-ours'}))['id'];
    const before = emulator.monitors();
    expect((await send(emulator, method, `/${id}${path}`, body, {key: 'fc-theirs'})).status).toBe(404);
    expect(await listNames(emulator, '', 'fc-theirs')).toEqual([]);
    expect(emulator.monitors()).toEqual(before);
    expect((await send(emulator, method, `/${id}${path}`, body, {key: 'fc-ours'})).status).toBe(200);
  });

  test('is the same in capitals', async () => {
    const emulator = await emulate({operations: 'full'});
    const {id} = emulator.dashboard.create(request());
    expect(dataOf(await send(emulator, 'GET', `/${id.toUpperCase()}`))['id']).toBe(id);
  });
});

describe('an unknown path', () => {
  test.each([
    {name: 'beside the monitors', method: 'GET', path: 's'},
    {name: 'below a monitor', method: 'GET', path: `/${unknownId}/history`},
    {name: 'reading what is only run', method: 'GET', path: `/${unknownId}/run`},
  ])('$name is a web page', async ({method, path}) => {
    const emulator = await emulate({operations: 'full'});
    const {status, headers, text} = await send(emulator, method, path);
    expect({status, type: headers.get('content-type')}).toEqual({status: 404, type: 'text/html; charset=utf-8'});
    expect(text).toContain('Cannot GET');
  });

  test('is any operation but create, where there is creating alone', async () => {
    const emulator = await emulate();
    const {id} = emulator.dashboard.create(request());
    const asks = [send(emulator, 'GET'), send(emulator, 'GET', `/${id}`), send(emulator, 'PATCH', `/${id}`, {name: 'x'})];
    asks.push(send(emulator, 'DELETE', `/${id}`), send(emulator, 'POST', `/${id}/run`));
    expect((await Promise.all(asks)).map(({status}) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(emulator.monitors()).toMatchObject([{name: 'watch'}]);
  });

  test('asks for no key, a known one does', async () => {
    const emulator = await emulate({operations: 'full', apiKeys: ['fc-ours']});
    expect((await send(emulator, 'GET', `/${unknownId}/x`, undefined, {key: 'fc-no'})).status).toBe(404);
    expect((await send(emulator, 'GET', '', undefined, {key: 'fc-no'})).status).toBe(401);
    expect((await send(emulator, 'DELETE', `/${unknownId}`, undefined, {key: 'fc-no'})).status).toBe(401);
  });

  test('a method that a known path lacks is not allowed', async () => {
    const emulator = await emulate({operations: 'full'});
    const {status, headers} = await send(emulator, 'PUT', `/${unknownId}`, {});
    expect({status, allow: headers.get('allow')}).toEqual({status: 405, allow: 'GET, PATCH, DELETE'});
  });
});

describe('a delete', () => {
  test('is answered with success and nothing else; the second one is not found', async () => {
    const emulator = await emulate({operations: 'full'});
    const [id] = fill(emulator, 1);
    expect(await send(emulator, 'DELETE', `/${id}`)).toMatchObject({status: 200, text: '{"success":true}'});
    expect((await send(emulator, 'DELETE', `/${id}`)).status).toBe(404);
    expect((await send(emulator, 'GET', `/${id}`)).status).toBe(404);
    expect((await send(emulator, 'PATCH', `/${id}`, {name: 'x'})).status).toBe(404);
    expect(emulator.requests().map(({deleted}) => deleted)).toEqual([id, null, null, null]);
  });

  test('marks the monitor and keeps it out of sight', async () => {
    const emulator = await emulate({operations: 'full'});
    const [id] = fill(emulator, 1);
    await send(emulator, 'DELETE', `/${id}`);
    expect(emulator.monitors()).toEqual([]);
    expect(emulator.deleted()).toMatchObject([{id, status: 'deleted'}]);
  });
});

describe('a run', () => {
  test('starts a check; another one is refused while it runs', async () => {
    const world = standingWorld();
    const emulator = await emulate({operations: 'full', world, faults: {answers: {checks: 'asked'}}});
    const [id] = fill(emulator, 1);
    const run = await send(emulator, 'POST', `/${id}/run`);
    expect(run.status).toBe(200);
    expect(dataOf(await send(emulator, 'GET', `/${id}`))).toMatchObject({
      currentCheckId: run.json['id'],
      lastRunAt: null,
    });
    expect(await send(emulator, 'POST', `/${id}/run`)).toMatchObject({status: 409, json: {success: false}});
    world.advance(1000);
    expect(dataOf(await send(emulator, 'GET', `/${id}`))).toMatchObject({currentCheckId: null, updatedAt: '2026-11-20T12:00:01.000Z'});
    expect((await send(emulator, 'POST', `/${id}/run`)).status).toBe(200);
  });

  test('is refused while the monitor is paused', async () => {
    const emulator = await emulate({operations: 'full'});
    const [id] = fill(emulator, 1);
    await send(emulator, 'PATCH', `/${id}`, {status: 'paused'});
    expect((await send(emulator, 'POST', `/${id}/run`)).status).toBe(409);
  });
});

describe('a replica that lags', () => {
  test('misses a monitor just created in list and get, until it catches up', async () => {
    const world = standingWorld();
    const emulator = await emulate({operations: 'full', world, faults: {answers: {replicaLagMs: 5000}}});
    const id = dataOf(await send(emulator, 'POST', '', request({name: '1'})))['id'];
    const see = async () => [await listNames(emulator), (await send(emulator, 'GET', `/${id}`)).status];
    expect(await see()).toEqual([[], 404]);
    world.advance(4999);
    expect(await see()).toEqual([[], 404]);
    world.advance(1);
    expect(await see()).toEqual([[1], 200]);
  });

  test('shows what was before an update and before a delete, while these work on the newest', async () => {
    const world = standingWorld();
    const emulator = await emulate({operations: 'full', world, faults: {answers: {replicaLagMs: 5000}}});
    const [id] = fill(emulator, 1);
    expect((await send(emulator, 'PATCH', `/${id}`, {name: '2'})).status).toBe(200);
    world.advance(5000);
    expect(await listNames(emulator)).toEqual([2]);
    await send(emulator, 'PATCH', `/${id}`, {name: '3'});
    expect((await send(emulator, 'DELETE', `/${id}`)).status).toBe(200);
    expect((await send(emulator, 'DELETE', `/${id}`)).status).toBe(404);
    expect(await listNames(emulator)).toEqual([2]);
    expect(dataOf(await send(emulator, 'GET', `/${id}`))['name']).toBe('2');
    world.advance(5000);
    expect(await listNames(emulator)).toEqual([]);
  });

  test('shows everything once it lags no more', async () => {
    const emulator = await emulate({operations: 'full', world: standingWorld(), faults: {answers: {replicaLagMs: 5000}}});
    fill(emulator, 2);
    expect(await listNames(emulator)).toEqual([]);
    emulator.setFaults({});
    expect(await listNames(emulator)).toEqual([2, 1]);
  });

  test('is dated by the same clock as its answers', async () => {
    const emulator = await emulate({operations: 'full', world: standingWorld()});
    expect((await send(emulator, 'GET')).headers.get('date')).toBe('Fri, 20 Nov 2026 12:00:00 GMT');
  });
});

describe('what moves with checks', () => {
  const moving = ['updatedAt', 'lastRunAt', 'currentCheckId', 'lastCheckSummary'];
  const irregular = request({schedule: {cron: '0 9,17 * * *'}});

  test('differs from read to read, in the list as in get', async () => {
    const world = standingWorld();
    const emulator = await emulate({operations: 'full', world});
    const {id} = emulator.dashboard.create(irregular);
    const seen: JsonObject[] = [];
    for (let count = 0; count < 3; count += 1) {
      world.advance(60_000);
      seen.push(((await send(emulator, 'GET')).json['data'] as JsonObject[])[0] ?? {}, dataOf(await send(emulator, 'GET', `/${id}`)));
    }
    const differing = [...moving, 'estimatedCreditsPerMonth'].filter(
      name => new Set(seen.map(each => JSON.stringify(each[name]))).size > 1,
    );
    expect(differing).toEqual([...moving, 'estimatedCreditsPerMonth']);
    const still = seen.map(each => Object.fromEntries(Object.entries(each).filter(([name]) => !differing.includes(name))));
    expect(new Set(still.map(each => JSON.stringify(each))).size).toBe(1);
  });

  test('nextRunAt moves with the clock', async () => {
    const world = standingWorld();
    const emulator = await emulate({operations: 'full', world});
    const {id} = emulator.dashboard.create(irregular);
    expect(dataOf(await send(emulator, 'GET', `/${id}`))['nextRunAt']).toBe('2026-11-20T17:00:00.000Z');
    world.advance(5 * 3_600_000);
    expect(dataOf(await send(emulator, 'GET', `/${id}`))['nextRunAt']).toBe('2026-11-21T09:00:00.000Z');
  });

  test('stands still when checks run only when asked for, and for a paused monitor', async () => {
    const world = standingWorld();
    const emulator = await emulate({operations: 'full', world});
    const {id} = emulator.dashboard.create(irregular);
    emulator.setFaults({answers: {checks: 'asked'}});
    const read = async () => {
      world.advance(60_000);
      return dataOf(await send(emulator, 'GET', `/${id}`));
    };
    expect(await read()).toEqual(await read());
    emulator.setFaults({});
    await send(emulator, 'PATCH', `/${id}`, {status: 'paused'});
    expect(await read()).toEqual(await read());
  });
});

describe('the data file', () => {
  const directory = mkdtempSync(join(tmpdir(), 'emulator-life-'));
  afterAll(() => rmSync(directory, {recursive: true}));

  test('carries updates, deletes, teams and page histories over a restart', async () => {
    const dataFile = join(directory, 'monitors.json');
    const start = () => emulate({operations: 'full', dataFile, apiKeys: ['fc-ours', 'fc-theirs']});
    const first = await start();
    const [changed, deleted] = fill(first, 2);
    await send(first, 'PATCH', `/${changed}`, {name: '3', status: 'paused'}, {key: 'fc-ours'});
    await send(first, 'DELETE', `/${deleted}`, undefined, {key: 'fc-ours'});
    await send(first, 'POST', '', request({name: '4'}), {key: 'fc-theirs'});
    const known = [first.monitors(), first.deleted()];
    await first.close();
    const second = await start();
    expect([second.monitors(), second.deleted()]).toEqual(known);
    expect([await listNames(second, '', 'fc-ours'), await listNames(second, '', 'fc-theirs')]).toEqual([[3], [4]]);
    const {histories} = second.dashboard.create(request());
    expect(known.flat().flatMap(monitor => Object.values(monitor.histories))).not.toContain(Object.values(histories)[0]);
  });
});
