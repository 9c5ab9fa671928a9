import {readdirSync} from 'node:fs';
import {loadConfig} from '../../src/core/config/loaded-settings';
import {combineSettings} from '../../src/core/config/settings';
import type {JsonObject} from '../../src/core/json/value';
import type {Disk} from '../../src/core/state/file/disk';
import {readHostFacts} from '../../src/core/state/file/host';
import {openFileStore} from '../../src/core/state/file/store';
import {pullMonitors} from '../../src/features/adopt/pull';
import {connectToService} from '../../src/project/connection';
import {DyingProcess} from '../world/dying-process';
import {GONE_PID} from '../world/gone-pid';
import {projectIn} from '../world/project';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/**
 * A pull that dies at any call to the disk leaves nothing that makes a second monitor, loses one or holds the next run up: apply
 * adopts what has a spec by its target ids, and pulling again fetches the rest.
 */
const SECRETS = {WEBHOOK_PATH: 'services/hidden', WEBHOOK_AUTHORIZATION: 'hidden-token', WEBHOOK_PATH_TWO: 'other'};

const monitor = (name: string, path: string): JsonObject => ({
  name,
  schedule: {cron: '0 9 * * *'},
  targets: [{type: 'scrape', urls: [`https://${name}.example/`]}],
  webhook: {url: `https://hooks.example.com/${path}`, headers: {Authorization: `Bearer ${SECRETS.WEBHOOK_AUTHORIZATION}`}},
});

let world: UserWorld;
afterEach(() => world.close());

async function startWorld(): Promise<UserWorld> {
  world = await startUserWorld({'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'}, {}, {operations: 'full'});
  world.emulator.dashboard.create(monitor('one', SECRETS.WEBHOOK_PATH), {createdAt: 1000});
  world.emulator.dashboard.create(monitor('two', SECRETS.WEBHOOK_PATH_TWO), {createdAt: 2000});
  return world;
}

/** Pulls in this process, on a disk that may die. The lock that is left behind names a process that is gone. */
async function pullOn(disk: Disk, {workspace, emulator}: UserWorld, pid: number): Promise<void> {
  const cwd = workspace.directory;
  const env = {MONITORS_BASE_URL: emulator.url, MONITORS_API_KEY: API_KEY};
  const settings = combineSettings({flags: {}, env: {}, directory: cwd, config: loadConfig(cwd, undefined, cwd)});
  const {stateFile, project, environment} = settings;
  const host = readHostFacts({pid, platform: process.platform, env: {}, command: 'pull'});
  const store = openFileStore({stateFile, project, environment, tool: '0.0.0', world: realWorld, host, env: {}, disk});
  const connect = () => connectToService({baseUrl: undefined, env, world: realWorld, references: []});
  await pullMonitors(projectIn(cwd, settings, store, {disk, connect}), {only: undefined});
}

test('a pull that is killed at any call to the disk is mended by apply and another pull', async () => {
  await startWorld();
  const counting = new DyingProcess(Number.POSITIVE_INFINITY);
  await pullOn(counting.disk, world, GONE_PID);
  await world.close();
  expect(counting.steps).toBeGreaterThan(20);
  let adopted = 0;
  let died = 0;
  for (let calls = 0; calls < counting.steps; calls++) {
    await startWorld();
    const before = world.emulator.monitors();
    // Dead while it gives the lock back, a run has no more to say: what is left behind is the same.
    died += await pullOn(new DyingProcess(calls).disk, world, GONE_PID).then(
      () => 0,
      () => 1,
    );
    const written = listSpecs(world).length;
    if (written > 0) {
      const apply = await world.runHere(['apply', '--auto-approve', '-q'], {env: SECRETS});
      expect({calls, exitCode: apply.exitCode, stderr: apply.stderr}).toEqual({calls, exitCode: 0, stderr: ''});
      adopted++;
    }
    if (written < before.length) expect({calls, ...(await world.runHere(['pull', '-q']))}).toMatchObject({calls, exitCode: 0, stderr: ''});
    expect({calls, ...(await world.runHere(['plan', '--refresh', '--detailed-exitcode', '-q']))}).toMatchObject({calls, exitCode: 0});
    expect(world.emulator.monitors()).toEqual(before);
    expect(world.emulator.requests().filter(({method}) => method !== 'GET')).toEqual([]);
    if (calls + 1 < counting.steps) await world.close();
  }
  expect(adopted).toBeGreaterThan(5);
  expect(died).toBeGreaterThan(20);
}, 240_000);

function listSpecs({workspace}: UserWorld): string[] {
  try {
    return readdirSync(workspace.path('monitors')).filter(name => name.endsWith('.yaml'));
  } catch {
    return [];
  }
}
