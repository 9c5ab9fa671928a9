import {readFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

const worlds: UserWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const ID = '10000000-0000-4000-8000-000000000000';

async function start(operations: 'create' | 'full'): Promise<UserWorld> {
  const config = `project: shop\nservice: {operations: ${operations}}\n`;
  const world = await startUserWorld({'monitors.config.yaml': config, 'monitors/a.yaml': specFor('a')}, {}, {operations});
  worlds.push(world);
  return world;
}

const recordedIds = (world: UserWorld) => {
  const {monitors} = JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8')) as {
    monitors: Record<string, {id: string}>;
  };
  return Object.fromEntries(Object.entries(monitors).map(([key, {id}]) => [key, id]));
};

describe('N31: one id for two creates', () => {
  test.each(['create', 'full'] as const)(
    'with operations %s: exit 4 at once, one is recorded, the others are sent no more',
    async operations => {
      const world = await start(operations);
      for (const name of ['b', 'c', 'd']) world.workspace.write({[`monitors/${name}.yaml`]: specFor(name)});
      world.emulator.setFaults({faults: [{when: {operation: 'create'}, do: 'alter', id: ID}]});
      const run = await world.runHere(['apply', '--auto-approve', '--concurrency', '1', '--format', 'json']);
      expect(run.exitCode).toBe(4);
      const {results} = JSON.parse(run.stdout) as {results: {key: string; outcome: string}[]};
      expect(results.map(({key, outcome}) => [key, outcome])).toEqual([
        ['a', 'created'],
        ['b', 'unknown'],
        ['c', 'not-attempted'],
        ['d', 'not-attempted'],
      ]);
      expect(results[1]).toMatchObject({
        error: {code: 'ID_TAKEN', message: `the service answered with the id ${ID}, which belongs to "a"`},
      });
      expect(recordedIds(world)).toEqual({a: ID});
      expect(world.emulator.monitors()).toHaveLength(2);
    },
  );

  test('the id of a monitor that is recorded already', async () => {
    const world = await start('create');
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    const {a} = recordedIds(world);
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    world.emulator.setFaults({faults: [{when: {operation: 'create'}, do: 'alter', id: a ?? ''}]});
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 4});
    expect(recordedIds(world)).toEqual({a});
    expect((await world.runHere(['plan'])).stdout).toContain('monitors resolve b --adopt ID');
  });
});
