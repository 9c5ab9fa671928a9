import {Refusals} from '../../src/core/state/format/refusals';
import {decodeState, encodeState} from '../../src/core/state/format/state';
import {bareSpecFor, specFor} from '../world/cli';
import {copyOrMake} from '../world/copied-world';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** Changes that no commit made: drift, and what another version of the tool makes of a spec. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const FILES = {...CONFIG, 'monitors/first.yaml': specFor('first')};
const SECOND = {'monitors/second.yaml': specFor('second')};
const THIRD = {'monitors/third.yaml': specFor('third')};

let world: MergeWorld;
afterEach(() => world.close());

const tip = () => ({sha: world.repository.tipOf('main')});
const push = (files: Readonly<Record<string, string | null>>) => ({sha: world.repository.commit('main', files)});
const byHand = () => ({
  event: {name: 'workflow_dispatch', sha: tip().sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}},
  inputs: {command: 'apply'},
});

async function startMerged(): Promise<MergeWorld> {
  world = await copyOrMake('merged', async () => {
    world = await startMergeWorld(FILES, {}, 'full');
    expect(await world.apply(await world.merge(SECOND))).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    return world;
  });
  return world;
}

const refusals = new Refusals({shown: 'monitors.state.json', project: 'acme-web', environment: 'default', soundBackup: () => null});

/** Records a monitor as another version of the tool would have: the same spec gives another body today. */
function recordOtherwise(key: string): void {
  const {state} = decodeState(Buffer.from(world.repository.readFile('main', 'monitors.state.json') ?? ''), refusals);
  const record = state.monitors.get(key)!;
  const monitors = new Map(state.monitors).set(key, {...record, bodyHash: 'f'.repeat(64), applied: {...record.applied, retentionDays: 7}});
  push({'monitors.state.json': encodeState({...state, serial: state.serial + 1, monitors}).text});
}

const writes = () => world.emulator.requests().filter(({method}) => method !== 'GET').length;

describe('what another version of the tool makes of a spec', () => {
  test('S29: is held and named by a push, and stops nothing else', async () => {
    const {apply} = await startMerged();
    recordOtherwise('second');
    const before = writes();
    const run = await apply(push(THIRD));
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(run.stdout).toContain('Not applied: update "second": no commit made it since the monitor was last applied');
    expect(run.summary).toContain('Not applied: update "second"');
    expect(writes()).toBe(before + 1);
  });

  test('is applied by hand, and after a pull request that shows it', async () => {
    const {apply, merge} = await startMerged();
    recordOtherwise('second');
    const before = writes();
    expect(await apply(await merge(THIRD))).toMatchObject({exitCode: 0, outputs: {created: '1', 'to-update': '1'}});
    expect(writes()).toBe(before + 2);
    recordOtherwise('first');
    expect(await apply(tip(), byHand())).toMatchObject({exitCode: 0, outputs: {'to-update': '1'}});
  });
});

describe('drift', () => {
  const edit = (name: string) =>
    world.emulator.dashboard.edit(world.emulator.monitors().find(one => one.name === name)!.id, {retentionDays: 90});
  const retention = (name: string) => world.emulator.monitors().find(one => one.name === name)?.retentionDays;

  test('is left alone and named by a push without a pull request, and stops nothing else', async () => {
    const {apply} = await startMerged();
    edit('second');
    const run = await apply(push(THIRD), {inputs: {refresh: 'true'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1', 'to-update': '0'}});
    expect(run.stdout).toContain('Not reverted: "second" was changed in the service (retentionDays)');
    expect(retention('second')).toBe(90);
  });

  test('is reverted by hand', async () => {
    const {apply} = await startMerged();
    edit('second');
    const {event, inputs} = byHand();
    expect(await apply(tip(), {event, inputs: {...inputs, refresh: 'true'}})).toMatchObject({exitCode: 0, outputs: {'to-update': '1'}});
    expect(retention('second')).toBe(30);
  });
});

test('what the halted run of a reviewed pull request left over is applied by the next push', async () => {
  const refused = {when: {operation: 'create', name: ['second']}, times: 1, do: 'answer', status: 400} as const;
  world = await startMergeWorld(FILES, {faults: [refused]}, 'full');
  const {apply, merge} = world;
  expect(await apply(await merge(SECOND))).toMatchObject({exitCode: 1, outputs: {created: '1', failed: '1'}});
  expect(await apply(push({'README.md': 'Hello\n'}))).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});

describe('a monitor that a halted replacement left behind', () => {
  const refused = {when: {operation: 'delete', name: ['first']}, times: 1, do: 'answer', status: 400} as const;
  const webhook = {
    'monitors/first.yaml': `${bareSpecFor('first')}webhook: {url: https://hooks.example.com/x}\n`,
  };
  const without = {'monitors/first.yaml': specFor('first')};
  const start = async () => {
    world = await startMergeWorld({...FILES, ...webhook, ...SECOND, ...THIRD}, {faults: [refused]}, 'full');
    expect(await world.apply(tip())).toMatchObject({exitCode: 0});
    return world;
  };

  test('is deleted by the next push where the replacement was reviewed', async () => {
    const {apply, merge, monitors} = await start();
    expect(await apply(await merge(without))).toMatchObject({exitCode: 1, outputs: {'to-replace': '1'}});
    const run = await apply(push({'monitors/fourth.yaml': specFor('fourth')}));
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1', 'to-delete': '1'}});
    expect(monitors()).toEqual(['first', 'fourth', 'second', 'third']);
  });

  test('is named by a push where the replacement was pushed, and deleted by hand', async () => {
    const {apply, monitors} = await start();
    expect(await apply(push(without))).toMatchObject({exitCode: 1, outputs: {'to-replace': '1'}});
    const run = await apply(push({'monitors/fourth.yaml': specFor('fourth')}));
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1', 'to-delete': '0'}});
    expect(run.stdout).toContain('Not applied: delete "first"');
    expect(await apply(tip(), byHand())).toMatchObject({exitCode: 0, outputs: {'to-delete': '1'}});
    expect(monitors()).toEqual(['first', 'fourth', 'second', 'third']);
  });
});

test('each commit that touches specs is asked about once, and a run sends at most 60 requests', async () => {
  world = await startMergeWorld(CONFIG, {}, 'full');
  const {apply, github, repository} = world;
  for (let number = 1; number <= 32; number++) {
    const files = {[`monitors/m${number}.yaml`]: specFor(`m${number}`), 'README.md': `${number}\n`};
    const sha = repository.commit('main', files);
    github.linkCommit(sha, {number, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    push({'README.md': `after ${number}\n`});
  }
  const run = await apply(tip());
  expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
  expect(run.commands.at(-1)?.message).toContain('they were made before the commits that were looked at');
  const asked = github.requests.filter(request => request.endsWith('/pulls'));
  expect(new Set(asked).size).toBe(asked.length);
  expect(github.requests.length).toBeLessThanOrEqual(60);
});
