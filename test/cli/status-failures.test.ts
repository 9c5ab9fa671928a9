import type {FaultScript} from '../../src/emulator/faults/script';
import type {CheckHistory} from '../../src/emulator/ports';
import {bareSpecFor, specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** Since when and why monitors fail: what `status` and `checks` read for it, and what they say. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const GOOD = {url: 'https://site.example/', status: 'same', statusCode: 200};
const BAD = {...GOOD, status: 'error', statusCode: 500, error: 'no answer'};
const ASKED: FaultScript = {answers: {checks: 'asked'}};
const MANY =
  'name: "${each:key}"\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://site.example/${each:key}"]}]\nsync: {each: {file: _rows.csv}}\n';

let world: UserWorld;
afterEach(() => world.close());

async function start(files: Readonly<Record<string, string>> = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')}) {
  world = await startUserWorld({...CONFIG, ...files}, ASKED, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
}

const idOf = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)?.id ?? '';
const play = (name: string, history: CheckHistory) => world.emulator.dashboard.setChecks(idOf(name), history);
const row = (count: number, check: NonNullable<CheckHistory['checks']>[number]) => Array.from({length: count}, () => check);

/** Paths of the requests of one call. */
async function run(...args: string[]) {
  const before = world.emulator.requests().length;
  const result = await world.runHere(args);
  const sent = world.emulator.requests().slice(before);
  expect(sent.map(({method}) => method)).toEqual(sent.map(() => 'GET'));
  return {...result, checks: sent.filter(({path}) => /\/checks(?:\?|$)/.test(path)).length, all: sent.length};
}

async function json(...args: string[]) {
  const {stdout, ...rest} = await run('status', '--format', 'json', ...args);
  expectPromised('status', stdout);
  return {...rest, ...JSON.parse(stdout)};
}

test('a failing monitor comes first, with since when and why: two requests, said before', async () => {
  await start();
  play('a', {checks: [{pages: [{...GOOD, status: 'changed'}]}]});
  play('b', {checks: [...row(3, {pages: [BAD, {...BAD, error: 'other'}, BAD]}), {pages: [GOOD]}]});
  const {stdout, stderr, checks} = await run('status');
  expect(stdout).toMatch(/^b {2}failing since \w+ \d\d:\d\d \(3 checks\): no answer\n\nmonitor .*\na +ok, 1 changed/);
  expect(stdout).toContain('Status: 2 monitors, 1 failing, 1 changed, 0 overdue.');
  expect(stdout).not.toContain('To see why');
  expect({stderr, checks}).toEqual({stderr: 'reading why 1 monitor fails: at most 2 requests\n', checks: 1});
  const document = await json();
  expect(document).toMatchObject({complete: true, summary: {failing: 1, partlyFailing: 0, changed: 1}});
  expect(document.monitors).toMatchObject([
    {key: 'a', failing: null, since: null, sinceIsOpen: false, failedChecks: null, reason: null},
    {key: 'b', failing: true, since: expect.stringMatching(/Z$/), sinceIsOpen: false, failedChecks: 3, reason: 'no answer'},
  ]);
});

test('beyond the newest 100 checks nothing is read, and nothing but the number is said', async () => {
  await start();
  play('a', {checks: row(130, {pages: [BAD]})});
  const {stdout, checks} = await run('status');
  expect(stdout).toMatch(/^a {2}failing for more than 100 checks: no answer$/m);
  expect(checks).toBe(1);
  expect((await json()).monitors[0]).toMatchObject({failedChecks: 100, sinceIsOpen: true});
});

test('a check that says itself why it failed, or was read already, takes no request more', async () => {
  await start();
  play('a', {checks: [{status: 'failed', error: 'the browser broke'}, {pages: [GOOD]}]});
  const {stdout, stderr, all} = await run('status', 'a', '--fail-on', 'failing');
  expect(stdout).toMatch(/^a {2}failing since .* \(1 check\): the browser broke$/m);
  expect({stderr, all}).toEqual({stderr: 'reading the newest checks of 1 monitor: at most 1 request\n', all: 2});
});

test('of 60 failing monitors 50 are asked about, and the others are counted', async () => {
  const rows = Array.from({length: 60}, (_, index) => `k${index + 10}`);
  await start({'monitors/many.yaml': MANY, 'monitors/_rows.csv': `key\n${rows.join('\n')}\n`});
  for (const name of rows) play(name, {checks: [{pages: [BAD]}, {pages: [GOOD]}]});
  const {stdout, stderr, checks} = await run('status');
  expect({stderr, checks}).toEqual({stderr: expect.stringMatching(/^reading why 50 monitors fail: at most 100 requests/), checks: 50});
  expect(stdout.match(/failing since/g)).toHaveLength(50);
  expect(stdout.replaceAll('\n', ' ')).toContain('Since when and why is not shown for 10 failing monitors: run "monitors checks KEY".');
});

test('--max-requests bounds what is read, and says so with exit code 1', async () => {
  await start();
  play('a', {checks: [{pages: [BAD]}]});
  play('b', {checks: [{pages: [BAD]}]});
  const {stdout, exitCode, all} = await run('status', '--max-requests', '4');
  expect({exitCode, all}).toEqual({exitCode: 1, all: 3});
  expect(stdout).toMatch(/^a {2}failing since .*\nb {2}failing$/m);
  expect(stdout).toContain('Ended by --max-requests: this is not all that was asked for.');
  expect(await json('--max-requests', '5')).toMatchObject({exitCode: 0, complete: true, all: 5});
  expect(await json('--max-requests', '3', '--checks', '2')).toMatchObject({exitCode: 1, complete: false, all: 3});
  const targets = [{type: 'scrape', urls: ['https://other.example/']}];
  for (let index = 0; index < 100; index++) world.emulator.dashboard.create({name: `other ${index}`, schedule: {text: 'hourly'}, targets});
  const refused = await run('status', '--max-requests', '1');
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('the list of monitors takes more than 1 request'), all: 1});
});

test('checks that can not be read are a warning: the list is enough to know that a monitor fails', async () => {
  await start();
  play('a', {checks: [{pages: [BAD]}]});
  for (const status of [404, 403]) {
    world.emulator.setFaults({...ASKED, faults: [{when: {operation: 'checks'}, do: 'answer', status, body: '<html>no</html>'}]});
    const {exitCode, stdout, stderr, checks} = await run('status');
    expect({exitCode, checks}).toEqual({exitCode: 0, checks: 1});
    expect(stdout).toMatch(/^a {2}failing$/m);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('could not read since when and why monitors fail: ');
  }
});

test('a lack of credits asks nothing about its monitors', async () => {
  await start();
  for (const name of ['a', 'b']) play(name, {checks: [{status: 'skipped_no_credits'}, {pages: [GOOD]}]});
  const {stdout, checks} = await run('status');
  expect(stdout).toMatch(/^a {2}no credits( since .*)?\nb {2}no credits/m);
  expect(checks).toBe(2);
});

test('numbers for a scraper take no reasons', async () => {
  await start();
  play('a', {checks: [{pages: [BAD]}]});
  expect(await run('status', '--format', 'prometheus')).toMatchObject({exitCode: 0, checks: 0, stderr: ''});
});

test('checks says why pages failed: of five checks at most, one request each, said before', async () => {
  await start({'monitors/a.yaml': `${bareSpecFor('a')}sync: {alerts: none}\n`});
  const hostile = 'no answer from \x1b[2J https://u:p@site.example/?q=abc';
  play('a', {checks: [{pages: [GOOD]}, ...row(7, {pages: [GOOD, {...BAD, error: hostile}]}), {status: 'failed', error: 'broken'}]});
  const {stdout, stderr, all} = await run('checks', 'a');
  expect({stderr, all}).toEqual({stderr: 'reading why 5 checks failed: at most 5 requests\n', all: 6});
  expect(stdout.replaceAll(/\s+/g, ' ').match(/no answer from \[2J https:\/\/\(secret\)@site\.example\/\?q=\(secret\)/g)).toHaveLength(5);
  const shown = await run('checks', 'a', '--format', 'json');
  expectPromised('checks', shown.stdout);
  const reasons = JSON.parse(shown.stdout).checks.map(({reason}: {reason: string | null}) => reason?.slice(0, 9) ?? null);
  expect(reasons).toEqual([null, ...Array(5).fill('no answer'), null, null, 'broken']);
  expect(await run('checks', 'a', '--max-requests', '3')).toMatchObject({
    exitCode: 1,
    all: 3,
    stdout: expect.stringContaining('Ended by --max-requests'),
  });
  expect(await run('checks', 'a', '--limit', '3')).toMatchObject({exitCode: 0, all: 3});
});
