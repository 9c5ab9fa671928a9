import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {git} from '../world/hosted-repository';
import type {MergeWorld} from '../world/merge-world';

/** A change is judged by the review of the commit that made it. */
const DAILY = {'monitors/first.yaml': specFor('first').replace('hourly', 'daily')};
const WEEKLY = {'monitors/first.yaml': specFor('first').replace('hourly', 'weekly')};
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const FIRST = {...CONFIG, 'monitors/first.yaml': specFor('first')};
const README = {'README.md': 'Hello\n'};

type Files = Readonly<Record<string, string | null>>;

let world: MergeWorld;
afterEach(() => world.close());

/** Content of the files is recorded, and the service has it. */
async function startApplied(files: Readonly<Record<string, string>> = FIRST): Promise<MergeWorld> {
  world = await startAppliedWorld(files, {operations: 'full'});
  return world;
}

const tip = () => ({sha: world.repository.tipOf('main')});
const push = (files: Files) => ({sha: world.repository.commit('main', files)});

/** Merges a pull request whose last commit came before its plan could show it. */
async function mergeHidden(shown: Files, hidden: Files) {
  const pull = await world.openPullRequest(shown);
  world.repository.commit(pull.branch, hidden);
  return world.mergePullRequest(pull);
}

/** Merges a pull request from a fork, whose plan no comment shows. */
function mergeFork(files: Files, number = 900) {
  world.repository.commit(`change-${number}`, files);
  const sha = world.repository.merge(`change-${number}`, 'main');
  link(sha, number, true);
  return {sha};
}

function link(sha: string, number: number, isFork = false) {
  world.github.linkCommit(sha, {number, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork});
}

const schedules = () =>
  world.emulator
    .monitors()
    .map(({name, schedule}) => `${name} ${(schedule as {cron: string}).cron}`)
    .sort();
const REFUSED = {exitCode: 3, outputs: {'failure-reason': 'plan-changed'}};
const CRON = {hourly: '0 * * * *', daily: '0 0 * * *', weekly: '0 0 * * 0'};

/** A list with one row a monitor: its key, and how often. */
const list = (...rows: readonly string[]): Record<string, string> => ({
  'monitors/shops.yaml':
    'name: $KEY\nschedule: {text: "$WHEN"}\ntargets: [{type: scrape, urls: ["https://$KEY.example/"]}]\nsync: {each: {file: _shops.csv}}\n'
      .replaceAll('$KEY', '${each:key}')
      .replaceAll('$WHEN', '${each:when}'),
  'monitors/_shops.csv': `key,when\n${rows.join('\n')}\n`,
});

describe('a change that a pull request made and did not show', () => {
  test.each<{name: string; before: (files: Files) => {sha: string}}>([
    {name: 'a push', before: push},
    {name: 'a merge from a fork', before: files => mergeFork(files)},
  ])('is refused also after $name that touched the same file', async ({before}) => {
    const {apply} = await startApplied();
    expect(await apply(before(DAILY))).toMatchObject({exitCode: 0});
    expect(await apply(await mergeHidden(README, WEEKLY))).toMatchObject(REFUSED);
    expect(schedules()).toEqual([`first ${CRON.daily}`]);
  });

  test('is refused in a row beside one that a push changed', async () => {
    const {apply} = await startApplied({...CONFIG, ...list('a,hourly', 'b,hourly')});
    expect(await apply(push(list('a,daily', 'b,hourly')))).toMatchObject({exitCode: 0});
    expect(await apply(await mergeHidden(README, list('a,daily', 'b,weekly')))).toMatchObject(REFUSED);
  });

  test.each<{name: string; next: () => {sha: string}; attempt?: string}>([
    {name: 'a push of another file', next: () => push(README)},
    {name: 'a push of another spec', next: () => push({'monitors/other.yaml': specFor('other')})},
    {name: 'a push that edits the same spec', next: () => push({'monitors/first.yaml': `${WEEKLY['monitors/first.yaml']}goal: Tell me\n`})},
    {name: "a fork's merge of another file", next: () => mergeFork(README)},
  ])('S28: stays refused after $name', async ({next}) => {
    const {apply} = await startApplied();
    expect(await apply(await mergeHidden(README, WEEKLY))).toMatchObject(REFUSED);
    const run = await apply(next());
    expect(run).toMatchObject(REFUSED);
    expect(run.commands.at(-1)?.message).toContain('#1');
    expect(schedules()).toEqual([`first ${CRON.hourly}`]);
  });

  test('stays refused when the run of an earlier push is started again', async () => {
    const {apply} = await startApplied();
    const earlier = push(README);
    expect(await apply(earlier)).toMatchObject({exitCode: 0});
    await mergeHidden({'CONTRIBUTING.md': 'Hello\n'}, WEEKLY);
    expect(await apply(earlier, {env: {GITHUB_RUN_ATTEMPT: '2'}})).toMatchObject(REFUSED);
    expect(schedules()).toEqual([`first ${CRON.hourly}`]);
  });

  test('is applied when a later pull request shows it, or a person starts the workflow by hand', async () => {
    const {apply, openPullRequest, mergePullRequest} = await startApplied();
    expect(await apply(await mergeHidden(README, WEEKLY))).toMatchObject(REFUSED);
    expect(await apply(mergePullRequest(await openPullRequest({'CONTRIBUTING.md': 'Hello\n'})))).toMatchObject({exitCode: 0});
    expect(schedules()).toEqual([`first ${CRON.weekly}`]);
  });

  test('is refused although an earlier pull request showed the same', async () => {
    const {apply, merge} = await startApplied();
    expect(await apply(await merge(DAILY))).toMatchObject({exitCode: 0});
    expect(await apply(await merge({'monitors/first.yaml': specFor('first')}))).toMatchObject({exitCode: 0});
    expect(await apply(await mergeHidden(README, DAILY))).toMatchObject(REFUSED);
  });
});

test('a refused change stays refused in a run that leaves the state in the checkout', async () => {
  const {apply} = await startApplied();
  expect(await apply(await mergeHidden(README, WEEKLY))).toMatchObject(REFUSED);
  expect(await apply(push({'CONTRIBUTING.md': 'Hello\n'}), {inputs: {'commit-state': 'false'}})).toMatchObject(REFUSED);
});

test('a refused change that a forced push took off the branch stops nothing any more', async () => {
  const {apply, repository} = await startApplied();
  const before = tip();
  expect(await apply(await mergeHidden(README, WEEKLY))).toMatchObject(REFUSED);
  git(repository.remote, 'update-ref', 'refs/heads/main', before.sha);
  expect(await apply(push({'monitors/other.yaml': specFor('other')}))).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(schedules()).toEqual([`first ${CRON.hourly}`, `other ${CRON.hourly}`]);
});

describe('S75: GitHub does not link the merge to its pull request yet', () => {
  /** A commit with the content of another one, and with a message as GitHub writes it. */
  async function mergeUnlinked(message: string, isMerge: boolean, merged = true): Promise<{sha: string}> {
    const {remote} = world.repository;
    const {sha: made, pullRequest} = await mergeHidden(README, WEEKLY);
    const [base = '', head = ''] = git(remote, 'rev-parse', `${made}^1`, `${made}^2`).split('\n');
    const parents = ['-p', base, ...(isMerge ? ['-p', head] : [])];
    const sha = git(remote, 'commit-tree', `${made}^{tree}`, ...parents, '-m', message.replace('N', String(pullRequest)));
    git(remote, 'update-ref', 'refs/heads/main', sha);
    world.github.linkLate({number: pullRequest, base: 'main', headSha: head, mergeCommitSha: isMerge && !merged ? null : sha, merged});
    return {sha};
  }

  test.each([
    {message: 'Merge pull request #N from acme/change-N', isMerge: true},
    {message: 'Change something (#N)', isMerge: false},
  ])('$message: what it did not show is refused', async ({message, isMerge}) => {
    const {apply} = await startApplied();
    const run = await apply(await mergeUnlinked(message, isMerge));
    expect(run).toMatchObject(REFUSED);
    expect(run.commands.at(-1)?.message).toContain('#1 has no comment with changes');
    expect(schedules()).toEqual([`first ${CRON.hourly}`]);
  });

  test.each([
    {message: 'Merge pull request #N from acme/change-N', isMerge: true},
    {message: 'Change something (#N)', isMerge: false},
  ])('S94: $message: nor say that it is merged: refused', async ({message, isMerge}) => {
    const {apply} = await startApplied();
    const run = await apply(await mergeUnlinked(message, isMerge, false));
    expect(run).toMatchObject({exitCode: 3});
    expect(run.commands.at(-1)).toMatchObject({properties: {title: 'git/review-unknown'}});
    expect(schedules()).toEqual([`first ${CRON.hourly}`]);
  });

  test.each(['Reported by a customer (#1234)', 'Follow up (#1)'])('a push that only names a number is one: %s', async message => {
    const {apply, merge, repository} = await startApplied();
    await apply(await merge(README));
    const made = push(DAILY).sha;
    const sha = git(repository.remote, 'commit-tree', `${made}^{tree}`, '-p', `${made}^`, '-m', message);
    git(repository.remote, 'update-ref', 'refs/heads/main', sha);
    expect(await apply({sha})).toMatchObject({exitCode: 0, outputs: {'to-update': '1'}});
  });
});

test('where GitHub names several pull requests for a commit, the strictest counts', async () => {
  const {apply} = await startApplied();
  const merged = await mergeHidden(README, WEEKLY);
  link(merged.sha, 77, true);
  expect(await apply(merged)).toMatchObject(REFUSED);
});

test('a row that a reviewed pull request added is applied by the run of another push', async () => {
  const {apply, merge} = await startApplied({...CONFIG, ...list('a,hourly')});
  await merge(list('a,hourly', 'b,hourly'));
  expect(await apply(push(list('a,hourly', 'b,hourly', 'c,hourly')))).toMatchObject({exitCode: 0, outputs: {created: '2'}});
});

test('S77: a page of a list that is short, though GitHub says that another follows, is not the last', async () => {
  const {apply, github} = await startApplied();
  const {sha, pullRequest: number} = await mergeHidden(README, WEEKLY);
  const repo = {full_name: 'acme/web'};
  const pull = {number, merged_at: '2026-01-02T03:04:05Z', merge_commit_sha: sha, base: {ref: 'main', repo}, head: {sha, repo}};
  const pages = {method: 'GET', path: `/commits/${sha}/pulls`, answer: 200, when: 'before'} as const;
  github.fail({...pages, json: [], headers: {link: '<https://other.example/?page=2>; rel="next"'}});
  github.fail({...pages, json: [pull]});
  expect(await apply({sha})).toMatchObject(REFUSED);
  expect(schedules()).toEqual([`first ${CRON.hourly}`]);
});

test.each<{how: string; start?: Files; hidden: Files; moved: Files}>([
  {
    how: 'moved and edited',
    hidden: {'monitors/new.yaml': specFor('new')},
    moved: {'monitors/new.yaml': null, 'monitors/moved.yaml': specFor('new').replace('hourly', 'daily')},
  },
  {
    how: 'in a folder that is renamed with other defaults',
    start: {'monitors/p/_defaults.yaml': 'schedule: {timezone: Europe/Berlin}\n'},
    hidden: {'monitors/p/new.yaml': specFor('new')},
    moved: {
      ...{'monitors/p/new.yaml': null, 'monitors/p/_defaults.yaml': null, 'monitors/q/new.yaml': specFor('new')},
      'monitors/q/_defaults.yaml': 'schedule: {timezone: Europe/Paris}\n',
    },
  },
  {
    how: 'a row of a list that gets another name and another goal',
    hidden: list('new,hourly'),
    moved: {
      ...{
        'monitors/shops.yaml': null,
        'monitors/_shops.csv': null,
        'monitors/_sites.csv': list('new,daily')['monitors/_shops.csv'] as string,
      },
      'monitors/sites.yaml': (list()['monitors/shops.yaml'] as string).replace('_shops.csv', '_sites.csv'),
    },
  },
])('S115: what no review shows stays refused where a push or a fork moves it: $how', async ({start = {}, hidden, moved}) => {
  const {apply} = await startApplied({...FIRST, ...(start as Record<string, string>)});
  expect(await apply(await mergeHidden(README, hidden))).toMatchObject(REFUSED);
  expect(await apply(push(moved))).toMatchObject(REFUSED);
  world.repository.commit('main', Object.fromEntries(Object.keys(moved).map(path => [path, hidden[path] ?? start[path] ?? null])));
  expect(await apply(mergeFork(moved))).toMatchObject(REFUSED);
  expect(world.monitors()).toEqual(['first']);
});

test('S115: nor where a copy is added first, and the original goes; an unlike monitor in its place is new', async () => {
  const {apply} = await startApplied();
  expect(await apply(await mergeHidden(README, {'monitors/new.yaml': specFor('new')}))).toMatchObject(REFUSED);
  const copy = specFor('new').replace('name: new', 'name: copy');
  push({'monitors/copy.yaml': copy});
  expect(await apply(push({'monitors/new.yaml': null}))).toMatchObject(REFUSED);
  expect((await apply(push({'monitors/copy.yaml': null, 'monitors/unlike.yaml': specFor('unlike')}))).exitCode).toBe(0);
  expect(world.monitors()).toEqual(['first', 'unlike']);
});

test('S90: attributes of git, which change what specs say as they are laid out, are one of their inputs', async () => {
  const {apply} = await startApplied({...CONFIG, 'monitors/first.yaml': specFor('first').replace('name: first', 'name: "first $Id$"')});
  const before = world.monitors();
  expect(await apply(await mergeHidden(README, {'.gitattributes': 'monitors/*.yaml ident\n'}))).toMatchObject(REFUSED);
  expect(await apply(push({'README.md': 'Again\n'}))).toMatchObject(REFUSED);
  expect(world.monitors()).toEqual(before);
});

test.each<[string, unknown]>([
  ...(['merged_at', 'head', 'base'] as const).map((member): [string, unknown] => [member, undefined]),
  ...[1767322985, '', true].map((value): [string, unknown] => ['merged_at', value]),
  ['base', 'main'],
])('S89: a pull request that GitHub names with %s as %p: what was reviewed is not known', async (member, value) => {
  const {apply, github} = await startApplied();
  const {sha, pullRequest: number} = await mergeHidden(README, WEEKLY);
  const repo = {full_name: 'acme/web'};
  const pull = {number, merged_at: '2026-01-02T03:04:05Z', merge_commit_sha: sha, base: {ref: 'main', repo}, head: {sha, repo}};
  const json = [{...pull, [member]: value}];
  github.fail({method: 'GET', path: `/commits/${sha}/pulls`, answer: 200, when: 'before', json});
  const run = await apply({sha});
  expect([run.exitCode, run.commands.at(-1)?.properties['title'], schedules()]).toEqual([
    3,
    'git/review-unknown',
    [`first ${CRON.hourly}`],
  ]);
});

test('S78: a commit that came from another repository has no pull request here, whatever number GitHub names', async () => {
  const {apply, github} = await startApplied();
  const {sha} = push(DAILY);
  github.linkCommit(sha, {number: 4, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, repositoryId: 1});
  const run = await apply({sha}, {env: {GITHUB_REPOSITORY_ID: '2'}});
  expect(run).toMatchObject({exitCode: 0});
  expect(run.stdout).toContain('Not compared with a reviewed plan: it was pushed without a pull request.');
  github.linkCommit(push(WEEKLY).sha, {number: 5, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, repositoryId: 2});
  expect(await apply(tip(), {env: {GITHUB_REPOSITORY_ID: '2'}})).toMatchObject(REFUSED);
});
