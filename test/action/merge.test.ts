import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {pushEvent} from '../world/action-run';
import {bareSpecFor, specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {git} from '../world/hosted-repository';
import {type MergeWorld, PROJECT, RECORDING, startMergeWorld} from '../world/merge-world';
import {API_KEY} from '../world/service';

let world: MergeWorld;
const start = async (...args: Parameters<typeof startMergeWorld>) => {
  world = await startMergeWorld(...args);
  return world;
};
afterEach(() => world.close());

/** Paths that any commit of a branch ever held, but specs and config. */
function listCommitted(branch = 'main'): string[] {
  const paths = git(world.repository.remote, 'log', '--format=', '--name-only', branch).split('\n').filter(Boolean);
  return [...new Set(paths)].filter(path => !path.startsWith('monitors/') && path !== 'monitors.config.yaml').sort();
}

describe('a merge', () => {
  test('applies what was reviewed, and commits intents and state, two commits with these files only', async () => {
    const {merge, apply, monitors, recordings, repository} = await start();
    const run = await apply(await merge({'monitors/second.yaml': specFor('second')}));
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2', failed: '0', unknown: '0', 'exit-code': '0', 'failure-reason': ''}});
    expect(monitors()).toEqual(['first', 'second']);
    expect(recordings()).toEqual([RECORDING, RECORDING]);
    expect(listCommitted()).toEqual(['monitors.state.json', 'monitors.state.json.journal']);
    expect(repository.readFile('main', 'monitors.state.json.journal')).toBeNull();
    expect(JSON.parse(repository.readFile('main', 'monitors.state.json') ?? '')).toMatchObject({monitors: {first: {}, second: {}}});
    expect(run.stdout).toContain('All changes of the plan were reviewed.');
    expect(run.summary).toContain('### Apply complete: 2 created');
    expect(JSON.parse(readFileSync(run.outputs['json-path'] ?? '', 'utf8'))).toMatchObject({command: 'apply', summary: {created: 2}});
  });

  test('that changes nothing makes no request and no commit', async () => {
    const {merge, apply, recordings, emulator} = await start();
    await apply(await merge({'monitors/second.yaml': specFor('second')}));
    const before = {recordings: recordings(), requests: emulator.requests().length};
    const run = await apply(await merge({'README.md': 'Hello\n'}));
    expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'false', created: '0'}});
    expect({recordings: recordings(), requests: emulator.requests().length}).toEqual(before);
    expect(run.summary).toContain('No changes');
  });

  test('S24: that changes nothing is refused, not green, where the state is of another service', async () => {
    const {merge, apply, recordings, openPullRequest} = await start();
    await apply(await merge({'monitors/second.yaml': specFor('second')}));
    const recorded = recordings();
    const elsewhere = {'base-url': 'https://api.example.dev'};
    const run = await apply(await merge({'README.md': 'Hello\n'}), {inputs: elsewhere});
    expect(run).toMatchObject({exitCode: 3});
    expect(run.commands).toContainEqual(expect.objectContaining({command: 'error', message: expect.stringContaining('MONITORS_BASE_URL')}));
    expect(recordings()).toEqual(recorded);
    expect((await openPullRequest({'README.md': 'Hello again\n'}, {inputs: elsewhere})).run).toMatchObject({exitCode: 3});
  });

  test('leaves the checkout as it was, and no worktree behind', async () => {
    const {merge, apply, repository} = await start();
    const {sha} = await merge({'monitors/second.yaml': specFor('second')});
    const {directory} = repository.checkOut({branch: 'main'});
    expect(await apply({sha}, {checkout: directory})).toMatchObject({exitCode: 0});
    expect(git(directory, 'status', '--porcelain')).toBe('');
    expect(git(directory, 'rev-parse', 'HEAD')).toBe(sha);
    expect(existsSync(`${directory}/monitors.state.json`)).toBe(false);
    expect(git(directory, 'worktree', 'list').split('\n')).toHaveLength(1);
  });

  test.each([
    {name: 'a checkout with its whole history', depth: 0},
    {name: 'a checkout of one commit', depth: 1},
  ])('K8: of two quick merges, the first run applies both and the second finds nothing to do: $name', async ({depth}) => {
    const {openPullRequest, mergePullRequest, apply, monitors, recordings} = await start();
    const [one, two] = [
      await openPullRequest({'monitors/one.yaml': specFor('one')}),
      await openPullRequest({'monitors/two.yaml': specFor('two')}),
    ];
    const first = mergePullRequest(one);
    const second = mergePullRequest(two);
    expect(await apply(first, {depth})).toMatchObject({exitCode: 0, outputs: {created: '3'}});
    const recorded = recordings();
    expect(await apply(second, {depth})).toMatchObject({exitCode: 0, outputs: {created: '0', changes: 'false'}});
    expect(monitors()).toEqual(['first', 'one', 'two']);
    expect(recordings()).toEqual(recorded);
  });

  test.each([0, 1])('K8: where the run of the first merge was cancelled, that of the second applies both (depth %d)', async depth => {
    const {openPullRequest, mergePullRequest, apply, monitors} = await start();
    const [one, two] = [
      await openPullRequest({'monitors/one.yaml': specFor('one')}),
      await openPullRequest({'monitors/two.yaml': specFor('two')}),
    ];
    mergePullRequest(one);
    expect(await apply(mergePullRequest(two), {depth})).toMatchObject({exitCode: 0, outputs: {created: '3'}});
    expect(monitors()).toEqual(['first', 'one', 'two']);
  });

  test('that was applied is run again: nothing is created, nothing is committed', async () => {
    const {merge, apply, monitors, recordings} = await start();
    const merged = await merge({'monitors/second.yaml': specFor('second')});
    await apply(merged);
    const recorded = recordings();
    expect(await apply(merged, {env: {GITHUB_RUN_ATTEMPT: '2'}})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
    expect(monitors()).toEqual(['first', 'second']);
    expect(recordings()).toEqual(recorded);
  });

  test('with an error in its specs applies nothing and points at the line', async () => {
    const {repository, apply, monitors, emulator} = await start();
    const sha = repository.commit('main', {'monitors/second.yaml': `${bareSpecFor('second')}schedul: hourly\n`});
    const run = await apply({sha});
    expect(run).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'invalid-specs'}});
    expect(run.commands).toContainEqual(
      expect.objectContaining({command: 'error', properties: expect.objectContaining({file: 'monitors/second.yaml', line: '6'})}),
    );
    expect([monitors(), emulator.requests()]).toEqual([[], []]);
  });

  test('records what was created also where another create failed', async () => {
    const fault = {faults: [{when: {name: 'second'}, do: 'answer', status: 400}]} as const;
    const {merge, apply, repository} = await start(undefined, fault as never);
    const run = await apply(await merge({'monitors/second.yaml': specFor('second')}));
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '1', failed: '1', 'failure-reason': 'apply-failed'}});
    expect(Object.keys(JSON.parse(repository.readFile('main', 'monitors.state.json') ?? '{}').monitors)).toEqual(['first']);
  });

  test('records a create whose outcome is unknown, and says so', async () => {
    const fault = {faults: [{when: {name: 'second'}, do: 'drop', work: 'done'}]} as const;
    const {merge, apply, repository} = await start(undefined, fault as never);
    const run = await apply(await merge({'monitors/second.yaml': specFor('second')}));
    expect(run).toMatchObject({exitCode: 4, outputs: {created: '1', unknown: '1', 'failure-reason': 'outcome-unknown'}});
    const last = run.commands.at(-1);
    expect(last).toMatchObject({command: 'error', properties: {title: 'outcome-unknown'}});
    expect(last?.message).toMatch(/1 create is unknown: "second"\.\nhint: check the service, .*monitors resolve KEY --adopt ID/);
    expect(repository.readFile('main', 'monitors.state.json.journal')).toContain('"key":"second"');
  });

  test('that goes over the budget creates nothing and says why', async () => {
    const config = 'project: acme-web\nbudget: {creditsPerMonth: 1}\n';
    const {merge, apply, monitors} = await start({'monitors.config.yaml': config, 'monitors/first.yaml': specFor('first')});
    const run = await apply(await merge({'monitors/second.yaml': specFor('second')}));
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '0', 'failure-reason': 'budget-exceeded'}});
    expect(monitors()).toEqual([]);
  });

  test('that goes over a budget by keys creates nothing of them', async () => {
    const config = 'project: acme-web\nbudget: {keys: {sec*: 1}}\n';
    const {merge, apply, monitors} = await start({'monitors.config.yaml': config, 'monitors/first.yaml': specFor('first')});
    const run = await apply(await merge({'monitors/second.yaml': specFor('second')}));
    expect(run).toMatchObject({exitCode: 1, outputs: {created: '1', 'failure-reason': 'budget-exceeded'}});
    expect(monitors()).toEqual(['first']);
  });
});

describe('the tip', () => {
  test('that does not hold the event’s commit any more is refused', async () => {
    const {merge, apply, repository, monitors} = await start();
    const before = repository.tipOf('main');
    const {sha} = await merge({'monitors/second.yaml': specFor('second')});
    const {directory} = repository.checkOut({branch: 'main'});
    git(repository.remote, 'update-ref', 'refs/heads/main', before);
    const run = await apply({sha}, {checkout: directory});
    expect(run).toMatchObject({exitCode: 3});
    expect(run.commands.at(-1)).toMatchObject({command: 'error', properties: {title: 'git/not-on-branch'}});
    expect(monitors()).toEqual([]);
  });

  test('is found from a detached HEAD and from a working directory further down', async () => {
    const {apply, repository, monitors} = await start({'web/monitors.config.yaml': 'project: web\n', 'web/monitors/a.yaml': specFor('a')});
    const {directory, sha} = repository.checkOut({branch: 'main'});
    git(directory, 'checkout', '-q', '--detach');
    expect(await apply({sha}, {checkout: directory, inputs: {'working-directory': 'web'}})).toMatchObject({exitCode: 0});
    expect(monitors()).toEqual(['a']);
    expect(repository.readFile('main', 'web/monitors.state.json')).toContain('"a"');
  });

  test('whose own attributes change line endings keeps the state as it was written', async () => {
    const {merge, apply, repository} = await start({...PROJECT, '.gitattributes': '* text eol=crlf\n', 'monitors/a.yaml': specFor('a')});
    expect(await apply({sha: repository.tipOf('main')})).toMatchObject({exitCode: 0});
    const state = repository.readFile('main', 'monitors.state.json');
    expect(state).not.toContain('\r');
    expect(await apply(await merge({'README.md': 'Hello\n'}))).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(repository.readFile('main', 'monitors.state.json')).toBe(state);
  });
});

test('a push of nothing but our own commit is not applied', async () => {
  const {apply, repository, emulator} = await start();
  await apply({sha: repository.tipOf('main')});
  const requests = emulator.requests().length;
  const run = await apply({sha: repository.tipOf('main')});
  expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  expect(run.commands.at(-1)).toMatchObject({command: 'notice', message: 'the push only records the state of an earlier run.'});
  expect(emulator.requests()).toHaveLength(requests);
});

test('S73: a push that brings a spec below a commit of ours is applied', async () => {
  const {apply, repository} = await start();
  await apply({sha: repository.tipOf('main')});
  const before = repository.tipOf('main');
  const spec = repository.commit('main', {'monitors/late.yaml': specFor('late')});
  const state = editState(repository.readFile('main', 'monitors.state.json') ?? '', () => undefined);
  const made = repository.commit('main', {'monitors.state.json': state});
  const tree = git(repository.remote, 'rev-parse', `${made}^{tree}`);
  const sha = git(repository.remote, 'commit-tree', tree, '-p', spec, '-m', RECORDING, '-m', 'Monitors-State: main');
  git(repository.remote, 'update-ref', 'refs/heads/main', sha);
  const event = pushEvent(sha);
  const push = {...event, payload: {...event.payload, before}};
  expect(await apply({sha}, {event: push})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});

test('message and author of the commits are as asked for', async () => {
  const {apply, repository} = await start();
  const inputs = {'commit-message': 'chore: monitors', 'commit-author': 'Robot <robot@example.com>'};
  expect(await apply({sha: repository.tipOf('main')}, {inputs})).toMatchObject({exitCode: 0});
  const shown = git(repository.remote, 'show', '-s', '--format=%an <%ae>|%cn <%ce>|%s', 'main');
  expect(shown).toBe('Robot <robot@example.com>|Robot <robot@example.com>|chore: monitors');
});

test('neither key nor token is in anything that is written', async () => {
  const {merge, apply, repository} = await start();
  const run = await apply(await merge({'monitors/second.yaml': specFor('second')}));
  const everything = [run.stdout, run.stderr, run.summary, JSON.stringify(run.outputs), git(repository.remote, 'log', '-p', 'main')].join(
    '\n',
  );
  for (const secret of [API_KEY, 'ghs_TESTTOKEN', Buffer.from(API_KEY).toString('base64').slice(0, 20)])
    expect(everything).not.toContain(secret);
  expect(readdirSync(repository.remote)).toContain('HEAD');
});
