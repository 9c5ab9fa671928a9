import {writeFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** A backup is older than what it stands for: restoring it must not make anything be created again. */
let world: UserWorld;
afterEach(() => world.close());

const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};

function truncateState(): void {
  writeFileSync(world.workspace.path('monitors.state.json'), '{"format": "monit');
}

async function restore(): Promise<void> {
  truncateState();
  expect(await world.runHere(['plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state restore')});
  await world.runHere(['state', 'restore', 'monitors.state.json.bak']);
}

test('P4: restoring the backup after a run brings back what that run created', async () => {
  world = await startUserWorld(SPECS);
  await world.runHere(['apply', '--auto-approve']);
  await restore();
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('P4: restoring the backup after a lost answer was settled brings back what was settled', async () => {
  world = await startUserWorld(SPECS, {faults: [{when: {name: 'b'}, do: 'drop', work: 'done', times: 1}]});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 4});
  const lost = world.emulator.monitors().find(({name}) => name === 'b');
  expect(await world.runHere(['resolve', 'b', '--adopt', lost?.id ?? ''])).toMatchObject({exitCode: 0});
  await restore();
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('P4: restoring the backup before a lost answer was settled still knows that it is not', async () => {
  world = await startUserWorld(SPECS, {faults: [{when: {name: 'b'}, do: 'drop', work: 'done', times: 1}]});
  await world.runHere(['apply', '--auto-approve']);
  await restore();
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/b {2}unresolved/)});
  expect(world.emulator.monitors()).toHaveLength(2);
});
