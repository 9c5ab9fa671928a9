import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {monitorsBin, specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** Streams of output: what goes to which, how it looks, and what happens when nobody reads it, through the real command. */
let world: UserWorld;
afterEach(() => world.close());

const FILES = {'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};

test('colours follow --color, then NO_COLOR, then FORCE_COLOR, and never reach JSON', async () => {
  world = await startUserWorld(FILES);
  const rows: readonly [string, readonly string[], Record<string, string>, boolean][] = [
    ['no terminal', [], {}, false],
    ['FORCE_COLOR', [], {FORCE_COLOR: '1'}, true],
    ['FORCE_COLOR=0', [], {FORCE_COLOR: '0'}, false],
    ['NO_COLOR wins over FORCE_COLOR', [], {FORCE_COLOR: '1', NO_COLOR: '1'}, false],
    ['an empty NO_COLOR says nothing', [], {FORCE_COLOR: '1', NO_COLOR: ''}, true],
    ['--color always wins over NO_COLOR', ['--color', 'always'], {NO_COLOR: '1'}, true],
    ['--color never wins over FORCE_COLOR', ['--color', 'never'], {FORCE_COLOR: '1'}, false],
    ['JSON', ['--color', 'always', '--format', 'json'], {}, false],
  ];
  for (const [name, flags, env, expected] of rows) {
    const {stdout} = await world.runHere(['plan', ...flags], {env});
    expect({name, colored: stdout.includes('\x1b[')}).toEqual({name, colored: expected});
  }
});

test('json is one document on stdout with every member of the contract; jsonl is one event a line', async () => {
  world = await startUserWorld(FILES);
  const planned = JSON.parse((await world.runHere(['plan', '--format', 'json'])).stdout) as Record<string, Record<string, unknown>>;
  expect(Object.keys(planned)).toEqual([
    'formatVersion',
    'command',
    'summary',
    'estimate',
    'changes',
    'requests',
    'digest',
    'approval',
    'diagnostics',
  ]);
  expect(Object.keys(planned['summary'] ?? {})).toEqual([
    'create',
    'update',
    'replace',
    'delete',
    'adopt',
    'unchanged',
    'blocked',
    'unresolved',
    'protected',
    'drift',
  ]);
  expect(Object.keys(planned['estimate'] ?? {})).toEqual(expect.arrayContaining(['creditsPerMonth', 'before', 'notIncluded', 'monitors']));
  const only = await world.runHere(['apply', '--auto-approve', '--only', 'a', '--format', 'json', '--verbose']);
  const applied = JSON.parse(only.stdout) as Record<string, unknown>;
  expect(Object.keys(applied)).toEqual(['formatVersion', 'command', 'summary', 'results', 'onAmbiguous', 'diagnostics']);
  expect(Object.keys(applied['summary'] as object)).toEqual(
    'created updated replaced deleted adopted renamed unchanged blocked unresolved protected failed notAttempted unknown'.split(' '),
  );
  expect(applied['results']).toEqual([
    {
      key: 'a',
      action: 'create',
      outcome: 'created',
      id: expect.any(String),
      attempts: 1,
      estimatedCreditsPerMonth: 720,
      nextRunAt: expect.any(String),
    },
  ]);
  expect(only.stderr).toContain('Plan: 1 to create');
  const lines = (await world.runHere(['apply', '--auto-approve', '--format', 'jsonl', '-q'])).stdout.trim().split('\n');
  const events = lines.map(line => JSON.parse(line) as {formatVersion: number; command: string; type: string});
  expect(events.map(({formatVersion, command, type}) => `${formatVersion} ${command} ${type}`)).toEqual(
    ['started', 'sending', 'finished', 'completed'].map(type => `1 apply ${type}`),
  );
  const validated = JSON.parse((await world.runHere(['validate', '--format', 'json'])).stdout) as object;
  expect(Object.keys(validated)).toEqual([
    'formatVersion',
    'command',
    'valid',
    'files',
    'monitors',
    'errorCount',
    'warningCount',
    'diagnostics',
  ]);
});

test('--quiet leaves what was asked for; errors stay', async () => {
  world = await startUserWorld({...FILES, 'monitors/c.yaml': specFor('a').replace('schedule:', 'schedul:')});
  expect(await world.runHere(['plan', '-q'])).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('monitors/c.yaml:2'),
  });
  world.workspace.write({'monitors/c.yaml': specFor('c')});
  expect(await world.runHere(['apply', '--auto-approve', '-q'])).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringContaining('3 created'),
  });
});

test('many requests side by side are no leak that Node warns of', async () => {
  const sites = Array.from({length: 60}, (_, index) => `site-${index}`);
  world = await startUserWorld({
    'monitors.config.yaml': 'project: acme\n',
    ...Object.fromEntries(sites.map(site => [`monitors/${site}.yaml`, specFor(site)])),
  });
  const {exitCode, stderr} = await world.runHere(['apply', '--auto-approve', '--quiet', '--concurrency', '32']);
  expect({exitCode, warned: stderr.includes('Warning')}).toEqual({exitCode: 0, warned: false});
});

test.each([
  {args: ['apply', '--auto-approve', '--format', 'jsonl'], created: 2},
  {args: ['apply', '--auto-approve', '--format', 'json'], created: 2},
  {args: ['apply', '--auto-approve'], created: 2},
  {args: ['plan', '--format', 'json'], created: 0},
])('output that a full disk does not take is lost, and not the run: $args', async ({args, created}) => {
  world = await startUserWorld(FILES);
  const env = {PATH: process.env['PATH'], MONITORS_API_KEY: API_KEY, MONITORS_BASE_URL: world.emulator.url};
  const child = spawn('sh', ['-c', '"$0" "$@" >/dev/full', process.execPath, monitorsBin, ...args], {
    cwd: world.workspace.directory,
    env,
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [exitCode] = await once(child, 'close');
  expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: expect.stringContaining('config/output-lost')});
  expect(stderr).toContain('the disk is full');
  expect(stderr).not.toContain('a bug');
  expect(world.emulator.monitors()).toHaveLength(created);
  expect(readdirSync(world.workspace.directory).filter(name => /lock|journal$/.test(name))).toEqual([]);
});

test('P11: a reader that goes away changes nothing about the run', async () => {
  world = await startUserWorld(FILES);
  const env = {PATH: process.env['PATH'], MONITORS_API_KEY: API_KEY, MONITORS_BASE_URL: world.emulator.url};
  const script = '{ "$0" "$1" apply --auto-approve; echo "exit $?" >&2; } | head -n 1';
  const ended = await new Promise<{stdout: string; stderr: string}>(resolve => {
    // Not spawnSync: the emulator answers from this process.
    const child = spawn('sh', ['-c', script, process.execPath, monitorsBin], {cwd: world.workspace.directory, env});
    const seen = {stdout: '', stderr: ''};
    child.stdout.on('data', chunk => (seen.stdout += String(chunk)));
    child.stderr.on('data', chunk => (seen.stderr += String(chunk)));
    child.on('close', () => resolve(seen));
  });
  expect(ended.stdout.trim().split('\n')).toHaveLength(1);
  expect(ended.stderr).toContain('exit 0');
  expect(world.emulator.monitors()).toHaveLength(2);
});

/** Runs the command at a terminal of 60 columns and interrupts it at the question. */
const AT_A_TERMINAL = `
import os, pty, sys, fcntl, termios, struct
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 60, 0, 0))
seen, typed = b'', False
while True:
    try: piece = os.read(fd, 65536)
    except OSError: break
    if not piece: break
    seen += piece
    if b'continue: ' in seen and not typed:
        os.write(fd, b'\\x03'); typed = True
os.write(1, seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

const hasPython = spawnSync('python3', ['-c', 'import pty, fcntl']).status === 0;
if (!hasPython) console.warn('skipped: a terminal for the question of apply needs python3');

(hasPython ? test : test.skip)(
  'P11: Ctrl-C at the question ends with 130, gives the lock back, and the words fit a narrow terminal',
  async () => {
    world = await startUserWorld(FILES);
    const env = {PATH: process.env['PATH'], TERM: 'xterm', MONITORS_API_KEY: API_KEY, MONITORS_BASE_URL: world.emulator.url};
    const ended = spawnSync('python3', ['-c', AT_A_TERMINAL, process.execPath, monitorsBin, 'apply'], {
      cwd: world.workspace.directory,
      env,
      encoding: 'utf8',
    });
    expect(ended.status).toBe(130);
    expect(ended.stdout).toContain('\x1b[32m+');
    expect(ended.stdout).toMatch(/continue: .*\r\nerror .*nothing\s+was changed/s);
    const plain = ended.stdout.replace(/\x1b\[\d+m/g, '').split('\r\n');
    expect(plain.filter(line => line.length > 60 && /^(Estimate|Apply|error)/.test(line))).toEqual([]);
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  },
);
