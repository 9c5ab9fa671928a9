import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Fault} from '../../src/emulator';
import {runMonitorsHere} from '../world/cli-here';
import {expectPromised} from '../world/json-schemas';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {FURTHER_PAGES} from '../world/site/pages';

const spec = (url: string, options = '{}', more = '') =>
  `name: page\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: ["${url}"]\n    scrapeOptions: ${options}\n${more}`;
const SHOP = 'https://shop.site.example/pricing';
const GONE = 'https://shop.site.example/gone/sofa';
const YES = ['--auto-approve', '--max-credits', '100'];

let world: UserWorld;
afterEach(() => world.close());

async function start(files: Readonly<Record<string, string>>, faults: readonly Fault[] = [], config = ''): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': `project: shop\n${config}`, ...files}, {faults: [...faults]});
}

const attempt = (...args: string[]) => world.runHere(['try', ...args]);
const sent = () => world.emulator.requests().filter(({path}) => path === '/v2/scrape');
const bodies = () => sent().map(({body}) => JSON.parse(String(body)));

async function attemptJson(...args: string[]) {
  const {stdout, exitCode, stderr} = await attempt('--format', 'json', ...YES, ...args);
  expectPromised('try', stdout);
  return {exitCode, stderr, ...JSON.parse(stdout)};
}

test('a good page is shown, with the options of the spec, and works where the service only creates', async () => {
  await start({'monitors/a.yaml': spec(SHOP, '{mobile: true}')});
  const report = await attemptJson('a');
  expect(report).toMatchObject({exitCode: 0, estimatedCredits: 1, firstFetch: 'now', summary: {pages: 1, bad: 0, doubtful: 0, failed: 0}});
  expect(report.pages).toMatchObject([{key: 'a', url: SHOP, outcome: 'fetched', statusCode: 200, title: 'Pricing', findings: []}]);
  expect(report.pages[0].firstLines[0]).toBe('# Pricing');
  expect(bodies()).toEqual([{url: SHOP, mobile: true, maxAge: 0, storeInCache: false}]);
});

test('a spec is named by file, directory, key or glob; several need --max-credits', async () => {
  await start({
    'monitors/a.yaml': spec(SHOP),
    'monitors/b/c.yaml': spec(GONE),
    'monitors/b/d.yaml': spec(GONE, '{}', 'sync: {expect: {status: 404}}\n'),
  });
  const keys = async (...args: string[]) => (await attemptJson(...args)).pages.map(({key}: {key: string}) => key);
  expect(await keys('monitors/a.yaml')).toEqual(['a']);
  expect(await keys('monitors/b')).toEqual(['b/c', 'b/d']);
  expect(await keys('b/*', '--exclude', 'b/c')).toEqual(['b/d']);
  const before = sent().length;
  expect(await attempt('b/*', '--auto-approve')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('needs --max-credits')});
  expect(await attempt('b/*', '--auto-approve', '--max-credits', '1')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('about 2 credits'),
  });
  expect(await attempt('a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/confirmation-needed')});
  expect(await attempt('c')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
  expect(sent().length).toBe(before);
  const {exitCode, stdout} = await attempt('b/*', ...YES);
  expect({exitCode, stdout}).toEqual({exitCode: 1, stdout: expect.stringContaining('Try: 2 pages, 1 bad;')});
});

test('somebody at a terminal is asked, with the cost', async () => {
  await start({'monitors/a.yaml': spec(SHOP, '{formats: [{type: json, prompt: prices}]}')});
  const asked = await world.runHere(['try', 'a'], {answer: 'no'});
  expect(asked).toMatchObject({exitCode: 3, stderr: expect.stringContaining('Fetch 1 page? It costs about 5 credits.')});
  expect(sent()).toEqual([]);
  const {stdout} = await world.runHere(['try', 'a'], {answer: 'yes'});
  // The price of the page goes by the clock.
  expect(stdout).toMatch(/\{"name": "Basic", "price": \d+\}/);
});

test('of a crawl the start page is tried; a search is said to have no cheap try', async () => {
  const crawl = `name: docs\nschedule: {text: hourly}\ntargets:\n  - {type: crawl, url: "${SHOP}", crawlOptions: {limit: 5}}\n  - {type: search, queries: [acme]}\ngoal: more\n`;
  const search = 'name: news\nschedule: {text: hourly}\ngoal: more\ntargets:\n  - {type: search, queries: [acme], searchWindow: 24h}\n';
  await start({'monitors/docs.yaml': crawl, 'monitors/news.yaml': search});
  expect(await attemptJson('docs')).toMatchObject({pages: [{key: 'docs', startPage: true, url: SHOP}], searches: ['docs']});
  expect(await attempt('news', ...YES)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/nothing-chosen')});
});

test('--twice shows noise with the selector that leaves it out; both fetches are made now', async () => {
  await start({'monitors/a.yaml': spec('https://noise.site.example/counter'), 'monitors/b.yaml': spec(SHOP)});
  const {exitCode, pages} = await attemptJson('a', '--twice');
  expect(exitCode).toBe(0);
  expect(pages[0]).toMatchObject({
    noise: expect.stringMatching(/^@@/),
    findings: [{severity: 'warning', code: 'page/noise', hint: expect.stringContaining('#visitors')}],
  });
  expect(bodies()).toEqual(Array.from({length: 2}, () => expect.objectContaining({maxAge: 0, storeInCache: false})));
  const {stdout} = await attempt('b', '--twice', ...YES);
  expect(stdout).toContain('Two fetches of each page were equal.');
});

test('--cached sends the first fetch as a check does, and the second always fetches', async () => {
  await start({'monitors/a.yaml': spec(SHOP, '{maxAge: 5000}')});
  await attempt('a', '--twice', '--cached', ...YES);
  expect(bodies()).toEqual([expect.objectContaining({maxAge: 5000}), expect.objectContaining({maxAge: 0, storeInCache: false})]);
  expect(bodies()[0]).not.toHaveProperty('storeInCache');
});

test('W13: without an age in the spec, --cached fetches the page as a check does', async () => {
  await start({'monitors/a.yaml': spec(SHOP)});
  await attempt('a', '--cached', ...YES);
  expect(bodies()).toEqual([expect.objectContaining({maxAge: 0})]);
  expect(bodies()[0]).not.toHaveProperty('storeInCache');
});

test.each(['minAge: 1', 'lockdown: true'])('pages that only the cache answers are refused: %s', async option => {
  await start({'monitors/a.yaml': spec(SHOP, `{${option}}`)});
  const refused = {exitCode: 3, stderr: expect.stringContaining('page/cache-only')};
  expect(await attempt('a', ...YES)).toMatchObject(refused);
  expect(await attempt('a', '--twice', '--cached', ...YES)).toMatchObject(refused);
  expect(sent()).toEqual([]);
  expect(await attempt('a', '--cached', ...YES)).toMatchObject({exitCode: 1, stdout: expect.stringContaining('No cached data')});
});

test('--out keeps what came, for its user alone, under names of our own', async () => {
  world = await startUserWorld(
    {'monitors.config.yaml': 'project: shop\n', 'monitors/a.yaml': spec('https://hostile.site.example/')},
    {},
    {pages: FURTHER_PAGES},
  );
  const out = world.workspace.path('kept');
  expect(await attemptJson('a', '--out', out)).toMatchObject({pages: [{files: ['page-0001.json', 'page-0001.md']}]});
  expect(readdirSync(out)).toEqual(['page-0001.json', 'page-0001.md']);
  expect([statSync(out).mode & 0o777, statSync(join(out, 'page-0001.md')).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readFileSync(join(out, 'page-0001.md'), 'utf8')).toContain('# Prices');
  const before = sent().length;
  expect(await attempt('a', ...YES, '--out', out)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('is not empty')});
  expect(await attempt('a', ...YES, '--out', 'monitors/kept')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('leads into the specs'),
  });
  expect(sent().length).toBe(before);
});

test('references are resolved for the pages alone, and never shown', async () => {
  const token = 'canary-token-0123';
  const webhook = 'webhook: {url: https://hooks.example/x, headers: {X: "${env:UNSET}"}}\n';
  await start(
    {'monitors/a.yaml': spec(`${SHOP}?user=canary-query`, '{headers: {X-Key: "${env:TOKEN}"}}', webhook)},
    [],
    'secrets: {allow: [TOKEN, UNSET]}\n',
  );
  expect(await attempt('a', ...YES)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('not set: TOKEN')});
  const answer = {
    success: true,
    data: {markdown: `# Echo ${token}`, json: {echo: token}, metadata: {title: token, statusCode: 200, url: `${SHOP}?user=canary-query`}},
  };
  world.emulator.setFaults({faults: [{when: {operation: 'scrape'}, do: 'answer', status: 200, body: answer}]});
  const run = await world.runHere(['try', 'a', '--verbose', '--out', 'kept', ...YES], {env: {TOKEN: token}});
  const kept = readFileSync(world.workspace.path('kept/page-0001.json'), 'utf8');
  expect(bodies()).toMatchObject([{headers: {'X-Key': token}}]);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain('# Echo (secret)');
  for (const text of [run.stdout, run.stderr, kept]) expect(text).not.toContain(token);
  expect(run.stdout + run.stderr).not.toContain('canary-query');
});

test('specs with errors stop it before anything is sent', async () => {
  await start({'monitors/a.yaml': spec(SHOP), 'monitors/b.yaml': spec(SHOP, '{}', 'sync: {expect: {status: "404"}}\n')});
  expect(await attempt('a', ...YES)).toMatchObject({exitCode: 1, stderr: expect.stringContaining('nothing was fetched')});
  expect(sent()).toEqual([]);
});

describe('Ctrl-C while a page is fetched', () => {
  const interruption = {signal: 'SIGINT', exitCode: 130};

  /** Starts `try` for two pages, and interrupts it once the first is asked for. */
  async function interrupted(fault: Pick<Fault, 'do' | 'delayMs'>, grace: 'long' | 'over') {
    await start({'monitors/a.yaml': spec(SHOP), 'monitors/b.yaml': spec(SHOP)}, [{when: {operation: 'scrape'}, ...fault} as Fault]);
    const controller = new AbortController();
    const sleep = (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (grace === 'over') resolve();
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const env = {MONITORS_BASE_URL: world.emulator.url, MONITORS_API_KEY: API_KEY};
    const ports = {world: {...realWorld, sleep}, watchInterruption: () => controller.signal};
    const ended = runMonitorsHere(['try', '**', ...YES], {cwd: world.workspace.directory, env}, ports);
    while (sent().length === 0) await new Promise(resolve => setImmediate(resolve));
    controller.abort(interruption);
    return ended;
  }

  test('its answer is waited for, since it is paid for', async () => {
    const {exitCode, stdout, stderr} = await interrupted({do: 'pass', delayMs: 20}, 'long');
    expect(stderr).toContain('stopping: fetches under way get 5 s for their answer\n');
    expect({exitCode, sent: sent().length}).toEqual({exitCode: 130, sent: 1});
    expect(stdout).toContain('# Pricing');
  });

  test('after 5 s it ends, and says that the page may have been charged', async () => {
    const {exitCode, stdout} = await interrupted({do: 'hang'}, 'over');
    expect({exitCode, sent: sent().length}).toEqual({exitCode: 130, sent: 1});
    expect(stdout).toContain('it may have been charged');
  });
});
