import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {editState, idsOf} from '../world/edited-state';
import {git} from '../world/hosted-repository';
import type {MergeWorld} from '../world/merge-world';

/** `git pull` merges what runs recorded into commits of one's own: the recordings are on the second line of that merge. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};

async function start() {
  world = await startAppliedWorld({...CONFIG, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')}, {operations: 'full'});
  const {clone} = world.repository;
  git(clone, 'commit', '-q', '--allow-empty', '-m', 'Mine');
  return clone;
}

const push = (files: Readonly<Record<string, string | null>>) => world.apply({sha: world.repository.commit('main', files)});

test('S93: what runs recorded before the pull counts as theirs', async () => {
  const clone = await start();
  expect(await push({'monitors/b.yaml': null})).toMatchObject({exitCode: 0});
  git(clone, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
  git(clone, 'push', '-q', 'origin', 'HEAD:main');
  const pulled = await world.apply({sha: world.repository.tipOf('main')});
  expect([pulled.exitCode, pulled.stdout]).toEqual([0, expect.not.stringContaining('changed by hand')]);
  expect(await push({'monitors/b.yaml': specFor('b')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(world.monitors()).toEqual(['a', 'b']);
});

test('S93: a merge that changes the state is judged, and so is a copy that waits for a review', async () => {
  const clone = await start();
  await push({'monitors/b.yaml': null});
  git(clone, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
  git(clone, 'push', '-q', 'origin', 'HEAD:main');
  const state = world.repository.readFile('main', STATE) ?? '';
  const taken = editState(state, monitors => {
    monitors.delete('a');
    return {};
  });
  // The new monitor makes this run record the state, which waits.
  const run = await push({[STATE]: taken, 'monitors/c.yaml': specFor('c')});
  expect(run.stdout).toContain(`no longer records monitor ${idsOf(state)['a']}`);
  expect(await push({'README.md': 'Hello\n'})).toMatchObject({exitCode: 1});
  expect(world.monitors()).toEqual(['a', 'c']);
});
