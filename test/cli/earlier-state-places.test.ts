import {copyFileSync, existsSync, mkdirSync, renameSync, rmSync} from 'node:fs';
import {type GitHistory, startGitHistory, unwrap} from '../world/git-history';

/** A revert whose later state is not in the history of the state's path: it was moved since, was in a journal only, or git has less than all. */
let history: GitHistory;
afterEach(() => history.close());

const RUN = 'apply --auto-approve';
const at = (path: string) => history.world.workspace.path(path);
const configOf = (state: string) => history.world.workspace.write({'work/monitors.config.yaml': `project: acme\nstate: ${state}\n`});

/** The commit that recorded "late" was reverted. */
async function revertLate(operations: 'create' | 'full' = 'create'): Promise<string> {
  history = await startGitHistory(operations);
  history.write(['late']);
  await history.applyAndCommit('late');
  const id = history.recorded()['late'] ?? '';
  history.git(['revert', '--no-edit', 'HEAD']);
  return id;
}

function renameState(): string {
  configOf('states/all.json');
  mkdirSync(at('work/states'));
  history.git(['mv', 'monitors.state.json', 'states/all.json']);
  return 'work';
}

function moveProject(): string {
  mkdirSync(at('work/ops'));
  history.git(['mv', 'monitors', 'monitors.config.yaml', 'monitors.state.json', 'ops/']);
  return 'work/ops';
}

const commit = (words = 'step') => {
  history.git(['add', '-A']);
  history.git(['commit', '-q', '-m', words]);
};

describe.each([
  {name: 'a renamed state', move: renameState},
  {name: 'a project in another directory', move: moveProject},
  {
    name: 'a state that was renamed twice',
    move: () => {
      renameState();
      commit();
      configOf('last.json');
      history.git(['mv', 'states/all.json', 'last.json']);
      return 'work';
    },
  },
])('after a revert, $name', ({move}) => {
  test.each([true, false])('C49d: makes no second monitor, and takes the record in; committed: %s', async isCommitted => {
    const id = await revertLate();
    const where = move();
    if (isCommitted) commit();
    rmSync(at('work/monitors.state.json.bak'), {force: true});
    history.write(['late'], where);
    const applied = await history.run(RUN, where);
    const [, commitId = ''] = new RegExp(`"late" exists: commit ([0-9a-f]{12}) records it as ${id}`).exec(unwrap(applied.stdout)) ?? [];
    expect([applied.exitCode, commitId]).toEqual([1, expect.stringMatching(/./)]);
    expect(await history.run(`state restore ${commitId}`, where)).toMatchObject({exitCode: 0});
    expect(await history.run(RUN, where)).toMatchObject({exitCode: 0});
    expect(history.live()).toEqual(['base', 'late']);
  });
});

test('a state that was moved with everything it records says nothing', async () => {
  history = await startGitHistory();
  for (const where of [renameState(), 'work']) {
    commit();
    history.write(['new'], where);
    const {exitCode, stderr} = await history.run(RUN, where);
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  }
});

describe('a committed journal', () => {
  test('C49e: that a revert took away still names what it created', async () => {
    history = await startGitHistory();
    const keys = [...'abcdefghijk'].map(letter => `late-${letter}`);
    history.write(keys);
    const copy = `cp ${at('work/monitors.state.json.journal')} ${at('journal')}`;
    const args = ['apply', '--auto-approve', '--persist-command', copy];
    expect(await history.world.runHere(args, {cwd: at('work'), env: {PATH: process.env['PATH']}})).toMatchObject({exitCode: 0});
    const created = history.recorded();
    history.git(['checkout', '-q', '--', 'monitors.state.json']);
    rmSync(at('work/monitors.state.json.bak'));
    copyFileSync(at('journal'), at('work/monitors.state.json.journal'));
    commit('the machine died');
    history.git(['revert', '--no-edit', 'HEAD']);
    expect(existsSync(at('work/monitors.state.json.journal'))).toBe(false);
    history.write(keys);
    const applied = await history.run(RUN);
    expect(applied.exitCode).toBe(1);
    const words = unwrap(applied.stdout);
    for (const key of keys.slice(0, 10))
      expect(words).toContain(`! ${key} create blocked monitors/${key}.yaml:1 recorded as ${created[key]}`);
    expect(history.live().filter(name => name === 'late-a')).toHaveLength(1);
    const [, commitId = ''] = /state restore ([0-9a-f]{12})/.exec(words) ?? [];
    expect(await history.run(`state restore ${commitId}`)).toMatchObject({exitCode: 0});
    expect(history.recorded()).toMatchObject(Object.fromEntries(keys.slice(0, 10).map(key => [key, created[key]])));
  });

  test('C49f: that a revert took away is named where its create may have been carried out', async () => {
    history = await startGitHistory('create', {faults: [{when: {name: 'late'}, do: 'drop', work: 'done', reset: true}]});
    history.write(['late']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 4});
    commit('unfinished');
    const named = history.git(['rev-parse', '--short=12', 'HEAD']).trim();
    history.git(['revert', '--no-edit', 'HEAD']);
    history.write(['late']);
    const {stderr} = await history.run('plan');
    expect(unwrap(stderr)).toContain(`warning state/sent-before commit ${named} says that a create of "late" was sent`);
    expect(await history.run(`state restore ${named}`)).toMatchObject({exitCode: 1});
    expect(await history.run(RUN)).toMatchObject({exitCode: 1, stdout: expect.stringContaining('resolve late --adopt ID')});
    expect(history.live()).toEqual(['base', 'late']);
  });
});

test('C49f: a journal that was taken away names its create also after a run for another key', async () => {
  history = await startGitHistory('create', {faults: [{when: {name: 'late'}, do: 'drop', work: 'done', reset: true}]});
  history.write(['late']);
  expect(await history.run(RUN)).toMatchObject({exitCode: 4});
  commit('unfinished');
  const named = history.git(['rev-parse', '--short=12', 'HEAD']).trim();
  history.git(['revert', '--no-edit', 'HEAD']);
  history.write(['late', 'other']);
  expect(await history.run(`${RUN} --only other`)).toMatchObject({exitCode: 0});
  for (const isCommitted of [false, true]) {
    if (isCommitted) commit('other');
    const {stderr} = await history.run('plan');
    expect(unwrap(stderr)).toContain(`warning state/sent-before commit ${named} says that a create of "late" was sent`);
  }
  // Once it is recorded, no word is needed, also after its record is gone.
  expect(await history.run(`state restore ${named}`)).toMatchObject({exitCode: 1});
  const [id = ''] = history.world.emulator.monitors().flatMap(({name, id: one}) => (name === 'late' ? [String(one)] : []));
  expect(await history.run(`resolve late --adopt ${id}`)).toMatchObject({exitCode: 0});
  commit('adopted');
  expect(await history.run('state rm late')).toMatchObject({exitCode: 0});
  expect((await history.run('plan')).stderr).not.toContain('state/sent-before');
});

test('C49f: a plain commit that takes a journal away is seen, also where the last look found nothing', async () => {
  history = await startGitHistory('create', {faults: [{when: {name: 'late'}, do: 'drop', work: 'done', reset: true}]});
  const env = {PATH: process.env['PATH'], HOME: at('home'), XDG_CACHE_HOME: at('cache')};
  const runBuilt = (line: string) => history.world.run(line.split(' '), {cwd: at('work'), env});
  expect(await runBuilt('plan')).toMatchObject({exitCode: 0});
  history.write(['late']);
  expect(await runBuilt(RUN)).toMatchObject({exitCode: 4});
  commit('unfinished');
  history.git(['rm', '-q', 'monitors.state.json.journal']);
  commit('tidy up');
  expect((await runBuilt('plan')).stderr).toContain('state/sent-before');
});

describe('where git has less than the whole history', () => {
  const clone = (...options: readonly string[]) => history.git(['clone', '-q', ...options, `file://${at('work')}`, 'clone'], '.');

  test.each([
    {options: ['--depth', '1'], operations: 'create'},
    {options: ['--filter=blob:none'], operations: 'create'},
    // The service would be asked only for what has these target ids.
    {options: ['--depth', '1'], operations: 'full'},
  ] as const)('C49g: $options, $operations operations: what is created is named', async ({options, operations}) => {
    await revertLate(operations);
    history.git(['config', 'uploadpack.allowFilter', 'true']);
    clone(...options);
    history.write(['late', 'base'], 'clone');
    for (const line of ['plan', RUN]) {
      const {exitCode, stderr} = await history.run(line, 'clone');
      expect(exitCode).toBe(0);
      expect(unwrap(stderr)).toMatch(
        /warning state\/partial-history .*whether a commit that is not here records "late" hint: run "git fetch/,
      );
    }
    expect((await history.run('plan', 'clone')).stderr).not.toContain('state/partial-history');
  });

  test('a shallow clone that has the first version of the state says nothing', async () => {
    history = await startGitHistory();
    history.git(['commit', '-q', '--allow-empty', '-m', 'before']);
    history.git(['mv', 'monitors.state.json', 'x.json']);
    commit();
    history.git(['mv', 'x.json', 'monitors.state.json']);
    clone('--depth', '2');
    history.write(['new'], 'clone');
    renameSync(at('clone/x.json'), at('clone/monitors.state.json'));
    expect((await history.run('plan', 'clone')).stderr).toContain('state/partial-history');
    history.git(['fetch', '-q', '--unshallow'], 'clone');
    expect((await history.run('plan', 'clone')).stderr).not.toContain('state/partial-history');
  });
});
