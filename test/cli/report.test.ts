import {readFileSync, rmSync} from 'node:fs';
import type {FaultScript} from '../../src/emulator/faults/script';
import {bareSpecFor, specFor} from '../world/cli';
import {realWorld} from '../world/real-world';
import {startUserWorld, type UserWorld} from '../world/service';

const CONFIG = 'project: acme-web\nservice: {operations: full}\nbudget: {creditsPerMonth: 10000}\n';
const HOSTILE = `name: '<script>alert(1)</script>'
schedule: {cron: "0 9 * * *", timezone: Europe/Berlin}
goal: secret-goal
targets: [{type: scrape, urls: ["https://site.example/?token=secret-query"]}]
webhook: {url: "https://hooks.example/secret-path", headers: {X-Key: secret-header}}
notification: {email: {enabled: true, recipients: [secret@mail.example]}}
sync: {labels: {team: '"><img src=x onerror=alert(1)>', owner: "a|b @everyone ::set-output"}}
`;
const SPECS = {'monitors.config.yaml': CONFIG, 'monitors/shop/a.yaml': specFor('a'), 'monitors/b.yaml': HOSTILE};
/** A list of so many monitors; the name of each is its number. */
const listOf = (count: number) => ({
  'monitors/many.yaml': `name: "\${each:number}"\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://site.example/\${each:number}"]}]\nsync: {each: {file: _rows.csv}}\n`,
  'monitors/_rows.csv': `key,number\n${Array.from({length: count}, (_, index) => `k${index},${index}`).join('\n')}\n`,
});
const ASKED: FaultScript = {answers: {checks: 'asked'}};
const PAGE = {url: 'https://site.example/?token=secret-query', status: 'same', statusCode: 200};

let world: UserWorld;
afterEach(() => world.close());

async function start(files: Readonly<Record<string, string>> = SPECS): Promise<void> {
  world = await startUserWorld(files, ASKED, {operations: 'full'});
}

async function startApplied(): Promise<void> {
  await start();
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
}

const report = (...args: string[]) => world.runHere(['report', '--out', 'r.html', ...args]);
const page = () => readFileSync(world.workspace.path('r.html'), 'utf8');
/** The page's text as somebody reads it. */
const text = () =>
  page()
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const idOf = (key: string) => {
  const state = JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8'));
  return state.monitors[key].id as string;
};

test('from specs and state, without network: load, next day, credits against the budget, each monitor', async () => {
  await start();
  const offline = {env: {MONITORS_BASE_URL: undefined, MONITORS_API_KEY: undefined}};
  const {exitCode, stdout, stderr} = await world.runHere(['report', '--out', 'r.html', '--timezone', 'Asia/Tokyo'], offline);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(stdout).toMatch(/^wrote r\.html: 2 monitors, from specs and state \([\d,]+ kB\)\n$/);
  expect(world.emulator.requests()).toEqual([]);
  expect(text()).toContain('175 checks in the next seven days');
  // Nine in Berlin, in winter or summer time.
  expect(text()).toMatch(/The fullest minute is (\w+) 1[67]:00 : 1 monitor begins a check/);
  expect(text()).toMatch(/hourly : the service chooses their minute/);
  expect(text()).toMatch(/\d% of the budget of 10,000/);
  expect(text()).toMatch(/shop\/a 0 \* \* \* \* UTC [\d,]+ not created yet/);
  expect(text()).toContain('Health and drift are not known');
});

test('--refresh adds health, drift, what was charged, and what is left of the plan', async () => {
  await startApplied();
  const failing = {pages: [{...PAGE, status: 'error'}], estimatedCredits: 10, actualCredits: 5};
  world.emulator.dashboard.setChecks(idOf('b'), {checks: [failing]});
  world.emulator.dashboard.setChecks(idOf('shop/a'), {checks: [{pages: [PAGE]}], nextRunAt: realWorld.now() - 3 * 3_600_000});
  world.emulator.dashboard.edit(idOf('shop/a'), {goal: 'edited'});
  world.emulator.dashboard.setCredits({remainingCredits: 777, planCredits: 3000, billingPeriodStart: null, billingPeriodEnd: null});
  const before = world.emulator.requests().length;
  expect(await report('--refresh', '--rate-limit', '1')).toMatchObject({
    exitCode: 0,
    stderr: 'reading the newest checks of 2 monitors: at most 2 requests\nreading why 1 monitor fails: at most 1 request\n',
  });
  const sent = world.emulator.requests().slice(before);
  expect(sent.map(({method}) => method)).toEqual(sent.map(() => 'GET'));
  expect(sent.filter(({path}) => path.includes('/checks'))).toHaveLength(3);
  expect(text()).toContain('Failing 1 monitor ');
  expect(text()).toContain('Monitors 2 1 overdue');
  expect(text()).toContain('b ✕ failing');
  expect(text()).toContain('shop/a ◷ overdue');
  expect(text()).toContain('shop/a drift Changed in the service: goal.');
  expect(text()).toContain('Left of the plan 777 of 3,000 credits');
  expect(text()).toMatch(/Charged: about [\d,]+, \d+% of the estimate\. Worked out from the newest checks of \d monitors?\./);
  expect(text()).toContain('within the rate limit of 1 a minute');
});

test('a budget by actual is held against what was charged, and an edited monitor against its estimate', async () => {
  await startApplied();
  const cheap = {pages: [PAGE], estimatedCredits: 10, actualCredits: 1};
  for (const name of ['b', 'shop/a']) world.emulator.dashboard.setChecks(idOf(name), {checks: [cheap]});
  world.workspace.write({'monitors.config.yaml': CONFIG.replace('10000}', '10000, by: actual}')});
  expect(await report()).toMatchObject({exitCode: 0});
  expect(text()).toMatch(/\d% of the budget of 10,000, by the estimate/);
  expect(await report('--refresh')).toMatchObject({exitCode: 0});
  expect(text()).toMatch(/\d% of the budget of 10,000, by what was charged/);
  expect(text()).toContain('newest checks of 2 monitors');
  world.workspace.write({'monitors/b.yaml': specFor('b').replace('hourly', 'daily')});
  expect(await report('--refresh')).toMatchObject({exitCode: 0});
  expect(text()).toContain('newest checks of 1 monitor.');
});

test('a monitor of which some pages fail needs attention, and one that was never checked is not ok', async () => {
  await startApplied();
  world.emulator.dashboard.setChecks(idOf('b'), {checks: [{pages: [PAGE, {...PAGE, status: 'error'}]}]});
  expect(await report('--refresh')).toMatchObject({exitCode: 0});
  expect(text()).toContain('Failing 0 monitors, and 1 in part');
  expect(text()).toMatch(/b ◐ partly failing .* \(1 check\) 1 of 2 pages: The service gives no reason\./);
  expect(text()).toContain('shop/a no check yet');
  expect(text()).not.toContain('&check; ok');
});

test('deleted, unresolved and blocked: each is said, and counted as it runs', async () => {
  await startApplied();
  world.emulator.dashboard.delete(idOf('b'));
  world.workspace.write({'monitors/c.yaml': specFor('c'), 'monitors.config.yaml': `${CONFIG}safety: {maxDeletes: 0}\n`});
  rmSync(world.workspace.path('monitors/shop/a.yaml'));
  world.emulator.setFaults({faults: [{when: {operation: 'create'}, do: 'drop'}]});
  expect(await world.runHere(['apply', '--auto-approve', '--on-ambiguous', 'stop', '--only', 'c'])).toMatchObject({exitCode: 4});
  world.emulator.setFaults(ASKED);
  expect(await report('--refresh', '--lookup-timeout', '0')).toMatchObject({exitCode: 0});
  expect(text()).toContain('b drift Deleted in the service.');
  expect(text()).toMatch(/c unresolved A create was sent .* and its outcome is unknown/);
  expect(text()).toContain('shop/a blocked Apply would not make this change');
});

test('hostile names are text, and nothing secret is in it, whatever is asked', async () => {
  await startApplied();
  const diff = {
    text: '--- a\n+++ b\n-<script>alert(2)</script>\n+text-of-page \x1b[31m\u202e\n',
    json: {'x"><b>': {previous: '<i>', current: 1}},
  };
  world.emulator.dashboard.setChecks(idOf('b'), {checks: [{pages: [{...PAGE, status: 'changed', diff}]}]});
  world.emulator.dashboard.edit(idOf('b'), {
    name: '<img src=x>',
    notification: {email: {enabled: true, recipients: ['other-secret@mail.example']}},
  });
  expect(await report('--refresh')).toMatchObject({exitCode: 0});
  expect(page()).not.toMatch(/secret|text-of-page/);
  expect(await report('--refresh', '--with-diffs')).toMatchObject({exitCode: 0});
  for (const shown of ['text-of-page', '&lt;script&gt;alert(2)', 'a|b @everyone ::set-output']) expect(page()).toContain(shown);
  expect(page()).not.toMatch(/secret-|other-secret|<(?:script|img|b|i)\b|[\x1b\u202e]/);
});

test('--with-diffs reads the 50 monitors that changed last, and says how many more changed', async () => {
  await start({'monitors.config.yaml': CONFIG.replace(/budget.*\n/, ''), ...listOf(52)});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const changed = {...PAGE, status: 'changed', diff: {text: '-1\n+2\n'}};
  const now = realWorld.now();
  for (const {id, name} of world.emulator.monitors())
    world.emulator.dashboard.setChecks(id, {checks: [{pages: [changed], startedAt: now - 60_000 * (Number(name) + 1)}]});
  const before = world.emulator.requests().length;
  expect(await report('--refresh', '--with-diffs', '--checks', '0')).toMatchObject({exitCode: 0});
  const sent = world.emulator.requests().slice(before);
  expect(sent.filter(({path}) => /\/checks\?/.test(path))).toHaveLength(50);
  expect(text()).toContain('2 more monitors changed earlier: choose some by key to see them.');
  const latest = text().replace(/.*This section holds text/, '');
  expect([/ many\/k49 /.test(latest), / many\/k50 /.test(latest)]).toEqual([true, false]);
});

test('N46: a service without checks or credits is named, and the rest is shown', async () => {
  await startApplied();
  const gone = {do: 'answer', status: 404, body: '<html>no</html>'} as const;
  world.emulator.setFaults({
    ...ASKED,
    faults: [
      {when: {operation: 'checks'}, ...gone},
      {when: {operation: 'credits'}, ...gone},
    ],
  });
  expect(await report('--refresh', '--with-diffs')).toMatchObject({exitCode: 0});
  expect(text()).toContain('Left out: this service does not offer listing checks (it answered 404).');
  expect(text()).toMatch(/Left out: this service does not offer [^.]*credit/);
});

test('--out replaces an earlier report only', async () => {
  await start();
  world.workspace.write({'r.html': '<!doctype html>\nmine\n'});
  expect(await report()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('it exists and is not a report')});
  expect(page()).toContain('mine');
  world.workspace.write({'r.html': ''});
  expect(await report()).toMatchObject({exitCode: 0});
  expect(await report()).toMatchObject({exitCode: 0});
  const refused = await world.runHere(['report', '--out', 'monitors.state.json']);
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/that is the place\s+of the state/)});
});

test('keys, labels and zones choose; what is mistyped or idle is refused', async () => {
  await start();
  expect((await report('shop/**')).stdout).toContain('1 monitor,');
  expect(await report('shopp/**')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
  const refused = async (...args: string[]) => {
    const {exitCode, stderr} = await world.runHere(['report', ...args]);
    expect(exitCode).toBe(3);
    return stderr.replace(/\s+/g, ' ');
  };
  expect(await refused()).toContain('report needs --out');
  expect(await refused('--out', 'r.html', '--timezone', 'Berlin')).toContain('did you mean "Europe/Berlin"?');
  expect(await refused('--out', 'r.html', '--with-diffs')).toContain('--with-diffs needs --refresh');
  expect(await refused('--out', 'r.html', '--suggest')).toContain('--out does not go with it');
  expect(await refused('--out', 'r.html', '--format', 'json')).toContain('--format needs --suggest');
  expect(await refused('--out', 'r.html', '--rate-limit', '0')).toContain('--rate-limit');
});

test('where nothing runs, the page says so; specs with errors have none', async () => {
  await start({'monitors.config.yaml': CONFIG, 'monitors/a.yaml': `${bareSpecFor('a')}sync: {alerts: none, paused: true}\n`});
  expect(await report()).toMatchObject({exitCode: 0});
  for (const shown of ['No monitor runs in the next seven days.', 'No check is due.', 'No monitor has a label.'])
    expect(text()).toContain(shown);
  world.workspace.write({'monitors/x.yaml': 'name: [\n'});
  expect(await report()).toMatchObject({exitCode: 1, stderr: expect.stringContaining('nothing was reported')});
});

test('monitors of other environments are called that', async () => {
  await start({
    'monitors.config.yaml': `${CONFIG}environments: {staging: {}, test: {}, production: {}}\n`,
    'monitors/a.yaml': specFor('a'),
  });
  for (const environment of ['staging', 'test', 'production'])
    expect(await world.runHere(['apply', '--auto-approve', '--environment', environment])).toMatchObject({exitCode: 0});
  expect(await report('--refresh', '--environment', 'production')).toMatchObject({exitCode: 0});
  expect(text()).toContain(
    '2 unmanaged monitors in the service (all of other environments): listed by monitors plan --refresh --show-unmanaged .',
  );
});
