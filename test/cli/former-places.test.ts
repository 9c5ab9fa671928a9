import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {useS3} from '../world/s3-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** The config names another place than before, and the former one was removed on purpose or can't be looked at. */
const postgres = usePostgres();
const s3 = useS3();
const onBoth = postgres.isHere && s3.isHere ? describe : describe.skip;
const PROJECT = 'project: acme\nservice: {operations: full}\n';
let tables = 0;
let world: UserWorld;
afterEach(() => world.close());

const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const servers = () => ({...s3.server().env(), MONITORS_STATE_POSTGRES_URL: postgres.server().url(), PATH: process.env['PATH']});
const run = (line: string, more: Readonly<Record<string, string | undefined>> = {}) =>
  world.runHere(line.split(' '), {cwd: world.workspace.path('work'), env: {...servers(), ...more}});
const git = (words: string) =>
  execFileSync('git', words.split(' '), {
    cwd: world.workspace.path('work'),
    env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: world.workspace.path('gitconfig')},
    stdio: 'pipe',
  });
const name = (state: string) => {
  world.workspace.write({'work/monitors.config.yaml': `${PROJECT}${state}`});
  git('add -A');
  git('commit -q --allow-empty -m step');
};
const inBucket = async () => {
  const bucket = await s3.server().makeBucket();
  return {setting: `state: {backend: s3, bucket: ${bucket}}\n`, bucket};
};
const inTable = () => `state: {backend: postgres, table: former_${++tables}}\n`;

/** A repository whose two monitors were applied with a state in this place. */
async function start(state: string): Promise<void> {
  const gitconfig = '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n';
  const files = {gitconfig, 'work/monitors/a.yaml': specFor('a'), 'work/monitors/b.yaml': specFor('b')};
  world = await startUserWorld(files, {}, {operations: 'full'});
  git('init -q');
  name(state);
  expect(await run('state init')).toMatchObject({exitCode: 0});
  expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
}
const createsIn = async (more = {}) =>
  (JSON.parse((await run('plan --format json', more)).stdout) as {summary: {create: number}}).summary.create;
const WAY_OUT = 'state init --new-state acme/default';

onBoth('a former place', () => {
  test('H5: that was a bucket which is gone does not stop a new state for ever', async () => {
    const {setting, bucket} = await inBucket();
    await start(setting);
    s3.server().removeBucket(bucket);
    name((await inBucket()).setting);
    for (const line of ['state init', 'state init --new-state acme/staging']) expect(await run(line)).toMatchObject({exitCode: 3});
    const {stderr} = await run('state init');
    expect(unwrap(stderr)).toMatch(/state\/other-place.*can't be looked at: .*there is no such bucket/);
    expect(unwrap(stderr)).toContain(`if it was removed on purpose, run "monitors ${WAY_OUT}"`);
    expect(await run(WAY_OUT)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Ready')});
    expect(await run(WAY_OUT)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Nothing to do')});
    expect(await createsIn()).toBe(2);
    expect(await run('recover --auto-approve')).toMatchObject({exitCode: 0});
    expect(await createsIn()).toBe(0);
    expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('that was a table on a server whose address is not set any more is left behind in the same way', async () => {
    await start(inTable());
    name((await inBucket()).setting);
    const without = {MONITORS_STATE_POSTGRES_URL: undefined};
    expect(unwrap((await run('state init', without)).stderr)).toMatch(/can't be looked at: MONITORS_STATE_POSTGRES_URL is not set/);
    expect(await run(WAY_OUT, without)).toMatchObject({exitCode: 0});
    expect(await createsIn(without)).toBe(2);
    expect(await run('apply --auto-approve', without)).toMatchObject({exitCode: 0});
  });

  test('that was a table which was dropped holds nothing', async () => {
    await start(inTable());
    for (const table of ['', '_monitors', '_journal', '_late', '_backups', '_replaced'])
      await postgres.server().query(`DROP TABLE former_${tables}${table} CASCADE`, [], 'app');
    name((await inBucket()).setting);
    expect(await run('state init')).toMatchObject({exitCode: 0});
  });

  test('that still holds the state is never left behind', async () => {
    const {setting} = await inBucket();
    await start(setting);
    git('rm -q --cached monitors.config.yaml');
    git('commit -q -m removed');
    name(inTable());
    for (const line of ['state init', WAY_OUT]) {
      const refused = await run(line);
      expect(refused).toMatchObject({exitCode: 3});
      expect(unwrap(refused.stderr)).toMatch(/state\/other-place.*holds one with 2 monitors/);
    }
  });

  test('is left behind for a file, too', async () => {
    await start(inTable());
    name('');
    const without = {MONITORS_STATE_POSTGRES_URL: undefined};
    const refused = await run('apply --auto-approve', without);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/other-place')});
    expect(unwrap(refused.stderr)).toContain(`"monitors ${WAY_OUT}"`);
    expect(await run(WAY_OUT, without)).toMatchObject({exitCode: 0});
    expect(JSON.parse(readFileSync(world.workspace.path('work/monitors.state.json'), 'utf8'))).toMatchObject({monitors: {}});
    expect(await run('recover --auto-approve', without)).toMatchObject({exitCode: 0});
    expect(await createsIn(without)).toBe(0);
  });
});
