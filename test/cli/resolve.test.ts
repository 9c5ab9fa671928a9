import type {FaultScript} from '../../src/emulator/faults/script';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

const worlds: UserWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const config = 'project: shop\nservice: {operations: full}\n';

/** A repository with full operations and the specs `a` and `b`, applied while these faults hold. */
async function applied(faults: FaultScript = {}): Promise<UserWorld> {
  const files = {'monitors.config.yaml': config, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
  const world = await startUserWorld(files, faults, {operations: 'full'});
  worlds.push(world);
  const run = await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '1']);
  expect(run.exitCode).toBe(faults.faults === undefined ? 0 : 4);
  world.emulator.setFaults({});
  return world;
}

/** The answer to the create of `a` is lost, and so is every list after the first look. */
const inDoubt = (work: 'done' | 'none'): FaultScript => ({
  faults: [
    {when: {operation: 'create', name: 'a'}, do: 'drop', work},
    {when: {operation: 'list'}, skip: 1, do: 'answer', status: 503},
  ],
});

test("the id of another monitor is refused, also in capitals; one's own is recorded as the service writes it", async () => {
  const world = await applied(inDoubt('done'));
  const idOf = (name: string) => String(world.emulator.monitors().find(one => one.name === name)?.id);
  const adopt = (id: string) => world.runHere(['resolve', 'a', '--adopt', id.toUpperCase()]);
  expect(await adopt(idOf('b'))).toMatchObject({exitCode: 3, stderr: expect.stringContaining('is already recorded as "b"')});
  expect(await adopt(idOf('a'))).toMatchObject({exitCode: 0});
  expect((await world.runHere(['plan', '--refresh'])).stdout).toContain('No changes');
});

describe('a key that is not unresolved', () => {
  test('is named where the state does not know it, with one that is near', async () => {
    const world = await applied();
    for (const [args, code] of [
      [['resolve', 'c'], 'state/no-such-key'],
      [['resolve', 'c', '--not-created'], 'state/not-unresolved'],
    ] as const) {
      const run = await world.runHere(args);
      expect(run).toMatchObject({exitCode: 3, stderr: expect.stringContaining(code)});
      expect(run.stderr).toContain('the state has no monitor and no create "c"');
    }
    await world.runHere(['state', 'mv', 'a', 'pricing/acme']);
    expect((await world.runHere(['resolve', 'pricing/acne'])).stderr).toContain('did you mean "pricing/acme"?');
  });

  test('is nothing to do where it is recorded', async () => {
    const world = await applied();
    expect(await world.runHere(['resolve', 'a'])).toMatchObject({exitCode: 0, stdout: 'Nothing is unresolved.\n'});
    expect((await world.runHere(['resolve', 'a', '--not-created'])).stderr).toMatch(/"a" is not unresolved: it is the monitor/);
  });
});

describe('resolve --probe', () => {
  test('finds what was created, and leaves nothing open', async () => {
    const world = await applied(inDoubt('done'));
    const run = await world.runHere(['resolve', 'a', '--probe', '--lookup-timeout', '1']);
    expect(run).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^"a" is the monitor [0-9a-f-]{36} now\.\n$/)});
    expect(await world.runHere(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
  });

  test('says that there is none; the next apply creates it', async () => {
    const world = await applied(inDoubt('none'));
    const run = await world.runHere(['resolve', '--all-unknown', '--probe', '--lookup-timeout', '1']);
    expect(run).toMatchObject({exitCode: 0, stdout: '"a" was not created: the next apply creates it.\n'});
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors().map(({name}) => name)).toEqual(['b', 'a']);
  });

  test('what can not be looked up stays open, with the way out', async () => {
    const world = await applied(inDoubt('done'));
    world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 503}]});
    const run = await world.runHere(['resolve', 'a', '--probe', '--lookup-timeout', '1']);
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toMatch(/^"a" is still unresolved: [^\n]*503[^\n]*\n! a\n.*monitors resolve a --adopt ID\n/s);
  });
});

describe('resolve --prune-duplicates', () => {
  async function doubled(): Promise<{world: UserWorld; kept: string; double: string}> {
    const world = await applied();
    const kept = world.emulator.monitors().find(({name}) => name === 'a');
    if (kept === undefined) throw new Error('nothing was created');
    const body = {name: 'a', schedule: {text: 'hourly'}, targets: kept.targets};
    const {id} = world.emulator.dashboard.create(body, {createdAt: Date.now() - 3 * 86_400_000});
    return {world, kept: kept.id, double: id};
  }

  test('shows which stays and how old the others are, and deletes nothing unasked', async () => {
    const {world, kept, double} = await doubled();
    const run = await world.runHere(['resolve', '--prune-duplicates', 'a']);
    expect(run.exitCode).toBe(3);
    expect(run.stdout).toMatch(
      new RegExp(
        `^"a" is the monitor ${kept}, which stays\\. To be deleted:\n +${double} "a", created \\d+ \\w+ [\\d: ]+ \\(3 d ago\\)\n$`,
      ),
    );
    expect(run.stderr).toContain('monitors resolve --prune-duplicates a --auto-approve');
    expect(world.emulator.deleted()).toEqual([]);
  });

  test('deletes what is not recorded', async () => {
    const {world, kept, double} = await doubled();
    const run = await world.runHere(['resolve', '--prune-duplicates', 'a', '--auto-approve']);
    expect(run).toMatchObject({exitCode: 0, stdout: expect.stringMatching(new RegExp(`\nDeleted ${double}\\.\n$`))});
    expect(world.emulator.monitors().map(({id}) => id)).toContain(kept);
    expect(await world.runHere(['resolve', '--prune-duplicates', 'a'])).toMatchObject({
      exitCode: 0,
      stdout: 'No duplicates in the service.\n',
    });
  });

  test('needs keys: which doubles may go is never guessed', async () => {
    const {world} = await doubled();
    for (const args of [[], ['--all-unknown']]) {
      const run = await world.runHere(['resolve', '--prune-duplicates', '--auto-approve', ...args]);
      expect(run).toMatchObject({exitCode: 3, stderr: expect.stringContaining('--prune-duplicates needs keys')});
    }
    expect(world.emulator.deleted()).toEqual([]);
  });

  test('where the recorded one is gone, nothing is deleted', async () => {
    const {world, kept, double} = await doubled();
    world.emulator.dashboard.delete(kept);
    const run = await world.runHere(['resolve', '--prune-duplicates', 'a', '--auto-approve']);
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain('Nothing was deleted for "a"');
    expect(world.emulator.monitors().map(({id}) => id)).toContain(double);
  });
});
