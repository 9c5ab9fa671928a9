import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {pushEvent} from '../world/action-run';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {git} from '../world/hosted-repository';
import {type ApplyStart, type MergeWorld, startMergeWorld} from '../world/merge-world';
import {startPlainProxy} from '../world/plain-proxy';
import {usePostgres} from '../world/postgres-server';
import {API_KEY} from '../world/service';

/** Monitors that only another place than the branch of the state tells of: no apply of the Action creates them again without a word. */
let world: MergeWorld;
afterEach(() => world.close());
const postgres = usePostgres();

const STATE = 'monitors.state.json';
const CREATE = 'project: acme-web\nservice: {operations: create}\n';
const CONFIG = {
  'monitors.config.yaml': CREATE,
  '.gitignore': '*.bak\n*.lock\n',
  '.gitattributes': 'monitors.state*.json -merge -text\n',
};
const inputs = {'state-branch': 'our-state'};

/** Git in a person's clone. */
function g(...words: string[]): string {
  return git(world.repository.clone, '-c', 'protocol.file.allow=always', ...words);
}

function write(path: string, text: string): void {
  const to = join(world.repository.clone, path);
  mkdirSync(dirname(to), {recursive: true});
  writeFileSync(to, text);
}

function commit(message: string): void {
  g('add', '-A');
  g('commit', '-q', '-m', message);
}

let home = 'home';

/** A command on a person's machine. */
async function here(words: string, env: Readonly<Record<string, string>> = {}): Promise<number | null> {
  const place = join(world.repository.clone, '..', home);
  const own = {MONITORS_API_KEY: API_KEY, MONITORS_BASE_URL: world.emulator.url, PATH: process.env['PATH'], HOME: place};
  return (await runMonitorsHere(words.split(' '), {cwd: world.repository.clone, env: {...own, ...env}})).exitCode;
}

/** A person applies a new spec on a machine, and commits. */
async function local(key: string): Promise<void> {
  write(`monitors/${key}.yaml`, specFor(key));
  expect(await here('apply --auto-approve')).toBe(0);
  commit(key);
}

/** A spec comes to main, and the Action runs. */
function push(key: string, start: ApplyStart = {}) {
  return apply(world.repository.commit('main', {[`monitors/${key}.yaml`]: specFor(key)}), start);
}

function apply(sha = world.repository.tipOf('main'), start: ApplyStart = {}) {
  return world.apply({sha}, start);
}

/** A run that creates nothing, and says why. */
function expectNamed(run: ReturnType<typeof apply>, ...words: string[]): Promise<string> {
  return expectEnd(3, run, words);
}

async function expectEnd(code: number, run: ReturnType<typeof apply>, words: readonly string[]): Promise<string> {
  const before = world.monitors();
  const {stdout, exitCode} = await run;
  expect([exitCode, world.monitors()]).toEqual([code, before]);
  const text = stdout.replace(/\s+/g, ' ');
  for (const word of words) expect(text).toContain(word);
  return text;
}

function setBack(branch: string, to: string | null): void {
  const ref = `refs/heads/${branch}`;
  git(world.repository.remote, ...(to === null ? ['update-ref', '-d', ref] : ['update-ref', ref, to]));
}

/** The push of a commit over another one. */
function forced(sha: string, before: string): ApplyStart {
  const event = pushEvent(sha);
  return {event: {...event, payload: {...event.payload, forced: true, before}}};
}

function takeMain(): string {
  g('fetch', '-q', 'origin');
  g('checkout', '-q', '-B', 'main', 'origin/main');
  return g('rev-parse', 'HEAD');
}

/** On a branch, a person's run records a monitor; then main goes on, and its side of the state is taken. */
async function recordOnBranch(operations: 'create' | 'full' = 'create'): Promise<void> {
  world = await startMergeWorld({...CONFIG, 'monitors.config.yaml': CREATE.replace(': create', `: ${operations}`)}, {}, operations);
  await push('base');
  takeMain();
  g('checkout', '-q', '-b', 'feature');
  await local('mine');
  await push('late');
  g('fetch', '-q', 'origin');
  expect(() => g('merge', '-q', '--no-edit', 'origin/main')).toThrow();
  g('checkout', '-q', '--theirs', STATE);
  commit('Merge main');
}

/** GitHub squashes the branch into main, and deletes it. */
function squash(): string {
  takeMain();
  g('merge', '-q', '--squash', 'feature');
  g('commit', '-q', '-m', 'Mine (#1)');
  g('push', '-q', 'origin', 'HEAD:main');
  return world.repository.tipOf('main');
}

describe('C49ba: a squash leaves out what a branch recorded', () => {
  test.each(['GitHub', 'the message'])('and the branch is gone: %s names the pull request', async witness => {
    await recordOnBranch();
    g('push', '-q', 'origin', 'feature:refs/pull/1/head');
    const sha = squash();
    const headSha = g('rev-parse', 'feature');
    if (witness === 'GitHub') world.github.linkCommit(sha, {number: 1, base: 'main', headSha, mergeCommitSha: sha, merged: true});
    // The comment shows the create, or it counts without a review: no reviewer knows what the branch recorded.
    const start = {inputs: {'on-plan-change': 'apply'}};
    const text = await expectEnd(1, apply(sha, start), ['git/stale-state', 'pull request #1 recorded "mine"']);
    // As a person follows the hint.
    const [, ref = '', from = ''] = /"git fetch origin (\S+)", "monitors state restore ([0-9a-f]+)"/.exec(text) ?? [];
    g('fetch', '-q', 'origin', ref);
    expect(await here(`state restore ${from}`)).toBe(0);
    commit('Take the record in');
    g('push', '-q', 'origin', 'HEAD:main');
    expect(await apply()).toMatchObject({exitCode: 0, outputs: {created: '0'}});
  });

  test('and the branch stands', async () => {
    await recordOnBranch();
    g('push', '-q', 'origin', 'feature');
    const sha = squash();
    await expectNamed(apply(sha), 'git/stale-state', 'of branch "feature" records "mine"');
  });
});

describe('C65: with full operations, an edited spec of what a branch recorded', () => {
  const edited = {'monitors/mine.yaml': specFor('mine').replace('https://mine.example/', 'https://mine.example/prices')};

  test('is created by no push', async () => {
    await recordOnBranch('full');
    g('push', '-q', 'origin', 'feature');
    const sha = world.repository.commit('main', edited);
    await expectNamed(apply(sha), 'git/stale-state', 'of branch "feature" records "mine"');
  });

  test('nor as the branch is gone, and its squash left the record out', async () => {
    await recordOnBranch('full');
    g('push', '-q', 'origin', 'feature:refs/pull/1/head');
    const sha = squash();
    world.github.linkCommit(sha, {number: 1, base: 'main', headSha: g('rev-parse', 'feature'), mergeCommitSha: sha, merged: true});
    const changed = world.repository.commit('main', edited);
    await expectEnd(1, apply(changed, {inputs: {'on-plan-change': 'apply'}}), ['pull request #1 recorded "mine"']);
  });

  test('and the spec as it was is recorded again', async () => {
    await recordOnBranch('full');
    g('push', '-q', 'origin', 'feature');
    expect(await apply(squash())).toMatchObject({exitCode: 0});
    expect(world.monitors().filter(name => name === 'mine')).toHaveLength(1);
  });
});

test('S85: a branch named like a command of a shell is a name in the command that a person pastes', async () => {
  world = await startMergeWorld(CONFIG);
  await push('base');
  takeMain();
  const branch = "it's;touch${IFS}pwned";
  g('checkout', '-q', '-b', branch);
  await local('mine');
  g('push', '-q', 'origin', 'HEAD');
  const text = await expectNamed(push('mine'), 'git/stale-state', `of branch "${branch}" records "mine"`);
  const [, command = 'false'] = /"(git fetch origin [^"]+)"/.exec(text) ?? [];
  const {clone} = world.repository;
  execFileSync('sh', ['-c', command], {cwd: clone, stdio: 'ignore'});
  expect([existsSync(join(clone, 'pwned')), g('rev-parse', 'FETCH_HEAD')]).toEqual([false, world.repository.tipOf(branch)]);
});

test('C49bb: under a key that moves say it had before', async () => {
  await recordOnBranch();
  g('push', '-q', 'origin', 'feature');
  takeMain();
  write('monitors.config.yaml', `${CREATE}moves: [{from: mine, to: other}]\n`);
  write('monitors/other.yaml', specFor('mine'));
  commit('Move it');
  g('push', '-q', 'origin', 'HEAD:main');
  await expectNamed(apply(), 'git/stale-state', '"mine"');
});

describe('C49bc: a journal in doubt that no first parent has', () => {
  const faults = {faults: [{when: {name: 'late'}, do: 'drop' as const, work: 'done' as const, reset: true}]};
  async function loseAnswer(start: ApplyStart = {}): Promise<string> {
    world = await startMergeWorld(CONFIG, faults);
    await push('base', start);
    expect(await push('late', start)).toMatchObject({exitCode: 4, outputs: {unknown: '1'}});
    world.emulator.setFaults({});
    return world.repository.tipOf('main');
  }

  test('a state branch was set back', async () => {
    await loseAnswer({inputs});
    // Intents and results of "late" are a commit each.
    setBack('our-state', git(world.repository.remote, 'rev-parse', 'our-state~2'));
    await expectNamed(apply(undefined, {inputs}), 'state/sent-before', '"late" (target id ');
  });

  test('a forced push replaced it', async () => {
    const replaced = await loseAnswer();
    const spec = git(world.repository.remote, 'log', '-1', '--format=%H', '--', 'monitors/late.yaml');
    setBack('main', spec);
    const sha = world.repository.commit('main', {'README.md': 'Next\n'});
    await expectNamed(apply(sha, forced(sha, replaced)), 'state/sent-before', '"late" (target id ');
  });

  test('a merge took the other side; once it is settled by a person, it is created', async () => {
    await loseAnswer();
    const doubt = takeMain();
    g('checkout', '-q', '-B', 'main', git(world.repository.remote, 'log', '-1', '--format=%H', '--', 'monitors/late.yaml'));
    write('README.md', 'Mine\n');
    commit('Mine');
    g('merge', '-q', '--no-edit', '-s', 'ours', 'origin/main');
    g('push', '-q', 'origin', 'HEAD:main');
    await expectNamed(apply(), 'state/sent-before', '"late" (target id ');
    g('checkout', '-q', doubt);
    expect(await here('resolve late --not-created')).toBe(0);
    commit('Settle it');
    g('push', '-q', '--force', 'origin', 'HEAD:main');
    expect(await apply()).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });
});

test('C49bd: a state that moved to a server, and a merge of what a branch recorded in the file before', async () => {
  world = await startMergeWorld(CONFIG);
  takeMain();
  await local('base');
  g('push', '-q', '-u', 'origin', 'main');
  g('checkout', '-q', '-b', 'feature');
  home = 'colleague';
  await local('mine');
  home = 'home';
  g('checkout', '-q', 'main');
  const env = {MONITORS_STATE_POSTGRES_URL: postgres.server().url()};
  rmSync(join(world.repository.clone, `${STATE}.bak`), {force: true});
  const migrate = 'state migrate --to postgres --table recorded_elsewhere';
  await here(migrate, env);
  write('monitors.config.yaml', `${CREATE}state: {backend: postgres, table: recorded_elsewhere}\n`);
  commit('Move the state');
  g('push', '-q', '-u', 'origin', 'main');
  g('fetch', '-q');
  expect(await here(migrate, env)).toBe(0);
  expect(() => g('merge', '-q', '--no-edit', 'feature')).toThrow();
  g('checkout', '-q', '--ours', STATE);
  commit('Merge feature');
  g('push', '-q', 'origin', 'HEAD:main');
  await expectNamed(apply(undefined, {env}), 'git/stale-state', 'records "mine"');
});

describe('C49be: the config names another path at once', () => {
  test('as a forced push takes a recording away', async () => {
    world = await startMergeWorld(CONFIG);
    await push('base');
    const before = world.repository.tipOf('main');
    await push('late');
    const replaced = world.repository.tipOf('main');
    setBack('main', before);
    takeMain();
    mkdirSync(join(world.repository.clone, 'infra'));
    g('mv', STATE, `infra/${STATE}`);
    write('monitors.config.yaml', `${CREATE}state: infra/${STATE}\n`);
    write('monitors/late.yaml', specFor('late'));
    commit('Move the state');
    g('push', '-q', '--force', 'origin', 'HEAD:main');
    const sha = world.repository.tipOf('main');
    await expectNamed(apply(sha, forced(sha, replaced)), 'git/stale-state', '"late"');
    await expectNamed(push('more'), 'git/stale-state', '"late"');
  });

  test('as the state branch is deleted', async () => {
    world = await startMergeWorld(CONFIG);
    await push('base', {inputs});
    setBack('our-state', null);
    const sha = world.repository.commit('main', {'monitors.config.yaml': `${CREATE}state: infra/${STATE}\n`});
    await expectNamed(apply(sha, {inputs}), 'git/new-state', `${STATE} ("our-state"`, 'put it back');
  });
});

describe('C49bf: two environments on a state branch', () => {
  const FULL = 'project: acme-web\nservice: {operations: full}\nenvironments: {prod: {}, staging: {}}\n';
  const base = specFor('base').replace('type: scrape', 'type: scrape\n    id: 743068a0-bfed-40f5-a7fc-a95ed860ad93');

  test.each(['records/all.json', STATE])(
    'the monitor of one is not adopted by the other, which gives the same target ids: %s',
    async state => {
      const files = {'monitors.config.yaml': `${FULL}state: ${state}\n`, 'records/.keep': '', 'monitors/base.yaml': base};
      world = await startMergeWorld({...files, 'monitors/_overlay.staging.yaml': 'retentionDays: 7\n'}, {}, 'full');
      for (const environment of ['prod', 'staging'])
        expect(await apply(undefined, {inputs: {...inputs, environment}})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
      expect(world.emulator.monitors().map(({retentionDays}) => retentionDays)).toEqual([expect.anything(), 7]);
    },
  );
});

describe('C49bg: a state that stands beside one which a branch began', () => {
  /** `main` records `seed`; a branch from before has its own config and state with `mine`, and merges main. */
  async function beginBeside(config: string, folder?: string): Promise<void> {
    world = await startMergeWorld(CONFIG);
    g('fetch', '-q', 'origin');
    g('checkout', '-q', '-B', 'main', 'origin/main');
    g('branch', 'before');
    await local('seed');
    g('push', '-q', 'origin', 'HEAD:main');
    g('checkout', '-q', 'before');
    rmSync(join(world.repository.clone, `${STATE}.bak`), {force: true});
    if (folder !== undefined) mkdirSync(join(world.repository.clone, folder));
    write('monitors.config.yaml', CREATE + config);
    home = 'another';
    await local('mine');
    home = 'home';
    g('merge', '-q', '--no-edit', 'main');
    g('push', '-q', 'origin', 'HEAD:main');
  }

  test('in another file', async () => {
    await beginBeside(`state: infra/${STATE}\n`, 'infra');
    await expectNamed(apply(), 'records "seed"', 'monitors state restore');
  });

  test('of an environment that is not declared any more', async () => {
    await beginBeside('environments: {production: {}}\nenvironment: production\n');
    await expectNamed(apply(), 'records "seed"', 'monitors state restore');
  });
});

test('C49bh: a first state that only a branch has', async () => {
  world = await startMergeWorld(CONFIG);
  // What the emulator has counts for no other state.
  const proxy = await startPlainProxy(world.emulator.url);
  const there = {inputs: {'base-url': proxy.url}};
  takeMain();
  g('checkout', '-q', '-b', 'feature');
  write('monitors/mine.yaml', specFor('mine'));
  expect(await here('apply --auto-approve', {MONITORS_BASE_URL: proxy.url})).toBe(0);
  commit('mine');
  g('push', '-q', 'origin', 'feature');
  takeMain();
  g('checkout', 'feature', '--', 'monitors/mine.yaml');
  commit('Mine (#1)');
  g('push', '-q', 'origin', 'HEAD:main');
  await expectNamed(apply(undefined, there), 'of branch "feature" records "mine"', 'new-state: acme-web/default');
  // A person begins a new state on purpose.
  const begun = await apply(undefined, {inputs: {...there.inputs, 'new-state': 'acme-web/default'}});
  expect([begun.exitCode, world.monitors()]).toEqual([0, ['mine', 'mine']]);
  await proxy.close();
});

describe('where nothing was lost, nothing is refused', () => {
  test('two deployments of one project, each with a state branch and a branch of its own', async () => {
    world = await startMergeWorld({...CONFIG, 'monitors/base.yaml': specFor('base')});
    const one = {inputs: {'state-branch': 'state-one'}};
    const two = {inputs: {'state-branch': 'state-two', 'new-state': 'acme-web/default'}};
    expect(await apply(undefined, one)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(await apply(undefined, two)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(await push('late', one)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(await apply(undefined, {inputs: {'state-branch': 'state-two'}})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('branches that stand where main was, and one whose monitor was taken out of the state since', async () => {
    world = await startMergeWorld(CONFIG);
    await push('base');
    takeMain();
    await local('mine');
    g('push', '-q', 'origin', 'HEAD:main', 'HEAD:refs/heads/release');
    expect(await here('state rm mine')).toBe(0);
    commit('Take it out');
    g('push', '-q', 'origin', 'HEAD:main');
    expect(await apply()).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(await push('more')).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('a state begun anew on purpose, and a branch that has the one before', async () => {
    world = await startMergeWorld(CONFIG);
    await push('base');
    git(world.repository.remote, 'branch', 'release', 'main');
    world.repository.commit('main', {[STATE]: null});
    expect(await apply(undefined, {inputs: {'new-state': 'acme-web/default'}})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(await push('late')).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });
});
