import {inspect} from 'node:util';
import type {JsonObject} from '../../../../src/core/json/value';
import {fingerprintBody} from '../../../../src/core/secrets/fingerprint';
import {isSensitive, maskDocumented, maskValue} from '../../../../src/core/secrets/masking';
import {isSecretPath} from '../../../../src/core/secrets/places';
import {Secret} from '../../../../src/core/secrets/secret';

const CANARY = 'CANARY-7f3a';

describe('Secret', () => {
  const secret = new Secret(CANARY);

  test.each([
    {name: 'as text', shown: String(secret)},
    {name: 'in a template', shown: `${secret}`},
    {name: 'as JSON', shown: JSON.stringify({secret})},
    {name: 'inspected', shown: inspect(secret)},
    {name: 'inspected within an object, with hidden members', shown: inspect({deep: [secret]}, {showHidden: true, depth: null})},
    {name: 'its members', shown: JSON.stringify(Object.entries(secret))},
  ])('never shows its value: $name', ({shown}) => expect(shown).not.toContain(CANARY));

  test('gives its value only when asked to reveal it', () => expect(secret.reveal()).toBe(CANARY));
});

describe('maskValue, a whole body', () => {
  const scrape = (options: JsonObject) => ({targets: [{type: 'scrape', urls: ['https://a.example'], scrapeOptions: options}]});
  const webhook = (members: JsonObject) => ({webhook: {url: 'https://hooks.example', ...members}});

  test.each<{name: string; body: JsonObject; masked: JsonObject}>([
    {
      name: 'a webhook header is hidden',
      body: webhook({headers: {'X-Acme': CANARY}}),
      masked: webhook({headers: {'X-Acme': '(secret)'}}),
    },
    {
      name: 'a reference is shown by its text, with the scheme word before it',
      body: webhook({headers: {Authorization: 'Bearer ${env:TOKEN}'}}),
      masked: webhook({headers: {Authorization: 'Bearer ${env:TOKEN}'}}),
    },
    {
      name: 'a literal beside a reference is hidden',
      body: webhook({headers: {'X-Acme': `${CANARY}-\${env:TOKEN}-$\${x`}}),
      masked: webhook({headers: {'X-Acme': '(secret)${env:TOKEN}(secret)'}}),
    },
    {
      name: 'a scheme word does not open a literal',
      body: webhook({headers: {Authorization: `Bearer ${CANARY}`}}),
      masked: webhook({headers: {Authorization: '(secret)'}}),
    },
    {
      name: 'User-Agent and Accept headers are shown, whatever their case',
      body: scrape({headers: {'user-agent': 'monitors', ACCEPT: '*/*', 'Accept-Language': 'de', Accepted: CANARY}}),
      masked: scrape({headers: {'user-agent': 'monitors', ACCEPT: '*/*', 'Accept-Language': 'de', Accepted: '(secret)'}}),
    },
    {
      name: 'headers that are no text are hidden too',
      body: scrape({headers: {'X-Number': 42, 'X-List': [CANARY], 'X-Null': null}}),
      masked: scrape({headers: {'X-Number': '(secret)', 'X-List': ['(secret)'], 'X-Null': null}}),
    },
    {
      name: 'headers are hidden at any depth',
      body: {targets: [{type: 'crawl', url: 'https://a.example', crawlOptions: {deep: {headers: {Cookie: CANARY}}}}]},
      masked: {targets: [{type: 'crawl', url: 'https://a.example', crawlOptions: {deep: {headers: {Cookie: '(secret)'}}}}]},
    },
    {
      name: 'of a webhook URL scheme and host are shown',
      body: {webhook: {url: `https://user:${CANARY}@hooks.example:8443/T0/${CANARY}?k=${CANARY}#x`}},
      masked: {webhook: {url: 'https://(secret)@hooks.example:8443/(secret)'}},
    },
    {
      name: 'a webhook URL without a path hides nothing',
      body: {webhook: {url: 'https://hooks.example/'}},
      masked: {webhook: {url: 'https://hooks.example/'}},
    },
    {
      name: 'a query right behind the host of a webhook is hidden',
      body: {webhook: {url: `https://hooks.example?k=${CANARY}`}},
      masked: {webhook: {url: 'https://hooks.example(secret)'}},
    },
    {
      name: 'references in a webhook URL are shown',
      body: {webhook: {url: 'https://${env:HOST}/services/${env:HOOK}'}},
      masked: {webhook: {url: 'https://${env:HOST}/(secret)${env:HOOK}'}},
    },
    {
      name: 'a webhook URL that is no URL is hidden whole',
      body: {webhook: {url: CANARY}},
      masked: {webhook: {url: '(secret)'}},
    },
    {
      name: 'of a target URL user info and query values are hidden, names and fragment shown',
      body: {targets: [{type: 'scrape', urls: [`https://u:${CANARY}@a.example/p?page=${CANARY}&${CANARY}&q=it's-${CANARY}#top`]}]},
      masked: {targets: [{type: 'scrape', urls: ['https://(secret)@a.example/p?page=(secret)&(secret)&q=(secret)#top']}]},
    },
    {
      name: 'a URL within other text is masked alike',
      body: {goal: `Compare with https://b.example/?key=${CANARY} and "https://c.example/?k=${CANARY}" daily`},
      masked: {goal: 'Compare with https://b.example/?key=(secret) and "https://c.example/?k=(secret)" daily'},
    },
    {
      name: 'what a write action types is hidden',
      body: scrape({
        actions: [
          {type: 'write', text: CANARY},
          {type: 'press', key: 'Enter'},
        ],
      }),
      masked: scrape({
        actions: [
          {type: 'write', text: '(secret)'},
          {type: 'press', key: 'Enter'},
        ],
      }),
    },
    {name: 'metadata is shown', body: webhook({metadata: {team: 'shop'}}), masked: webhook({metadata: {team: 'shop'}})},
    {name: 'a schedule text is no action', body: {schedule: {text: 'hourly'}}, masked: {schedule: {text: 'hourly'}}},
  ])('$name', ({body, masked}) => expect(maskValue(body, [])).toEqual(masked));

  test('I8: a member named __proto__ stays a member and pollutes nothing', () => {
    const body = JSON.parse('{"webhook": {"headers": {"__proto__": "x"}, "metadata": {"__proto__": {"polluted": true}}}}') as JsonObject;
    expect(JSON.stringify(maskValue(body, []))).toBe(
      '{"webhook":{"headers":{"__proto__":"(secret)"},"metadata":{"__proto__":{"polluted":true}}}}',
    );
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('a part of a body is masked by where it stands', () => {
    expect(maskValue({Authorization: CANARY}, ['webhook', 'headers'])).toEqual({Authorization: '(secret)'});
    expect(isSensitive('https://a.example/?q=1', ['targets', 0, 'urls', 0])).toBe(true);
    expect(isSensitive(['https://a.example/p'], ['targets', 0, 'urls'])).toBe(false);
    expect(isSecretPath(['webhook', 'url'])).toBe(true);
    expect(isSecretPath(['webhook', 'headers'])).toBe(false);
  });

  test('a text of a million letters costs one pass', () => {
    const long = `${'a'.repeat(500_000)}://${'://'.repeat(100_000)}?${'&'.repeat(100_000)}`;
    expect(maskValue(long, ['goal'])).toHaveLength(long.length);
  });

  test('a query may have as many parts as it likes', () => {
    const parts = 100_000;
    expect(maskValue(`https://a.example/?${'k=&'.repeat(parts)}`, ['goal'])).toBe(`https://a.example/?${'k=&'.repeat(parts)}`);
    expect(maskDocumented('https://a.example/?k=v '.repeat(10_000), ['goal'])).toBe('https://a.example/?k=(secret) '.repeat(10_000));
    expect(maskDocumented(`https://a.example/?${'k=v&'.repeat(parts)}`, ['targets', 0, 'urls', 0])).toHaveLength(19 + 11 * parts);
  });
});

describe('fingerprintBody', () => {
  const body = (header: string, url = 'https://a.example/?k=1') => ({
    targets: [{type: 'scrape', urls: [url]}],
    webhook: {url: 'https://hooks.example/x', headers: {Authorization: header}},
  });

  test('keeps no secret literal and keeps references', () => {
    const kept = JSON.stringify(fingerprintBody(body(CANARY, `https://a.example/?k=${CANARY}`), 'lineage'));
    expect(kept).not.toContain(CANARY);
    expect(kept).toContain('https://a.example/?k=sha256:');
    expect(JSON.stringify(fingerprintBody(body('Bearer ${env:TOKEN}'), 'lineage'))).toContain('Bearer ${env:TOKEN}');
  });

  test('is the same for the same body and lineage, and another for another literal or lineage', () => {
    const once = fingerprintBody(body(CANARY), 'lineage');
    expect(fingerprintBody(body(CANARY), 'lineage')).toEqual(once);
    expect(fingerprintBody(body(`${CANARY}!`), 'lineage')).not.toEqual(once);
    expect(fingerprintBody(body(CANARY), 'other')).not.toEqual(once);
  });

  test('the same literal in another place has another hash', () => {
    const headers = (fingerprintBody({webhook: {headers: {A: CANARY, B: CANARY}}}, 'lineage')['webhook'] as JsonObject)[
      'headers'
    ] as JsonObject;
    expect(headers['A']).not.toBe(headers['B']);
  });

  test('does not depend on the order of targets', () => {
    const [a, b] = [{headers: {K: 'one'}}, {headers: {K: 'two'}}];
    const first = fingerprintBody({targets: [a, b]}, 'l')['targets'] as readonly JsonObject[];
    const second = fingerprintBody({targets: [b, a]}, 'l')['targets'] as readonly JsonObject[];
    expect([...first].reverse()).toEqual(second);
  });

  test('fingerprinting twice is the same as once', () => {
    const once = fingerprintBody(body(CANARY, `https://u:${CANARY}@a.example/?k=${CANARY}`), 'lineage');
    expect(fingerprintBody(once, 'lineage')).toEqual(once);
  });
});
