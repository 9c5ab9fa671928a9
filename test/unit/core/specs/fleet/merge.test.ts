import fc from 'fast-check';
import {canonicalJson} from '../../../../../src/core/json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../../../../../src/core/json/value';
import {mergeDefaults, mergeSpec} from '../../../../../src/core/specs/fleet/merge';

const merged = (spec: JsonObject, defaults: readonly JsonObject[], overlays: readonly JsonObject[] = []) =>
  mergeSpec(mergeDefaults(defaults), spec, overlays);

test('mappings merge, lists and scalars replace, null removes what is inherited', () => {
  const outer = {goal: 'outer', retentionDays: 30, notification: {email: {enabled: true, recipients: ['a@acme.example']}}};
  const inner = {goal: null, notification: {email: {recipients: ['b@acme.example']}}};
  expect(merged({name: 'a', retentionDays: null}, [outer, inner])).toEqual({
    name: 'a',
    notification: {email: {enabled: true, recipients: ['b@acme.example']}},
  });
});

test('a null with nothing to remove vanishes in a layer and stays in a spec', () => {
  expect(merged({name: 'a', goal: null, webhook: {url: null}}, [{retentionDays: null}], [{judgeEnabled: null}])).toEqual({
    name: 'a',
    goal: null,
    webhook: {url: null},
  });
});

test('an overlay has the last word, a spec the word before', () => {
  expect(merged({goal: 'spec', retentionDays: 7}, [{goal: 'default'}], [{retentionDays: 8}, {retentionDays: 9}])).toEqual({
    goal: 'spec',
    retentionDays: 9,
  });
});

test.each([
  [
    'a spec that sets cron',
    {schedule: {cron: '0 6 * * *'}},
    [{schedule: {text: 'daily', timezone: 'UTC'}}],
    [],
    {cron: '0 6 * * *', timezone: 'UTC'},
  ],
  ['a spec that sets text', {schedule: {text: 'daily'}}, [{schedule: {cron: '0 6 * * *'}}], [], {text: 'daily'}],
  ['an overlay that sets text', {schedule: {cron: '0 6 * * *'}}, [], [{schedule: {text: 'daily'}}], {text: 'daily'}],
  ['an inner default', {}, [{schedule: {cron: '0 6 * * *'}}, {schedule: {text: 'daily'}}], [], {text: 'daily'}],
  [
    'one that sets both keeps both, to be refused',
    {schedule: {cron: 'x', text: 'y'}},
    [{schedule: {text: 'daily'}}],
    [],
    {cron: 'x', text: 'y'},
  ],
] as const)('cron and text exclude each other: %s', (_, spec, defaults, overlays, schedule) => {
  expect(merged(spec, defaults, overlays)).toEqual({schedule});
});

test("targets inherit by their type; ids, types and order are the spec's", () => {
  const layer = {
    targets: {scrape: {scrapeOptions: {onlyMainContent: true, location: {country: 'DE'}}}, search: {includeDomains: ['a.example']}},
  };
  const overlay = {targets: {scrape: {scrapeOptions: {location: {languages: ['de']}}}}};
  const targets = [
    {type: 'search', queries: ['q'], excludeDomains: ['b.example']},
    {type: 'scrape', urls: ['https://a.example'], id: 'x', scrapeOptions: {onlyMainContent: null}},
    {type: 'crawl', url: 'https://a.example'},
    'odd',
  ];
  expect(merged({targets}, [layer], [overlay])).toEqual({
    targets: [
      {type: 'search', queries: ['q'], excludeDomains: ['b.example']},
      {type: 'scrape', urls: ['https://a.example'], id: 'x', scrapeOptions: {location: {country: 'DE', languages: ['de']}}},
      {type: 'crawl', url: 'https://a.example'},
      'odd',
    ],
  });
});

test('values of metadata and options that the service does not document replace whole', () => {
  const layer = {webhook: {metadata: {a: {x: 1, y: null}, b: 'b'}}, targets: {crawl: {crawlOptions: {odd: {x: 1}}}}};
  const spec = {webhook: {metadata: {a: {z: null}}}, targets: [{type: 'crawl', crawlOptions: {odd: {y: null}}}]};
  expect(merged(spec, [layer])).toEqual({
    webhook: {metadata: {a: {z: null}, b: 'b'}},
    targets: [{type: 'crawl', crawlOptions: {odd: {y: null}}}],
  });
});

test('names of headers are the same in any case, and go by the last writing', () => {
  const layer = {
    webhook: {headers: {Authorization: 'one', 'X-Team': 'a'}},
    targets: {scrape: {scrapeOptions: {headers: {'user-agent': 'x'}}}},
  };
  const spec = {
    webhook: {headers: {authorization: 'two', 'x-team': null}},
    targets: [{type: 'scrape', scrapeOptions: {headers: {'User-Agent': 'y'}}}],
  };
  expect(merged(spec, [layer])).toEqual({
    webhook: {headers: {authorization: 'two'}},
    targets: [{type: 'scrape', scrapeOptions: {headers: {'User-Agent': 'y'}}}],
  });
});

/** Bodies of few members, so that sources meet in them. */
const leaf = fc.constantFrom<JsonValue>(null, 'a', 'b', ['x'], 1);
const part = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), leaf, {maxKeys: 3});
const options = fc.record({onlyMainContent: leaf, location: fc.oneof(leaf, part('country', 'languages'))}, {requiredKeys: []});
const root = {
  goal: leaf,
  retentionDays: leaf,
  notification: fc.oneof(leaf, fc.record({email: fc.oneof(leaf, part('enabled', 'recipients'))}, {requiredKeys: []})),
};
const target = fc.record({scrapeOptions: fc.oneof(leaf, options), maxResults: leaf}, {requiredKeys: []});
const layers = fc.array(
  fc.record({...root, targets: fc.dictionary(fc.constantFrom('scrape', 'crawl'), target, {maxKeys: 2})}, {requiredKeys: []}),
  {maxLength: 3},
);
const spec = fc.record(
  {
    ...root,
    targets: fc.array(
      fc.tuple(fc.constantFrom('scrape', 'crawl'), target).map(([type, rest]) => ({...rest, type})),
      {maxLength: 3},
    ),
  },
  {requiredKeys: []},
);

/** The merge patch of RFC 7396, section 2, word by word; a spec's null stays where there is nothing to remove. */
function patch(base: JsonValue | undefined, value: JsonValue, keeps: boolean): JsonValue {
  if (!isObject(value)) return value;
  const result: Record<string, JsonValue> = isObject(base) ? {...base} : {};
  for (const [name, inner] of Object.entries(value)) {
    if (inner !== null) result[name] = patch(result[name], inner, keeps);
    else if (name in result) delete result[name];
    else if (keeps) result[name] = null;
  }
  return result;
}

function model(own: JsonObject, defaults: readonly JsonObject[], overlays: readonly JsonObject[]): JsonValue {
  const put = (whole: JsonValue | undefined, pick: (layer: JsonObject) => JsonValue | undefined, mine: JsonValue) => {
    const under = defaults.reduce<JsonValue | undefined>((base, layer) => patch(base, pick(layer) ?? {}, false), whole);
    return overlays.reduce<JsonValue>((base, layer) => patch(base, pick(layer) ?? {}, false), patch(under, mine, true));
  };
  const rest = ({targets: _, ...members}: JsonObject) => members;
  const members = put({}, rest, rest(own)) as JsonObject;
  const {targets} = own;
  if (!Array.isArray(targets)) return members;
  return {
    ...members,
    targets: targets.map((mine: JsonObject) =>
      put({}, layer => (layer['targets'] as JsonObject | undefined)?.[String(mine['type'])], mine),
    ),
  };
}

test('merging is that of a model that patches one file after the other', () => {
  fc.assert(
    fc.property(spec, layers, layers, (own, defaults, overlays) => {
      const before = canonicalJson([own, defaults, overlays] as JsonValue);
      const result = merged(own as JsonObject, defaults as JsonObject[], overlays as JsonObject[]);
      expect(canonicalJson(result)).toBe(canonicalJson(model(own as JsonObject, defaults as JsonObject[], overlays as JsonObject[])));
      expect(canonicalJson([own, defaults, overlays] as JsonValue)).toBe(before);
    }),
    {numRuns: 500},
  );
});

test('without layers a spec is taken as it is written', () => {
  fc.assert(fc.property(spec, own => expect(merged(own as JsonObject, [])).toEqual(own)));
});
