import {parseSource} from '../../../../src/core/specs/document';
import {checkRules} from '../../../../src/core/specs/rules';

const sound = {name: 'Acme', schedule: {text: 'every 30 minutes'}, targets: [{type: 'scrape', urls: ['https://acme.example/']}]};

function check(change: object) {
  const bytes = new TextEncoder().encode(JSON.stringify({...sound, ...change}));
  return parseSource({file: 'acme.yaml', specPath: 'acme.yaml', bytes}).documents.flatMap(checkRules);
}

const scrape = (scrapeOptions: object) => ({targets: [{type: 'scrape', urls: ['https://acme.example/'], scrapeOptions}]});
const crawl = (crawlOptions: object) => ({
  targets: [{type: 'crawl', url: 'https://acme.example/', crawlOptions: {limit: 9, ...crawlOptions}}],
});
const hook = (webhook: object) => ({webhook: {url: 'https://hooks.example.com/acme', ...webhook}});

test.each([
  {name: 'a sound spec has no findings', change: {}, codes: []},
  {name: 'judging without a goal does nothing', change: {judgeEnabled: true}, codes: ['risk/judge-without-goal']},
  {name: 'W30: e-mail without recipients goes to the team', change: {notification: {email: {enabled: true}}}, codes: []},
  {name: 'W30: alerts none alone', change: {sync: {alerts: 'none'}}, codes: []},
  {
    name: 'W30: alerts none beside a webhook',
    change: {sync: {alerts: 'none'}, webhook: {url: 'https://a.example/'}},
    codes: ['spec/alerts'],
  },
  {
    name: 'W30: alerts none beside enabled e-mail',
    change: {sync: {alerts: 'none'}, notification: {email: {enabled: true}}},
    codes: ['spec/alerts'],
  },
  {
    name: 'W30: alerts none beside e-mail that is off',
    change: {sync: {alerts: 'none'}, notification: {email: {enabled: false}}},
    codes: [],
  },
  ...[
    'https://hooks.slack.com/services/T0/B0/abcdefghijklmnopqrst',
    'https://discord.com/api/webhooks/123456789/abcdefghijklmnop',
    'https://ptb.discord.com/api/v10/webhooks/123/abc',
    'https://acme.webhook.office.com/webhookb2/0f0f0f0f',
    'https://hooks.slack.com/services/${env:SLACK}',
    'https://hooks.slack.com/${env:WEBHOOK_PATH}',
    'https://discord.com/${env:WEBHOOK_PATH}',
    'https://acme.webhook.office.com/${env:WEBHOOK_PATH}',
  ].map(url => ({
    name: `W31: a chat does not take the JSON of the service: ${url}`,
    change: {webhook: {url}},
    codes: ['risk/chat-webhook'],
  })),
  ...[
    'https://slack.example/services/T0',
    'https://hooks.slack.com.example/services/T0',
    'https://discord.com/channels/1',
    'https://hooks.slack.com/workflows/x',
  ].map(url => ({
    name: `W31: an ordinary address: ${url}`,
    change: {webhook: {url}},
    codes: [],
  })),
  {name: 'lockdown asks the cache only', change: scrape({lockdown: true}), codes: ['risk/cache-only']},
  {name: 'minAge asks the cache only', change: scrape({minAge: 1}), codes: ['risk/cache-only']},
  {name: 'maxAge as long as the interval sees the same copy', change: scrape({maxAge: 1_800_000}), codes: ['risk/stale-copy']},
  {name: 'maxAge below the interval is fine', change: scrape({maxAge: 1_799_999}), codes: []},
  {
    name: 'storeInCache has no effect beside headers',
    change: scrape({storeInCache: true, headers: {Cookie: 'a=b'}}),
    codes: ['risk/store-in-cache'],
  },
  {
    name: 'a write needs a click before it',
    change: scrape({
      actions: [
        {type: 'write', text: 'x'},
        {type: 'click', selector: '#a'},
      ],
    }),
    codes: ['risk/write-without-click'],
  },
  {
    name: 'a write after a click is fine',
    change: scrape({
      actions: [
        {type: 'click', selector: '#a'},
        {type: 'write', text: 'x'},
      ],
    }),
    codes: [],
  },
  {
    name: 'a prompt counts in mode json only',
    change: scrape({formats: [{type: 'changeTracking', prompt: 'x'}]}),
    codes: ['risk/change-tracking-mode'],
  },
  {name: 'a crawl wants a limit', change: {targets: [{type: 'crawl', url: 'https://acme.example/'}]}, codes: ['risk/crawl-without-limit']},
  {
    name: 'a search window shorter than the interval misses results',
    change: {schedule: {text: 'daily'}, goal: 'g', targets: [{type: 'search', queries: ['a'], searchWindow: '6h'}]},
    codes: ['risk/search-window'],
  },
  {name: 'a search needs a goal', change: {targets: [{type: 'search', queries: ['a']}]}, codes: ['spec/goal-required']},
  {name: 'a wait above half of the timeout fails', change: scrape({waitFor: 5000, timeout: 6000}), codes: ['service/wait-for']},
  {name: 'a wait of a minute is fine without a timeout', change: scrape({waitFor: 60_000}), codes: []},
  {name: 'a wait above a minute fails', change: scrape({waitFor: 60_001}), codes: ['service/wait-for']},
  {
    name: 'a header that is not text fails',
    change: scrape({headers: {'X-Count': 3, Accept: 'text/html'}}),
    codes: ['service/header-value'],
  },
  {name: 'rawBase64 fails, also alone', change: scrape({formats: ['rawBase64']}), codes: ['service/formats']},
  {
    name: 'a schema of any members fails',
    change: scrape({formats: [{type: 'json', schema: {type: 'object', additionalProperties: true}}]}),
    codes: ['service/format-value'],
  },
  {
    name: 'a schema of any members beside those that it names is fine',
    change: scrape({formats: [{type: 'json', schema: {type: 'object', additionalProperties: true, properties: {a: {type: 'string'}}}}]}),
    codes: [],
  },
  {name: 'a schema of an object is fine', change: scrape({formats: [{type: 'json', schema: {type: 'object'}}]}), codes: []},
  {name: 'a prompt of 10,000 is fine', change: scrape({formats: [{type: 'json', prompt: 'x'.repeat(10_000)}]}), codes: []},
  {name: 'a longer prompt fails', change: scrape({formats: [{type: 'json', prompt: 'x'.repeat(10_001)}]}), codes: ['service/format-value']},
  {name: 'an empty question fails', change: scrape({formats: [{type: 'question', question: ''}]}), codes: ['service/format-value']},
  {name: 'an empty query fails', change: scrape({formats: [{type: 'highlights', query: ''}]}), codes: ['service/format-value']},
  {
    name: 'a viewport of no width fails',
    change: scrape({formats: [{type: 'screenshot', viewport: {width: 0, height: 800}}]}),
    codes: ['service/viewport'],
  },
  {
    name: 'a viewport wider than 7,680 fails, also in an action',
    change: scrape({actions: [{type: 'screenshot', viewport: {width: 7681, height: 800}}]}),
    codes: ['service/viewport'],
  },
  {
    name: 'a viewport of 7,680 is fine',
    change: scrape({formats: [{type: 'screenshot', viewport: {width: 7680, height: 1}}]}),
    codes: [],
  },
  {
    name: 'waits above 60 seconds in all fail',
    change: scrape({
      actions: [
        {type: 'wait', milliseconds: 30_001},
        {type: 'wait', milliseconds: 30_000},
      ],
    }),
    codes: ['service/actions'],
  },
  {name: '50 actions are fine', change: scrape({actions: Array(50).fill({type: 'scrape'})}), codes: []},
  {name: 'more fail', change: scrape({actions: Array(51).fill({type: 'scrape'})}), codes: ['service/actions']},
  {name: 'a header named constructor is refused', change: hook({headers: {constructor: 'x'}}), codes: ['service/webhook-header']},
  {name: 'a name of 128 emoji is fine', change: {name: '\u{1f600}'.repeat(128)}, codes: []},
  {name: 'I23: a name of 129 emoji is too long', change: {name: '\u{1f600}'.repeat(129)}, codes: ['service/text-length']},
  {name: 'a goal of 1,001 emoji is too long', change: {goal: '\u{1f600}'.repeat(1001)}, codes: ['service/text-length']},
  {
    name: 'a query of 129 emoji is too long',
    change: {goal: 'g', targets: [{type: 'search', queries: ['\u{1f600}'.repeat(129)]}]},
    codes: ['service/text-length'],
  },
  {name: 'I23: an unknown crawl option fails at every check', change: crawl({unknownThing: 1}), codes: ['service/crawl-option']},
  {name: 'so does one in another case', change: crawl({Limit: 5}), codes: ['service/crawl-option']},
  {name: 'so does an old one', change: crawl({allowBackwardLinks: true}), codes: ['service/crawl-option']},
  {name: 'a limit that is not whole is refused', change: crawl({limit: 1.5}), codes: ['spec/crawl-option']},
  {name: 'no delay at all is refused', change: crawl({delay: 0}), codes: ['spec/crawl-option']},
  {name: 'a delay of a minute is fine', change: crawl({delay: 60}), codes: []},
  {name: 'a longer one is refused', change: crawl({delay: 60.5}), codes: ['spec/crawl-option']},
  {name: 'a part of a second is fine', change: crawl({delay: 0.5}), codes: []},
  {name: 'no concurrency at all fails', change: crawl({maxConcurrency: 0}), codes: ['service/crawl-option']},
  {name: 'a concurrency of 1 is fine', change: crawl({maxConcurrency: 1}), codes: []},
  {name: 'I23: Fridays the 13th come more than a year apart', change: {schedule: {cron: '0 6 13 * 5'}}, codes: ['service/never-runs']},
  {
    name: 'an hour that is missing in some years is a schedule of the others',
    change: {schedule: {cron: '30 2 28 3 *', timezone: 'Europe/Berlin'}},
    codes: ['service/never-runs'],
  },
  {
    name: 'threat lists hold domains',
    change: scrape({threatProtection: {blacklist: ['https://a.example', '*.b.example']}}),
    codes: ['spec/threat-domain'],
  },
  {
    name: 'top-level domains stand without a dot',
    change: scrape({threatProtection: {blockedTlds: ['.zip', 'zip']}}),
    codes: ['spec/threat-tld'],
  },
  {name: 'I14: a six-field cron is refused', change: {schedule: {cron: '0 */5 * * * *'}}, codes: ['schedule/cron-fields']},
  {name: 'I14: a macro is refused', change: {schedule: {cron: '@daily'}}, codes: ['schedule/cron-fields']},
  {name: 'I14: a time zone that is none is refused', change: {schedule: {text: 'daily', timezone: 'Berlin'}}, codes: ['schedule/timezone']},
  {name: 'I15: javascript: is refused', change: {targets: [{type: 'scrape', urls: ['javascript:alert(1)']}]}, codes: ['spec/url-scheme']},
  {
    name: 'I15: a private address is a warning',
    change: {targets: [{type: 'scrape', urls: ['http://10.0.0.5/']}]},
    codes: ['risk/private-address'],
  },
  {
    name: 'I16: a target id of no known variant is refused',
    change: {targets: [{...sound.targets[0], id: '11111111-1111-4111-c111-111111111111'}]},
    codes: ['spec/target-id'],
  },
  {name: 'a pasted token is left to src/core/secrets', change: hook({headers: {Authorization: 'Bearer abc'}}), codes: []},
  {name: 'a reference behind Bearer is fine', change: hook({headers: {Authorization: `Bearer \${env:TOKEN}`}}), codes: []},
  {name: 'a webhook that is a reference is left to the sending', change: hook({url: `\${env:HOOK}`}), codes: []},
  {
    name: 'two runs that only a clock change brings together are a warning',
    change: {schedule: {cron: '1,57 1,3 * * *', timezone: 'Europe/Berlin'}},
    codes: ['schedule/clock-change'],
  },
  {name: 'the same minutes without clock changes are fine', change: {schedule: {cron: '1,57 1,3 * * *'}}, codes: []},
])('$name', ({change, codes}) => {
  expect(check(change).map(finding => finding.code)).toEqual(codes);
});

test('I15: an address with other letters is refused with its encoded form as the hint', () => {
  const [finding] = check({targets: [{type: 'scrape', urls: ['https://m\u00fcnchen.example/']}]});
  expect(finding).toMatchObject({code: 'spec/url', severity: 'error', hint: 'write https://xn--mnchen-3ya.example/'});
});

test('a goal that is missing is asked for at the first search target', () => {
  const search = {type: 'search', queries: ['a']};
  const at = (change: object) => check(change).map(({where}) => where?.pointer);
  expect(at({targets: [...sound.targets, search, search]})).toEqual(['/targets/1']);
  expect(at({targets: [...sound.targets, search], goal: ' '})).toEqual(['/goal']);
});

test('no finding of a rule shows a secret', () => {
  const secret = 'fc-0123456789abcdef0123';
  const text = JSON.stringify(
    check({
      ...hook({url: `ftp://ann:${secret}@hooks.example.com/${secret}?t=${secret} `, headers: {Authorization: `Bearer ${secret}`}}),
      goal: `use ${secret}`,
      targets: [
        {
          type: 'scrape',
          urls: [`https://ann:${secret}@acme.example/?t=${secret}`],
          scrapeOptions: {actions: [{type: 'write', text: secret}]},
        },
      ],
    }),
  );
  expect(text).toContain('service/url-user-info');
  expect(text).not.toContain(secret);
});

const labels = (given: object) => ({sync: {labels: given}});
const many = (count: number) => Object.fromEntries(Array.from({length: count}, (_, at) => [`l${at}`, 'x']));

test.each([
  {name: 'twenty plain ones', change: labels(many(20)), messages: []},
  {name: 'the longest', change: labels({['n'.repeat(63)]: 'ü'.repeat(200), 'a.b_c/d-e': ''}), messages: []},
  {name: 'one too many', change: labels(many(21)), messages: ['"sync.labels" has 21 labels; the maximum is 20']},
  {name: 'no name', change: labels({'': 'x'}), messages: ['"" cannot be the name of a label']},
  {name: 'a name with "="', change: labels({'a=b': 'x'}), messages: ['"a=b" cannot be the name of a label']},
  {name: 'a long name', change: labels({['n'.repeat(64)]: 'x'}), messages: [`"${'n'.repeat(64)}" cannot be the name of a label`]},
  {
    name: 'a long value',
    change: labels({a: 'x'.repeat(201)}),
    messages: ['the value of the label "a" is longer than 200 characters'],
  },
  {
    name: 'a value of two lines',
    change: labels({a: 'x\ny'}),
    messages: ['the value of the label "a" has a control character or another that cannot be seen'],
  },
])('labels: $name', ({change, messages}) => {
  const found = check(change);
  expect(found.map(({message}) => message)).toEqual(messages);
  for (const {code, severity, where} of found) {
    expect({code, severity, at: where?.pointer.slice(0, 12)}).toEqual({code: 'spec/labels', severity: 'error', at: '/sync/labels'});
  }
});

test('values of any type are survived', () => {
  for (const value of [null, 5, 'x', [], [null], {}, {a: null}]) {
    for (const name of ['name', 'schedule', 'targets', 'webhook', 'notification', 'goal', 'sync'])
      expect(() => check({[name]: value})).not.toThrow();
    for (const name of ['type', 'id', 'urls', 'scrapeOptions'])
      expect(() => check({targets: [{...sound.targets[0], [name]: value}]})).not.toThrow();
  }
});
