import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {CheckHistory, PlayedCheck} from '../../src/emulator/ports';
import {specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** Words of `status` and `run` about checks that the service skipped, and of judgments that were none. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const SPECS = Object.fromEntries(NAMES.map(name => [`monitors/${name}.yaml`, specFor(name)]));
const PAGE = {url: 'https://site.example/', status: 'same', statusCode: 200};
const SKIPPED: PlayedCheck = {status: 'skipped_no_credits'};
const OVERLAP: PlayedCheck = {status: 'skipped_overlap'};
const CHECKS = 'GET /v2/monitor/ID/checks';
const CREDITS = 'GET /v2/team/credit-usage';
const HOUR = 3_600_000;

let world: UserWorld;
let sent: () => string[];
afterEach(() => world.close());

async function start(histories: Readonly<Record<string, CheckHistory>>, files: Readonly<Record<string, string>> = SPECS): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  for (const [name, history] of Object.entries(histories)) play(name, history);
  const before = world.emulator.requests().length;
  sent = () =>
    world.emulator
      .requests()
      .slice(before)
      .map(({method, path}) => `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[-0-9a-f]{27}/g, 'ID')}`)
      .filter(line => line !== 'GET /v2/monitor');
}

const play = (name: string, history: CheckHistory) =>
  world.emulator.dashboard.setChecks(world.emulator.monitors().find(monitor => monitor.name === name)?.id ?? '', history);

async function statusJson(...args: string[]) {
  const {stdout, exitCode} = await world.runHere(['status', '--format', 'json', ...args]);
  expectPromised('status', stdout);
  return {exitCode, ...JSON.parse(stdout)};
}

const good = {checks: [{pages: [PAGE]}]};

test('W1: a check that was skipped for lack of credits is failing, in a word of its own, with two reads', async () => {
  await start({a: good, b: {checks: [SKIPPED, {pages: [PAGE]}]}});
  world.emulator.dashboard.setCredits({remainingCredits: 0, planCredits: 3000, billingPeriodStart: null, billingPeriodEnd: null});
  const report = await statusJson();
  expect(report.summary).toMatchObject({failing: 1, noCredits: 1});
  expect(report).toMatchObject({exitCode: 0, remainingCredits: 0});
  expect(report.monitors.slice(0, 2)).toMatchObject([
    {key: 'a', failing: null, noCredits: false},
    {key: 'b', failing: true, noCredits: true},
  ]);
  expect(sent()).toEqual([CHECKS, CREDITS]);
  const {stdout} = await world.runHere(['status']);
  expect(stdout).toMatch(/^b +no credits/m);
  expect(stdout).toContain('Status: 7 monitors, 0 failing, 1 without credits, 0 overdue.');
  expect(stdout).toContain('No credits are left: every check is skipped.');
  expect((await statusJson('--failing')).monitors).toMatchObject([{key: 'b'}]);
  const failed = await world.runHere(['status', '--fail-on', 'failing']);
  expect(failed).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/^b +no credits/m)});
  expect((await statusJson('b', '--checks', '5')).monitors[0].sample).toMatchObject({checks: 1, noCredits: 1, skipped: 0});
});

test('W1: at most five are read, those that ran last, and one of them says it for the key', async () => {
  const skipped = (index: number) => ({checks: [{...SKIPPED, startedAt: Date.UTC(2026, 0, 1) + index * HOUR}]});
  const quiet = (index: number) => ({checks: [{startedAt: Date.UTC(2026, 0, 1) + index * HOUR}]});
  await start({a: skipped(1), b: quiet(2), c: quiet(3), d: quiet(4), e: quiet(5), f: quiet(6), g: quiet(7)});
  expect((await statusJson()).summary).toMatchObject({failing: 0, noCredits: 0});
  expect(sent()).toEqual([...Array(5).fill(CHECKS), CREDITS]);
  play('e', skipped(5));
  const report = await statusJson();
  expect(report.monitors.map(({noCredits}: {noCredits: boolean}) => noCredits)).toEqual([true, true, false, false, true, false, false]);
  const all = await statusJson('--fail-on', 'failing');
  expect(all).toMatchObject({exitCode: 1, summary: {noCredits: 2}});
});

test('W1: overlaps, quiet searches and paused monitors are no lack of credits; credits that came back are named', async () => {
  await start({a: {checks: [OVERLAP, {pages: [PAGE]}]}, b: {checks: [{}]}});
  world.emulator.dashboard.setCredits({remainingCredits: 500});
  const {exitCode, stdout} = await world.runHere(['status', '--fail-on', 'failing']);
  expect({exitCode}).toEqual({exitCode: 0});
  expect(stdout).toMatch(/^a +ok/m);
  play('c', {checks: [SKIPPED]});
  expect((await world.runHere(['status'])).stdout).toContain('no credits were left. Now there are 500.');
});

test('W1: by their schedule, checks without credits are skipped, and the list shows zeros', async () => {
  await start({});
  world.emulator.setFaults({answers: {checks: 'schedule'}});
  world.emulator.dashboard.setCredits({remainingCredits: 0});
  world.emulator.advance(2 * HOUR);
  expect(await statusJson()).toMatchObject({summary: {failing: 7, noCredits: 7}});
  expect(sent()).toEqual([...Array(5).fill(CHECKS), CREDITS]);
});

test('W1: a service without checks leaves it open, but for its credits', async () => {
  await start({a: {checks: [SKIPPED]}});
  const lacking = [{when: {operation: 'checks'}, do: 'answer', status: 404, body: '<html>no</html>'}] as const;
  world.emulator.setFaults({answers: {checks: 'asked'}, faults: lacking});
  expect(await statusJson()).toMatchObject({exitCode: 0, notOffered: null, summary: {noCredits: 0}});
  world.emulator.dashboard.setCredits({remainingCredits: 0});
  expect(await statusJson()).toMatchObject({summary: {noCredits: 1}});
});

test('W1: the report shows it, and asks for the credits once', async () => {
  await start({a: {checks: [SKIPPED]}});
  expect(await world.runHere(['report', '--out', 'report.html', '--refresh'])).toMatchObject({exitCode: 0});
  expect(readFileSync(join(world.workspace.directory, 'report.html'), 'utf8')).toContain('✕ no credits');
  expect(sent().filter(line => line === CREDITS)).toHaveLength(1);
});

test.each(['skipped_no_credits', 'skipped_overlap'])('W2: run --wait exits 1 if its check ends as %s', async status => {
  await start({a: {outcome: {status}}});
  const {exitCode, stdout} = await world.runHere(['run', 'a', '--wait', '--auto-approve', '--format', 'json']);
  expectPromised('run', stdout);
  expect({exitCode, run: JSON.parse(stdout).runs[0]}).toMatchObject({exitCode: 1, run: {outcome: 'ended', check: {status}}});
  const text = await world.runHere(['run', 'a', '--wait', '--auto-approve']);
  expect(text).toMatchObject({exitCode: 1, stdout: expect.stringContaining('This check looked at no page.')});
  expect(text.stdout).not.toContain('No page of this check');
});

test('W3: a judge that did not work judged nothing', async () => {
  const search = 'name: news\nschedule: {text: hourly}\ngoal: More\ntargets:\n  - {type: search, queries: [acme], searchWindow: 24h}\n';
  await start({}, {'monitors/news.yaml': search});
  const judgment = {meaningful: false, confidence: 'low', reason: 'fallback', meaningfulChanges: []};
  const page = {...PAGE, status: 'new', metadata: {searchStatus: 'ignored'}, judgment};
  const check = {pages: Array.from({length: 12}, () => page), targetResults: [{type: 'search', judgeDegraded: true, degradedReason: 'x'}]};
  play('news', {checks: [check]});
  expect((await statusJson('--checks', '3')).monitors[0].sample).toMatchObject({pages: 12, search: null});
  const {stdout} = await world.runHere(['diff', 'news', '--format', 'json']);
  expectPromised('diff', stdout);
  expect(JSON.parse(stdout).pages[0]).toMatchObject({judgeDegraded: true, judgment: null, searchStatus: 'ignored'});
  expect((await world.runHere(['diff', 'news'])).stdout).toContain("not judged: the service's judge did not work");
  play('news', {checks: [{...check, targetResults: []}]});
  expect((await statusJson('--checks', '3')).monitors[0].sample).toMatchObject({search: 'too-wide'});
});

test('W4: a second run says that a check is queued, and starts none', async () => {
  await start({a: {checks: [OVERLAP, {status: 'queued', trigger: 'manual'}]}});
  const {exitCode, stdout} = await world.runHere(['run', 'a', '--auto-approve']);
  expect({exitCode, sent: sent()}).toEqual({exitCode: 1, sent: [CHECKS]});
  expect(stdout).toMatch(/^a {2}not started: a check is queued already \(manual, [-0-9a-f]{36}/);
});
