import {readFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

let world: UserWorld;
afterEach(() => world.close());

test('a first apply with a wrong address does not bind the state to it', async () => {
  world = await startUserWorld({'monitors/a.yaml': specFor('a')});
  expect(await world.run(['apply', '--auto-approve', '--base-url', 'http://127.0.0.1:9'])).toMatchObject({exitCode: 1});
  expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
  expect(JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8'))).toMatchObject({origin: world.emulator.url});
  expect(await world.run(['plan'])).toMatchObject({stdout: expect.stringContaining('No changes.')});
});

test('a state with a monitor in it stays bound to its address', async () => {
  world = await startUserWorld({'monitors/a.yaml': specFor('a')});
  await world.run(['apply', '--auto-approve']);
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  const other = await world.run(['apply', '--auto-approve', '--base-url', 'http://127.0.0.1:9']);
  expect(other).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/wrong-origin')});
});
