import {execFileSync} from 'node:child_process';
import {bareSpecFor, specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A review that is borrowed: a pull request whose last commit came before its plan, in every place that a spec is made of. */
const CONFIG = 'project: acme-web\nservice: {operations: full}\n';
const FIRST = {'monitors.config.yaml': CONFIG, 'monitors/first.yaml': specFor('first')};
const README = {'README.md': 'Hello\n'};
const REFUSED = {exitCode: 3, outputs: {'failure-reason': 'plan-changed'}};
const APPLIED = {exitCode: 0, outputs: {'failure-reason': ''}};

type Files = Readonly<Record<string, string | null>>;

let world: MergeWorld;
afterEach(() => world.close());

const tip = () => ({sha: world.repository.tipOf('main')});
const push = (files: Files) => ({sha: world.repository.commit('main', files)});

async function startApplied(files: Readonly<Record<string, string>> = FIRST): Promise<MergeWorld> {
  world = await startAppliedWorld(files, {operations: 'full'});
  return world;
}

async function mergeHidden(shown: Files, hidden: Files) {
  const pull = await world.openPullRequest(shown);
  world.repository.commit(pull.branch, hidden);
  return world.mergePullRequest(pull);
}

const daily = (text: string) => text.replace('hourly', 'daily');
const SPEC = specFor('first').replace('schedule: {text: hourly}\n', '');
const LAYERED = {'monitors.config.yaml': CONFIG, 'monitors/_defaults.yaml': 'schedule: {text: hourly}\n', 'monitors/first.yaml': SPEC};
const OVERLAID = {...FIRST, 'monitors.config.yaml': `${CONFIG}environments: {production: {}}\nenvironment: production\n`};
const ROWS = {
  'monitors.config.yaml': CONFIG,
  'data/rows.csv': 'key,when\na,hourly\n',
  'monitors/rows.yaml':
    'name: ${each:key}\nschedule: {text: "${each:when}"}\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\nsync: {each: {file: ../data/rows.csv}}\n',
};
const VARS = {
  'monitors.config.yaml': `${CONFIG}vars: {WHEN: hourly}\n`,
  'monitors/first.yaml': specFor('first').replace('hourly', '"${var:WHEN}"'),
};

/** Changes that a push made and applied, and what the pull request changes in the same file. */
const PLACES: readonly {
  name: string;
  start: Readonly<Record<string, string>>;
  pushed: Files;
  hidden: Files;
  inputs?: Record<string, string>;
}[] = [
  {
    name: 'a layer',
    start: LAYERED,
    pushed: {'monitors/_defaults.yaml': 'schedule: {text: daily}\n'},
    hidden: {'monitors/_defaults.yaml': 'schedule: {text: weekly}\n'},
  },
  {
    name: 'a data file outside of the specs',
    start: ROWS,
    pushed: {'data/rows.csv': 'key,when\na,daily\n'},
    hidden: {'data/rows.csv': 'key,when\na,daily\nb,hourly\n'},
  },
  {
    name: 'variables of the config',
    start: VARS,
    pushed: {'monitors.config.yaml': `${CONFIG}vars: {WHEN: daily}\n`},
    hidden: {'monitors.config.yaml': `${CONFIG}vars: {WHEN: weekly}\n`},
  },
  {
    name: 'the place of the specs',
    start: FIRST,
    pushed: {'monitors/first.yaml': daily(specFor('first')), 'other/first.yaml': specFor('first').replace('hourly', 'weekly')},
    hidden: {'monitors.config.yaml': `${CONFIG}specs: other\n`},
  },
  {
    name: 'a deleted spec',
    start: {...FIRST, 'monitors/second.yaml': specFor('second')},
    pushed: {'monitors/first.yaml': daily(specFor('first'))},
    hidden: {'monitors/first.yaml': null},
  },
  {
    name: 'a renamed spec',
    start: FIRST,
    pushed: {'monitors/first.yaml': daily(specFor('first'))},
    hidden: {
      'monitors/first.yaml': null,
      'monitors/moved.yaml': `${bareSpecFor('first').replace('hourly', 'weekly')}sync: {renamedFrom: first}\n`,
    },
  },
];

test.each(PLACES)('S27: $name: what the pull request did not show is refused, also after a push', async ({start, pushed, hidden}) => {
  const {apply} = await startApplied(start);
  expect(await apply(push(pushed))).toMatchObject(APPLIED);
  expect(await apply(await mergeHidden(README, hidden))).toMatchObject(REFUSED);
  expect(await apply(push({'CONTRIBUTING.md': 'Hello\n'}))).toMatchObject(REFUSED);
});

test('a rename that moves of the config make is refused, too', async () => {
  const {apply} = await startApplied();
  expect(await apply(push({'monitors/first.yaml': null, 'monitors/moved/first.yaml': specFor('first')}))).toMatchObject({exitCode: 1});
  const moved = {'monitors.config.yaml': `${CONFIG}moves: [{from: '*', to: 'moved/*'}]\n`};
  expect(await apply(await mergeHidden(README, moved))).toMatchObject(REFUSED);
  expect(await apply(push({'CONTRIBUTING.md': 'Hello\n'}))).toMatchObject(REFUSED);
});

test('an overlay of the environment is a part of the spec', async () => {
  const inputs = {environment: 'production'};
  world = await startMergeWorld(OVERLAID, {}, 'full');
  expect(await world.apply(tip(), {inputs})).toMatchObject(APPLIED);
  const overlay = (when: string) => ({'monitors/_overlay.production.yaml': `schedule: {text: ${when}}\n`});
  expect(await world.apply(push(overlay('daily')), {inputs})).toMatchObject(APPLIED);
  expect(await world.apply(await mergeHidden(README, overlay('weekly')), {inputs})).toMatchObject(REFUSED);
});

describe('the ways to merge', () => {
  const pullOf = (sha: string, number = 1) =>
    world.github.linkCommit(sha, {number, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true});

  /** Puts the commits of a pull request on the branch one by one. */
  function rebase(commits: readonly Files[]) {
    let sha = '';
    for (const files of commits) {
      sha = world.repository.commit('main', files);
      pullOf(sha);
    }
    return {sha};
  }

  test('by rebase, of several commits: what the comment shows is applied, though the last commit made only a part', async () => {
    const {apply, openPullRequest} = await startApplied();
    const files = [{'monitors/second.yaml': specFor('second')}, {'monitors/third.yaml': specFor('third')}];
    await openPullRequest({...files[0], ...files[1]});
    expect(await apply(rebase(files))).toMatchObject({...APPLIED, outputs: {created: '2'}});
  });

  test('by rebase, with a commit that came before the plan: refused, also when a push came after it', async () => {
    const {apply, openPullRequest} = await startApplied();
    await openPullRequest({'monitors/second.yaml': specFor('second')});
    expect(await apply(rebase([{'monitors/second.yaml': specFor('second')}, {'monitors/third.yaml': specFor('third')}]))).toMatchObject(
      REFUSED,
    );
    expect(await apply(push(README))).toMatchObject(REFUSED);
  });

  test('by a push of a merge that has its own commits first: what was refused on the branch stays refused', async () => {
    const {apply, repository} = await startApplied();
    const before = repository.tipOf('main');
    git(repository.remote, 'branch', 'side', before);
    repository.commit('side', README);
    expect(await apply(await mergeHidden({'CONTRIBUTING.md': 'Hello\n'}, {'monitors/first.yaml': daily(specFor('first'))}))).toMatchObject(
      REFUSED,
    );
    const sha = repository.merge('main', 'side');
    git(repository.remote, 'update-ref', 'refs/heads/main', sha);
    expect(await apply({sha})).toMatchObject(REFUSED);
  });

  test('by a push of a merge without a pull request: applied, as each push is', async () => {
    const {apply, repository} = await startApplied();
    repository.commit('side', {'monitors/second.yaml': specFor('second')});
    expect(await apply({sha: repository.merge('side', 'main')})).toMatchObject({...APPLIED, outputs: {created: '1'}});
  });
});

test('a pull request that reverts another is judged by its own comment', async () => {
  const {apply, merge} = await startApplied();
  const before = specFor('first');
  expect(await apply(await merge({'monitors/first.yaml': daily(before)}))).toMatchObject(APPLIED);
  expect(await apply(await merge({'monitors/first.yaml': before}))).toMatchObject(APPLIED);
  expect(await apply(await mergeHidden(README, {'monitors/first.yaml': daily(before)}))).toMatchObject(REFUSED);
  expect(await apply(await merge({'monitors/first.yaml': before}))).toMatchObject(APPLIED);
});

test('several configs in one repository: each is judged by what its own specs are made of', async () => {
  const inputs = {'working-directory': 'shop'};
  const files = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n', 'monitors/a.yaml': specFor('a')};
  const below = (folder: string, all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).map(([path, text]) => [`${folder}/${path}`, text]));
  world = await startMergeWorld({...FIRST, ...below('shop', files)}, {}, 'full');
  const {apply} = world;
  expect(await apply(tip(), {inputs})).toMatchObject({...APPLIED, outputs: {created: '1'}});
  expect(await apply(await mergeHidden(README, {'monitors/first.yaml': daily(specFor('first'))}), {inputs})).toMatchObject(APPLIED);
  expect(await apply(await mergeHidden({'A.md': 'a\n'}, {'shop/monitors/a.yaml': daily(specFor('a'))}), {inputs})).toMatchObject(REFUSED);
});

test('specs behind a symbolic link are what they are made of', async () => {
  const config = 'project: acme-web\nservice: {operations: full}\nspecs: linked\n';
  world = await startMergeWorld({'monitors.config.yaml': config, 'real/first.yaml': specFor('first')}, {}, 'full');
  const {apply, repository} = world;
  linkIn(repository.remote, 'linked', 'real');
  expect(await apply(tip())).toMatchObject(APPLIED);
  expect(await apply(await mergeHidden(README, {'real/first.yaml': daily(specFor('first'))}))).toMatchObject(REFUSED);
});

/** Commits a symbolic link to main. */
function linkIn(remote: string, path: string, target: string): void {
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], {cwd: remote, input: target, encoding: 'utf8'}).trim();
  const env = {...process.env, GIT_INDEX_FILE: 'link-index'};
  const run = (...args: string[]) => execFileSync('git', args, {cwd: remote, env, encoding: 'utf8'}).trim();
  run('read-tree', 'main');
  run('update-index', '--add', '--cacheinfo', `120000,${blob},${path}`);
  const who = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.com'];
  run('update-ref', 'refs/heads/main', run(...who, 'commit-tree', '-p', 'main', '-m', 'Link', run('write-tree')));
}
