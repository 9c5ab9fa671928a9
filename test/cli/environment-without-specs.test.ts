import {bareSpecFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** An environment in which no spec lives, since each names others in `sync.environments`. */
let world: UserWorld;
afterEach(() => world.close());

const words = (text: string) => text.replace(/\s+/g, ' ');
const inEnvironment = (name: string, ...args: string[]) => world.runHere([...args, '--environment', name]);
const livingIn = (environment: string) =>
  Object.fromEntries(
    ['a', 'b'].map(name => [`monitors/${name}.yaml`, `${bareSpecFor(name)}sync: {alerts: none, environments: [${environment}]}\n`]),
  );

beforeEach(async () => {
  const config = 'project: acme\nservice: {operations: full}\nenvironments: {staging: {}, production: {}}\n';
  world = await startUserWorld({'monitors.config.yaml': config, ...livingIn('production')}, {}, {operations: 'full'});
  await inEnvironment('production', 'apply', '--auto-approve');
});

test('it ends the run once it has monitors', async () => {
  world.workspace.write(livingIn('staging'));
  for (const command of ['plan', 'apply']) {
    const refused = await inEnvironment('production', command);
    expect(refused).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining('spec/none-here')});
    expect(words(refused.stderr)).toContain('choose staging with --environment');
  }
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('without monitors there is nothing to do, so that a pipeline goes on to the next one', async () => {
  for (const command of ['plan', 'apply']) {
    const done = await inEnvironment('staging', command);
    expect(done).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
    expect(words(done.stderr)).toContain('warning spec/none-here no spec lives in environment "staging": all 2 name others');
    expect(done.stderr).not.toContain('config/new-environment');
  }
  expect(await world.runHere(['plan', '--all-environments'])).toMatchObject({exitCode: 0});
  expect(await inEnvironment('staging', 'render')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('spec/none-here')});
  expect(world.emulator.monitors()).toHaveLength(2);
});
