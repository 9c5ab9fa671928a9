import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseSource} from '../../../../src/core/specs/document';
import {checkShape} from '../../../../src/core/specs/schema';
import {checkText, readDocument, specWith, specWithOptions} from './schema-world';

const root = join(__dirname, '../../../..');

describe('a spec in order', () => {
  test('has no findings', () => expect(checkText(specWith(''))).toEqual([]));

  test.each(listExamples())('%s has no findings', file => {
    const {documents} = parseSource({file, specPath: file, bytes: readFileSync(join(root, file))});
    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) expect(checkShape(document)).toEqual([]);
  });

  test.each([
    {name: 'goal null', spec: specWith('goal: null')},
    {
      name: 'crawl options that the document does not name',
      spec: specWith('').replace(
        'type: scrape, urls: [https://shop.example/]',
        'type: crawl, url: https://shop.example/, crawlOptions: {sitemap: skip}',
      ),
    },
    {name: 'redactPII as a truth value', spec: specWithOptions('{redactPII: true}')},
    {name: 'an empty list of parsers', spec: specWithOptions('{parsers: []}')},
    {
      name: 'formats that Firecrawl has beyond the document',
      spec: specWithOptions('{formats: [query, {type: deterministicJson, prompt: x}]}'),
    },
    {name: 'a name of 256 characters that are 512 code units', spec: specWith('').replace('shop', '😀'.repeat(256))},
  ])('may have $name', ({spec}) => expect(checkText(spec)).toEqual([]));
});

test('a typing error is one finding, at the name, with the name that was meant', () => {
  expect(checkText('name: shop\nschedul: {text: daily}\ntargets: [{type: scrape, urls: [https://shop.example/]}]\n')).toEqual([
    {
      code: 'schema/unknown-field',
      severity: 'error',
      message: 'unknown field "schedul" in monitor "shop"',
      hint: 'did you mean "schedule"?',
      where: {
        file: 'monitors/shop.yaml',
        pointer: '/schedul',
        range: {start: {line: 2, column: 1, offset: 11}, end: {line: 2, column: 8, offset: 18}},
      },
    },
  ]);
});

/** Each row: a spec, and the only finding that it gives: code, pointer, what the message says, what the hint says. */
test.each([
  // Values out of a list.
  [
    'an event that is not known',
    specWith('webhook: {url: https://hooks.example/, events: [monitor.pages]}'),
    'schema/enum',
    '/webhook/events/0',
    'cannot be "monitor.pages"',
    'did you mean "monitor.page"?',
  ],
  [
    'a choice like none of the known',
    specWithOptions('{proxy: fast-and-cheap}'),
    'schema/enum',
    '/targets/0/scrapeOptions/proxy',
    'cannot be "fast-and-cheap"',
    'use one of "basic", "enhanced", "auto" or "stealth"',
  ],
  [
    'a number among choices',
    specWithOptions('{proxy: 7}'),
    'schema/enum',
    '/targets/0/scrapeOptions/proxy',
    'cannot be the number 7',
    'use one of',
  ],
  [
    'a format in the wrong case',
    specWithOptions('{formats: [Markdown]}'),
    'schema/enum',
    '/targets/0/scrapeOptions/formats/0',
    '"Markdown", which is not a format',
    'did you mean "markdown"?',
  ],
  [
    'a target of an unknown type',
    specWith('').replace('type: scrape', 'type: scrap'),
    'schema/unknown-type',
    '/targets/0/type',
    'unknown type "scrap"',
    'did you mean "scrape"?',
  ],
  [
    'an action of an unknown type',
    specWithOptions('{actions: [{type: dance}]}'),
    'schema/unknown-type',
    '/targets/0/scrapeOptions/actions/0/type',
    'unknown type "dance"',
    'use one of "wait", "screenshot", "click"',
  ],
  // Limits.
  [
    'a name of 257 characters',
    specWith('').replace('shop', 'x'.repeat(257)),
    'schema/too-long',
    '/name',
    '"name" is 257 characters long; the maximum is 256',
    'shorten it',
  ],
  [
    'an empty query',
    specWith('').replace(/targets: .*/, 'targets: [{type: search, queries: [""]}]'),
    'schema/too-short',
    '/targets/0/queries/0',
    'must not be empty',
    'write something',
  ],
  [
    'a timeout in seconds',
    specWithOptions('{timeout: 60}'),
    'schema/range',
    '/targets/0/scrapeOptions/timeout',
    'must be 1000 or more, but is 60',
    'the unit is milliseconds; 60 s is timeout: 60000',
  ],
  [
    'a search window that is not offered',
    specWith('').replace(/targets: .*/, 'targets: [{type: search, queries: [shop], searchWindow: 2h}]'),
    'schema/enum',
    '/targets/0/searchWindow',
    'cannot be "2h"',
    'use 5m, 15m, 1h, 6h, 24h or 7d',
  ],
  [
    '26 recipients',
    specWith(`notification: {email: {recipients: [${'a@b.example, '.repeat(26)}]}}`),
    'schema/too-many',
    '/notification/email/recipients',
    'has 26 items; the maximum is 25',
    'remove some',
  ],
  [
    'no targets',
    specWith('').replace(/targets: .*/, 'targets: []'),
    'schema/too-few',
    '/targets',
    '"targets" must not be empty',
    'add an item',
  ],
  ['more days than are kept', specWith('retentionDays: 366'), 'schema/range', '/retentionDays', 'must be 365 or less, but is 366', ''],
  [
    'a timeout that is too short',
    specWithOptions('{timeout: 999}'),
    'schema/range',
    '/targets/0/scrapeOptions/timeout',
    'must be 1000 or more, but is 999',
    '',
  ],
  [
    'a country in lower case',
    specWithOptions('{location: {country: de}}'),
    'schema/format',
    '/targets/0/scrapeOptions/location/country',
    'but is "de"',
    'write DE',
  ],
  [
    'a wait for nothing',
    specWithOptions('{actions: [{type: wait}]}'),
    'schema/wait',
    '/targets/0/scrapeOptions/actions/0',
    'does not say what to wait for',
    'milliseconds',
  ],
  [
    'a wait for two things',
    specWithOptions('{actions: [{type: wait, milliseconds: 5, selector: x}]}'),
    'schema/wait',
    '/targets/0/scrapeOptions/actions/0',
    'waits for two things at once',
    'two actions',
  ],
])('%s', (_name, spec, code, pointer, message, hint) => {
  const findings = checkText(spec);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({code, severity: 'error', where: {pointer}});
  expect(findings[0]?.message).toContain(message);
  expect(findings[0]?.hint ?? '').toContain(hint);
});

test.each([
  '{timout: 5}',
  '{formats: [{type: json, promt: x}]}',
  '{location: {city: Rome}}',
  '{actions: [{type: scrape, x: 1}]}',
  '{threatProtection: {x: 1}}',
])('an unknown member of an object that the document leaves open is a warning: %s', options =>
  expect(checkText(specWithOptions(options))).toMatchObject([{code: 'schema/unknown-field', severity: 'warning'}]),
);

test('a missing member is shown at the name of the object that lacks it, or at its first member', () => {
  const [webhook, target] = checkText(
    specWith('webhook:\n  events: []').replace('type: scrape, urls: [https://shop.example/]', 'type: scrape'),
  ).sort((a, b) => (b.where?.range.start.line ?? 0) - (a.where?.range.start.line ?? 0));
  expect(webhook?.where?.range).toMatchObject({start: {line: 4, column: 1}, end: {line: 4, column: 8}});
  expect(target?.where?.range).toMatchObject({start: {line: 3, column: 12}, end: {line: 3, column: 16}});
});

test('S3: no message or hint repeats a value that is secret', () => {
  const secret = 'hunter2';
  const findings = [
    ...checkText(specWith(`webhook: https://hooks.example/${secret}`)),
    ...checkText(specWith(`webhook: {url: [https://hooks.example/${secret}]}`)),
    ...checkText(specWith(`webhook: {url: https://hooks.example/, headers: "Authorization: ${secret}"}`)),
    ...checkText(specWith(`webhook: {url: https://hooks.example/, headers: {Authorization: {Bearer: ${secret}}}}`)),
    ...checkText(specWith('webhook: {url: https://hooks.example/, headers: {Authorization: 8675309}}')),
    ...checkText(specWithOptions('{actions: [{type: write, text: 8675309}]}')),
    ...checkText(specWithOptions(`{headers: "Cookie: ${secret}"}`)),
    ...checkText(specWithOptions(`{actions: ["write ${secret}"]}`)),
    ...checkText(specWithOptions(`{proxy: "https://user:${secret}@proxy.example/"}`)),
    ...checkText(specWith('').replace('[https://shop.example/]', `https://user:${secret}@shop.example/`)),
  ];
  expect(findings).toHaveLength(10);
  for (const {message, hint} of findings) expect(`${message} ${hint}`).not.toMatch(/hunter2|8675309/);
});

test('long texts and names are cut in messages', () => {
  const long = 'x'.repeat(10_000);
  const findings = [
    ...checkText(specWith(`${long.slice(0, 1000)}: 1`).replace('name: shop', `name: ${long}`)),
    ...checkText(specWithOptions(`{proxy: ${long}}`)),
  ];
  expect(findings).toHaveLength(3);
  for (const {message} of findings) expect(message.length).toBeLessThan(250);
});

describe('hostile documents', () => {
  test('I17: at most 50 findings a document, errors first, the rest counted', () => {
    const unknown = Array.from({length: 100}, (_, index) => `unknown${index}: 1`).join(', ');
    const findings = checkText(specWithOptions(`{${unknown}, proxy: x, timeout: 1}`));
    expect(findings).toHaveLength(50);
    expect(findings.slice(0, 3).map(({severity}) => severity)).toEqual(['error', 'error', 'warning']);
    expect(findings[49]).toMatchObject({
      code: 'schema/more-findings',
      severity: 'warning',
      message: expect.stringContaining('53 more findings'),
    });
  });

  test('I17: 200,000 errors end in 50 findings', () => {
    const data = {name: 'shop', schedule: {text: 'daily'}, targets: Array.from({length: 200_000}, () => 1)};
    const document = readDocument('name: shop\n').with(data);
    const findings = checkShape(document);
    expect(findings).toHaveLength(50);
    expect(findings[49]).toMatchObject({code: 'schema/more-findings', severity: 'error', message: expect.stringContaining('199952 more')});
  });

  test.each(['constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__'])(
    'I17: a header and metadata named %s are names like any other',
    name => {
      const own = (value: string) => JSON.parse(`{${JSON.stringify(name)}: ${value}}`);
      const valid = {
        name: 'shop',
        schedule: {text: 'daily'},
        targets: [{type: 'scrape', urls: ['https://shop.example/'], scrapeOptions: {headers: own('"x"')}}],
      };
      const document = readDocument('name: shop\n');
      expect(
        checkShape(document.with({...valid, webhook: {url: 'https://hooks.example/', headers: own('"x"'), metadata: own('1')}})),
      ).toEqual([]);
      expect(checkShape(document.with({...valid, webhook: {url: 'https://hooks.example/', headers: own('{}')}}))).toMatchObject([
        {code: 'schema/type'},
      ]);
      expect(checkShape(document.with(Object.assign(own('1'), valid)))).toMatchObject([{code: 'schema/unknown-field'}]);
      expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    },
  );

  test.each(['type: constructor', 'type: __proto__', 'type: toString'])('I17: a target with "%s" is of an unknown type', type =>
    expect(checkText(specWith('').replace('type: scrape', type))).toMatchObject([{code: 'schema/unknown-type'}]),
  );
});

function listExamples(): string[] {
  const entries = existsSync(join(root, 'examples')) ? readdirSync(join(root, 'examples'), {recursive: true, encoding: 'utf8'}) : [];
  const specs = entries.filter(path => path.includes('/monitors/') && path.endsWith('.yaml'));
  // Those of the fleet are complete only with their layers.
  return specs.filter(path => !path.startsWith('fleet/')).map(path => `examples/${path}`);
}
