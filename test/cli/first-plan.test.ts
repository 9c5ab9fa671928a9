import {execFileSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** A plan without a state: what would be created is said to be new only where it is. */
let world: UserWorld;
afterEach(() => world.close());

const run = (...args: string[]) => world.runHere(args);
const words = (text: string) => text.replace(/\s+/g, ' ');

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...identity, '-C', world.workspace.directory, ...args], {stdio: 'pipe'});
}

async function start(): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a')});
}

describe('C42: a state that git tracks and that is missing', () => {
  test('is refused by plan as by apply, in text and in JSON', async () => {
    await start();
    git('init', '--quiet');
    await run('apply', '--auto-approve');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'all');
    for (const ending of ['', '.journal', '.bak', '.journal.bak'])
      rmSync(world.workspace.path(`monitors.state.json${ending}`), {force: true});
    const planned = await run('plan');
    expect(planned).toMatchObject({exitCode: 3, stdout: ''});
    expect(words(planned.stderr)).toContain('state/lost git tracks monitors.state.json, but the file is missing here');
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 3, stderr: planned.stderr});
    expect(JSON.parse((await run('plan', '--format', 'json')).stdout)).toMatchObject({error: {code: 'state/lost'}});
    git('checkout', '--', 'monitors.state.json');
    expect(await run('plan')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  });

  test('is none where the repository has only the specs', async () => {
    await start();
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'all');
    expect(await run('plan')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 to create')});
  });
});

test('C50: the first apply of a state file is refused in a shallow checkout, which does not show whether the state was elsewhere', async () => {
  await start();
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'first');
  git('commit', '--quiet', '--allow-empty', '--message', 'second');
  const address = `file://${world.workspace.directory}`;
  git('clone', '--quiet', '--depth=1', address, world.workspace.path('shallow'));
  const there = (...args: string[]) => world.runHere(args, {cwd: world.workspace.path('shallow')});
  expect(await there('plan')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 to create')});
  const refused = await there('apply', '--auto-approve');
  expect(refused).toMatchObject({exitCode: 3});
  expect(words(refused.stderr)).toMatch(/state\/old-checkout this checkout is shallow.* run "git fetch --unshallow"/);
  expect(world.emulator.monitors()).toEqual([]);
  git('-C', 'shallow', 'fetch', '--quiet', '--unshallow');
  expect(await there('apply', '--auto-approve')).toMatchObject({exitCode: 0});
});

describe('C43: an environment without a state, beside others that have one', () => {
  const WARNS = 'environment "pord" has no state yet: apply creates all of its monitors; there are states of "prod"';

  test('is warned about until its first apply, with --quiet too', async () => {
    await start();
    await run('apply', '--auto-approve', '--environment', 'prod');
    for (const quiet of [[], ['--quiet']]) {
      const planned = await run('plan', '--environment', 'pord', ...quiet);
      expect(planned.exitCode).toBe(0);
      expect(words(planned.stderr)).toContain(WARNS);
    }
    expect(words((await run('plan')).stderr)).toContain('environment "default" has no state yet');
    expect((await run('plan', '--environment', 'prod')).stderr).not.toContain('config/new-environment');
    expect(words((await run('apply', '--auto-approve', '--environment', 'pord')).stderr)).toContain(WARNS);
    expect((await run('plan', '--environment', 'pord')).stderr).not.toContain('config/new-environment');
  });

  test('is no reason to warn where it is the first, or where the others are of another project', async () => {
    await start();
    expect((await run('plan', '--environment', 'prod')).stderr).toBe('');
    await run('apply', '--auto-approve', '--environment', 'prod');
    world.workspace.write({'monitors.config.yaml': 'project: other\n'});
    expect((await run('plan', '--environment', 'staging')).stderr).toBe('');
  });
});
