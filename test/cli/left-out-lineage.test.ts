import {rmSync, writeFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {type GitHistory, startGitHistory, unwrap} from '../world/git-history';
import {API_KEY} from '../world/service';

/** Two checkouts began a state each; a merge took the side of one, and what the other made must not be forgotten, nor made again. */
let history: GitHistory;
afterEach(() => history.close());

/** Leaves the state of `other`, with a monitor of its own, out of a merge; returns the ids that it records. */
async function mergeOurs(operations: 'create' | 'full' = 'create', committed = ''): Promise<Readonly<Record<string, string>>> {
  history = await startGitHistory(operations);
  writeFileSync(history.world.workspace.path('work/.gitattributes'), 'monitors.state*.json -merge\n');
  history.git(['add', '-A']);
  history.git(['commit', '-q', '-m', 'attributes']);
  history.git(['clone', '-q', 'work', 'other'], '.');
  history.git(['rm', '-q', 'monitors.state.json'], 'other');
  history.git(['checkout', '-q', '--orphan', 'begun'], 'other');
  history.git(['commit', '-q', '-m', 'begin'], 'other');
  history.write(['late'], 'other');
  await history.applyAndCommit('late', 'other');
  history.git(['fetch', '-q', '../other', 'begun']);
  const dated = `alias.dated=!${committed === '' ? '' : `GIT_COMMITTER_DATE=${committed}`} git`;
  history.git(['-c', dated, 'dated', 'merge', '-q', '-s', 'ours', '--no-edit', '--allow-unrelated-histories', 'FETCH_HEAD']);
  history.write(['late']);
  return history.recorded('other');
}

test('C49m: the command line names it and does not create it again; state restore takes it in', async () => {
  const {late = '', base = ''} = await mergeOurs();
  const applied = await history.run('apply --auto-approve');
  expect(applied.exitCode).toBe(1);
  const said = unwrap(applied.stdout + applied.stderr);
  expect(said).toContain('which records "base" (');
  expect(said).toContain(base);
  expect(said).toMatch(new RegExp(`"late" exists: commit [0-9a-f]{12} records it as ${late}`));
  expect(history.live()).toEqual(['base', 'base', 'late']);
  const commit = history.git(['rev-parse', '--short=12', 'FETCH_HEAD']).trim();
  const restored = await history.run(`state restore ${commit}`);
  expect(unwrap(restored.stdout)).toContain('Not taken in, since another monitor has the key here: base. Both run.');
  expect(history.recorded()['late']).toBe(late);
  expect(unwrap((await history.run('plan')).stdout)).toContain('No changes.');
});

test('C49m: a clock that is behind when it merges changes nothing of that', async () => {
  const {late = ''} = await mergeOurs('create', '2020-01-01T00:00:00Z');
  rmSync(history.world.workspace.path('work/monitors/late.yaml'));
  const applied = await history.run('apply --auto-approve');
  expect([applied.exitCode, unwrap(applied.stderr)]).toEqual([1, expect.stringContaining(late)]);
});

test('the library does neither', async () => {
  const {late = ''} = await mergeOurs();
  const {workspace, emulator} = history.world;
  const env = {
    PATH: process.env['PATH'],
    HOME: workspace.path('home'),
    MONITORS_API_KEY: API_KEY,
    MONITORS_BASE_URL: emulator.url,
  };
  const applied = await apply({directory: workspace.path('work'), env});
  expect(applied.exitCode).toBe(1);
  expect(JSON.stringify(applied.diagnostics)).toContain(late);
  expect(history.live()).toEqual(['base', 'base', 'late']);
});

test('with full operations what lives is recorded again', async () => {
  const {late = ''} = await mergeOurs('full');
  await history.run('apply --auto-approve');
  expect(history.recorded()['late']).toBe(late);
  expect(history.live()).toEqual(['base', 'late']);
});

test('a state that replaced another one is no merge', async () => {
  history = await startGitHistory();
  history.git(['rm', '-q', 'monitors.state.json']);
  history.git(['commit', '-q', '-m', 'gone']);
  rmSync(history.world.workspace.path('work/monitors.state.json.bak'), {force: true});
  await history.run('state init --new-state acme/default');
  await history.applyAndCommit('anew');
  expect(unwrap((await history.run('plan')).stderr)).not.toContain('state/earlier-version');
});

test('--allow-old-checkout decides for the state that is there', async () => {
  await mergeOurs();
  expect(await history.run('apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
  expect((await history.run('plan')).stderr).not.toContain('state/earlier-version');
});
