import {execFileSync} from 'node:child_process';
import {encodeState} from '../../src/core/state/format/state';
import {newState} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** The state goes from a server to a file: by a migration, or by a file that somebody wrote. */
const postgres = usePostgres();
const about = postgres.isHere ? describe : describe.skip;
const PROJECT = 'project: acme\n';
let tables = 0;
let world: UserWorld;
afterEach(() => world?.close());

const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const reached = () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()});
const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  world.runHere(line.split(' '), {cwd: world.workspace.path('work'), env: {PATH: process.env['PATH'], ...env}});
const git = (words: string) =>
  execFileSync('git', words.split(' '), {
    cwd: world.workspace.path('work'),
    env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: world.workspace.path('gitconfig')},
    stdio: 'pipe',
  });
const commit = (files: Readonly<Record<string, string>>) => {
  world.workspace.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`work/${path}`, text])));
  git('add -A');
  git('commit -q -m step');
};
const inTable = () => `${PROJECT}state: {backend: postgres, table: cli_left_${++tables}}\n`;
const emptyState = (project = 'acme') => {
  const owner = {project, environment: 'default', origin: world.emulator.url};
  const state = {...newState({lineage: '6b7d1a1e-3c51-4b7e-9a39-000000000001', tool: '1.0.0', ...owner}), serial: 1};
  return {'monitors.state.json': encodeState(state).text};
};

async function start(): Promise<void> {
  const gitconfig = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n';
  world = await startUserWorld({gitconfig, 'work/monitors/a.yaml': specFor('a'), 'work/monitors/b.yaml': specFor('b')});
  git('init -q');
  commit({'monitors.config.yaml': inTable()});
  expect(await run('state init', reached())).toMatchObject({exitCode: 0});
  expect(await run('apply --auto-approve', reached())).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(2);
}

about('a state file in the place of a server', () => {
  test('S99: that no migration made: refused with the server that still has the state, which plan says, too', async () => {
    await start();
    commit({'monitors.config.yaml': PROJECT, ...emptyState()});
    for (const line of ['plan', 'apply --auto-approve']) {
      const refused = await run(line, reached());
      expect(refused).toMatchObject({exitCode: 3});
      expect(unwrap(refused.stderr)).toMatch(/state\/other-place.*still holds a state \(one with 2 monitors\).*"a", "b" again/);
    }
    expect(world.emulator.monitors()).toHaveLength(2);
    expect(await run('apply --auto-approve --allow-state-change acme/default', reached())).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(4);
  });

  test('S99: that no migration made, the server out of reach: refused until a person leaves it behind', async () => {
    await start();
    commit({'monitors.config.yaml': PROJECT, ...emptyState()});
    const refused = await run('apply --auto-approve');
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/other-place.*can't be looked at.*"a", "b" again.*state init --new-state acme\/default/);
    expect(world.emulator.monitors()).toHaveLength(2);
    expect(await run('state init --new-state acme/default')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Ready')});
    expect(await run('state init --new-state acme/default')).toMatchObject({stdout: expect.stringContaining('Nothing to do')});
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    commit(specs('c'));
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(5);
  });

  test('S99: the config was removed with its place, too', async () => {
    await start();
    git('rm -q monitors.config.yaml');
    commit(emptyState('default'));
    const refused = await run('apply --auto-approve', reached());
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/other-place.*still holds a state of acme\/default \(one with 2 monitors\)/);
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('that a migration made, also by way of another server: it goes on without them', async () => {
    await start();
    expect(await run(`state migrate --to postgres --table cli_left_${++tables}`, reached())).toMatchObject({exitCode: 0});
    commit({'monitors.config.yaml': `${PROJECT}state: {backend: postgres, table: cli_left_${tables}}\n`});
    expect(await run('state migrate --to file', reached())).toMatchObject({exitCode: 0});
    commit({'monitors.config.yaml': PROJECT, ...specs('c')});
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    commit(specs('d'));
    expect(await run('apply --auto-approve', reached())).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(4);
  });
});

const specs = (name: string) => ({[`monitors/${name}.yaml`]: specFor(name)});
