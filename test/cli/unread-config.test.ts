import {execFileSync} from 'node:child_process';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type PlainProxy, startPlainProxy} from '../world/plain-proxy';
import {usePostgres} from '../world/postgres-server';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {makeSlowGit} from '../world/slow-git';

/** The config had another table or environment before, and git shows that late, after many versions, or not at all. Create-only operations. */
const postgres = usePostgres();
const onPostgres = postgres.isHere ? describe : describe.skip;
const PROJECT = 'project: acme\nservice: {operations: create}\n';
let tables = 0;
let first: string;
let world: UserWorld;
let proxy: PlainProxy;
const at = (path: string) => world.workspace.path(path);

const git = (words: string) =>
  execFileSync('git', words.split(' '), {
    cwd: at('work'),
    env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: at('gitconfig')},
    stdio: 'pipe',
  });

/** Runs a command line in a checkout, on a machine of its own. */
async function run(line: string, where: string, slow: Partial<ReturnType<typeof makeSlowGit>> = {}) {
  const servers = {MONITORS_STATE_POSTGRES_URL: postgres.server().url(), MONITORS_BASE_URL: proxy.url, MONITORS_API_KEY: API_KEY};
  const env = {...servers, PATH: slow.path ?? process.env['PATH'], HOME: at(`${where}-home`)};
  const {exitCode, stdout, stderr} = await runMonitorsHere(line.split(' '), {cwd: at(where), env}, {world: slow.world ?? realWorld});
  return {exitCode, text: (stdout + stderr).replace(/\s+/g, ' ')};
}

const inTable = () => `state: {backend: postgres, table: unread_${++tables}}\n`;

function name(state: string): void {
  world.workspace.write({'work/monitors.config.yaml': `${PROJECT}${state}`});
  git('add -A');
  git('commit -q --allow-empty -m step');
}

beforeEach(async () => {
  if (!postgres.isHere) return;
  const gitconfig = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n';
  world = await startUserWorld({gitconfig, 'work/monitors/a.yaml': specFor('a')}, {}, {operations: 'create'});
  proxy = await startPlainProxy(world.emulator.url);
  git('init -q');
  first = inTable();
  name(first);
  for (const line of ['state init', 'apply --auto-approve']) expect(await run(line, 'work')).toMatchObject({exitCode: 0});
});
afterEach(async () => {
  if (!postgres.isHere) return;
  await proxy.close();
  await world.close();
});

const UNSHOWN = expect.stringMatching(/state\/other-place .* holds no state, and git does not show here where the config had it/) as string;

onPostgres('a place that the config named before', () => {
  test.each([
    ['another table', inTable, ['state init']],
    ['a file', () => '', ['plan', 'apply --auto-approve']],
  ])('H5a: before sixty other versions is looked at, now that it names %s', async (_what, make, lines) => {
    const state = make();
    for (let index = 0; index < 60; index++) name(`${state}# ${index}\n`);
    const named = expect.stringContaining(`table "unread_${state === '' ? tables : tables - 1}" holds one with 1 monitor`) as string;
    git(`clone -q . ${at('new')}`);
    for (const line of lines) expect(await run(line, 'new')).toMatchObject({exitCode: 3, text: named});
    expect(world.emulator.monitors()).toHaveLength(1);
  });

  test.each([
    ['another table', inTable, ['state init']],
    ['a file', () => '', ['plan', 'apply --auto-approve']],
  ])('H5a: and that a partial clone does not have, is not taken for none, now that it names %s', async (_what, make, lines) => {
    name(make());
    git('config uploadpack.allowFilter true');
    git(`clone -q --filter=blob:none file://${at('work')} ${at('new')}`);
    for (const line of lines) expect(await run(line, 'new')).toMatchObject({exitCode: 3, text: UNSHOWN});
    expect(world.emulator.monitors()).toHaveLength(1);
    expect(await run('state init --new-state acme/default', 'new')).toMatchObject({exitCode: 0});
    expect(await run('apply --auto-approve', 'new')).toMatchObject({exitCode: 0});
  });

  test('H5a: and that git does not show in time, is not taken for none', async () => {
    name('');
    git(`clone -q . ${at('new')}`);
    const slow = makeSlowGit(at('slow'), '*" log -n "*');
    const unshown = expect.stringContaining('and git does not show here') as string;
    for (const line of ['plan', 'apply --auto-approve']) expect(await run(line, 'new', slow)).toMatchObject({exitCode: 3, text: unshown});
    expect(world.emulator.monitors()).toHaveLength(1);
  });
});

onPostgres('an environment that the config declared before', () => {
  test.each([
    ['production', 'environments: {default: {}, production: {}}'],
    ['qa', 'environments: {default: {}, staging: {}, qa: {}}'],
  ])('C44a: is not made again as %s in the same table', async (environment, declared) => {
    name(`${first}environments: {default: {}, staging: {}, prod: {}}\n`);
    const start = ['state init --environment prod', 'apply --auto-approve --environment prod'];
    for (const line of start) expect(await run(line, 'work')).toMatchObject({exitCode: 0});
    const before = world.emulator.monitors().length;
    name(`${first}${declared}\n`);
    git(`clone -q . ${at('new')}`);
    expect(await run(`state init --environment ${environment}`, 'new')).toMatchObject({exitCode: 0});
    const {exitCode, text} = await run(`apply --auto-approve --environment ${environment}`, 'new');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('that of "prod", which is not declared, records 1 monitor')]);
    expect(world.emulator.monitors()).toHaveLength(before);
    const move = `state migrate --environment prod --to-environment ${environment}`;
    expect(await run(move, 'new')).toMatchObject({exitCode: 0});
    expect((await run(`apply --auto-approve --environment ${environment}`, 'new')).text).toContain('No changes');
  });

  test.each([
    ['another table', inTable, 'state init --environment production'],
    ['a file', () => '', 'apply --auto-approve --environment production'],
  ])('C44a: is not made again where it got another name and %s at once', async (_what, make, line) => {
    name(`${first}environments: {default: {}, prod: {}}\n`);
    const start = ['state init --environment prod', 'apply --auto-approve --environment prod'];
    for (const words of start) expect(await run(words, 'work')).toMatchObject({exitCode: 0});
    const before = world.emulator.monitors().length;
    name(`${make()}environments: {default: {}, production: {}}\n`);
    git(`clone -q . ${at('new')}`);
    const named = expect.stringContaining('holds one with 1 monitor of environment "prod", which is not declared any more') as string;
    expect(await run(line, 'new')).toMatchObject({exitCode: 3, text: named});
    expect(world.emulator.monitors()).toHaveLength(before);
    expect(await run('state init --new-state acme/production --environment production', 'new')).toMatchObject({exitCode: 0});
  });
});
