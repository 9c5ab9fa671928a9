import {execFileSync} from 'node:child_process';
import {mkdirSync, renameSync, rmSync} from 'node:fs';
import {apply, plan} from '../../src/index';
import {specFor} from '../world/cli';
import {startPlainService} from '../world/header-proxy';
import {usePostgres} from '../world/postgres-server';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** The place of a state changed without the state: nothing is created again, with create-only operations, which can't look anything up. */
const postgres = usePostgres();
const onPostgres = postgres.isHere ? test : test.skip;
const PROJECT = 'project: acme\n';
let world: UserWorld;
afterEach(() => world.close());

const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const run = (line: string, env: Readonly<Record<string, string>> = {}, cwd = world.workspace.path('work')) =>
  world.runHere(line.split(' '), {cwd, env: {PATH: process.env['PATH'], ...env}});
const git = (words: string) =>
  execFileSync('git', words.split(' '), {
    cwd: world.workspace.path('work'),
    env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: world.workspace.path('gitconfig')},
    stdio: 'pipe',
  });
const commit = () => {
  git('add -A');
  git('commit -q -m step');
};

/** A repository with a real service behind a proxy, whose two monitors were applied and whose state is committed. */
async function start(config = PROJECT, {isInGit = true, env = {}} = {}): Promise<void> {
  const gitconfig = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n';
  const files = {
    gitconfig,
    'work/monitors/a.yaml': specFor('a'),
    'work/monitors/b.yaml': specFor('b'),
    'work/monitors.config.yaml': config,
  };
  world = await startUserWorld(files, {}, {operations: 'create'});
  if (isInGit) git('init -q');
  if (config.includes('backend')) expect(await run('state init', env)).toMatchObject({exitCode: 0});
  const old = config.includes('backend') && !isInGit ? ' --allow-old-checkout' : '';
  expect(await run(`apply --auto-approve${old}`, env)).toMatchObject({exitCode: 0});
  if (isInGit) commit();
}

/** Plan and apply are refused by name, and nothing is created. */
async function expectRefused(words: RegExp, {flags = '', env = {}, cwd = world.workspace.path('work')} = {}): Promise<void> {
  for (const line of ['plan', 'apply --auto-approve']) {
    const refused = await run(`${line}${flags}`, env, cwd);
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/other-place/);
    expect(unwrap(refused.stderr)).toMatch(words);
  }
  expect(world.emulator.monitors()).toHaveLength(2);
}

const HOLDS = /monitors\.state\.json holds one with 2 monitors; apply would create all of them again/;

test('H5: a former file in the conflict of a merge still counts with what is committed', async () => {
  await start();
  world.workspace.write({
    'work/monitors.config.yaml': `${PROJECT}state: other.json\n`,
    'work/monitors.state.json': '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n',
  });
  await expectRefused(HOLDS);
});

test.each([true, false])('H5: a config that names another file is refused, committed: %s', async isCommitted => {
  await start();
  world.workspace.write({'work/monitors.config.yaml': `${PROJECT}state: other.json\n`});
  if (isCommitted) commit();
  await expectRefused(HOLDS);
  git('mv monitors.state.json other.json');
  expect(unwrap((await run('plan')).stdout)).toContain('No changes');
});

test('H5: the library refuses it by name, with files and with specs in memory', async () => {
  await start();
  world.workspace.write({'work/monitors.config.yaml': `${PROJECT}state: other.json\n`});
  const options = {
    ...{directory: world.workspace.path('work'), apiKey: API_KEY, baseUrl: world.emulator.url},
    env: {HOME: world.workspace.path('.home'), PATH: process.env['PATH']},
  };
  const monitors = [{key: 'a', name: 'a', schedule: {text: 'hourly'}, targets: [{type: 'scrape' as const, urls: ['https://a.example/']}]}];
  const calls = [() => plan(options), () => apply(options), () => plan({...options, monitors}), () => apply({...options, monitors})];
  for (const call of calls) await expect(call()).rejects.toMatchObject({code: 'state/other-place', message: expect.stringMatching(HOLDS)});
  await expect(plan({...options, state: 'x.json'})).rejects.toMatchObject({code: 'state/other-place'});
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('H5: a config that names no file any more is refused, too', async () => {
  await start(`${PROJECT}state: all.json\n`);
  world.workspace.write({'work/monitors.config.yaml': PROJECT});
  commit();
  await expectRefused(/all\.json holds one with 2 monitors.*git mv all\.json monitors\.state\.json/);
});

test('H5: another file that an option names is refused, unless a person begins a new state there', async () => {
  await start();
  await expectRefused(HOLDS, {flags: ' --state x.json'});
  const begin = await run('state init --state x.json --new-state acme/default');
  expect(begin).toMatchObject({exitCode: 0});
  expect(unwrap((await run('plan --state x.json')).stdout)).toContain('Apply sends 2 requests');
});

test('H5: an option that names a file outside of git, where the usual one is in none either', async () => {
  await start(PROJECT, {isInGit: false});
  await expectRefused(HOLDS, {flags: ' --state elsewhere.json'});
});

test.each(['committed', 'staged', 'only moved'] as const)(
  'H5: config and specs that are moved without the state are refused: %s',
  async how => {
    await start();
    const to = world.workspace.path('work/site');
    mkdirSync(to);
    for (const name of ['monitors.config.yaml', 'monitors']) {
      if (how === 'only moved') renameSync(world.workspace.path(`work/${name}`), `${to}/${name}`);
      else git(`mv ${name} site/${name}`);
    }
    if (how === 'committed') commit();
    await expectRefused(/monitors\.state\.json holds one with 2 monitors/, {cwd: to});
  },
);

test('a second project in a repository begins its own state, also where its config was copied', async () => {
  await start();
  world.workspace.write({'work/two/monitors.config.yaml': PROJECT, 'work/two/monitors/c.yaml': specFor('c')});
  commit();
  const planned = await run('apply --auto-approve', {}, world.workspace.path('work/two'));
  expect(planned).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(3);
});

onPostgres('H5: without git, a config that lost its lines about the state is refused while the usual table holds it', async () => {
  const env = {MONITORS_STATE_POSTGRES_URL: postgres.server().url()};
  await start(`${PROJECT}state: {backend: postgres}\n`, {isInGit: false, env});
  world.workspace.write({'work/monitors.config.yaml': PROJECT});
  await expectRefused(/the PostgreSQL table "monitors_state" holds one with 2 monitors/, {env});
  const nowhere = {MONITORS_STATE_POSTGRES_URL: 'postgres://a:b@127.0.0.1:1/none'};
  await expectRefused(/leads to the PostgreSQL table.*can't be looked at: .*nothing listens there/, {env: nowhere});
  // Without the address, nothing shows where the state is.
  expect(unwrap((await run('plan')).stdout)).toContain('Apply sends 2 requests');
});

onPostgres('H5: a migration that is refused leaves no empty place that a config could name', async () => {
  await start();
  const env = {MONITORS_STATE_POSTGRES_URL: postgres.server().url()};
  world.workspace.write({'work/monitors/c.yaml': specFor('c')});
  expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
  const refused = await run('state migrate --to postgres --table refused', env);
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-pushed')});
  expect(await postgres.server().query(`SELECT to_regclass('refused') AS there`, [], 'app')).toEqual([{there: null}]);
});

describe('a state file that a revert of its first commit took away', () => {
  /** A repository whose first apply was reverted, specs kept; the service does not say that it is the emulator. */
  async function startReverted(): Promise<void> {
    await start(PROJECT, {isInGit: false});
    rmSync(world.workspace.path('work/monitors.state.json'));
    git('init -q');
    world.workspace.write({'work/.gitignore': '*.bak\n'});
    commit();
    service = await startPlainService(world.emulator.url);
    rmSync(world.workspace.path('work/monitors.state.json.bak'), {force: true});
    expect(await runPlainly('apply --auto-approve')).toMatchObject({exitCode: 0});
    commit();
    git('revert --no-edit HEAD');
    rmSync(world.workspace.path('work/monitors.state.json.bak'), {force: true});
  }
  const runPlainly = (line: string) => run(line, {MONITORS_BASE_URL: service.url});
  let service: Awaited<ReturnType<typeof startPlainService>>;
  afterEach(() => service.close());

  test('C49a: is named by plan, apply and the library; nothing is created', async () => {
    await startReverted();
    const live = world.emulator.monitors().length;
    for (const line of ['plan', 'apply --auto-approve', 'apply --auto-approve --allow-old-checkout']) {
      const refused = await runPlainly(line);
      expect(refused).toMatchObject({exitCode: 3});
      expect(unwrap(refused.stderr)).toMatch(
        /state\/lost.*is missing, and commit [0-9a-f]{12} holds it with 2 monitors.*git checkout [0-9a-f]{12} -- /,
      );
    }
    // Where HEAD was before counts for what creates, too.
    git('reset -q --hard HEAD~2');
    expect(await runPlainly('apply --auto-approve')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/lost')});
    const options = {directory: world.workspace.path('work'), apiKey: API_KEY, baseUrl: service.url, env: {PATH: process.env['PATH']}};
    await expect(apply(options)).rejects.toMatchObject({code: 'state/lost'});
    expect(world.emulator.monitors()).toHaveLength(live);
  });

  test.each([
    {
      how: 'is moved to where git ignores it',
      lose: () => {
        world.workspace.write({'work/monitors.config.yaml': `${PROJECT}state: kept/all.json\n`, 'work/kept/.gitignore': '*.json\n'});
        renameSync(world.workspace.path('work/monitors.state.json'), world.workspace.path('work/kept/all.json'));
        commit();
        rmSync(world.workspace.path('work/kept/all.json'));
        return 'work';
      },
    },
    {
      how: 'was removed before its project is moved',
      lose: () => {
        git('rm -q monitors.state.json');
        commit();
        mkdirSync(world.workspace.path('work/ops'));
        git('mv monitors monitors.config.yaml ops/');
        commit();
        return 'work/ops';
      },
    },
  ])('C49h: that $how is named', async ({lose}) => {
    await start(PROJECT);
    service = await startPlainService(world.emulator.url);
    expect(await runPlainly(`state set-origin ${service.url}`)).toMatchObject({exitCode: 0});
    world.workspace.write({'work/monitors/c.yaml': specFor('c')});
    expect(await runPlainly('apply --auto-approve')).toMatchObject({exitCode: 0});
    commit();
    const cwd = world.workspace.path(lose());
    for (const line of ['plan', 'apply --auto-approve']) {
      const refused = await run(line, {MONITORS_BASE_URL: service.url}, cwd);
      expect(refused).toMatchObject({exitCode: 3});
      expect(unwrap(refused.stderr)).toMatch(
        /state\/lost.*monitors\.state\.json is missing, and commit [0-9a-f]{12} holds it with 3 monitors/,
      );
    }
    expect(world.emulator.monitors()).toHaveLength(3);
    const begun = await run('state init --new-state acme/default', {MONITORS_BASE_URL: service.url}, cwd);
    expect(begun).toMatchObject({exitCode: 0});
    expect(await run('plan', {MONITORS_BASE_URL: service.url}, cwd)).toMatchObject({exitCode: 0});
  });

  test('and both ways out end that', async () => {
    await startReverted();
    expect(await runPlainly('state init --new-state acme/default')).toMatchObject({exitCode: 0});
    expect(unwrap((await runPlainly('plan')).stdout)).toContain('Apply sends 2 requests');
    rmSync(world.workspace.path('work/monitors.state.json'));
    rmSync(world.workspace.path('work/monitors.state.json.bak'), {force: true});
    const [, commitId = ''] = /git checkout ([0-9a-f]{12}) --/.exec(unwrap((await runPlainly('plan')).stderr)) ?? [];
    git(`checkout ${commitId} -- monitors.state.json`);
    expect(unwrap((await runPlainly('plan')).stdout)).toContain('No changes');
  });
});
