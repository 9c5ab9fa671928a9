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
