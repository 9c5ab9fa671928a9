import type {JsonObject} from '../../../src/core/json/value';
import type {Emulator, EmulatorOptions} from '../../../src/emulator';
import {FURTHER_PAGES} from '../../world/site/pages';
import {dataOf, emulate, request, send, standingWorld, stopEmulators} from './emulation';

afterEach(stopEmulators);

const HOUR = 3_600_000;
const PRICING = 'https://shop.site.example/pricing';

/** A monitor that runs each hour from 12:00 UTC on, and the emulator's clocks. */
async function watch(targets: readonly JsonObject[], more: JsonObject = {}, options: Partial<EmulatorOptions> = {}) {
  const world = standingWorld();
  const emulator = await emulate({operations: 'full', world, speed: 1, ...options});
  const {id} = emulator.dashboard.create(request({schedule: {cron: '0 * * * *'}, targets, ...more}));
  return {emulator, world, id};
}

const scrapes = (urls: readonly string[], scrapeOptions: JsonObject = {}) => [{type: 'scrape', urls, scrapeOptions}];

async function checksOf(emulator: Emulator, id: string): Promise<JsonObject[]> {
  return (await send(emulator, 'GET', `/${id}/checks?limit=100`)).json['data'] as JsonObject[];
}

/** The pages of the newest check. */
async function pagesOf(emulator: Emulator, id: string): Promise<JsonObject[]> {
  const [{id: checkId}] = (await checksOf(emulator, id)) as [{id: string}];
  return dataOf(await send(emulator, 'GET', `/${id}/checks/${checkId}`))['pages'] as JsonObject[];
}

const diffOf = (page: JsonObject | undefined) => String((page?.['diff'] as JsonObject | undefined)?.['text']);

test('checks run when they are due by the clock of checks, and Date stays real', async () => {
  const {emulator, id} = await watch(scrapes([PRICING]));
  expect(await checksOf(emulator, id)).toEqual([]);
  emulator.advance(2.5 * HOUR);
  expect(await checksOf(emulator, id)).toMatchObject([
    {trigger: 'scheduled', status: 'completed', scheduledFor: '2026-11-20T14:00:00.000Z', summary: {changed: 1}},
    {trigger: 'scheduled', status: 'completed', scheduledFor: '2026-11-20T13:00:00.000Z', summary: {new: 1}},
  ]);
  const {headers, json} = await send(emulator, 'GET', `/${id}`);
  expect(json['data']).toMatchObject({
    ...{nextRunAt: '2026-11-20T15:00:00.000Z', lastRunAt: '2026-11-20T14:00:01.000Z', currentCheckId: null},
    ...{createdAt: '2026-11-20T12:00:00.000Z', updatedAt: '2026-11-20T12:00:00.000Z'},
  });
  expect(headers.get('date')).toBe('Fri, 20 Nov 2026 12:00:00 GMT');
  expect(headers.get('x-monitors-emulator-date')).toBe('Fri, 20 Nov 2026 14:30:00 GMT');
  expect(emulator.now()).toBe(Date.UTC(2026, 10, 20, 14, 30));
});

test('with a speed the clock runs faster than the world, and reads move nothing', async () => {
  const {emulator, world, id} = await watch(scrapes([PRICING]), {}, {speed: 3600});
  world.advance(3500);
  expect(await checksOf(emulator, id)).toHaveLength(3);
  expect(await checksOf(emulator, id)).toHaveLength(3);
  world.advance(500);
  expect(await checksOf(emulator, id)).toMatchObject([{status: 'running'}, {}, {}, {}]);
});

test('in real time no other clock is told, and a paused monitor does not run', async () => {
  const {emulator, world, id} = await watch(scrapes([PRICING]));
  await send(emulator, 'PATCH', `/${id}`, {status: 'paused'});
  world.advance(3 * HOUR);
  expect(await checksOf(emulator, id)).toEqual([]);
  await send(emulator, 'PATCH', `/${id}`, {status: 'active'});
  world.advance(HOUR);
  const {headers} = await send(emulator, 'GET', `/${id}/checks`);
  expect(headers.get('x-monitors-emulator-date')).toBeNull();
  expect(await checksOf(emulator, id)).toHaveLength(1);
});

test('a change is shown as a unified diff, and judged by the goal', async () => {
  const {emulator, id} = await watch(scrapes([PRICING]), {goal: 'Tell me when a price changes'});
  emulator.advance(2.5 * HOUR);
  const [page] = await pagesOf(emulator, id);
  expect(page).toMatchObject({
    url: PRICING,
    status: 'changed',
    statusCode: 200,
    judgment: {meaningful: true, confidence: 'medium', meaningfulChanges: [{type: 'removed'}, {type: 'added'}]},
  });
  const text = diffOf(page);
  expect(text).toMatch(/^--- previous\n\+\+\+ current\n@@ -\d+,\d+ \+\d+,\d+ @@\n/);
  expect(text).toMatch(/^-\| Basic \| \d+\.00 € \|\n\+\| Basic \| \d+\.00 € \|$/m);
});

test('a JSON format shows its fields, and the extraction', async () => {
  const formats = [{type: 'json', schema: {properties: {plans: {items: {properties: {price: {}}}}}}}];
  const {emulator, id} = await watch(scrapes([PRICING], {formats}));
  emulator.advance(2.5 * HOUR);
  const [page] = await pagesOf(emulator, id);
  expect(page).toMatchObject({status: 'changed', snapshot: {json: {plans: [{}, {price: 29}]}}});
  expect(page?.['diff']).toEqual({json: {'plans[0].price': {previous: expect.any(Number), current: expect.any(Number)}}});
});

test('noise, errors, missing pages and soft 404s come as a script says', async () => {
  const urls = ['a', 'b', 'c', 'd', 'e'].map(name => `https://acme.example/${name}`);
  const [same, noise, error, missing, soft] = urls as [string, string, string, string, string];
  const {emulator, id} = await watch(scrapes(urls), {goal: 'Tell me when a price changes'});
  emulator.advance(HOUR);
  emulator.dashboard.setPage(noise, {shows: 'noise'});
  emulator.dashboard.setPage(error, {shows: 'error'});
  emulator.dashboard.setPage(missing, {shows: 'missing'});
  emulator.dashboard.setPage(soft, {shows: 'soft-404'});
  emulator.advance(HOUR);
  expect(await checksOf(emulator, id)).toMatchObject([{status: 'running'}, {status: 'completed'}]);
  emulator.advance(1000);
  expect(await checksOf(emulator, id)).toMatchObject([{status: 'partial'}, {status: 'completed'}]);
  expect(await pagesOf(emulator, id)).toMatchObject([
    {url: same, status: 'same', statusCode: 200},
    {url: noise, status: 'changed', judgment: {meaningful: false}},
    {url: error, status: 'error', statusCode: null, error: expect.stringContaining('timeout')},
    {url: missing, status: 'changed', statusCode: 404},
    {url: soft, status: 'changed', statusCode: 200, diff: {text: expect.stringContaining('+# Page not found')}},
  ]);
  emulator.dashboard.setPage(noise, {title: 'Own', body: '<h1>Own words</h1>'});
  emulator.dashboard.setPage(soft, null);
  emulator.advance(HOUR);
  const pages = await pagesOf(emulator, id);
  expect(pages[1]).toMatchObject({diff: {text: expect.stringContaining('+# Own words')}});
  expect(pages[4]).toMatchObject({diff: {text: expect.stringContaining('-# Page not found')}});
});

test('checks are charged, but not for pages that stay the same, until no credits are left', async () => {
  const {emulator, id} = await watch(scrapes([PRICING, 'https://acme.example/about']), {goal: 'Tell me when a price changes'});
  emulator.dashboard.setCredits({remainingCredits: 4});
  emulator.advance(3.5 * HOUR);
  expect(await checksOf(emulator, id)).toMatchObject([
    {status: 'skipped_no_credits', summary: {totalPages: 0}, actualCredits: null},
    {status: 'completed', estimatedCredits: 4, actualCredits: 2},
    {status: 'completed', estimatedCredits: 4, actualCredits: 2},
  ]);
  expect(dataOf(await send(emulator, 'GET', '/../team/credit-usage'))).toEqual({remainingCredits: 0});
});

test('a check that is due while another runs is skipped', async () => {
  const {emulator, id} = await watch(scrapes([PRICING]));
  emulator.advance(HOUR - 500);
  expect((await send(emulator, 'POST', `/${id}/run`)).status).toBe(200);
  emulator.advance(HOUR / 2);
  expect(await checksOf(emulator, id)).toMatchObject([
    {trigger: 'manual', status: 'completed'},
    {trigger: 'scheduled', status: 'skipped_overlap', startedAt: null, summary: {totalPages: 0}},
  ]);
});

test('a crawl checks the pages below its start page, a search finds one result once', async () => {
  const targets = [
    {type: 'crawl', url: 'https://docs.site.example/http', crawlOptions: {limit: 5}},
    {type: 'search', queries: ['recall'], maxResults: 10},
  ];
  const {emulator, id} = await watch(targets, {goal: 'A recall'}, {pages: FURTHER_PAGES});
  emulator.advance(HOUR + 1000);
  const found = async () => (await pagesOf(emulator, id)).map(({status, metadata}) => [status, (metadata as JsonObject)['searchStatus']]);
  expect(await found()).toEqual([
    ['new', undefined],
    ['new', undefined],
    ['new', 'alert'],
    ['same', 'ignored'],
  ]);
  emulator.advance(HOUR);
  expect(await found()).toEqual([
    ['same', undefined],
    ['same', undefined],
    ['same', 'already_seen'],
    ['same', 'ignored'],
  ]);
});

test('monitors run in the order of time, each by its own schedule', async () => {
  const {emulator, id} = await watch(scrapes(['https://noise.site.example/counter']));
  const often = emulator.dashboard.create(
    request({schedule: {cron: '*/30 * * * *'}, targets: scrapes(['https://noise.site.example/counter'])}),
  );
  emulator.advance(2 * HOUR + 1000);
  const visitors = async (monitor: string) => {
    const [page] = await pagesOf(emulator, monitor);
    return /\+You are visitor number (\d+)/.exec(diffOf(page))?.[1];
  };
  // 12:30, 13:00, 13:00, 13:30, 14:00, 14:00
  expect([await visitors(id), await visitors(often.id)].sort()).toEqual(['48215', '48216']);
  expect(await checksOf(emulator, often.id)).toHaveLength(4);
});

test('the control routes move the clock and set pages, and refuse what is neither', async () => {
  const {emulator, id} = await watch(scrapes([PRICING]), {}, {speed: undefined} as never);
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${emulator.url}/__emulator${path}`, {method, ...(body && {body: JSON.stringify(body)})});
    return {status: response.status, json: (await response.json()) as JsonObject};
  };
  expect(await control('PUT', '/pages', {url: PRICING, shows: 'missing'})).toMatchObject({status: 200});
  expect(await control('PUT', '/clock', {advanceMs: 1.5 * HOUR})).toMatchObject({status: 200});
  expect(await pagesOf(emulator, id)).toMatchObject([{status: 'new', statusCode: 404}]);
  expect(await control('PUT', '/pages', {url: PRICING, shows: 'usual'})).toMatchObject({status: 200});
  expect(await control('PUT', '/clock', {speed: 60})).toMatchObject({status: 200});
  expect(await control('GET', '/clock')).toMatchObject({json: {data: {now: '2026-11-20T13:30:00.000Z', speed: 60}}});
  const wrong: readonly (readonly [string, JsonObject])[] = [
    ...([{advanceMs: -1}, {advanceMs: '1'}, {speed: 0}] as const).map(body => ['/clock', body] as const),
    ...([{url: 'x', shows: 'missing'}, {url: PRICING}, {url: PRICING, shows: 'x'}] as const).map(body => ['/pages', body] as const),
  ];
  for (const [path, body] of wrong) expect(await control('PUT', path, body)).toMatchObject({status: 400});
});

test('a reset brings back the clock and the pages', async () => {
  const {emulator} = await watch(scrapes([PRICING]));
  emulator.advance(HOUR);
  emulator.reset();
  expect(emulator.now()).toBe(Date.UTC(2026, 10, 20, 12));
  expect(emulator.monitors()).toEqual([]);
  emulator.advance(48 * HOUR);
});
