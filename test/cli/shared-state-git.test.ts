import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** A state file in git that moves to PostgreSQL, with another checkout of the same branch: real git, a real server. */
const postgres = usePostgres();
const onPostgres = postgres.isHere ? describe : describe.skip;
const PROJECT = 'project: acme\nservice: {operations: full}\n';
let tables = 0;
let shared: string;
let world: UserWorld;
afterEach(() => world.close());

const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const run = (line: string, cwd = world.workspace.path('work'), env: Readonly<Record<string, string>> = {}) =>
  world.runHere(line.split(' '), {cwd, env: {MONITORS_STATE_POSTGRES_URL: postgres.server().url(), PATH: process.env['PATH'], ...env}});
const git = (words: string, cwd = world.workspace.path('work')) =>
  execFileSync('git', words.split(' '), {
    cwd,
    encoding: 'utf8',
    env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: world.workspace.path('gitconfig')},
    stdio: 'pipe',
  });
const config = (text: string) => world.workspace.write({'work/monitors.config.yaml': text});
const commit = (cwd?: string) => {
  git('add -A -- monitors monitors.config.yaml monitors.state.json', cwd);
  git('commit -q -m step', cwd);
};

/** A repository whose two monitors are applied and pushed. */
async function start(): Promise<void> {
  tables += 1;
  shared = `${PROJECT}state: {backend: postgres, table: git_${tables}}\n`;
  const gitconfig = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n';
  const files = {
    gitconfig,
    'work/monitors/a.yaml': specFor('a'),
    'work/monitors/b.yaml': specFor('b'),
    'work/monitors.config.yaml': PROJECT,
  };
  world = await startUserWorld(files, {}, {operations: 'full'});
  mkdirSync(world.workspace.path('origin'));
  git('init -q --bare', world.workspace.path('origin'));
  git('init -q');
  git(`remote add origin ${world.workspace.path('origin')}`);
  await run('apply --auto-approve');
  commit();
  git('push -q -u origin main');
}

onPostgres('a state file in git', () => {
  const toPostgres = () => `state migrate --to postgres --table git_${tables}`;

  test('moves only when it is pushed, and is used in the new place only when the mark is pushed', async () => {
    await start();
    world.workspace.write({'work/monitors/c.yaml': specFor('c')});
    await run('apply --auto-approve');
    const uncommitted = await run(toPostgres());
    expect(uncommitted).toMatchObject({exitCode: 3});
    expect(unwrap(uncommitted.stderr)).toMatch(/state\/not-pushed.*it is not committed/);
    commit();
    expect(unwrap((await run(toPostgres())).stderr)).toMatch(/state\/not-pushed.*origin\/main does not have it yet/);
    git('push -q');

    const waiting = await run(toPostgres());
    expect(waiting).toMatchObject({exitCode: 1});
    expect(unwrap(waiting.stdout)).toContain('Neither can be used yet: it is not committed.');
    expect(unwrap(waiting.stdout)).toContain(`run "git fetch", then "monitors ${toPostgres()}"`);
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    config(shared);
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/arriving')});
    commit();
    expect(await run(toPostgres())).toMatchObject({exitCode: 1, stdout: expect.stringContaining('origin/main does not have it yet')});
    git('push -q');
    const done = JSON.parse((await run(`${toPostgres()} --format json`)).stdout) as object;
    expect(done).toMatchObject({outcome: 'completed', monitors: 3});
    expect(await run('plan --format json')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(3);
  });

  test('that waits for its push can be taken back', async () => {
    await start();
    expect(await run(toPostgres())).toMatchObject({exitCode: 1});
    const {next} = JSON.parse((await run(`${toPostgres()} --config monitors.config.yaml --format json`)).stdout) as {next: string};
    expect(next).toBe(`monitors ${toPostgres()} --config monitors.config.yaml`);
    const back = await run(`state migrate --to file --table git_${tables}`);
    expect(back).toMatchObject({exitCode: 0});
    expect(unwrap(back.stdout)).toContain('The state, with 2 monitors, is in use again in monitors.state.json.');
    expect(JSON.parse((await run('plan --format json')).stdout)).toMatchObject({summary: {create: 0}});
    commit();
    git('push -q');
    expect(await run(toPostgres())).toMatchObject({exitCode: 1});
  });

  test('C48: an older checkout does not apply from the file after the move', async () => {
    await start();
    git('clone -q origin older', world.workspace.directory);
    await run(toPostgres());
    config(shared);
    commit();
    git('push -q');
    await run(toPostgres());
    git('fetch -q', world.workspace.path('older'));
    world.workspace.write({'older/monitors/d.yaml': specFor('d')});
    const older = await run('apply --auto-approve', world.workspace.path('older'));
    expect(older).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/stale-checkout')});
    git('pull -q', world.workspace.path('older'));
    expect(await run('apply --auto-approve', world.workspace.path('older'))).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(3);
  });

  test.each(['none', 'its own'])('C48: a branch of before the move does not apply from the file; upstream: %s', async upstream => {
    await start();
    git('checkout -q -b topic');
    if (upstream !== 'none') git('push -q -u origin topic');
    git('checkout -q main');
    await run(toPostgres());
    config(shared);
    commit();
    git('push -q');
    await run(toPostgres());
    world.workspace.write({'work/monitors/d.yaml': specFor('d')});
    commit();
    git('push -q');
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    git('clone -q origin other', world.workspace.directory);
    const other = world.workspace.path('other');
    git('fetch -q ../work topic', other);
    git(upstream === 'none' ? 'checkout -q -b topic FETCH_HEAD' : 'checkout -q topic', other);
    world.workspace.write({'other/monitors/d.yaml': specFor('d')});
    const env = {XDG_STATE_HOME: world.workspace.path('another-machine')};
    const refused = await run('apply --auto-approve', other, env);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    const [, merge = ''] = /"git (merge [0-9a-f]{12})"/.exec(unwrap(refused.stderr)) ?? [];
    // Runs that knew nothing of the move raised its serial.
    const path = world.workspace.path('other/monitors.state.json');
    const before = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      editState(before, () => ({serial: 90})),
    );
    expect(await run('apply --auto-approve', other, env)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/moved')});
    writeFileSync(path, before);
    rmSync(world.workspace.path('other/monitors/d.yaml'));
    git(`${merge} -q`, other);
    expect(await run('apply --auto-approve', other, env)).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(3);
  });

  test('a branch of before a move that was taken back goes on', async () => {
    await start();
    git('branch topic');
    await run(toPostgres());
    config(shared);
    commit();
    git('push -q');
    await run(toPostgres());
    await run(`state migrate --to file --table git_${tables}`);
    config(PROJECT);
    commit();
    git('push -q');
    git('checkout -q topic');
    expect(await run('plan')).toMatchObject({exitCode: 0});
  });

  test.each(['revert', 'merge'] as const)('C49: a %s that takes the mark back does not apply beside the table', async way => {
    await start();
    git('checkout -q -b other');
    git('checkout -q main');
    await run(toPostgres());
    config(shared);
    commit();
    git('push -q');
    await run(toPostgres());
    const moved = git('rev-parse HEAD').trim();
    world.workspace.write({'work/monitors/c.yaml': specFor('c')});
    expect(await run('apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
    if (way === 'revert') git('revert --no-edit HEAD');
    else {
      git('checkout -q other');
      git('merge -q -s ours --no-edit main');
      git('branch -q -f main');
      git('checkout -q main');
    }
    git('push -q');
    const refused = await run('apply --auto-approve');
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toContain(
      `monitors.state.json is from before its move: commit ${moved.slice(0, 12)} says that this state was moved to the PostgreSQL table "git_${tables}"`,
    );
    expect(world.emulator.monitors()).toHaveLength(3);

    // The way out that it names.
    git(`checkout ${moved.slice(0, 12)} -- monitors.state.json`);
    config(shared);
    expect(await run(`state migrate --to file --table git_${tables}`)).toMatchObject({exitCode: 0});
    config(PROJECT);
    commit();
    git('push -q');
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    world.workspace.write({'work/monitors/d.yaml': specFor('d')});
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(4);
  });

  test('environments whose states are files are each told the move, which works with the config that names the server', async () => {
    await start();
    const push = () => {
      git('add -A');
      git('commit -q --allow-empty -m step');
      git('push -q');
    };
    const several = `${PROJECT}environments: {default: {}, staging: {}}\n`;
    config(several);
    expect(await run('apply --auto-approve --environment staging')).toMatchObject({exitCode: 0});
    config(`${several}${shared.slice(PROJECT.length)}`);
    push();
    const told = unwrap((await run('plan --environment staging')).stderr);
    expect(told).toContain('run "monitors state migrate --to postgres --environment staging"');
    const init = unwrap((await run('state init --environment staging')).stderr);
    const way = `monitors state migrate --to postgres --table git_${tables} --environment staging`;
    expect(init).toContain('and then the same for each other environment (default), whose state is its own');
    expect(init).toContain(`: ${way}`);
    expect(init).not.toContain('back');
    for (const environment of ['staging', 'default']) {
      const move = way.replace('monitors ', '').replace('staging', environment);
      expect((await run(move)).exitCode).toBe(1);
      push();
      expect(await run(move)).toMatchObject({exitCode: 0});
      expect((await run(`plan --environment ${environment}`)).stdout).toContain('No changes.');
    }
  });

  test('C47: a config that names an empty table or file after a move is refused', async () => {
    await start();
    await run(toPostgres());
    config(shared);
    commit();
    git('push -q');
    await run(toPostgres());
    config(`${PROJECT}state: {backend: postgres, table: git_${tables}_other}\n`);
    const init = await run('state init');
    expect(init).toMatchObject({exitCode: 3});
    expect(unwrap(init.stderr)).toContain(`the PostgreSQL table "git_${tables}" holds one with 2 monitors`);
    config(`${PROJECT}state: elsewhere.json\n`);
    const plan = await run('plan');
    expect(plan).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/other-place')});
    expect(unwrap(plan.stderr)).toContain(
      'set "state" in monitors.config.yaml back, then move the state: monitors state migrate --to file',
    );
  });

  test('C63: what a restored state lacks is named, held where it lives, and not made a second time', async () => {
    await start();
    const push = () => {
      git('add -A -- monitors monitors.config.yaml');
      git('commit -q -a -m step');
      git('push -q');
    };
    config(shared);
    git('rm -q monitors.state.json');
    push();
    expect((await run('state init --new-state acme/default')).exitCode).toBe(0);
    expect((await run('apply --auto-approve')).exitCode).toBe(0);
    const {states} = JSON.parse((await run('state history --format json')).stdout) as {states: {serial: number}[]};
    world.workspace.write({'work/monitors/c.yaml': specFor('c')});
    push();
    await run('apply --auto-approve');
    const id = world.emulator.monitors().find(({name}) => name === 'c')?.id;
    const serial = Math.max(...states.map(one => one.serial));
    expect((await run(`state restore ${serial}`)).stdout).toContain(`"c"  ${id}`);
    world.workspace.write({'work/monitors/c.yaml': specFor('other')});
    push();
    const {exitCode, stdout} = await run('apply --auto-approve');
    expect([exitCode, unwrap(stdout)]).toEqual([1, expect.stringMatching(new RegExp(`"c" exists: .* as ${id}`))]);
    expect(world.emulator.monitors().map(({name}) => name)).toEqual(['a', 'b', 'c']);
  });
});
