import {findLayerFaults} from '../../../../src/spec/fleet/layer-shape';
import {readDocument} from '../schema-world';

function check(text: string): string[] {
  return findLayerFaults(readDocument(text)).findings.map(({code, where, message, hint}) =>
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
  ['a name', 'name: a', 'schema/unknown-field | /name | unknown field "name" in these defaults | it belongs to one spec: write it there'],
  [
    'addresses',
    'targets: {scrape: {urls: [https://a.example/]}}',
    'schema/unknown-field | /targets/scrape/urls | unknown field "urls" in "targets.scrape" | it belongs to one spec: write it there',
  ],
  ['a key', 'sync: {key: a}', 'schema/unknown-field | /sync/key | unknown field "key" in "sync" | it belongs to one spec: write it there'],
  [
    'targets as a list',
    'targets: [{type: scrape}]',
    'schema/type | /targets | "targets" must be an object, but is a list | write a mapping by type, without "- ", such as targets: {scrape: {scrapeOptions: {onlyMainContent: true}}}',
  ],
  [
    'a number out of range',
    'retentionDays: 999',
    'schema/range | /retentionDays | "retentionDays" must be 365 or less, but is 999 | the unit is days',
  ],
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
  [
    'an unknown scrape option',
    'targets: {scrape: {scrapeOptions: {mobil: true}}}',
    'schema/unknown-field | /targets/scrape/scrapeOptions/mobil | unknown field "mobil" in "targets.scrape.scrapeOptions" | did you mean "mobile"?',
  ],
])('%s is refused at its place in the layer', (_name, text, expected) => expect(check(text)).toEqual([expected]));
