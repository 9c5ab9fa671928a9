import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {findFence, listFences} from '../docs/pages';
import {startUserWorld, type UserWorld} from '../world/service';
import {LanguageServer, readCursor} from './language-server';

/** docs/many-monitors.md, followed with an editor open that has what `monitors init` wrote for it. */
const PAGE = 'docs/many-monitors.md';

let world: UserWorld;
let server: LanguageServer;

beforeAll(async () => {
  world = await startUserWorld({});
  expect(await world.runHere(['init', '--project', 'acme-web'])).toMatchObject({exitCode: 0});
  rmSync(world.workspace.path('monitors/example.yaml'));
  const settings = JSON.parse(read('.vscode/settings.json')) as {'yaml.schemas': Record<string, readonly string[]>};
  const schemas = Object.entries(settings['yaml.schemas']).map(([path, patterns]) => [world.workspace.path(path), patterns]);
  server = await LanguageServer.start(Object.fromEntries(schemas), true);
});

afterAll(async () => {
  await server.stop();
  await world.close();
});

const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');
/** Pages that go on from this one, with samples of the same project. */
const FURTHER = ['docs/environments.md', 'docs/teams.md'];
const samplesOf = (path: string) =>
  [PAGE, ...FURTHER].flatMap(page => listFences(page)).flatMap(({text}) => (/^# ([^:\n]+)/.exec(text)?.[1] === path ? [text] : []));
const run = (...args: string[]) => world.runHere(args);

/** Every YAML file of the project. */
function listFiles(): string[] {
  const specs = readdirSync(world.workspace.path('monitors'), {recursive: true, encoding: 'utf8'}).filter(path => path.endsWith('.yaml'));
  return ['monitors.config.yaml', ...specs.map(path => join('monitors', path))].sort();
}

/** Underlined places by file; nothing is where the page says that a step is fine. */
async function diagnoseAll() {
  const found = listFiles().map(async file => {
    const diagnostics = await server.diagnoseFile(world.workspace.path(file), read(file));
    return diagnostics.map(({message}) => `${file}: ${message}`);
  });
  return (await Promise.all(found)).flat();
}

async function expectFine(...files: string[]): Promise<void> {
  expect(listFiles()).toEqual(expect.arrayContaining(files));
  expect(await diagnoseAll()).toEqual([]);
  expect(await run('validate')).toMatchObject({exitCode: 0});
}

test('nothing is underlined on the way from copies to a list, environments, moves and rules', async () => {
  const copies = ['monitors/pricing/acme.yaml', 'monitors/pricing/bluefin.yaml'];
  world.workspace.write(Object.fromEntries(copies.map(path => [path, samplesOf(path)[0] ?? ''])));
  await expectFine(...copies);
  expect(await run('factor', 'monitors/pricing')).toMatchObject({exitCode: 0});
  await expectFine('monitors/pricing/_defaults.yaml');
  expect(await run('factor', 'monitors/pricing', '--list', 'pages')).toMatchObject({exitCode: 0});
  await expectFine('monitors/pricing/pages.yaml');
  rmSync(world.workspace.path('monitors/pricing'), {recursive: true});
  const written = ['monitors/pricing/_defaults.yaml', 'monitors/pricing/companies.yaml', 'monitors/_overlay.staging.yaml'];
  world.workspace.write(Object.fromEntries(written.map(path => [path, samplesOf(path)[0] ?? ''])));
  const config = read('monitors.config.yaml');
  const blocks = samplesOf('monitors.config.yaml').map(text => text.replace(/^project: .*\n/m, ''));
  expect(blocks).toHaveLength(4);
  world.workspace.write({
    'monitors/pricing/_companies.csv': findFence(PAGE, 'key,name,site'),
    'monitors/pricing/_defaults.yaml': `${samplesOf('monitors/pricing/_defaults.yaml')[0]}sync: {labels: {team: pricing}}\n`,
    'monitors.config.yaml': [config, ...blocks].join(''),
  });
  await expectFine(...written);
});

test('a file names only a schema that is there', async () => {
  rmSync(world.workspace.path('monitors'), {recursive: true});
  rmSync(world.workspace.path('.vscode/monitors-layer.schema.json'));
  const copies = ['monitors/pricing/acme.yaml', 'monitors/pricing/bluefin.yaml'];
  world.workspace.write(Object.fromEntries(copies.map(path => [path, samplesOf(path)[0] ?? ''])));
  world.workspace.write({'monitors.config.yaml': 'project: acme-web\n'});
  expect(await run('factor', 'monitors/pricing')).toMatchObject({exitCode: 0});
  expect(read('monitors/pricing/_defaults.yaml')).not.toContain('$schema');
  expect(await run('factor', 'monitors/pricing', '--list', 'pages')).toMatchObject({exitCode: 0});
  expect(read('monitors/pricing/pages.yaml')).toContain('$schema=../../.vscode/monitors.schema.json\n');
});

test.each([
  ['monitors/pricing/_defaults.yaml', 'targets:\n  scr|ape: {scrapeOptions: {excludeTags: [nav]}}\n', 'scrape\n\nInherited by each target'],
  [
    'monitors/pricing/companies.yaml',
    'name: a\nsync:\n  ea|ch: {file: _companies.csv}\n',
    'each\n\nA file with the rows of a list: each makes',
  ],
  ['monitors/_overlay.staging.yaml', 'schedule: {te|xt: daily}\n', '#### text\n\nOne of'],
  ['monitors/_overlay.staging.yaml', 'schedule: {cr|on: "0 6 * * 1"}\n', '#### cron\n\nCron expression'],
  ['monitors.config.yaml', 'environ|ments: {staging: {}}\n', 'Environments by name'],
  ['monitors.config.yaml', 'mo|ves: [{from: a/*, to: b/*}]\n', 'Renames by pattern'],
  ['monitors.config.yaml', 'state: {backend: s3, buc|ket: acme}\n', 'Bucket; it must exist'],
  ['monitors.config.yaml', 'rules: [{keys: "**", minimum|Interval: 1 hour}]\n', 'Least time between two checks'],
])('under the pointer in %s: %j', async (file, marked, words) => {
  const shown = await server.hover(file, readCursor(marked));
  expect(shown).toContain(words);
  expect(shown).not.toMatch(/\|\||Values/);
});

test.each([
  ['monitors/pricing/_defaults.yaml', '|', ['schedule', 'targets', 'webhook', 'sync']],
  ['monitors/pricing/_defaults.yaml', 'targets:\n  |', ['scrape', 'crawl', 'search']],
  ['monitors/_overlay.staging.yaml', 'schedule:\n  |', ['cron', 'text', 'timezone']],
  ['monitors/pricing/companies.yaml', 'name: a\nsync:\n  |', ['each', 'key', 'labels']],
  ['monitors/pricing/companies.yaml', 'name: a\nsync:\n  each: |', ['{file: _rows.csv}']],
  ['monitors.config.yaml', 'environments:\n  staging:\n    |', ['budget', 'safety', 'vars']],
  ['monitors.config.yaml', 'moves:\n  - |', ['from', 'to']],
  ['monitors.config.yaml', 'state:\n  backend: |', ['postgres', 's3']],
  ['monitors.config.yaml', 'state:\n  backend: s3\n  |', ['bucket', 'prefix', 'region']],
  ['monitors.config.yaml', 'state:\n  backend: postgres\n  |', ['table']],
  ['monitors.config.yaml', 'rules:\n  - |', ['keys', 'require', 'minimumInterval']],
])('offered in %s: %j', async (file, marked, labels) => {
  expect((await server.complete(file, readCursor(marked))).map(({label}) => label)).toEqual(expect.arrayContaining([...labels]));
});

test('settings of a layer begin with labels', async () => {
  const [sync] = (await server.complete('monitors/_defaults.yaml', readCursor('goal: Tell me\n|'))).filter(({label}) => label === 'sync');
  expect(sync?.textEdit?.newText ?? sync?.insertText).toContain('labels');
});

test.each([
  ['monitors/pricing/_defaults.yaml', 'schedul: {text: daily}\n', 'schedul'],
  ['monitors/pricing/companies.yaml', 'name: a\ntargets: []\nsync: {kye: a}\n', 'kye'],
  ['monitors.config.yaml', 'environments: {staging: {budgte: {creditsPerMonth: 5}}}\n', 'budgte'],
  ['monitors.config.yaml', 'state: {backend: s3, bucket: acme, prefx: web}\n', 'prefx'],
])('a typing error in %s is underlined: %j', async (file, text, member) => {
  expect((await server.diagnose(file, text)).map(({message}) => message)).toContainEqual(`Property ${member} is not allowed.`);
});
