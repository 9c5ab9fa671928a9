import {rmSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Updates and deletes whose answers are lost for good: they can be sent again, unlike creates, and apply says so. */
let world: UserWorld;
afterEach(() => world.close());

const FILES = {
  'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n',
  'monitors/a.yaml': specFor('a'),
  'monitors/b.yaml': specFor('b'),
};
const apply = () => world.run(['apply', '--auto-approve']);

test('an update and a delete in doubt are to be applied again, not looked for as a create is', async () => {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
  expect(await apply()).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}retentionDays: 7\n`});
  rmSync(world.workspace.path('monitors/b.yaml'));
  world.emulator.setFaults({faults: [{when: {operation: ['update', 'delete']}, do: 'drop', work: 'done'}]});
  const lost = await apply();
  expect(lost).toMatchObject({exitCode: 4, stdout: expect.stringContaining('1 update and 1 delete may or may not have been carried out')});
  expect(lost.stdout).toMatch(/is safe and settles it:\s+monitors apply$/m);
  expect(lost.stdout).toMatch(/^! a +outcome unknown[^\n]*\n[^!]*the update may have been carried out$/m);
  expect(lost.stdout).not.toMatch(/monitors resolve|it may exist/);
  world.emulator.setFaults({});
  expect(await apply()).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toMatchObject([{name: 'a', retentionDays: 7}]);
  expect(await world.run(['plan', '--refresh', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});
