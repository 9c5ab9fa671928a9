import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {pushEvent} from '../world/action-run';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {copyOrMake} from '../world/copied-world';
import {git} from '../world/hosted-repository';
import {type ApplyStart, type MergeWorld, startMergeWorld} from '../world/merge-world';
import {API_KEY} from '../world/service';

/** Monitors that the state at hand does not record, and a version elsewhere does: no apply creates them again without a word. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = {
  'monitors.config.yaml': 'project: acme-web\nservice: {operations: create}\n',
  '.gitignore': '*.bak\n*.lock\n',
  '.gitattributes': 'monitors.state*.json -merge -text\n',
};

async function start(files: Readonly<Record<string, string>> = CONFIG): Promise<void> {
  world = await startMergeWorld(files);
}

/** These specs came to main one after the other, each with a run of the Action. */
async function startPushed(...pushed: readonly (readonly [key: string, start?: ApplyStart])[]): Promise<void> {
  world = await copyOrMake(pushed, async () => {
    await start();
    for (const [key, how] of pushed) await push(key, how);
    return world;
  });
}

/** Git in a person's clone. */
function g(...words: string[]): string {
  return git(world.repository.clone, '-c', 'protocol.file.allow=always', ...words);
}

/** A command that ends with a conflict. */
function conflict(...words: string[]): void {
  expect(() => g(...words)).toThrow();
}

async function here(...words: string[]): Promise<number | null> {
  const env = {
    MONITORS_API_KEY: API_KEY,
    MONITORS_BASE_URL: world.emulator.url,
    PATH: process.env['PATH'],
    HOME: join(world.repository.clone, '..', 'home'),
  };
  return (await runMonitorsHere(words, {cwd: world.repository.clone, env})).exitCode;
}

/** A person applies a new spec on a machine, and commits. */
async function local(key: string): Promise<void> {
  const path = join(world.repository.clone, `monitors/${key}.yaml`);
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, specFor(key));
  // 1: it names what the state lacks.
  expect([0, 1]).toContain(await here('apply', '--auto-approve'));
  g('add', '-A');
  g('commit', '-q', '-m', key);
}

/** A spec comes to main, and the Action runs. */
function push(key: string, start: ApplyStart = {}) {
  return apply(world.repository.commit('main', {[`monitors/${key}.yaml`]: specFor(key)}), start);
}

function apply(sha = world.repository.tipOf('main'), start: ApplyStart = {}) {
  return world.apply({sha}, start);
}

/** A run that creates nothing, and says why. */
async function expectNamed(run: ReturnType<typeof apply>, exitCode: number, ...words: string[]): Promise<string> {
  const before = world.monitors();
  const {stdout, ...rest} = await run;
  expect([rest.exitCode, world.monitors()]).toEqual([exitCode, before]);
  const text = stdout.replace(/\s+/g, ' ');
  for (const word of words) expect(text).toContain(word);
  return text;
}

function setBack(branch: string, to: string | null): void {
  const ref = `refs/heads/${branch}`;
  git(world.repository.remote, ...(to === null ? ['update-ref', '-d', ref] : ['update-ref', ref, to]));
}

/** The command of a hint, as a person copies it. */
async function takeIn(text: string): Promise<void> {
  const [, ref = ''] = /"git fetch origin (\S+)"/.exec(text.replaceAll('%25', '%')) ?? [];
  const [, commit = ''] = /"monitors state restore ([0-9a-f]+)"/.exec(text) ?? [];
  g('pull', '-q', '--ff-only', 'origin', 'main');
  g('fetch', '-q', 'origin', ref);
  expect(await here('state', 'restore', commit)).toBe(0);
}

function commitAll(): string {
  g('add', '-A');
  g('commit', '-q', '-m', 'Take the records in');
  g('push', '-q', 'origin', 'HEAD:main');
  return world.repository.tipOf('main');
}

describe.each([{depth: 1}, {depth: 0}])('C49aa: a merge that takes one side of the state, with a checkout of depth $depth', ({depth}) => {
  /** A person and the Action each record one more. */
  async function diverge(): Promise<void> {
    await startPushed(['base', {depth}]);
    g('pull', '-q', '--ff-only', 'origin', 'main');
  }

  test.each([
    {side: 'ours', lost: 'late'},
    {side: 'theirs', lost: 'mine'},
  ])('$side: the monitor of the other side is named, also by later runs, until its record is taken in', async ({side, lost}) => {
    await diverge();
    await local('mine');
    await push('late', {depth});
    conflict('pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main');
    g('checkout', '-q', `--${side}`, STATE);
    g('add', '-A');
    g('commit', '-q', '--no-edit');
    g('push', '-q', 'origin', 'HEAD:main');
    const text = await expectNamed(apply(undefined, {depth}), 1, 'state/earlier-version', `"${lost}"`);
    expect(await push('other', {depth})).toMatchObject({exitCode: 1, outputs: {created: '1'}});
    const next = world.repository.commit('main', {'README.md': 'Next\n'});
    await expectNamed(apply(next, {depth}), 1, 'state/earlier-version', `"${lost}"`);
    g('pull', '-q', '--ff-only', 'origin', 'main');
    const commit = /monitors state restore ([0-9a-f]+)/.exec(text)?.[1] ?? '';
    expect(await here('state', 'restore', commit)).toBe(0);
    expect(await apply(commitAll(), {depth})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
    expect(world.monitors()).toEqual(['base', 'late', 'mine', 'other']);
  });

  test('by a reviewed pull request, whose comment shows the create', async () => {
    await diverge();
    g('checkout', '-q', '-b', 'feature');
    await local('mine');
    await push('late', {depth});
    g('fetch', '-q', 'origin');
    conflict('merge', '-q', '--no-edit', 'origin/main');
    g('checkout', '-q', '--theirs', STATE);
    g('add', '-A');
    g('commit', '-q', '--no-edit');
    g('push', '-q', 'origin', 'feature:change-1');
    await world.planPullRequest({number: 1});
    await expectNamed(apply(world.mergePullRequest({number: 1}).sha, {depth}), 1, 'state/earlier-version', '"mine"');
  });

  test('a revert without a recording, whose serial others have raised since', async () => {
    await start();
    await local('base');
    await local('late');
    g('revert', '--no-edit', 'HEAD');
    await local('other');
    g('push', '-q', 'origin', 'main');
    await expectNamed(push('late', {depth}), 1, 'state/earlier-version', '"late"');
  });
});

test('C49ab: a history that can not be fetched creates nothing', async () => {
  await startPushed(['base']);
  const version = git(world.repository.remote, 'rev-parse', `main:${STATE}`);
  await push('late');
  rmSync(join(world.repository.remote, 'objects', version.slice(0, 2), version.slice(2)));
  await expectNamed(push('other'), 3, 'git/fetch-failed');
});

describe('C49ac: a state branch beside an older state on main', () => {
  const inputs = {'state-branch': 'our-state'};
  async function startBranch(): Promise<void> {
    await startPushed(['base'], ['late', {inputs}]);
    expect(world.monitors()).toEqual(['base', 'late']);
  }

  test('a step that lacks it, or names another one, is refused by name', async () => {
    await startBranch();
    await expectNamed(apply(), 3, 'git/stale-state', 'set "state-branch: our-state" in this step');
    const other = {inputs: {'state-branch': 'other-state'}};
    await expectNamed(apply(undefined, other), 3, 'git/stale-state', 'set "state-branch: our-state" in this step');
    expect(await push('more', {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('the branch is deleted: refused, until the records are taken in', async () => {
    await startBranch();
    setBack('our-state', null);
    const text = await expectNamed(apply(undefined, {inputs}), 3, 'git/stale-state', 'deleted or set back', '"late"');
    await takeIn(text);
    expect(await apply(commitAll(), {inputs})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
    expect(await push('more', {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['base', 'late', 'more']);
  });

  test('the branch is deleted, and each monitor was reviewed in a pull request', async () => {
    await start({...CONFIG, 'monitors/base.yaml': specFor('base')});
    await apply();
    const one = world.mergePullRequest(await world.openPullRequest({'monitors/late.yaml': specFor('late')}, {inputs}));
    expect(await apply(one.sha, {inputs})).toMatchObject({outputs: {created: '1'}});
    setBack('our-state', null);
    const two = world.mergePullRequest(await world.openPullRequest({'monitors/more.yaml': specFor('more')}, {inputs}));
    await expectNamed(apply(two.sha, {inputs}), 3, 'git/stale-state', '"late"');
  });
});

describe('C49ad: a state branch that is the only one with a state', () => {
  const inputs = {'state-branch': 'our-state'};
  const startBranch = async () => {
    await startPushed(['base', {inputs}]);
    const before = world.repository.tipOf('our-state');
    await push('late', {inputs});
    return before;
  };

  test('is set back: refused by name', async () => {
    setBack('our-state', await startBranch());
    await expectNamed(apply(undefined, {inputs}), 3, 'git/stale-state', 'deleted or set back', '"late"');
  });

  test('is set back, and its copy has a name that no file may have', async () => {
    await start({...CONFIG, 'monitors.config.yaml': `${CONFIG['monitors.config.yaml']}state: ${'.ü'.repeat(60)}.json\n`});
    await push('base', {inputs});
    const before = world.repository.tipOf('our-state');
    await push('late', {inputs});
    setBack('our-state', before);
    const text = await expectNamed(apply(undefined, {inputs}), 3, 'git/stale-state', 'deleted or set back', '"late"');
    const [, ref = ''] = /"git fetch origin (\S+)"/.exec(text.replaceAll('%25', '%')) ?? [];
    g('fetch', '-q', 'origin', ref);
    expect(g('ls-tree', '--name-only', '-z', 'FETCH_HEAD')).toContain('.ü.ü');
  });

  test('is deleted: no new state is begun, and what is kept is put back by the command of the hint', async () => {
    await startBranch();
    setBack('our-state', null);
    const text = await expectNamed(apply(undefined, {inputs}), 3, 'git/new-state', 'put it back');
    const [, ref = '', to = ''] = /"git fetch origin (\S+)", "git push origin FETCH_HEAD:(\S+)"/.exec(text) ?? [];
    g('fetch', '-q', 'origin', ref);
    g('push', '-q', 'origin', `FETCH_HEAD:${to}`);
    expect(await push('more', {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['base', 'late', 'more']);
  });

  test('S85: is gone, and a copy of another one is named like a command of a shell', async () => {
    await startBranch();
    const kept = git(world.repository.remote, 'for-each-ref', '--format=%(objectname)', 'refs/monitors/state/our-state');
    git(world.repository.remote, 'update-ref', "refs/monitors/state/%22%3Btouch%20pwned;'${IFS}/monitors.state.json", kept);
    setBack('our-state', null);
    git(world.repository.remote, 'update-ref', '-d', 'refs/monitors/state/our-state/monitors.state.json');
    const text = await expectNamed(apply(undefined, {inputs}), 3, 'git/new-state', 'put it back');
    const commands = text.replaceAll('%25', '%');
    expect(commands).toContain(
      `"git fetch origin 'refs/monitors/state/%22%3Btouch%20pwned;'\\''\${IFS}/monitors.state.json'", "git push origin 'FETCH_HEAD:`,
    );
  });

  test('a person says by hand that they are to be created again', async () => {
    setBack('our-state', await startBranch());
    const sha = world.repository.tipOf('main');
    const event = {...pushEvent(sha), name: 'workflow_dispatch'};
    const allowed = {...inputs, command: 'apply', 'allow-state-change': 'acme-web/default'};
    expect(await apply(sha, {event, inputs: allowed})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(await push('more', {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['base', 'late', 'late', 'more']);
  });
});

test('C49ae: the runs after a forced push that took a recording away are refused, until the records are taken in', async () => {
  await startPushed(['base']);
  const before = world.repository.tipOf('main');
  await push('late');
  const replaced = world.repository.tipOf('main');
  setBack('main', before);
  const sha = world.repository.commit('main', {'monitors/late.yaml': specFor('late'), 'README.md': 'Rebased\n'});
  const forced = pushEvent(sha);
  const event = {...forced, payload: {...forced.payload, forced: true, before: replaced}};
  await expectNamed(apply(sha, {event}), 3, 'git/stale-state', 'a forced push replaced');
  await expectNamed(apply(world.repository.commit('main', {'README.md': 'Next\n'})), 3, 'git/stale-state', 'deleted or set back');
  const text = await expectNamed(push('more'), 3, 'git/stale-state', '"late"');
  await takeIn(text);
  expect(await apply(commitAll())).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(world.monitors()).toEqual(['base', 'late', 'more']);
});

test.each(['create', 'full'] as const)('what is kept of a recording is state and journal alone (%s)', async operations => {
  const config = {...CONFIG, 'monitors.config.yaml': `project: acme-web\nservice: {operations: ${operations}}\n`};
  world = await startMergeWorld(config, {}, operations);
  expect(await push('base')).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  const [ref = ''] = git(world.repository.remote, 'for-each-ref', '--format=%(refname)', 'refs/monitors').split('\n');
  expect(ref).toBe('refs/monitors/state/main/monitors.state.json');
  expect(git(world.repository.remote, 'ls-tree', '-r', '--name-only', ref)).toBe(STATE);
  expect(git(world.repository.remote, 'rev-list', '--count', ref)).toBe('1');
});
