import {readFileSync} from 'node:fs';
import type {FaultScript} from '../../src/emulator/faults/script';
import type {CheckHistory} from '../../src/emulator/ports';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** The beginning of a report: what changed and what fails, by day; and whether `status` and `changes` say the same. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const GOOD = {url: 'https://site.example/', status: 'same', statusCode: 200};
const BAD = {...GOOD, status: 'error', statusCode: 500, error: 'no answer from https://u:p@site.example/?q=abc'};
const CHANGED = {...GOOD, status: 'changed', diff: {text: '-1\n+text-of-page\n'}};
const judgedAs = (meaningful: boolean, reason: string) => ({
  ...CHANGED,
  judgment: {meaningful, confidence: 'high', reason, meaningfulChanges: []},
});
const ASKED: FaultScript = {answers: {checks: 'asked'}};
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: UserWorld;
afterEach(() => world.close());

async function start(names: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<void> {
  const specs = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
  world = await startUserWorld({...CONFIG, ...specs, ...more}, ASKED, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
}

const idOf = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)?.id ?? '';
const play = (name: string, checks: NonNullable<CheckHistory['checks']>) => world.emulator.dashboard.setChecks(idOf(name), {checks});
const page = () => readFileSync(world.workspace.path('r.html'), 'utf8');
const text = () =>
  page()
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

async function report(...args: string[]) {
  const before = world.emulator.requests().length;
  const result = await world.runHere(['report', '--out', 'r.html', '--refresh', ...args]);
  const sent = world.emulator.requests().slice(before);
  expect(sent.map(({method}) => method)).toEqual(sent.map(() => 'GET'));
  return {...result, all: sent.length, lists: sent.filter(({path}) => /\/checks\?/.test(path)).length};
}

/** A week of checks: `good` works and changes, `bad` fails, `half` fails in part, `was` works again. */
async function playWeek(): Promise<void> {
  await start(['bad', 'good', 'half', 'was', 'young']);
  const now = Date.now();
  const at = (hours: number, check: NonNullable<CheckHistory['checks']>[number]) => ({
    estimatedCredits: 10,
    ...check,
    startedAt: now - hours * HOUR,
  });
  play('good', [
    at(2, {pages: [GOOD, judgedAs(true, 'The price rose.')], actualCredits: 7}),
    at(30, {pages: [CHANGED, CHANGED], actualCredits: 5}),
    at(31, {pages: [judgedAs(false, 'Only a date.')], actualCredits: 5}),
    at(60, {pages: [GOOD], actualCredits: 1}),
    at(24 * 9, {pages: [CHANGED], actualCredits: 100}),
  ]);
  play('bad', [
    at(3, {pages: [BAD], actualCredits: 2}),
    at(27, {pages: [BAD], actualCredits: 2}),
    at(51, {pages: [GOOD], actualCredits: 1}),
  ]);
  play('half', [at(4, {pages: [BAD, GOOD], actualCredits: 2}), at(28, {pages: [GOOD, GOOD], actualCredits: 2})]);
  play('was', [at(5, {pages: [GOOD], actualCredits: 1}), at(29, {status: 'failed', error: 'broken', actualCredits: 0})]);
}

test('checks of an emulator whose clock was moved ahead are shown, as changes and status show them', async () => {
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': specFor('a')}, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  expect((await fetch(`${world.emulator.url}/__emulator/clock`, {method: 'PUT', body: JSON.stringify({advanceMs: 3 * DAY})})).ok).toBe(
    true,
  );
  expect((await report('--since', '7d')).exitCode).toBe(0);
  const {checks} = JSON.parse((await world.runHere(['changes', '--since', '7d', '--format', 'json'])).stdout).summary;
  expect(checks).toBeGreaterThan(1);
  expect(text()).toContain(`${checks} checks of 1 monitor`);
});

test('a monitor in order is "ok" in status and report, whole sentences and cells alike', async () => {
  await start(['a', 'b']);
  for (const name of ['a', 'b']) play(name, [{startedAt: Date.now() - HOUR, pages: [GOOD]}]);
  const {stdout} = await world.runHere(['status']);
  expect(stdout.match(/^[ab] +ok /gm)).toHaveLength(2);
  expect(await report('--since', '7d')).toMatchObject({exitCode: 0});
  expect(text().match(/&check; ok|✓ ok/g)).toHaveLength(2);
  expect(text()).toMatch(/Monitors 2 2 ok /);
  expect(`${stdout}${text()}`).not.toMatch(/\b(?:good|healthy|fine)\b/i);
});

test('a paused monitor that failed last is not called failing, in changes, status and report', async () => {
  await playWeek();
  for (const name of ['bad', 'half']) world.emulator.dashboard.edit(idOf(name), {status: 'paused'});
  const json = async (...args: string[]) => JSON.parse((await world.runHere([...args, '--format', 'json'])).stdout);
  const [status, changes] = [await json('status'), await json('changes', '--since', '7d')];
  expect(changes.summary).toMatchObject({failing: 0, partlyFailing: 0, paused: 2, recovered: 1});
  expect(status.summary).toMatchObject({failing: 0, partlyFailing: 0, paused: 2});
  expect(changes.failures).toMatchObject([
    {key: 'bad', until: null, paused: true},
    {key: 'half', until: null, paused: true},
    {key: 'was', paused: false},
  ]);
  const shown = (await world.runHere(['changes', '--since', '7d', '--timezone', 'UTC'])).stdout;
  expect(shown).toMatch(/! bad {2}paused; failed since .* \(2 checks\): /);
  expect(shown).toMatch(/! half {2}paused; 1 of 2 pages failed since .* \(1 check\): /);
  expect(shown).toContain('2 paused after failing, 1 working again');
  expect(await report('--since', '7d', '--timezone', 'UTC')).toMatchObject({exitCode: 0});
  expect(text()).not.toMatch(/[1-9]\d* failing/);
});

test('figures of status, changes, report and tune on the same checks agree to the unit', async () => {
  await playWeek();
  const json = async (...args: string[]) => JSON.parse((await world.runHere([...args, '--format', 'json'])).stdout);
  // A check of the good one is nine days old: the newest four are those of the span.
  const [status, changes, tune] = [
    await json('status', '--checks', '4'),
    await json('changes', '--since', '7d'),
    await json('tune', '--checks', '4'),
  ];
  expect(await report('--since', '7d', '--timezone', 'UTC')).toMatchObject({exitCode: 0});
  const {summary} = changes;
  expect(summary).toMatchObject({meaningful: 1, notJudged: 2, noise: 1, failing: 2, partlyFailing: 1, recovered: 1, checks: 11});
  expect(status.summary).toMatchObject({failing: summary.failing - summary.partlyFailing, partlyFailing: summary.partlyFailing});
  expect(text()).toContain('Failing 1 monitor, and 1 in part');
  expect(text()).toContain('Changed pages 4 1 meaningful, 2 not judged, 1 noise');
  expect(text()).toMatch(
    /11 checks of 5 monitors: 4 changed pages of 1 monitor \(1 meaningful, 2 not judged, 1 noise\); 1 failing, 1 partly failing\./,
  );
  // Since when and why, of each.
  const failure = changes.failures.find(({key}: {key: string}) => key === 'bad');
  const told = status.monitors.find(({key}: {key: string}) => key === 'bad');
  expect(told).toMatchObject({since: failure.since, failedChecks: failure.checks, reason: failure.reason});
  expect(text()).toContain('(2 checks) no answer from https://(secret)@site.example/?q=(secret)');
  expect(text()).toContain('1 of 2 pages: no answer');
  // By day: the sums are those of the span.
  const rows = [
    ...text()
      .replace(/^.*?by day \(UTC\) Day /, '')
      .matchAll(/\w{3} \d+ \w{3} \d{4}((?: [\d,]+){6})/g),
  ];
  const sums = rows
    .map(([, figures = '']) => figures.trim().split(' ').map(Number))
    .reduce((total, row) => total.map((sum, index) => sum + (row[index] ?? 0)));
  const charged = 7 + 5 + 5 + 1 + 2 + 2 + 1 + 2 + 2 + 1;
  expect(sums).toEqual([summary.meaningful, summary.notJudged, summary.noise, summary.checks, 4, charged]);
  expect(text()).toContain(`Charged credits ${charged} credits`);
  // What was noise, and what it cost.
  const {meaningful, notJudged, noise, checks} = summary;
  expect(tune.summary).toMatchObject({meaningful, notJudged, noise, checks});
  type Tuned = {
    readonly key: string;
    readonly checks: number;
    readonly credits: {readonly charged: number | null};
    readonly failures: readonly {readonly checks: number}[];
  };
  const tuned: readonly Tuned[] = tune.monitors;
  expect(tuned.reduce((sum, {credits}) => sum + (credits.charged ?? 0), 0)).toBe(charged);
  for (const {key, checks: count, credits, failures} of tuned) {
    const sample = status.monitors.find((one: {key: string}) => one.key === key).sample;
    expect({key, count}).toEqual({key, count: changes.monitors.find((one: {key: string}) => one.key === key).checks});
    expect({key, charged: credits.charged ?? 0}).toEqual({key, charged: sample?.credits?.actual ?? 0});
    expect({key, failed: failures.reduce((sum, one) => sum + one.checks, 0)}).toEqual({key, failed: {bad: 2, half: 1, was: 1}[key] ?? 0});
  }
});

test('a report of a span reads each list of checks once, and says how many requests follow', async () => {
  await playWeek();
  const {stderr, lists} = await report('--since', '7d');
  expect(stderr).toBe('reading checks: about 5 requests\nreading changed pages: 5 requests\n');
  expect(lists).toBe(5);
});

test('reasons are in it, and texts of pages only if asked for', async () => {
  await playWeek();
  expect(await report('--since', '7d')).toMatchObject({exitCode: 0});
  expect(text()).toContain('1 meaningful, 2 not judged, 1 noise: The price rose.');
  expect(page()).not.toContain('text-of-page');
  const {lists} = await report('--since', '7d', '--with-diffs');
  expect(page()).toContain('text-of-page');
  expect(lists).toBe(5);
});

test('the order: findings, days, schedule, credits, and failing and changed monitors before the others', async () => {
  await playWeek();
  await report('--since', '7d');
  expect([...page().matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)).toEqual([
    'findings',
    'days',
    'attention',
    'load',
    'next',
    'credits',
    'monitors',
  ]);
  const monitors = text().replace(/^.*Failing and changed Monitors that fail/, '');
  const places = ['bad ✕ failing', 'half ◐ partly failing', 'good &check; ok', 'All others', 'was &check; ok', 'young no check yet'];
  expect(places.map(place => monitors.indexOf(place))).toEqual(
    places.map(place => monitors.indexOf(place)).sort((one, other) => one - other),
  );
  expect(places.filter(place => !monitors.includes(place))).toEqual([]);
});

test('without a span, the last checks are shown', async () => {
  await playWeek();
  const {exitCode, stderr} = await report();
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: 'reading the newest checks of 5 monitors: at most 5 requests\nreading why 2 monitors fail: at most 2 requests\n',
  });
  expect(text()).toContain('In the last check of each monitor: changed pages of 1 monitor; 1 failing, 1 partly failing.');
  expect(page()).not.toContain('id="days"');
});

test('nothing changed and nothing fails: it says so, and draws nothing empty', async () => {
  await start(['a']);
  play('a', [{pages: [GOOD], actualCredits: 0}]);
  expect(await report('--since', '7d')).toMatchObject({exitCode: 0});
  expect(text()).toContain(': no changes; nothing fails.');
  expect(text()).toMatch(/No changed pages\. No checks with failures\. No charged credits\./);
  expect(page().match(/ by day \(/g)?.length).toBeLessThan(5);
});

test('the zone is that of the schedules where all agree, else the given one', async () => {
  const cron = (zone: string) => specFor(zone.replace('/', '-')).replace('{text: hourly}', `{cron: "0 9 * * *", timezone: ${zone}}`);
  await start([], {'monitors/t.yaml': cron('Asia/Tokyo'), 'monitors/h.yaml': specFor('h')});
  await report('--since', '7d');
  expect(text()).toContain('(Asia/Tokyo)');
  await report('--since', '7d', '--timezone', 'Europe/Paris');
  expect(text()).toContain('(Europe/Paris)');
  world.workspace.write({'monitors/p.yaml': cron('Europe/Berlin')});
  await report('--since', '7d');
  expect(text()).not.toContain('(Asia/Tokyo)');
});

test('--max-requests ends it early, with exit code 1, and the page says so', async () => {
  await playWeek();
  const {exitCode, all} = await report('--since', '7d', '--max-requests', '6');
  expect(exitCode).toBe(1);
  expect(all).toBeLessThanOrEqual(6);
  expect(text()).toContain('Incomplete: ended by --max-requests');
  expect(await report('--max-requests', '1')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('takes more than 1 request')});
});

test('a service without checks, and a moment that is none', async () => {
  await playWeek();
  world.emulator.setFaults({...ASKED, faults: [{when: {operation: 'checks'}, do: 'answer', status: 404, body: '<html>no</html>'}]});
  expect(await report('--since', '7d')).toMatchObject({exitCode: 0});
  expect(text()).toContain('Left out: this service does not offer listing checks');
  expect(text()).toContain('bad ✕ failing');
  expect(await report('--since', 'lately')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('--since: "lately" is not a moment'),
  });
  expect(await world.runHere(['report', '--out', 'r.html', '--since', '7d'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('--since needs --refresh'),
  });
});

test('days are those of the zone', async () => {
  await start(['a']);
  const midnight = new Date().setUTCHours(0, 0, 0, 0) - DAY;
  play('a', [{pages: [GOOD], actualCredits: 3, startedAt: midnight + HOUR / 2}]);
  const day = (ms: number) =>
    new Date(ms)
      .toUTCString()
      .replace(',', '')
      .replace(/^(\w+) 0?(\d+ \w+ \d+) .*/, '$1 $2');
  await report('--since', '5d', '--timezone', 'UTC');
  expect(text()).toContain(`${day(midnight)} 0 0 0 1 0 3`);
  await report('--since', '5d', '--timezone', 'America/New_York');
  expect(text()).toContain(`${day(midnight - DAY)} 0 0 0 1 0 3`);
});
