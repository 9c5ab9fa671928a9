import {execFileSync} from 'node:child_process';
import {readFileSync, rmSync} from 'node:fs';
import {specFor} from '../world/cli';
import {createForeign} from '../world/foreign-monitor';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** Two configs of a repository that keep different specs in one state: each run would delete what the other made. */
const postgres = usePostgres();
const onServer = postgres.isHere ? describe : describe.skip;
const RUN = 'apply --auto-approve';
const CONFIG = 'project: acme\nservice: {operations: full}\n';
let tables = 0;
const inTable = () => `state: {backend: postgres, table: cli_sharing_${++tables}}\n`;
let world: UserWorld;
afterEach(() => world.close());

async function start(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld(files, {}, {operations: 'full'});
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {cwd: world.workspace.directory});
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
}

async function run(line: string, folder = '') {
  const server = postgres.isHere ? {MONITORS_STATE_POSTGRES_URL: postgres.server().url()} : {};
  const cwd = world.workspace.path(folder === '' ? '.' : folder);
  const {exitCode, stdout, stderr} = await world.runHere(line.split(' '), {cwd, env: {PATH: process.env['PATH'], ...server}});
  return {exitCode, text: (stdout + stderr).replace(/\s+/g, ' ')};
}

const live = () => world.emulator.monitors().map(({name}) => String(name));

async function expectRefused(flags: string, named: string, folder = ''): Promise<void> {
  for (const line of ['plan', RUN]) {
    const {exitCode, text} = await run(`${line}${flags}`, folder);
    expect([exitCode, text]).toEqual([3, expect.stringMatching(/state\/shared .*would change or delete their monitors/)]);
    expect(text).toContain(named);
  }
}

const two = (specs: readonly [string, string], more = '') => ({
  'eu.config.yaml': `${CONFIG}specs: eu\n`,
  'us.config.yaml': `${CONFIG}specs: us\n${more}`,
  [`eu/${specs[0]}.yaml`]: specFor('a'),
  [`us/${specs[1]}.yaml`]: specFor('b'),
});

describe('S100: two configs beside each other, and one state file', () => {
  test.each([
    ['a delete', ['a', 'b']],
    ['an update', ['example', 'example']],
  ] as const)('%s of what the other made is refused, until they are two projects', async (_what, specs) => {
    await start(two(specs));
    expect(await run(`${RUN} --config eu.config.yaml`)).toMatchObject({exitCode: 0});
    await expectRefused(
      ' --config us.config.yaml',
      `eu.config.yaml has the same project, environment and state, but other specs, eu/${specs[0]}.yaml`,
    );
    expect(live()).toEqual(['a']);
    world.workspace.write({'us.config.yaml': `${CONFIG}specs: us\nstate: us.state.json\n`.replace('acme', 'us')});
    expect(await run('state init --new-state us/default --config us.config.yaml')).toMatchObject({exitCode: 0});
    expect(await run(`${RUN} --config us.config.yaml`)).toMatchObject({exitCode: 0});
    expect(live()).toEqual(['a', 'b']);
  });

  test('keys that a person names are changed; a spec that the other never had is removed', async () => {
    await start(two(['a', 'b']));
    expect(await run(`${RUN} --config eu.config.yaml`)).toMatchObject({exitCode: 0});
    expect(await run(`${RUN} --config us.config.yaml --only b`)).toMatchObject({exitCode: 0});
    expect(await run(`${RUN} --config us.config.yaml --only a`)).toMatchObject({exitCode: 0});
    expect(live()).toEqual(['b']);
  });

  test('environments have states of their own', async () => {
    await start({...two(['a', 'a'], 'environment: us\n')});
    for (const name of ['eu', 'us', 'eu']) expect(await run(`${RUN} --config ${name}.config.yaml`)).toMatchObject({exitCode: 0});
    world.workspace.write({'us/a.yaml': specFor('c')});
    expect(await run(`${RUN} --config us.config.yaml`)).toMatchObject({exitCode: 0});
  });

  test('"--specs" that leaves specs of the config out deletes none of them', async () => {
    await start({'monitors.config.yaml': CONFIG, 'monitors/x/a.yaml': specFor('a'), 'monitors/y/b.yaml': specFor('b')});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
    await expectRefused(' --specs monitors/y', 'monitors/x/a.yaml');
    expect(live()).toEqual(['a', 'b']);
  });
});

onServer('S100: a config that was copied into another folder', () => {
  test('a server has one state of both: refused', async () => {
    const config = `${CONFIG}${inTable()}`;
    await start({
      'one/monitors.config.yaml': config,
      'one/monitors/a.yaml': specFor('a'),
      'two/monitors.config.yaml': config,
      'two/monitors/b.yaml': specFor('b'),
    });
    expect(await run('state init', 'one')).toMatchObject({exitCode: 0});
    expect(await run(RUN, 'one')).toMatchObject({exitCode: 0});
    await expectRefused('', '../one/monitors/a.yaml', 'two');
    expect(live()).toEqual(['a']);
  });
});

const PLACES: readonly (readonly [where: string, place: () => string])[] = [
  ['files', () => ''],
  ['a server', inTable],
];
describe.each(PLACES)('S101: another project of the repository, states in %s', (where, place) => {
  const onPlace = where === 'files' || postgres.isHere ? test : test.skip;
  const succeed = async (line: string, folder: string) => {
    const {exitCode, text} = await run(line, folder);
    expect([exitCode, text]).toEqual([0, expect.anything()]);
    return text;
  };

  /** Project `one` manages a monitor whose spec gives its target ids. */
  async function startTwo(): Promise<string> {
    const state = place();
    const config = (project: string) => `project: ${project}\nservice: {operations: full}\n${state}`;
    await start({
      'one/monitors.config.yaml': config('one'),
      'two/monitors.config.yaml': config('two'),
      'two/monitors/b.yaml': specFor('b'),
    });
    const {id} = await createForeign(world.emulator.url, 'a');
    world.workspace.write({'one/monitors/.keep': ''});
    if (state !== '') for (const folder of ['one', 'two']) await succeed('state init', folder);
    await succeed('pull', 'one');
    return id;
  }

  onPlace('"pull" and "import" leave its monitors to it', async () => {
    const id = await startTwo();
    expect(await succeed('pull', 'two')).toContain('1 monitor of the environment default of one');
    const {exitCode, text} = await run(`import own ${id}`, 'two');
    expect([exitCode, text]).toEqual([3, expect.stringMatching(/is recorded in the environment "default" of the project "one"/)]);
    await succeed(RUN, 'two');
    expect(live()).toEqual(['a', 'b']);
  });

  onPlace('a spec that was copied with its target ids makes a monitor of its own, and its end deletes only that', async () => {
    const id = await startTwo();
    world.workspace.write({'two/monitors/a.yaml': readFileSync(world.workspace.path('one/monitors/a.yaml'), 'utf8')});
    await succeed(RUN, 'two');
    expect(live().sort()).toEqual(['a', 'a', 'b']);
    rmSync(world.workspace.path('two/monitors/a.yaml'));
    await succeed(`${RUN} --allow-deletes`, 'two');
    expect(world.emulator.monitors().map(one => one.id)).toContain(id);
    expect(live()).toHaveLength(2);
    expect(await succeed('plan --refresh', 'one')).toContain('No changes');
  });
});
