import {runCli} from '../../src/doors/cli/run';
import type {FaultScript} from '../../src/emulator/faults/script';
import {bareSpecFor, specFor} from '../world/cli';
import {Collector, contextHere} from '../world/cli-here';
import {expectPromised} from '../world/json-schemas';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const labelled = (name: string, team: string) => `${bareSpecFor(name)}sync: {alerts: none, labels: {team: ${team}}}\n`;
const SEARCH =
  'name: news\nschedule: {text: hourly}\ngoal: Tell me more\ntargets:\n  - {type: search, queries: [acme], searchWindow: 24h}\n';
const SPECS = {'monitors/a.yaml': labelled('a', 'red'), 'monitors/b.yaml': labelled('b', 'blue'), 'monitors/sub/c.yaml': specFor('c')};
const MANY =
  'name: "${each:key}"\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://site.example/${each:key}"]}]\nsync: {each: {file: _rows.csv}}\n';
const GOOD = {url: 'https://site.example/', status: 'same', statusCode: 200};
const BAD = {...GOOD, status: 'error', statusCode: 500, error: 'no answer'};
const ASKED: FaultScript = {answers: {checks: 'asked'}};

/** One page has all recorded monitors: no more of the list is read. */
const LIST = ['GET /v2/monitor'];
/** Since when and why one monitor fails. */
const REASON = ['GET /v2/monitor/ID/checks', 'GET /v2/monitor/ID/checks/ID'];

let world: UserWorld;
afterEach(() => world.close());

async function start(files: Readonly<Record<string, string>> = SPECS): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, ASKED, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const before = world.emulator.requests().length;
  sent = () =>
    world.emulator
      .requests()
      .slice(before)
      .map(({method, path}) => `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[-0-9a-f]{27}/g, 'ID')}`);
}

let sent: () => string[];
const idOf = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)?.id ?? '';
const play = (
  name: string,
  ...history: Parameters<UserWorld['emulator']['dashboard']['setChecks']> extends [string, infer H] ? [H] : never
) => world.emulator.dashboard.setChecks(idOf(name), ...history);
const status = (...args: string[]) => world.runHere(['status', ...args]);

async function statusJson(...args: string[]) {
  const {stdout, exitCode} = await status('--format', 'json', ...args);
  expectPromised('status', stdout);
  return {exitCode, ...JSON.parse(stdout)};
}

test('the list alone shows health, pages and times of every recorded monitor, and nothing is changed', async () => {
  await start();
  play('a', {checks: [{pages: [BAD, BAD]}]});
  play('b', {checks: [{pages: [GOOD, {...GOOD, status: 'changed'}]}], nextRunAt: realWorld.now() - 2 * 3_600_000});
  const report = await statusJson();
  expect(report).toMatchObject({exitCode: 0, notOffered: null, summary: {monitors: 3, failing: 1, overdue: 1, paused: 0, missing: 0}});
  expect(report.monitors).toMatchObject([
    {key: 'a', failing: true, overdue: false, pages: {total: 2, error: 2}, sample: null},
    {key: 'b', failing: null, overdue: true, pages: {total: 2, changed: 1, same: 1}},
    {key: 'sub/c', id: idOf('c'), status: 'active', failing: false, pages: null, lastRunAt: null},
  ]);
  expect(sent()).toEqual([...LIST, ...REASON]);
});

test('the text says how pages changed, and how to see why some fail', async () => {
  await start();
  play('a', {checks: [{pages: [GOOD, BAD]}]});
  play('b', {
    checks: [
      {
        pages: [
          {...GOOD, status: 'new'},
          {...GOOD, status: 'new'},
          {...GOOD, status: 'changed'},
        ],
      },
    ],
  });
  const {stdout} = await status();
  expect(stdout).toMatch(/^a +1 of 2 pages failed/m);
  expect(stdout).toMatch(/^b +ok, 1 changed, 2 new/m);
  expect(stdout).toMatch(/^To see why: monitors diff a latest$/m);
  expect((await world.runHere(['diff', 'a', 'latest'])).stdout).toContain('no answer');
});

test('keys, globs, labels, --exclude and --failing choose', async () => {
  await start();
  play('a', {checks: [{pages: [BAD]}]});
  const keys = async (...args: string[]) => (await statusJson(...args)).monitors.map(({key}: {key: string}) => key);
  expect(await keys('sub/**', 'a')).toEqual(['a', 'sub/c']);
  expect(await keys('--label', 'team=blue')).toEqual(['b']);
  expect(await keys('--exclude', 'a')).toEqual(['b', 'sub/c']);
  expect(await keys('--failing')).toEqual(['a']);
  expect(await status('sub/d')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors status names "sub/d"')});
});

test('a few of many monitors are read one by one', async () => {
  await start();
  play('a', {checks: [{pages: [BAD]}]});
  expect((await statusJson('a')).monitors).toMatchObject([{key: 'a', failing: true}]);
  expect(sent()).toEqual(['GET /v2/monitor/ID', ...REASON]);
  world.emulator.dashboard.delete(idOf('a'));
  expect((await statusJson('a')).monitors).toMatchObject([{key: 'a', status: null}]);
});

test('the list takes a request per 90 monitors, checks and alerts one each', async () => {
  await start({
    'monitors/many.yaml': `${MANY}webhook: {url: "https://hooks.example/in"}\n`,
    'monitors/_rows.csv': `key\n${Array.from({length: 300}, (_, index) => `k${index}`).join('\n')}\n`,
  });
  expect((await statusJson()).summary).toMatchObject({monitors: 300, missing: 0});
  const lists = sent().length;
  expect(new Set(sent())).toEqual(new Set(LIST));
  expect(lists).toBe(4);
  const {stderr} = await status('--checks', '1');
  expect(stderr).toMatch(/^reading the newest checks of 300 monitors: at most 300 requests(?:, about \d+ s)?$/m);
  expect(sent()).toHaveLength(2 * lists + 300);
  expect((await statusJson('--alerts')).summary).toMatchObject({monitors: 300, undelivered: 0});
  expect(sent()).toHaveLength(3 * lists + 600);
});

test('--fail-on failing reads the newest check where the list does not say, and exits 1', async () => {
  await start();
  play('a', {checks: [{pages: [GOOD]}]});
  play('b', {checks: [{status: 'running'}, {status: 'failed', error: 'the service broke'}, {pages: [GOOD]}]});
  expect(await statusJson()).toMatchObject({exitCode: 0, summary: {failing: 0}});
  const before = sent().length;
  const {exitCode, stdout, stderr} = await status('--fail-on', 'failing');
  expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: 'reading the newest checks of 2 monitors: at most 2 requests\n'});
  expect(stdout).toMatch(/^b +failing/m);
  expect(sent().slice(before)).toEqual([...LIST, 'GET /v2/monitor/ID/checks', 'GET /v2/monitor/ID/checks']);
  expect(await status('--fail-on', 'overdue')).toMatchObject({exitCode: 0});
  expect(await status('--fail-on', 'late')).toMatchObject({exitCode: 3});
});

test('--checks adds error rates, and charged credits beside the estimate', async () => {
  await start();
  const [page, other] = [GOOD, BAD];
  play('a', {
    checks: [
      {pages: [page, other], estimatedCredits: 10, actualCredits: 3},
      {status: 'skipped_overlap'},
      {status: 'failed', estimatedCredits: 10, actualCredits: 0},
    ],
  });
  const report = await statusJson('a', '--checks', '10');
  expect(report.monitors[0].sample).toMatchObject({checks: 2, failed: 1, skipped: 1, pages: 2, errorPages: 1, search: null});
  expect(report.monitors[0].sample.credits).toEqual({checks: 2, actual: 3, estimated: 20});
  const {stdout} = await status('a', '--checks', '10');
  expect(stdout).toContain('1 failed, 1 skipped, 1 of 2 pages failed, 3 of 20 estimated');
});

test('reads do not keep to service.requestsPerMinute, which is for creates, updates and runs', async () => {
  const slept: number[] = [];
  const skew = () => slept.reduce((sum, ms) => sum + ms, 0);
  const skipping = {
    ...realWorld,
    now: () => realWorld.now() + skew(),
    monotonic: () => realWorld.monotonic() + skew(),
    sleep: async (ms: number) => void slept.push(ms),
  };
  const config = {'monitors.config.yaml': 'project: shop\nservice: {operations: full, requestsPerMinute: 1}\n'};
  world = await startUserWorld({...config, ...SPECS}, ASKED, {operations: 'full', world: skipping});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const before = slept.length;
  expect(before).toBeGreaterThan(0);
  for (const args of [['status', '--checks', '2', '--alerts'], ['changes'], ['alerts'], ['tune']])
    expect(await world.runHere(args)).toMatchObject({exitCode: 0});
  expect(slept).toHaveLength(before);
});

test('a search whose results are mostly ignored is said to be too wide', async () => {
  await start({'monitors/news.yaml': SEARCH});
  const ignored = {...GOOD, metadata: {searchStatus: 'ignored'}};
  play('news', {checks: [{pages: Array.from({length: 12}, () => ignored)}]});
  const {stdout, stderr} = await status('--checks', '3');
  expect(stdout).toContain('queries too wide');
  expect(stderr).toBe('reading the newest checks of 1 monitor: at most 4 requests\n');
});

test.each([404, 405, 501])('N32: a service without checks (%i) is named once, and the rest goes on', async code => {
  await start();
  world.emulator.setFaults({...ASKED, faults: [{when: {operation: 'checks'}, do: 'answer', status: code, body: '<html>no</html>'}]});
  play('a', {checks: [{pages: [BAD]}]});
  const {exitCode, stdout, stderr} = await status('--checks', '5', '--fail-on', 'failing');
  expect({exitCode, asked: sent().filter(line => line.endsWith('/checks'))}).toEqual({exitCode: 1, asked: ['GET /v2/monitor/ID/checks']});
  expect(stderr).toContain(`live/no-checks  this service does not offer listing checks (it answered ${code})`);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain('for this service leave out --checks, --failing and --fail-on failing');
  expect(stdout).toMatch(/^a +failing/m);
});

test('N34: checks that can not be read stop it; an answer that asks to wait is asked again', async () => {
  await start();
  const throttled = {when: {operation: 'checks'}, do: 'answer', status: 429, retryAfter: 0, times: 3} as const;
  world.emulator.setFaults({...ASKED, faults: [throttled]});
  expect(await status('--checks', '1')).toMatchObject({exitCode: 0});
  world.emulator.setFaults({...ASKED, faults: [{when: {operation: 'checks'}, do: 'answer', status: 401}]});
  expect(await status('--checks', '1')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/not-read')});
});

test('the emulator tells its clock of checks, which judges what is overdue', async () => {
  await start();
  play('a', {nextRunAt: realWorld.now() + 3_600_000});
  expect(await statusJson()).toMatchObject({summary: {overdue: 0}});
  world.emulator.advance(3 * 86_400_000);
  expect(await statusJson()).toMatchObject({summary: {overdue: 1}, monitors: [{key: 'a', overdue: true}, {}, {}]});
});

test('what is recorded and not listed, or paused, is told apart', async () => {
  await start();
  world.emulator.dashboard.delete(idOf('a'));
  world.emulator.dashboard.edit(idOf('b'), {status: 'paused'});
  const {stdout} = await status();
  expect(stdout).toMatch(/^a +not in the service/m);
  expect(stdout).toMatch(/^b +paused/m);
  expect(stdout).toContain('Status: 3 monitors, 0 failing, 0 overdue, 1 paused, 1 not in the service.');
});

test('full operations and a state are needed', async () => {
  await start();
  world.workspace.write({'monitors.config.yaml': 'project: shop\n'});
  expect(await status()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/needs-full')});
  world.workspace.write({'monitors.config.yaml': CONFIG['monitors.config.yaml']});
  expect(await status('--state', 'none.json')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/nothing-stored')});
});

test('no row is wider than the terminal: columns that do not fit are left out', async () => {
  await start({'monitors/a-rather-long-folder/with-a-long-name.yaml': specFor('a')});
  play('a', {checks: [{pages: [GOOD]}]});
  for (const columns of [60, 80, 120]) {
    const stdout = Object.assign(new Collector(), {columns});
    const env = {MONITORS_BASE_URL: world.emulator.url, MONITORS_API_KEY: API_KEY};
    await runCli(['status'], contextHere({cwd: world.workspace.directory, env, stdout, stderr: new Collector()}));
    expect(stdout.text).toContain('with-a-long-name');
    expect(stdout.text.split('\n').filter(line => line.length > columns)).toEqual([]);
  }
});

test('what changed stands before what did not, in one line each; checks are told of where something is to be done', async () => {
  await start();
  for (const name of ['a', 'b', 'c']) play(name, {checks: [{pages: [name === 'b' ? {...GOOD, status: 'changed'} : GOOD]}]});
  const {stdout} = await status('--checks', '1');
  const rows = stdout.slice(0, stdout.indexOf('\n\n')).split('\n').slice(1);
  expect(rows.map(row => row.split(/ {2,}/).slice(0, 2).join(': '))).toEqual(['b: ok, 1 changed', 'a: ok', 'sub/c: ok']);
  play('a', {checks: [{status: 'skipped_overlap'}, {pages: [GOOD]}]});
  expect((await status('--checks', '2')).stdout.match(/^ {4}\w.*/gm)).toEqual([expect.stringContaining('1 skipped')]);
});

test('once the list was read, it is said how long checks take at its rate', async () => {
  await start();
  world.emulator.setFaults({...ASKED, faults: [{when: {operation: 'list'}, delayMs: 1100}]});
  expect((await status('--checks', '1')).stderr).toMatch(/^reading the newest checks of 3 monitors: at most 3 requests, about \d s\n$/);
});
