import {readFileSync, writeFileSync} from 'node:fs';
import type {PlayedCheck} from '../../src/emulator/ports';
import type {ChangesDocument} from '../../src/features/changes/document';
import {bareSpecFor, specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const MINUTE = 60_000;
const DIFF = '--- before\n+++ after\n@@ -1,2 +1,2 @@\n Plans\n-Team: $20 a month\n+Team: $25 a month\n';
const judged = (meaningful: boolean) => ({meaningful, confidence: 'high', reason: 'The price of a plan rose.', meaningfulChanges: []});
const CHANGED = {
  url: 'https://site.example/pricing',
  status: 'changed',
  statusCode: 200,
  judgment: judged(true),
  diff: {text: DIFF},
} as const;
const SAME = {url: 'https://site.example/', status: 'same', statusCode: 200} as const;
const FAILED = {url: 'https://site.example/gone', status: 'error', error: 'the page took longer than the timeout'} as const;

let world: UserWorld;
afterEach(() => world.close());

/** Noon of a Wednesday, from which time goes on. */
const NOON = Date.parse('2026-11-18T12:00:00Z');
const started = realWorld.monotonic();
const noonWorld = {...realWorld, now: () => NOON + Math.floor(realWorld.monotonic() - started)};

let now: number;
beforeEach(() => {
  now = noonWorld.now();
});

/** A check that ended so many minutes ago. */
function ago(minutes: number, check: PlayedCheck = {}): PlayedCheck {
  const finishedAt = now - minutes * MINUTE;
  return {startedAt: finishedAt - 1000, finishedAt, pages: [SAME], ...check};
}

async function start(histories: Readonly<Record<string, readonly PlayedCheck[]>>, options = {}): Promise<void> {
  const specs = Object.keys(histories).map(key => [`monitors/${key}.yaml`, specFor(key)]);
  world = await startUserWorld({...CONFIG, ...Object.fromEntries(specs)}, {}, {operations: 'full', world: noonWorld, ...options});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  for (const [key, checks] of Object.entries(histories)) play(key, checks);
}

/** Sets the checks of a monitor, newest first. */
function play(key: string, checks: readonly PlayedCheck[]): void {
  const {id} = world.emulator.monitors().find(({name}) => name === key)!;
  world.emulator.dashboard.setChecks(id, {checks});
}

const run = (...args: string[]) => world.runHere(['changes', ...args]);

async function json(...args: string[]): Promise<ChangesDocument> {
  const {stdout} = await run('--format', 'json', '-q', ...args);
  return JSON.parse(stdout);
}

const keysOf = ({changes}: ChangesDocument) => changes.map(({key}) => key);
const readOf = ({monitors}: ChangesDocument) => Object.fromEntries(monitors.map(({key, read}) => [key, read]));

test('meaningful changes come first, then those that were not judged, noise as a count, then failures', async () => {
  await start({
    a: [ago(5, {pages: [{...CHANGED, judgment: null}, SAME]}), ago(3000)],
    b: [ago(10, {pages: [FAILED]}), ago(20, {pages: [FAILED]}), ago(30)],
    c: [
      {status: 'running', startedAt: noonWorld.now() - 1000},
      ago(7, {pages: [CHANGED, {...CHANGED, url: 'https://site.example/x', judgment: judged(false)}]}),
    ],
    d: [ago(9000)],
  });
  const {stdout, stderr, exitCode} = await run();
  expect(exitCode).toBe(0);
  const places = [
    'c  https://site.example/pricing',
    'a  https://',
    '1 change judged as noise: c',
    'b  failing since',
    'Still running',
    'Changes yesterday',
  ];
  expect(places.map(place => stdout.indexOf(place))).toEqual(places.map(place => stdout.indexOf(place)).sort((one, other) => one - other));
  expect(places.every(place => stdout.includes(place))).toBe(true);
  expect(stdout).toContain('meaningful (high): The price of a plan rose.');
  expect(stdout).toContain('    - Team: $[-20-] a month\n    + Team: ${+25+} a month\n');
  expect(stdout).toMatch(/b {2}failing since today 11:40 \(2 checks\): the page took longer than the timeout/);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '3 changed pages (1 meaningful, 1 not judged, 1 judged as noise), 1 failing, 5 checks of 4 monitors; 7 requests.',
  );
  expect(stderr).toBe(
    'reading the list of monitors: about 1 request\nreading checks: about 3 requests\nreading changed pages: 3 requests\n',
  );
});

test('a page that gives an error now is named first among the noise, with its status', async () => {
  const noise = (minutes: number, statusCode: number) => ago(minutes, {pages: [{...CHANGED, statusCode, judgment: judged(false)}]});
  await start({a: [noise(5, 200)], b: [noise(5, 200)], c: [noise(5, 200), noise(20, 403)], d: [noise(30, 403), noise(40, 200)]});
  const {stdout} = await run();
  expect(stdout.replace(/\s+/g, ' ')).toContain('6 changes judged as noise: d (status 403), a, b and 1 more (--verbose shows them)');
});

test('monitors that change at nearly each check are counted at the end, with the command that says why', async () => {
  const often = (count: number) => Array.from({length: count}, (_, index) => ago(5 + index, {pages: [CHANGED]}));
  const words = async () => (await run()).stdout.replace(/\s+/g, ' ');
  await start({a: often(9), b: often(1)});
  expect(await words()).not.toContain('Most changes');
  play('a', often(12));
  expect(await words()).toContain('Most changes are of a (12). Run "monitors tune" to see what changes each time.');
});

test('JSON follows its schema, and errors are documents, too', async () => {
  await start({a: [ago(5, {pages: [CHANGED]})], b: [ago(5, {status: 'failed', error: 'no browser'})]});
  const {stdout} = await run('--format', 'json');
  expectPromised('changes', stdout);
  expect(JSON.parse(stdout)).toMatchObject({
    complete: true,
    changes: [{key: 'a', status: 'changed', verdict: 'meaningful', diff: DIFF, judgment: {confidence: 'high'}}],
    failures: [{key: 'b', kind: 'failed', reason: 'no browser', until: null, checks: 1}],
    summary: {meaningful: 1, failing: 1, requests: 4},
  });
  const refused = await run('--format', 'json', '--since', 'yesterday');
  expectPromised('changes', refused.stdout);
  expect(refused).toMatchObject({exitCode: 3, stdout: expect.stringContaining('\\"yesterday\\" is not a moment')});
});

test.each([
  [['--since', '3w-'], '--since: "3w-" is not a moment'],
  [['--since', '2026-02-30'], 'is not a moment'],
  [['--until', '2020-01-01'], '--since is not before the end'],
  [['--by', 'weekday'], '--by: unknown value'],
  [['--timezone', 'Mars'], 'is not a time zone'],
  [['--show', 'all'], '--show: unknown value'],
  [['nothing'], 'no spec or recorded monitor has that key'],
])('%j is refused before anything is sent', async (flags, words) => {
  await start({a: []});
  const before = world.emulator.requests().length;
  const {exitCode, stderr} = await run(...flags);
  expect({exitCode, stderr: stderr.replace(/\s+/g, ' ')}).toMatchObject({exitCode: 3, stderr: expect.stringContaining(words)});
  if (words !== '--since is not before the end') expect(world.emulator.requests()).toHaveLength(before);
});

test('a project without full operations, or without a state, is refused', async () => {
  await start({a: []});
  world.workspace.write({'monitors.config.yaml': 'project: shop\n'});
  expect(await run()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/needs-full')});
});

test('--since, --until and --timezone say the span', async () => {
  await start({a: [ago(90, {pages: [CHANGED]}), ago(200, {pages: [CHANGED]}), ago(5000, {pages: [CHANGED]})]});
  expect(keysOf(await json('--since', '100m'))).toHaveLength(1);
  expect(keysOf(await json('--since', '1w'))).toHaveLength(3);
  expect(keysOf(await json('--since', '4h', '--until', '100m'))).toHaveLength(1);
  const iso = new Date(noonWorld.now() - 100 * MINUTE).toISOString();
  expect((await json('--since', iso)).since).toBe(iso);
  expect(await json('--since', '2026-11-01', '--timezone', 'Europe/Berlin')).toMatchObject({
    since: '2026-10-31T23:00:00.000Z',
    timeZone: 'Europe/Berlin',
  });
});

test('keys, globs, labels and groups choose and arrange', async () => {
  const keys = ['x/a', 'x/b', 'y/c', 'd'];
  const sync = (key: string) => `sync: {alerts: none, labels: {team: ${key === 'x/a' ? 'blue' : 'red'}}}\n`;
  const specFile = (key: string) => bareSpecFor('site').replace('name: site', `name: ${key}`) + sync(key);
  const specs = Object.fromEntries(keys.map(key => [`monitors/${key}.yaml`, specFile(key)]));
  world = await startUserWorld({...CONFIG, ...specs}, {}, {operations: 'full', world: noonWorld});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  for (const key of keys) play(key, [ago(5, {pages: [CHANGED]})]);
  expect(keysOf(await json('x/**'))).toEqual(['x/a', 'x/b']);
  expect(keysOf(await json('--exclude', 'x/*', '--by', 'folder'))).toEqual(['d', 'y/c']);
  expect(keysOf(await json('--label', 'team=blue'))).toEqual(['x/a']);
  const {changes} = await json('--by', 'label:team');
  expect(changes.map(({group, key}) => [group, key])).toEqual([
    ['blue', 'x/a'],
    ['red', 'd'],
    ['red', 'x/b'],
    ['red', 'y/c'],
  ]);
  const {stdout} = await run('--by', 'folder');
  expect(stdout).toMatch(/^\(top level\)\n\n~ d[\s\S]*\nx\/\n\n~ x\/a[\s\S]*\ny\/\n\n~ y\/c/);
});

test('--show and --limit leave out and count; what matters stays', async () => {
  await start({
    a: [ago(5, {pages: [{...CHANGED, judgment: null}]})],
    b: [ago(9, {pages: [CHANGED, FAILED]})],
    c: [ago(7, {pages: [{...CHANGED, judgment: judged(false)}]})],
  });
  expect(await json('--limit', '1')).toMatchObject({changes: [{key: 'b'}], summary: {cut: 2, meaningful: 1, noise: 1}});
  expect(await json('--show', 'meaningful')).toMatchObject({changes: [{key: 'b'}], failures: [], summary: {hidden: 2, failing: 1}});
  expect(keysOf(await json('--show', 'changed'))).toEqual(['b', 'a', 'c']);
  const failed = await json('--show', 'failed');
  expect(failed).toMatchObject({
    changes: [],
    failures: [{key: 'b', kind: 'some-pages', failedPages: 1, pages: 2, reason: FAILED.error}],
    summary: {unread: 3},
  });
  // The list, the checks, and one page for the reason.
  expect(failed.summary.requests).toBe(5);
  expect((await run('--limit', '1')).stdout).toContain('2 more changes left out by --limit.');
});

test('a judge that did not work judged nothing, and a search shows what is new', async () => {
  const page = {...CHANGED, targetId: 't', status: 'new', metadata: {searchStatus: 'alert'}, diff: null};
  await start({a: [ago(5, {pages: [page], targetResults: [{targetId: 't', judgeDegraded: true}]})]});
  expect(await json()).toMatchObject({
    changes: [{verdict: 'not-judged', judgeDegraded: true, judgment: null, searchStatus: 'alert', status: 'new'}],
  });
  expect((await run()).stdout).toContain("new, alert, not judged: the service's judge did not work");
});

test('failures: a row, its start, what works again, and a lack of credits', async () => {
  await start({
    back: [ago(5), ago(15, {status: 'failed', error: 'boom'}), ago(25, {status: 'failed', error: 'boom'}), ago(35)],
    poor: [ago(5, {status: 'skipped_no_credits', pages: []}), ago(15)],
    some: [
      ago(5, {status: 'partial', pages: [SAME, FAILED]}),
      ago(15, {status: 'skipped_overlap', pages: []}),
      ago(25, {pages: [FAILED]}),
      ago(35),
    ],
  });
  const {failures} = await json();
  expect(failures.map(({key, kind, checks, until}) => [key, kind, checks, until === null])).toEqual([
    ['poor', 'no-credits', 1, true],
    ['some', 'some-pages', 2, true],
    ['back', 'failed', 2, false],
  ]);
  const {stdout} = await run();
  expect(stdout).toMatch(/back {2}failed from .* \(2 checks\), works again since .*: boom/);
  expect(stdout).toMatch(/some {2}1 of 2 pages failing since .* \(2 checks\): the page took/);
  expect(stdout).toMatch(/poor {2}failing since .* \(1 check\): no credits were left/);
});

test('a monitor that is gone is named', async () => {
  await start({a: [ago(5)], b: [ago(5)]});
  world.emulator.dashboard.delete(world.emulator.monitors().find(({name}) => name === 'a')!.id);
  expect(readOf(await json())).toEqual({a: 'missing', b: 'whole'});
  expect((await run()).stdout).toContain('Not in the service: a.');
});

test('a history that is kept for less than the span is said; the span ends a minute before the service\u2019s clock', async () => {
  await start({a: [], b: []});
  const later = 4 * 24 * 60 * MINUTE;
  world.emulator.advance(later);
  now += later;
  play('a', [ago(0, {pages: [CHANGED]}), ago(5, {pages: [CHANGED]})]);
  play('b', [ago(5)]);
  world.emulator.dashboard.edit(world.emulator.monitors().find(({name}) => name === 'a')!.id, {retentionDays: 3});
  const document = await json('--since', '7d');
  expect(document.monitors).toMatchObject([
    {key: 'a', retentionDays: 3},
    {key: 'b', retentionDays: null},
  ]);
  const end = Date.parse(document.until);
  // The clock of an answer has whole seconds.
  expect(end).toBeGreaterThan(now - MINUTE - 1000);
  expect(end).toBeLessThanOrEqual(noonWorld.now() + later - MINUTE);
  // What ended within that minute belongs to the next call.
  expect(document.summary).toMatchObject({checks: 2, meaningful: 1});
  expect((await run('--since', '7d')).stdout).toContain('a (3 days)');
  expect((await run('--since', '2d')).stdout).not.toContain('(3 days)');
});

test('more checks and pages than a request answers are read on', async () => {
  const pages = Array.from({length: 130}, (_, index) => ({...CHANGED, url: `https://site.example/${index}`}));
  await start({a: Array.from({length: 250}, (_, index) => ago(5 + index * 10, index === 240 ? {pages} : {}))});
  expect(await json('--since', '3d')).toMatchObject({summary: {meaningful: 130, checks: 250}});
});

test('hostile texts stay text, and values of references are masked', async () => {
  const text = '@@ -1 +1 @@\n-old\n+\x1b[2J\u202egnp.exe ::error::x ##vso[task.complete]\n';
  await start({
    a: [
      ago(5, {
        pages: [{...CHANGED, url: 'javascript:alert(1)\x1b[2J', diff: {text}, judgment: {...judged(true), reason: `\x1b[2J${API_KEY}`}}],
      }),
    ],
  });
  const {stdout} = await run();
  expect(stdout).not.toMatch(/[\x1b\u202e\x07]|^\s*::|##vso/m);
  expect(stdout).toContain('(secret)');
  expect(stdout).not.toContain(API_KEY);
});

test('--out writes a file, again, and nothing else', async () => {
  await start({a: [ago(5, {pages: [CHANGED]})]});
  for (const format of ['text', 'json'])
    for (let times = 0; times < 2; times++) {
      expect(await run('--format', format, '--out', `found.${format}`)).toMatchObject({exitCode: 0, stdout: ''});
      expect(readFileSync(world.workspace.path(`found.${format}`), 'utf8')).toContain('pricing');
    }
  writeFileSync(world.workspace.path('mine.txt'), 'my notes\n');
  expect(await run('--out', 'mine.txt')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/cannot-write')});
  expect(readFileSync(world.workspace.path('mine.txt'), 'utf8')).toBe('my notes\n');
});

test('--max-requests ends early with 1, also within the list', async () => {
  await start({a: [ago(5, {pages: [CHANGED]})], b: [ago(5, {pages: [CHANGED]})], c: [ago(5)]});
  // Of other monitors the list has a page, and a second one is under way while those that are asked about are met.
  const targets = [{type: 'scrape', urls: ['https://other.example/']}];
  for (let index = 0; index < 100; index++) world.emulator.dashboard.create({name: `other ${index}`, schedule: {text: 'hourly'}, targets});
  for (const most of [1, 2, 3, 4, 5, 6, 7]) {
    const {stdout, exitCode} = await run('--format', 'json', '-q', '--max-requests', String(most));
    const document: ChangesDocument = JSON.parse(stdout);
    expect(exitCode).toBe(1);
    expect(document).toMatchObject({complete: false, incomplete: ['max-requests']});
    expect(document.summary.requests).toBeLessThanOrEqual(most);
    expect(document.changes.every(({key}) => readOf(document)[key] === 'whole')).toBe(true);
  }
  expect(await run('--max-requests', '8')).toMatchObject({exitCode: 0});
});

test('a check that takes nearly a day is found behind all those that overtook it', async () => {
  const short = Array.from({length: 23}, (_, index) => ago(70 + index * 60));
  await start({a: [...short, ago(5, {startedAt: now - 23.5 * 60 * MINUTE, pages: [CHANGED]})]});
  expect(keysOf(await json('--since', '1h'))).toEqual(['a']);
});

test('of a check with changes the changed, new and removed pages are read, and failed ones of the newest check of a row', async () => {
  const found = [CHANGED, FAILED, ...(['new', 'removed'] as const).map(status => ({...SAME, status}))];
  await start({a: [ago(5, {pages: [...Array(150).fill(SAME), ...found]}), ago(15, {pages: [FAILED]}), ago(25)]});
  const before = world.emulator.requests().length;
  expect(await json()).toMatchObject({changes: [{}, {}, {}], failures: [{checks: 2}]});
  const parts = world.emulator.requests().slice(before);
  const read = parts.flatMap(({path}) => (/checks\/./.test(path) ? (new URL(path, 'http://x').searchParams.get('status') ?? 'all') : []));
  expect(read.sort()).toEqual(['changed', 'error', 'new', 'removed']);
});

test.each(['checks', 'check'] as const)(
  'a monitor that is deleted before its %s are read is named, and the others are shown',
  async operation => {
    await start({a: [ago(5, {pages: [CHANGED]})], b: [ago(5, {pages: [CHANGED]})]});
    world.emulator.setFaults({faults: [{when: {operation}, times: 1, do: 'answer', status: 404}]});
    const {stdout, exitCode} = await run('--format', 'json', '-q');
    const document: ChangesDocument = JSON.parse(stdout);
    expect({exitCode, read: Object.values(readOf(document)).sort(), shown: keysOf(document).length}).toEqual({
      ...{exitCode: 0, read: ['missing', 'whole'], shown: 1},
    });
  },
);

test('a change has one id in every call, and the same page of another check or monitor another one', async () => {
  await start({a: [ago(5, {pages: [CHANGED]}), ago(15, {pages: [CHANGED]})], b: [ago(5, {pages: [CHANGED]})]});
  const ids = async (...args: string[]) => (await json(...args)).changes.map(({id}) => id);
  const all = await ids();
  expect(new Set(all).size).toBe(3);
  const some = await ids('a', '--since', '1h', '--by', 'day');
  expect({count: some.length, known: some.every(id => all.includes(id))}).toEqual({count: 2, known: true});
});

test('once requests were sent, a step says how long it takes at their rate', async () => {
  await start({a: [ago(5)], b: [ago(5)]});
  world.emulator.setFaults({faults: [{when: {operation: 'list'}, delayMs: 1100}]});
  expect((await run()).stderr).toMatch(/^reading the list of monitors: about 1 request\nreading checks: about 2 requests, about \d s\n$/);
});

test('--quiet leaves out nothing that the result lacks', async () => {
  await start({a: [ago(5, {pages: [CHANGED]})], b: [ago(6, {pages: [CHANGED]})], c: [ago(7, {pages: [CHANGED]})]});
  expect(await run('-q', '--limit', '1')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('2 more changes left out by --limit.'),
  });
  expect((await run('-q', '--max-requests', '5')).stdout).toMatch(/^1 monitor not reached\.\nEnded by --max-requests after 5 requests\.$/m);
  world.emulator.setFaults({faults: [{when: {operation: 'checks', name: 'b'}, do: 'answer', status: 400}]});
  expect(await run('-q')).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/^"b" could not be read: .*400/m)});
  world.emulator.setFaults({});
  expect((await run('-q')).stdout).not.toMatch(/left out|not reached|could not be read|Changes /);
});

test('the zone of the times is said, whichever it is', async () => {
  await start({a: [ago(5, {pages: [CHANGED]})]});
  for (const zone of ['UTC', 'Asia/Tokyo'])
    expect((await run('--timezone', zone)).stdout.replaceAll(/\s+/g, ' ')).toContain(`(${zone}): 1 changed page`);
});
