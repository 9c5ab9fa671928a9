import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';
import {findFence, readPage} from './pages';

/** Commands of docs/recovery.md lead where it says, step by step, through the real command. */
let world: UserWorld;

afterEach(() => world.close());

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'init.defaultBranch=main', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], {
    cwd: world.workspace.directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {PATH: process.env['PATH'], HOME: world.workspace.path('.home')},
  });
}

function commit(message: string): void {
  git('add', 'monitors', 'monitors.state.json', '.gitattributes');
  git('commit', '-qm', message);
}

/** The commands of a block, without their comments. */
function commandsOf(beginning: string): string[] {
  return findFence('docs/recovery.md', beginning)
    .split('\n')
    .map(line => line.replace(/(?:^|\s+)#.*$/, ''))
    .filter(line => line !== '');
}

async function runSpec(name: string): Promise<void> {
  world.workspace.write({[`monitors/${name}.yaml`]: specFor(name)});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  commit(name);
}

function readState() {
  return JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8'));
}

test('a merge conflict: both sides are kept, and nothing is created twice', async () => {
  world = await startUserWorld({'.gitattributes': findFence('docs/recovery.md', 'monitors.state*.json -merge')});
  git('init', '-q');
  await runSpec('a');
  git('checkout', '-qb', 'other');
  await runSpec('b');
  const theirs = readState();
  git('checkout', '-q', 'main');
  await runSpec('c');
  expect(() => git('merge', 'other')).toThrow();
  const [checkout = '', diff = '', ...rest] = commandsOf('git checkout --theirs monitors.state.json');
  git(...checkout.split(' ').slice(1));
  expect(readState()).toEqual(theirs);
  expect(git(...diff.split(' ').slice(1))).toContain('-    "c": {');
  const state = readState();
  const ours = JSON.parse(git('show', 'HEAD:monitors.state.json'));
  state.monitors.c = ours.monitors.c;
  writeFileSync(world.workspace.path('monitors.state.json'), `${JSON.stringify(state, null, 2)}\n`);
  expect(await world.runHere(['plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/checksum')});
  expect(rest).toEqual(['monitors state verify', 'monitors state verify --fix', 'monitors plan']);
  expect((await world.runHere(['state', 'verify'])).stdout).toContain('c');
  expect(await world.runHere(['state', 'verify', '--fix'])).toMatchObject({exitCode: 0});
  expect(await world.runHere(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(world.emulator.monitors()).toHaveLength(3);
});

describe('a create whose outcome is unknown', () => {
  const spec = {'monitors/pricing/acme.yaml': specFor('acme')};
  const [show = '', adopt = '', notCreated = ''] = commandsOf('monitors state show pricing/acme');

  test('that was carried out is adopted', async () => {
    world = await startUserWorld(spec, {faults: [{do: 'drop', work: 'done'}]});
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 4});
    const [live] = world.emulator.monitors();
    const shown = await world.runHere(show.split(' ').slice(1));
    expect(shown).toMatchObject({exitCode: 0, stdout: expect.stringContaining(String(live?.targets[0]?.['id']))});
    const command = adopt.replace(/ID$/, live?.id ?? '');
    expect(await world.runHere(command.split(' ').slice(1))).toMatchObject({exitCode: 0});
    expect(await world.runHere(['plan'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  });

  test('that was not carried out is created by the next apply', async () => {
    world = await startUserWorld(spec, {faults: [{times: 1, do: 'drop', work: 'none'}]});
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 4});
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
    expect(world.emulator.monitors()).toHaveLength(0);
    expect(await world.runHere(notCreated.split(' ').slice(1))).toMatchObject({exitCode: 0});
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(1);
  });
});

test('a truncated state is restored from git', async () => {
  world = await startUserWorld({'.gitattributes': ''});
  git('init', '-q');
  await runSpec('a');
  writeFileSync(world.workspace.path('monitors.state.json'), '{"format": "monitors-state", "ver');
  const refused = await world.runHere(['plan']);
  expect(refused.exitCode).toBe(3);
  const command = 'git checkout -- monitors.state.json';
  expect(refused.stderr.replace(/\s+/g, ' ')).toContain(command);
  expect(readPage('docs/recovery.md')).toContain(`\`${command}\``);
  git('checkout', '--', 'monitors.state.json');
  expect(await world.runHere(['plan'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
});
