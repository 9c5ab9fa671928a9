import type {JsonObject} from '../../../src/core/json/value';
import {type Emulator, SITE_PAGES, type SitePage} from '../../../src/emulator';
import {ALL_PAGES, FURTHER_PAGES} from '../../world/site/pages';
import {create, dataOf, emulate, standingWorld, stopEmulators} from './emulation';

afterEach(stopEmulators);

const FRESH = {maxAge: 0, storeInCache: false, onlyMainContent: false};

async function scrape(emulator: Emulator, {url, options}: SitePage, more: JsonObject = {}) {
  const {status, json} = await create(emulator, {url, ...options, ...more}, {path: '/v2/scrape'});
  const data = (json['data'] ?? {}) as JsonObject;
  return {status, markdown: String(data['markdown']), metadata: (data['metadata'] ?? {}) as JsonObject};
}

const registrable = (url: unknown) => new URL(String(url)).host.split('.').slice(-2).join('.');
const ofKind = (kind: string) => ALL_PAGES.filter(page => page.kind === kind);

test('there are 51 good pages, all with content, a good status and an address in the same domain', async () => {
  const emulator = await emulate({pages: FURTHER_PAGES});
  expect(ofKind('good')).toHaveLength(51);
  for (const page of ofKind('good')) {
    const {status, markdown, metadata} = await scrape(emulator, page);
    expect({page: page.name, status, statusCode: metadata['statusCode'], isEmpty: markdown === ''}).toEqual({
      ...{page: page.name, status: 200, statusCode: 200, isEmpty: false},
    });
    expect(registrable(metadata['url'])).toBe(registrable(page.url));
  }
});

test('each bad page shows its flaw', async () => {
  const emulator = await emulate({pages: FURTHER_PAGES});
  const shows: Readonly<Record<string, (found: Awaited<ReturnType<typeof scrape>>) => boolean>> = {
    status: ({metadata}) => Number(metadata['statusCode']) >= 400,
    empty: ({markdown, metadata}) => markdown.trim() === '' && metadata['statusCode'] === 200,
    elsewhere: ({metadata}) => registrable(metadata['url']) !== registrable(metadata['sourceURL']),
    timeout: ({status}) => status === 408,
    huge: ({markdown}) => markdown.length > 40_000_000,
    hostile: ({status}) => status === 200,
  };
  for (const page of ofKind('bad')) {
    const found = await scrape(emulator, page);
    const isShown = shows[page.flaw ?? '']?.(found) ?? found.metadata['statusCode'] === 200;
    expect({page: page.name, isShown}).toEqual({page: page.name, isShown: true});
  }
  expect(new Set(ofKind('bad').map(({flaw}) => flaw)).size).toBe(12);
});

test('an emulator of its own has good pages, pages that change, and a bad one of each kind that is found', () => {
  const count = (kind: string) => SITE_PAGES.filter(page => page.kind === kind).length;
  expect({good: count('good'), changing: count('changing')}).toEqual({good: 4, changing: 8});
  const flaws = SITE_PAGES.flatMap(({flaw}) => (flaw === undefined ? [] : [flaw]));
  expect(flaws).toEqual(['status', 'empty', 'elsewhere', 'soft-404', 'login', 'consent', 'challenge', 'selectors', 'timeout']);
});

test('all addresses and names differ', () => {
  expect(new Set(ALL_PAGES.map(({url}) => url)).size).toBe(ALL_PAGES.length);
  expect(new Set(ALL_PAGES.map(({name}) => name)).size).toBe(ALL_PAGES.length);
});

test('a page with noise differs at each visit, one without it only with the time', async () => {
  const world = standingWorld();
  const emulator = await emulate({world, pages: FURTHER_PAGES});
  const twice = async (page: SitePage, more: JsonObject = {}) => {
    const first = await scrape(emulator, page, {...FRESH, ...more});
    return first.markdown === (await scrape(emulator, page, {...FRESH, ...more})).markdown;
  };
  for (const page of ALL_PAGES) {
    if (page.flaw === 'timeout' || page.flaw === 'huge') continue;
    const {name, noise} = page;
    expect({name, isSame: await twice(page)}).toEqual({name, isSame: noise === undefined});
    if (typeof noise === 'string') expect({name, isSame: await twice(page, {excludeTags: [noise]})}).toEqual({name, isSame: true});
  }
  const pricing = ALL_PAGES.find(({url}) => url === 'https://acme.example/pricing') as SitePage;
  const before = await scrape(emulator, pricing, FRESH);
  world.advance(3_600_000);
  expect((await scrape(emulator, pricing, FRESH)).markdown).not.toBe(before.markdown);
});

test('an address without a page of its own has a plain page', async () => {
  const emulator = await emulate({pages: FURTHER_PAGES});
  const {json} = await create(emulator, {url: 'http://acme.example/about/%3Cb%3Eus/%zz'}, {path: '/v2/scrape'});
  expect(dataOf({json} as never)['markdown']).toContain('is about about');
  expect(dataOf({json} as never)['metadata']).toMatchObject({statusCode: 200, sourceURL: 'http://acme.example/about/%3Cb%3Eus/%zz'});
});

test('a browser sees the list and each page, and runs no script of them', async () => {
  const emulator = await emulate({pages: FURTHER_PAGES});
  const list = await fetch(`${emulator.url}/site/`);
  const paths = [...(await list.text()).matchAll(/href="([^"]+)"/g)].map(([, path]) => path?.replaceAll('&amp;', '&') ?? '');
  expect(paths).toHaveLength(ALL_PAGES.length);
  for (const path of paths) {
    const {status, headers} = await fetch(`${emulator.url}${path}`);
    expect({path, status: [200, 403, 404, 410, 500, 503].includes(status)}).toEqual({path, status: true});
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
  expect((await fetch(`${emulator.url}/site/shop.site.example/gone/sofa`)).status).toBe(404);
  expect((await fetch(`${emulator.url}/site/%5B`)).status).toBe(404);
  expect(emulator.requests()).toEqual([]);
});
