import {NO_FIELDS} from '../../../../../src/core/service/allowed-fields';
import {readLayer} from '../../../../../src/core/specs/fleet/layer';
import {check as checkAll, page} from './world';

function check(text: string): string[] {
  const file = {file: 'monitors/_defaults.yaml', specPath: '_defaults.yaml', folder: '', environment: null, bytes: Buffer.from(text)};
  const environment = {environment: 'default', declared: null, vars: {DAYS: 1, M: true, F: 'markdown'}};
  return readLayer(file, {allowed: [], fields: NO_FIELDS}, environment).findings.map(({code, where, message, hint}) =>
    [code, where?.pointer, message, hint].filter(part => part !== undefined).join(' | '),
  );
}

test.each([
  ['an empty layer', '# nothing yet\n---\n{}'],
  ['members that specs share', 'schedule: {timezone: Europe/Berlin}\nwebhook: {headers: {A: b}}\nsync: {labels: {team: pricing}}'],
  ['options of targets by type', 'targets: {scrape: {scrapeOptions: {onlyMainContent: true}}, search: {maxResults: 5}}'],
  ['null, which removes an inherited member', 'webhook: null\nretentionDays: null\ntargets: {scrape: {scrapeOptions: {formats: null}}}'],
  [
    'a reference for a number, a switch, a list or a mapping',
    'retentionDays: "${var:DAYS}"\ntargets: {scrape: {scrapeOptions: {mobile: "${var:M}", formats: "${var:F}", location: "${each:place}"}}}',
  ],
  ['a part of a mapping that is complete only with the specs', 'targets: {scrape: {scrapeOptions: {profile: {saveChanges: false}}}}'],
])('%s is in order', (_name, text) => expect(check(text)).toEqual([]));

test.each([
  ['a name', 'name: a', 'fleet/not-in-layer | /name | "name" may not stand in a layer: each spec has its own | move it into the specs'],
  [
    'addresses',
    'targets: {scrape: {urls: [https://a.example/]}}',
    'fleet/not-in-layer | /targets/scrape/urls | "targets.scrape.urls" may not stand in a layer: each spec has its own | move it into the specs',
  ],
  [
    'a key',
    'sync: {key: a}',
    'fleet/not-in-layer | /sync/key | "sync.key" may not stand in a layer: each spec has its own | move it into the specs',
  ],
  [
    'targets as a list',
    'targets: [{type: scrape}]',
    'fleet/layer-form | /targets | "targets" of a layer must be a mapping by type | write targets: {scrape: {...}}; the pages themselves stand in the specs',
  ],
  [
    'a number out of range',
    'retentionDays: 999',
    'schema/range | /retentionDays | "retentionDays" must be 365 or less, but is 999 | the unit is days',
  ],
  [
    'an unknown scrape option',
    'targets: {scrape: {scrapeOptions: {mobil: true}}}',
    'schema/unknown-field | /targets/scrape/scrapeOptions/mobil | unknown field "mobil" in "targets.scrape.scrapeOptions" | did you mean "mobile"?',
  ],
])('%s is refused at its place in the layer', (_name, text, expected) => expect(check(text)).toEqual([expected]));

test.each([
  [
    'an escaped reference, which is text',
    'retentionDays: "$${var:DAYS}"',
    expect.stringContaining('schema/type | /retentionDays | "retentionDays" must be a whole number'),
  ],
  [
    'an item of a list that lacks a member',
    'targets: {scrape: {scrapeOptions: {actions: [{type: press}]}}}',
    expect.stringContaining('schema/missing-field'),
  ],
])('%s is refused in the spec below the layer, at its place in the layer', (_name, text, expected) => {
  const {findings} = checkAll({'_defaults.yaml': `${text}\n`, 'a.yaml': `${page('a')}schedule: {text: daily}\n`});
  const errors = findings.filter(({severity}) => severity === 'error');
  expect(errors.map(({where}) => where?.file)).toEqual(['monitors/_defaults.yaml']);
  expect(errors.map(({code, where, message}) => `${code} | ${where?.pointer} | ${message}`)).toEqual([expected]);
});
