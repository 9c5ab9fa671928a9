import {rmSync, writeFileSync} from 'node:fs';
import {type GitHistory, startGitHistory, unwrap} from '../world/git-history';

/** Histories in which nothing was lost: nothing is refused or blocked, and what is ahead on another branch is at most named. */
let history: GitHistory;
afterEach(() => history.close());

const RUN = 'apply --auto-approve';

/** Main records "late" after the branch "feature" left it. */
async function branchBefore(): Promise<void> {
  history = await startGitHistory();
  history.git(['branch', 'feature']);
  history.write(['late']);
  await history.applyAndCommit('late');
}

test('C49c: a feature branch that is older than main is named, and applies', async () => {
  await branchBefore();
  history.git(['checkout', '-q', 'feature']);
  history.write(['mine']);
  const planned = await history.run('plan');
  expect(unwrap(planned.stderr)).toMatch(/warning state\/earlier-version.*of another branch: nothing is to be done/);
  const {exitCode} = await history.run(RUN);
  expect(exitCode).toBe(0);
  expect(history.live()).toEqual(['base', 'late', 'mine']);
});

test('main says nothing of what a feature branch records', async () => {
  await branchBefore();
  history.git(['checkout', '-q', 'feature']);
  history.write(['mine']);
  await history.applyAndCommit('mine');
  history.git(['checkout', '-q', 'main']);
  expect(await history.run(RUN)).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
});

test('a key that only another branch records is not created a second time', async () => {
  await branchBefore();
  history.git(['checkout', '-q', 'feature']);
  history.write(['mine', 'late']);
  const {exitCode, stdout} = await history.run(RUN);
  expect(exitCode).toBe(1);
  expect(unwrap(stdout)).toMatch(/"late" exists: commit [0-9a-f]{12} records it as/);
  expect(history.live()).toEqual(['base', 'late', 'mine']);
});

test('worktrees of two branches', async () => {
  await branchBefore();
  history.git(['worktree', 'add', '-q', '../tree', 'feature']);
  history.write(['mine'], 'tree');
  await history.applyAndCommit('mine', 'tree');
  for (const where of ['work', 'tree']) {
    expect(await history.run(RUN, where)).toMatchObject({exitCode: 0});
  }
  expect(history.live()).toEqual(['base', 'late', 'mine']);
});

test('a second environment with a state of its own', async () => {
  await branchBefore();
  expect(await history.run(`${RUN} --environment staging`)).toMatchObject({exitCode: 0});
  for (const more of ['', ' --environment staging']) {
    expect(await history.run(`${RUN}${more}`)).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
  }
});

test('a monitor that was removed from the state on purpose', async () => {
  await branchBefore();
  expect(await history.run('state rm late')).toMatchObject({exitCode: 0});
  rmSync(history.world.workspace.path('work/monitors/late.yaml'));
  await history.applyAndCommit('gone');
  expect(await history.run('plan')).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
});

describe('less than a whole history', () => {
  test('a shallow clone applies', async () => {
    await branchBefore();
    history.git(['clone', '-q', '--depth', '1', `file://${history.world.workspace.path('work')}`, 'clone'], '.');
    history.write(['new'], 'clone');
    expect(await history.run(RUN, 'clone')).toMatchObject({exitCode: 0});
    expect(history.live()).toEqual(['base', 'late', 'new']);
  });

  test('a state that git ignores, and no git at all', async () => {
    await branchBefore();
    history.git(['rm', '-q', '--cached', 'monitors.state.json']);
    writeFileSync(history.world.workspace.path('work/.git/info/exclude'), 'monitors.state.json\n');
    history.git(['commit', '-q', '-m', 'ignored']);
    history.write(['new']);
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
    expect(await history.run('plan', 'work', {PATH: ''})).toMatchObject({exitCode: 0});
    rmSync(history.world.workspace.path('work/.git'), {recursive: true});
    expect(await history.run(RUN)).toMatchObject({exitCode: 0});
    expect(history.live()).toEqual(['base', 'late', 'new']);
  });
});
