import type {JsonObject} from '../../src/core/json/value';
import type {Emulator} from '../../src/emulator';
import {dataOf, emulate, request, send, standingWorld, stopEmulators} from '../unit/emulator/emulation';

/** Checks as the service answers them ("Watching what monitors do"), with histories that a test sets. */
afterEach(stopEmulators);

const PAGE = {url: 'https://site.example.com/news', status: 'changed', statusCode: 200, diff: {text: '-a\n+b\n'}};

async function withHistory(...args: Parameters<Emulator['dashboard']['setChecks']> extends [string, infer History] ? [History] : never) {
  const emulator = await emulate({operations: 'full', world: standingWorld()});
  const {id} = emulator.dashboard.create(request());
  emulator.dashboard.setChecks(id, ...args);
  return {emulator, id};
}

test('a history that was set is listed newest first, in pages, by status where asked', async () => {
  const {emulator, id} = await withHistory({checks: [{pages: [PAGE]}, {status: 'failed', error: 'no answer'}, {}]});
  const read = async (query: string) => (await send(emulator, 'GET', `/${id}/checks${query}`)).json['data'];
  expect(await read('')).toMatchObject([
    {monitorId: id, status: 'completed', trigger: 'scheduled', actualCredits: 1, summary: {totalPages: 1, changed: 1, same: 0}},
    {status: 'failed', error: 'no answer', summary: {totalPages: 0}},
    {status: 'completed', startedAt: '2026-11-20T09:00:00.000Z', finishedAt: '2026-11-20T09:00:01.000Z'},
  ]);
  expect(await read('?limit=1&offset=1')).toMatchObject([{status: 'failed'}]);
  expect(await read('?status=failed')).toMatchObject([{error: 'no answer'}]);
  expect((await send(emulator, 'GET', `/${id}/checks?limit=101`)).status).toBe(400);
});

test('a check is answered with its pages, and with the address of those that follow', async () => {
  const pages = Array.from({length: 3}, (_, index) => ({...PAGE, url: `https://site.example.com/${index}`}));
  const {emulator, id} = await withHistory({checks: [{pages: [...pages, {url: 'https://site.example.com/x', status: 'same'}]}]});
  const [{id: checkId}] = (await send(emulator, 'GET', `/${id}/checks`)).json['data'] as [{id: string}];
  const first = dataOf(await send(emulator, 'GET', `/${id}/checks/${checkId}?limit=2&status=changed`));
  expect(first).toMatchObject({pages: [{url: 'https://site.example.com/0', diff: PAGE.diff, judgment: null}, {}]});
  expect(first['next']).toMatch(/\/checks\/[-0-9a-f]+\?status=changed&limit=2&skip=2$/);
  expect(dataOf(await send(emulator, 'GET', `/${id}/checks/${checkId}?limit=2&status=changed&skip=2`))).toMatchObject({
    pages: [{url: 'https://site.example.com/2'}],
    next: null,
  });
  expect((await send(emulator, 'GET', `/${id}/checks/${id.slice(0, 24)}0000000000ff`)).status).toBe(404);
  expect((await send(emulator, 'GET', `/${id}/checks/x`)).status).toBe(400);
});

test('the monitor shows its last check that ended with pages, and the next run that was set', async () => {
  const nextRunAt = Date.UTC(2026, 10, 20, 8);
  const {emulator, id} = await withHistory({checks: [{status: 'failed'}, {pages: [PAGE, {...PAGE, status: 'error'}]}], nextRunAt});
  const expected = {
    lastCheckSummary: {totalPages: 2, same: 0, changed: 1, new: 0, removed: 0, error: 1},
    nextRunAt: '2026-11-20T08:00:00.000Z',
    lastRunAt: '2026-11-20T11:00:01.000Z',
    currentCheckId: null,
  };
  for (let read = 0; read < 3; read++) expect(dataOf(await send(emulator, 'GET', `/${id}`))).toMatchObject(expected);
});

test('a check that is started ends after a second with the outcome that was set', async () => {
  const world = standingWorld();
  const emulator = await emulate({operations: 'full', world});
  const {id} = emulator.dashboard.create(request());
  emulator.dashboard.setChecks(id, {outcome: {status: 'partial', pages: [PAGE], actualCredits: 7}});
  const run = await send(emulator, 'POST', `/${id}/run`);
  expect(run).toMatchObject({status: 200, json: {data: {status: 'queued', trigger: 'manual', startedAt: null, summary: null}}});
  expect(dataOf(run)['id']).toBe(run.json['id']);
  expect(dataOf(await send(emulator, 'GET', `/${id}/checks/${run.json['id']}`))).toMatchObject({status: 'running', pages: []});
  world.advance(1000);
  expect(dataOf(await send(emulator, 'GET', `/${id}/checks/${run.json['id']}`))).toMatchObject({
    status: 'partial',
    actualCredits: 7,
    pages: [PAGE],
  });
});

test('credits are what was set; without any there is nothing to say, and with none left no check starts', async () => {
  const emulator = await emulate({operations: 'full'});
  const {id} = emulator.dashboard.create(request());
  const read = () => send(emulator, 'GET', '/../team/credit-usage');
  expect(await read()).toMatchObject({status: 404, json: {success: false}});
  emulator.dashboard.setCredits({remainingCredits: 0, planCredits: 500});
  expect(await read()).toMatchObject({status: 200, json: {success: true, data: {remainingCredits: 0, planCredits: 500}}});
  expect((await send(emulator, 'POST', `/${id}/run`)).status).toBe(402);
});

test('the control routes set checks and credits, and refuse what is not a history', async () => {
  const emulator = await emulate({operations: 'full'});
  const {id} = emulator.dashboard.create(request());
  const put = async (path: string, body: object) =>
    (await fetch(`${emulator.url}/__emulator${path}`, {method: 'PUT', body: JSON.stringify(body)})).status;
  expect(await put(`/monitors/${id}/checks`, {checks: [{pages: [PAGE]}]})).toBe(200);
  expect((await send(emulator, 'GET', `/${id}/checks`)).json['data']).toMatchObject([{summary: {changed: 1}}]);
  expect(await put('/credits', {remainingCredits: 5})).toBe(200);
  expect(await put(`/monitors/${id}/checks`, {checks: [{pages: ['x']}]})).toBe(400);
  expect(await put('/monitors/no/checks', {})).toBe(404);
});

test('a judgment that was degraded and a check that was skipped for lack of credits are answered as they were set', async () => {
  const targetResults = [{targetId: 't', type: 'search', judgeDegraded: true, degradedReason: 'no model', resultCount: 3}];
  const {emulator, id} = await withHistory({checks: [{status: 'skipped_no_credits'}, {pages: [PAGE], targetResults}]});
  const [skipped, judged] = (await send(emulator, 'GET', `/${id}/checks`)).json['data'] as [JsonObject, JsonObject];
  const none = {totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0};
  expect(skipped).toMatchObject({status: 'skipped_no_credits', summary: none, targetResults: []});
  expect(judged['targetResults']).toEqual(targetResults);
  expect(dataOf(await send(emulator, 'GET', `/${id}/checks/${judged['id']}`))['targetResults']).toEqual(targetResults);
  expect(dataOf(await send(emulator, 'GET', `/${id}`))).toMatchObject({lastCheckSummary: none});
});
