import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, rmSync} from 'node:fs';
import {specFor} from '../world/cli';
import {httpAnswer, type RawServer, startRawServer} from '../world/raw-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** A state belongs to one address: no other one is ever called up to date, and a trial with the emulator is told from a real service. */
let world: UserWorld;
const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
  await world.close();
});

const PRODUCTION = 'https://api.example.dev';
const FULL = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};
const run = (args: readonly string[], baseUrl = world.emulator.url) => world.runHere(args, {env: {MONITORS_BASE_URL: baseUrl}});
const words = (text: string) => text.replace(/\s+/g, ' ');
const state = () => JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8'));

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, '-C', world.workspace.directory, ...args], {encoding: 'utf8', stdio: 'pipe'});
}

/** A trial with the emulator, applied. */
async function tried(files: Readonly<Record<string, string>> = {}): Promise<void> {
  world = await startUserWorld(
    {'monitors/a.yaml': specFor('a'), ...files},
    {},
    'monitors.config.yaml' in files ? {operations: 'full'} : {},
  );
  expect(await run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
}

/** A service on loopback that is not the emulator: a tunnel, a gateway. */
async function startTunnel(): Promise<string> {
  const server = await startRawServer((socket, request) => {
    const name = /"name":"([^"]*)"/.exec(request)?.[1] ?? 'x';
    const id = `5a0c0b9e-1b2c-4d3e-8f4a-${Buffer.from(name.padEnd(6)).toString('hex').slice(0, 12)}`;
    const body = JSON.parse(request.slice(request.indexOf('{')));
    socket.end(httpAnswer(200, JSON.stringify({success: true, data: {...body, id, createdAt: '2026-01-02T03:04:05Z'}})));
  });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

test('a first apply with a wrong address does not bind the state to it', async () => {
  world = await startUserWorld({'monitors/a.yaml': specFor('a')});
  expect(await run(['apply', '--auto-approve', '--base-url', 'http://127.0.0.1:9'])).toMatchObject({exitCode: 1});
  expect(await run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
  expect(JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8'))).toMatchObject({
    origin: world.emulator.url,
    emulator: true,
  });
  expect(await run(['plan'])).toMatchObject({stdout: expect.stringContaining('No changes.')});
});

test('a state with a monitor in it stays bound to its address', async () => {
  world = await startUserWorld({'monitors/a.yaml': specFor('a')});
  await run(['apply', '--auto-approve']);
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  const other = await run(['apply', '--auto-approve', '--base-url', 'http://127.0.0.1:9']);
  expect(other).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/wrong-origin')});
});

describe('S24: "No changes" is never said of the wrong service', () => {
  test.each([
    ['create', {}],
    ['full', FULL],
  ] as const)('operations %s: plan, saved plan and apply compare the address, also where nothing is to be sent', async (_name, files) => {
    await tried(files);
    await run(['plan', '--out', 'plan.json']);
    const before = state();
    for (const args of [['plan'], ['plan', '--detailed-exitcode'], ['apply'], ['apply', '--auto-approve'], ['apply', 'plan.json']]) {
      const refused = await run(args, PRODUCTION);
      expect({args, exitCode: refused.exitCode, stdout: refused.stdout}).toEqual({args, exitCode: 3, stdout: ''});
      expect(refused.stderr).toContain('state/wrong-origin');
    }
    expect(state()).toEqual(before);
    expect(await run(['plan'])).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^No changes\./)});
    expect(await run(['apply'])).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^No changes\./)});
  });

  test('the message asks first whether the address is right, and names reset for what the emulator wrote', async () => {
    await tried();
    const {stderr} = await run(['apply'], PRODUCTION);
    const hint = words(stderr).slice(words(stderr).indexOf('hint:'));
    expect(hint).toMatch(/^hint: check MONITORS_BASE_URL \(or --base-url\): for these monitors it must be http:\/\/127/);
    expect(hint).toContain('"monitors state reset"');
    // Its monitors are not there: a state that says so would be up to date for ever.
    expect(hint).not.toContain('set-origin');
    expect(await run(['state', 'set-origin', PRODUCTION])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('state/bad-repair'),
    });
  });

  test('an address that is none is refused in a plan, too', async () => {
    await tried();
    expect(await run(['plan'], 'api.example.dev')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('apply/bad-address')});
  });
});

describe('a state of the emulator', () => {
  test.each([
    ['create', {}],
    ['full', FULL],
  ] as const)('operations %s: is marked; a plan and an apply without an address say so at their head', async (_name, files) => {
    await tried(files);
    expect(state()).toMatchObject({emulator: true});
    const head = `The emulator wrote this state (${world.emulator.url}): no real service has these monitors.`;
    const [plan, apply, quiet] = await Promise.all([run(['plan'], ''), run(['apply'], ''), run(['plan', '-q'], '')]);
    for (const {exitCode, stdout} of [plan, apply, quiet]) {
      expect(exitCode).toBe(0);
      expect(words(stdout).startsWith(head)).toBe(true);
    }
    expect((await run(['plan', '--format', 'markdown'], '')).stdout).toMatch(
      /^### `[a-z]+`: no changes\n\n> \*\*The emulator wrote this state/,
    );
    expect(JSON.parse((await run(['plan', '--format', 'json'], '')).stdout)).toMatchObject({emulator: world.emulator.url});
    // Whoever gave the emulator's address knows.
    expect(JSON.parse((await run(['plan', '--format', 'json'])).stdout)).not.toHaveProperty('emulator');
  });

  test('what pull and import record is marked', async () => {
    world = await startUserWorld(FULL, {}, {operations: 'full'});
    world.emulator.dashboard.create({
      name: 'a',
      schedule: {text: 'daily'},
      targets: [{type: 'scrape', urls: ['https://a.example/']}],
    } as never);
    expect(await run(['pull'])).toMatchObject({exitCode: 0});
    expect(state()).toMatchObject({emulator: true});
  });

  test('what recover rebuilds is marked', async () => {
    await tried(FULL);
    rmSync(world.workspace.path('monitors.state.json'));
    expect(await run(['recover', '--auto-approve'])).toMatchObject({exitCode: 0});
    expect(state()).toMatchObject({emulator: true});
  });
});

describe('another service on loopback', () => {
  test('is no trial: its state is marked so, and never reset', async () => {
    world = await startUserWorld({'monitors/a.yaml': specFor('a')});
    const tunnel = await startTunnel();
    expect(await run(['apply', '--auto-approve'], tunnel)).toMatchObject({exitCode: 0});
    expect(state()).toMatchObject({origin: tunnel, emulator: false});
    for (const other of [world.emulator.url, PRODUCTION]) {
      const refused = words((await run(['apply'], other)).stderr);
      expect(refused).toContain('check MONITORS_BASE_URL (or --base-url)');
      expect(refused).toContain(`"monitors state set-origin ${other}"`);
      expect(refused).not.toContain('state reset');
    }
    expect(await run(['state', 'reset'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/reset-refused')});
    expect((await run(['plan'], '')).stdout).toMatch(/^No changes\./);
  });

  test('a service that moved to loopback is no trial either', async () => {
    world = await startUserWorld({'monitors/a.yaml': specFor('a')});
    const tunnel = await startTunnel();
    await run(['apply', '--auto-approve'], tunnel);
    expect(await run(['state', 'set-origin', PRODUCTION])).toMatchObject({exitCode: 0});
    expect(state()).not.toHaveProperty('emulator');
    expect(await run(['state', 'set-origin', 'http://127.0.0.1:4010'])).toMatchObject({exitCode: 0});
    expect(await run(['state', 'reset'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/reset-refused')});
  });

  test('at another port, with a state of the emulator: the address may be wrong, or the emulator was started again', async () => {
    await tried();
    const refused = words((await run(['apply'], 'http://127.0.0.1:9')).stderr);
    expect(refused).toContain('"monitors state set-origin http://127.0.0.1:9"');
    expect(await run(['state', 'set-origin', 'http://127.0.0.1:9'])).toMatchObject({exitCode: 0});
    expect(state()).toMatchObject({emulator: true});
  });
});

test('a state of an older version, which noted no emulator, can still be reset', async () => {
  await tried();
  const text = readFileSync(world.workspace.path('monitors.state.json'), 'utf8').replace(/ {2}"emulator": true,\n/, '');
  world.workspace.write({'monitors.state.json': text});
  expect(await run(['state', 'verify', '--fix'])).toMatchObject({exitCode: 0});
  expect(state()).not.toHaveProperty('emulator');
  const refused = words((await run(['apply'], PRODUCTION)).stderr);
  expect(refused).toMatch(/check MONITORS_BASE_URL .* if this state is from a trial with the emulator, run "monitors state reset"/);
  expect(words((await run(['apply'], 'http://127.0.0.1:9')).stderr)).not.toContain('state reset');
  expect(await run(['state', 'reset'])).toMatchObject({exitCode: 0});
  expect(existsSync(world.workspace.path('monitors.state.json'))).toBe(false);
});

describe('a trial that was committed', () => {
  async function committed(): Promise<void> {
    await tried();
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'a trial');
  }

  /** As in a fresh clone, which has no backup. */
  function removeState(): void {
    for (const name of ['monitors.state.json', 'monitors.state.json.bak']) rmSync(world.workspace.path(name), {force: true});
  }

  test('every message on the way out names the next command, and the last apply creates', async () => {
    await committed();
    removeState();
    const lost = await run(['apply', '--auto-approve']);
    expect(lost).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/lost')});
    expect(words(lost.stderr)).toContain('"git checkout -- monitors.state.json"');
    expect(words(lost.stderr)).toContain('"monitors state reset"');
    git('checkout', '--', 'monitors.state.json');

    const tunnel = await startTunnel();
    const wrong = await run(['apply', '--auto-approve'], tunnel);
    expect(wrong).toMatchObject({exitCode: 3, stderr: expect.stringContaining('"monitors state reset"')});

    const reset = await run(['state', 'reset']);
    expect(reset.exitCode).toBe(0);
    expect(words(reset.stdout)).toContain('Commit the change of monitors.state.json and push it');
    expect(words(reset.stdout)).toContain('"git add -A -- monitors.state.json"');
    expect(state()).toMatchObject({monitors: {}});
    git('add', '-A', '--', 'monitors.state.json');
    git('commit', '-qm', 'Forget the trial', '--', 'monitors.state.json');

    expect(await run(['apply', '--auto-approve'], tunnel)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
    expect(state()).toMatchObject({origin: tunnel, emulator: false, monitors: {a: {}}});
  });

  test('an upstream that still has the trial does not hold up who has reset it', async () => {
    await committed();
    git('clone', '-q', '--bare', '.', 'upstream.git');
    git('remote', 'add', 'origin', 'upstream.git');
    git('fetch', '-q', 'origin');
    git('branch', '-q', '--set-upstream-to=origin/main');
    expect(JSON.parse((await run(['state', 'reset', '--format', 'json'])).stdout)).toMatchObject({
      forgotten: 1,
      toCommit: ['monitors.state.json'],
    });
    expect(await run(['apply', '--auto-approve'], await startTunnel())).toMatchObject({exitCode: 0});
  });

  test('who removed the file is told how to bring it back', async () => {
    await committed();
    git('clone', '-q', '--bare', '.', 'upstream.git');
    git('remote', 'add', 'origin', 'upstream.git');
    git('fetch', '-q', 'origin');
    git('branch', '-q', '--set-upstream-to=origin/main');
    git('rm', '-q', 'monitors.state.json');
    removeState();
    git('commit', '-qm', 'remove it');
    const refused = await run(['apply', '--auto-approve']);
    expect(words(refused.stderr)).toContain('"git checkout @{upstream} -- monitors.state.json"');
    git('checkout', '@{upstream}', '--', 'monitors.state.json');
    expect(await run(['state', 'reset'])).toMatchObject({exitCode: 0});
    expect(await run(['apply', '--auto-approve'], await startTunnel())).toMatchObject({exitCode: 0});
  });

  test('recover names the way, too', async () => {
    await committed();
    world.workspace.write({'monitors.config.yaml': 'service: {operations: full}\n'});
    removeState();
    const refused = words((await run(['recover'], 'https://127.0.0.1:9')).stderr);
    expect(refused).toContain('"monitors state reset"');
  });
});
