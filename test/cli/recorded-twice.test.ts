import {readdirSync, renameSync} from 'node:fs';
import {apply, type MonitorsError, plan} from '../../src/index';
import {specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A monitor belongs to one environment, also where the other's state lies in another checkout. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\nenvironments: {staging: {}, production: {}, other: {}}\n';
const run = (environment: string, ...args: string[]) => world.runHere([...args, '--environment', environment]);
const stateOf = (environment: string) =>
  world.workspace.path(readdirSync(world.workspace.directory).find(name => name.includes(environment) && name.endsWith('.json'))!);
const words = (text: string) => text.replace(/\s+/g, ' ');

/** Staging is applied; its state lies in another checkout. Returns what brings it back. */
async function startStaging(spec = specFor('a')): Promise<() => void> {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, 'monitors/a.yaml': spec}, {}, {operations: 'full'});
  expect(await run('staging', 'apply', '--auto-approve')).toMatchObject({exitCode: 0});
  const path = stateOf('staging');
  renameSync(path, world.workspace.path('.away'));
  return () => renameSync(world.workspace.path('.away'), path);
}

test('C60: a monitor of a declared environment whose state is not here is not offered as this one', async () => {
  await startStaging();
  expect(JSON.parse((await run('production', 'plan', '--refresh', '--format', 'json')).stdout)).toMatchObject({
    summary: {create: 1, blocked: 0},
  });
  const applied = await run('production', 'apply', '--auto-approve', '--format', 'json');
  expect(applied.exitCode).toBe(0);
  expect(JSON.parse(applied.stdout)).toMatchObject({summary: {created: 1}});
  expect(applied.stdout).not.toContain('may-exist');
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('C60: nor taken for this one by target ids that the spec gives in both, at every door', async () => {
  const given = specFor('a').replace('type: scrape', 'type: scrape\n    id: 743068a0-bfed-40f5-a7fc-a95ed860ad93');
  const bringBack = await startStaging(given);
  const [monitor] = world.emulator.monitors();
  const {directory} = world.workspace;
  const options = {directory, apiKey: API_KEY, baseUrl: world.emulator.url, env: {HOME: world.workspace.path('.home')}};
  const planned = await run('production', 'plan', '--refresh');
  expect(words(planned.stdout)).toContain(`monitors import a ${monitor!.id}`);
  for (const end of [await run('production', 'apply', '--auto-approve'), await apply({...options, environment: 'production'})])
    expect(end.exitCode).toBe(1);
  expect(world.emulator.monitors()).toHaveLength(1);
  // A state that was lost is another matter, once the others are there.
  bringBack();
  expect(await run('production', 'apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('C60: an id that two environments record is refused by plan and apply of both, at every door', async () => {
  const bringBack = await startStaging();
  const [monitor] = world.emulator.monitors();
  expect(await run('production', 'import', 'a', monitor!.id)).toMatchObject({exitCode: 0});
  bringBack();
  const {directory} = world.workspace;
  const options = {directory, apiKey: API_KEY, baseUrl: world.emulator.url, env: {HOME: world.workspace.path('.home')}};
  for (const environment of ['staging', 'production']) {
    const ended = await run(environment, 'plan');
    expect(ended).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining('state/recorded-twice')});
    expect(words(ended.stderr)).toContain(`${monitor!.id} is recorded as "a" here and in the environment`);
    expect(await run(environment, 'apply', '--auto-approve')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('recorded-twice'),
    });
    for (const call of [plan, apply]) {
      const error = (await call({...options, environment}).catch((thrown: unknown) => thrown)) as MonitorsError;
      expect(error.code).toBe('state/recorded-twice');
    }
  }
  expect(await run('other', 'plan')).toMatchObject({exitCode: 0});
  expect(await run('production', 'state', 'rm', 'a')).toMatchObject({exitCode: 0});
  expect(await run('staging', 'plan')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
});

test('C60: a monitor that another environment records is not imported', async () => {
  (await startStaging())();
  const [monitor] = world.emulator.monitors();
  const ended = await run('production', 'import', 'a', monitor!.id);
  expect(ended).toMatchObject({exitCode: 3});
  expect(words(ended.stderr)).toContain('is recorded in the environment "staging"');
  expect(words(ended.stderr)).toContain('"monitors state rm KEY --environment staging"');
});
