import {checkConfig} from '../../src/core/config/check';
import {check} from '../unit/core/specs/fleet/world';
import {readDocument} from '../unit/core/specs/schema-world';
import {acceptAll, listGaps, listValuePlaces, openEditor} from './accepting';
import {type Cursor, type LanguageServer, readCursor} from './language-server';

let server: LanguageServer;

beforeAll(async () => {
  server = await openEditor({diagnoses: false});
});

afterAll(() => server.stop());

const LAYER = `schedule:
  timezone: Europe/Berlin
webhook:
  url: https://hooks.acme.example/
notification:
  email:
    enabled: true
targets:
  scrape:
    scrapeOptions:
      onlyMainContent: true
      location:
        country: DE
  crawl:
    crawlOptions:
      limit: 10
  search:
    maxResults: 5
sync:
  labels:
    team: pricing`;

const CONFIG = `project: acme
environment: staging
service:
  operations: full
environments:
  staging:
    budget:
      creditsPerMonth: 500
safety:
  maxDeletes: 30%
moves:
  - from: old/**
    to: new/**`;

/**
 * The errors of a specs directory with these defaults and a spec of each type below them, but for `alerts` beside a notification:
 * editors offer both.
 */
function listFaults(defaults: string): string[] {
  const spec = 'name: a\nschedule: {text: daily}\ngoal: Tell me when a price changes\ntargets:\n';
  const targets = [
    '  - {type: scrape, urls: ["https://a.example/"]}',
    '  - {type: crawl, url: "https://a.example/"}',
    '  - {type: search, queries: [prices]}',
  ];
  const {findings} = check({'_defaults.yaml': defaults, 'a.yaml': `${spec}${targets.join('\n')}\n`}, {declared: ['default', 'production']});
  return findings.filter(({severity, code}) => severity === 'error' && code !== 'spec/alerts').map(({message}) => message);
}

test('each member that is offered in defaults is valid there', async () => {
  const places = [readCursor('|'), readCursor('targets:\n  |'), ...listGaps(LAYER)];
  const texts = (await Promise.all(places.map(cursor => acceptAll(server, 'monitors/_defaults.yaml', cursor)))).flat();
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.flatMap(text => listFaults(text).map(message => `${message} in:\n${text}`))).toEqual([]);
});

test('each value that is offered behind a name is valid, in defaults and in the config', async () => {
  const accept = (file: string) => async (place: {readonly cursor: Cursor}) => await acceptAll(server, file, place.cursor);
  const layers = await Promise.all(listValuePlaces(LAYER).map(accept('monitors/_defaults.yaml')));
  const zones = (text: string) => /timezone: (?!Europe)/.test(text);
  const texts = layers.flat().filter((text, index) => !zones(text) || index % 50 === 0);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.flatMap(text => listFaults(text).map(message => `${message} in:\n${text}`))).toEqual([]);
  // The names of environments are the user's own.
  const places = listValuePlaces(CONFIG).filter(({member}) => member !== 'environment');
  const configs = (await Promise.all(places.map(accept('monitors.config.yaml')))).flat();
  expect(configs.length).toBeGreaterThan(5);
  expect(configs.flatMap(text => checkConfig(readDocument(text)).map(({message}) => `${message} in:\n${text}`))).toEqual([]);
});

test('defaults begin with a snippet; a spec’s own members are not offered', async () => {
  const labels = (await server.complete('monitors/_defaults.yaml', readCursor('|'))).map(({label}) => label);
  expect(labels).toEqual(expect.arrayContaining(['defaults', 'schedule', 'targets', 'webhook']));
  expect(labels).not.toContain('name');
  const targets = (await server.complete('monitors/_defaults.yaml', readCursor('targets:\n  |'))).map(({label}) => label);
  expect(targets).toEqual(expect.arrayContaining(['scrape', 'crawl', 'search']));
});

test('each member that is offered in the config is valid there', async () => {
  const places = [readCursor('|'), ...listGaps(CONFIG)];
  const texts = (await Promise.all(places.map(cursor => acceptAll(server, 'monitors.config.yaml', cursor)))).flat();
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.flatMap(text => checkConfig(readDocument(text)).map(({message}) => `${message} in:\n${text}`))).toEqual([]);
});

test.each([
  ['service:\n  operations: |', ['create', 'full']],
  ['budget:\n  by: |', ['estimate', 'actual']],
])('%j offers the words alone', async (text, words) => {
  const texts = await acceptAll(server, 'monitors.config.yaml', readCursor(text));
  expect(texts.sort()).toEqual(words.map(word => text.replace('|', word)).sort());
});

test('rows offer what a row may say besides its columns', async () => {
  const labels = (await server.complete('monitors/_rows.yaml', readCursor('- key: acme\n  |'))).map(({label}) => label);
  expect(labels).toEqual(expect.arrayContaining(['renamedFrom', 'protect', 'paused', 'sync']));
});
