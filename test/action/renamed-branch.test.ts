import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {withoutRecords} from '../world/edited-state';
import {commitAs, git} from '../world/hosted-repository';
import type {MergeWorld} from '../world/merge-world';

/** The default branch gets another name. Commits of runs, and pull requests that were merged before, name the former one. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const README = {'README.md': 'Hello\n'};
const WEEKLY = {'monitors/a.yaml': specFor('a').replace('hourly', 'weekly')};

const state = () => world.repository.readFile('trunk', STATE) ?? '';
const schedules = () => world.emulator.monitors().map(({schedule}) => (schedule as {cron: string}).cron);

async function start(): Promise<void> {
  const files = {...CONFIG, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
  world = await startAppliedWorld(files, {operations: 'full'});
}

function rename(): void {
  const {remote} = world.repository;
  git(remote, 'branch', '-m', 'main', 'trunk');
  git(remote, 'symbolic-ref', 'HEAD', 'refs/heads/trunk');
}

function apply(sha: string) {
  const {directory} = world.repository.checkOut({branch: 'trunk'});
  const event = {name: 'push', sha, ref: 'refs/heads/trunk', payload: {repository: {default_branch: 'trunk'}}};
  return world.apply({sha}, {event, checkout: directory});
}

const push = (files: Readonly<Record<string, string | null>>) => apply(world.repository.commit('trunk', files));

describe('S87: after the branch is renamed', () => {
  test('what no review showed stays refused', async () => {
    await start();
    const pull = await world.openPullRequest(README);
    world.repository.commit(pull.branch, WEEKLY);
    const refused = await world.apply(world.mergePullRequest(pull));
    expect(refused).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    rename();
    const run = await push({'README.md': 'Again\n'});
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)?.message).toContain('#1');
    expect(new Set(schedules())).toEqual(new Set(['0 * * * *']));
  });

  test('a record that is taken away while its spec stands is held', async () => {
    await start();
    rename();
    const run = await push({[STATE]: withoutRecords(state(), ['b'])});
    expect([run.exitCode, run.commands.at(-1)?.properties['title']]).toEqual([1, 'plan/state-change']);
    expect(world.monitors()).toEqual(['a', 'b']);
  });

  test('a commit like a recording that was merged before by a pull request is none', async () => {
    await start();
    const text = withoutRecords(world.repository.readFile('main', STATE) ?? '', ['b']);
    const sha = commitAs(world.repository.remote, 'main', 'Record\n\nMonitors-State: main', {[STATE]: text});
    world.github.linkCommit(sha, {number: 9, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    rename();
    const run = await push(README);
    expect([run.exitCode, run.commands.at(-1)?.properties['title']]).toEqual([1, 'plan/state-change']);
    expect(world.monitors()).toEqual(['a', 'b']);
  });

  test('nothing is held or refused where nothing was changed by hand', async () => {
    await start();
    rename();
    expect(await push(README)).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(await push({'monitors/c.yaml': specFor('c')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(await push(WEEKLY)).toMatchObject({exitCode: 0, outputs: {'to-update': '1'}});
  });
});
