import {readFileSync, rmSync} from 'node:fs';
import type {FaultScript} from '../../src/emulator/faults/script';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

const worlds: UserWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** The first request of the create of `a` is carried out, and answered with a 503. */
const carriedOutTwice: FaultScript = {
  faults: [{when: {operation: 'create', name: 'a'}, times: 1, do: 'answer', status: 503, work: 'done'}],
};

/** A repository of `a` and `b`, applied without a list while these faults hold. */
async function applied(faults: FaultScript = carriedOutTwice, lines = ''): Promise<UserWorld> {
  const files = {
    'monitors.config.yaml': 'project: shop\n',
    'monitors/a.yaml': lines === '' ? specFor('a') : bareSpecFor('a') + lines,
    'monitors/b.yaml': specFor('b'),
  };
  const world = await startUserWorld(files, faults, {operations: 'full'});
  worlds.push(world);
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  world.emulator.setFaults({});
  return world;
}

const goFull = (world: UserWorld) => world.workspace.write({'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'});

const recorded = (world: UserWorld) =>
  JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8')) as {monitors: Record<string, Record<string, unknown>>};

const idOf = (world: UserWorld, key: string) => String(recorded(world).monitors[key]?.['id']);

describe('N5: a create that may have been carried out twice', () => {
  test('is named by every plan and apply, as a warning, until somebody has looked', async () => {
    const world = await applied();
    expect(world.emulator.monitors().filter(({name}) => name === 'a')).toHaveLength(2);
    for (const run of [1, 2]) {
      const planned = await world.runHere(['plan', '--detailed-exitcode']);
      expect(planned).toMatchObject({exitCode: 0, stderr: expect.stringContaining('"a" may exist twice')});
      expect({run, stderr: planned.stderr.replaceAll(/\s+/g, ' ')}).toMatchObject({
        stderr: expect.stringContaining('monitors resolve a --checked'),
      });
      const again = await world.runHere(['apply', '--auto-approve', '--format', 'json']);
      expect(again.exitCode).toBe(0);
      expect(JSON.parse(again.stdout)).toMatchObject({diagnostics: [{code: 'apply/maybe-duplicate', severity: 'warning'}]});
    }
    expect((await world.runHere(['plan', '--only', 'b'])).stderr).toContain('"a" may exist twice');
    expect((await world.runHere(['plan', '--format', 'markdown'])).stdout).toContain('may exist twice');

    const checked = await world.runHere(['resolve', 'a', '--checked']);
    expect(checked).toMatchObject({exitCode: 0, stdout: `"a" is the monitor ${idOf(world, 'a')}; it counts as the only one now.\n`});
    expect((await world.runHere(['plan'])).stderr).toBe('');
    expect(recorded(world).monitors['a']).not.toHaveProperty('mayExistTwice');
  });

  test('is kept through a rename, a move in the state and a restored backup', async () => {
    const world = await applied();
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});
    expect(await world.runHere(['state', 'mv', 'a', 'c'])).toMatchObject({exitCode: 0});
    expect(recorded(world).monitors['c']).toMatchObject({mayExistTwice: true});
    world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}\nsync: {renamedFrom: c}\n`});
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});
    expect(await world.runHere(['state', 'restore', 'monitors.state.json.bak'])).toMatchObject({exitCode: 0});
    expect((await world.runHere(['plan'])).stderr).toContain('"c" may exist twice');
  });

  test('is kept through an update and a change that is accepted', async () => {
    const world = await applied();
    goFull(world);
    world.workspace.write({'monitors/a.yaml': specFor('a').replace('hourly', 'daily')});
    expect(await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0'])).toMatchObject({exitCode: 0});
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});
    world.emulator.dashboard.edit(idOf(world, 'a'), {goal: 'by hand'});
    expect(await world.runHere(['accept', 'a', '--lookup-timeout', '0'])).toMatchObject({exitCode: 0});
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});
  });

  /** Applied with these other lines in the spec of `a`, in doubt, and then with full operations. */
  async function inDoubt(lines = ''): Promise<UserWorld> {
    const world = await applied(carriedOutTwice, lines);
    goFull(world);
    return world;
  }

  const named = (world: UserWorld) => world.emulator.monitors().filter(({name}) => name === 'a');

  test.each([
    ['a delete', '', null],
    ['a replacement', 'webhook: {url: "https://hooks.example.com/x"}\n', specFor('a')],
    [
      'other targets',
      '',
      specFor('a').replace(
        /targets:[\s\S]*/,
        'targets:\n  - {type: search, queries: [prices], id: 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11}\ngoal: any\n',
      ),
    ],
  ])('holds back %s until somebody has looked', async (_what, lines, after) => {
    const world = await inDoubt(lines);
    if (after === null) rmSync(world.workspace.path('monitors/a.yaml'));
    else world.workspace.write({'monitors/a.yaml': after});
    const held = await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0']);
    expect(held).toMatchObject({exitCode: 1, stdout: expect.stringContaining('monitors resolve a --probe')});
    expect(named(world)).toHaveLength(2);
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});

    expect(await world.runHere(['resolve', 'a', '--probe', '--lookup-timeout', '0'])).toMatchObject({exitCode: 1});
    expect(await world.runHere(['resolve', 'a', '--prune-duplicates', '--auto-approve'])).toMatchObject({exitCode: 0});
    expect(await world.runHere(['resolve', 'a', '--probe', '--lookup-timeout', '0'])).toMatchObject({exitCode: 0});
    expect(await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0'])).toMatchObject({exitCode: 0});
    expect(named(world)).toHaveLength(after === null ? 0 : 1);
  });

  test('N5a: state rm does not forget the only trace of it', async () => {
    const world = await applied();
    const refused = await world.runHere(['state', 'rm', 'a']);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/unresolved')});
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain('monitors resolve a --checked');
    expect(await world.runHere(['resolve', 'a', '--checked'])).toMatchObject({exitCode: 0});
    expect(await world.runHere(['state', 'rm', 'a'])).toMatchObject({exitCode: 0});
  });

  test('the command of the warning works after a rename', async () => {
    const world = await applied();
    rmSync(world.workspace.path('monitors/a.yaml'));
    world.workspace.write({'monitors/c.yaml': `${bareSpecFor('a')}\nsync: {renamedFrom: a}\n`});
    const renamed = await world.runHere(['apply', '--auto-approve']);
    expect(renamed.stderr.replaceAll(/\s+/g, ' ')).toContain('monitors resolve c --checked');
    expect(await world.runHere(['resolve', 'c', '--checked'])).toMatchObject({exitCode: 0});
  });

  test('state show and state list say so', async () => {
    const world = await applied();
    expect((await world.runHere(['state', 'show', 'a'])).stdout).toContain('may exist twice');
    expect((await world.runHere(['state', 'show', 'b'])).stdout).not.toContain('may exist twice');
    const listed = JSON.parse((await world.runHere(['state', 'list', '--format', 'json'])).stdout) as {monitors: object[]};
    expect(listed.monitors).toMatchObject([
      {key: 'a', mayExistTwice: true},
      {key: 'b', mayExistTwice: false},
    ]);
  });
});

describe('resolve --checked', () => {
  test('takes every one of them with --all-unknown', async () => {
    const world = await applied({faults: [{when: {operation: 'create'}, times: 1, do: 'answer', status: 500, work: 'none'}]});
    const run = await world.runHere(['resolve', '--all-unknown', '--checked', '--format', 'json']);
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({settled: [{outcome: 'checked', id: expect.any(String)}], unresolved: []});
    expect(await world.runHere(['resolve', '--all-unknown', '--checked'])).toMatchObject({exitCode: 0});
  });

  test('refuses a key that is not in doubt, and changes nothing', async () => {
    const world = await applied();
    const before = recorded(world);
    const run = await world.runHere(['resolve', 'a', 'b', '--checked']);
    expect(run).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-unresolved')});
    expect(recorded(world)).toEqual(before);
  });
});

describe('resolve --probe, where the service has a list', () => {
  test('ends the doubt about a monitor that is there once', async () => {
    const world = await applied({faults: [{when: {operation: 'create', name: 'a'}, times: 1, do: 'answer', status: 503, work: 'none'}]});
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});
    goFull(world);
    const run = await world.runHere(['resolve', 'a', '--probe', '--lookup-timeout', '0']);
    expect(run).toMatchObject({exitCode: 0, stdout: `"a" is the monitor ${idOf(world, 'a')}, and the service lists no second one.\n`});
    expect((await world.runHere(['plan'])).stderr).toBe('');
  });

  test('names the double, and the doubt stays until it is deleted', async () => {
    const world = await applied();
    goFull(world);
    const run = await world.runHere(['resolve', 'a', '--probe', '--lookup-timeout', '0']);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('apply/duplicates');
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});
    expect(await world.runHere(['resolve', 'a', '--prune-duplicates', '--auto-approve'])).toMatchObject({exitCode: 0});
    expect(await world.runHere(['resolve', '--all-unknown', '--probe', '--lookup-timeout', '0'])).toMatchObject({exitCode: 0});
    expect((await world.runHere(['plan'])).stderr).toBe('');
    expect(world.emulator.monitors().filter(({name, status}) => name === 'a' && status !== 'deleted')).toHaveLength(1);
  });

  test('a list that can not be read leaves the doubt', async () => {
    const world = await applied();
    goFull(world);
    world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 503}]});
    const run = await world.runHere(['resolve', 'a', '--probe', '--lookup-timeout', '0']);
    expect(run).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/^"a" may still exist twice: .*503/)});
    expect(recorded(world).monitors['a']).toMatchObject({mayExistTwice: true});
  });
});
