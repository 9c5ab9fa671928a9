import {execFileSync} from 'node:child_process';
import {plan} from '../../src/index';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type PlainProxy, startPlainProxy} from '../world/plain-proxy';
import {usePostgres} from '../world/postgres-server';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A config is put above another one of the same specs, or takes its place: its state is new, and the monitors are in the other one's. */
const postgres = usePostgres();
const onServer = postgres.isHere ? describe : describe.skip;
const RUN = 'apply --auto-approve';
const CONFIG = 'monitors.config.yaml';
const UPPER = 'project: acme\nspecs: web/monitors\n';
const IDENTITY = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n';
let world: UserWorld;
let proxy: PlainProxy;
let tables = 0;
const at = (path: string) => world.workspace.path(path);

beforeEach(async () => {
  world = await startUserWorld({gitconfig: IDENTITY, 'work/.gitignore': '*.bak\n*.lock\n'}, {}, {operations: 'full'});
  proxy = await startPlainProxy(world.emulator.url);
  git('init -q');
});
afterEach(async () => {
  await proxy.close();
  await world.close();
});

const git = (words: string) =>
  execFileSync('git', words.split(' '), {
    cwd: at('work'),
    env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: at('gitconfig')},
    stdio: 'pipe',
  });

function commit(files: Readonly<Record<string, string>> = {}): void {
  world.workspace.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`work/${name}`, text])));
  git('add -A');
  git('commit -q --allow-empty -m step');
}

/** Runs a command line in a checkout, each on a machine of its own. */
async function run(line: string, where = 'work', more: Readonly<Record<string, string>> = {}) {
  const env = {PATH: process.env['PATH'], HOME: at(`${where.split('/')[0]}-home`), MONITORS_BASE_URL: proxy.url, MONITORS_API_KEY: API_KEY};
  const {exitCode, stdout, stderr} = await runMonitorsHere(line.split(' '), {cwd: at(where), env: {...env, ...more}});
  return {exitCode, text: (stdout + stderr).replace(/\s+/g, ' ')};
}

const live = () => world.emulator.monitors().map(({name}) => String(name));
const toServer = () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()});

/** A project in the folder `web`, which was applied and committed. */
async function start(config: string | null = 'project: acme\n'): Promise<void> {
  commit({...(config === null ? {} : {[`web/${CONFIG}`]: config}), 'web/monitors/a.yaml': specFor('a')});
  expect(await run(RUN, 'work/web')).toMatchObject({exitCode: 0});
  commit();
}

/** A clone on another machine refuses and names where the monitors are; nothing is created. */
async function expectRefused(named: string, where = 'new'): Promise<void> {
  git(`clone -q . ${at('new')}`);
  for (const line of ['plan', RUN]) {
    const {exitCode, text} = await run(line, where);
    expect(text).toMatch(/state\/other-place .*apply would create all of them again/);
    expect([exitCode, text]).toEqual([3, expect.stringContaining(named)]);
  }
  expect(live()).toEqual(['a']);
}

describe('S98: beside a state in a file', () => {
  test.each([
    ['of the same name', UPPER],
    ['under another name', 'project: other\nspecs: web/monitors\n'],
  ])('a config %s above the one of the specs creates nothing again', async (_how, config) => {
    await start();
    commit({[CONFIG]: config});
    await expectRefused('web/monitors.state.json holds one with 1 monitor');
  });

  test('also where the one below was removed before', async () => {
    await start();
    git(`rm -q web/${CONFIG}`);
    commit();
    commit({[CONFIG]: UPPER});
    await expectRefused('move the state there: git mv web/monitors.state.json monitors.state.json');
    const options = {directory: at('new'), env: {HOME: at('home')}, apiKey: API_KEY, baseUrl: proxy.url};
    await expect(plan(options)).rejects.toMatchObject({code: 'state/other-place'});
    git('mv web/monitors.state.json monitors.state.json');
    expect((await run(RUN)).text).toContain('No changes');
  });

  test('also one that takes the folder above the specs', async () => {
    await start();
    git(`rm -q web/${CONFIG}`);
    commit({[CONFIG]: 'project: other\nspecs: web\n'});
    await expectRefused('web/monitors.state.json holds one with 1 monitor');
  });

  test.each([
    ['declared there', 'environments: {prod: {}}\nenvironment: prod\n', ''],
    ['that has another name here', 'environments: {prod: {}}\nenvironment: prod\n', 'environments: {live: {}}\nenvironment: live\n'],
  ])('also the state of an environment %s', async (_how, before, now) => {
    await start(`project: acme\n${before}`);
    commit({[CONFIG]: `${UPPER}${now}`});
    await expectRefused('web/monitors.state.prod.json holds one with 1 monitor');
  });

  test.each([
    ['above', `web/${CONFIG}`, CONFIG],
    ['below', CONFIG, `web/${CONFIG}`],
  ])('with full operations too, where a config %s has another name, and the monitor was edited', async (_how, first, second) => {
    const full = (path: string, project: string) =>
      `project: ${project}\nservice: {operations: full}\n${path === CONFIG ? 'specs: web/monitors\n' : ''}`;
    commit({[first]: full(first, 'acme'), 'web/monitors/a.yaml': specFor('a')});
    const folder = (path: string) => (path === CONFIG ? '' : '/web');
    expect(await run(RUN, `work${folder(first)}`)).toMatchObject({exitCode: 0});
    commit({[second]: full(second, 'other'), 'web/monitors/a.yaml': specFor('a').replace('https://a.', 'https://edited.')});
    await expectRefused('holds one with 1 monitor', `new${folder(second)}`);
  });

  test('also where there was no config', async () => {
    await start(null);
    commit({[CONFIG]: 'specs: web/monitors\n'});
    await expectRefused('web/monitors.state.json holds one with 1 monitor');
  });

  test('also where a project was moved beside and written anew, without its state', async () => {
    await start();
    git(`rm -q web/${CONFIG}`);
    git('mv web/monitors app');
    commit({[`app/${CONFIG}`]: '# A text that has nothing of the one before.\nproject: acme\n', 'app/monitors/a.yaml': specFor('a')});
    await expectRefused('../web/monitors.state.json holds one with 1 monitor', 'new/app');
  });

  test('beside a state of its own, too', async () => {
    await start('project: acme-web\n');
    commit({[CONFIG]: 'project: acme\n', 'monitors/b.yaml': specFor('b')});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
    git(`rm -q web/${CONFIG}`);
    commit({[CONFIG]: UPPER});
    expect((await run(RUN)).text).toContain('"a" exists');
    expect(live()).toEqual(['a', 'b']);
  });

  test('the way out is to move the state, or to begin a new one', async () => {
    await start();
    commit({[CONFIG]: UPPER});
    expect((await run(RUN)).text).toContain('monitors state init --state monitors.state.json --new-state acme/default');
    expect(await run('state init --new-state acme/default')).toMatchObject({exitCode: 0});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
    expect(live()).toEqual(['a', 'a']);
  });

  test('another project, of the same name too, begins its state as before', async () => {
    await start();
    commit({
      [`shop/${CONFIG}`]: 'project: acme\n',
      'shop/monitors/b.yaml': specFor('b'),
      [CONFIG]: 'project: acme\n',
      'monitors/c.yaml': specFor('c'),
    });
    for (const where of ['work/shop', 'work']) expect(await run(RUN, where)).toMatchObject({exitCode: 0});
    expect(live()).toEqual(['a', 'b', 'c']);
  });
});

onServer('C49cq: a table that a config named', () => {
  const inTable = () => `project: acme\nstate: {backend: postgres, table: lower_${++tables}}\n`;
  const place = (config: string) => /lower_\d+/.exec(config)?.[0] ?? '';

  /** Applies what the checkout says with this config, in the table that it names. */
  async function applyWith(config: string, name = CONFIG, where = 'work', more = ''): Promise<void> {
    commit({[name]: config, [name.replace(/[^/]+$/, 'monitors/a.yaml')]: specFor('a')});
    for (const line of ['state init', RUN]) expect(await run(`${line}${more}`, where, toServer())).toMatchObject({exitCode: 0});
  }

  async function expectNamed(config: string): Promise<void> {
    git(`clone -q . ${at('new')}`);
    git(`--git-dir=${at('new/.git')} fetch -q origin refs/replace/*:refs/replace/*`);
    const {exitCode, text} = await run('state init', 'new', toServer());
    expect([exitCode, text]).toEqual([3, expect.stringContaining(`table "${place(config)}" holds one with 1 monitor`)]);
    expect(live()).toEqual(['a']);
  }

  test('below the one of today', async () => {
    const first = inTable();
    await applyWith(first, `web/${CONFIG}`, 'work/web');
    git(`rm -q web/${CONFIG}`);
    commit();
    commit({[CONFIG]: `${inTable()}specs: web/monitors\n`});
    await expectNamed(first);
  });

  test('in a merge, as no side did', async () => {
    commit({[CONFIG]: inTable()});
    git('checkout -q -b side');
    commit({[CONFIG]: inTable()});
    git('checkout -q main');
    commit({[CONFIG]: inTable()});
    git('merge -q -s ours --no-commit side');
    const merged = inTable();
    await applyWith(merged);
    commit({[CONFIG]: inTable()});
    await expectNamed(merged);
  });

  test('on another branch', async () => {
    commit({'README.md': 'Hello\n'});
    git('checkout -q -b side');
    const theirs = inTable();
    await applyWith(theirs);
    git('checkout -q main');
    commit({[CONFIG]: inTable(), 'monitors/a.yaml': specFor('a')});
    await expectNamed(theirs);
  });

  test('before a commit that was replaced by one without parents', async () => {
    const first = inTable();
    await applyWith(first);
    commit({[CONFIG]: inTable()});
    commit({'README.md': 'Hello\n'});
    git('replace --graft HEAD');
    await expectNamed(first);
  });

  test('under another file name, which "--config" gave', async () => {
    const first = inTable();
    await applyWith(first, 'prod.yaml', 'work', ' --config prod.yaml');
    git('rm -q prod.yaml');
    commit();
    commit({[CONFIG]: inTable()});
    await expectNamed(first);
  });
});
