import type {JsonObject} from '../../../../src/core/json/value';
import {estimateCredits, estimatePage, HIGHEST_ESTIMATE, isSurelyCheap} from '../../../../src/core/specs/credits';

const daily = {text: 'daily'};
const page = (scrapeOptions: object) => ({targets: [{type: 'scrape', urls: ['u'], scrapeOptions}]});
const estimate = (body: object) => estimateCredits({schedule: daily, ...body} as unknown as JsonObject);

test.each([
  {name: 'a page is 1', body: page({}), credits: 1},
  {name: 'each URL is a page', body: {targets: [{type: 'scrape', urls: ['a', 'b', 'c']}]}, credits: 3},
  {name: 'json is 5', body: page({formats: ['markdown', 'json']}), credits: 5},
  {name: 'changeTracking in mode json is 5', body: page({formats: [{type: 'changeTracking', modes: ['json']}]}), credits: 5},
  {name: 'changeTracking in mode git-diff is 1', body: page({formats: [{type: 'changeTracking', modes: ['git-diff']}]}), credits: 1},
  {name: 'deterministicJson is 7', body: page({formats: ['deterministicJson', 'json']}), credits: 7},
  {name: 'lockdown is 5', body: page({lockdown: true}), credits: 5},
  {name: 'lockdown beside json costs nothing more', body: page({lockdown: true, formats: ['json']}), credits: 5},
  {name: 'question and query are one', body: page({formats: [{type: 'question', question: 'q'}, 'query']}), credits: 5},
  {
    name: 'highlights, audio and video are 4 each',
    body: page({formats: [{type: 'highlights', query: 'q'}, 'audio', 'video']}),
    credits: 13,
  },
  {name: 'judging is 1 a page', body: {...page({}), goal: 'g'}, credits: 2},
  {name: 'judging that is switched off is nothing', body: {...page({}), goal: 'g', judgeEnabled: false}, credits: 1},
  {name: 'judging without a goal is nothing', body: {...page({}), judgeEnabled: true}, credits: 1},
  {name: 'a crawl without a limit is 10,000 pages', body: {targets: [{type: 'crawl'}]}, credits: 10_000},
  {name: 'a crawl is as many pages as its limit', body: {targets: [{type: 'crawl', crawlOptions: {limit: 20}}]}, credits: 20},
  {name: 'a crawl is one page at least', body: {targets: [{type: 'crawl', crawlOptions: {limit: -5}}]}, credits: 1},
  {name: 'a search is 2 for each 10 results', body: {targets: [{type: 'search', queries: ['a', 'b'], maxResults: 6}]}, credits: 4},
  {name: 'a judged search is its results more', body: {targets: [{type: 'search', queries: ['a']}], goal: 'g'}, credits: 12},
  {
    name: 'targets add up',
    body: {
      targets: [
        {type: 'scrape', urls: ['u']},
        {type: 'crawl', crawlOptions: {limit: 2}},
      ],
    },
    credits: 3,
  },
  {name: 'what is no target is nothing', body: {targets: [null, 5, {type: 'odd'}]}, credits: 0},
])('$name', ({body, credits}) => {
  expect(estimate(body)).toMatchObject({creditsPerCheck: credits, checksPerMonth: 30, creditsPerMonth: 30 * credits});
});

test.each([
  {name: 'every 30 minutes', schedule: {text: 'every 30 minutes'}, checks: 1440, average: false},
  {name: 'a week is rounded up', schedule: {text: 'weekly'}, checks: 5, average: false},
  {name: 'unequal gaps are an average', schedule: {cron: '0 9,17 * * *'}, checks: 60, average: true},
  {name: 'the first of each month is an average', schedule: {cron: '0 0 1 * *'}, checks: 1, average: true},
  {name: 'an uneven number of minutes counts as written', schedule: {text: 'every 8 minutes'}, checks: 5400, average: false},
  {name: 'names count as the numbers they are', schedule: {cron: '0 0 * * MON'}, checks: 5, average: false},
  {name: 'a day that never comes is nothing', schedule: {cron: '0 0 30 2 *'}, checks: 0, average: false},
  {name: 'no schedule is nothing', schedule: {}, checks: 0, average: false},
])('$name', ({schedule, checks, average}) => {
  expect(estimate({...page({}), schedule})).toMatchObject({checksPerMonth: checks, average});
});

test('what is billed on top is named once each, in order', () => {
  const risky = {threatProtection: {mode: 'normal'}, formats: [{type: 'json', checkPromptInjection: true}]};
  const both = {
    targets: [
      {type: 'scrape', urls: ['u'], scrapeOptions: risky},
      {type: 'scrape', urls: ['u'], scrapeOptions: risky},
    ],
  };
  expect(estimate(both)).toMatchObject({
    notIncluded: ['PDF pages (1 credit each)'],
    besides: {
      ...{creditsPerCheck: 12, creditsPerMonth: 360},
      of: ['checkPromptInjection (4 credits per page)', 'threatProtection (2 credits per URL)'],
    },
  });
  expect(estimate(page({parsers: [], threatProtection: {mode: 'off'}})).notIncluded).toEqual([]);
});

const X = 'X pages (29 credits each)';
const FIRST = 'the first deterministicJson (3 credits per page, once)';

test.each([
  {
    name: 'a page of X',
    targets: [{type: 'scrape', urls: ['https://x.com/acme', 'https://a.example/x.com']}],
    check: 29,
    month: 870,
    of: [X],
  },
  {
    name: 'a page of Twitter, by another name',
    targets: [{type: 'scrape', urls: ['http://mobile.Twitter.com']}],
    check: 29,
    month: 870,
    of: [X],
  },
  {
    name: 'a crawl of X',
    targets: [{type: 'crawl', url: 'https://x.com/acme', crawlOptions: {limit: 10}}],
    check: 290,
    month: 8700,
    of: [X],
  },
  {
    name: 'a host that ends alike',
    targets: [{type: 'scrape', urls: ['https://max.com/', 'https://x.com.example/']}],
    check: 0,
    month: 0,
    of: [],
  },
  {
    name: 'redacted pages',
    targets: [{type: 'scrape', urls: ['u', 'v'], scrapeOptions: {redactPII: {entities: ['EMAIL']}}}],
    ...{check: 8, month: 240, of: ['redactPII (4 credits per page)']},
  },
  {
    name: 'pages that are not redacted',
    targets: [{type: 'scrape', urls: ['u'], scrapeOptions: {redactPII: false}}],
    check: 0,
    month: 0,
    of: [],
  },
  {
    name: 'the first fixed extraction of each page, once',
    targets: [{type: 'scrape', urls: ['u', 'v'], scrapeOptions: {formats: [{type: 'deterministicJson'}]}}],
    ...{check: 6, month: 6, of: [FIRST]},
  },
  {
    name: 'a search has no pages of its own',
    targets: [{type: 'search', queries: ['x.com'], scrapeOptions: {redactPII: true}}],
    check: 0,
    month: 0,
    of: [],
  },
])('W20: the service estimates without $name', ({targets, check, month, of}) => {
  const {besides} = estimate({targets});
  expect(besides ?? {creditsPerCheck: 0, creditsPerMonth: 0, of: []}).toEqual({creditsPerCheck: check, creditsPerMonth: month, of});
});

test('W20: redacted PDF pages are named, since how many there are is not known', () => {
  expect(estimate(page({redactPII: true})).notIncluded).toEqual(['PDF pages (1 credit each)', 'PDF pages with redactPII (4 credits each)']);
});

test.each([
  {name: 'a page of X', options: {}, url: 'https://twitter.com/acme', credits: 30},
  {name: 'a redacted page', options: {redactPII: true}, url: 'https://a.example/', credits: 5},
  {name: 'a first fixed extraction', options: {formats: [{type: 'deterministicJson'}]}, url: 'https://a.example/', credits: 10},
])('W20: trying $name costs $credits', ({options, url, credits}) => {
  expect(estimatePage(options, url).credits).toBe(credits);
});

test('whatever is surely cheap is below what the service can count, at its dearest', () => {
  const formats = ['deterministicJson', 'question', 'highlights', 'audio', 'video'];
  const dear = {
    schedule: {cron: '* * * * *'},
    goal: 'g',
    targets: [
      {type: 'crawl', crawlOptions: {limit: 1900}, scrapeOptions: {formats}},
      {type: 'search', queries: Array.from({length: 12}, () => 'q'), maxResults: 50},
    ],
  };
  expect(isSurelyCheap(dear)).toBe(true);
  expect(estimateCredits(dear).creditsPerMonth).toBeLessThan(HIGHEST_ESTIMATE);
  expect(isSurelyCheap({targets: [{type: 'crawl'}]})).toBe(false);
});
