import {encodeState} from '../../src/core/state/format/state';
import {stateWith} from '../unit/core/state/world';
import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {git} from '../world/hosted-repository';
import {type ApplyStart, type MergeWorld, PROJECT, startMergeWorld} from '../world/merge-world';

/** A state that is gone, or that the config does not point at any more: its monitors would be paid for again. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = 'monitors.config.yaml';
const DISPATCH = (sha: string) => ({
  event: {name: 'workflow_dispatch', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}},
});

/** A world whose first monitor was created and recorded by a merge. */
async function startApplied(files: Readonly<Record<string, string>> = {...PROJECT, 'monitors/first.yaml': specFor('first')}, inputs = {}) {
  world = await startAppliedWorld(files, {inputs});
  expect(world.monitors()).toEqual(['first']);
  return world;
}

/** Pushes to `main` without a pull request, and runs the action for it. */
async function push(files: Readonly<Record<string, string | null>>, start: ApplyStart = {}) {
  return world.apply({sha: world.repository.commit('main', files)}, start);
}

function expectRefused(run: Awaited<ReturnType<MergeWorld['apply']>>, words: RegExp = /"new-state: acme-web\/default"/): void {
  expect(run).toMatchObject({exitCode: 3, outputs: {'exit-code': '3'}});
  expect(run.commands.at(-1)).toMatchObject({
    command: 'error',
    properties: {title: 'git/new-state'},
    message: expect.stringMatching(words),
  });
  expect(world.monitors()).toEqual(['first']);
}

const renamed = () => world.repository.readFile('main', STATE) ?? '';

describe('S22: a push after which no state is found makes no second monitor', () => {
  test.each([
    {name: 'the state is deleted', change: () => ({[STATE]: null})},
    {name: 'the state is renamed', change: () => ({[STATE]: null, 'old.json': renamed()})},
    {name: 'the config names another state', change: () => ({[CONFIG]: 'project: acme-web\nstate: records/state.json\n'})},
    {
      name: 'the config names another environment',
      change: () => ({[CONFIG]: 'project: acme-web\nenvironment: staging\n'}),
      says: /"new-state: acme-web\/staging"/,
    },
    {
      name: 'the config names another project and another state',
      change: () => ({[CONFIG]: 'project: shop\nstate: shop.json\n'}),
      says: /"new-state: shop\/default"/,
    },
    {
      name: 'the project moves to another directory',
      change: () => ({
        [CONFIG]: null,
        'monitors/first.yaml': null,
        [`web/${CONFIG}`]: PROJECT[CONFIG],
        'web/monitors/first.yaml': specFor('first'),
      }),
      inputs: {'working-directory': 'web'},
    },
  ])('$name', async ({change, says, inputs = {}}) => {
    await startApplied();
    expectRefused(await push(change(), {inputs}), says);
  });

  test('a state that the action recorded under a name of its own', async () => {
    const config = 'project: acme-web\nstate: records/all.json\n';
    await startApplied({[CONFIG]: config, 'monitors/first.yaml': specFor('first')});
    expectRefused(await push({[CONFIG]: 'project: acme-web\n', 'records/all.json': null}));
  });

  test('a state under a name of its own that a person committed', async () => {
    await startApplied();
    const state = renamed();
    await world.close();
    // The same history as that of somebody who applies with the command line: without commits of the action.
    const config = 'project: acme-web\nstate: records/all.json\n';
    world = await startMergeWorld({[CONFIG]: config, 'records/all.json': state, 'monitors/first.yaml': specFor('first')});
    const run = await push({[CONFIG]: 'project: acme-web\n', 'records/all.json': null});
    expect(run).toMatchObject({exitCode: 3});
    expect([run.commands.at(-1)?.properties['title'], world.monitors()]).toEqual(['git/new-state', []]);
  });

  test('a push that deletes it without a run, and a later one that changes something else', async () => {
    await startApplied();
    world.repository.commit('main', {[STATE]: null});
    expectRefused(await push({'README.md': 'Hello\n'}));
  });

  test.each([
    {name: 'a checkout with its whole history', start: {depth: 0}},
    {name: 'the state of the checkout', start: {inputs: {'commit-state': 'false'}}},
    {name: 'a plan that nobody reviews', start: {inputs: {'on-plan-change': 'apply', comment: 'never'}}},
    {name: 'another pair', start: {inputs: {'new-state': 'acme-web/staging'}}},
  ])('$name', async ({start}) => {
    await startApplied();
    expectRefused(await push({[STATE]: null}, start));
  });

  test('the workflow started by hand', async () => {
    await startApplied();
    const sha = world.repository.commit('main', {[STATE]: null});
    expectRefused(await world.apply({sha}, {...DISPATCH(sha), inputs: {command: 'apply'}}));
  });

  test('the merge of a fork, whose plan is in no comment', async () => {
    await startApplied();
    const sha = world.repository.commit('main', {[STATE]: null});
    world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    expectRefused(await world.apply({sha}));
  });

  test('a branch of its own for the state, and a config that names another one', async () => {
    const inputs = {'state-branch': 'monitors-state'};
    await startApplied(undefined, inputs);
    expectRefused(await push({[CONFIG]: 'project: acme-web\nstate: other.json\n'}, {inputs}));
  });

  test('a journal that somebody makes up is no state', async () => {
    await startApplied();
    const journal = '{"formatVersion":1,"kind":"journal"}\n';
    const run = await push({[STATE]: null, [`${STATE}.journal`]: journal});
    expect([run.exitCode, world.monitors()]).toEqual([3, ['first']]);
  });
});

describe('S22: a new state that somebody asked for', () => {
  test('goes on with the input new-state, which is to be taken out again', async () => {
    await startApplied();
    const inputs = {'new-state': 'acme-web/default'};
    expect(await push({[STATE]: null}, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['first', 'first']);
    const later = await push({'monitors/second.yaml': specFor('second')}, {inputs});
    expect(later).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(later.stdout).toContain('remove "new-state" from the workflow');
  });

  test('goes on where the comment of the merged pull request said so at its top', async () => {
    const {openPullRequest, mergePullRequest, github, apply} = await startApplied();
    const pull = await openPullRequest({[STATE]: null});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {changes: 'true', 'to-create': '1'}});
    const body = String(github.comments[0]?.body);
    expect(body.split('\n').slice(2, 5).join('\n')).toMatch(
      /starts a new state: 1 monitor is created and paid for again[\s\S]*monitors\.state\.json/,
    );
    expect(pull.run.summary).toContain('starts a new state');
    expect(body).not.toContain('No changes');
    expect(await apply(mergePullRequest(pull))).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test.each([
    {
      name: 'a new environment beside a living one',
      inputs: {environment: 'staging'},
      files: {'README.md': 'Hello\n'},
      state: 'monitors.state.staging.json',
    },
    {
      name: 'a new project beside a living one',
      inputs: {'working-directory': 'shop'},
      files: {[`shop/${CONFIG}`]: 'project: shop\n', 'shop/monitors/first.yaml': specFor('first')},
      state: 'shop/monitors.state.json',
    },
  ])('$name, reviewed as such', async ({inputs, files, state}) => {
    const {openPullRequest, mergePullRequest, github, apply, repository} = await startApplied();
    const pull = await openPullRequest(files, {inputs});
    expect(github.comments.at(-1)?.body).toContain('starts a new state');
    const merged = mergePullRequest(pull);
    expect(await apply(merged, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(repository.readFile('main', state)).toContain('"first"');
    // The living one is applied by the same push, and has nothing to do.
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '0'}});
  });

  test('a new environment beside a living one, with the input', async () => {
    await startApplied();
    const inputs = {environment: 'staging', 'new-state': 'acme-web/staging'};
    expect(await push({'README.md': 'Hello\n'}, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('is used up by the state that it started', async () => {
    const {openPullRequest, mergePullRequest, apply, monitors} = await startApplied();
    const merged = mergePullRequest(await openPullRequest({[STATE]: null}));
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    for (const run of [await push({[STATE]: null}), await apply(merged)]) {
      expect(run).toMatchObject({exitCode: 3});
      expect(run.commands.at(-1)?.properties['title']).toBe('git/new-state');
    }
    expect(monitors()).toEqual(['first', 'first']);
  });
});

describe('S22: a state that goes back makes no second monitor', () => {
  /** A world with two recorded monitors; returns the state that held the first one only. */
  async function startTwice(): Promise<string> {
    await startApplied();
    const earlier = renamed();
    expect(await push({'monitors/second.yaml': specFor('second')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    return earlier;
  }

  test.each([
    {name: 'reverted to the one before', state: (earlier: string) => earlier},
    {name: 'replaced by another one', state: () => encodeState(stateWith({}, {serial: 9})).text},
  ])('$name, by a push and then by hand', async ({state}) => {
    const earlier = await startTwice();
    const run = await push({[STATE]: state(earlier), 'monitors/third.yaml': specFor('third')});
    const sha = world.repository.commit('main', {'README.md': 'Hello\n'});
    for (const refused of [run, await world.apply({sha}, {...DISPATCH(sha), inputs: {command: 'apply'}})]) {
      expect(refused).toMatchObject({exitCode: 3});
      expect(refused.commands.at(-1)).toMatchObject({
        properties: {title: 'git/stale-state'},
        message: expect.stringContaining('git checkout'),
      });
    }
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('but one that goes on is applied from: a person’s own commit, or the last one put back', async () => {
    const earlier = await startTwice();
    const last = renamed();
    expect(await push({[STATE]: earlier})).toMatchObject({exitCode: 1, outputs: {created: '0'}});
    const back = await push({[STATE]: last, 'monitors/third.yaml': specFor('third')});
    expect(back).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    const {lineage, serial} = JSON.parse(renamed());
    const forgotten = encodeState(stateWith({}, {lineage, serial: serial + 1})).text;
    expect(await push({[STATE]: forgotten})).toMatchObject({exitCode: 1, outputs: {created: '0'}});
    const sha = world.repository.tipOf('main');
    const inputs = {command: 'apply', 'allow-state-change': 'acme-web/default'};
    expect(await world.apply({sha}, {...DISPATCH(sha), inputs})).toMatchObject({exitCode: 0, outputs: {created: '3'}});
  });
});

describe('no alarm', () => {
  test('where nothing was ever recorded: the first comment and the first merge', async () => {
    world = await startMergeWorld();
    const pull = await world.openPullRequest({'monitors/second.yaml': specFor('second')});
    expect(world.github.comments[0]?.body).not.toContain('new state');
    expect(await world.apply(world.mergePullRequest(pull))).toMatchObject({exitCode: 0, outputs: {created: '2'}});
  });

  test('for a pull request from before the first apply: the state that it lacks came later', async () => {
    world = await startMergeWorld();
    const {openPullRequest, apply, repository} = world;
    const pull = await openPullRequest({'monitors/second.yaml': specFor('second')});
    await apply({sha: repository.tipOf('main')});
    expect((await world.updatePullRequest(pull, {'README.md': 'Hello\n'})).run).toMatchObject({outputs: {'to-create': '1'}});
    expect(world.github.comments[0]?.body).not.toContain('new state');
  });

  test('and nothing is left in the checkout of what was fetched to find out', async () => {
    await startApplied();
    const sha = world.repository.commit('main', {[STATE]: null});
    const {directory} = world.repository.checkOut({branch: 'main'});
    expectRefused(await world.apply({sha}, {checkout: directory}));
    expect(git(directory, 'config', '--list', '--local')).not.toMatch(/promisor|partialclone/i);
    expect(git(directory, 'status', '--porcelain')).toBe('');
    expect(git(directory, 'fsck', '--connectivity-only')).toBe('');
  });
});

describe('a workflow started by hand', () => {
  test('is compared with the plans that were reviewed', async () => {
    world = await startMergeWorld();
    const {openPullRequest, mergePullRequest, apply} = world;
    const {sha} = mergePullRequest(await openPullRequest({'monitors/second.yaml': specFor('second')}));
    const run = await apply({sha}, {...DISPATCH(sha), inputs: {command: 'apply'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(run.stdout).toContain('All changes of the plan were reviewed.');
  });

  test('says what nobody has reviewed, and goes on', async () => {
    world = await startMergeWorld();
    const sha = world.repository.commit('main', {'monitors/second.yaml': specFor('second')});
    const run = await world.apply({sha}, {...DISPATCH(sha), inputs: {command: 'apply'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(run.stdout).toContain('Changes that were not reviewed: create "first", create "second"');
    expect(run.summary).toContain('not reviewed');
  });

  test('goes on where GitHub does not say what was reviewed, and says that', async () => {
    world = await startMergeWorld();
    const sha = world.repository.tipOf('main');
    world.github.fail({method: 'GET', path: '/pulls', answer: 403, when: 'before', times: 99});
    const run = await world.apply({sha}, {...DISPATCH(sha), inputs: {command: 'apply'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(run.stdout).toContain('Not compared with a reviewed plan: cannot find out what was reviewed');
  });
});
