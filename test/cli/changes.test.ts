import {copyFileSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** From one wish to the next: saved plans, budgets, renames, addresses and states of others, through the real command. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\n'};
const OFFLINE = {MONITORS_API_KEY: '', MONITORS_BASE_URL: ''};
const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');

test('K7: a saved plan is refused when it was edited, or made for another environment, state or moment', async () => {
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': specFor('a')});
  expect(await world.runHere(['plan', '--out', 'plan.json'])).toMatchObject({exitCode: 0});
  const text = read('plan.json');
  const refusals: readonly [string, string, readonly string[]][] = [
    ['what it shows was edited', text.replace('"after": "a"', '"after": "cheaper"'), []],
    ['its digest was edited', text.replace(/"digest": "[0-9a-f]{4}/, '"digest": "0123'), []],
    ['a spec hash was edited', text.replace(/"a.yaml": "[0-9a-f]{4}/, '"a.yaml": "0123'), []],
    ['another environment', text, ['--environment', 'eu']],
    ['not a plan', 'name: a\n', []],
    ['together with --only', text, ['--only', 'a']],
  ];
  for (const [name, content, flags] of refusals) {
    writeFileSync(world.workspace.path('edited.json'), content);
    const run = await world.runHere(['apply', 'edited.json', ...flags, '--format', 'json', '-q']);
    expect({name, exitCode: run.exitCode}).toEqual({name, exitCode: 3});
    expect(JSON.parse(run.stdout)).toMatchObject({command: 'apply', error: {code: expect.any(String), hint: expect.any(String)}});
  }
  expect(world.emulator.requests()).toHaveLength(0);
  expect(await world.runHere(['-C', 'monitors', 'apply', '../plan.json', '--config', '../monitors.config.yaml'])).toMatchObject({
    exitCode: 0,
  });
  expect(await world.runHere(['apply', 'plan.json'])).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/there is a state\s+now/)});
});

test('a plan never overwrites what is no plan', async () => {
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': specFor('a'), 'empty.json': ''});
  const run = await world.runHere(['plan', '--out', 'monitors/a.yaml']);
  expect(run).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining('place of a')});
  expect(read('monitors/a.yaml')).toBe(specFor('a'));
  for (const name of ['empty.json', 'empty.json', '/dev/null'])
    expect(await world.runHere(['plan', '--out', name])).toMatchObject({exitCode: 0});
  expect(await world.runHere(['plan', '--out', 'no/where.json'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(/directory no does not\s+exist/),
  });
});

test('the budget holds creates back, lets the rest go on, and --only does not get round it', async () => {
  const config = (budget: number) => `project: acme\nbudget: {creditsPerMonth: ${budget}}\n`;
  world = await startUserWorld({'monitors.config.yaml': config(1000), 'monitors/a.yaml': specFor('a')});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/b.yaml': specFor('b'), 'monitors/c.yaml': `${bareSpecFor('a')}sync: {alerts: none, renamedFrom: a}\n`});
  renameSync(world.workspace.path('monitors/a.yaml'), world.workspace.path('monitors/_a.yaml'));
  expect(await world.runHere(['plan', '--only', 'b'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 blocked')});
  const run = await world.runHere(['apply', '--auto-approve', '--format', 'json', '-q'], {env: OFFLINE});
  expect(run.exitCode).toBe(1);
  expect(JSON.parse(run.stdout)).toMatchObject({
    summary: {renamed: 1, blocked: 1, created: 0},
    results: [{key: 'c', action: 'rename', outcome: 'renamed'}],
    diagnostics: [{code: 'plan/over-budget'}],
  });
  world.workspace.write({'monitors.config.yaml': config(2000)});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('a moved file is held back with the commands that say what it is; renaming needs no key and no address', async () => {
  world = await startUserWorld({...CONFIG, 'monitors/old one.yaml': specFor('a')});
  await world.runHere(['apply', '--auto-approve']);
  renameSync(world.workspace.path('monitors/old one.yaml'), world.workspace.path('monitors/new.yaml'));
  const held = await world.runHere(['apply', '--auto-approve'], {env: OFFLINE});
  expect(held).toMatchObject({exitCode: 1, stdout: expect.stringContaining(`monitors state mv 'old one' new`)});
  expect(held.stdout).toContain('renamedFrom: old one');
  expect(await world.runHere(['state', 'mv', 'old one', 'new'], {env: OFFLINE})).toMatchObject({exitCode: 0});
  expect(await world.runHere(['plan', '--detailed-exitcode'], {env: OFFLINE})).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/third.yaml': `${bareSpecFor('a')}sync: {alerts: none, renamedFrom: new}\n`});
  renameSync(world.workspace.path('monitors/new.yaml'), world.workspace.path('monitors/_new.yaml'));
  expect(await world.runHere(['apply', '--auto-approve'], {env: OFFLINE})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 renamed'),
  });
  expect(world.emulator.requests()).toHaveLength(1);
});

test('S7: the address comes from flag or environment, with or without /v2; the state of another address or project is refused', async () => {
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': specFor('a')});
  const {url} = world.emulator;
  const apply = (address: string, env = {}) => world.runHere(['apply', '--auto-approve', '--base-url', address], {env});
  expect(await apply(`${url}/v2/`, {MONITORS_BASE_URL: 'http://127.0.0.1:9'})).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  for (const address of ['http://api.example.com', 'https://key@api.example.com', 'ftp://x', 'nonsense', '']) {
    expect(await apply(address, {MONITORS_BASE_URL: ''})).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/address/)});
  }
  expect(await apply(`${url}/prefix/v2`)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('/prefix')});
  world.workspace.write({'monitors.config.yaml': 'project: other\n'});
  expect(await world.runHere(['plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/wrong-project')});
  world.workspace.write(CONFIG);
  copyFileSync(world.workspace.path('monitors.state.json'), world.workspace.path('monitors.state.eu.json'));
  expect(await world.runHere(['plan', '--environment', 'eu'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('state/wrong-environment'),
  });
  expect(await apply(`${url}/`)).toMatchObject({exitCode: 0});
  expect(await world.runHere(['state', 'reset'], {env: OFFLINE})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Removed 2'),
  });
  expect(world.emulator.requests().map(({path}) => path)).toEqual(['/v2/monitor', '/v2/monitor']);
});

test('references: new ones are shown by plan; all must be set before the first request; none may hold the key', async () => {
  const hook = 'webhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer ${env:HOOK_TOKEN}"}}\n';
  const files = {'monitors.config.yaml': 'project: acme\nsecrets: {allow: [HOOK_TOKEN]}\n', 'monitors/b.yaml': bareSpecFor('b') + hook};
  world = await startUserWorld({...files, 'monitors/a.yaml': specFor('a')});
  const planned = await world.runHere(['plan', '--format', 'json'], {env: OFFLINE});
  expect(JSON.parse(planned.stdout)).toMatchObject({
    diagnostics: [{code: 'plan/new-reference', message: expect.stringContaining('HOOK_TOKEN')}],
  });
  const apply = (token: string, flags: readonly string[] = []) =>
    world.runHere(['apply', '--auto-approve', ...flags], {env: {HOOK_TOKEN: token}});
  expect(await apply('')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('HOOK_TOKEN')});
  expect(await apply('fc-TESTKEY0123456789abcdef')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('secret/value-is-api-key'),
  });
  expect(world.emulator.requests()).toHaveLength(0);
  const run = await apply('tok-123456789', ['--verbose']);
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^POST \/v2\/monitor -> 200 in \d+ ms, \d+ bytes sent, \d+ received$/m),
  });
  expect(run.stdout + run.stderr + read('monitors.state.json')).not.toMatch(/tok-123456789|fc-TESTKEY/);
});

test('--persist-command runs before the first request, without the key; when it fails nothing is sent', async () => {
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': specFor('a')});
  const apply = (command: string) => world.runHere(['apply', '--auto-approve', '-q', '--persist-command', command]);
  expect(await apply('exit 7')).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/exit\s+code 7/)});
  expect(world.emulator.requests()).toHaveLength(0);
  expect(await apply('env > seen.txt; cat monitors.state.json.journal >> seen.txt')).toMatchObject({exitCode: 0});
  expect(read('seen.txt')).toContain('"phase":"intent"');
  expect(read('seen.txt')).not.toMatch(/MONITORS_API_KEY|fc-TESTKEY|"phase":"sending"/);
});
