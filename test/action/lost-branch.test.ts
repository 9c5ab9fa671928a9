import {encodeState} from '../../src/core/state/format/state';
import {stateWith} from '../unit/core/state/world';
import {pushEvent, type RunnerEvent} from '../world/action-run';
import {specFor} from '../world/cli';
import {copyOrMake} from '../world/copied-world';
import {editState} from '../world/edited-state';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A state that a pull request, a forged message or a forced push puts back, or whose branch a step does not name any more. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';

const earlierStates = new Map<string, string>();

/** A world with two monitors, each created by the merge that showed it; returns the state that held the first one only. */
async function startTwice(inputs: Readonly<Record<string, string>> = {}): Promise<string> {
  world = await copyOrMake(inputs, async () => {
    const made = await startMergeWorld();
    const {openPullRequest, mergePullRequest, apply, repository} = made;
    expect(await apply(mergePullRequest(await openPullRequest({'README.md': 'Hello\n'}, {inputs})), {inputs})).toMatchObject({exitCode: 0});
    const earlier = repository.readFile(inputs['state-branch'] ?? 'main', STATE) ?? '';
    const merged = mergePullRequest(await openPullRequest({'monitors/second.yaml': specFor('second')}, {inputs}));
    expect(await apply(merged, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    earlierStates.set(JSON.stringify(inputs), earlier);
    return made;
  });
  return earlierStates.get(JSON.stringify(inputs)) ?? '';
}

function expectRefused(run: Awaited<ReturnType<MergeWorld['apply']>>, title: string, words: string): void {
  expect(run).toMatchObject({exitCode: 3});
  expect(run.commands.at(-1)).toMatchObject({properties: {title}, message: expect.stringContaining(words)});
  expect(world.monitors()).toEqual(['first', 'second']);
}

describe('S22: a state that a pull request puts back makes no second monitor, although its creates were reviewed once', () => {
  test.each([
    {name: 'reverted to the one before', state: (earlier: string) => earlier, more: {}},
    {name: 'reverted beside another change', state: (earlier: string) => earlier, more: {'monitors/third.yaml': specFor('third')}},
    {name: 'replaced by an empty one', state: () => encodeState(stateWith({}, {serial: 9})).text, more: {}},
  ])('$name', async ({state, more}) => {
    const text = state(await startTwice());
    const {openPullRequest, mergePullRequest, apply, repository} = world;
    const merged = mergePullRequest(await openPullRequest({[STATE]: text, ...more}));
    expectRefused(await apply(merged), 'git/stale-state', 'by an earlier or another state');
    expectRefused(await apply({sha: repository.commit('main', {'README.md': 'Hi\n'})}), 'git/stale-state', 'git checkout');
  });

  test('but what a later pull request showed of it is created', async () => {
    const earlier = await startTwice();
    const {openPullRequest, mergePullRequest, apply, repository, monitors} = world;
    await apply({sha: repository.commit('main', {[STATE]: earlier})});
    const merged = mergePullRequest(await openPullRequest({'README.md': 'Again\n'}));
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(monitors()).toEqual(['first', 'second', 'second']);
  });

  test('a message as the action writes it makes no recording of it', async () => {
    const earlier = await startTwice();
    const {repository, apply} = world;
    const commit = repository.commit('main', {[STATE]: earlier});
    const tree = git(repository.remote, 'rev-parse', `${commit}^{tree}`);
    const sha = git(repository.remote, 'commit-tree', tree, '-p', `${commit}^`, '-m', 'Tidy up', '-m', 'Monitors-State: main');
    git(repository.remote, 'update-ref', 'refs/heads/main', sha);
    await apply({sha});
    const run = await apply({sha: repository.commit('main', {'README.md': 'Hi\n'})});
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '0'}});
    expect(world.monitors()).toEqual(['first', 'second']);
  });
});

describe('S22: a forced push that takes the state away makes no second monitor', () => {
  test.each([
    {name: 'back to an earlier one', to: (remote: string) => git(remote, 'rev-list', '--merges', '--max-count=1', 'main')},
    {name: 'back to none', to: (remote: string) => git(remote, 'rev-list', '--max-parents=0', 'main')},
  ])('$name', async ({to}) => {
    await startTwice();
    const {repository, apply, monitors} = world;
    const before = repository.tipOf('main');
    git(repository.remote, 'update-ref', 'refs/heads/main', to(repository.remote));
    const sha = repository.commit('main', {'monitors/third.yaml': specFor('third')});
    const payload = {before, after: sha, forced: true, repository: {full_name: 'acme/web', default_branch: 'main'}};
    const event = {name: 'push', sha, ref: 'refs/heads/main', payload};
    expectRefused(await apply({sha}, {event}), 'git/stale-state', `git checkout ${before} -- ${STATE}`);
    const unknown = {...event, payload: {...payload, before: '1'.repeat(40)}};
    expectRefused(await apply({sha}, {event: unknown}), 'git/stale-state', 'cannot be fetched');
    const back = repository.commit('main', {[STATE]: git(repository.remote, 'show', `${before}:${STATE}`)});
    const again = await apply({sha: back}, {event: {...event, sha: back, payload: {...payload, after: back}}});
    expect([again.outputs['created'], monitors()]).toEqual(['1', ['first', 'second', 'third']]);
  });
});

describe('C49bi: a forced push that takes monitors away with their specs', () => {
  test.each(['create', 'full'] as const)('is named, although nothing is to be done (%s)', async operations => {
    const config = `project: acme-web\nservice: {operations: ${operations}}\n`;
    world = await startMergeWorld({'monitors.config.yaml': config, 'monitors/first.yaml': specFor('first')}, {}, operations);
    const {apply, merge, repository, emulator} = world;
    await apply({sha: repository.tipOf('main')});
    const sha = repository.tipOf('main');
    await apply(await merge({'monitors/second.yaml': specFor('second')}));
    const before = repository.tipOf('main');
    git(repository.remote, 'update-ref', 'refs/heads/main', sha);
    const event = withPayload(sha, {forced: true, before});
    const run = await apply({sha}, {event});
    expect(run).toMatchObject({exitCode: 1, outputs: {changes: 'false'}});
    const id = emulator.monitors().find(({name}) => name === 'second')?.id;
    const message = expect.stringContaining(`"second" (${id}), which neither the state nor a spec has here`);
    expect(run.commands.at(-1)).toMatchObject({properties: {title: 'state/earlier-version'}, message});
    expect(run.summary).toContain(`git fetch origin ${before}`);
    expect(await apply({sha}, {event, inputs: {'allow-old-checkout': 'true'}})).toMatchObject({exitCode: 0});
    const gone = withPayload(sha, {forced: true, before: '1'.repeat(40)});
    expect((await apply({sha}, {event: gone})).stdout).toContain('A forced push replaced 111111111111, which cannot be fetched');
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('names what it takes back of an update, which the state says the service has', async () => {
    const files = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n', 'monitors/first.yaml': specFor('first')};
    world = await startMergeWorld(files, {}, 'full');
    const {apply, merge, repository, emulator} = world;
    await apply({sha: repository.tipOf('main')});
    const sha = repository.tipOf('main');
    await apply(await merge({'monitors/first.yaml': specFor('first').replace('hourly', 'daily')}));
    const before = repository.tipOf('main');
    git(repository.remote, 'update-ref', 'refs/heads/main', sha);
    const run = await apply({sha}, {event: withPayload(sha, {forced: true, before})});
    expect(run).toMatchObject({exitCode: 1, outputs: {changes: 'false'}});
    const message = expect.stringContaining(`has "first" (${emulator.monitors()[0]?.id}) with other content`);
    expect(run.commands.at(-1)).toMatchObject({properties: {title: 'state/earlier-version'}, message});
    const byHand = {event: {...pushEvent(sha), name: 'workflow_dispatch'}, inputs: {command: 'apply', refresh: 'true'}};
    expect(await apply({sha}, byHand)).toMatchObject({exitCode: 0, outputs: {'to-update': '1'}});
    expect(emulator.monitors()).toMatchObject([{schedule: {cron: '0 * * * *'}}]);
  });

  test('names nothing where the state has all of them', async () => {
    await startTwice();
    const {apply, repository} = world;
    const before = repository.tipOf('main');
    const sha = repository.commit('main', {'README.md': 'Again\n'});
    expect(await apply({sha}, {event: withPayload(sha, {forced: true, before})})).toMatchObject({exitCode: 0});
  });
});

describe('C49co: an older state that records all that the later ones do loses nothing', () => {
  test.each([
    {name: 'put back by a commit', force: false},
    {name: 'put back by a forced push', force: true},
  ])('$name: what is new is created', async ({force}) => {
    await startTwice();
    const {apply, repository, monitors} = world;
    const older = repository.tipOf('main');
    const state = repository.readFile('main', STATE) ?? '';
    const before = repository.commit('main', {[STATE]: editState(state, () => undefined)});
    if (force) git(repository.remote, 'update-ref', 'refs/heads/main', older);
    const sha = repository.commit('main', {[STATE]: state, 'monitors/third.yaml': specFor('third')});
    const event = force ? withPayload(sha, {before, forced: true}) : pushEvent(sha);
    expect(await apply({sha}, {event})).toMatchObject({outputs: {created: '1'}});
    expect(monitors()).toEqual(['first', 'second', 'third']);
    expect(await apply({sha: repository.commit('main', {'README.md': 'Hi\n'})})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
  });

  test('replaced by one of another lineage with the same records: what is new is created', async () => {
    await startTwice();
    const {apply, repository, monitors} = world;
    const lineage = '11111111-1111-4111-8111-111111111111';
    const state = editState(repository.readFile('main', STATE) ?? '', () => ({lineage}));
    const sha = repository.commit('main', {[STATE]: state, 'monitors/third.yaml': specFor('third')});
    expect(await apply({sha})).toMatchObject({outputs: {created: '1'}});
    expect(monitors()).toEqual(['first', 'second', 'third']);
  });
});

/** A push as GitHub describes it. */
function withPayload(sha: string, more: Readonly<Record<string, unknown>>): RunnerEvent {
  const event = pushEvent(sha);
  return {...event, payload: {...event.payload, ...more}};
}

describe('S22: a step that does not name the branch of the state makes no second monitor', () => {
  test.each([
    {name: 'forgotten', inputs: {}},
    {name: 'another one', inputs: {'state-branch': 'other-state'}},
  ])('$name', async ({inputs}) => {
    await startTwice({'state-branch': 'our-state'});
    const {openPullRequest, apply, github, repository} = world;
    await openPullRequest({'README.md': 'Hi\n'}, {inputs});
    expect(github.comments.at(-1)?.body).toContain('starts a new state');
    const sha = repository.commit('main', {'README.md': 'Hi\n'});
    expectRefused(await apply({sha}, {inputs}), 'git/new-state', '"state-branch: our-state"');
  });
});
