import {parseSource} from '../../../src/spec/document';
import {checkRules} from '../../../src/spec/rules';

const sound = {name: 'Acme', schedule: {text: 'every 30 minutes'}, targets: [{type: 'scrape', urls: ['https://acme.example/']}]};

function check(change: object) {
  const bytes = new TextEncoder().encode(JSON.stringify({...sound, ...change}));
  return parseSource({file: 'acme.yaml', specPath: 'acme.yaml', bytes}).documents.flatMap(checkRules);
}

const scrape = (scrapeOptions: object) => ({targets: [{type: 'scrape', urls: ['https://acme.example/'], scrapeOptions}]});
const hook = (webhook: object) => ({webhook: {url: 'https://hooks.example.com/acme', ...webhook}});

test.each([
  {name: 'a sound spec has no findings', change: {}, codes: []},
  {name: 'judging without a goal does nothing', change: {judgeEnabled: true}, codes: ['risk/judge-without-goal']},
  {name: 'e-mail needs recipients', change: {notification: {email: {enabled: true}}}, codes: ['risk/email-without-recipients']},
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
  {name: 'a pasted token is left to src/secrets', change: hook({headers: {Authorization: 'Bearer abc'}}), codes: []},
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

test('values of any type are survived', () => {
  for (const value of [null, 5, 'x', [], [null], {}, {a: null}]) {
    for (const name of ['name', 'schedule', 'targets', 'webhook', 'notification', 'goal', 'sync'])
      expect(() => check({[name]: value})).not.toThrow();
    for (const name of ['type', 'id', 'urls', 'scrapeOptions'])
      expect(() => check({targets: [{...sound.targets[0], [name]: value}]})).not.toThrow();
  }
});
