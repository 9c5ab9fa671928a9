import {execFileSync} from 'node:child_process';
import {pullRequestEvent, pushEvent, runAction} from '../world/action-run';
import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {editState, idsOf, withoutRecords} from '../world/edited-state';
import {commitAs} from '../world/hosted-repository';
import {type ApplyStart, type MergeWorld, PROJECT} from '../world/merge-world';

/** A state that somebody changed by hand: no record that a run made is lost or exchanged without a review. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const DISPATCH = (sha: string) => ({
  event: {name: 'workflow_dispatch', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}},
});

const state = (branch = 'main') => world.repository.readFile(branch, STATE) ?? '';

/** Two monitors that a run recorded. */
async function startRecorded(inputs: ApplyStart['inputs'] = {}): Promise<void> {
  world = await startAppliedWorld({...PROJECT, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')}, {inputs});
  expect(world.monitors()).toEqual(['a', 'b']);
}

async function startFull(): Promise<void> {
  const config = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
  world = await startAppliedWorld({...config, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')}, {operations: 'full'});
}

async function push(files: Readonly<Record<string, string | null>>, start: ApplyStart = {}) {
  return world.apply({sha: world.repository.commit('main', files)}, start);
}

/** Merges a fork's pull request and runs the action for the merge. */
async function mergeFork(files: Readonly<Record<string, string | null>>) {
  const sha = world.repository.commit('main', files);
  world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  return world.apply({sha});
}

describe('S9c: records that are taken away are not created again', () => {
  test('a fork’s merge that removes them, lineage kept, serial higher, signed', async () => {
    await startRecorded();
    const run = await mergeFork({[STATE]: withoutRecords(state(), ['a', 'b'])});
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '0'}});
    expect(world.monitors()).toEqual(['a', 'b']);
    expect(run.stdout).toContain('allow-state-change');
  });

  test('everything else goes on, also what the same commit adds, and the next run is not let through by that', async () => {
    await startRecorded();
    const run = await mergeFork({[STATE]: withoutRecords(state(), ['b']), 'monitors/c.yaml': specFor('c')});
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '1'}});
    const later = await push({'monitors/d.yaml': specFor('d')});
    expect(later).toMatchObject({exitCode: 1, outputs: {created: '1'}});
    const last = await push({'README.md': 'Hello\n'});
    expect([last.exitCode, world.monitors()]).toEqual([1, ['a', 'b', 'c', 'd']]);
  });

  test.each([
    {name: 'a direct push', start: {}},
    {name: 'comment: never', start: {inputs: {comment: 'never'}}},
    {name: 'on-plan-change: apply', start: {inputs: {'on-plan-change': 'apply'}}},
    {name: 'new-state, which would create again', start: {inputs: {'new-state': 'acme-web/default'}}},
    {name: 'allow-state-change for a push', start: {inputs: {'allow-state-change': 'acme-web/default'}}},
    {name: 'a checkout with its whole history', start: {depth: 0}},
  ])('$name', async ({start}) => {
    await startRecorded();
    const run = await push({[STATE]: withoutRecords(state(), ['b'])}, start);
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
  });

  test('a line that says it was removed does not help while the spec stands', async () => {
    await startRecorded();
    const removed = [{key: 'b', id: idsOf(state())['b'] ?? '', serial: 3, at: '2026-11-23T12:00:00.000Z', by: 'state rm'}];
    const run = await push({[STATE]: withoutRecords(state(), ['b'], {removed})});
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
  });

  test('a workflow run by hand says so too, and goes on with allow-state-change', async () => {
    await startRecorded();
    const sha = world.repository.commit('main', {[STATE]: withoutRecords(state(), ['b'])});
    const refused = await world.apply({sha}, {...DISPATCH(sha), inputs: {command: 'apply'}});
    expect([refused.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
    const inputs = {command: 'apply', 'allow-state-change': 'acme-web/default'};
    expect(await world.apply({sha}, {...DISPATCH(sha), inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['a', 'b', 'b']);
    expect(await push({'monitors/c.yaml': specFor('c')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('a state branch is judged alike', async () => {
    const inputs = {'state-branch': 'monitors-state'};
    await startRecorded(inputs);
    world.repository.commit('monitors-state', {[STATE]: withoutRecords(state('monitors-state'), ['b'])});
    const run = await push({'README.md': 'Hello\n'}, {inputs});
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
  });

  test.each(['a direct push', 'a fork’s merge'])('one that is gone with its spec and has a line is named: %s', async how => {
    await startRecorded();
    const id = idsOf(state())['b'] ?? '';
    const removed = [{key: 'b', id, serial: 3, at: '2026-11-23T12:00:00.000Z', by: 'state rm'}];
    const files = {[STATE]: withoutRecords(state(), ['b'], {removed}), 'monitors/b.yaml': null};
    const run = await (how === 'a direct push' ? push(files) : mergeFork(files));
    expect(run).toMatchObject({exitCode: 0});
    for (const text of [run.stdout, run.summary]) expect(text).toContain(id);
    expect(world.monitors()).toEqual(['a', 'b']);
  });

  test('the record that is put back ends it', async () => {
    await startRecorded();
    const good = state();
    await push({[STATE]: withoutRecords(good, ['b'])});
    const serial = (JSON.parse(state()) as {serial: number}).serial;
    const back = editState(good, () => ({serial: serial + 1}));
    expect(await push({[STATE]: back, 'monitors/c.yaml': specFor('c')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['a', 'b', 'c']);
  });
});

test('S96: a fork raises the serial to the last number: refused before a run counts on, and a revert ends it', async () => {
  await startRecorded();
  const good = state();
  const last = editState(good, () => ({serial: Number.MAX_SAFE_INTEGER}));
  expect(await mergeFork({[STATE]: last})).toMatchObject({exitCode: 3});
  const run = await push({'monitors/c.yaml': specFor('c')});
  expect([run.exitCode, world.monitors()]).toEqual([3, ['a', 'b']]);
  expect(run.stdout).toContain('which no run wrote');
  expect(await push({[STATE]: good})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(await push({'monitors/d.yaml': specFor('d')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});

describe('S9c: a state that is moved is judged by what was recorded in its former place', () => {
  const MOVED = {'monitors.config.yaml': 'project: acme-web\nstate: other.json\n', [STATE]: null};

  test('records that are taken away on the way are not created again', async () => {
    await startRecorded();
    const run = await mergeFork({...MOVED, 'other.json': withoutRecords(state(), ['a', 'b'])});
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
    const later = await push({'monitors/c.yaml': specFor('c')});
    expect([later.exitCode, world.monitors()]).toEqual([1, ['a', 'b', 'c']]);
  });

  test.each([
    {name: 'lineage', change: {lineage: 'another'}},
    {name: 'environment', change: {environment: 'production'}},
  ])('also where it has another $name', async ({change}) => {
    await startRecorded();
    const config = 'project: acme-web\nstate: other.json\nenvironments: {production: {}}\n';
    const inputs = 'environment' in change ? {environment: 'production'} : {};
    const path = 'environment' in change ? 'other.production.json' : 'other.json';
    const files = {...MOVED, ...('environment' in change ? {'monitors.config.yaml': config} : {})};
    const run = await push({...files, [path]: withoutRecords(state(), ['a', 'b'], change)}, {inputs});
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
  });

  test('a state with all its records goes on', async () => {
    await startRecorded();
    const run = await push({...MOVED, 'other.json': state(), 'monitors/c.yaml': specFor('c')});
    expect([run.exitCode, world.monitors()]).toEqual([0, ['a', 'b', 'c']]);
  });
});

describe('S9c: a state is judged where nothing else changes, too', () => {
  const GONE = {name: 'a record without a line that is gone with its spec', keys: ['b'], files: {'monitors/b.yaml': null}};

  test.each([
    {...GONE, how: 'by a push', merge: push},
    {...GONE, how: 'by a fork’s merge', merge: mergeFork},
  ])('$name, $how', async ({keys, files, merge}) => {
    await startRecorded();
    const run = await merge({[STATE]: withoutRecords(state(), keys), ...files});
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '0'}});
    expect(run.stdout).toContain('it may still run');
    expect((await push({'README.md': 'Hello\n'})).exitCode).toBe(1);
  });

  test('a pull request that shows it lets it through', async () => {
    await startRecorded();
    const pull = await world.openPullRequest({[STATE]: withoutRecords(state(), ['b']), 'monitors/b.yaml': null});
    expect(await world.apply(world.mergePullRequest(pull))).toMatchObject({exitCode: 0});
  });
});

describe('S9c: with full operations', () => {
  test('a record that is moved to a key without a spec deletes nothing', async () => {
    await startFull();
    const forged = editState(state(), monitors => {
      const b = monitors.get('b');
      if (b !== undefined) monitors.set('z', b);
      monitors.delete('b');
      return undefined;
    });
    const run = await mergeFork({[STATE]: forged});
    expect([run.exitCode, world.monitors()]).toEqual([1, ['a', 'b']]);
  });

  test('an exchanged id changes and deletes nobody else’s monitor', async () => {
    await startFull();
    const ids = idsOf(state());
    const forged = editState(state(), monitors => {
      const [a, b] = [monitors.get('a'), monitors.get('b')];
      monitors.delete('b');
      if (a !== undefined && b !== undefined) monitors.set('a', {...a, id: b.id, applied: b.applied});
      return undefined;
    });
    const run = await mergeFork({[STATE]: forged, 'monitors/a.yaml': null, 'monitors/b.yaml': specFor('b')});
    expect(run.exitCode).toBe(1);
    expect(
      world.emulator
        .monitors()
        .map(({id}) => id)
        .sort(),
    ).toEqual(Object.values(ids).sort());
  });
});

describe('S9c: a thousand pushes of the state later', () => {
  test('the last recording still counts', async () => {
    await startFull();
    const {a = ''} = idsOf(state());
    const forged = editState(state(), monitors => {
      const one = monitors.get('a');
      if (one !== undefined) monitors.set('a', {...one, id: '33333333-3333-4333-8333-333333333333'});
      return undefined;
    });
    const head = 'commit refs/heads/main\ncommitter A <a@example.com> 1790000000 +0000\ndata 1\nx\n';
    const serial = JSON.parse(forged).serial as number;
    const commits = Array.from({length: 1001}, (_, index) => {
      const text = editState(forged, () => ({serial: serial + index}));
      const from = index === 0 ? 'from refs/heads/main^0\n' : '';
      return `${head}${from}M 100644 inline ${STATE}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
    });
    execFileSync('git', ['fast-import', '--quiet'], {cwd: world.repository.remote, input: commits.join('')});
    const run = await push({'README.md': 'Hello\n'});
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toMatch(`"a" waits: the state records monitor 33333333-3333-4333-8333-333333333333 instead of ${a}`);
  });
});

describe('S9c: what commands write goes through', () => {
  test('a record that a person added, edited, renamed or let go, by a push', async () => {
    await startRecorded();
    const own = editState(state(), monitors => {
      const [a, b] = [monitors.get('a'), monitors.get('b')];
      if (a === undefined || b === undefined) throw new Error('nothing recorded');
      monitors.delete('a');
      monitors.delete('b');
      monitors.set('renamed', a);
      monitors.set('imported', {...b, id: 'id-of-imported', specPath: 'imported.yaml'});
      return {removed: [{key: 'b', id: b.id, serial: 3, at: '2026-11-23T12:00:00.000Z', by: 'state rm'}]};
    });
    const run = await push({
      [STATE]: own,
      'monitors/a.yaml': null,
      'monitors/renamed.yaml': specFor('a'),
      'monitors/b.yaml': null,
      'monitors/imported.yaml': specFor('b'),
      'monitors/c.yaml': specFor('c'),
    });
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });
});

describe('S9c: the comment of a pull request shows the change of the state on top', () => {
  const takenAway = /^> \*\*The state was changed by hand, and no run explains it/;
  const top = () => String(world.github.comments.at(-1)?.body).split('\n')[3];

  test('a pull request from a branch: shown where nothing else changes, and its merge is let through', async () => {
    await startRecorded();
    const pull = await world.openPullRequest({[STATE]: withoutRecords(state(), ['b'])});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(top()).toMatch(takenAway);
    expect(world.github.comments.at(-1)?.body).toContain(idsOf(state())['b']);
    expect(pull.run.summary).toMatch(takenAway);
    const run = await world.apply(world.mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['a', 'b', 'b']);
    expect(await push({'monitors/c.yaml': specFor('c')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('but not a state that was edited after the comment, nor where the base moved unseen', async () => {
    await startRecorded();
    const pull = await world.openPullRequest({'monitors/c.yaml': specFor('c')});
    world.repository.commit(pull.branch, {[STATE]: withoutRecords(state(), ['b'])});
    const run = await world.apply(world.mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['a', 'b', 'c']);
  });

  test('is shown where the base moved since', async () => {
    await startRecorded();
    const branch = 'take';
    world.repository.commit(branch, {[STATE]: withoutRecords(state(), ['b'])});
    const {directory, sha} = world.repository.checkOut({pullRequest: 9, branch, base: 'main'});
    world.repository.commit('main', {'README.md': 'Hello\n'});
    const event = pullRequestEvent(world.repository, sha, {number: 9, branch});
    await runAction({checkout: directory, event, github: world.github});
    expect(top()).toMatch(takenAway);
  });

  test('a later pull request shows what a fork took away, and its merge ends that', async () => {
    await startRecorded();
    expect(await mergeFork({[STATE]: withoutRecords(state(), ['b'])})).toMatchObject({exitCode: 1});
    const pull = await world.openPullRequest({'monitors/c.yaml': specFor('c')});
    expect(top()).toMatch(takenAway);
    expect(await world.apply(world.mergePullRequest(pull))).toMatchObject({exitCode: 0, outputs: {created: '2'}});
  });

  test('harmless changes are shown with their ids', async () => {
    await startRecorded();
    const {b = ''} = idsOf(state());
    const removed = [{key: 'b', id: b, serial: 3, at: '2026-11-23T12:00:00.000Z', by: 'state rm'}];
    const pull = await world.openPullRequest({[STATE]: withoutRecords(state(), ['b'], {removed}), 'monitors/b.yaml': null});
    expect(top()).toBe('> Changed in the state by hand:');
    expect(world.github.comments.at(-1)?.body).toContain(`no longer recorded; monitor ${b} may still run`);
    expect(await world.apply(world.mergePullRequest(pull))).toMatchObject({exitCode: 0});
  });
});

describe('S9d: a recording changes this state alone, continues it, and belongs to no pull request', () => {
  const message = 'Record the state of monitors\n\nMonitors-State: main\n';
  const commit = (files: Readonly<Record<string, string>>) => commitAs(world.repository.remote, 'main', message, files);

  test('a pull request titled like one that changes a list is applied', async () => {
    await startRecorded();
    const sha = commit({'monitors/a.yaml': specFor('c')});
    world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    expect((await world.apply({sha})).stdout).not.toContain('only records the state');
  });

  test.each([
    {name: 'GitHub names a merged pull request', serial: 1, isMerged: true, lineage: undefined},
    {name: 'the serial does not rise', serial: 0, isMerged: false, lineage: undefined},
    {name: 'the lineage is another one', serial: 1, isMerged: false, lineage: 'another'},
  ])('a forged one that takes records away: $name', async ({serial, isMerged, lineage}) => {
    await startRecorded();
    const forged = editState(state(), (monitors, old) => {
      monitors.delete('b');
      return {serial: old.serial + serial, ...(lineage === undefined ? {} : {lineage})};
    });
    const sha = commit({[STATE]: forged});
    if (isMerged) world.github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    expect((await world.apply({sha})).exitCode).not.toBe(0);
    expect(world.monitors()).toEqual(['a', 'b']);
    const later = await push({'README.md': 'Hello\n'});
    expect([later.exitCode === 0, world.monitors()]).toEqual([false, ['a', 'b']]);
  });

  test('a forged one of a fork, rebased, while GitHub does not name its pull request yet', async () => {
    await startFull();
    const foreign = '33333333-3333-4333-8333-333333333333';
    const forged = editState(state(), monitors => {
      const a = monitors.get('a');
      if (a !== undefined) monitors.set('a', {...a, id: foreign});
      return undefined;
    });
    const before = world.repository.tipOf('main');
    world.repository.commit('main', {'monitors/a.yaml': specFor('a').replace('hourly', 'daily')});
    const written = `author Dev <dev@example.com> 1767225500 +0000\ncommitter GitHub <noreply@github.com> 1767225600 +0000`;
    const file = `from refs/heads/main^0\nM 100644 inline ${STATE}\ndata ${Buffer.byteLength(forged)}\n${forged}\n`;
    const input = `commit refs/heads/main\n${written}\ndata ${message.length}\n${message}\n${file}`;
    execFileSync('git', ['fast-import', '--quiet'], {cwd: world.repository.remote, input});
    const {payload, ...event} = pushEvent(world.repository.tipOf('main'));
    const run = await world.apply({sha: event.sha}, {event: {...event, payload: {...payload, before}}});
    expect(run.stdout).toContain(`"a" waits: the state records monitor ${foreign} instead of`);
  });

  test('the state of another environment is not this one’s', async () => {
    await startRecorded();
    const sha = commit({'monitors.state.staging.json': state(), 'monitors/c.yaml': specFor('c')});
    expect(await world.apply({sha})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });
});
