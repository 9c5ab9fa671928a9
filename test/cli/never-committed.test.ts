import {rmSync} from 'node:fs';
import {specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** Monitors that a shared state records, and whose specs are in no commit: nothing shows that a spec was removed. */
const postgres = usePostgres();
const onPostgres = postgres.isHere ? test : test.skip;
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\n';
const APPLY = 'apply --auto-approve';

const run = (where: string, line: string, env: Readonly<Record<string, string>> = {}) =>
  world.runHere(line.split(' '), {cwd: world.workspace.path(where), env: {PATH: process.env['PATH'], ...env}});
const inWork = (...words: readonly string[]) => git(world.workspace.path('work'), '-c', 'init.defaultBranch=main', ...words);
const names = () =>
  world.emulator
    .monitors()
    .map(({name}) => String(name))
    .sort();

/** A repository whose one monitor, `first`, is applied and committed with its state. */
async function start(config = CONFIG, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const files = {
    'work/monitors.config.yaml': config,
    'work/monitors/first.yaml': specFor('first'),
    'work/.gitignore': '*.bak\n*.lock\n.home\n',
  };
  world = await startUserWorld(files, {}, {operations: 'full'});
  inWork('init', '-q');
  commit('Set up');
  if (config !== CONFIG) expect((await run('work', 'state init', env)).exitCode).toBe(0);
  await apply('work', env);
  commit('Applied');
}

async function apply(where: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const {exitCode, stdout, stderr} = await run(where, APPLY, env);
  if (exitCode !== 0) throw new Error(stdout + stderr);
}

function commit(message: string): void {
  inWork('add', '-A');
  inWork('commit', '-q', '--allow-empty', '-m', message);
}

function clone(...words: readonly string[]): void {
  git(world.workspace.directory, 'clone', '-q', ...words, `file://${world.workspace.path('work')}`, 'clone');
}

async function expectHeld(line = APPLY, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const {exitCode, stdout} = await run('clone', line, env);
  expect([exitCode, stdout.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringMatching(/no commit of this branch ever had its spec.*second\.yaml/),
  ]);
  expect(names()).toEqual(expect.arrayContaining(['first', 'second']));
}

describe('I94: a clone whose state records a monitor that no commit has a spec of', () => {
  test('the state alone was committed: the delete is held, the rest is applied, a person decides', async () => {
    await start();
    world.workspace.write({'work/monitors/deep/second.yaml': specFor('second')});
    await apply('work');
    inWork('commit', '-q', '-a', '-m', 'The spec is forgotten');
    clone();
    world.workspace.write({'clone/monitors/third.yaml': specFor('third')});
    git(world.workspace.path('clone'), 'add', '-A');
    await expectHeld();
    expect(names()).toEqual(['first', 'second', 'third']);
    await expectHeld(`${APPLY} --only **`);
    const planned = JSON.parse((await run('clone', 'plan --format json')).stdout);
    expect(planned.estimate.creditsPerMonth).toBe(planned.estimate.before);
    expect(planned).toMatchObject({
      summary: {delete: 0, blocked: 1},
      changes: [{action: 'blocked', wanted: 'delete', key: 'deep/second', reason: 'plan/never-committed'}],
    });
    expect((await run('clone', `${APPLY} --only deep/second`)).exitCode).toBe(0);
    expect(names()).toEqual(['first', 'third']);
  });

  test('a rule that no clone has ignores the spec; --allow-deletes decides', async () => {
    await start();
    world.workspace.write({'work/.git/info/exclude': 'second.yaml\n', 'work/monitors/second.yaml': specFor('second')});
    await apply('work');
    commit('The spec is ignored');
    clone();
    await expectHeld();
    expect((await run('clone', `${APPLY} --allow-deletes`)).exitCode).toBe(0);
    expect(names()).toEqual(['first']);
  });

  test('a saved plan that a glob chose shows and keeps what is held', async () => {
    await start();
    world.workspace.write({'work/monitors/second.yaml': specFor('second')});
    await apply('work');
    inWork('commit', '-q', '-a', '-m', 'The spec is forgotten');
    clone();
    expect((await run('clone', 'plan --only ** --out ../plan.json')).stdout).toContain('1 blocked');
    await expectHeld('apply ../plan.json');
    expect((await run('clone', 'plan --only second --out ../plan.json')).stdout).toContain('1 to delete');
    expect((await run('clone', 'apply ../plan.json')).exitCode).toBe(0);
    expect(names()).toEqual(['first']);
  });
});

describe('what commits removed, or nobody else has, is deleted', () => {
  test('in the checkout that made it, before anything is committed', async () => {
    await start();
    world.workspace.write({'work/monitors/second.yaml': specFor('second')});
    await apply('work');
    rmSync(world.workspace.path('work/monitors/second.yaml'));
    await apply('work');
    expect(names()).toEqual(['first']);
  });

  test.each([
    {how: 'by a commit', remove: () => inWork('rm', '-q', 'monitors/second.yaml')},
    {
      how: 'with the folder of the specs renamed',
      remove: () => {
        inWork('mv', 'monitors', 'watched');
        inWork('rm', '-q', '-f', 'watched/second.yaml');
        world.workspace.write({'work/monitors.config.yaml': `${CONFIG}specs: watched\n`});
      },
    },
  ])('a spec that a side branch added, removed $how', async ({remove}) => {
    await start();
    inWork('checkout', '-q', '-b', 'side');
    world.workspace.write({'work/monitors/second.yaml': specFor('second')});
    await apply('work');
    commit('Add');
    inWork('checkout', '-q', '-');
    inWork('merge', '-q', '--no-ff', 'side', '-m', 'Merge');
    remove();
    commit('Remove');
    clone();
    await apply('clone');
    expect(names()).toEqual(['first']);
  });

  test('in a shallow clone of a state in a file, which does not show it', async () => {
    await start();
    world.workspace.write({'work/monitors/second.yaml': specFor('second')});
    await apply('work');
    commit('Add');
    inWork('rm', '-q', 'monitors/second.yaml');
    commit('Remove');
    clone('--depth', '1');
    await apply('clone');
    expect(names()).toEqual(['first']);
  });
});

onPostgres('I94: the spec is on a branch, and the state on a server', async () => {
  const env = {MONITORS_STATE_POSTGRES_URL: postgres.server().url()};
  await start(`${CONFIG}state: {backend: postgres, table: never_committed}\n`, env);
  const {id} = world.emulator.dashboard.create({
    ...{name: 'second', goal: 'a price changes', schedule: {text: 'hourly'}},
    targets: [{type: 'scrape', urls: ['https://second.example/']}],
  });
  inWork('checkout', '-q', '-b', 'adopt');
  expect((await run('work', `import second ${id}`, env)).exitCode).toBe(0);
  commit('Adopt');
  clone('--branch', 'main');
  await expectHeld(APPLY, env);
  // In the same checkout, too.
  inWork('checkout', '-q', 'main');
  expect((await run('work', APPLY, env)).exitCode).toBe(1);
  expect(names()).toEqual(['first', 'second']);
  inWork('merge', '-q', 'adopt');
  expect((await run('work', APPLY, env)).stdout).toContain('No changes.');
  inWork('rm', '-q', 'monitors/second.yaml');
  commit('Remove');
  // As a pull request is checked out: the plan that is reviewed shows the delete.
  rmSync(world.workspace.path('clone'), {recursive: true});
  clone('--depth', '1');
  expect((await run('clone', 'plan', env)).stdout).toContain('1 to delete');
  await apply('work', env);
  expect(names()).toEqual(['first']);
});
