import {readFileSync} from 'node:fs';
import type {PlayedCheck, PlayedPage} from '../../src/emulator/ports';
import type {TuneDocument} from '../../src/features/tune/document';
import {tune} from '../../src/index';
import {expectPromised} from '../world/json-schemas';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** `monitors tune`: noise and cost out of history, proposals, and writing them. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const HOUR = 3_600_000;
const URL = 'https://site.example/pricing';

let world: UserWorld;
afterEach(() => world.close());

const spec = (more = '', schedule = 'schedule: {text: hourly} # often\n') =>
  `name: A page\n${schedule}${more}targets:\n  - type: scrape\n    urls: [${URL}]\nsync: {alerts: none}\n`;

async function start(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
}

/** Sets the newest checks of a monitor; `pagesOf` gives the pages of each, 0 for the newest. */
function play(
  index: number,
  count: number,
  pagesOf: (number: number) => readonly PlayedPage[],
  more: Partial<PlayedCheck> = {},
  hours = 1,
): void {
  const checks = Array.from({length: count}, (_, number): PlayedCheck => {
    const finishedAt = Date.now() - (number * hours + 1) * HOUR;
    return {startedAt: finishedAt - 1000, finishedAt, pages: pagesOf(number), estimatedCredits: 2, actualCredits: 2, ...more};
  });
  world.emulator.dashboard.setChecks(idOf(index), {checks});
}

const idOf = (index: number) => world.emulator.monitors()[index]?.id ?? '';
const same = [{url: URL, status: 'same'}];
const noise = {meaningful: false, confidence: 'high', reason: 'only a date', meaningfulChanges: []};
const changed = (diff: string, judgment: PlayedPage['judgment'] = null) => [
  {url: URL, status: 'changed', statusCode: 200, judgment, diff: {text: diff}},
];

async function read(...args: string[]): Promise<TuneDocument> {
  const {stdout} = await world.runHere(['tune', '--format', 'json', '--quiet', ...args]);
  expectPromised('tune', stdout);
  return JSON.parse(stdout);
}

test('a line that changes each time is shown with its numbers, and how to look for it; one request for the checks and one for each change', async () => {
  await start({'monitors/a.yaml': spec(), 'monitors/b.yaml': spec()});
  play(0, 12, number => changed(`@@ -1 +1 @@\n-Updated ${number + 2} minutes ago\n+Updated ${number + 1} minutes ago\n`));
  play(1, 12, () => same);
  const before = world.emulator.requests().length;
  const document = await read();
  expect(world.emulator.requests()).toHaveLength(before + 2 + 12);
  const [a, b] = [...document.monitors].sort((one, other) => other.lines.length - one.lines.length);
  expect(a).toMatchObject({
    ...{read: 'whole', checks: 12, changes: {meaningful: 0, noise: 0, notJudged: 12}, noProposals: null},
    lines: [{url: URL, kind: 'numbers', line: 'Updated # minutes ago', changes: 12, checks: 12}],
    credits: {charged: 24, checks: 12, perMeaningfulChange: null},
  });
  expect(a?.proposals.map(({kind, value, writable}) => [kind, value, writable])).toEqual([
    ['lines', 'Updated # minutes ago', false],
    ['judging', 'on', false],
  ]);
  expect(b).toMatchObject({lines: [], proposals: []});
  const text = await world.runHere(['tune']);
  expect(text.stderr).toMatch(/reading checks: about 2 requests[\s\S]*reading changed pages: 12 requests/);
  expect(text.stdout).toContain('leave out the line Updated # minutes ago; see where it stands: monitors try');
  const markdown = await world.runHere(['tune', '--format', 'markdown']);
  expect(markdown.stdout).toContain('leave out the line `Updated # minutes ago`');
});

test('a list whose lines change places, and a place with another text each time, are named as what they are', async () => {
  await start({'monitors/a.yaml': spec(), 'monitors/b.yaml': spec()});
  const teasers = ['Read about boats', 'Win a car', 'Learn to sail', 'Coffee for all'];
  const at = (number: number) => teasers[number % 4] ?? '';
  play(0, 12, number => changed(`@@ -1,3 +1,3 @@\n-Ropes\n Sails\n+Ropes\n Masts ${number % 2}\n`));
  play(1, 12, number => changed(`@@ -1,2 +1,2 @@\n Pricing\n-${at(number + 1)}\n+${at(number)}\n`));
  for (const args of [['tune'], ['tune', '--format', 'markdown']]) {
    const {stdout} = await world.runHere(args);
    const words = stdout.replace(/\s+/g, ' ').replaceAll('`', '');
    expect(words).toContain('leave out the lines that change places, such as Ropes; see');
    expect(words).toContain('leave out the line that is another text each time, such as Read about boats; see');
  }
});

test('the three monitors that cost most for nothing are named, at their cost a month; one with a change that matters is not', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  await start(Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, spec().replace('A page', name)])));
  const at = (name: string) => world.emulator.monitors().findIndex(monitor => monitor.name === name);
  const meaningful = {...noise, meaningful: true};
  play(at('a'), 20, () => same, {actualCredits: 1});
  play(at('b'), 20, () => changed('@@ -1 +1 @@\n-a\n+b\n', noise), {actualCredits: 5});
  play(at('c'), 20, () => changed('@@ -1 +1 @@\n-a\n+b\n', meaningful), {actualCredits: 9});
  play(at('d'), 20, () => same, {actualCredits: 9}, 24);
  play(at('e'), 20, () => same, {actualCredits: 2});
  const {stdout} = await world.runHere(['tune']);
  expect(stdout).toContain('Most credits a month for nothing that matters: b (3,600), e (1,440), a (720).');
  const markdown = await world.runHere(['tune', '--format', 'markdown']);
  expect(markdown.stdout).toContain('Most credits a month for nothing that matters: `b` (3,600), `e` (1,440), `a` (720).');
});

test('a slower schedule is proposed, written with its comments kept, and the plan shown; an id of before is refused', async () => {
  await start({'monitors/a.yaml': spec()});
  play(0, 340, number => (number % 60 === 3 ? changed('-a\n+b\n', noise) : same));
  const args = ['--checks', '340'];
  const [proposal] = (await read(...args)).monitors[0]?.proposals ?? [];
  expect(proposal).toMatchObject({
    kind: 'schedule',
    value: 'every 4 hours',
    before: 'hourly',
    writable: true,
    saves: {creditsPerMonth: 1080},
  });
  const shown = await world.runHere(['tune', ...args]);
  const [, named = ''] = /Write one into its spec: monitors (.*)$/m.exec(shown.stdout) ?? [];
  expect(named).toBe(`tune a --checks 340 --write ${proposal?.id}`);
  const written = await world.runHere(named.split(' '));
  expect(written).toMatchObject({exitCode: 0, stderr: expect.stringContaining('writing into monitors/a.yaml')});
  expect(written.stdout).toMatch(/written into monitors\/a\.yaml[\s\S]*every 4 hours[\s\S]*1 to update/);
  expect(readFileSync(world.workspace.path('monitors/a.yaml'), 'utf8')).toBe(spec('', 'schedule: {text: every 4 hours} # often\n'));
  // Not applied yet: the checks say nothing of it.
  expect((await read(...args)).monitors[0]).toMatchObject({proposals: [], noProposals: 'not-applied'});
  const again = await world.runHere(['tune', ...args, '--write', proposal?.id ?? '']);
  expect(again).toMatchObject({exitCode: 3, stderr: expect.stringContaining('tune/not-proposed')});
});

test('a value of a shared layer is not written: it is said where it is', async () => {
  await start({
    'monitors/_defaults.yaml': 'schedule: {text: hourly}\n',
    'monitors/a.yaml': spec('', ''),
    'monitors/b.yaml': spec('goal: Prices\njudgeEnabled: false\n'),
  });
  const [a, b] = world.emulator.monitors().map(({goal}) => goal) as (string | null)[];
  const withGoal = a === null ? 1 : 0;
  expect([a, b]).toContain('Prices');
  play(1 - withGoal, 340, () => same);
  play(withGoal, 20, () => changed('-a\n+b\n'));
  const ids = (await read('--checks', '340')).monitors.flatMap(({proposals}) =>
    proposals.filter(({writable}) => writable).map(({id}) => id),
  );
  expect(ids).toHaveLength(2);
  const run = await world.runHere(['tune', '--checks', '340', '--format', 'json', '-q', ...ids.flatMap(id => ['--write', id])]);
  expect(run.exitCode).toBe(1);
  expectPromised('tune', run.stdout);
  expect(JSON.parse(run.stdout).written).toMatchObject({
    proposals: [{key: 'b', file: 'monitors/b.yaml'}],
    notWritten: [{key: 'a', reason: 'shared', file: 'monitors/_defaults.yaml', line: 1}],
    plan: {summary: {update: 1}},
  });
  expect(readFileSync(world.workspace.path('monitors/b.yaml'), 'utf8')).toContain('judgeEnabled: true');
});

test('what needs words is refused, and a limit of requests ends with what was read', async () => {
  await start({'monitors/a.yaml': spec('goal: Prices\n'), 'monitors/b.yaml': spec()});
  for (const index of [0, 1]) play(index, 12, () => changed('-a\n+b\n', index === 0 ? noise : null));
  const document = await read();
  const goal = document.monitors.flatMap(({proposals}) => proposals).find(({kind}) => kind === 'goal');
  expect(goal).toMatchObject({value: 'sharpen', evidence: {count: 12, of: 12}});
  expect(await world.runHere(['tune', '--write', goal?.id ?? ''])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('tune/needs-words'),
  });
  const cut = await world.runHere(['tune', '--max-requests', '14', '--format', 'json', '-q']);
  expect(cut.exitCode).toBe(1);
  expect(JSON.parse(cut.stdout)).toMatchObject({complete: false, incomplete: ['max-requests'], summary: {requests: 14, notRead: 1}});
  // Of thousands that were not reached, each would have two lines.
  for (const format of ['text', 'markdown']) {
    const {stdout} = await world.runHere(['tune', '--max-requests', '14', '--format', format]);
    expect(stdout).toContain('1 monitor not read');
    expect(stdout.match(/not read/g)).toHaveLength(1);
    expect(stdout).not.toContain('without noise or proposals');
  }
});

test('searches: mostly ignored results propose narrower queries, none at all wider ones, and undecided ones a clearer goal', async () => {
  const search =
    'name: News\nschedule: {text: hourly}\ngoal: New rules\ntargets: [{type: search, queries: [rules]}]\nsync: {alerts: none}\n';
  await start({'monitors/a.yaml': search, 'monitors/b.yaml': search, 'monitors/c.yaml': search, 'monitors/d.yaml': search});
  const results = (searchStatus: string) =>
    Array.from({length: 6}, (_, index) => ({
      ...{url: `https://site.example/${index}`, status: searchStatus === 'alert' ? ('new' as const) : ('same' as const)},
      metadata: {searchStatus},
    }));
  const keys = ['a', 'b', 'c', 'd'];
  const found = (await read()).monitors.map(({key, id}) => ({key, id}));
  expect(found.map(({key}) => key)).toEqual(keys);
  const indexOf = (key: string) => world.emulator.monitors().findIndex(({id}) => id === found.find(one => one.key === key)?.id);
  play(indexOf('a'), 12, () => results('ignored'));
  play(indexOf('b'), 12, () => []);
  play(indexOf('c'), 12, () => results('watching'));
  play(indexOf('d'), 12, () => results('already_seen'));
  const document = await read();
  expect(document.monitors.map(({key, proposals}) => [key, ...proposals.map(({kind, value}) => `${kind} ${value}`)])).toEqual([
    ['a', 'queries narrower'],
    ['b', 'queries wider'],
    ['c', 'goal sharpen'],
    ['d'],
  ]);
  const {stdout} = await world.runHere(['tune']);
  for (const words of ['narrower queries', 'wider queries', 'say in the goal what matters']) expect(stdout).toContain(words);
});

test('a monitor that could not be read is named, the others are shown, and the exit code is 1', async () => {
  await start({'monitors/a.yaml': spec(), 'monitors/b.yaml': spec().replace('A page', 'B page')});
  for (const index of [0, 1]) play(index, 12, () => same);
  world.emulator.setFaults({
    answers: {checks: 'asked'},
    faults: [{when: {operation: 'checks', name: 'B page'}, do: 'answer', status: 400}],
  });
  const {exitCode, stdout} = await world.runHere(['tune', '--format', 'json', '-q']);
  expect({exitCode, ...JSON.parse(stdout)}).toMatchObject({
    exitCode: 1,
    complete: false,
    monitors: [
      {key: 'a', read: 'whole', checks: 12},
      {key: 'b', read: 'failed', proposals: []},
    ],
  });
  expect((await world.runHere(['tune'])).stdout).toContain('could not be read');
});

test('failures are counted by reason, a few checks propose nothing, and the library returns the same', async () => {
  await start({'monitors/a.yaml': spec()});
  const error = [{url: URL, status: 'error', error: 'the page took longer than the timeout'}];
  play(0, 9, number => (number === 0 ? error : same));
  const document = await read();
  expect(document.monitors[0]).toMatchObject({
    noProposals: 'few-checks',
    failures: [{kind: 'failed', reason: 'the page took longer than the timeout', checks: 1}],
  });
  const options = {
    directory: world.workspace.directory,
    baseUrl: world.emulator.url,
    apiKey: API_KEY,
    env: {HOME: world.workspace.path('.home')},
  };
  expect(await tune(options)).toEqual(document);
  await expect(tune({...options, write: ['00000000']})).rejects.toMatchObject({code: 'tune/not-proposed', exitCode: 3});
});

test('a judge that did not work judged nothing: no slower schedule, and no proposal of judging', async () => {
  await start({'monitors/a.yaml': spec('goal: Prices\n')});
  play(0, 340, number => (number % 40 === 3 ? changed('-a\n+b\n', noise) : same));
  expect((await read('--checks', '340')).monitors[0]?.proposals).toMatchObject([{kind: 'schedule'}, {kind: 'goal'}]);
  play(0, 340, number => (number % 40 === 3 ? changed('-a\n+b\n', noise) : same), {targetResults: [{judgeDegraded: true}]});
  expect((await read('--checks', '340')).monitors[0]).toMatchObject({changes: {noise: 0, notJudged: 9, degraded: 9}, proposals: []});
});

test('a row takes what it has a column for; what all rows share is named', async () => {
  const list = (schedule: string, columns: string) =>
    `name: Page \${each:key}\nschedule: {text: ${schedule}}\ntargets:\n  - type: scrape\n    urls: [${URL}]\nsync:\n  alerts: none\n  each:\n    - {key: one${columns}}\n    - {key: two${columns}}\n`;
  await start({'monitors/own.yaml': list('"${each:often}"', ', often: hourly'), 'monitors/shared.yaml': list('hourly', '')});
  for (const index of [0, 1, 2, 3]) play(index, 340, () => same);
  const document = await read('--checks', '340');
  const ids = document.monitors.filter(({key}) => key.endsWith('one')).flatMap(({proposals}) => proposals.map(({id}) => id));
  const run = await world.runHere(['tune', '--checks', '340', '--format', 'json', '-q', ...ids.flatMap(id => ['--write', id])]);
  expect(JSON.parse(run.stdout).written).toMatchObject({
    proposals: [{key: 'own/one', file: 'monitors/own.yaml'}],
    notWritten: [{key: 'shared/one', reason: 'shared', file: 'monitors/shared.yaml', line: 2}],
    plan: {summary: {update: 1}},
  });
  expect(readFileSync(world.workspace.path('monitors/own.yaml'), 'utf8')).toContain('{key: one, often: every 4 hours}');
});

test('no secret of a page or an address is in any output', async () => {
  const value = 'hunter2-and-more';
  const webhook = 'webhook: {url: https://hooks.example/in, headers: {Authorization: "Bearer ${env:WEBHOOK_TOKEN}"}}\n';
  world = await startUserWorld(
    {
      'monitors.config.yaml': 'project: shop\nservice: {operations: full}\nsecrets: {allow: [WEBHOOK_TOKEN]}\n',
      'monitors/a.yaml': `name: a\nschedule: {text: hourly}\n${webhook}targets:\n  - type: scrape\n    urls: [${URL}]\n`,
    },
    {answers: {checks: 'asked'}},
    {operations: 'full'},
  );
  const env = {WEBHOOK_TOKEN: value};
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'], {env})).toMatchObject({exitCode: 0});
  const lineAt = (number: number) => `Hello ${value}, updated ${number + 1} minutes ago`;
  const address = 'https://user:pass-w0rd@site.example/?token=q-s3cret';
  play(0, 12, number =>
    number === 1
      ? [{url: address, status: 'error', statusCode: 500, error: `no answer from ${address} with ${value}`}]
      : [{url: address, status: 'changed', statusCode: 200, diff: {text: `@@ -1 +1 @@\n-${lineAt(number + 1)}\n+${lineAt(number)}\n`}}],
  );
  for (const args of [['--verbose'], ['--format', 'json'], ['--format', 'markdown']]) {
    const {stdout, stderr} = await world.runHere(['tune', ...args], {env});
    expect(stdout).toContain('minutes ago');
    expect(stdout + stderr).not.toMatch(/hunter2|pass-w0rd|q-s3cret/);
  }
});

test('alerts a week, credits for each change that matters, and the price of judging', async () => {
  const hook = 'webhook: {url: "https://hooks.example/in", events: [monitor.page]}\n';
  const told = spec('goal: Prices\n').replace('sync: {alerts: none}\n', hook);
  await start({'monitors/a.yaml': told, 'monitors/b.yaml': told, 'monitors/c.yaml': spec()});
  const found = (await read()).monitors;
  const at = (key: string) => world.emulator.monitors().findIndex(({id}) => found.some(one => one.key === key && one.id === id));
  const judged = (number: number) => (number < 5 ? changed('-a\n+b\n', {...noise, meaningful: number < 3}) : same);
  play(at('a'), 12, judged, {notificationStatus: null});
  play(at('b'), 12, judged);
  play(at('c'), 12, () => changed('-a\n+b\n'));
  // Where the service notes messages, these count: the receiver got those of noise, too. The last monitor tells no one.
  const [a, b, c] = (await read()).monitors;
  expect([a?.alertsPerWeek, b?.alertsPerWeek, c?.alertsPerWeek]).toEqual([42, 70, 0]);
  expect(a).toMatchObject({changes: {meaningful: 3, noise: 2}, credits: {charged: 24, perMeaningfulChange: 8}});
  const judging = c?.proposals.find(({kind}) => kind === 'judging');
  expect(judging).toMatchObject({evidence: {count: 12, of: 12}, saves: {creditsPerMonth: -720}});
});

test('of parts of checks, which hold diffs, four are read at once, and it is said how long that takes', async () => {
  await start({'monitors/a.yaml': spec(), 'monitors/b.yaml': spec()});
  for (const index of [0, 1]) play(index, 12, () => changed('-a\n+b\n'));
  world.emulator.setFaults({
    answers: {checks: 'asked'},
    faults: [
      {when: {operation: 'check'}, delayMs: 50},
      {when: {operation: 'checks'}, delayMs: 100},
    ],
  });
  const open: number[] = [];
  const timer = setInterval(() => open.push(world.emulator.requests().filter(({status}) => status === 'open').length), 5);
  const {stderr} = await world.runHere(['tune', '--concurrency', '16']);
  clearInterval(timer);
  expect(stderr).toMatch(/reading changed pages: 24 requests, about \d s\n/);
  expect(Math.max(...open)).toBe(4);
});
