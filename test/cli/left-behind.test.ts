import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {type GitHistory, startGitHistory, unwrap} from '../world/git-history';

/** What merges, reverts and moves leave behind in commits that a look of before did not reach. */
let history: GitHistory;
afterEach(() => history.close());

const RUN = 'apply --auto-approve';
const commit = (message: string, where = 'work') => {
  history.git(['add', '-A'], where);
  history.git(['commit', '-q', '-m', message], where);
};

test('C69: a merge left a record behind more versions of the state than are read', async () => {
  history = await startGitHistory();
  history.git(['checkout', '-q', '-b', 'feature']);
  history.write(['late']);
  await history.applyAndCommit('late');
  history.git(['checkout', '-q', 'main']);
  const path = history.world.workspace.path('work/monitors.state.json');
  const text = readFileSync(path, 'utf8');
  for (let serial = 0; serial < 130; serial++) {
    writeFileSync(path, `${text}${' '.repeat(serial)}\n`);
    history.git(['commit', '-q', '-a', '-m', `${serial}`]);
  }
  writeFileSync(path, text);
  commit('As it was');
  history.git(['merge', '-q', '-s', 'ours', '-m', 'Merge', 'feature']);
  history.git(['branch', '-q', '-D', 'feature']);
  history.git(['clone', '-q', 'work', 'clone'], '.');
  const {stderr} = await history.run('plan', 'clone', {HOME: history.world.workspace.path('other')});
  expect(unwrap(stderr)).toMatch(/state\/earlier-version .* which records "late"/);
});

describe.each(['create', 'full'] as const)('C72: a move of the state that git takes back, %s operations', operations => {
  const MISSED = /state\/earlier-version .*which records "late"/;
  const config = (more: string) =>
    history.world.workspace.write({'work/monitors.config.yaml': `project: acme\nservice: {operations: ${operations}}\n${more}`});

  async function moveEnvironment(): Promise<string> {
    config('environments: {production: {}}\n');
    expect((await history.run('state migrate --environment default --to-environment production')).exitCode).toBe(0);
    return ' --environment production';
  }

  async function moveTwice(): Promise<string> {
    config('environments: {staging: {}}\n');
    expect((await history.run('state migrate --environment default --to-environment staging')).exitCode).toBe(0);
    commit('Move');
    config('environments: {staging: {}, production: {}}\n');
    expect((await history.run('state migrate --environment staging --to-environment production')).exitCode).toBe(0);
    return ' --environment production';
  }

  async function moveBeside(): Promise<string> {
    history.world.workspace.write(Object.fromEntries([1, 2, 3, 4, 5, 6].map(number => [`work/app/${number}.json`, '{}\n'])));
    mkdirSync(history.world.workspace.path('work/st'));
    config('state: st/state\n');
    history.git(['mv', 'monitors.state.json', 'st/state']);
    return '';
  }

  async function moveFile(): Promise<string> {
    mkdirSync(history.world.workspace.path('work/st'));
    config('state: st/x.json\n');
    history.git(['mv', 'monitors.state.json', 'st/x.json']);
    return '';
  }

  test.each([
    {name: 'to an environment', move: moveEnvironment, back: ['revert', '--no-edit', 'HEAD', 'HEAD~1']},
    {name: 'to an environment', move: moveEnvironment, back: ['reset', '-q', '--hard', 'HEAD~2']},
    {name: 'to two environments', move: moveTwice, back: ['reset', '-q', '--hard', 'HEAD~3']},
    {name: 'to another file', move: moveFile, back: ['reset', '-q', '--hard', 'HEAD~2']},
    {name: 'to a file with another ending, beside others', move: moveBeside, back: ['reset', '-q', '--hard', 'HEAD~2']},
  ])('$name: $back', async ({move, back}) => {
    history = await startGitHistory(operations);
    const flags = await move();
    commit('Move');
    history.write(['late']);
    expect((await history.run(RUN + flags)).exitCode).toBe(0);
    commit('late');
    history.git(back);
    const planned = unwrap((await history.run('plan')).stderr);
    expect(planned).toMatch(MISSED);
    const [, restore = ''] = /(state restore [0-9a-f]{12})/.exec(planned) ?? [];
    expect(await history.run(restore)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('late')});
    expect((await history.run('state list')).stdout).toContain('late');
  });
});
