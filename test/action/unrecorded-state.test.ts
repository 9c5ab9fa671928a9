import type {RecordedMonitor, State} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {editState, withoutRecords} from '../world/edited-state';
import {createForeign, recordForeign} from '../world/foreign-monitor';
import {git} from '../world/hosted-repository';
import type {ApplyStart, MergeWorld} from '../world/merge-world';

/** A pull request of a fork brings a state that no run recorded like this, with the record of a monitor of another project. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = 'project: acme-web\nservice: {operations: full}\n';
const RENAMED = CONFIG.replace('acme-web', 'acme-two');
const APART = '99999999-9999-4999-8999-999999999999';
const FILES = {'monitors.config.yaml': CONFIG, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};

async function start(inputs: ApplyStart['inputs'] = {}) {
  world = await startAppliedWorld(FILES, {operations: 'full', inputs});
  return createForeign(world.emulator.url);
}

/** The recorded state with more members, and with a record of the foreign monitor. */
async function writeGhost(changes: Partial<State>, inputs: ApplyStart['inputs'] = {}): Promise<string> {
  const foreign = await start(inputs);
  const branch = inputs['state-branch'] ?? 'main';
  return editState(world.repository.readFile(branch, STATE) ?? '', monitors => {
    monitors.set('ghost', recordForeign(monitors.get('a') as RecordedMonitor, foreign));
    return changes;
  });
}

function commitFork(files: Readonly<Record<string, string | null>>) {
  const sha = world.repository.commit('main', files);
  world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  return {sha};
}

const mergeFork = (files: Readonly<Record<string, string | null>>, start: ApplyStart = {}) => world.apply(commitFork(files), start);

const push = (start: ApplyStart = {}) => world.apply({sha: world.repository.commit('main', {'README.md': 'Hello\n'})}, start);
const DISPATCH = (sha: string) => ({
  event: {name: 'workflow_dispatch', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}},
  inputs: {command: 'apply'},
});

test.each<{name: string; changes: Partial<State>; config: string; path: string}>([
  {name: 'the project renamed in state and config', changes: {project: 'acme-two'}, config: RENAMED, path: STATE},
  {name: 'the state moved', changes: {}, config: `${CONFIG}state: new.json\n`, path: 'new.json'},
  {
    name: 'moved, of another lineage and project',
    changes: {project: 'acme-two', lineage: APART},
    config: `${RENAMED}state: new.json\n`,
    path: 'new.json',
  },
])('S91: $name: the monitor stays, in this run and in later ones', async ({changes, config, path}) => {
  const ghost = await writeGhost(changes);
  const run = await mergeFork({'monitors.config.yaml': config, [STATE]: null, [path]: ghost});
  expect(run).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'apply-failed'}});
  expect(run.stdout).toContain('"ghost" waits');
  const next = await push();
  expect(next.stdout).toContain('"ghost" waits');
  await world.apply({sha: world.repository.tipOf('main')}, DISPATCH(world.repository.tipOf('main')));
  expect(world.monitors()).toEqual(['a', 'b', 'victim']);
});

test('S91: a new place on the branch of the specs, which the state branch lacks', async () => {
  const inputs = {'state-branch': 'monitors-state'};
  const ghost = await writeGhost({}, inputs);
  const run = await mergeFork({'monitors.config.yaml': `${CONFIG}state: new.json\n`, 'new.json': ghost}, {inputs});
  expect(run.stdout).toContain('"ghost" waits');
  await push({inputs});
  expect(world.monitors()).toEqual(['a', 'b', 'victim']);
});

test('S91: a project that is renamed with all its records goes on', async () => {
  await start();
  const renamed = editState(world.repository.readFile('main', STATE) ?? '', () => ({project: 'acme-two'}));
  const files = {'monitors.config.yaml': RENAMED, [STATE]: renamed, 'monitors/b.yaml': null};
  expect(await mergeFork(files)).toMatchObject({exitCode: 0});
  expect(world.monitors()).toEqual(['a', 'victim']);
});

test('S91: a first state that a person pushes is meant, also with a record whose spec is gone', async () => {
  const ghost = await writeGhost({lineage: APART, project: 'acme-two'});
  const files = {'monitors.config.yaml': `${RENAMED}state: new.json\n`, [STATE]: null, 'new.json': ghost};
  expect(await world.apply({sha: world.repository.commit('main', files)})).toMatchObject({exitCode: 0});
  expect(world.monitors()).toEqual(['a', 'b']);
});

describe('S97: a record of a foreign monitor that comes with a spec', () => {
  const SPEC = {'monitors/ghost.yaml': specFor('ghost')};

  test.each<{name: string; changes: Partial<State>; files: Readonly<Record<string, string | null>>; path: string}>([
    {name: 'in the state', changes: {}, files: {}, path: STATE},
    {
      name: 'in a state that is moved, of another lineage and project',
      changes: {project: 'acme-two', lineage: APART},
      files: {'monitors.config.yaml': `${RENAMED}state: new.json\n`, [STATE]: null},
      path: 'new.json',
    },
  ])('from a fork, $name: the monitor is not changed, nor deleted once the spec is gone', async ({changes, files, path}) => {
    const ghost = await writeGhost(changes);
    const run = await mergeFork({...files, [path]: ghost, ...SPEC, 'monitors/c.yaml': specFor('c')});
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '1'}});
    expect(run.stdout).toContain('"ghost" waits');
    expect((await mergeFork({'monitors/ghost.yaml': null})).exitCode).toBe(1);
    expect(world.monitors()).toEqual(['a', 'b', 'c', 'victim']);
  });

  test('from a fork, rebased as eleven commits: the same', async () => {
    let state = await writeGhost({});
    const {sha: first} = commitFork({[STATE]: state, ...SPEC});
    for (let more = 0; more < 10; more++) {
      state = editState(state, () => ({}));
      commitFork({[STATE]: state});
    }
    expect(first).not.toBe(world.repository.tipOf('main'));
    expect((await world.apply({sha: world.repository.tipOf('main')})).stdout).toContain('"ghost" waits');
    expect((await mergeFork({'monitors/ghost.yaml': null})).exitCode).toBe(1);
    expect(world.monitors()).toEqual(['a', 'b', 'victim']);
  });

  test('from a fork, while operations are create, which would not touch it: nor are they once they are full', async () => {
    const CREATE = {...FILES, 'monitors.config.yaml': 'project: acme-web\n'};
    world = await startAppliedWorld(CREATE, {operations: 'full'});
    const foreign = await createForeign(world.emulator.url);
    const ghost = editState(world.repository.readFile('main', STATE) ?? '', monitors => {
      monitors.set('ghost', recordForeign(monitors.get('a') as RecordedMonitor, foreign));
      return {};
    });
    await mergeFork({[STATE]: ghost, ...SPEC});
    expect(await mergeFork({'monitors/c.yaml': specFor('c')})).toMatchObject({outputs: {created: '1'}});
    for (const files of [{'monitors.config.yaml': CONFIG}, {'monitors/ghost.yaml': null}])
      expect((await world.apply({sha: world.repository.commit('main', files)})).stdout).toContain('"ghost" waits');
    expect(world.monitors()).toEqual(['a', 'b', 'c', 'victim']);
  });

  test('by a push of a person: it is meant', async () => {
    const ghost = await writeGhost({});
    expect(await world.apply({sha: world.repository.commit('main', {[STATE]: ghost, ...SPEC})})).toMatchObject({exitCode: 0});
    expect(world.monitors()).toEqual(['a', 'b', 'ghost']);
  });
});

describe('S95: a merge of a fork that moves the state, and names another project and lineage in it', () => {
  const CREATE = {...FILES, 'monitors.config.yaml': 'project: acme-web\n'};
  const MOVED = {'monitors.config.yaml': 'project: acme-two\nstate: new.json\n'};
  const bare = (keys = ['a', 'b']) =>
    withoutRecords(world.repository.readFile('main', STATE) ?? '', keys, {project: 'acme-two', lineage: APART});

  test.each([
    {name: 'the old file is gone', old: {[STATE]: null}},
    {name: 'the old file stays', old: {}},
  ])('records that it leaves out are not created again, in this run and in later ones: $name', async ({old}) => {
    world = await startAppliedWorld(CREATE);
    const run = await mergeFork({...MOVED, ...old, 'new.json': bare()});
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '0'}});
    expect(run.stdout).toContain('"a" waits');
    expect(await push()).toMatchObject({exitCode: 1});
    const later = await world.apply({sha: world.repository.commit('main', {'monitors/c.yaml': specFor('c')})});
    expect([later.exitCode, world.monitors()]).toEqual([1, ['a', 'b', 'c']]);
    expect([(await push()).exitCode, world.monitors()]).toEqual([1, ['a', 'b', 'c']]);
  });

  test('nor where the config came before, by another merge', async () => {
    world = await startAppliedWorld(CREATE);
    const state = bare();
    expect(await mergeFork({...MOVED, [STATE]: null})).toMatchObject({exitCode: 3});
    const run = await mergeFork({'new.json': state});
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
  });

  test.each<{name: string; change: Partial<State>}>([
    {name: 'lineage', change: {lineage: APART}},
    {name: 'project', change: {project: 'acme-two'}},
    {name: 'both', change: {lineage: APART, project: 'acme-two'}},
  ])('nor where a state branch lacks the new place: another $name', async ({change}) => {
    const inputs = {'state-branch': 'monitors-state'};
    world = await startAppliedWorld(CREATE, {inputs});
    const state = withoutRecords(world.repository.readFile('monitors-state', STATE) ?? '', ['a', 'b'], change);
    const config = `project: ${change.project ?? 'acme-web'}\nstate: new.json\n`;
    const run = await mergeFork({'monitors.config.yaml': config, 'new.json': state}, {inputs});
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
    const later = await world.apply({sha: world.repository.commit('main', {'monitors/c.yaml': specFor('c')})}, {inputs});
    expect([later.exitCode, world.monitors()]).toEqual([1, ['a', 'b', 'c']]);
    expect([(await push({inputs})).exitCode, world.monitors()]).toEqual([1, ['a', 'b', 'c']]);
  });

  test('one with all records goes on', async () => {
    world = await startAppliedWorld(CREATE);
    expect(await mergeFork({...MOVED, [STATE]: null, 'new.json': bare([])})).toMatchObject({exitCode: 0});
    expect(world.monitors()).toEqual(['a', 'b']);
  });

  test('a person lets it through by hand', async () => {
    world = await startAppliedWorld(CREATE);
    const {sha} = commitFork({...MOVED, 'new.json': bare()});
    const {event} = DISPATCH(sha);
    const inputs = {command: 'apply', 'allow-state-change': 'acme-two/default'};
    expect(await world.apply({sha}, {event, inputs})).toMatchObject({exitCode: 0, outputs: {created: '2'}});
  });

  test('a second project, which another config begins, is none of it', async () => {
    world = await startAppliedWorld(CREATE);
    const shop = {'shop/monitors.config.yaml': 'project: acme-two\n', 'shop/monitors/a.yaml': specFor('a')};
    const run = await mergeFork({...shop, 'shop/monitors.state.json': bare()}, {inputs: {'working-directory': 'shop'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });
});

test('S113: a forged copy of what is kept beside it does not make it one that a run recorded', async () => {
  const ghost = await writeGhost({});
  const {remote} = world.repository;
  const sha = world.repository.commit('main', {[STATE]: ghost});
  world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  const copy = git(remote, 'commit-tree', `${sha}^{tree}`, '-m', `Record\n\nMonitors-Judged: state\nMonitors-State: main`);
  git(remote, 'update-ref', `refs/monitors/state/main/${STATE}`, copy);
  expect(await world.apply({sha})).toMatchObject({exitCode: 1, outputs: {'to-delete': '0'}});
  expect(world.monitors()).toContain('victim');
});
