import {execFileSync} from 'node:child_process';
import {copyFileSync, readFileSync, rmSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startPlainService} from '../world/header-proxy';
import {startUserWorld, type UserWorld} from '../world/service';

/** The state is missing, and its last version in git tells nothing: what commits hold before it, beside it, or elsewhere counts. */
const STATE = 'monitors.state.json';
const APPLY = 'apply --auto-approve';
let world: UserWorld;
let service: Awaited<ReturnType<typeof startPlainService>>;
afterEach(async () => {
  await service.close();
  await world.close();
});

const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const at = (path: string) => world.workspace.path(path);
const run = (args: readonly string[], where = 'work') =>
  world.runHere([...args], {cwd: at(where), env: {PATH: process.env['PATH'], MONITORS_BASE_URL: service.url}});
const git = (words: readonly string[], where = 'work') =>
  execFileSync('git', words, {
    cwd: at(where),
    env: {PATH: process.env['PATH'], HOME: world.workspace.directory, GIT_CONFIG_GLOBAL: at('gitconfig')},
    stdio: 'pipe',
  });
const commit = () => {
  git(['add', '-A']);
  git(['commit', '-q', '-m', 'step']);
};

async function start(): Promise<void> {
  world = await startUserWorld({
    gitconfig: '[user]\n\tname = A\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n[uploadpack]\n\tallowFilter = true\n',
    'work/.gitignore': '*.bak\n*.lock\n',
    'work/monitors.config.yaml': 'project: acme\n',
    'work/monitors/a.yaml': specFor('a'),
    'work/monitors/b.yaml': specFor('b'),
  });
  service = await startPlainService(world.emulator.url);
  git(['init', '-q']);
  commit();
}

async function applyAndCommit(): Promise<void> {
  await start();
  expect(await run(APPLY.split(' '))).toMatchObject({exitCode: 0});
  commit();
}

/** Plan and apply say so, and create nothing; a new state ends that. */
async function expectRefused(words: RegExp, where = 'work'): Promise<void> {
  rmSync(at(`work/${STATE}.bak`), {force: true});
  for (const line of ['plan', APPLY]) {
    const {exitCode, stderr} = await run(line.split(' '), where);
    expect([exitCode, unwrap(stderr)]).toEqual([3, expect.stringMatching(words)]);
  }
  expect(world.emulator.monitors()).toHaveLength(2);
  expect(await run(['state', 'init', '--new-state', 'acme/default'], where)).toMatchObject({exitCode: 0});
  expect(await run(['plan'], where)).toMatchObject({exitCode: 0});
}

test.each([
  {name: 'a conflict', spoil: (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`},
  {name: 'no monitor, by hand', spoil: (text: string) => JSON.stringify({...JSON.parse(text), monitors: {}})},
  {name: 'another project', spoil: (text: string) => text.replace('"acme"', '"other"')},
])('C49i: a removed file whose last version holds $name is named by the one before', async ({spoil}) => {
  await applyAndCommit();
  world.workspace.write({[`work/${STATE}`]: spoil(readFileSync(at(`work/${STATE}`), 'utf8'))});
  commit();
  git(['rm', '-q', STATE]);
  commit();
  await expectRefused(/state\/lost.*is missing, and commit [0-9a-f]{12} holds it with 2 monitors/);
});

test.each([':(exclude)x.json', 'our [1]*.json', 'my state.json'])(
  'S66: the command that puts %s back changes no other file',
  async name => {
    await start();
    world.workspace.write({'work/monitors.config.yaml': `project: acme\nstate: ${JSON.stringify(name)}\n`});
    expect(await run(APPLY.split(' '))).toMatchObject({exitCode: 0});
    commit();
    const state = readFileSync(at(`work/${name}`), 'utf8');
    git(['rm', '-q', '--', `:(literal)${name}`]);
    commit();
    for (const left of ['', '.bak']) rmSync(at(`work/${name}${left}`), {force: true});
    const edited = specFor('edited');
    world.workspace.write({'work/monitors/a.yaml': edited});
    const {stderr} = await run(['plan']);
    const [, command = 'false'] = /put it back: (git .*?); to begin/.exec(unwrap(stderr)) ?? [];
    execFileSync('sh', ['-c', command], {cwd: at('work'), stdio: 'pipe'});
    expect(readFileSync(at(`work/${name}`), 'utf8')).toBe(state);
    expect(readFileSync(at('work/monitors/a.yaml'), 'utf8')).toBe(edited);
  },
);

test('C49i: so is one below more versions than are read', async () => {
  await applyAndCommit();
  for (let version = 0; version < 121; version += 1) {
    world.workspace.write({[`work/${STATE}`]: `${version}\n`});
    commit();
  }
  git(['rm', '-q', STATE]);
  commit();
  await expectRefused(/state\/lost.*git does not show here whether commits hold it/);
});

test('C49j: a removed file of which a partial clone has no version is not taken for a new state', async () => {
  await applyAndCommit();
  git(['revert', '--no-edit', 'HEAD']);
  git(['clone', '-q', '--filter=blob:none', `file://${at('work')}`, 'clone'], '.');
  await expectRefused(/state\/lost.*git does not show here whether commits hold it.*--refetch --no-filter/, 'clone');
});

test('C49k: the journal of a first run that a revert took away names what it sent', async () => {
  await start();
  world.workspace.write({'keep.sh': `cp ${STATE} ${at('state')} && cp ${STATE}.journal ${at('journal')}\n`});
  expect(await run([...APPLY.split(' '), '--persist-command', `sh ${at('keep.sh')}`])).toMatchObject({exitCode: 0});
  copyFileSync(at('state'), at(`work/${STATE}`));
  copyFileSync(at('journal'), at(`work/${STATE}.journal`));
  commit();
  git(['revert', '--no-edit', 'HEAD']);
  await expectRefused(/state\/lost.*the journal of commit [0-9a-f]{12} says that creates were sent: "a", "b".*state\.json\.journal/);
});
