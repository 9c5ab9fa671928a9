import type {CreatedMonitor} from '../../../../src/core/api/port';
import {observeMonitor as observe} from '../../../../src/core/apply/observation';
import type {JsonObject} from '../../../../src/core/json/value';
import {fingerprintBody} from '../../../../src/core/secrets/fingerprint';

const sent: JsonObject = {
  name: 'Prices',
  schedule: {text: 'hourly'},
  goal: ' tell me ',
  webhook: {url: 'https://hooks.example/secret-path', headers: {Authorization: 'secret-value'}},
  targets: [
    {type: 'scrape', urls: ['https://shop.example/'], id: 'a', scrapeOptions: {headers: {Cookie: 'secret-cookie'}}},
    {type: 'crawl', url: 'https://shop.example/', id: 'b', crawlOptions: {limit: 10}},
  ],
};

const observeMonitor = (body: JsonObject, answered: CreatedMonitor) => observe(body, answered, 'lineage');

function answer(data: JsonObject): CreatedMonitor {
  return {id: 'x', createdAt: 't', targetIds: [], nextRunAt: 'soon', estimatedCreditsPerMonth: 720, data: {id: 'x', ...data}};
}

test('what was changed or filled in is kept, what came back as sent is not', () => {
  const observed = observeMonitor(
    sent,
    answer({
      ...sent,
      status: 'active',
      schedule: {cron: '0 * * * *', timezone: 'UTC'},
      goal: 'tell me',
      judgeEnabled: true,
      retentionDays: 30,
      targets: [
        (sent['targets'] as JsonObject[])[0] as JsonObject,
        {type: 'crawl', url: 'https://shop.example/', id: 'b', crawlOptions: {limit: 10, maxDiscoveryDepth: 3}},
      ],
    }),
  );
  expect(observed).toEqual({
    id: 'x',
    createdAt: 't',
    observed: {
      schedule: {cron: '0 * * * *', timezone: 'UTC'},
      judgeEnabled: true,
      retentionDays: 30,
      targets: [{id: 'b', crawlOptions: {maxDiscoveryDepth: 3}}],
      estimatedCreditsPerMonth: 720,
    },
  });
});

test('nothing secret is kept, however it comes back', () => {
  const observed = observeMonitor(
    sent,
    answer({
      webhook: {
        url: 'https://hooks.example/other-secret',
        headers: {Authorization: 'secret-value'},
        metadata: {token: 'secret-token'},
        events: ['monitor.page'],
      },
      targets: [
        {type: 'scrape', urls: ['https://shop.example/'], id: 'a', scrapeOptions: {headers: {Cookie: 'secret-cookie'}, timeout: 1}},
      ],
      emailRecipientSubscriptions: [{email: 'secret@example.dev'}],
    }),
  );
  expect(JSON.stringify(fingerprintBody(observed.observed, 'lineage'))).not.toContain('secret');
  expect(observed.observed).toMatchObject({webhook: {events: ['monitor.page']}});
});

test('what a reference stands for is kept in no form', () => {
  const referring: JsonObject = {
    webhook: {url: 'https://hooks.example/a', headers: {Authorization: '${env:TOKEN}'}},
    targets: [{type: 'scrape', id: 'a', urls: ['https://a.example/'], scrapeOptions: {headers: {Cookie: '${env:COOKIE}'}}}],
  };
  const {observed} = observeMonitor(
    referring,
    answer({
      webhook: {url: 'https://hooks.example/a', headers: {authorization: 'token'}, metadata: {}, events: ['monitor.page']},
      targets: [{type: 'scrape', id: 'a', urls: ['https://a.example/'], scrapeOptions: {headers: {cookie: 'crumb'}, mobile: true}}],
    }),
  );
  expect(observed).toEqual({webhook: {events: ['monitor.page']}, estimatedCreditsPerMonth: 720});
});

test('what moves with every check is not kept', () => {
  const observed = observeMonitor(
    sent,
    answer({updatedAt: 'now', nextRunAt: 'soon', lastRunAt: null, currentCheckId: null, lastCheckSummary: {}, status: 'active'}),
  );
  expect(observed.observed).toEqual({estimatedCreditsPerMonth: 720});
});

test('an answer of any shape is read without harm', () => {
  for (const targets of [null, 'x', [null, 1, []], {length: 1}] as const) {
    expect(observeMonitor(sent, answer({targets, webhook: targets, schedule: null})).observed).toEqual({
      schedule: null,
      estimatedCreditsPerMonth: 720,
    });
  }
});
