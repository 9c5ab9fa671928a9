import {readFileSync} from 'node:fs';
import type {SitePage} from '../../src/emulator';
import type {PlayedCheck} from '../../src/emulator/ports';
import type {TuneDocument} from '../../src/features/tune/document';
import {MonitorsError, tune} from '../../src/index';
import {expectPromised} from '../world/json-schemas';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** `monitors tune --fetch`, by command line and library: the one region that holds the noisy lines of a page, found and left out. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const HOUR = 3_600_000;
const COUNTER = 'https://noise.site.example/counter';
const CLOCK = 'https://noise.site.example/clock';
const SHOP = 'https://noise.site.example/shop';
const TOKEN = 'https://noise.site.example/token';
const ADS = ['Fly to the sun from 49 €', 'A better mattress', 'Learn to sail in a week', 'Coffee at home: 20% off'];
const YES = ['--auto-approve', '--max-credits', '100'];

let world: UserWorld;
afterEach(() => world.close());

const spec = (url: string, options = '') =>
  `name: A page\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [${url}] # the page\n${options}sync: {alerts: none}\n`;

async function start(files: Readonly<Record<string, string>>, pages: readonly SitePage[] = []): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, {answers: {checks: 'asked'}}, {operations: 'full', pages});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
}

/** Gives the monitor of an address twelve checks, each with a line that changed. */
function play(url: string, lineAt: (number: number) => string, urls: readonly string[] = [url]): void {
  const checks = Array.from({length: 12}, (_, number): PlayedCheck => {
    const finishedAt = Date.now() - (number + 1) * HOUR;
    const diff = {text: `@@ -1 +1 @@\n-${lineAt(number + 1)}\n+${lineAt(number)}\n`};
    const pages = urls.map(page => ({url: page, status: 'changed', statusCode: 200, judgment: null, diff}));
    return {startedAt: finishedAt - 1000, finishedAt, pages, estimatedCredits: 1, actualCredits: 1};
  });
  const id = world.emulator.monitors().find(({targets}) => JSON.stringify(targets).includes(url))?.id ?? '';
  world.emulator.dashboard.setChecks(id, {checks});
}

const playCounter = () => play(COUNTER, number => `You are visitor number ${48_300 - number}.`);
const sent = () => world.emulator.requests().filter(({path}) => path === '/v2/scrape');
const proposalsOf = ({monitors}: TuneDocument) =>
  monitors.flatMap(({proposals}) => proposals.map(({kind, value, writable}) => [kind, value, writable]));

async function read(...args: string[]): Promise<TuneDocument & {readonly exitCode: number}> {
  const {stdout, exitCode} = await world.runHere(['tune', '--fetch', '--format', 'json', '--quiet', ...YES, ...args]);
  expectPromised('tune', stdout);
  return {...JSON.parse(stdout), exitCode};
}

test.each([
  ['a counter', COUNTER, (number: number) => `You are visitor number ${48_300 - number}.`, '#visitors'],
  ['a clock', CLOCK, (number: number) => `Page made on 2026-11-0${(number % 9) + 1}T10:00:00.000Z, request ${99 - number}`, '.updated'],
  ['rotating texts', SHOP, (number: number) => ADS[number % ADS.length] ?? '', '.offers-today'],
])('%s: its region is proposed in place of the line, and two fetches are made now', async (_name, url, lineAt, selector) => {
  await start({'monitors/a.yaml': spec(url)});
  play(url, lineAt);
  const document = await read();
  expect(document).toMatchObject({exitCode: 0, complete: true, summary: {fetches: 2}});
  expect(document.monitors[0]?.regions).toEqual([{url, outcome: 'found', selector, error: null, mayBeCharged: false}]);
  expect(proposalsOf(document)).toContainEqual(['region', selector, true]);
  expect(proposalsOf(document).filter(([kind]) => kind === 'lines')).toEqual([]);
  const bodies = sent().map(({body}) => JSON.parse(String(body)));
  expect(bodies).toMatchObject([
    {url, maxAge: 0, storeInCache: false, formats: ['markdown', {type: 'html'}]},
    {url, maxAge: 0, storeInCache: false, excludeTags: [selector]},
  ]);
  expect(bodies[0]).not.toHaveProperty('excludeTags');
});

test('the region is written into the spec with its comment kept; the text says the removal is reported once', async () => {
  await start({'monitors/a.yaml': spec(COUNTER)});
  playCounter();
  const shown = await world.runHere(['tune', '--fetch', ...YES]);
  expect(shown).toMatchObject({exitCode: 0});
  expect(shown.stderr).toContain('Fetch 1 page twice: about 2 credits');
  expect(shown.stdout).toMatch(/leave out the region #visitors; the next check reports its removal, once/);
  const [, id = ''] = /> ([0-9a-f]{8}) {2}leave out the region/.exec(shown.stdout) ?? [];
  expect(shown.stdout).toContain(`Write one into its spec: monitors tune a --checks 30 --fetch --write ${id}`);
  const refused = await world.runHere(['tune', '--write', id]);
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/is not proposed now[\s\S]*--fetch/)});
  const written = await world.runHere(['tune', 'a', '--fetch', '--write', id, ...YES]);
  expect(written).toMatchObject({exitCode: 0, stdout: expect.stringContaining('written into monitors')});
  const text = readFileSync(world.workspace.path('monitors/a.yaml'), 'utf8');
  expect(text).toContain('# the page');
  expect(text).toMatch(/excludeTags:\s+- "?#visitors"?/);
});

test('two pages with a region of one name: each is a proposal of its own, and both are written', async () => {
  const [first, second] = [COUNTER, COUNTER.replace('https', 'http')];
  const target = (url: string) => `  - type: scrape\n    urls: ["${url}"]\n`;
  const text = `name: A page\nschedule: {text: hourly}\ntargets:\n${target(first)}${target(second)}sync: {alerts: none}\n`;
  await start({'monitors/a.yaml': text});
  const lineAt = (number: number) => `You are visitor number ${48_300 - number}.`;
  play(first, lineAt, [first, second]);
  const document = await read();
  const regions = document.monitors.flatMap(({proposals}) => proposals.filter(({kind}) => kind === 'region'));
  expect(regions.map(({value}) => value).sort()).toEqual([`#visitors (${first})`, `#visitors (${second})`].sort());
  expect(new Set(regions.map(({id}) => id)).size).toBe(2);
  const {exitCode, written} = await read(...regions.flatMap(({id}) => ['--write', id]));
  expect({exitCode, written: written?.proposals.length}).toEqual({exitCode: 0, written: 2});
  const spec = readFileSync(world.workspace.path('monitors/a.yaml'), 'utf8');
  expect(spec.match(/#visitors/g)).toHaveLength(2);
});

test('tags that a layer gives are not changed; the spec\u2019s own are kept', async () => {
  await start({
    'monitors/own.yaml': spec(COUNTER, '    scrapeOptions: {excludeTags: [nav]}\n'),
    'monitors/shop/_defaults.yaml': 'targets: {scrape: {scrapeOptions: {excludeTags: [footer]}}}\n',
    'monitors/shop/b.yaml': spec(CLOCK),
  });
  playCounter();
  play(CLOCK, number => `Page made on 2026-11-0${(number % 9) + 1}T10:00:00.000Z, request ${99 - number}`);
  const document = await read();
  const ids = document.monitors.flatMap(({proposals}) => proposals.filter(({kind}) => kind === 'region').map(({id}) => id));
  const {exitCode, written} = await read('--write', ids[0] ?? '', '--write', ids[1] ?? '');
  expect(exitCode).toBe(1);
  expect(written).toMatchObject({
    proposals: [{key: 'own'}],
    notWritten: [{key: 'shop/b', reason: 'shared', file: expect.stringMatching(/_defaults\.yaml$/)}],
  });
  expect(readFileSync(world.workspace.path('monitors/own.yaml'), 'utf8')).toMatch(/nav[\s\S]*#visitors/);
});

test('where no region can be left out, the line stays proposed and the reason is shown', async () => {
  await start({'monitors/a.yaml': spec(TOKEN), 'monitors/b.yaml': spec(COUNTER)});
  play(TOKEN, number => `[Application form](https://noise.site.example/download?token=${(number * 7919 + 99).toString(16)}) (2 pages)`);
  play(COUNTER, number => `Open on ${number + 1} May`);
  const document = await read();
  expect(document.monitors.map(({regions}) => regions.map(({outcome}) => outcome)).sort()).toEqual([['line-missing'], ['no-selector']]);
  expect(document.summary.fetches).toBe(2);
  expect(proposalsOf(document).filter(([kind]) => kind === 'lines')).toHaveLength(2);
  const {stdout} = await world.runHere(['tune', '--fetch', ...YES]);
  expect(stdout).toContain(`? ${TOKEN}: no selector leaves out just the noisy lines`);
});

test.each([
  ['headers', 'headers: {X-A: b}'],
  ['actions', 'actions: [{type: wait, milliseconds: 100}]'],
  ['a profile', 'profile: {name: me, saveChanges: false}'],
  ['a format without lines', 'formats: [{type: json, prompt: prices}]'],
  ['a copy alone', 'minAge: 1000'],
  ['nothing but a copy', 'lockdown: true'],
])('a page with %s is never fetched', async (_name, options) => {
  await start({'monitors/a.yaml': spec(COUNTER, `    scrapeOptions: {${options}}\n`)});
  playCounter();
  const document = await read();
  expect(document.monitors[0]?.regions).toMatchObject([{url: COUNTER, outcome: 'left-out'}]);
  expect(sent()).toEqual([]);
});

test('in a pull request, without an answer, or above the limit, nothing is fetched: command line and library', async () => {
  await start({'monitors/a.yaml': spec(COUNTER)});
  playCounter();
  const before = world.emulator.requests().length;
  const refused = await world.runHere(['tune', '--fetch', ...YES], {env: {GITHUB_EVENT_NAME: 'pull_request'}});
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('its author chooses what is paid for')});
  const env = {HOME: world.workspace.path('.home')};
  const options = {directory: world.workspace.directory, baseUrl: world.emulator.url, apiKey: API_KEY, fetch: true, env};
  await expect(tune({...options, maxCredits: 10, env: {...env, GITHUB_EVENT_NAME: 'pull_request'}})).rejects.toMatchObject({
    code: 'tune/pull-request',
  });
  expect(world.emulator.requests()).toHaveLength(before);
  await expect(tune(options)).rejects.toBeInstanceOf(MonitorsError);
  await expect(tune({...options, maxCredits: 1})).rejects.toMatchObject({code: 'config/too-expensive'});
  expect(await world.runHere(['tune', '--fetch', '--max-credits', '1'])).toMatchObject({exitCode: 3});
  expect(await world.runHere(['tune', '--fetch'])).toMatchObject({exitCode: 3});
  // The history chooses the pages: without a limit nothing answers in a person's place.
  const unlimited = await world.runHere(['tune', '--fetch', '--auto-approve']);
  expect(unlimited).toMatchObject({exitCode: 3, stderr: expect.stringContaining('--auto-approve needs --max-credits')});
  expect(await world.runHere(['tune', '--max-credits', '1'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('go with --fetch'),
  });
  expect(sent()).toEqual([]);
  const document = await tune({...options, maxCredits: 2});
  expect(document.summary.fetches).toBe(2);
});

test('a fetch that fails is named with what it may have cost, and ends with 1', async () => {
  await start({'monitors/a.yaml': spec(COUNTER), 'monitors/b.yaml': spec(CLOCK)});
  playCounter();
  play(CLOCK, number => `Page made on 2026-11-0${(number % 9) + 1}T10:00:00.000Z, request ${99 - number}`);
  world.emulator.setFaults({answers: {checks: 'asked'}, faults: [{when: {path: '/v2/scrape'}, times: 1, do: 'answer', status: 402}]});
  const {exitCode, stdout} = await world.runHere(['tune', '--fetch', ...YES]);
  expect({exitCode, stdout}).toEqual({
    exitCode: 1,
    stdout: expect.stringMatching(/could not be fetched: [^?]*; it was not charged[^?]*\? .*: not fetched/),
  });
});

test('where other lines change without the region, it is not proposed, and the line stays', async () => {
  const page: SitePage = {
    ...{url: 'https://noise.site.example/both', name: 'a counter above a text of its own each time', kind: 'changing', noise: null},
    serve: ({count}) => ({
      title: 'Boats',
      body: `<h1>Boats</h1><div id="visitors">You are visitor number ${48_211 + count}.</div><p>Sail ${'abcdef'[count % 6]} of all</p>`,
    }),
  };
  await start({'monitors/a.yaml': spec(page.url)}, [page]);
  play(page.url, number => `You are visitor number ${48_300 - number}.`);
  const document = await read();
  expect(document.monitors[0]?.regions).toMatchObject([{outcome: 'others-change', selector: '#visitors'}]);
  expect(proposalsOf(document).map(([kind]) => kind)).not.toContain('region');
  expect(proposalsOf(document)).toContainEqual(['lines', 'You are visitor number #.', false]);
});
