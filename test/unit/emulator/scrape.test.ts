import type {JsonObject, JsonValue} from '../../../src/core/json/value';
import type {Emulator, Fault} from '../../../src/emulator';
import {FURTHER_PAGES} from '../../world/site/pages';
import {create, dataOf, emulate, request, send, standingWorld, stopEmulators} from './emulation';

afterEach(stopEmulators);

const PRICES = 'https://shop.site.example/prices';
const scrape = (emulator: Emulator, url: string, options: JsonObject = {}) => create(emulator, {url, ...options}, {path: '/v2/scrape'});
const markdown = async (emulator: Emulator, url: string, options: JsonObject = {}) =>
  dataOf(await scrape(emulator, url, options))['markdown'];

test('a scrape answers Markdown and metadata, with create alone, too', async () => {
  const emulator = await emulate();
  const {status, json} = await scrape(emulator, PRICES);
  expect(status).toBe(200);
  expect(json).toEqual({
    success: true,
    data: {
      markdown: '| Plan | Month |\n| --- | --- |\n| Basic | 9 € |\n| Team | 29 € |',
      metadata: {
        ...{title: 'Prices', language: 'en', sourceURL: PRICES, url: PRICES, statusCode: 200},
        ...{contentType: 'text/html; charset=utf-8', concurrencyLimited: false},
      },
    },
  });
});

test('an answer has the members that the formats ask for', async () => {
  const schema = {properties: {plans: {items: {properties: {price: {}, trial: {}}}}, missing: {}}};
  const formats = [
    'html',
    'rawHtml',
    {type: 'links'},
    'summary',
    {type: 'json', schema},
    'screenshot',
    {type: 'question', question: 'How much?'},
  ];
  const data = dataOf(await scrape(await emulate(), PRICES, {formats}));
  expect(Object.keys(data).sort()).toEqual(['answer', 'html', 'json', 'links', 'metadata', 'rawHtml', 'screenshot', 'summary']);
  expect(data['json']).toEqual({
    plans: [
      {price: 9, trial: null},
      {price: 29, trial: null},
    ],
    missing: null,
  });
  expect(data['html']).toContain('<table class="prices">');
  expect(data['html']).not.toContain('Sign in');
  expect(data['rawHtml']).toContain('Sign in');
});

test('tags choose what is kept', async () => {
  const emulator = await emulate({pages: FURTHER_PAGES});
  const url = 'https://shop.site.example/products/kettle';
  const kept = (options: JsonObject) => markdown(emulator, url, options);
  expect(await kept({includeTags: ['.price', 'h1']})).toBe('# Steel kettle 1.7 l\n\n49.90 €');
  expect(await kept({excludeTags: ['p.stock']})).not.toContain('unavailable');
  expect(await kept({includeTags: ['.missing']})).toBe('');
  expect(await kept({onlyMainContent: false})).toContain('[Sign in](/login)');
  expect(await markdown(emulator, 'https://law.site.example/fees.pdf', {includeTags: ['.missing']})).toContain('# Schedule of fees');
});

test('a request that is wrong is refused, and costs nothing', async () => {
  const emulator = await emulate();
  emulator.dashboard.setCredits({remainingCredits: 10});
  const refuse = async (body: JsonValue) => (await create(emulator, body, {path: '/v2/scrape'})).json;
  for (const url of ['', 'shop.site.example', 'ftp://shop.site.example', 'https://user:pass@shop.site.example', 'http://localhost']) {
    expect(await refuse({url})).toMatchObject({success: false, error: 'Invalid URL'});
  }
  const wrong: JsonObject[] = [
    ...[{timeout: 60}, {timeout: 300_001}, {formats: ['text']}, {formats: [{type: 'question'}]}, {maxAge: '0'}],
    ...[{timeout: 2000, waitFor: 1001}, {includeTags: '.a'}, {unknown: 1}, {actions: [{type: 'jump'}]}, {headers: {a: 1}}],
  ];
  for (const options of wrong) expect(await refuse({url: PRICES, ...options})).toMatchObject({error: 'Invalid request body'});
  expect(await refuse({url: 'https://slow.site.example/export'})).toEqual({success: false, error: 'Request Timeout'});
  expect(emulator.requests().map(({charged}) => charged)).toEqual(Array(emulator.requests().length).fill(0));
});

test('a scrape costs what a page of a check costs, until no credits are left', async () => {
  const emulator = await emulate({operations: 'full'});
  emulator.dashboard.setCredits({remainingCredits: 11});
  const asked: JsonObject[] = [{}, {formats: [{type: 'json'}]}, {formats: [{type: 'json'}]}, {formats: [{type: 'json'}]}, {}];
  const statuses: number[] = [];
  for (const options of asked) statuses.push((await scrape(emulator, PRICES, options)).status);
  expect(statuses).toEqual([200, 200, 200, 402, 402]);
  expect(emulator.requests().map(({charged}) => charged)).toEqual([1, 5, 5, 0, 0]);
  expect(dataOf(await send(emulator, 'GET', '/../team/credit-usage'))).toEqual({remainingCredits: 0});
});

test('a PDF costs a credit a page', async () => {
  const emulator = await emulate();
  await scrape(emulator, 'https://law.site.example/fees.pdf');
  await scrape(emulator, 'https://law.site.example/fees.pdf', {parsers: []});
  expect(emulator.requests().map(({charged}) => charged)).toEqual([3, 1]);
});

test('a copy serves for two days, unless a request wants a younger one or keeps none', async () => {
  const world = standingWorld();
  const emulator = await emulate({world});
  const visitor = async (options: JsonObject = {}) =>
    /number (\d+)/.exec(String(await markdown(emulator, 'https://noise.site.example/counter', options)))?.[1];
  const fresh = {maxAge: 0, storeInCache: false};
  expect([await visitor(fresh), await visitor(fresh), await visitor()]).toEqual(['48211', '48212', '48213']);
  expect([await visitor(), await visitor(fresh), await visitor(), await visitor({mobile: true})]).toEqual([
    '48213',
    '48214',
    '48213',
    '48215',
  ]);
  world.advance(172_800_000);
  expect([await visitor(), await visitor({maxAge: 1, storeInCache: false}), await visitor({minAge: 0})]).toEqual([
    '48216',
    '48216',
    '48216',
  ]);
});

test('a request that takes only copies is answered with 404 where there is none', async () => {
  const emulator = await emulate();
  expect(await scrape(emulator, PRICES, {minAge: 1})).toMatchObject({status: 404, json: {code: 'SCRAPE_NO_CACHED_DATA'}});
  expect(await scrape(emulator, PRICES, {lockdown: true})).toMatchObject({status: 404, json: {code: 'SCRAPE_LOCKDOWN_CACHE_MISS'}});
  expect(emulator.requests().map(({charged}) => charged)).toEqual([0, 1]);
});

test('faults meet scrapes by operation and by address', async () => {
  const faults: Fault[] = [
    {when: {operation: 'scrape'}, times: 1, do: 'answer', status: 429, retryAfter: 1},
    {when: {url: PRICES}, times: 1, do: 'drop', work: 'done'},
    {when: {operation: 'scrape'}, times: 1, do: 'alter', id: 'x'},
  ];
  const emulator = await emulate({faults: {faults}});
  expect((await scrape(emulator, PRICES)).status).toBe(429);
  await expect(scrape(emulator, PRICES)).rejects.toThrow();
  expect((await scrape(emulator, PRICES)).status).toBe(200);
  expect(emulator.requests().map(({charged}) => charged)).toEqual([null, 1, 1]);
});

test('a monitor that is asked for is not scraped', async () => {
  const emulator = await emulate();
  expect((await create(emulator, request())).status).toBe(200);
  expect(emulator.requests()[0]?.charged).toBeNull();
});

test('a page that instructs models is refused where that is asked for', async () => {
  const emulator = await emulate({pages: FURTHER_PAGES});
  const url = FURTHER_PAGES.find(({name}) => name === 'a page that instructs models')?.url ?? '';
  const formats = [{type: 'json', checkPromptInjection: true}];
  expect(await scrape(emulator, url, {formats})).toMatchObject({status: 403, json: {code: 'SCRAPE_PROMPT_INJECTION_DETECTED'}});
  expect((await scrape(emulator, PRICES, {formats})).status).toBe(200);
  expect(emulator.requests().map(({charged}) => charged)).toEqual([4, 9]);
});
