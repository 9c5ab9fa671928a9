import {rmSync} from 'node:fs';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A checkout in which git has specs that are not on the disk: they look removed. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\n';

/** Two applied monitors, of which git hides one spec then. `folder` is the project's in the repository. */
async function startHidden(folder: string, ...patterns: string[]): Promise<(...args: string[]) => ReturnType<UserWorld['runHere']>> {
  const files = {'monitors.config.yaml': CONFIG, 'monitors/first.yaml': specFor('first'), 'monitors/deep/second.yaml': specFor('second')};
  world = await startUserWorld(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}${path}`, text])),
    {},
    {operations: 'full'},
  );
  const {directory} = world.workspace;
  const run = (...args: string[]) => world.runHere(args, {cwd: `${directory}/${folder}`, env: {PATH: process.env['PATH']}});
  git(directory, 'init', '-q');
  expect((await run('apply', '--auto-approve')).exitCode).toBe(0);
  git(directory, 'add', '-A');
  git(directory, 'commit', '-q', '-m', 'Applied');
  git(directory, 'sparse-checkout', 'set', ...patterns);
  return run;
}

const names = () =>
  world.emulator
    .monitors()
    .map(({name}) => String(name))
    .sort();

describe('I91: specs that a sparse checkout leaves out are not deleted', () => {
  test.each([
    {name: 'by patterns', folder: '', patterns: ['--no-cone', '/*', '!/monitors/deep/']},
    {name: 'by folders, below the top', folder: 'web/', patterns: ['--cone', 'docs', 'web/monitors/other']},
  ])('$name', async ({folder, patterns}) => {
    const run = await startHidden(folder, ...patterns);
    for (const command of [['plan'], ['apply', '--auto-approve'], ['plan', '--refresh']]) {
      const {exitCode, stderr} = await run(...command);
      expect([exitCode, stderr.replace(/\s+/g, ' ')]).toEqual([
        3,
        expect.stringContaining(`leaves out ${folder}monitors/deep/second.yaml`),
      ]);
    }
    expect((await run('apply', '--auto-approve', '--only', 'first')).exitCode).toBe(0);
    expect((await run('validate')).exitCode).toBe(0);
    expect(names()).toEqual(['first', 'second']);
    git(world.workspace.directory, 'sparse-checkout', 'disable');
    expect((await run('plan', '--detailed-exitcode')).exitCode).toBe(0);
  });

  test('by the library either', async () => {
    await startHidden('', '--no-cone', '/*', '!/monitors/deep/');
    const {workspace, emulator} = world;
    const env = {PATH: process.env['PATH'], HOME: workspace.path('.home')};
    const applied = apply({directory: workspace.directory, env, apiKey: API_KEY, baseUrl: emulator.url});
    await expect(applied).rejects.toMatchObject({code: 'file/hidden'});
    expect(names()).toEqual(['first', 'second']);
  });

  test('nor is anything sent without the values of a layer that is left out', async () => {
    const run = await startHidden('', '--no-cone', '/*', '!/monitors/_defaults.yaml');
    const {directory} = world.workspace;
    git(directory, 'sparse-checkout', 'disable');
    world.workspace.write({'monitors/_defaults.yaml': 'retentionDays: 7\n'});
    expect((await run('apply', '--auto-approve')).exitCode).toBe(0);
    git(directory, 'add', '-A');
    git(directory, 'commit', '-q', '-m', 'Layer');
    git(directory, 'sparse-checkout', 'set', '--no-cone', '/*', '!/monitors/_defaults.yaml');
    for (const command of [['plan'], ['apply', '--auto-approve'], ['apply', '--auto-approve', '--only', 'first']]) {
      const {exitCode, stderr} = await run(...command);
      expect([exitCode, stderr.replace(/\s+/g, ' ')]).toEqual([3, expect.stringContaining('leaves out monitors/_defaults.yaml')]);
    }
    expect(world.emulator.monitors().map(({retentionDays}) => retentionDays)).toEqual([7, 7]);
  });

  test('nor where git does not say what it hides', async () => {
    const run = await startHidden('', '--no-cone', '/*', '!/monitors/deep/');
    world.workspace.write({'.git/index': 'damaged'});
    const {exitCode, stderr} = await run('apply', '--auto-approve');
    expect([exitCode, stderr.replace(/\s+/g, ' ')]).toEqual([3, expect.stringContaining('git does not say whether')]);
    expect((await run('apply', '--auto-approve', '--only', 'first')).exitCode).toBe(0);
    const without = await world.runHere(['apply', '--auto-approve'], {env: {PATH: world.workspace.path('none')}});
    expect([without.exitCode, without.stderr]).toEqual([3, expect.stringContaining('file/hidden')]);
    expect(names()).toEqual(['first', 'second']);
  });

  test('but one that a person removed is, where git hides nothing', async () => {
    const run = await startHidden('', '--no-cone', '/*');
    rmSync(world.workspace.path('monitors/deep/second.yaml'));
    expect((await run('apply', '--auto-approve')).exitCode).toBe(0);
    expect(names()).toEqual(['first']);
  });
});

describe('I93: specs that git ignores, and a state that it keeps', () => {
  /** A clone in which the spec of `second` is not, as git ignores it. */
  async function startClone(ignored: string): Promise<(where: string, ...args: string[]) => ReturnType<UserWorld['runHere']>> {
    const files = {'.gitignore': ignored, 'monitors.config.yaml': CONFIG, 'monitors/first.yaml': specFor('first')};
    const named = {...files, 'monitors/deep/second.yaml': specFor('second')};
    world = await startUserWorld(
      Object.fromEntries(Object.entries(named).map(([path, text]) => [`here/${path}`, text])),
      {},
      {operations: 'full'},
    );
    const {directory} = world.workspace;
    const run = (where: string, ...args: string[]) => world.runHere(args, {cwd: `${directory}/${where}`, env: {PATH: process.env['PATH']}});
    git(`${directory}/here`, 'init', '-q');
    expect((await run('here', 'apply', '--auto-approve')).exitCode).toBe(0);
    git(`${directory}/here`, 'add', '-A');
    git(`${directory}/here`, 'commit', '-q', '-m', 'Applied');
    git(directory, 'clone', '-q', 'here', 'clone');
    return run;
  }

  test('the monitor is not deleted by a clone; a person who names its key deletes it', async () => {
    const run = await startClone('/monitors/deep/\n');
    for (const command of [['plan'], ['apply', '--auto-approve'], ['apply', '--auto-approve', '--only', '**']]) {
      const {exitCode, stderr} = await run('clone', ...command);
      expect([exitCode, stderr.replace(/\s+/g, ' ')]).toEqual([3, expect.stringContaining('git ignores monitors/deep/second.yaml')]);
    }
    expect(names()).toEqual(['first', 'second']);
    expect((await run('clone', 'apply', '--auto-approve', '--only', 'first')).exitCode).toBe(0);
    expect((await run('here', 'plan', '--detailed-exitcode')).exitCode).toBe(0);
    expect((await run('clone', 'apply', '--auto-approve', '--only', 'deep/second')).exitCode).toBe(0);
    expect(names()).toEqual(['first']);
  });

  test('where other specs are here that the same rule ignores, a removed spec is a removed monitor', async () => {
    const run = await startClone('/monitors/deep/\n');
    world.workspace.write({'clone/monitors/deep/third.yaml': specFor('third')});
    expect((await run('clone', 'apply', '--auto-approve')).exitCode).toBe(0);
    expect(names()).toEqual(['first', 'third']);
  });

  test('where git ignores the state, too, a removed spec is a removed monitor', async () => {
    const run = await startClone('/monitors/deep/\nmonitors.state*\n');
    rmSync(world.workspace.path('here/monitors/deep/second.yaml'));
    expect((await run('here', 'apply', '--auto-approve')).exitCode).toBe(0);
    expect(names()).toEqual(['first']);
  });
});
