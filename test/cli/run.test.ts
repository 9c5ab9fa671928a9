import type {World} from '../../src/core/base/context';
import type {Fault} from '../../src/emulator/faults/script';
import {bareSpecFor, specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {expectPromised} from '../world/json-schemas';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const labelled = (name: string) => `${bareSpecFor(name)}sync: {alerts: none, labels: {team: red}}\n`;
const SPECS = {'monitors/a.yaml': labelled('a'), 'monitors/b.yaml': labelled('b'), 'monitors/c.yaml': specFor('c')};
const URL = 'https://site.example/';
const CHANGED = {url: URL, status: 'changed', statusCode: 200, diff: {text: '--- before\n+++ after\n@@ -1 +1 @@\n-20 EUR\n+25 EUR\n'}};
const JUDGED = {...CHANGED, judgment: {meaningful: true, confidence: 'high', reason: 'The price rose.', meaningfulChanges: []}};

let world: UserWorld;
let sent: () => string[];
afterEach(() => world.close());

/** Moves only while somebody sleeps; the emulator's checks take a second of it. */
let elapsed = 0;
let onSleep: () => void = () => {};
const clocked: World = {
  ...realWorld,
  now: () => realWorld.now() + elapsed,
  monotonic: () => elapsed,
  sleep: async (ms, signal) => {
    await new Promise(resolve => setImmediate(resolve));
    signal?.throwIfAborted();
    elapsed += ms;
    onSleep();
    signal?.throwIfAborted();
  },
};

async function start(): Promise<void> {
  elapsed = 0;
  onSleep = () => {};
  world = await startUserWorld({...CONFIG, ...SPECS}, {answers: {checks: 'asked'}}, {operations: 'full', world: clocked});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const before = world.emulator.requests().length;
  sent = () =>
    world.emulator
      .requests()
      .slice(before)
      .map(({method, path}) => `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[-0-9a-f]{27}/g, 'ID')}`);
}

const POST = 'POST /v2/monitor/ID/run';
const posts = () => sent().filter(line => line === POST).length;
const idOf = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)?.id ?? '';
const play = (name: string, history: Parameters<UserWorld['emulator']['dashboard']['setChecks']>[1]) =>
  world.emulator.dashboard.setChecks(idOf(name), history);
const fault = (...faults: readonly Fault[]) => world.emulator.setFaults({answers: {checks: 'asked'}, faults});

function runWith(signal: AbortSignal, args: readonly string[], answer?: string) {
  const env = {MONITORS_BASE_URL: world.emulator.url, MONITORS_API_KEY: API_KEY};
  const start = {cwd: world.workspace.directory, env, ...(answer === undefined ? {} : {answer})};
  return runMonitorsHere(['run', ...args], start, {world: clocked, watchInterruption: () => signal});
}
const run = (...args: string[]) => runWith(new AbortController().signal, args);
const approved = (...args: string[]) => run(...args, '--auto-approve', '--max-credits', '100');

async function json(...args: string[]) {
  const {stdout, exitCode} = await approved('--format', 'json', ...args);
  expectPromised('run', stdout);
  return {exitCode, ...JSON.parse(stdout)};
}

describe('before anything is sent', () => {
  test('the cost is shown and asked; yes starts one check', async () => {
    await start();
    const {exitCode, stdout, stderr} = await runWith(new AbortController().signal, ['a'], 'yes');
    expect(stderr).toContain('a  about 1 credit\n');
    expect(stderr).toContain('Start 1 check? It costs about 1 credit. Type "yes" to continue: ');
    expect({exitCode, sent: sent()}).toEqual({exitCode: 0, sent: ['GET /v2/monitor/ID/checks', POST]});
    expect(stdout).toMatch(/^a {2}started [-0-9a-f]{36}\n\nRun: 1 check started, about 1 credit estimated\.\n/);
    expect(stdout).toContain('The check goes on in the service. Run "monitors checks a" to see how it ends.');
  });

  test.each([
    {name: 'another answer than yes', args: ['a'], answer: 'no', says: 'config/not-approved'},
    {name: 'no terminal', args: ['a'], says: 'config/confirmation-needed'},
    {name: 'a glob and --auto-approve without a limit', args: ['*', '--auto-approve'], says: '--auto-approve needs --max-credits'},
    {name: 'two keys and --auto-approve without a limit', args: ['a', 'b', '--auto-approve'], says: 'about 2 credits'},
    {name: 'a label and --auto-approve without a limit', args: ['--label', 'team=red', '--auto-approve'], says: 'needs --max-credits'},
    {name: 'more than --max-credits', args: ['*', '--max-credits', '2', '--auto-approve'], says: 'config/too-expensive'},
    {name: 'no key', args: [], says: 'run needs keys, globs or --label'},
    {name: 'an unknown key', args: ['aa'], says: 'monitors run names "aa"'},
    {name: 'a key that is not applied', args: ['d'], says: 'config/unknown-key'},
    {name: '--timeout without --wait', args: ['a', '--timeout', '5m'], says: '--timeout needs --wait'},
    {name: 'no number', args: ['a', '--max-credits', 'few'], says: '--max-credits'},
  ])('$name stops it', async ({args, answer, says}) => {
    await start();
    const {exitCode, stdout, stderr} = await runWith(new AbortController().signal, args, answer);
    expect({exitCode, stdout, sent: sent()}).toEqual({exitCode: 3, stdout: '', sent: []});
    expect(stderr.replace(/\s+/g, ' ')).toContain(says);
  });

  test('full operations and a state are needed', async () => {
    await start();
    world.workspace.write({'monitors.config.yaml': 'project: shop\n'});
    expect(await approved('a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/needs-full')});
    world.workspace.write(CONFIG);
    expect(await approved('a', '--state', 'none.json')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('state/nothing-stored'),
    });
  });
});

test('globs, labels and --exclude choose', async () => {
  await start();
  const keys = async (...args: string[]) => (await json(...args)).runs.map(({key}: {key: string}) => key);
  expect(await keys('*', '--exclude', 'b')).toEqual(['a', 'c']);
  elapsed += 1000;
  expect(await keys('--label', 'team=red')).toEqual(['a', 'b']);
});

test('--wait shows what changed, the judgment, the diff and what it cost', async () => {
  await start();
  play('a', {outcome: {pages: [JUDGED, {url: `${URL}2`, status: 'same'}], actualCredits: 3}});
  const {exitCode, stdout, stderr} = await approved('a', '--wait');
  expect({exitCode, stderr}).toMatchObject({stderr: expect.stringContaining('waiting for 1 check; Ctrl-C ends the waiting'), exitCode: 0});
  expect(stdout).toContain('completed, manual');
  expect(stdout).toContain('2 pages: 1 changed, 3 credits of 3 estimated');
  expect(stdout).toContain(`~ ${URL}  changed, status 200\n    meaningful (high): The price rose.\n`);
  expect(stdout).toContain('    -20 EUR\n    +25 EUR\n');
  expect(stdout).toMatch(/Run: 1 check started, 3 credits charged, about 1 credit estimated\.\n$/);
  elapsed += 1000;
  const report = await json('a', 'b', '--wait');
  expect(report).toMatchObject({exitCode: 0, summary: {monitors: 2, started: 2, estimatedCredits: 2, actualCredits: 4}});
  expect(report.runs[0]).toMatchObject({key: 'a', outcome: 'ended', certainty: 'answered', check: {trigger: 'manual'}, complete: true});
  expect(report.runs[0].pages).toMatchObject([{url: URL, status: 'changed', judgment: {meaningful: true}}]);
});

test('a check that fails, and one that runs longer than --timeout, exit 1', async () => {
  await start();
  play('a', {outcome: {status: 'failed', error: '\x1b[2J::error::no'}});
  const failed = await approved('a', '--wait');
  expect(failed).toMatchObject({exitCode: 1, stdout: expect.stringContaining('[2J::error::no')});
  expect(failed.stdout).not.toMatch(/\x1b|^\s*::/m);
  fault({when: {operation: 'check'}, do: 'answer', status: 404, body: {success: false, error: 'Monitor check not found'}});
  const late = await approved('b', '--wait', '--timeout', '1m');
  expect(late).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/^b {2}still running: /)});
  expect(late.stdout).toContain('Run "monitors checks b" to see how it ends.');
});

describe('N39: a start whose answer is lost is sent once', () => {
  test.each<Fault>([
    {do: 'drop', work: 'done'},
    {do: 'answer', status: 500, work: 'done'},
    {do: 'answer', status: 504, work: 'done', body: '<html>no</html>'},
    {do: 'answer', status: 200, work: 'done', body: {success: true}},
    {do: 'truncate', framing: 'content-length'},
  ])('and found among the checks: %j', async action => {
    await start();
    play('a', {checks: [{trigger: 'manual'}, {}]});
    fault({when: {operation: 'run'}, ...action});
    const report = await json('a', '--wait');
    expect(report).toMatchObject({exitCode: 0, runs: [{outcome: 'ended', certainty: 'found', check: {trigger: 'manual'}}]});
    expect(posts()).toBe(1);
  });

  test('found when it begins late; of several the oldest, and that is said', async () => {
    await start();
    fault({when: {operation: 'run'}, do: 'drop'});
    onSleep = () => elapsed > 8000 && play('a', {checks: [{trigger: 'manual'}, {trigger: 'manual'}, {}]});
    const {exitCode, stdout, stderr} = await approved('a');
    expect({exitCode, posts: posts()}).toEqual({exitCode: 0, posts: 1});
    const {checks} = JSON.parse((await world.runHere(['checks', 'a', '--format', 'json'])).stdout);
    const manual = checks.filter(({trigger}: {trigger: string}) => trigger === 'manual');
    expect(manual).toHaveLength(2);
    expect(stdout).toContain(`a  started ${manual[1].id}\n`);
    expect(stderr).toContain('a: no clear answer; looking for its check for up to 30 s\n');
    expect(stdout).toContain('several manual checks are new in the list of checks');
  });

  test.each<Fault>([{do: 'drop'}, {do: 'answer', status: 503}, {do: 'answer', status: 408}])(
    'else it may have been started, by name, and exits 4: %j',
    async action => {
      await start();
      // One that the schedule started is not ours.
      play('a', {checks: [{trigger: 'manual'}]});
      onSleep = () => play('a', {checks: [{trigger: 'scheduled'}, {trigger: 'manual'}]});
      fault({when: {operation: 'run', name: 'a'}, ...action});
      const {exitCode, stdout} = await approved('a', 'b');
      expect({exitCode, posts: posts(), waited: elapsed >= 30_000}).toEqual({exitCode: 4, posts: 2, waited: true});
      expect(stdout).toMatch(/^a {2}a check may have been started: /m);
      expect(stdout).toContain('Run "monitors checks a" before you start another one: each is paid for.');
      expect(stdout).toContain('Run: 1 of 2 checks started, 1 unknown');
    },
  );

  test('without a list of checks it stays unknown', async () => {
    await start();
    fault(
      {when: {operation: ['checks', 'check']}, do: 'answer', status: 501},
      {when: {operation: 'run', name: 'a'}, do: 'drop', work: 'done'},
    );
    expect(await json('a')).toMatchObject({exitCode: 4, runs: [{outcome: 'unknown'}]});
    const followed = await json('b', '--wait');
    expect(followed).toMatchObject({
      exitCode: 1,
      runs: [{outcome: 'going-on', message: expect.stringContaining('does not offer reading a check')}],
    });
    expect(posts()).toBe(2);
  });

  test('it is not sent where the checks can not be read before', async () => {
    await start();
    fault({when: {operation: 'checks'}, do: 'answer', status: 500});
    expect(await json('a')).toMatchObject({exitCode: 1, runs: [{outcome: 'not-started', reason: 'refused'}]});
    expect(posts()).toBe(0);
  });
});

describe('N40: what the service refuses', () => {
  test('a 429 is waited for; a 409 after one that did its work is probably ours', async () => {
    await start();
    fault({when: {operation: 'run'}, do: 'answer', status: 429, retryAfter: 20, times: 1});
    expect(await json('a')).toMatchObject({exitCode: 0, runs: [{certainty: 'answered'}]});
    expect({posts: posts(), waited: elapsed >= 20_000}).toEqual({posts: 2, waited: true});
    fault({when: {operation: 'run'}, do: 'answer', status: 429, retryAfter: 0, work: 'done', times: 1});
    const {exitCode, stdout} = await approved('b');
    expect(exitCode).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain('probably the one that the first request started');
    expect(posts()).toBe(4);
  });

  test('a check that runs already, and a paused monitor, in plain words', async () => {
    await start();
    expect(await approved('a')).toMatchObject({exitCode: 0});
    world.emulator.dashboard.edit(idOf('b'), {status: 'paused'});
    const {exitCode, stdout} = await approved('a', 'b', 'c');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^a {2}not started: a check is running already \(manual, /m);
    expect(stdout).toMatch(/^b {2}not started: the monitor is paused$/m);
    expect(stdout).toMatch(/^c {2}started /m);
    expect(posts()).toBe(3);
  });

  test('without credits the rest is not attempted', async () => {
    await start();
    world.emulator.dashboard.setCredits({remainingCredits: 0});
    const {exitCode, stdout} = await approved('*');
    expect({exitCode, posts: posts()}).toEqual({exitCode: 1, posts: 1});
    expect(stdout).toMatch(/^a {2}not started: the account has no credits left$/m);
    expect(stdout).toMatch(/^c {2}not attempted$/m);
  });

  test('a monitor that is gone is named', async () => {
    await start();
    world.emulator.dashboard.delete(idOf('a'));
    const {exitCode, stdout} = await approved('a', 'b');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^a {2}not started: the service has no monitor with the recorded id$/m);
    expect(stdout).toMatch(/^b {2}started /m);
  });

  test.each([404, 405, 501])('a service that starts no checks (%i) is named, after one request', async status => {
    await start();
    fault({when: {operation: 'run'}, do: 'answer', status, body: '<html>no</html>'});
    const {exitCode, stderr} = await approved('*');
    expect({exitCode, posts: posts()}).toEqual({exitCode: 3, posts: 1});
    expect(stderr).toContain(`live/not-offered  this service does not offer starting checks (it answered ${status})`);
  });

  test('other words of the service are shown, harmless', async () => {
    await start();
    fault({when: {operation: 'run'}, do: 'answer', status: 409, error: '\x1b[2J::error::busy'});
    const {stdout} = await approved('a');
    expect(stdout).toContain('a  not started: the service answered 409: [2J');
    expect(stdout).not.toContain('\x1b');
  });
});

test('--quiet still shows what a check found', async () => {
  await start();
  play('a', {outcome: {pages: [{url: URL, status: 'same'}]}});
  const {stdout, stderr} = await approved('a', '--wait', '--quiet');
  expect(stdout).toMatch(/^a\n(?:today|yesterday) .*completed, manual .*\n {4}1 page: all the same, 1 credit of 1 estimated\n/);
  expect(stderr).toBe('');
});

test('two runs at once start one check', async () => {
  await start();
  const [one, other] = await Promise.all([json('a'), json('a')]);
  expect([one.runs[0].outcome, other.runs[0].outcome].sort()).toEqual(['not-started', 'started']);
  expect([one.runs[0].reason, other.runs[0].reason]).toContain('running');
});

describe('Ctrl-C', () => {
  const interruption = {signal: 'SIGINT', exitCode: 130};

  test('ends the waiting and says that the checks go on', async () => {
    await start();
    const controller = new AbortController();
    onSleep = () => controller.abort(interruption);
    const {exitCode, stdout} = await runWith(controller.signal, ['a', 'b', '--wait', '--auto-approve', '--max-credits', '9']);
    expect({exitCode, posts: posts()}).toEqual({exitCode: 130, posts: 2});
    expect(stdout).toMatch(/^a {2}goes on: \S+\nb {2}goes on: \S+$/m);
    expect(stdout).toContain('2 checks go on in the service. Run "monitors checks KEY" to see how they end.');
  });

  test('while a start is not answered: it may have been started, the rest is not attempted', async () => {
    await start();
    const controller = new AbortController();
    fault({when: {operation: 'run'}, do: 'hang'});
    const ended = runWith(controller.signal, ['a', 'b', '--auto-approve', '--max-credits', '9']);
    while (posts() === 0) await new Promise(resolve => setImmediate(resolve));
    controller.abort(interruption);
    const {exitCode, stdout, stderr} = await ended;
    expect(stderr).toContain('stopping: starts under way get 5 s for their answer\n');
    expect({exitCode, posts: posts()}).toEqual({exitCode: 130, posts: 1});
    expect(stdout).toMatch(/^a {2}a check may have been started/m);
    expect(stdout).toMatch(/^b {2}not attempted$/m);
  });

  test('before anything is sent: nothing was changed', async () => {
    await start();
    const controller = new AbortController();
    controller.abort(interruption);
    expect(await runWith(controller.signal, ['a', '--auto-approve'])).toMatchObject({exitCode: 130, stdout: ''});
    expect(sent()).toEqual([]);
  });
});
