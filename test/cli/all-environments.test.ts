import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {expectPromised} from '../world/json-schemas';
import {usePostgres} from '../world/postgres-server';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A command goes through all environments of the config: the command line's door. Library and Action name one at a time. */
const CONFIG = `project: shop
service: {operations: full}
environments:
  staging: {}
  production: {}
`;
const postgres = usePostgres();
let world: UserWorld;
afterEach(() => world.close());

const run = (...args: string[]) => world.runHere(args);
const at = (path: string) => world.workspace.path(path);

async function start(files: Readonly<Record<string, string>> = {}): Promise<void> {
  const specs = {
    'monitors/a.yaml': specFor('a'),
    'monitors/b.yaml': `${bareSpecFor('b')}sync: {environments: [production], alerts: none}\n`,
  };
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...specs, ...files}, {}, {operations: 'full'});
}

async function applyAll(): Promise<void> {
  for (const name of ['staging', 'production'])
    expect(await run('apply', '--auto-approve', '-q', '--environment', name)).toMatchObject({exitCode: 0});
}

test('a plan has a section for each environment, in the order of the config', async () => {
  await start();
  const {stdout, exitCode} = await run('plan', '--all-environments');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Environment staging\n\n\+ a {2}create[\s\S]*1 to create[\s\S]*\n\nEnvironment production\n\n\+ a {2}create[\s\S]*2 to create/,
  );
  const markdown = await run('plan', '--all-environments', '--format', 'markdown');
  expect(markdown.stdout).toMatch(/^# staging\n\n### `staging`: 1 to create[\s\S]*\n# production\n\n### `production`: 2 to create/);
});

test('a process of its own says the same', async () => {
  await start();
  const here = await run('plan', '--all-environments');
  expect(await world.run(['plan', '--all-environments'])).toMatchObject({exitCode: 0, stdout: here.stdout, stderr: here.stderr});
});

test('JSON is one document that follows its schema', async () => {
  await start();
  await applyAll();
  for (const command of ['plan', 'status', 'changes'] as const) {
    const {stdout, exitCode} = await run(command, '--all-environments', '--format', 'json');
    expect({command, exitCode}).toEqual({command, exitCode: 0});
    expectPromised(command, stdout);
    const document = JSON.parse(stdout) as {command: string; environments: Record<string, {command: string}>};
    expect(document).toMatchObject({formatVersion: 1, command});
    expect(Object.keys(document.environments)).toEqual(['staging', 'production']);
    expect(Object.values(document.environments).map(one => one.command)).toEqual([command, command]);
  }
  const {stdout} = await run('status', '--all-environments');
  expect(stdout).toMatch(/^Environment staging\n\n[\s\S]*\n\nEnvironment production\n/);
});

test('an error in one is its section, the others run, and the exit code that counts first is taken', async () => {
  await start();
  await applyAll();
  world.workspace.write({'monitors/c.yaml': specFor('c')});
  writeFileSync(at('monitors.state.staging.json'), '{');
  const planned = await run('plan', '--all-environments', '--detailed-exitcode', '--format', 'json');
  expect(planned.exitCode).toBe(3);
  expectPromised('plan', planned.stdout);
  const {environments} = JSON.parse(planned.stdout) as {environments: Record<string, {error?: {code: string}; changes?: unknown[]}>};
  expect(environments['staging']?.error?.code).toMatch(/^state\//);
  expect(environments['production']?.changes).toHaveLength(1);
  const text = await run('plan', '--all-environments');
  expect(text.stderr).toMatch(/^staging:\nerror {2}state\//);
  expect(text.stdout).toMatch(/^Environment production\n[\s\S]*1 to create/);
  const markdown = await run('plan', '--all-environments', '--format', 'markdown');
  expect(markdown.stdout).toMatch(/^# staging\n\nNo result: the log says why\.\n\n# production\n/);
});

test('long findings that environments have alike are shown once', async () => {
  await start({'monitors/bad.yaml': `${specFor('bad')}targts: []\n`});
  const {stderr, exitCode} = await run('plan', '--all-environments');
  expect(exitCode).toBe(1);
  expect(stderr.match(/unknown field "targts"/g)).toHaveLength(1);
  expect(stderr).toMatch(/^staging:\n[\s\S]*unknown field[\s\S]*production:\nThe same \d+ lines as in staging\.\nerror {2}spec\/invalid/);
});

test('changes alone end with 2, a key that one lacks with 3', async () => {
  await start();
  expect((await run('plan', '--all-environments', '--detailed-exitcode')).exitCode).toBe(2);
  await applyAll();
  expect((await run('plan', '--all-environments', '--detailed-exitcode')).exitCode).toBe(0);
  expect((await run('status', 'b', '--all-environments')).exitCode).toBe(3);
});

test('of several exit codes the gravest counts: 3 before errors in specs, these before changes', async () => {
  await start({
    'monitors.config.yaml': CONFIG.replace('production: {}', 'production: {vars: {PLACE: here}}'),
    'monitors/v.yaml': specFor('v').replace('name: v', 'name: v ${var:PLACE}'),
  });
  const exitOf = async (name: string) => (await run('plan', '--detailed-exitcode', '--environment', name)).exitCode;
  const all = async () => (await run('plan', '--all-environments', '--detailed-exitcode')).exitCode;
  expect([await exitOf('staging'), await exitOf('production'), await all()]).toEqual([1, 2, 1]);
  writeFileSync(at('monitors.state.production.json'), '{');
  expect([await exitOf('production'), await all()]).toEqual([3, 3]);
});

test.each([
  ['plan --all-environments --environment staging', '--environment is for one environment'],
  ['plan --all-environments --state x.json', '--state is for one environment'],
  ['plan --all-environments --out plan.json', '--out is for one environment'],
  ['plan --all-environments --format gitlab', '--format gitlab is for one environment', 'as JSON'],
  ['status --all-environments --format prometheus', '--format prometheus is for one environment'],
  ['changes --all-environments --bookmark x', '--bookmark is for one environment'],
  ['changes --all-environments --format atom', '--format atom is for one environment'],
  ['state migrate --to postgres --all-environments --to-environment x', '--to-environment is for one environment'],
  ['apply --all-environments', 'all-environments'],
])('%s is refused before anything is sent', async (line, says, form = 'as text') => {
  await start();
  const {exitCode, stderr, stdout} = await run(...line.split(' '));
  expect({exitCode, isDocument: stdout !== ''}).toEqual({exitCode: 3, isDocument: form === 'as JSON'});
  expect(stderr).toContain(says);
  expect(world.emulator.requests()).toHaveLength(0);
});

test('a config without environments has nothing to go through; the variable that names one does not count', async () => {
  await start();
  expect((await world.runHere(['plan', '--all-environments'], {env: {MONITORS_ENVIRONMENT: 'other'}})).stdout).toContain(
    'Environment staging',
  );
  writeFileSync(at('monitors.config.yaml'), 'project: shop\n');
  const {exitCode, stderr} = await run('plan', '--all-environments');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('declares no environments');
});

test('an interruption ends all: the next environment is not begun', async () => {
  await start();
  await applyAll();
  const controller = new AbortController();
  const {emulator} = world;
  emulator.setFaults({faults: [{when: {operation: 'list'}, delayMs: 60_000}]});
  const ended = runMonitorsHere(
    ['status', '--all-environments'],
    {cwd: world.workspace.directory, env: {MONITORS_API_KEY: API_KEY, MONITORS_BASE_URL: emulator.url}},
    {world: realWorld, watchInterruption: () => controller.signal},
  );
  while (!emulator.requests().some(({method, path}) => method === 'GET' && path.startsWith('/v2/monitor'))) await realWorld.sleep(5);
  controller.abort({signal: 'SIGINT', exitCode: 130});
  const {exitCode, stdout} = await ended;
  expect(exitCode).toBe(130);
  expect(stdout).not.toContain('production');
});

(postgres.isHere ? describe : describe.skip)('state migrate --all-environments', () => {
  const TO_SERVER = ['state', 'migrate', '--to', 'postgres', '--table', 'all_of_them', '--all-environments'];
  const onServer = (...args: string[]) => world.runHere(args, {env: {MONITORS_STATE_POSTGRES_URL: postgres.server().url()}});

  test('moves one after the other; a move that was cut off is finished by the same command', async () => {
    await start();
    await applyAll();
    // The first is moved already, as where the run before died between both.
    const first = TO_SERVER.slice(0, -1);
    expect((await onServer(...first, '--environment', 'staging')).exitCode).toBe(0);
    const moved = await onServer(...TO_SERVER, '--format', 'json');
    expect(moved.exitCode).toBe(0);
    expectPromised('state', moved.stdout);
    const {environments} = JSON.parse(moved.stdout) as {environments: Record<string, {outcome: string; monitors: number}>};
    expect(environments).toMatchObject({staging: {outcome: 'unchanged', monitors: 1}, production: {outcome: 'moved', monitors: 2}});
    expect((await onServer(...TO_SERVER)).exitCode).toBe(0);
    writeFileSync(
      at('monitors.config.yaml'),
      CONFIG.replace('environments:', 'state: {backend: postgres, table: all_of_them}\nenvironments:'),
    );
    const planned = await onServer('plan', '--all-environments', '--detailed-exitcode');
    expect(planned).toMatchObject({exitCode: 0});
    expect(planned.stdout.match(/No changes/g)).toHaveLength(2);
    expect(existsSync(at('monitors.state.production.json')) && readFileSync(at('monitors.state.production.json'), 'utf8')).toMatch(/moved/);
  });
});
