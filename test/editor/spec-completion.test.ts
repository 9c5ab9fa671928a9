import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {makeWorkspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {acceptAll, listGaps, listHoles, listValuePlaces, openEditor} from './accepting';
import {type LanguageServer, readCursor} from './language-server';

const EXAMPLES = join(__dirname, '../../examples/every-field/monitors');

/** Specs in which every member stands somewhere, without the ids that only one spec may have. */
const SPECS = ['scrape.yaml', 'crawl-and-search.yaml']
  .flatMap(name => readFileSync(join(EXAMPLES, name), 'utf8').split('---\n'))
  .map(text => text.replace(/^ *#.*\n/gm, '').replace(/^( *- )id: .*\n *(?=type:)/gm, '$1'))
  .map(text => text.trimEnd());

/** Members of mappings that hold what the user likes. */
const OWN = new Set(['properties', 'products', 'Cookie', 'Authorization', 'team', 'price']);

/** The examples use secrets, and what is offered the rest. */
const CONFIG = `service: {operations: full}
environment: production
environments: {default: {}, production: {}}
secrets: {allow: [HOOK_PATH, HOOK_TOKEN, SITE_PASSWORD, SITE_SESSION, TEAM_TAG]}
`;

let server: LanguageServer;

beforeAll(async () => {
  server = await openEditor({diagnoses: false});
});

afterAll(() => server.stop());

const labelsAt = async (marked: string) => (await server.complete('monitors/a.yaml', readCursor(marked))).map(({label}) => label);

/** Texts that `monitors validate` refuses, each a spec of its own, but for `alerts` beside a notification: editors offer both. */
async function findRefused(texts: readonly string[]): Promise<string[]> {
  const different = [...new Set(texts)];
  const files = different.map((text, index) => [
    `monitors/${index}.yaml`,
    text.replace(/^ {2}key: .*$/m, `  key: k${index}`).replace('pricing/old', `old${index}`),
  ]);
  const workspace = makeWorkspace({
    'monitors.config.yaml': CONFIG,
    'monitors/_rows.csv': 'key,name\nacme,Acme\n',
    ...Object.fromEntries(files),
  });
  const {stdout} = await runMonitorsHere(['validate', '--format', 'json'], {cwd: workspace.directory});
  workspace.remove();
  const output = JSON.parse(stdout) as {files: number; diagnostics: {severity: string; code: string; message: string; file: string}[]};
  expect(output.files).toBe(different.length);
  return output.diagnostics
    .filter(({severity, code}) => severity === 'error' && code !== 'spec/alerts')
    .map(({file, message}) => `${message} in:\n${different[Number(/(\d+)\.yaml/.exec(file)?.[1])]}`);
}

test('each member that is offered after another one is valid as it is inserted', async () => {
  const texts = await Promise.all(SPECS.flatMap(listGaps).map(cursor => acceptAll(server, 'monitors/a.yaml', cursor)));
  expect(texts.flat().length).toBeGreaterThan(100);
  expect(await findRefused(texts.flat())).toEqual([]);
});

test('each member is offered where it may stand, with a value that is valid', async () => {
  const places = SPECS.flatMap(listHoles).filter(({member}) => !OWN.has(member) && !/^(?:in|ex)cludeDomains$/.test(member));
  const accepted = await Promise.all(
    places.map(async ({member, cursor}) => ({member, texts: await acceptAll(server, 'monitors/a.yaml', cursor, member)})),
  );
  expect(accepted.filter(({texts}) => texts.length === 0).map(({member}) => member)).toEqual(['type']);
  expect(await findRefused(accepted.flatMap(({texts}) => texts))).toEqual([]);
});

test('each value that is offered behind a name is valid', async () => {
  const places = SPECS.flatMap(listValuePlaces).filter(({member}) => !OWN.has(member) && !/^(?:in|ex)cludeDomains$/.test(member));
  const accepted = await Promise.all(
    places.map(async ({member, cursor}) => ({member, texts: await acceptAll(server, 'monitors/a.yaml', cursor)})),
  );
  expect(accepted.filter(({texts}) => texts.length === 0).map(({member}) => member)).toEqual([]);
  expect(await findRefused(accepted.flatMap(({texts}) => texts))).toEqual([]);
});

const START = 'name: Acme\nschedule: {text: daily}\ngoal: Tell me more\n';
const OPTIONS = `${START}targets:\n  - type: scrape\n    urls: [https://acme.example/]\n    scrapeOptions:\n      `;

test.each([
  ['a whole monitor in an empty file', '|', ['page monitor', 'site monitor', 'search monitor']],
  ['the rest of a monitor behind its name', 'name: Acme\n|', ['page monitor', 'site monitor', 'search monitor']],
  [
    'a schedule as a phrase or as cron',
    'name: Acme\ntargets: [{type: scrape, urls: [https://acme.example/]}]\nschedule: |',
    ['{text: every 30 minutes}'],
  ],
  ['a target of each type', `${START}targets:\n  - |`, ['page', 'site', 'search']],
  ['a list of targets', `${START}targets: |`, ['[{type: scrape, urls: [https://example.com/pricing]}]']],
  ['names of formats after a dash', `${OPTIONS}formats:\n        - |`, ['markdown', 'links', 'screenshot', 'changeTracking']],
  ['names of formats in brackets', `${OPTIONS}formats: [|]`, ['markdown', 'links', 'screenshot', 'changeTracking']],
  ['formats with options', `${OPTIONS}formats: |`, ['[markdown, {type: screenshot, fullPage: true}]']],
])('%s is offered, and all that is offered there is valid', async (_name, marked, labels) => {
  const {text, position} = readCursor(marked);
  expect(await labelsAt(marked)).toEqual(expect.arrayContaining(labels));
  const offered = await acceptAll(server, 'monitors/a.yaml', {text, position}, labels);
  expect(offered.length).toBeGreaterThanOrEqual(labels.length);
  expect(await findRefused(offered)).toEqual([]);
});

test.each([
  ['of targets', `${START}targets:\n  - type: |`, ['scrape', 'crawl', 'search']],
  [
    'of actions',
    `${OPTIONS}actions:\n        - type: |`,
    ['wait', 'screenshot', 'click', 'write', 'press', 'scroll', 'scrape', 'executeJavascript', 'pdf'],
  ],
])('the types %s are offered', async (_name, marked, types) => expect(await labelsAt(marked)).toEqual(types));

test.each([
  ['no cron beside a text', 'name: Acme\nschedule:\n  text: daily\n  |', ['cron']],
  ['no other target inside a target', `${START}targets:\n  - type: scrape\n    |`, ['page', 'site', 'search', 'url', 'queries']],
  ['no name of a format inside a format', `${OPTIONS}formats:\n        - type: json\n          |`, ['markdown', 'links']],
  [
    'no member that checks fail on',
    `${START}targets:\n  - type: crawl\n    url: https://acme.example/\n    crawlOptions:\n      |`,
    ['maxDepth'],
  ],
  ['no null', `${OPTIONS}mobile: |`, ['null']],
])('%s is offered', async (_name, marked, labels) => {
  const offered = await labelsAt(marked);
  expect(offered.length).toBeGreaterThan(0);
  expect(offered.filter(label => labels.includes(label))).toEqual([]);
});

test('each name of a format is offered with its own meaning', async () => {
  const items = await server.complete('monitors/a.yaml', readCursor(`${OPTIONS}formats:\n        - |`));
  const meanings = items.filter(({label}) => label !== 'type' && label !== 'query').map(({documentation}) => JSON.stringify(documentation));
  expect(meanings.length).toBe(16);
  expect(new Set(meanings).size).toBe(16);
});
