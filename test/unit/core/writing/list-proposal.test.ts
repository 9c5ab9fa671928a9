import type {JsonObject} from '../../../../src/core/json/value';
import {proposeList, type RowSpec} from '../../../../src/core/writing/list-proposal';

/** The specs of one list are found among specs of other kinds. */
const ALL = ['acme', 'bluefin', 'corvid', 'dunya'];

const pricing = (name: string): RowSpec => ({
  key: `${name}-pricing`,
  data: {
    name: `${name} pricing`,
    schedule: {cron: '0 */4 * * *', timezone: 'Europe/Berlin'},
    targets: [{type: 'scrape', urls: [`https://${name}.example/pricing`], scrapeOptions: {excludeTags: ['nav']}}],
    webhook: {url: 'https://hooks.example/${env:PATH_1}'},
    sync: {},
  },
});
const terms = (name: string): RowSpec => ({
  key: `${name}-terms`,
  data: {
    name: `${name} terms`,
    schedule: {cron: '0 6 * * *'},
    targets: ['terms', 'privacy'].map((page): JsonObject => ({type: 'scrape', urls: [`https://${name}.example/${page}`]})),
    sync: {},
  },
});
const news = (name: string): RowSpec => ({
  key: `news-${name}`,
  data: {name: `News: ${name}`, schedule: {cron: '0 9 * * *'}, targets: [{type: 'search', queries: [`${name} price`]}], sync: {}},
});
const crawl = (name: string): RowSpec => ({
  key: `crawl-${name}`,
  data: {name, schedule: {cron: '0 9 * * *'}, targets: [{type: 'crawl', url: `https://${name}.example/blog`}], sync: {}},
});
const hook = (name: string, index: number): RowSpec => ({
  key: `${name}-status`,
  data: {
    name: `${name} status`,
    schedule: {cron: '0 9 * * *'},
    targets: [{type: 'scrape', urls: [`https://status.${name}.example/`]}],
    webhook: {url: `https://hooks.example/\${env:OWN_${index}}`},
    sync: {},
  },
});

const keysOf = (specs: readonly RowSpec[]) => proposeList(specs)?.rows.map(({key}) => key) ?? null;

test('the largest group of alike specs becomes the list, whatever other kinds stand beside it', () => {
  const mixed = [...ALL.slice(1).map(news), ...ALL.map(pricing), ...ALL.slice(1).map(terms), ...ALL.slice(1).map(crawl), ...ALL.map(hook)];
  expect(keysOf(mixed)).toEqual(ALL.map(name => `${name}-pricing`));
});

test('each further call finds the next group', () => {
  const mixed = [...ALL.slice(2).map(news), ...ALL.map(terms), ...ALL.slice(1).map(crawl)];
  expect(keysOf(mixed)).toEqual(ALL.map(name => `${name}-terms`));
  expect(keysOf(mixed.filter(({key}) => !key.endsWith('-terms')))).toEqual(ALL.slice(1).map(name => `crawl-${name}`));
});

test('specs that differ in references to secrets are no list', () => {
  expect(keysOf(ALL.map(hook))).toBeNull();
});

test.each<[string, string[][], string[], Record<string, string[]>]>([
  [
    'pages of several sites: the site stays whole',
    [
      ['https://acme.example/terms', 'https://acme.example/privacy'],
      ['https://www.bluefin.com/terms', 'https://www.bluefin.com/privacy'],
    ],
    ['${each:site}/terms', '${each:site}/privacy'],
    {site: ['https://acme.example', 'https://www.bluefin.com']},
  ],
  [
    'a site that is named as its key',
    [['https://a.example/pricing'], ['https://b.example/pricing']],
    ['${each:site}/pricing'],
    {site: ['https://a.example', 'https://b.example']},
  ],
  [
    'pages that differ in their paths, too',
    [['https://a.example:8443/en/pricing'], ['http://b.example/de/pricing']],
    ['${each:url}/pricing'],
    {url: ['https://a.example:8443/en', 'http://b.example/de']},
  ],
  ['first pages', [['https://a.example/'], ['https://b.example/']], ['${each:url}'], {url: ['https://a.example/', 'https://b.example/']}],
  [
    'pages of one site are cut within their paths',
    [['https://site.example/plans/pro/price'], ['https://site.example/plans/team/price']],
    ['https://site.example/plans/${each:url}/price'],
    {url: ['pro', 'team']},
  ],
  ['sites alone', [['https://a.example'], ['https://b.example']], ['${each:site}'], {site: ['https://a.example', 'https://b.example']}],
])('addresses, %s', (_name, lists, urls, columns) => {
  const specs = lists.map((own, index) => ({key: 'ab'[index] ?? '', data: {name: 'One', targets: [{type: 'scrape', urls: own}]}}));
  const proposed = proposeList(specs);
  expect(proposed?.template).toEqual({name: 'One', targets: [{type: 'scrape', urls}]});
  expect(Object.fromEntries((proposed?.columns ?? []).map(({name, cells}) => [name, cells]))).toEqual(columns);
});
