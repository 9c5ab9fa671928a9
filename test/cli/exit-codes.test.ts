import {spawnSync} from 'node:child_process';
import {renameSync, writeFileSync} from 'node:fs';
import {specFor, when} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** Every exit code, provoked for real, and what is said with it. */
let world: UserWorld;
afterEach(() => world.close());

const TWO = {'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};

test('0 and 2: a plan ends with 0, with --detailed-exitcode with 2 while something is not unchanged', async () => {
  world = await startUserWorld(TWO);
  expect(await world.run(['plan'])).toMatchObject({exitCode: 0});
  expect(await world.run(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 2});
  expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  expect(await world.run(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
  writeFileSync(world.workspace.path('monitors/a.yaml'), specFor('other'));
  expect(await world.run(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 2, stdout: expect.stringContaining('1 blocked')});
});

test('1 and 4: an unknown outcome outweighs a failure; afterwards it is unresolved, held back, and settled by hand', async () => {
  world = await startUserWorld(TWO, {
    faults: [
      {when: {name: 'a'}, do: 'drop', work: 'done'},
      {when: {name: 'b'}, do: 'answer', status: 400},
    ],
  });
  const lost = await world.run(['apply', '--auto-approve']);
  expect(lost).toMatchObject({exitCode: 4, stdout: expect.stringContaining('monitors resolve a --adopt ID')});
  expect(lost.stdout).toMatch(/b {2}failed/);
  expect(await world.run(['plan', '--detailed-exitcode', '--only', 'a'])).toMatchObject({
    exitCode: 2,
    stdout: expect.stringContaining('unresolved'),
  });

  const held = await world.run(['apply', '--only', 'a']);
  expect(held).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/Apply incomplete: .*1 unresolved\.\n.*held back.*monitors plan/s),
  });
  const document = await world.run(['apply', '--only', 'a', '--format', 'json', '-q', '--on-ambiguous', 'stop']);
  expect(document).toMatchObject({exitCode: 1, stderr: ''});
  expect(JSON.parse(document.stdout)).toMatchObject({
    summary: {unresolved: 1},
    results: [],
    onAmbiguous: 'stop',
    diagnostics: [{code: 'plan/unresolved', hint: expect.stringContaining('monitors resolve a --adopt ID')}],
  });

  const [made] = world.emulator.monitors();
  const noKey = {MONITORS_API_KEY: '', MONITORS_BASE_URL: ''};
  expect(await world.run(['resolve', 'a', '--adopt', String(made?.id)], {env: noKey})).toMatchObject({exitCode: 0});
  expect(await world.run(['apply', '--only', 'a'], {env: noKey})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No changes.'),
  });
  expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
});

test('3: with errors in any spec nothing is planned or applied, also with --only; as JSON where JSON is asked for', async () => {
  world = await startUserWorld({...TWO, 'monitors/bad.yaml': specFor('bad').replace('schedule:', 'schedul:')});
  for (const command of ['plan', 'apply']) {
    const run = await world.run([command, '--only', 'a', '--format', 'json', '-q']);
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({command, error: {code: 'spec/invalid'}, diagnostics: [{file: 'monitors/bad.yaml'}]});
  }
  expect(await world.run(['plan', '--only', 'nope'])).toMatchObject({exitCode: 1});
  world.workspace.write({'monitors/bad.yaml': specFor('bad')});
  expect(await world.run(['plan', '--only', 'nope'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('"nope"')});
  expect(await world.run(['plan', '--only', 'a', '--only', 'b'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('2 to create'),
  });
  expect(world.emulator.requests()).toHaveLength(0);
});

test('3: nobody to ask: the message holds the exact command, which then works', async () => {
  world = await startUserWorld({"monitors/sp ace/it's.yaml": specFor('a')});
  const run = await world.run([
    '-C',
    '.',
    'apply',
    '--only',
    "sp ace/it's",
    '--environment',
    'eu',
    '--on-error=stop',
    '--concurrency',
    '3',
  ]);
  const line =
    /\n {9}(monitors -C \. apply --only 'sp ace\/it'\\''s' --environment eu --on-error=stop --concurrency 3 --approve [0-9a-f]{64})\n/;
  const [, command = ''] = line.exec(run.stderr) ?? [];
  expect(run.exitCode).toBe(3);
  expect(command).not.toBe('');
  expect(run.stderr).toContain('config/default-project');
  expect(world.emulator.requests()).toHaveLength(0);
  const words = spawnSync('sh', ['-c', `printf '%s\\n' ${command}`], {encoding: 'utf8'})
    .stdout.split('\n')
    .slice(1, -1);
  expect(await world.run(words)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
  const again = await world.run(words);
  expect(again.stderr).not.toContain('config/default-project');
  expect(await world.run(['apply', '--environment', 'eu'], {env: {CI: 'true'}})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No changes.'),
  });
});

test('5: the state can not be saved: the rescue file is named and brings everything back', async () => {
  world = await startUserWorld({...TWO, 'st/x': '', 'rescue/x': ''}, {faults: [{when: {name: 'b'}, delayMs: 700}]});
  const state = ['--state', 'st/monitors.state.json'];
  const moved = () => renameSync(world.workspace.path('st'), world.workspace.path('st-away'));
  const run = await world.run(['apply', '--auto-approve', '--format', 'jsonl', ...state], {
    env: {RUNNER_TEMP: world.workspace.path('rescue')},
    onStart: when('"finished"', moved),
  });
  expect(run.exitCode).toBe(5);
  const last = JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '') as {stopped: {reason: string; hint: string}};
  expect(last.stopped).toMatchObject({reason: 'state-not-saved', hint: expect.stringContaining('monitors state restore')});
  renameSync(world.workspace.path('st-away'), world.workspace.path('st'));
  const file = /monitors state restore (\S+)/.exec(last.stopped.hint)?.[1] ?? '';
  await world.run(['state', 'restore', file, ...state]);
  const after = await world.run(['plan', ...state]);
  expect(after.stdout).not.toMatch(/[1-9]\d* to create/);
  expect(world.emulator.monitors()).toHaveLength(2);
});

/** Loaded before the tool: makes it meet an impossible error. */
const BUG = `require('node:crypto').createHash = () => { throw new TypeError('impossible: ' + process.env.MONITORS_API_KEY + ' ' + process.env.HOOK_TOKEN); };`;
const LATE_BUG = `setImmediate(() => { throw new Error('late: ' + process.env.MONITORS_API_KEY); });`;

test('70: a bug names version, Node and platform, asks for a report and shows no secret', async () => {
  const token = 'tok-9f8e7d6c5b4a';
  world = await startUserWorld({...TWO, 'monitors.config.yaml': 'secrets: {allow: [HOOK_TOKEN]}\n', 'bug.cjs': BUG, 'late.cjs': LATE_BUG});
  const env = {HOOK_TOKEN: token, NODE_OPTIONS: `--require ${world.workspace.path('bug.cjs')}`};
  const run = await world.run(['plan', '--format', 'json', '--no-cache'], {env});
  expect(run.exitCode).toBe(70);
  expect(run.stderr).toMatch(/config\/internal-error.*TypeError: impossible: \(secret\) \(secret\)/s);
  expect(run.stderr).toMatch(/monitors \d+\.\d+\.\d+.*Node v\d+\.\d+\.\d+, \w+\n.*report/s);
  expect(run.stderr).not.toContain(world.workspace.directory);
  expect(JSON.parse(run.stdout)).toMatchObject({command: 'plan', error: {code: 'config/internal-error'}});
  for (const secret of [API_KEY, token]) expect(run.stdout + run.stderr).not.toContain(secret);
  const late = await world.run(['emulator'], {env: {NODE_OPTIONS: `--require ${world.workspace.path('late.cjs')}`}});
  expect(late).toMatchObject({exitCode: 70, stderr: expect.stringContaining('late: (secret)')});
});

test('3: while an apply holds the lock, plan and list work and say so; what would write is refused', async () => {
  world = await startUserWorld(TWO, {faults: [{when: {name: 'b'}, delayMs: 4000}]});
  let meanwhile: ReturnType<typeof lookMeanwhile> | undefined;
  const lookMeanwhile = () =>
    Promise.all([
      world.run(['plan']),
      world.run(['state', 'list']),
      world.run(['state', 'mv', 'a', 'c']),
      world.run(['resolve', '--all-unknown', '--not-created']),
    ]);
  const applied = await world.run(['apply', '--auto-approve', '--format', 'jsonl'], {
    onStart: when('"finished"', () => {
      meanwhile = lookMeanwhile();
    }),
  });
  expect(applied.exitCode).toBe(0);
  const [plan, list, move, settle] = (await meanwhile) ?? [];
  expect(plan).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 unresolved'),
    stderr: expect.stringContaining('locked by another run'),
  });
  expect(list).toMatchObject({exitCode: 0});
  for (const refused of [move, settle])
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/state\/locked.*pid\s+\d+/s)});
  expect(await world.run(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});
