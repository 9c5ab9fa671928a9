import {renameSync} from 'node:fs';
import type {FaultScript} from '../../src/emulator/faults/script';
import {bareSpecFor, specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {runOnTerminal} from '../world/terminal';

/** View of a person at a terminal: the result in place of the progress, wrapped, with short times, each advice once. */
let world: UserWorld;
afterEach(() => world.close());

const FULL = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const specs = (folder: string, count: number) =>
  Object.fromEntries(Array.from({length: count}, (_, index) => [`monitors/${folder}/m${index}.yaml`, specFor(`m${index}`)]));
const on = (columns: number, args: readonly string[]) =>
  runOnTerminal(args, {
    cwd: world.workspace.directory,
    columns,
    env: {MONITORS_BASE_URL: world.emulator.url, MONITORS_API_KEY: API_KEY, NO_COLOR: '1'},
  });
const countIn = (text: string, words: string) => text.split(words).length - 1;

test.each([60, 80, 120])('progress is replaced by the result, which wraps at %d columns and has short times', async columns => {
  world = await startUserWorld({...FULL, ...specs('a', 3)}, {}, {operations: 'full'});
  const created = await on(columns, ['apply', '--auto-approve']);
  expect(created.exitCode).toBe(0);
  expect(created.written).toContain('/3 done');
  expect(created.screen).not.toContain('/3');
  world.workspace.write({'monitors/a/m0.yaml': specFor('m0').replace('hourly', 'every 30 minutes')});
  const updated = await on(columns, ['apply', '--auto-approve', '--allow-deletes']);
  expect(updated.screen).toContain('    credits a month: 720 -> 1,440 (+720)\n');
  expect(countIn(updated.screen, 'a/m0  updated')).toBe(1);
  expect(updated.screen.replace(/\n {4}/g, ' ')).toMatch(/1,440 credits a month, next check (?:today|tomorrow) \d\d:\d\d\n/);
  const results = updated.screen.slice(updated.screen.indexOf('~ a/m0  updated'));
  expect(Math.max(...results.split('\n').map(line => line.length))).toBeLessThanOrEqual(columns);
  expect(updated.screen).not.toMatch(/\d{4}-\d\d-\d\dT/);
});

test.each([60, 80, 120])('warnings with a place wrap at %d columns, and show the line they name', async columns => {
  const silent = Object.fromEntries(
    Array.from({length: 9}, (_, index) => [`monitors/team/m${index}.yaml`, `# Prices\n${bareSpecFor(`m${index}`)}`]),
  );
  world = await startUserWorld(silent);
  for (const args of [['plan'], ['validate']]) {
    const {screen} = await on(columns, args);
    const warning = screen.slice(screen.indexOf('monitors/team/m0.yaml:2:1  warning  risk/no-alert'), screen.indexOf('hint: add'));
    expect(Math.max(...warning.split('\n').map(line => line.length))).toBeLessThanOrEqual(columns);
    expect(warning.replace(/\n {3}(?=[a-z"])/g, ' ')).toContain('9 monitors notify no one of what is found: "team/m0"');
    expect(warning).toContain('    2 | name: m0\n      | ^\n');
  }
});

test('the approval for programs is left out on a terminal, unless --verbose asks for it', async () => {
  world = await startUserWorld(specs('a', 1));
  expect((await on(80, ['plan'])).screen).not.toContain('Approval');
  expect((await on(80, ['plan', '--verbose'])).screen).toMatch(/^Approval: [0-9a-f]{64}$/m);
});

test('with --verbose each request has a line of its own above the progress', async () => {
  world = await startUserWorld(specs('a', 3));
  const {screen} = await on(80, ['apply', '--auto-approve', '--verbose']);
  expect(screen).toMatch(/^POST \/v2\/monitor -> 200 in \d+ ms/m);
  expect(screen).not.toMatch(/done.*POST/);
});

test('a reason that fourteen changes have is given once, with its count', async () => {
  const refused: FaultScript = {
    faults: [{when: {operation: 'create'}, times: 14, do: 'answer', status: 400, body: {error: 'no such plan'}}],
  };
  world = await startUserWorld(specs('a', 14), refused);
  const {screen, exitCode} = await on(80, ['apply', '--auto-approve', '--concurrency', '1']);
  expect(exitCode).toBe(1);
  expect(countIn(screen, 'no such plan')).toBe(1);
  expect(screen).toContain('The same reason for 14 changes:');
  expect(countIn(screen, '  failed  1 attempt')).toBe(14);
});

test('I42: a moved folder and a budget that is exceeded are explained once each, with what is the own of each monitor', async () => {
  world = await startUserWorld(specs('old', 4));
  await world.runHere(['apply', '--auto-approve']);
  renameSync(world.workspace.path('monitors/old'), world.workspace.path('monitors/new'));
  world.workspace.write({'monitors.config.yaml': 'budget: {creditsPerMonth: 3000}\n'});
  for (const site of ['x', 'y', 'z']) world.workspace.write({[`monitors/${site}.yaml`]: specFor(site)});
  for (const args of [['plan'], ['plan', '--format', 'markdown']]) {
    const {screen} = await on(80, args);
    expect(countIn(screen, '4 monitors  moved?  old/** -> new/**')).toBe(1);
    expect(countIn(screen, 'add renamedFrom')).toBe(0);
    expect(countIn(screen, 'old/m2 -> new/m2')).toBe(1);
    expect(countIn(screen, "monitors state mv 'old/**' 'new/**'")).toBe(1);
    expect(countIn(screen, '{from: "old/**", to: "new/**"}')).toBe(1);
    expect(screen.replace(/\n {2}(?=[a-z])/g, ' ')).toContain(
      '3 changes would raise the estimate to 5,040 credits a month, above the budget of 3,000',
    );
    expect(countIn(screen, 'raise budget.creditsPerMonth')).toBe(1);
    expect(countIn(screen, 'credits a month: 0 -> 720 (+720)')).toBe(3);
  }
  const {stdout} = await world.runHere(['plan', '--format', 'json']);
  const codes = (JSON.parse(stdout) as {diagnostics: {code: string; hint: string}[]}).diagnostics.map(({code}) => code);
  expect(codes.filter(code => code === 'plan/possible-rename')).toHaveLength(8);
  expect(codes.filter(code => code === 'plan/over-budget')).toHaveLength(3);
});

test('a hint that many findings have stands behind them once', async () => {
  const shy = specFor('a').concat('judgeEnabled: true\n');
  world = await startUserWorld(
    Object.fromEntries([1, 2, 3, 4].map(at => [`monitors/s${at}.yaml`, shy.replace('name: a', `name: a${at}`)])),
  );
  const alike = (await on(80, ['validate'])).screen.replace(/\n {3,}/g, ' ');
  expect(countIn(alike, '"judgeEnabled" has no effect without a goal')).toBe(1);
  expect(alike).toMatch(/3 more alike: monitors\/s2\.yaml:\d+:\d+, monitors\/s3\.yaml:\d+:\d+, monitors\/s4\.yaml:\d+:\d+/);
  const screen = (await on(80, ['validate', '--verbose'])).screen.replace(/\n {3}(?! )/g, ' ');
  expect(countIn(screen, '"judgeEnabled" has no effect without a goal')).toBe(4);
  expect(countIn(screen, 'add a goal, or remove judgeEnabled')).toBe(1);
  expect(screen).toContain('hint: risk/judge-without-goal (4 times): add a goal, or remove judgeEnabled');
  const {stdout} = await world.runHere(['validate', '--format', 'json']);
  expect(countIn(stdout, 'add a goal, or remove judgeEnabled')).toBe(4);
});

test("where the service's figure is another than ours, both are shown, and why", async () => {
  const uneven = (site: string) => specFor(site).replace('{text: hourly}', '{cron: "0 9,17 * * *"}');
  world = await startUserWorld({...FULL, 'monitors/a.yaml': uneven('a'), 'monitors/b.yaml': uneven('b')}, {}, {operations: 'full'});
  const {screen} = await on(80, ['apply', '--auto-approve']);
  const flat = screen.replace(/\s+/g, ' ');
  expect(flat).toMatch(/a created [\w-]+, (?:45|90) credits a month \(60 by the price list\), next check/);
  expect(countIn(flat, 'checks are unevenly spaced')).toBe(1);
  expect(flat).toContain('Credits of 2 monitors: checks are unevenly spaced');
  const planned = (await on(80, ['plan', '--refresh'])).screen.replace(/\s+/g, ' ');
  expect(planned).toMatch(/a: (?:45|90) credits a month in the service, 60 in the price list/);
  expect(countIn(planned, 'checks are unevenly spaced')).toBe(1);
});

test.each([
  ['changes', ['changes', '--since', '3d']],
  ['tune', ['tune']],
  ['report', ['report', '--out', 'r.html', '--refresh', '--since', '3d']],
  ['status', ['status', '--checks', '5']],
  ['alerts', ['alerts']],
])('how far reading has come is replaced by what follows: %s', async (_name, args) => {
  world = await startUserWorld({...FULL, ...specs('a', 3)}, {answers: {checks: 'asked'}}, {operations: 'full'});
  await on(80, ['apply', '--auto-approve', '--quiet']);
  const diff = {text: '@@ -1 +1 @@\n-a\n+b\n'};
  for (const {id} of world.emulator.monitors()) {
    const finishedAt = Date.now() - 3_600_000;
    const pages = [{url: 'https://site.example/', status: 'changed', diff}];
    world.emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - 1000, finishedAt, pages}]});
  }
  const {written, screen, exitCode} = await on(80, args);
  expect(exitCode).toBe(0);
  expect(written).toMatch(/read 3 (?:monitors|checks)/);
  expect(screen).not.toMatch(/read \d+ (?:monitor|check)/);
  // What was read is named by its own word.
  expect(written.includes('read 3 checks of 3')).toBe(args[0] === 'changes' || args[0] === 'report');
});
