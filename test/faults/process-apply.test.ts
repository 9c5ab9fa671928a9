import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {type CliRun, monitorsBin, specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

let world: UserWorld;
afterEach(() => world.close());

const specsOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
const many = (count: number) => Array.from({length: count}, (_, index) => `m${String(index).padStart(2, '0')}`);
const THREE = specsOf(['a', 'b', 'c']);
const APPLY = ['apply', '--auto-approve'];

function readState(): {serial: number; monitors: Record<string, {id: string}>} {
  return JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8'));
}

/** Every live monitor is recorded once, under its key, and there is one for each key. */
function expectConsistent(keys: readonly string[]): void {
  const live = world.emulator.monitors().map(({name, id}) => [name, id]);
  expect(Object.fromEntries(live)).toEqual(Object.fromEntries(Object.entries(readState().monitors).map(([key, {id}]) => [key, id])));
  expect(live.map(([name]) => name).sort()).toEqual([...keys].sort());
}

/** Runs the command through a shell, which limits or closes what it is given. */
function runShell(script: string): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', script], {
      cwd: world.workspace.directory,
      env: {
        PATH: process.env['PATH'],
        HOME: world.workspace.path('.home'),
        NODE: process.execPath,
        MONITORS: monitorsBin,
        MONITORS_BASE_URL: world.emulator.url,
        MONITORS_API_KEY: API_KEY,
      },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({exitCode, signal, stdout, stderr}));
  });
}

/** Resolves when the emulator has been asked this often. */
async function arrivals(count: number): Promise<void> {
  while (world.emulator.requests().length < count) await new Promise(resolve => setTimeout(resolve, 5));
}

/** Starts an apply and sends it signals once the emulator has got `after` requests. */
function runAndSignal(after: number, ...signals: readonly NodeJS.Signals[]): Promise<CliRun> {
  const send = async (child: ChildProcess) => {
    await arrivals(after);
    for (const signal of signals) {
      child.kill(signal);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  };
  return world.run(APPLY, {onStart: child => void send(child)});
}

describe('P2, P3: the disk is full', () => {
  test('P3: where not even the intents fit, nothing is sent', async () => {
    world = await startUserWorld(specsOf(many(30)));
    const ended = await runShell('ulimit -f 4; exec "$NODE" "$MONITORS" apply --auto-approve --no-cache');
    expect(ended.exitCode).toBe(5);
    expect(ended.stdout + ended.stderr).toMatch(/could not be saved.*EFBIG/s);
    expect(world.emulator.requests()).toEqual([]);
    expect(await world.run(APPLY)).toMatchObject({exitCode: 0});
    expectConsistent(many(30));
  });

  test('P2: where the disk fills up in mid-run, what was created is saved or printed, and the next run creates nothing twice', async () => {
    world = await startUserWorld(specsOf(many(6)));
    const ended = await runShell('ulimit -f 7; exec "$NODE" "$MONITORS" apply --auto-approve --no-cache');
    expect(ended.exitCode).toBe(5);
    const made = world.emulator.monitors();
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThan(6);
    const kept = readdirSync(world.workspace.directory)
      .filter(name => name.startsWith('monitors.state'))
      .map(name => readFileSync(world.workspace.path(name), 'utf8'))
      .join('');
    for (const {id} of made) expect(kept + ended.stdout + ended.stderr).toContain(id);
    const next = await world.run(APPLY);
    expect([0, 1]).toContain(next.exitCode);
    expect(new Set(world.emulator.monitors().map(({name}) => name)).size).toBe(world.emulator.monitors().length);
  });
});

describe('P11: signals', () => {
  test.each([
    {signal: 'SIGINT', exitCode: 130},
    {signal: 'SIGTERM', exitCode: 143},
    {signal: 'SIGHUP', exitCode: 143},
  ] as const)('P11: $signal lets the request under way end, saves the state and says how to go on', async ({signal, exitCode}) => {
    world = await startUserWorld(THREE, {faults: [{delayMs: 150}]});
    const ended = await runAndSignal(1, signal);
    expect(ended).toMatchObject({exitCode, stdout: expect.stringMatching(/Interrupted.*monitors apply/s)});
    expect(world.emulator.requests()).toHaveLength(1);
    expect(Object.keys(readState().monitors)).toEqual(['a']);
    expect(existsSync(world.workspace.path('monitors.state.json.lock'))).toBe(false);
    expect(await world.run(APPLY)).toMatchObject({exitCode: 0});
    expectConsistent(['a', 'b', 'c']);
  });

  test('P11: a second SIGINT ends it at once; what was under way is named and never sent again', async () => {
    world = await startUserWorld(THREE, {faults: [{when: {name: 'a'}, do: 'hang', work: 'done'}]});
    const ended = await runAndSignal(1, 'SIGINT', 'SIGINT');
    expect(ended).toMatchObject({exitCode: 130, stderr: expect.stringContaining('Stopped at once. Run "monitors plan"')});
    const next = await world.run(APPLY);
    expect(next).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/unresolved.*2 created|2 created.*unresolved/s)});
    expect(world.emulator.requests().filter(({body}) => body.includes('"name":"a"'))).toHaveLength(1);
    const live = world.emulator.monitors().find(({name}) => name === 'a');
    expect(await world.run(['resolve', 'a', '--adopt', live?.id ?? ''])).toMatchObject({exitCode: 0});
    expect(await world.run(APPLY)).toMatchObject({exitCode: 0});
    expectConsistent(['a', 'b', 'c']);
  });

  test.each([
    {what: 'stdout is read by head -1', script: '"$NODE" "$MONITORS" apply --auto-approve | head -1 >/dev/null; exit "${PIPESTATUS[0]}"'},
    {what: 'stdout is closed', script: 'exec "$NODE" "$MONITORS" apply --auto-approve --verbose >&-'},
    {what: 'stderr goes to a reader that is gone', script: '"$NODE" "$MONITORS" apply --auto-approve --verbose 2> >(exit 0)'},
  ])('P11: $what: the run goes on to its end', async ({script}) => {
    world = await startUserWorld(THREE, {faults: [{delayMs: 60}]});
    expect(await runShell(script)).toMatchObject({exitCode: 0});
    expectConsistent(['a', 'b', 'c']);
    expect(existsSync(world.workspace.path('monitors.state.json.journal'))).toBe(false);
  });
});

describe('P16: --persist-command', () => {
  test('P16: one that fails stops the run before any request, and says so', async () => {
    world = await startUserWorld(THREE);
    const ended = await world.run([...APPLY, '--persist-command', 'echo push rejected >&2; exit 7']);
    expect(ended).toMatchObject({exitCode: 1, stderr: expect.stringContaining('push rejected')});
    expect(ended.stdout).toMatch(/persist command failed.*exit\s+code 7/s);
    expect(world.emulator.requests()).toEqual([]);
    expect(await world.run(APPLY)).toMatchObject({exitCode: 0});
    expectConsistent(['a', 'b', 'c']);
  });

  test('P16: one that hangs is ended with the run, with all that it started, and nothing was sent', async () => {
    world = await startUserWorld(THREE);
    const flag = world.workspace.path('started');
    const ended = await world.run([...APPLY, '--persist-command', `echo $$ > '${flag}'; sleep 600; echo never`], {
      onStart: async child => {
        while (!existsSync(flag) || readFileSync(flag, 'utf8') === '') await new Promise(resolve => setTimeout(resolve, 10));
        child.kill('SIGINT');
      },
    });
    expect(ended.exitCode).toBe(130);
    expect(world.emulator.requests()).toEqual([]);
    expect(await world.run(APPLY)).toMatchObject({exitCode: 0});
    expectConsistent(['a', 'b', 'c']);
  });

  test('P16: it sees state and journal as they are before the first request, and no key', async () => {
    world = await startUserWorld(THREE);
    const command = 'cat monitors.state.json.journal > seen.txt; env >> seen.txt';
    expect(await world.run([...APPLY, '--persist-command', command])).toMatchObject({exitCode: 0});
    const seen = readFileSync(world.workspace.path('seen.txt'), 'utf8');
    expect(seen.match(/"phase":"intent"/g)).toHaveLength(3);
    expect(seen).not.toContain('"phase":"sending"');
    expect(seen).not.toContain(API_KEY);
  });
});

test('N6: a connection closed after the body was sent: no second request, the others go on, exit 4 with the way out', async () => {
  world = await startUserWorld(THREE, {faults: [{when: {name: 'a'}, do: 'drop'}]});
  const ended = await world.run(APPLY);
  expect(ended).toMatchObject({exitCode: 4, stdout: expect.stringContaining('monitors resolve a --not-created')});
  expect(world.emulator.requests()).toHaveLength(3);
  expect(await world.run(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 2, stdout: expect.stringContaining('1 unresolved')});
  world.emulator.setFaults({});
  expect(await world.run(APPLY)).toMatchObject({exitCode: 1});
  expect(world.emulator.requests()).toHaveLength(3);
  expect(await world.run(['resolve', 'a', '--not-created'])).toMatchObject({exitCode: 0});
  expect(await world.run(APPLY)).toMatchObject({exitCode: 0});
  expectConsistent(['a', 'b', 'c']);
});

test('N3: 502 after the work: by default sent again and said; with stop one request and exit 4', async () => {
  world = await startUserWorld(specsOf(['a']), {faults: [{times: 1, do: 'answer', status: 502, work: 'done'}]});
  const ended = await world.run([...APPLY, '--format', 'json']);
  expect(ended.exitCode).toBe(0);
  const document = JSON.parse(ended.stdout);
  expect(document.results).toMatchObject([{key: 'a', outcome: 'created', attempts: 2, mayExistTwice: true}]);
  expect(document.diagnostics).toContainEqual(expect.objectContaining({code: 'apply/maybe-duplicate'}));
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  world.emulator.setFaults({faults: [{times: 1, do: 'answer', status: 502, work: 'done'}]});
  const before = world.emulator.requests().length;
  const stopped = await world.run([...APPLY, '--on-ambiguous', 'stop']);
  expect(stopped).toMatchObject({exitCode: 4, stdout: expect.stringContaining('monitors resolve b')});
  expect(world.emulator.requests().length - before).toBe(1);
});

test('K1: five applies at once: one works, the others say who holds the lock; each monitor is created once', async () => {
  // Long enough for all five to start on a busy machine.
  world = await startUserWorld(specsOf(many(6)), {faults: [{delayMs: 2000}]});
  const runs = await Promise.all(Array.from({length: 5}, () => world.run(APPLY)));
  expect(runs.map(({exitCode}) => exitCode).sort()).toEqual([0, 3, 3, 3, 3]);
  for (const {exitCode, stderr} of runs) if (exitCode === 3) expect(stderr).toMatch(/locked by \S+@\S+, pid \d+/);
  expectConsistent(many(6));
});

test('two environments side by side: each has its own state, monitors and target ids', async () => {
  world = await startUserWorld(THREE, {faults: [{delayMs: 20}]});
  const runs = await Promise.all(['staging', 'production'].map(name => world.run([...APPLY, '--environment', name])));
  expect(runs.map(({exitCode}) => exitCode)).toEqual([0, 0]);
  const live = world.emulator.monitors();
  expect(live).toHaveLength(6);
  expect(new Set(live.flatMap(({targets}) => targets.map(({id}) => id))).size).toBe(6);
  const recorded = ['staging', 'production'].flatMap(name => {
    const state = JSON.parse(readFileSync(world.workspace.path(`monitors.state.${name}.json`), 'utf8')) as ReturnType<typeof readState>;
    return Object.values(state.monitors).map(({id}) => id);
  });
  expect(recorded.sort()).toEqual(live.map(({id}) => id).sort());
  expect(await world.run(['plan', '--environment', 'staging', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});

/** Names that a spec may give its monitor, and a runner or an agent would obey. */
const HOSTILE_NAMES = [
  'x\n::error::y',
  'x\r\n::set-output name=a::b',
  '::add-mask::a',
  'a ##[add-mask]b',
  'a ##vso[task.setvariable variable=x]y',
  '%0A::set-output name=a::b',
  'a\n\t ::error::b',
];

describe('S1: hostile monitor names and answers', () => {
  test.each(['text', 'jsonl'])('S1: no output of apply --format %s holds a workflow command, on either stream', async format => {
    const names = HOSTILE_NAMES.map(name => JSON.stringify(name));
    const specs = names.map((name, index) => [`monitors/h${index}.yaml`, specFor(`h${index}`).replace(/^name: .*/, () => `name: ${name}`)]);
    world = await startUserWorld(Object.fromEntries(specs), {
      faults: [
        {
          when: {request: 1},
          do: 'answer',
          status: 400,
          error: '::error::from the service\n##[add-mask]x',
          details: {'::warning::a': '\n::error::b'},
        },
        {when: {request: 2}, do: 'answer', status: 502, error: '\u2028::error::c'},
      ],
    });
    const ended = await world.run([...APPLY, '--format', format, '--verbose', '--on-ambiguous', 'stop'], {
      env: {GITHUB_ACTIONS: 'true', CI: 'true'},
    });
    expect(world.emulator.requests().length).toBeGreaterThan(2);
    for (const line of `${ended.stdout}\n${ended.stderr}`.split(/\r\n|\r|\n/)) {
      expect(line.replace(/\x1b\[[\d;]*m/g, '').replace(/^[\s\x85\u180e\u200b]+/, '')).not.toMatch(/^::/);
      expect(line).not.toMatch(/##[a-z]*\[/i);
    }
  });
});

test.each([
  {what: 'plain http to another machine', url: 'http://api.example.com'},
  {what: 'user info', url: 'https://api.example.com@evil.example'},
  {what: 'another scheme', url: 'ftp://api.example.com'},
])('S7: an address with $what is refused before anything is sent; a plan needs none', async ({url}) => {
  world = await startUserWorld(THREE);
  expect(await world.run([...APPLY, '--base-url', url])).toMatchObject({exitCode: 3});
  expect(world.emulator.requests()).toEqual([]);
  expect(await world.run(['plan'], {env: {MONITORS_BASE_URL: undefined, MONITORS_API_KEY: undefined}})).toMatchObject({exitCode: 0});
});

test.each(['base-url', 'baseUrl', 'url', 'apiKey'])(
  'S7: a config that sets "%s" is refused: the address never comes from a file',
  async member => {
    world = await startUserWorld({...THREE, 'monitors.config.yaml': `service:\n  ${member}: https://evil.example\n`});
    const ended = await world.run(APPLY);
    expect(ended).toMatchObject({exitCode: 3, stderr: expect.stringContaining(member)});
    expect(world.emulator.requests()).toEqual([]);
  },
);
