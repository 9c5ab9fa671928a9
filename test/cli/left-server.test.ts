import {execFileSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import {encodeState} from '../../src/core/state/format/state';
import {writeLeftPlaces} from '../../src/core/state/left-places';
import {newState} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {useS3} from '../world/s3-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** The state goes from a server to a file: by a migration, or by a file that somebody wrote. */
const postgres = usePostgres();
const s3 = useS3();
const about = postgres.isHere ? describe : describe.skip;
const PROJECT = 'project: acme\n';
let tables = 0;
let world: UserWorld;
afterEach(() => world?.close());

const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const reached = () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()});
const run = (line: string, env: Readonly<Record<string, string>> = {}, folder = '') =>
  world.runHere(line.split(' '), {cwd: world.workspace.path('work', folder), env: {PATH: process.env['PATH'], ...env}});
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
const emptyState = (project = 'acme', environment = 'default', leftPlaces: readonly string[] = []) => {
  const owner = {project, environment, origin: world.emulator.url};
  const state = {
    ...newState({lineage: '6b7d1a1e-3c51-4b7e-9a39-000000000001', tool: '1.0.0', ...owner}),
    serial: 1,
    unknown: writeLeftPlaces(leftPlaces),
  };
  return {'monitors.state.json': encodeState(state).text};
};

/** Beginning of a project: its folder, with `/`, its config file, and what that says besides. */
interface Begin {
  readonly folder?: string;
  readonly config?: string;
  readonly more?: string;
  /** Default: a new table. */
  readonly server?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function start({folder = '', config = 'monitors.config.yaml', more = '', ...begin}: Begin = {}): Promise<void> {
  const {server, env = reached()} = begin;
  const gitconfig = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n';
  const there = `work/${folder}monitors`;
  world = await startUserWorld({gitconfig, [`${there}/a.yaml`]: specFor('a'), [`${there}/b.yaml`]: specFor('b')});
  git('init -q');
  commit({[`${folder}${config}`]: `${server === undefined ? inTable() : `${PROJECT}state: ${server}\n`}${more}`});
  const flag = config === 'monitors.config.yaml' ? '' : ` --config ${config}`;
  expect(await run(`state init${flag}`, env, folder)).toMatchObject({exitCode: 0});
  expect(await run(`apply --auto-approve${flag}`, env, folder)).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(2);
}

/** The config names an empty state file; `former` is removed. */
function replace(former?: string, more = ''): undefined {
  if (former !== undefined) git(`rm -q ${former}`);
  const name = more === '' ? 'monitors.state.json' : 'monitors.state.live.json';
  commit({
    'monitors.config.yaml': `${PROJECT}${more}`,
    [name]: emptyState('acme', more === '' ? 'default' : 'live')['monitors.state.json'],
  });
}

/** Everything goes from folder `a` to `b`, with an empty state file. */
function move(files: Readonly<Record<string, string>>, project = 'acme'): string {
  git('mv a b');
  commit({'b/monitors.config.yaml': PROJECT, 'b/monitors.state.json': emptyState(project)['monitors.state.json'], ...files});
  return 'b';
}

function commitOften(times: number): undefined {
  const commits = Array.from({length: times}, (_, index) => {
    const text = `${PROJECT}# ${index % 1002}\n`;
    const head = `commit refs/heads/main\ncommitter A <a@example.com> ${1_790_000_000 + index} +0000\ndata 1\nx\n`;
    return `${head}${index === 0 ? 'from refs/heads/main^0\n' : ''}M 100644 inline monitors.config.yaml\ndata ${text.length}\n${text}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], {cwd: world.workspace.path('work'), input: commits.join('')});
  git('reset -q --hard');
  return replace();
}

/** A config of a folder that the next commit removes. */
function commitBriefly(folder: string): undefined {
  commit({[`${folder}/monitors.config.yaml`]: PROJECT});
  rmSync(world.workspace.path('work', folder), {recursive: true});
  return replace();
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

  /** What became of the config that named the server, besides what a state file says. */
  const changes: readonly (readonly [what: string, begin: Begin, change: () => string | undefined])[] = [
    ['with a decoy where the config was', {folder: 'a/'}, () => move({'a/monitors.config.yaml': 'project: decoy\n'})],
    ['in a folder and a project of another name', {folder: 'a/'}, () => move({'b/monitors.config.yaml': 'project: beta\n'}, 'beta')],
    ['where a config of another name was', {config: 'prod.yaml'}, () => replace('prod.yaml')],
    ['where a config of another name stands', {config: 'prod.yaml'}, () => replace()],
    ['under another environment', {more: 'environment: prod\n'}, () => replace(undefined, 'environment: live\n')],
    ['after twenty thousand changes of the config', {}, () => commitOften(20_002)],
    ['after a config in a folder with line breaks in its name', {}, () => commitBriefly(`x${'\n'.repeat(30)}y`)],
  ];

  test.each(changes)('S99: %s: nothing is created twice', async (_, begin, change) => {
    await start(begin);
    const where = change() ?? '';
    const refused = await run('apply --auto-approve', reached(), where);
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/other-place.*which still holds a state .*"a", "b" again/);
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('another project of the repository that is on a server, or was, holds nothing of other keys', async () => {
    await start({folder: 'a/'});
    commit({'b/monitors.config.yaml': PROJECT.replace('acme', 'beta'), 'b/monitors/a.yaml': specFor('other')});
    expect(await run('apply --auto-approve', {}, 'b')).toMatchObject({exitCode: 0});
    git('rm -rq a');
    commit({'b/monitors/c.yaml': specFor('c')});
    expect(await run('apply --auto-approve', reached(), 'b')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(4);
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

(s3.isHere ? describe : describe.skip)('a state file in the place of a bucket', () => {
  test('S99: that names it as left, and a profile leads there: it is asked', async () => {
    const {AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, ...reached} = s3.server().env();
    const bucket = await s3.server().makeBucket();
    const keys = {...reached, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY};
    await start({server: `{backend: s3, bucket: ${bucket}, region: eu-central-1}`, env: keys});
    const left = `s3://${bucket}/monitors (eu-central-1)`;
    commit({'monitors.config.yaml': PROJECT, ...emptyState('acme', 'default', [left])});
    const profile = `[default]\naws_access_key_id = ${AWS_ACCESS_KEY_ID}\naws_secret_access_key = ${AWS_SECRET_ACCESS_KEY}\n`;
    world.workspace.write({profile});
    // The client reads it from the process, as it does a machine's role.
    process.env['AWS_SHARED_CREDENTIALS_FILE'] = world.workspace.path('profile');
    try {
      const refused = await run('apply --auto-approve', reached);
      expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining(left)});
    } finally {
      delete process.env['AWS_SHARED_CREDENTIALS_FILE'];
    }
    expect(world.emulator.monitors()).toHaveLength(2);
    expect(await run('apply --auto-approve', {...reached, AWS_ACCESS_KEY_ID: 'gone', AWS_SECRET_ACCESS_KEY: 'gone'})).toMatchObject({
      exitCode: 0,
    });
  });
});

const specs = (name: string) => ({[`monitors/${name}.yaml`]: specFor(name)});
