import {execFile, execFileSync, spawn, spawnSync} from 'node:child_process';
import {makeWorkspace} from '../world/cli';

/** Work that test/world/child-process.cjs has a small process do is what Node's own functions do. */
const own = jest.requireActual<typeof import('node:child_process')>('child_process');

const testHere = process.platform === 'linux' ? test : test.skip;

const SCRIPTS = {
  'what it prints on both streams': 'printf "a\\303\\244"; printf b >&2',
  'more than a pipe holds': 'head -c 300000 /dev/zero | tr "\\0" x',
  'a code': 'printf lost >&2; exit 3',
  'a signal': 'kill -9 $$',
};

testHere.each(Object.entries(SCRIPTS))('spawnSync and execFileSync: %s', (_name, script) => {
  for (const encoding of ['utf8', undefined] as const) {
    const {pid, ...ended} = spawnSync('sh', ['-c', script], {encoding, stdio: 'pipe'});
    const {pid: ownPid, ...expected} = own.spawnSync('sh', ['-c', script], {encoding, stdio: 'pipe'});
    expect(ended).toEqual(expected);
    expect([typeof pid, typeof ownPid]).toEqual(['number', 'number']);
  }
  expect(outcome(() => execFileSync('sh', ['-c', script], {stdio: 'pipe'}))).toEqual(
    outcome(() => own.execFileSync('sh', ['-c', script], {stdio: 'pipe'})),
  );
});

function outcome(act: () => Buffer): unknown {
  try {
    return act();
  } catch (error) {
    const {message, status, signal, stdout, stderr, code} = error as Error & Record<string, unknown>;
    return {message, status, signal, stdout, stderr, code};
  }
}

testHere('input, place, variables, a time limit, and a program that is missing', () => {
  const workspace = makeWorkspace();
  try {
    const options = {
      cwd: workspace.directory,
      env: {PATH: process.env['PATH'], A: 'b', C: undefined},
      encoding: 'utf8',
      input: 'in',
    } as const;
    const script = 'cat; pwd; echo "$A ${C-none}"';
    expect(execFileSync('sh', ['-c', script], options)).toBe(`in${workspace.directory}\nb none\n`);
    for (const run of [spawnSync, own.spawnSync]) {
      expect(run('sleep', ['60'], {timeout: 50})).toMatchObject({status: null, signal: 'SIGTERM', error: {code: 'ETIMEDOUT'}});
      expect(run('no-such-program')).toMatchObject({status: null, error: {code: 'ENOENT', path: 'no-such-program'}});
    }
  } finally {
    workspace.remove();
  }
});

type Run = typeof execFile;
const runFile = (run: Run, args: readonly string[], input?: string) =>
  new Promise<unknown>(resolve => {
    const child = run('git', args, {encoding: 'utf8', timeout: 10_000}, (error, stdout, stderr) =>
      resolve({code: error?.code, message: error?.message, stdout, stderr}),
    );
    child.stdin?.on('error', () => undefined);
    if (input !== undefined) child.stdin?.end(input);
  });

testHere('execFile of git: its words, its code, and what is written to it', async () => {
  for (const [args, input] of [[['hash-object', '--stdin'], 'text'], [['--version']], [['no-such-command']]] as const) {
    expect(await runFile(execFile, args, input)).toEqual(await runFile(own.execFile, args, input));
  }
});

testHere('spawn of git: streams, and the end by a signal', async () => {
  const child = spawn('git', ['cat-file', '--batch'], {stdio: ['pipe', 'pipe', 'pipe']});
  const ended = new Promise(resolve => child.on('close', (code, signal) => resolve({code, signal})));
  child.stdin.write('0000000000000000000000000000000000000000\n');
  const words = await new Promise(resolve => {
    child.stdout.on('data', resolve);
    child.stderr.on('data', resolve);
  });
  expect(String(words)).toMatch(/missing|not a git repository/);
  child.kill('SIGKILL');
  expect(await ended).toEqual(String(words).includes('missing') ? {code: null, signal: 'SIGKILL'} : expect.anything());
});
