import fc from 'fast-check';
import {hashJson} from '../../../../src/core/json/canonical';
import {diffBodies, type FieldChange} from '../../../../src/core/plan/diff';
import {fingerprintBody} from '../../../../src/core/secrets/fingerprint';
import {bodyOf, type JsonObject, LINEAGE} from './world';

const scrape = (members: JsonObject = {}): JsonObject => ({type: 'scrape', urls: ['https://a.example'], ...members});
const search = (members: JsonObject = {}): JsonObject => ({type: 'search', queries: ['cats'], ...members});
const targets = (...list: JsonObject[]) => bodyOf('shop', {targets: list});
const formats = (...list: (string | JsonObject)[]) => targets(scrape({scrapeOptions: {formats: list}}));
const actions = (...list: JsonObject[]) => targets(scrape({scrapeOptions: {actions: list}}));
const webhook = (members: JsonObject) => bodyOf('shop', {webhook: {url: 'https://hooks.example', ...members}});
const diff = (before: JsonObject, after: JsonObject) => diffBodies(fingerprintBody(before, LINEAGE), after, LINEAGE);
const click = {type: 'click', selector: '#a'};

describe('diffBodies', () => {
  test.each<{name: string; before: JsonObject; after: JsonObject; fields: FieldChange[]}>([
    {
      name: 'a changed text',
      before: bodyOf('shop'),
      after: bodyOf('shop', {goal: 'new'}),
      fields: [{path: '/goal', op: 'change', before: 'Tell me when a price changes', after: 'new', sensitive: false}],
    },
    {
      name: 'another kind of schedule',
      before: bodyOf('shop'),
      after: bodyOf('shop', {schedule: {cron: '0 * * * *'}}),
      fields: [
        {path: '/schedule/cron', op: 'add', after: '0 * * * *', sensitive: false},
        {path: '/schedule/text', op: 'remove', before: 'hourly', sensitive: false},
      ],
    },
    {
      name: 'list items are added and removed by item, without an index',
      before: targets(scrape({urls: ['https://a.example', 'https://b.example', 'https://c.example']})),
      after: targets(scrape({urls: ['https://new.example', 'https://a.example', 'https://c.example']})),
      fields: [
        {path: '/targets/0/urls', op: 'add', after: 'https://new.example', sensitive: false},
        {path: '/targets/0/urls', op: 'remove', before: 'https://b.example', sensitive: false},
      ],
    },
    {
      name: 'an added target is one item',
      before: targets(scrape()),
      after: targets(search({maxResults: 10, searchWindow: '24h'}), scrape()),
      fields: [{path: '/targets', op: 'add', after: search({maxResults: 10, searchWindow: '24h'}), sensitive: false}],
    },
    {
      name: 'a removed target is one item',
      before: targets({type: 'crawl', url: 'https://b.example'}, scrape()),
      after: targets(scrape()),
      fields: [
        {path: '/targets', op: 'remove', before: expect.objectContaining({type: 'crawl'}) as unknown as JsonObject, sensitive: false},
      ],
    },
    {
      name: 'a target that moved and changed is named by where it stands in the spec',
      before: targets(scrape(), search()),
      after: targets(search({maxResults: 5}), scrape()),
      fields: [{path: '/targets/0/maxResults', op: 'change', before: 10, after: 5, sensitive: false}],
    },
    {
      name: 'a format that changed is not another one',
      before: formats({type: 'json', prompt: 'one'}, 'markdown'),
      after: formats('markdown', {type: 'json', prompt: 'two'}),
      fields: [{path: '/targets/0/scrapeOptions/formats/1/prompt', op: 'change', before: 'one', after: 'two', sensitive: false}],
    },
    {
      name: 'actions keep their order: one put in between is one change',
      before: actions(click, {type: 'press', key: 'Enter'}),
      after: actions(click, {type: 'wait', milliseconds: 5}, {type: 'press', key: 'Enter'}),
      fields: [{path: '/targets/0/scrapeOptions/actions', op: 'add', after: {type: 'wait', milliseconds: 5}, sensitive: false}],
    },
    {
      name: 'a secret literal that changed is seen and not shown',
      before: webhook({headers: {Authorization: 'CANARY-1'}}),
      after: webhook({headers: {Authorization: 'CANARY-2'}}),
      fields: [{path: '/webhook/headers/Authorization', op: 'change', before: '(secret)', after: '(secret)', sensitive: true}],
    },
    {
      name: 'a literal that became a reference shows the reference',
      before: webhook({headers: {Authorization: 'Bearer CANARY'}}),
      after: webhook({headers: {Authorization: 'Bearer ${env:TOKEN}'}}),
      fields: [{path: '/webhook/headers/Authorization', op: 'change', before: '(secret)', after: 'Bearer ${env:TOKEN}', sensitive: true}],
    },
    {
      name: 'a webhook path that changed shows scheme and host',
      before: webhook({url: 'https://hooks.example/CANARY1'}),
      after: webhook({url: 'https://hooks.example/CANARY2'}),
      fields: [
        {
          path: '/webhook/url',
          op: 'change',
          before: 'https://hooks.example/(secret)',
          after: 'https://hooks.example/(secret)',
          sensitive: true,
        },
      ],
    },
    {
      name: 'the query of a page is masked',
      before: targets(scrape()),
      after: targets(scrape({urls: ['https://a.example', 'https://b.example/?token=CANARY']})),
      fields: [{path: '/targets/0/urls', op: 'add', after: 'https://b.example/?token=(secret)', sensitive: true}],
    },
    {
      name: 'an id that the spec gives and the record has not',
      before: targets(scrape({id: 'aaaaaaaa-0000-4000-8000-00000000000a'})),
      after: targets(scrape({id: 'BBBBBBBB-0000-4000-8000-00000000000B'})),
      fields: [
        {
          path: '/targets/0/id',
          op: 'change',
          before: 'aaaaaaaa-0000-4000-8000-00000000000a',
          after: 'bbbbbbbb-0000-4000-8000-00000000000b',
          sensitive: false,
        },
      ],
    },
    {
      name: 'metadata that became another type',
      before: webhook({metadata: {a: [1, 2]}}),
      after: webhook({metadata: {a: {b: 1}}}),
      fields: [{path: '/webhook/metadata/a', op: 'change', before: [1, 2], after: {b: 1}, sensitive: false}],
    },
    {
      name: 'lists of lists',
      before: webhook({metadata: {a: [[1], [2]]}}),
      after: webhook({metadata: {a: [[1, 5], [2]]}}),
      fields: [{path: '/webhook/metadata/a/0', op: 'add', after: 5, sensitive: false}],
    },
    {
      name: 'null is a value',
      before: webhook({metadata: {a: null}}),
      after: webhook({metadata: {a: 1}}),
      fields: [{path: '/webhook/metadata/a', op: 'change', before: null, after: 1, sensitive: false}],
    },
  ])('$name', ({before, after, fields}) => {
    expect(diff(before, after).filter(field => !field.path.startsWith('/webhook/events'))).toEqual(fields);
  });

  test('I8: a member named __proto__ is compared like any other', () => {
    const odd = (value: number) =>
      JSON.parse(`{"webhook": {"url": "https://h.example", "metadata": {"__proto__": {"x": ${value}}}}}`) as JsonObject;
    expect(diff(odd(1), odd(2))).toMatchObject([{path: '/webhook/metadata/__proto__/x', op: 'change', before: 1, after: 2}]);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  const value = fc.jsonValue({maxDepth: 3}).map(found => JSON.parse(JSON.stringify(found)) as JsonObject);
  const hook = fc.record({metadata: fc.dictionary(fc.string(), value), headers: fc.dictionary(fc.string(), fc.string())}).map(webhook);
  const urls = fc.array(fc.webUrl({withQueryParameters: true}), {maxLength: 5});

  test('a body does not differ from itself, and any other webhook shows', () => {
    fc.assert(
      fc.property(hook, hook, (one, two) => {
        expect(diff(one, one)).toEqual([]);
        expect(diff(one, two).length > 0).toBe(hashJson(one) !== hashJson(two));
      }),
    );
  });

  test('of urls just those are shown that came or went', () => {
    fc.assert(
      fc.property(urls, urls, (one, two) => {
        const fields = diff(targets(search(), scrape({urls: one})), targets(search(), scrape({urls: two})));
        const count = (list: readonly string[], url: string) => list.filter(item => item === url).length;
        const [came, went] = [new Set(two), new Set(one)].map((side, index) =>
          [...side].reduce((sum, url) => sum + Math.max(0, (index === 0 ? 1 : -1) * (count(two, url) - count(one, url))), 0),
        );
        expect(fields.filter(field => field.op === 'add')).toHaveLength(came ?? 0);
        expect(fields.filter(field => field.op === 'remove')).toHaveLength(went ?? 0);
      }),
    );
  });

  test('no header value is ever shown', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{8,20}$/), fc.stringMatching(/^[A-Z]{8,20}$/), (one, two) => {
        const shown = JSON.stringify(diff(webhook({headers: {A: one, B: one}}), webhook({headers: {A: two, C: two}})));
        expect(shown).not.toContain(one);
        expect(shown).not.toContain(two);
      }),
    );
  });
});
