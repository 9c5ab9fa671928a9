import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {type Machines, startMachines} from '../world/machines';
import {usePostgres} from '../world/postgres-server';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** The nearest config counts: one that is added below another would begin a state of its own, for monitors that the other has. */
const postgres = usePostgres();
const onServer = postgres.isHere ? describe : describe.skip;
const RUN = 'apply --auto-approve';
const OUTER = 'project: acme\nspecs: web/monitors\n';
const OTHER = '11111111-1111-4111-8111-111111111111';
const NEARER = 'project: acme\n';
const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const specs = {'work/web/monitors/a.yaml': specFor('a'), 'work/web/monitors/b.yaml': specFor('b')};

describe('S98: beside a state in a file', () => {
  let machines: Machines;
  beforeEach(async () => {
    machines = await startMachines();
    commit({'work/monitors.config.yaml': OUTER, ...specs});
    machines.git(['rm', '-q', 'monitors/seed.yaml']);
    expect((await machines.run(RUN)).text).toContain('2 created, 0 updated');
    commit({});
  });
  afterEach(() => machines.close());

  const commit = (files: Readonly<Record<string, string>>) => {
    machines.writeFiles(files);
    machines.git(['add', '-A']);
    machines.git(['commit', '-q', '--allow-empty', '-m', 'step']);
  };
  const nearer = (config: string) => commit({'work/web/monitors.config.yaml': config});

  test.each([
    ['of the same name', NEARER],
    ['under another name', 'project: other\n'],
    ['in another environment', `${NEARER}environments: {prod: {}}\nenvironment: prod\n`],
    ['with another file', `${NEARER}state: own.json\n`],
    ['that moved the specs', 'specs: moved\n'],
  ])('a config %s below the one of the specs creates nothing again', async (_how, config) => {
    if (config.includes('moved')) machines.git(['mv', 'web/monitors', 'web/moved']);
    nearer(config);
    machines.clone('work', 'new');
    for (const line of ['plan', RUN]) {
      const {exitCode, text} = await machines.run(line, 'new/web');
      expect(text).toMatch(/state\/other-place .*monitors\.state\.json holds one with 3 monitors/);
      expect(exitCode).toBe(3);
    }
    expect(machines.live()).toEqual(['a', 'b', 'seed']);
  });

  test.each([
    ['empty', NEARER, {lineage: OTHER, serial: 1, monitors: new Map()}],
    ['of another project', 'project: other\n', {project: 'other', lineage: OTHER, serial: 1, monitors: new Map()}],
    ['of the same lineage', NEARER, {monitors: new Map()}],
  ])('a state that is %s, brought along with the config, creates nothing again', async (_how, config, members) => {
    const state = readFileSync(machines.at('work/monitors.state.json'), 'utf8');
    commit({'work/web/monitors.config.yaml': config, 'work/web/monitors.state.json': editState(state, () => members)});
    machines.clone('work', 'new');
    expect((await machines.run(RUN, 'new/web')).text).toContain('2 monitors exist: other versions of the state record them');
    expect(machines.live()).toEqual(['a', 'b', 'seed']);
  });

  test.each(['acme', 'other'])('the way out is to remove it, or to begin a new state of %s', async project => {
    nearer(`project: ${project}\n`);
    const {text} = await machines.run(RUN, 'work/web');
    expect(text).toContain('the state belongs to ../monitors.config.yaml, which covers these specs: remove monitors.config.yaml');
    expect(text).toContain(`run "monitors state init --new-state ${project}/default"`);
    expect(await machines.run(`state init --new-state ${project}/default`, 'work/web')).toMatchObject({exitCode: 0});
    expect((await machines.run(RUN, 'work/web')).exitCode).toBe(0);
    expect(machines.live()).toEqual(['a', 'a', 'b', 'b', 'seed']);
  });

  test('the library refuses it, too', async () => {
    nearer(NEARER);
    const options = {directory: machines.at('work/web'), env: {HOME: machines.at('home')}, apiKey: API_KEY, baseUrl: machines.url};
    await expect(apply(options)).rejects.toMatchObject({code: 'state/other-place'});
    expect(machines.live()).toEqual(['a', 'b', 'seed']);
  });

  test('also where the one above is gone, or where it covered the specs before', async () => {
    machines.git(['rm', '-q', 'monitors.config.yaml']);
    nearer('# Another text\nspecs: monitors\n');
    expect((await machines.run(RUN, 'work/web')).text).toMatch(/state\/other-place .*put \.\.\/monitors\.config\.yaml back/);
    commit({'work/monitors.config.yaml': 'project: acme\nspecs: more\n', 'work/more/c.yaml': specFor('c')});
    expect((await machines.run(RUN, 'work/web')).text).toContain('state/other-place');
    expect(machines.live()).toEqual(['a', 'b', 'seed']);
  });

  test('a project of its own in a folder below begins its state as before', async () => {
    commit({'work/shop/monitors.config.yaml': NEARER, 'work/shop/monitors/c.yaml': specFor('c')});
    expect(await machines.run(RUN, 'work/shop')).toMatchObject({exitCode: 0});
    expect(machines.live()).toEqual(['a', 'b', 'c', 'seed']);
  });
});

onServer('S98: beside a state on a server', () => {
  let world: UserWorld;
  let tables = 0;
  afterEach(() => world.close());
  const server = () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()});
  const run = (line: string, env: Readonly<Record<string, string | undefined>> = server()) =>
    world.runHere(line.split(' '), {cwd: world.workspace.path('work/web'), env: {PATH: process.env['PATH'], ...env}});
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: world.workspace.path('work'),
      env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: world.workspace.path('gitconfig')},
      stdio: 'pipe',
    });
  const commit = (files: Readonly<Record<string, string>>) => {
    world.workspace.write(files);
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'step');
  };
  const live = () => world.emulator.monitors().length;

  async function start(): Promise<void> {
    world = await startUserWorld({gitconfig: '[user]\n\tname = A\n\temail = a@example.com\n', ...specs});
    git('init', '-q');
    commit({'work/monitors.config.yaml': `${OUTER}state: {backend: postgres, table: nearer_${++tables}}\n`});
    expect(await run('state init')).toMatchObject({exitCode: 0});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
  }

  test.each([
    ['of the same name', NEARER],
    ['under another name', 'project: other\n'],
  ])('a config %s with a state file creates nothing again', async (_how, config) => {
    await start();
    commit({'work/web/monitors.config.yaml': config});
    expect(unwrap((await run(RUN)).stderr)).toMatch(/state\/other-place .*table "nearer_\d+".* holds one with 2 monitors/);
    expect(unwrap((await run(RUN, {})).stderr)).toContain("and it can't be looked at: MONITORS_STATE_POSTGRES_URL is not set");
    expect(live()).toBe(2);
  });

  test('without the config, a state file creates nothing again', async () => {
    await start();
    git('rm', '-q', 'monitors.config.yaml');
    commit({});
    expect(unwrap((await run(RUN)).stderr)).toMatch(/state\/other-place .*put \.\.\/monitors\.config\.yaml back/);
    expect(live()).toBe(2);
  });

  test('a project that gets another name together with a state file creates nothing again', async () => {
    await start();
    commit({'work/monitors.config.yaml': 'project: other\nspecs: web/monitors\n'});
    expect(unwrap((await run(RUN)).stderr)).toMatch(/state\/other-place .* holds one with 2 monitors of project "acme"/);
    expect(live()).toBe(2);
  });
});
