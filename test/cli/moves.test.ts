import {renameSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';

const worlds: UserWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const spec = (name: string) =>
  `name: ${name}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://shop.example/${name}"]}]\n`;
const CONFIG = 'project: shop\nservice: {operations: full}\n';
const MOVES = `${CONFIG}moves:\n  - {from: "old/**", to: "new/**"}\n`;

/** Two applied monitors whose folder was moved afterwards, one of them edited. */
async function start(): Promise<UserWorld> {
  const files = {'monitors.config.yaml': CONFIG, 'monitors/old/a.yaml': spec('a'), 'monitors/old/sub/b.yaml': spec('b')};
  const world = await startUserWorld(files, {}, {operations: 'full'});
  worlds.push(world);
  expect((await world.runHere(['apply', '--auto-approve'])).exitCode).toBe(0);
  renameSync(world.workspace.path('monitors/old'), world.workspace.path('monitors/new'));
  return world;
}

async function listKeys(world: UserWorld): Promise<string[]> {
  const {stdout} = await world.runHere(['state', 'list', '--format', 'json']);
  return (JSON.parse(stdout) as {monitors: {key: string}[]}).monitors.map(({key}) => key);
}

test('a moved folder waits as one group; the entry that the plan proposes renames it, and may stay', async () => {
  const world = await start();
  const waiting = await world.runHere(['plan']);
  expect(waiting.stdout).toContain('! 2 monitors  moved?  old/** -> new/**');
  expect(waiting.stdout.replace(/\s+/g, ' ')).toContain(
    'run "monitors init --upgrade" for editors, and add to moves in monitors.config.yaml: - {from: "old/**", to: "new/**"}',
  );
  world.workspace.write({'monitors.config.yaml': MOVES, 'monitors/new/sub/b.yaml': spec('edited')});
  const plan = await world.runHere(['plan', '--only', 'old/**']);
  expect(plan.stdout).toContain('was "old/a"; same monitor');
  expect(plan.stdout).toContain('Plan: 0 to create, 1 to update, 0 to replace, 0 to delete, 2 to rename, 0 unchanged.');
  expect((await world.runHere(['apply', '--auto-approve'])).exitCode).toBe(0);
  expect(await listKeys(world)).toEqual(['new/a', 'new/sub/b']);
  expect(world.emulator.monitors()).toHaveLength(2);
  expect((await world.runHere(['plan', '--detailed-exitcode'])).exitCode).toBe(0);
});

test('a plan that was saved before an entry was added is stale, and one with it renames', async () => {
  const world = await start();
  await world.runHere(['plan', '--out', 'before.json']);
  world.workspace.write({'monitors.config.yaml': MOVES});
  await world.runHere(['plan', '--out', 'after.json']);
  const stale = await world.runHere(['apply', 'before.json']);
  expect({exitCode: stale.exitCode, isStale: stale.stderr.includes('the config has changed since')}).toEqual({exitCode: 3, isStale: true});
  world.workspace.write({'monitors.config.yaml': CONFIG});
  expect((await world.runHere(['apply', 'after.json'])).exitCode).toBe(3);
  expect(await listKeys(world)).toEqual(['old/a', 'old/sub/b']);
  world.workspace.write({'monitors.config.yaml': MOVES});
  expect((await world.runHere(['apply', 'after.json'])).exitCode).toBe(0);
  expect(await listKeys(world)).toEqual(['new/a', 'new/sub/b']);
});

test('--exclude of either key leaves a move out', async () => {
  const world = await start();
  world.workspace.write({'monitors.config.yaml': MOVES});
  expect((await world.runHere(['apply', '--auto-approve', '--exclude', 'old/a'])).exitCode).toBe(0);
  expect(await listKeys(world)).toEqual(['new/sub/b', 'old/a']);
  expect((await world.runHere(['plan', '--exclude', 'new/a'])).stdout).toContain('No changes.');
});

test('two monitors that would get one key are both held back, with what to do', async () => {
  const world = await start();
  world.workspace.write({
    'monitors.config.yaml': `${CONFIG}moves:\n  - {from: old/a, to: one}\n  - {from: old/sub/b, to: one}\n`,
    'monitors/one.yaml': spec('one'),
  });
  const {stdout} = await world.runHere(['plan', '--only', 'one', '--only', 'old/**', '--format', 'json']);
  const plan = JSON.parse(stdout) as {changes: {key: string; reason: string}[]; diagnostics: {hint: string}[]};
  expect(plan.changes.map(({key, reason}) => [key, reason])).toEqual([
    ['old/a', 'plan/move-conflict'],
    ['old/sub/b', 'plan/move-conflict'],
    ['one', 'plan/move-conflict'],
  ]);
  expect((await world.runHere(['plan'])).stdout).toContain('3 monitors cannot move as the config says: two would have one key');
});

test.each([
  {name: 'other wildcards', move: '{from: "old/**", to: "new/*"}', why: 'both sides need the same wildcard'},
  {name: 'a wildcard on one side', move: '{from: old/a, to: "new/*"}', why: 'both sides need the same wildcard'},
  {name: 'two wildcards', move: '{from: "*/*", to: "new/*"}', why: 'each side takes one wildcard'},
  {name: 'the same on both sides', move: '{from: a, to: a}', why: 'both sides are the same'},
  {name: 'a key that cannot be', move: '{from: "old/**", to: "../**"}', why: '"to" has an empty part'},
  {name: 'a path with a slash in front', move: '{from: "/old/**", to: "new/**"}', why: '"from" has an empty part'},
])('$name in moves is an error at the entry', async ({move, why}) => {
  const world = await startUserWorld({'monitors.config.yaml': `${CONFIG}moves:\n  - ${move}\n`, 'monitors/a.yaml': spec('a')});
  worlds.push(world);
  const run = await world.runHere(['plan']);
  expect(run.exitCode).toBe(3);
  expect(run.stderr.replace(/\s+/g, ' ')).toContain(why);
  expect(run.stderr).toMatch(/monitors\.config\.yaml:4:5/);
});

test('a file that moves to where other defaults apply is no second paid monitor', async () => {
  const layers = {
    'monitors/old/_defaults.yaml': 'schedule: {text: hourly}\nretentionDays: 7\n',
    'monitors/new/_defaults.yaml': 'schedule: {text: daily}\ngoal: Other\ntargets: {scrape: {scrapeOptions: {onlyMainContent: true}}}\n',
  };
  const bare = spec('a').replace('schedule: {text: hourly}\n', '');
  const files = {'monitors.config.yaml': CONFIG, ...layers, 'monitors/old/a.yaml': bare, 'monitors/new/other.yaml': spec('other')};
  const world = await startUserWorld(files, {}, {operations: 'full'});
  worlds.push(world);
  expect((await world.runHere(['apply', '--auto-approve'])).exitCode).toBe(0);
  const ids = world.emulator.monitors().map(({id}) => id);
  renameSync(world.workspace.path('monitors/old/a.yaml'), world.workspace.path('monitors/new/a.yaml'));
  const held = await world.runHere(['apply', '--auto-approve', '--allow-deletes']);
  expect(held.stdout).toContain('! new/a  create blocked  monitors/new/a.yaml:1\n    renamed from "old/a"?\n');
  expect(world.emulator.monitors().map(({id}) => id)).toEqual(ids);
  world.workspace.write({'monitors/new/a.yaml': `${bare}sync: {renamedFrom: old/a}\n`});
  expect((await world.runHere(['apply', '--auto-approve'])).exitCode).toBe(0);
  expect(world.emulator.monitors().map(({id}) => id)).toEqual(ids);
  expect(await listKeys(world)).toEqual(['new/a', 'new/other']);
});

test('renames of one folder are one line of the result, as of the plan', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const world = await startUserWorld(
    {'monitors.config.yaml': CONFIG, ...Object.fromEntries(names.map(name => [`monitors/old/${name}.yaml`, spec(name)]))},
    {},
    {operations: 'full'},
  );
  worlds.push(world);
  await world.runHere(['apply', '--auto-approve']);
  renameSync(world.workspace.path('monitors/old'), world.workspace.path('monitors/new'));
  world.workspace.write({'monitors.config.yaml': MOVES});
  const {stdout} = await world.runHere(['apply', '--auto-approve']);
  expect(stdout).toContain('~ 4 monitors  rename  old/* -> new/*');
  expect(stdout).toMatch(/~ 4 monitors {2}renamed\n {4}new\/a, new\/b, new\/c, new\/d\n/);
  expect(stdout).toContain('4 renamed');
});
