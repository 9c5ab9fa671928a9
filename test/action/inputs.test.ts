import {bareSpecFor, specFor} from '../world/cli';
import {type MergeWorld, PROJECT, startMergeWorld} from '../world/merge-world';

let world: MergeWorld;
const start = async (...args: Parameters<typeof startMergeWorld>) => {
  world = await startMergeWorld(...args);
  return world;
};
afterEach(() => world.close());

const specs = (...names: string[]) => Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));

describe('where things are', () => {
  const ELSEWHERE = {
    ...PROJECT,
    ...specs('root'),
    'the shop/de/monitors.config.yaml': 'project: shop\n',
    'the shop/de/monitors/shop, 50%: new.yaml': specFor('shop'),
    'ops/watch.yaml': 'project: ops\nspecs: wishes\nstate: records/state.json\n',
    'ops/wishes/status.yaml': specFor('status'),
  };
  test.each([
    {name: 'working-directory', inputs: {'working-directory': 'the shop/de'}, created: 'shop', state: 'the shop/de/monitors.state.json'},
    {name: 'config', inputs: {config: 'ops/watch.yaml'}, created: 'status', state: 'ops/records/state.json'},
    {
      name: 'config, from a working-directory',
      inputs: {config: '../ops/watch.yaml', 'working-directory': 'the shop'},
      created: 'status',
      state: 'ops/records/state.json',
    },
    {name: 'environment', inputs: {environment: 'staging'}, created: 'root', state: 'monitors.state.staging.json'},
    {name: 'specs and state', inputs: {specs: 'ops/wishes', state: 'deep/er/s.json'}, created: 'status', state: 'deep/er/s.json'},
  ])('$name: the plan of the pull request and the apply of the merge agree', async ({inputs, created, state}) => {
    const {openPullRequest, mergePullRequest, apply, monitors, repository} = await start(ELSEWHERE);
    const pull = await openPullRequest({'README.md': 'Hello\n'}, {inputs});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
    const run = await apply(mergePullRequest(pull), {inputs});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(run.stdout).toContain('All changes of the plan were reviewed.');
    expect(monitors()).toEqual([created]);
    expect(JSON.parse(repository.readFile('main', state) ?? '{}')).toMatchObject({monitors: expect.any(Object)});
  });

  test('specs outside of the repository are refused, on a pull request and after the merge', async () => {
    const {openPullRequest, mergePullRequest, apply, emulator} = await start();
    const inputs = {specs: '../..'};
    const pull = await openPullRequest(specs('second'), {inputs});
    for (const run of [pull.run, await apply(mergePullRequest(pull), {inputs})]) {
      expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'git/outside-repository'}}]});
    }
    expect(emulator.requests()).toEqual([]);
  });
});

describe('what apply does', () => {
  test('only: the other changes are left for a later run', async () => {
    const {merge, apply, monitors} = await start();
    const merged = await merge(specs('second'));
    expect(await apply(merged, {inputs: {only: 'second'}})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(monitors()).toEqual(['second']);
    expect(await apply(merged)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(monitors()).toEqual(['first', 'second']);
  });

  test('exclude and labels: what they choose was reviewed, and nothing else is done', async () => {
    const labelled = (name: string, team: string) => ({
      [`monitors/${name}.yaml`]: `${bareSpecFor(name)}sync: {alerts: none, labels: {team: ${team}}}\n`,
    });
    const {openPullRequest, mergePullRequest, apply, monitors} = await start();
    const inputs = {labels: 'team=a', exclude: '*-later'};
    const pull = await openPullRequest({...labelled('one', 'a'), ...labelled('two', 'b'), ...labelled('one-later', 'a')}, {inputs});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
    const merged = mergePullRequest(pull);
    expect(await apply(merged)).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(monitors()).toEqual([]);
    const run = await apply(merged, {inputs});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(run.stdout).toContain('All changes of the plan were reviewed.');
    expect(monitors()).toEqual(['one']);
  });

  test.each([
    {onError: 'continue', holdsLast: true},
    {onError: 'stop', holdsLast: false},
  ])('on-error: $onError, where the first of twelve is refused', async ({onError, holdsLast}) => {
    const names = Array.from({length: 12}, (_, index) => `m${String(index).padStart(2, '0')}`);
    const fault = {faults: [{when: {name: 'm00'}, do: 'answer', status: 400}]} as const;
    const {apply, repository, monitors} = await start({...PROJECT, ...specs(...names)}, fault);
    const run = await apply({sha: repository.tipOf('main')}, {inputs: {'on-error': onError}});
    expect(run).toMatchObject({exitCode: 1, outputs: {unknown: '0', 'failure-reason': 'apply-failed'}});
    expect(Number(run.outputs['created']) + Number(run.outputs['failed'])).toBe(12);
    expect(monitors().includes('m11')).toBe(holdsLast);
  });

  test.each([
    {onAmbiguous: 'verify', sent: 2, ends: {exitCode: 0, outputs: {created: '1', unknown: '0'}}},
    {onAmbiguous: 'retry', sent: 2, ends: {exitCode: 0, outputs: {created: '1', unknown: '0'}}},
    {onAmbiguous: 'stop', sent: 1, ends: {exitCode: 4, outputs: {created: '0', unknown: '1', 'failure-reason': 'outcome-unknown'}}},
  ])('on-ambiguous: $onAmbiguous, after an answer that leaves doubt', async ({onAmbiguous, sent, ends}) => {
    const fault = {faults: [{when: {name: 'first'}, times: 1, do: 'answer', status: 500}]} as const;
    const {apply, repository, emulator} = await start(undefined, fault);
    const run = await apply({sha: repository.tipOf('main')}, {inputs: {'on-ambiguous': onAmbiguous}});
    expect(run).toMatchObject(ends);
    expect(emulator.requests()).toHaveLength(sent);
  });

  test.each([
    {name: 'base-url', inputs: {'base-url': ''}, title: 'config/no-address', says: 'set the input base-url'},
    {name: 'api-key', inputs: {'api-key': ''}, title: 'config/no-key', says: 'set the input api-key'},
  ])('without $name nothing is sent, and the way out is an input', async ({inputs, title, says}) => {
    const {apply, repository, emulator, recordings} = await start();
    const run = await apply({sha: repository.tipOf('main')}, {inputs});
    expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title}}]});
    expect(run.commands[0]?.message).toContain(says);
    expect([emulator.requests(), recordings()]).toEqual([[], []]);
  });
});

test('a delay between attempts that is none is refused before anything is sent, as by the command', async () => {
  const {apply, repository, emulator, recordings} = await start();
  for (const [value, command] of [
    ['abc', 'apply'],
    ['-1', 'plan'],
    ['60001', 'apply'],
    ['1e3', 'validate'],
    ['', 'apply'],
  ] as const) {
    const run = await apply({sha: repository.tipOf('main')}, {inputs: {command}, env: {MONITORS_RETRY_BASE_MS: value}});
    expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'config/usage'}}]});
    expect(run.commands[0]?.message).toBe(`MONITORS_RETRY_BASE_MS takes a whole number from 0 to 60000, not "${value}"`);
  }
  expect([emulator.requests(), recordings()]).toEqual([[], []]);
});

test('commit-state takes true and false in any case of letters, with spaces around', async () => {
  const {apply, repository, recordings} = await start();
  expect(await apply({sha: repository.tipOf('main')}, {inputs: {'commit-state': ' FALSE\n'}})).toMatchObject({exitCode: 0});
  expect(recordings()).toEqual([]);
});
