import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pushEvent} from '../world/action-run';
import {runMonitors, specFor} from '../world/cli';
import {git} from '../world/hosted-repository';
import {type MergeWorld, pushAsSomebodyElse, startMergeWorld} from '../world/merge-world';

let world: MergeWorld;
const start = async (...args: Parameters<typeof startMergeWorld>) => {
  world = await startMergeWorld(...args);
  return world;
};
afterEach(() => world.close());

const SECOND = {'monitors/second.yaml': specFor('second')};

describe('a branch of its own for the state', () => {
  const inputs = {'state-branch': 'monitors-state'};

  test('is made where it is missing, holds state and journal and nothing else, and leaves the protected branch alone', async () => {
    const {apply, merge, onPush, monitors, recordings, repository} = await start();
    const {sha} = await merge(SECOND);
    onPush('if grep -q refs/heads/main; then echo protected >&2; exit 1; fi');
    expect(await apply({sha}, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(repository.tipOf('main')).toBe(sha);
    expect(git(repository.remote, 'ls-tree', '-r', '--name-only', 'monitors-state')).toBe('monitors.state.json');
    expect(recordings('monitors-state')).toHaveLength(2);
    expect(await apply({sha}, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
    expect(monitors()).toEqual(['first', 'second']);
    expect(recordings('monitors-state')).toHaveLength(2);
  });

  test('is where the plan of a pull request looks', async () => {
    const {apply, openPullRequest, repository} = await start();
    await apply({sha: repository.tipOf('main')}, {inputs});
    const {run} = await openPullRequest(SECOND, {inputs});
    expect(run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
  });

  test.each([
    {name: 'apply', inputs: {}},
    {name: 'apply that leaves the state in the checkout', inputs: {'commit-state': 'false'}},
  ])('that a later $name does not know of is not taken for a first apply', async ({inputs: forgotten}) => {
    const {apply, repository, emulator} = await start();
    const sha = repository.tipOf('main');
    await apply({sha}, {inputs});
    const run = await apply({sha}, {inputs: forgotten});
    expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'git/stale-state'}}]});
    expect(run.commands[0]?.message).toContain('set "state-branch: monitors-state" in this step');
    expect(emulator.requests()).toHaveLength(1);
  });

  test('that the plan of a pull request does not know of is not taken for an empty account', async () => {
    const {apply, openPullRequest, repository, github} = await start();
    await apply({sha: repository.tipOf('main')}, {inputs});
    const {run} = await openPullRequest(SECOND);
    expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'git/stale-state'}}]});
    expect(github.comments).toEqual([]);
  });

  test('starts from the state that was kept on the branch itself', async () => {
    const {apply, merge, monitors, repository} = await start();
    await apply({sha: repository.tipOf('main')});
    expect(await apply(await merge(SECOND), {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(monitors()).toEqual(['first', 'second']);
    expect(Object.keys(JSON.parse(repository.readFile('monitors-state', 'monitors.state.json') ?? '{}').monitors)).toEqual([
      'first',
      'second',
    ]);
  });

  test('that somebody else pushed to first is planned again', async () => {
    const {apply, onPush, monitors, repository} = await start();
    await apply({sha: repository.tipOf('main')}, {inputs});
    const sha = repository.commit('main', SECOND);
    onPush(`if [ $COUNT -eq 1 ]; then\n${pushAsSomebodyElse('monitors-state', 'monitors.state.staging.json', 'theirs')}\nfi`);
    expect(await apply({sha}, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(monitors()).toEqual(['first', 'second']);
    expect(repository.readFile('monitors-state', 'monitors.state.staging.json')).toBe('theirs\n');
  });

  test('is not applied itself', async () => {
    const {apply, repository} = await start();
    await apply({sha: repository.tipOf('main')}, {inputs});
    const sha = repository.tipOf('monitors-state');
    const event = {name: 'push', sha, ref: 'refs/heads/monitors-state', payload: {repository: {default_branch: 'main'}}};
    const run = await apply({sha}, {event, inputs: {...inputs, command: 'apply'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  });

  describe('S74: where it is the branch of the specs, there is none of its own', () => {
    test('the default branch', async () => {
      const {apply, repository, openPullRequest, mergePullRequest} = await start();
      const own = {'state-branch': 'main'};
      const pull = await openPullRequest(SECOND, {inputs: own});
      expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
      expect(await apply(mergePullRequest(pull), {inputs: own})).toMatchObject({exitCode: 0, outputs: {created: '2'}});
      expect(repository.readFile('main', 'monitors.state.json')).not.toBeNull();
    });

    test('another one', async () => {
      const {apply, repository} = await start();
      const sha = repository.commit('release', SECOND);
      const checkout = repository.checkOut({branch: 'release'}).directory;
      const own = {'state-branch': 'release', command: 'apply'};
      const run = await apply({sha}, {checkout, event: pushEvent(sha, 'release'), inputs: own});
      expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
      expect(repository.readFile('release', 'monitors.state.json')).not.toBeNull();
    });
  });

  test('is settled from a laptop in one command', async () => {
    const {apply, onPush, repository, monitors} = await start();
    const sha = repository.tipOf('main');
    onPush('kill -9 $RUNNER', 'after');
    expect(await apply({sha}, {inputs})).toMatchObject({signal: 'SIGKILL'});
    onPush('exit 0', 'after');
    expect(await apply({sha}, {inputs})).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'outcome-unknown'}});
    // As docs/recovery.md has it: the specs' config is on this branch, the state on the other.
    const cwd = join(repository.clone, '..', 'monitors-state');
    git(repository.clone, 'fetch', '-q', 'origin');
    git(repository.clone, 'worktree', 'add', '-q', cwd, 'monitors-state');
    const words = ['resolve', 'first', '--not-created', '--state', '../monitors-state/monitors.state.json'];
    expect(await runMonitors(words, {cwd: repository.clone})).toMatchObject({exitCode: 0});
    git(cwd, 'commit', '-qam', 'Settle first');
    git(cwd, 'push', '-q', 'origin', 'monitors-state');
    expect(await apply({sha}, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(monitors()).toEqual(['first']);
  });
});

describe('commit-state: false', () => {
  const inputs = {'commit-state': 'false'};

  test('leaves state and journal in the checkout and pushes nothing', async () => {
    const {apply, onPush, repository, monitors} = await start();
    onPush('exit 1');
    const {directory, sha} = repository.checkOut({branch: 'main'});
    expect(await apply({sha}, {checkout: directory, inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(existsSync(join(directory, 'monitors.state.json'))).toBe(true);
    expect(repository.tipOf('main')).toBe(sha);
    expect(monitors()).toEqual(['first']);
  });

  test('refuses a checkout whose state is older than the branch’s: its monitors would be created again', async () => {
    const {apply, repository, monitors} = await start();
    const {directory, sha} = repository.checkOut({branch: 'main'});
    await apply({sha});
    const run = await apply({sha}, {checkout: directory, inputs});
    expect(run).toMatchObject({exitCode: 3});
    expect(run.commands.at(-1)).toMatchObject({properties: {title: 'git/stale-state'}});
    expect(monitors()).toEqual(['first']);
  });

  test('a state that another process has locked is refused', async () => {
    const {apply, repository} = await start();
    const {directory, sha} = repository.checkOut({branch: 'main'});
    await apply({sha}, {checkout: directory, inputs});
    const lock = {
      id: 'x',
      pid: 1,
      startTime: null,
      host: 'elsewhere',
      bootId: null,
      pidNamespace: null,
      user: 'ada',
      command: 'apply',
      tool: '0.1.0',
      createdAt: '2026-01-01T00:00:00Z',
      ci: null,
    };
    writeFileSync(join(directory, 'monitors.state.json.lock'), JSON.stringify(lock));
    const run = await apply({sha}, {checkout: directory, inputs});
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'state-locked'}});
  });
});

test('S86: tags and branches whose names end like a branch are not that branch', async () => {
  world = await startMergeWorld();
  const {remote, tipOf} = world.repository;
  const sha = tipOf('main');
  for (const branch of ['our-state', 'monitors-state']) {
    git(remote, 'update-ref', `refs/tags/refs/heads/${branch}`, sha);
    git(remote, 'update-ref', `refs/heads/x/refs/heads/${branch}`, sha);
  }
  const inputs = {'state-branch': 'our-state'};
  const {run} = await world.openPullRequest({'monitors/second.yaml': specFor('second')}, {inputs});
  expect(run).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
  expect(await world.apply({sha})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});
