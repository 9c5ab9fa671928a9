import {readFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

const worlds: UserWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

interface Recorded {
  readonly id: string;
  readonly leftovers?: readonly string[];
}

const records = (world: UserWorld) =>
  (JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8')) as {monitors: Record<string, Recorded>}).monitors;

const living = (world: UserWorld) => world.emulator.monitors().map(({id}) => id);

/** `a` was replaced, and the delete of the monitor before it failed. Its id comes with the world. */
async function replaced(): Promise<{readonly world: UserWorld; readonly leftover: string}> {
  const files = {
    'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n',
    'monitors/a.yaml': `${bareSpecFor('a')}webhook: {url: "https://hooks.example.com/x"}\n`,
  };
  const world = await startUserWorld(files, {}, {operations: 'full'});
  worlds.push(world);
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/a.yaml': specFor('a')});
  world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'answer', status: 403}]});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
  world.emulator.setFaults({});
  const [leftover] = records(world)['a']?.leftovers ?? [];
  if (leftover === undefined) throw new Error('nothing was left over');
  return {world, leftover};
}

test('N5b: state rm names the replaced monitors that are still there, since no record tells of them any more', async () => {
  const {world, leftover} = await replaced();
  const text = (await world.runHere(['state', 'rm', 'a'])).stdout;
  for (const id of living(world)) expect(text).toContain(id);
  expect(living(world)).toContain(leftover);
});

test('state rm says so in JSON', async () => {
  const {world, leftover} = await replaced();
  expect(JSON.parse((await world.runHere(['state', 'rm', 'a', '--format', 'json'])).stdout)).toMatchObject({
    key: 'a',
    leftovers: [leftover],
  });
});

test('a replaced monitor that has come to be recorded under another key is not deleted', async () => {
  const {world, leftover} = await replaced();
  // The outcome of b is unknown, and somebody says that it is the monitor which a has replaced.
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  world.emulator.setFaults({faults: [{when: {operation: 'create'}, do: 'drop'}]});
  await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0', '--only', 'b', '--on-ambiguous', 'stop']);
  world.emulator.setFaults({});
  expect(await world.runHere(['resolve', 'b', '--adopt', leftover])).toMatchObject({exitCode: 0});
  await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0']);
  expect(living(world)).toContain(leftover);
});
