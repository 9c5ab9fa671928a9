import {readFileSync, writeFileSync} from 'node:fs';
import {describeOldNode} from '../../src/core/base/version';
import {specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** First steps of a new user, through the real command: each run ends in words that say what happened and what to do. */
let world: UserWorld;

afterEach(() => world.close());

const THREE = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b'), 'monitors/folder/c d.yaml': specFor('c')};

test('plan, apply, plan: three monitors are created once, then nothing is left to do', async () => {
  world = await startUserWorld(THREE);
  const planned = await world.run(['plan', '--detailed-exitcode']);
  expect(planned).toMatchObject({exitCode: 2, stdout: expect.stringContaining('Plan: 3 to create')});
  const applied = await world.run(['apply', '--auto-approve']);
  expect(applied).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Apply complete: 3 created')});
  expect(world.emulator.monitors().map(monitor => monitor.name)).toHaveLength(3);
  expect(applied.stderr).toContain('All on one page: monitors report --out report.html');
  const again = await world.run(['apply', '--auto-approve']);
  expect(again).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(await world.run(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(world.emulator.requests()).toHaveLength(3);
});

test('the first apply says where to look, with the flags that were given; a later one does not', async () => {
  world = await startUserWorld(
    {...THREE, 'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'},
    {},
    {operations: 'full'},
  );
  const first = await world.run(['apply', '--auto-approve', '--state', 'other.json']);
  expect(first).toMatchObject({exitCode: 0, stderr: expect.stringContaining('How they do: monitors status --state other.json')});
  expect(first.stderr).toContain('Check one now: monitors run KEY --wait');
  world.workspace.write({'monitors/d.yaml': specFor('d')});
  const later = await world.run(['apply', '--auto-approve', '--state', 'other.json']);
  expect(later).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
  expect(later.stderr).not.toContain('monitors status');
});

test('a saved plan is applied as it is, and refused when a spec changed since', async () => {
  world = await startUserWorld(THREE);
  expect(await world.run(['plan', '--out', 'plan.json'])).toMatchObject({exitCode: 0});
  writeFileSync(world.workspace.path('monitors/a.yaml'), specFor('other'));
  const stale = await world.run(['apply', 'plan.json']);
  expect(stale).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/stale.*monitors plan --out/s)});
  expect(world.emulator.requests()).toHaveLength(0);
  writeFileSync(world.workspace.path('monitors/a.yaml'), specFor('a'));
  expect(await world.run(['apply', 'plan.json'])).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(3);
});

test('a typo is found with its place and the nearest name, before anything is sent', async () => {
  world = await startUserWorld({...THREE, 'monitors/b.yaml': specFor('b').replace('schedule:', 'schedul:')});
  const run = await world.run(['apply', '--auto-approve']);
  expect(run).toMatchObject({exitCode: 1, stderr: expect.stringMatching(/monitors\/b\.yaml:2:1.*"schedul".*did you mean "schedule"/s)});
  expect(world.emulator.requests()).toHaveLength(0);
});

test('a bad cron names the field and the line', async () => {
  world = await startUserWorld({'monitors/a.yaml': specFor('a').replace('{text: hourly}', '{cron: "* * * * *"}')});
  const run = await world.run(['validate']);
  expect(run).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/monitors\/a\.yaml:2:\d+.*5 minutes/s)});
});

test('a missing key is said before the first request, with the variable to set', async () => {
  world = await startUserWorld(THREE);
  const run = await world.run(['apply', '--auto-approve'], {env: {MONITORS_API_KEY: ''}});
  expect(run).toMatchObject({exitCode: 3, stderr: expect.stringContaining('MONITORS_API_KEY')});
  expect(world.emulator.requests()).toHaveLength(0);
});

test('a wrong key stops after one request, is not shown, and leaves nothing unresolved', async () => {
  world = await startUserWorld(THREE);
  const run = await world.run(['apply', '--auto-approve'], {env: {MONITORS_API_KEY: 'fc-WRONGKEY0123456789'}});
  expect(run.exitCode).toBe(1);
  expect(run.stdout + run.stderr).toContain('MONITORS_API_KEY');
  expect(run.stdout + run.stderr).not.toContain('fc-WRONGKEY0123456789');
  expect(world.emulator.requests()).toHaveLength(1);
  expect(await world.run(['plan'])).toMatchObject({stdout: expect.stringContaining('Plan: 3 to create')});
});

test('a wrong address is named without a retry storm', async () => {
  world = await startUserWorld(THREE);
  const run = await world.run(['apply', '--auto-approve', '--base-url', 'http://127.0.0.1:9']);
  expect(run.exitCode).toBe(1);
  expect(run.stdout + run.stderr).toMatch(/127\.0\.0\.1:9/);
  const insecure = await world.run(['apply', '--auto-approve', '--base-url', 'http://api.example.com']);
  expect(insecure).toMatchObject({exitCode: 3, stderr: expect.stringContaining('https://api.example.com')});
});

test('nobody to ask: apply says which command to run and changes nothing', async () => {
  world = await startUserWorld(THREE);
  const run = await world.run(['apply']);
  expect(run).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(/show this plan to a person, who runs:\s+monitors apply --approve [0-9a-f]{64}/),
  });
  expect(world.emulator.requests()).toHaveLength(0);
});

test('an unknown command or flag offers the nearest one', async () => {
  world = await startUserWorld({});
  expect(await world.run(['aply'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('did you mean "apply"?')});
  expect(await world.run(['plan', '--detailed-exit'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('--detailed-exitcode')});
});

test('with --format json an error is one JSON document on stdout', async () => {
  world = await startUserWorld({});
  for (const command of ['validate', 'plan', 'apply']) {
    const run = await world.run([command, '--format', 'json']);
    expect(run.exitCode).toBe(3);
    expect(JSON.parse(run.stdout)).toMatchObject({
      formatVersion: 1,
      command,
      error: {code: expect.any(String), message: expect.any(String)},
    });
  }
});

test('I11: a missing or empty specs directory is refused, never an empty wish', async () => {
  world = await startUserWorld({'other/x': ''});
  expect(await world.run(['plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors')});
  world.workspace.write({'monitors/_draft.yaml': specFor('draft')});
  expect(await world.run(['plan'])).toMatchObject({exitCode: 3});
});

test('K1: of two applies at once one works and the other says who holds the lock', async () => {
  world = await startUserWorld(THREE, {faults: [{delayMs: 400}]});
  const [first, second] = await Promise.all([world.run(['apply', '--auto-approve']), world.run(['apply', '--auto-approve'])]);
  const codes = [first.exitCode, second.exitCode].sort();
  expect(codes).toEqual([0, 3]);
  const refused = first.exitCode === 3 ? first : second;
  expect(refused.stderr).toMatch(/locked by .*pid\s+\d+/s);
  expect(world.emulator.monitors()).toHaveLength(3);
});

test('the state holds no key, and the journal is gone after a clean run', async () => {
  world = await startUserWorld(THREE);
  await world.run(['apply', '--auto-approve']);
  const state = readFileSync(world.workspace.path('monitors.state.json'), 'utf8');
  expect(state).not.toContain(API_KEY);
  expect(() => readFileSync(world.workspace.path('monitors.state.json.journal'))).toThrow(/ENOENT/);
});

test('what has nothing to do says so, and what is asked in the wrong directory says how to start', async () => {
  world = await startUserWorld({});
  for (const args of [['resolve'], ['resolve', '--all-unknown'], ['resolve', 'a'], ['resolve', '--all-unknown', '--not-created']])
    expect(await world.run(args)).toEqual({exitCode: 0, signal: null, stdout: 'Nothing is unresolved.\n', stderr: ''});
  expect(JSON.parse((await world.run(['resolve', '--format', 'json'])).stdout)).toMatchObject({settled: [], unresolved: []});
  for (const command of ['plan', 'validate', 'apply'])
    expect(await world.run([command])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('run "monitors init" to start here')});
  world.workspace.write({'monitors/_skipped.yaml': ''});
  expect(await world.run(['plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('run "monitors init" to start here')});
});

/** What `--version` says on stderr. */
function noteOf(nodeVersion: string): string {
  const note = describeOldNode(nodeVersion);
  return note === null ? '' : `note: ${note}\n`;
}

test('the note names Node 20 and older, and nothing newer', () => {
  expect(['v22.0.0', '22.1.0', 'v24.21.0', 'v30.0.0'].map(describeOldNode)).toEqual([null, null, null, null]);
  expect(describeOldNode('v20.18.1')).toBe(
    'the support of Node 20 is over, and the release after the next one needs Node 22: install Node 24',
  );
  expect(describeOldNode('20.18.1')).toBe(describeOldNode('v20.18.1'));
});

test('version and state are commands as people type them', async () => {
  world = await startUserWorld({});
  const version = await world.run(['--version']);
  expect(version).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^monitors [^\n]+\n$/), stderr: noteOf(process.version)});
  expect(await world.run(['version'])).toEqual(version);
  expect((await world.run(['init', 'new'])).stdout.replace(/\s+/g, ' ')).toMatch(
    process.version.startsWith('v20.') ? /Note: the support of Node 20 is over, and .* install Node 24\. $/ : /^(?!.*Note:)/,
  );
  const help = await world.run(['state', '--help']);
  expect(help).toMatchObject({exitCode: 0, stderr: ''});
  expect(help.stdout).toContain('monitors state list');
  expect(await world.run(['state'])).toEqual(help);
  expect(await world.run(['-C', '.', 'state'])).toEqual(help);
});

test('a spec that switches itself off is told of sync.paused', async () => {
  world = await startUserWorld({'monitors/a.yaml': `enabled: false\n${specFor('a')}`});
  expect(await world.run(['validate'])).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/a\.yaml:1:1 .*unknown field "enabled".*to pause it write sync: \{paused:\s+true\}/s),
  });
});
