import {bareSpecFor, specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import {git} from '../world/hosted-repository';
import type {MergeWorld} from '../world/merge-world';

/** Merges of a repository whose config asks for full operations: updates, replacements and deletes are reviewed and applied as creates are. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const WEEKLY = specFor('first').replace('hourly', 'weekly');
const WEBHOOK = 'webhook: {url: https://hooks.example.com/x}\n';
const THREE = {
  ...CONFIG,
  'monitors/first.yaml': specFor('first'),
  'monitors/second.yaml': `${bareSpecFor('second')}${WEBHOOK}`,
  'monitors/third.yaml': specFor('third'),
};
/** One of each: an update, a replacement, since a webhook can't be taken away, and a delete. */
const CHANGED = {
  'monitors/first.yaml': specFor('first').replace('hourly', 'daily'),
  'monitors/second.yaml': specFor('second'),
  'monitors/third.yaml': null,
};

let world: MergeWorld;
afterEach(() => world.close());

/** A world whose `main` is applied already. */
async function startApplied(files: Readonly<Record<string, string>> = THREE): Promise<MergeWorld> {
  world = await startAppliedWorld(files, {operations: 'full'});
  return world;
}

/** The methods of what is sent from now on, in order. */
function watchRequests({emulator}: MergeWorld): () => string[] {
  const before = emulator.requests().length;
  return () =>
    emulator
      .requests()
      .slice(before)
      .map(({method}) => method);
}

function idOf({emulator}: MergeWorld, name: string): string {
  return emulator.monitors().find(monitor => monitor.name === name)?.id ?? '';
}

describe('a merge with full operations', () => {
  test('updates, replaces and deletes what was reviewed, and records it', async () => {
    const {openPullRequest, mergePullRequest, apply, emulator, repository, github} = await startApplied();
    const ids = ['first', 'second'].map(name => idOf(world, name));
    const pull = await openPullRequest(CHANGED);
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '0', 'to-update': '1', 'to-replace': '1', 'to-delete': '1'}});
    expect(github.comments[0]?.body).toContain('After the merge, apply makes 3 changes.');
    const run = await apply(mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 0, outputs: {'to-update': '1', 'to-replace': '1', 'to-delete': '1', failed: '0', unknown: '0'}});
    expect(run.stdout).toContain('All changes of the plan were reviewed.');
    expect(world.monitors()).toEqual(['first', 'second']);
    expect(idOf(world, 'first')).toBe(ids[0]);
    expect(idOf(world, 'second')).not.toBe(ids[1]);
    expect(emulator.monitors().find(({name}) => name === 'second')?.webhook).toBeNull();
    expect(JSON.parse(repository.readFile('main', 'monitors.state.json') ?? '{}').monitors).toMatchObject({
      first: {id: ids[0]},
      second: {id: idOf(world, 'second')},
    });
    expect(repository.readFile('main', 'monitors.state.json.journal')).toBeNull();
    expect(run.summary).toMatch(/1 updated.*1 replaced.*1 deleted/);
  });

  test('that is run again sends nothing', async () => {
    const {merge, apply} = await startApplied();
    const merged = await merge(CHANGED);
    expect(await apply(merged)).toMatchObject({exitCode: 0});
    const sent = watchRequests(world);
    expect(await apply(merged, {env: {GITHUB_RUN_ATTEMPT: '2'}})).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(sent()).toEqual([]);
  });

  test.each([
    {what: 'an update', reviewed: {}, added: {'monitors/first.yaml': WEEKLY}, names: 'update "first"'},
    {what: 'an update other than the reviewed one', reviewed: CHANGED, added: {'monitors/first.yaml': WEEKLY}, names: 'update "first"'},
    {what: 'a replacement', reviewed: {}, added: {'monitors/second.yaml': specFor('second')}, names: 'replace "second"'},
    {what: 'a delete', reviewed: {}, added: {'monitors/third.yaml': null}, names: 'delete "third"'},
  ])('is refused where nobody has reviewed $what', async ({reviewed, added, names}) => {
    const {openPullRequest, mergePullRequest, repository, apply} = await startApplied();
    const pull = await openPullRequest({'monitors/fourth.yaml': specFor('fourth'), ...reviewed});
    repository.commit(pull.branch, added);
    const sent = watchRequests(world);
    const run = await apply(mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)?.message).toContain(`were not reviewed: ${names} (`);
    expect(sent()).toEqual([]);
  });

  test('goes on where a part of what was reviewed was done already', async () => {
    const {openPullRequest, mergePullRequest, repository, apply} = await startApplied();
    const pull = await openPullRequest(CHANGED);
    const other = repository.commit('main', {'monitors/first.yaml': CHANGED['monitors/first.yaml']});
    expect(await apply({sha: other})).toMatchObject({exitCode: 0, outputs: {'to-update': '1'}});
    const run = await apply(mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 0, outputs: {'to-update': '0', 'to-replace': '1', 'to-delete': '1'}});
    expect(run.stdout).toContain('All changes of the plan were reviewed; 1 reviewed change is no longer needed.');
  });

  test('does not look for drift by itself: a merge that changes nothing sends nothing', async () => {
    const {merge, apply, emulator} = await startApplied();
    emulator.dashboard.edit(idOf(world, 'first'), {name: 'by hand'});
    const sent = watchRequests(world);
    expect(await apply(await merge({'README.md': 'Hello\n'}))).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(sent()).toEqual([]);
  });

  test('finds a create whose answer got lost by itself: once in the service, once in the state', async () => {
    const {merge, apply, emulator, repository} = await startApplied();
    emulator.setFaults({faults: [{when: {operation: 'create', name: 'fourth'}, do: 'drop', work: 'done'}]});
    expect(await apply(await merge({'monitors/fourth.yaml': specFor('fourth')}))).toMatchObject({exitCode: 0, outputs: {unknown: '0'}});
    expect(world.monitors()).toEqual(['first', 'fourth', 'second', 'third']);
    expect(JSON.parse(repository.readFile('main', 'monitors.state.json') ?? '{}').monitors.fourth.id).toBe(idOf(world, 'fourth'));
  });

  test('says of a state that is damaged how to rebuild it from the service, in the pull request and after the merge', async () => {
    const {openPullRequest, apply, repository} = await startApplied();
    const sha = repository.commit('main', {'monitors.state.json': '{"format": "monitors-st'});
    for (const run of [(await openPullRequest({'README.md': 'Hello\n'})).run, await apply({sha})]) {
      expect(run).toMatchObject({exitCode: 3});
      expect(run.commands.at(-1)?.message).toContain('run "monitors recover" to rebuild the state');
    }
  });

  test('settles what a runner left that died after the create: the next run finds it in the service', async () => {
    const {merge, apply, onPush, repository} = await startApplied();
    const merged = await merge({'monitors/fourth.yaml': specFor('fourth'), 'monitors/first.yaml': CHANGED['monitors/first.yaml']});
    onPush('if [ $COUNT -eq 2 ]; then kill -9 $RUNNER; exit 1; fi');
    expect(await apply(merged)).toMatchObject({exitCode: null, signal: 'SIGKILL'});
    onPush('exit 0');
    const sent = watchRequests(world);
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {unknown: '0', failed: '0'}});
    expect(sent()).not.toContain('POST');
    expect(world.monitors()).toEqual(['first', 'fourth', 'second', 'third']);
    expect(JSON.parse(repository.readFile('main', 'monitors.state.json') ?? '{}').monitors.fourth.id).toBe(idOf(world, 'fourth'));
    expect(repository.readFile('main', 'monitors.state.json.journal')).toBeNull();
  });
});

describe('more deletes than the limit of the config', () => {
  const LIMITED = {...THREE, 'monitors.config.yaml': `${CONFIG['monitors.config.yaml']}safety: {maxDeletes: 1}\n`};
  const GONE = {'monitors/second.yaml': null, 'monitors/third.yaml': null};

  test('are held back on the pull request and after the merge, by name', async () => {
    const {openPullRequest, mergePullRequest, apply, github} = await startApplied(LIMITED);
    const pull = await openPullRequest(GONE);
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {changes: 'true', 'to-delete': '0'}});
    expect(github.comments[0]?.body).toContain('one run may do that to 1');
    expect(await apply(mergePullRequest(pull))).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'apply-failed'}});
    expect(world.monitors()).toEqual(['first', 'second', 'third']);
  });

  test('go on with allow-deletes where the pull request was planned with it', async () => {
    const {openPullRequest, mergePullRequest, apply} = await startApplied(LIMITED);
    const inputs = {'allow-deletes': 'true'};
    const pull = await openPullRequest(GONE, {inputs});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-delete': '2'}});
    expect(await apply(mergePullRequest(pull), {inputs})).toMatchObject({exitCode: 0, outputs: {'to-delete': '2'}});
    expect(world.monitors()).toEqual(['first']);
  });

  test('are refused with allow-deletes on the merge alone: nobody has reviewed them', async () => {
    const {openPullRequest, mergePullRequest, apply} = await startApplied(LIMITED);
    const pull = await openPullRequest(GONE);
    const run = await apply(mergePullRequest(pull), {inputs: {'allow-deletes': 'true'}});
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)?.message).toContain('delete "second", delete "third"');
    expect(world.monitors()).toEqual(['first', 'second', 'third']);
  });
});

test('a spec with the target ids of a monitor made by hand: what no review showed is not adopted, in no later run either', async () => {
  const {emulator} = await startApplied({...CONFIG, 'monitors/base.yaml': specFor('base')});
  const id = '743068a0-bfed-40f5-a7fc-a95ed860ad93';
  const targets = [{type: 'scrape', urls: ['https://prices.example/'], id}];
  const byHand = emulator.dashboard.create({name: 'Prices', schedule: {text: 'hourly'}, targets});
  const offers = specFor('offers').replace('type: scrape', `type: scrape\n    id: ${id}`);
  const merge = world.mergePullRequest(await world.openPullRequest({'monitors/offers.yaml': offers}));
  for (const start of [merge, merge, {sha: world.repository.commit('main', {'README.md': 'x\n'})}]) {
    const {exitCode, stdout} = await world.apply(start);
    expect({exitCode, isNamed: stdout.includes(byHand.id)}).toEqual({exitCode: 1, isNamed: true});
  }
  expect(world.monitors().sort()).toEqual(['Prices', 'base']);
  expect(emulator.monitors().find(one => one.id === byHand.id)?.targets).toMatchObject(targets);
});

describe('I91: what git hides of the specs is not deleted', () => {
  const DEEP = {...THREE, 'monitors/deep/fourth.yaml': specFor('fourth')};
  const ALL = ['first', 'fourth', 'second', 'third'];

  test('after a sparse checkout that is applied as it is', async () => {
    const {repository, apply, monitors} = await startApplied(DEEP);
    const sha = repository.commit('main', {'monitors/first.yaml': WEEKLY});
    const {directory} = repository.checkOut({branch: 'main'});
    git(directory, 'sparse-checkout', 'set', '--no-cone', '/*', '!/monitors/deep/');
    const inputs = {'commit-state': 'false'};
    const run = await apply({sha}, {checkout: directory, inputs});
    expect(run.commands.at(-1)).toMatchObject({
      properties: {title: 'file/hidden'},
      message: expect.stringContaining('monitors/deep/fourth.yaml'),
    });
    expect([run.exitCode, monitors()]).toEqual([3, ALL]);
    // A choice that leaves them out is applied.
    expect(await apply({sha}, {checkout: directory, inputs: {...inputs, only: 'first'}})).toMatchObject({exitCode: 0});
    expect(monitors()).toEqual(ALL);
  });

  test('where a folder of specs becomes a submodule', async () => {
    const {repository, apply, monitors} = await startApplied(DEEP);
    const {remote} = repository;
    const tip = repository.commit('main', {'monitors/deep/fourth.yaml': null});
    git(remote, 'read-tree', '--index-output=index', tip);
    git(remote, 'update-index', '--add', '--cacheinfo', `160000,${tip},monitors/deep`);
    const sha = git(remote, 'commit-tree', git(remote, 'write-tree'), '-p', `${tip}^`, '-m', 'A submodule');
    git(remote, 'update-ref', 'refs/heads/main', sha);
    const run = await apply({sha});
    expect(run.commands.at(-1)).toMatchObject({properties: {title: 'file/hidden'}, message: expect.stringContaining('monitors/deep')});
    expect([run.exitCode, monitors()]).toEqual([3, ALL]);
  });
});

test('I90: a sparse checkout takes no spec away from the tip: nothing is deleted', async () => {
  const {repository, apply, monitors} = await startApplied({...THREE, 'monitors/deep/fourth.yaml': specFor('fourth')});
  const sha = repository.commit('main', {'README.md': 'Hello\n'});
  for (const patterns of [
    ['--cone', 'docs'],
    ['--no-cone', '/*', '!/monitors/deep/'],
  ]) {
    const {directory} = repository.checkOut({branch: 'main'});
    git(directory, 'sparse-checkout', 'set', ...patterns);
    expect(await apply({sha}, {checkout: directory})).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  }
  expect(monitors()).toEqual(['first', 'fourth', 'second', 'third']);
});
