import {plan} from '../../src/index';
import {specFor} from '../world/cli';
import {type GitHistory, startGitHistory, unwrap} from '../world/git-history';

/** Specs and state are committed together, and `git revert` takes back both: the service still has what was applied. */
let history: GitHistory;
afterEach(() => history.close());

const PAUSED = specFor('base').replace('sync: {', 'sync: {paused: true, ');
const EDITED = `${specFor('base')}retentionDays: 7\n`;

/** A commit makes "base" as this spec says, with its state. */
async function revertEdit(spec: string): Promise<string> {
  history = await startGitHistory('full');
  history.world.workspace.write({'work/monitors/base.yaml': spec});
  await history.applyAndCommit('edited');
  history.git(['revert', '--no-edit', 'HEAD']);
  return history.recorded()['base'] ?? '';
}

test('a reverted pause is named with the command that compares, at all doors', async () => {
  const id = await revertEdit(PAUSED);
  const named = new RegExp(`state/earlier-version.*records "base" \\(${id}\\) as paused, and here they run.*monitors plan --refresh`);
  for (const line of ['plan', 'validate', 'apply --auto-approve']) {
    const {exitCode, stdout, stderr} = await history.run(line);
    expect({line, exitCode, said: unwrap(stdout + stderr)}).toEqual({line, exitCode: 0, said: expect.stringMatching(named)});
  }
  const env = {PATH: process.env['PATH'], HOME: history.world.workspace.path('home')};
  const shown = await plan({directory: history.world.workspace.path('work'), env});
  expect(unwrap(JSON.stringify(shown).replaceAll('\\', ''))).toMatch(named);
});

test('the named commands show it and make it right', async () => {
  await revertEdit(PAUSED);
  expect((await history.run('plan --refresh')).stdout).toContain('status: "paused" -> "active"');
  expect(await history.run('apply --refresh --allow-old-checkout --auto-approve')).toMatchObject({exitCode: 0});
  expect(history.world.emulator.monitors()).toMatchObject([{status: 'active'}]);
  expect(await history.run('plan')).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
});

test('a reverted resume is named, too', async () => {
  history = await startGitHistory('full');
  history.world.workspace.write({'work/monitors/base.yaml': PAUSED});
  await history.applyAndCommit('paused');
  history.world.workspace.write({'work/monitors/base.yaml': specFor('base')});
  await history.applyAndCommit('resumed');
  history.git(['revert', '--no-edit', 'HEAD']);
  const {stderr} = await history.run('plan');
  expect(unwrap(stderr)).toMatch(/records "base" \(.*\) as running, and here they are paused/);
});

test('a reverted edit is named by its monitor', async () => {
  const id = await revertEdit(EDITED);
  expect(unwrap((await history.run('plan')).stderr)).toMatch(
    new RegExp(`records "base" \\(${id}\\) with other content.*monitors plan --refresh`),
  );
});
