import fc from 'fast-check';
import type {JsonObject, JsonValue} from '../../../../src/core/json/value';
import {normalizeBody} from '../../../../src/core/specs/normalize';

const plain = {name: 'n', schedule: {text: 'daily'}, targets: [{type: 'scrape', urls: ['https://acme.example/']}]};
const both = ['monitor.page', 'monitor.check.completed'];

test.each([
  {name: 'a missing webhook is null', body: plain, expected: {webhook: null}},
  {
    name: 'a webhook has headers, metadata and all events',
    body: {...plain, webhook: {url: 'u'}},
    expected: {webhook: {url: 'u', headers: {}, metadata: {}, events: both}},
  },
  {name: 'a missing notification is empty', body: plain, expected: {notification: {}}},
  {
    name: 'an e-mail without members is off',
    body: {...plain, notification: {email: {}}},
    expected: {notification: {email: {enabled: false, recipients: [], includeDiffs: false}}},
  },
  {name: 'checks are kept for 30 days', body: plain, expected: {retentionDays: 30}},
  {name: 'the time zone is UTC', body: plain, expected: {schedule: {text: 'daily', timezone: 'UTC'}}},
  {
    name: 'case and spacing of a schedule in words do not count',
    body: {...plain, schedule: {text: ' Every  30 MINUTES'}},
    expected: {schedule: {text: 'every 30 minutes'}},
  },
  {name: 'a missing goal is null, and nothing is judged', body: plain, expected: {goal: null, judgeEnabled: false}},
  {name: 'a blank goal is none', body: {...plain, goal: ' \n'}, expected: {goal: null, judgeEnabled: false}},
  {name: 'a goal is trimmed and switches judging on', body: {...plain, goal: ' g '}, expected: {goal: 'g', judgeEnabled: true}},
  {name: 'judging that is switched off stays off', body: {...plain, goal: 'g', judgeEnabled: false}, expected: {judgeEnabled: false}},
  {name: 'scrape options are empty', body: plain, expected: {targets: [{scrapeOptions: {}}]}},
  {
    name: 'missing crawl options are the defaults',
    body: {targets: [{type: 'crawl', url: ' u '}]},
    expected: {targets: [{url: 'u', crawlOptions: {limit: 10_000}, scrapeOptions: {}}]},
  },
  {
    name: 'crawl options have a limit of 10,000',
    body: {targets: [{type: 'crawl', crawlOptions: {maxDepth: 2}}]},
    expected: {targets: [{crawlOptions: {limit: 10_000, maxDepth: 2, sitemap: 'include'}}]},
  },
  {
    name: 'a search has 10 results of a day',
    body: {targets: [{type: 'search', includeDomains: [' Acme.Example ']}]},
    expected: {targets: [{maxResults: 10, searchWindow: '24h', includeDomains: ['acme.example']}]},
  },
  {
    name: 'unknown members stay',
    body: {...plain, odd: [1], targets: [{type: 'odd', odd: {}}]},
    expected: {odd: [1], targets: [{type: 'odd', odd: {}}]},
  },
  {
    name: 'values of a wrong type stay',
    body: {schedule: 5, targets: 'x', webhook: 'w', notification: [1], goal: 7},
    expected: {schedule: 5, targets: 'x', webhook: 'w', notification: [1], goal: 7},
  },
])('$name', ({body, expected}) => {
  expect(normalizeBody(body as unknown as JsonObject)).toMatchObject(expected);
});

const json: fc.Arbitrary<JsonValue> = fc.jsonValue({maxDepth: 3}) as fc.Arbitrary<JsonValue>;
const target = fc.record(
  {type: fc.constantFrom('scrape', 'crawl', 'search', 'odd'), urls: json, url: json, crawlOptions: json, includeDomains: json, odd: json},
  {requiredKeys: []},
);
const body = fc.record(
  {
    name: json,
    schedule: fc.oneof(json, fc.record({text: fc.string()})),
    targets: fc.oneof(json, fc.array(target)),
    webhook: json,
    notification: fc.oneof(json, fc.record({email: json})),
    goal: fc.oneof(json, fc.string()),
    judgeEnabled: json,
    retentionDays: json,
    odd: json,
  },
  {requiredKeys: []},
) as unknown as fc.Arbitrary<JsonObject>;

test('normalizing twice is the same as once, for any body', () => {
  fc.assert(
    fc.property(body, given => {
      const once = normalizeBody(given);
      expect(normalizeBody(once)).toEqual(once);
    }),
  );
});

test('no member is lost, and the given body is left as it is', () => {
  fc.assert(
    fc.property(body, given => {
      const before = JSON.stringify(given);
      const normalized = normalizeBody(given);
      expect(JSON.stringify(given)).toBe(before);
      expect(Object.keys(normalized)).toEqual(expect.arrayContaining(Object.keys(given)));
      if (given['odd'] !== undefined) expect(normalized['odd']).toBe(given['odd']);
    }),
  );
});
