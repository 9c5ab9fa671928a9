import {readFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';

/** Keys that `state mv` renamed, after the project or the environment was renamed: an older state and any choice of keys make and delete nothing. */
let machines: Machines;
afterEach(() => machines.close());

const STATE = 'monitors.state.json';
const RUN = 'apply --auto-approve';
const CHOICES = ['', ' --only later', ' --exclude later', ' --exclude keep', ' --allow-deletes', ' --allow-deletes --only seed'];

function commit(message: string, where = 'work'): void {
  machines.git(['add', '-A'], where);
  machines.git(['commit', '-q', '-m', message], where);
}

async function succeed(line: string): Promise<void> {
  expect(await machines.run(line)).toMatchObject({exitCode: 0});
}

async function renameProject(operations: string): Promise<void> {
  machines.writeFiles({'work/monitors.config.yaml': `project: beta\nservice: {operations: ${operations}}\n`});
  expect((await machines.run('plan')).text).toContain('state/wrong-project');
  const text = readFileSync(machines.at(`work/${STATE}`), 'utf8');
  machines.writeFiles({[`work/${STATE}`]: text.replace('"acme"', '"beta"')});
  await succeed('state verify --fix');
}

async function renameEnvironment(operations: string): Promise<void> {
  const config = `project: acme\nservice: {operations: ${operations}}\nenvironments: {production: {}}\n`;
  machines.writeFiles({'work/monitors.config.yaml': config});
  await succeed('state migrate --environment default --to-environment production');
}

const CASES = (['create', 'full'] as const).flatMap(operations => [
  {operations, what: 'project', rename: renameProject, file: STATE, flag: ''},
  {operations, what: 'environment', rename: renameEnvironment, file: 'monitors.state.production.json', flag: ' --environment production'},
]);

test.each(CASES)('operations $operations, the $what renamed', async ({operations, rename, file, flag}) => {
  machines = await startMachines(operations);
  await machines.applyAndCommit('keep');
  await rename(operations);
  commit('rename');
  await succeed(`state mv seed later${flag}`);
  machines.git(['rm', '-q', 'monitors/seed.yaml']);
  machines.writeFiles({'work/monitors/later.yaml': specFor('seed')});
  const choices = operations === 'full' ? CHOICES : CHOICES.filter(choice => !choice.includes('--allow-deletes'));
  for (const choice of ['', ' --only later', ' --exclude later']) {
    expect((await machines.run(`plan${choice}${flag}`)).text).toContain('No changes');
  }
  machines.writeFiles({'work/monitors/later.yaml': specFor('later')});
  if (operations === 'full') await succeed(`${RUN}${flag}`);
  commit('moved');
  machines.clone('work', 'older');
  machines.git(['remote', 'remove', 'origin'], 'older');
  machines.git(['checkout', 'HEAD~1', '--', file], 'older');
  commit('took one side', 'older');
  const before = machines.live();
  for (const choice of choices) {
    const {exitCode, text} = await machines.run(`${RUN}${choice}${flag}`, 'older');
    expect([choice, exitCode, text]).toEqual([choice, 1, expect.stringMatching(/state mv seed later|delete blocked/)]);
    expect(machines.live()).toEqual(before);
  }
});

test.each(['command', 'library'] as const)(
  'C61: a file is renamed and its name used again, with create-only operations; %s',
  async door => {
    machines = await startMachines();
    const page = specFor('page').replace('name: page', 'name: seed');
    machines.git(['mv', 'monitors/seed.yaml', 'monitors/moved.yaml']);
    machines.writeFiles({'work/monitors/seed.yaml': page});
    const env = {PATH: process.env['PATH'], HOME: machines.at('work-home'), MONITORS_API_KEY: API_KEY};
    const run = async () => {
      if (door === 'command') return machines.run(RUN);
      const document = await apply({directory: machines.at('work'), env, baseUrl: machines.url});
      return {exitCode: document.exitCode, text: JSON.stringify(document)};
    };
    expect(await run()).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/possible-rename|looks the same as what is recorded as "seed"/),
    });
    expect(machines.live()).toEqual(['seed']);
    // As the message says.
    const [, move = ''] = /monitors (state mv \S+ \S+)/.exec((await machines.run('plan')).text) ?? [];
    await succeed(move);
    expect(await run()).toMatchObject({exitCode: 0});
    expect(machines.live()).toEqual(['seed', 'seed']);
    expect((await machines.run('plan')).text).toContain('No changes');
  },
);

test('C61: with full operations one is updated, and the other created', async () => {
  machines = await startMachines('full');
  machines.git(['mv', 'monitors/seed.yaml', 'monitors/moved.yaml']);
  machines.writeFiles({'work/monitors/seed.yaml': specFor('page')});
  await succeed(RUN);
  expect(machines.live()).toEqual(['page', 'seed']);
});

test.each(['create', 'full'] as const)('C62: the config declares no environments any more; operations %s', async operations => {
  machines = await startMachines(operations);
  await renameEnvironment(operations);
  commit('declare');
  machines.writeFiles({'work/monitors.config.yaml': `project: acme\nservice: {operations: ${operations}}\n`});
  commit('declare none');
  machines.clone('work', 'ci');
  const env = {PATH: process.env['PATH'], HOME: machines.at('ci-home'), MONITORS_API_KEY: API_KEY};
  await expect(apply({directory: machines.at('ci'), env, baseUrl: machines.url})).resolves.toMatchObject({exitCode: 1});
  const {exitCode, text} = await machines.run(RUN, 'ci');
  expect([exitCode, text]).toEqual([1, expect.stringContaining('"production"')]);
  expect(machines.live()).toEqual(['seed']);
  // As the message says.
  const [, move = ''] = /monitors (state migrate \S+ production --to-environment default)/.exec(text) ?? [];
  expect(await machines.run(move, 'ci')).toMatchObject({exitCode: 0});
  expect((await machines.run(RUN, 'ci')).text).toContain('No changes');
});

test('C62: where none was ever declared, another name is another environment', async () => {
  machines = await startMachines();
  await succeed(`${RUN} --environment staging`);
  machines.git(['rm', '-q', '--cached', STATE]);
  machines.clone('work', 'ci', '-b', 'before');
  machines.write(['late'], 'ci');
  machines.writeFiles({'ci/monitors.state.staging.json': readFileSync(machines.at('work/monitors.state.staging.json'), 'utf8')});
  expect((await machines.run('plan', 'ci')).text).toContain('config/new-environment');
});
