import {existsSync, readFileSync, rmSync} from 'node:fs';
import {type Emulator, type StoredMonitor, startEmulator} from '../../src/emulator/emulator';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {realWorld} from '../world/real-world';
import {API_KEY} from '../world/service';

/** A spec whose target ids are the same in every environment, as `pull` writes them. */
const SPEC = `name: shop
schedule: {text: hourly}
targets:
  - type: scrape
    id: 11111111-1111-4111-8111-111111111111
    urls: [https://shop.example/]
`;

const OTHER_TEAMS_KEY = 'fc-OTHERTEAM0123456789';

let emulator: Emulator;
let repository: Workspace;
beforeEach(async () => {
  emulator = await startEmulator({world: realWorld, operations: 'full', apiKeys: [API_KEY, OTHER_TEAMS_KEY]});
  repository = makeWorkspace({
    'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n',
    'monitors/shop.yaml': SPEC,
  });
});
afterEach(async () => {
  await emulator.close();
  repository.remove();
});

const start = (key: string, args: readonly string[]) =>
  runMonitorsHere(args, {cwd: repository.directory, env: {MONITORS_BASE_URL: emulator.url, MONITORS_API_KEY: key}});

const run = (environment: string, ...args: readonly string[]) => start(API_KEY, [...args, '--environment', environment]);

function recordedId(environment: string): unknown {
  const state = JSON.parse(readFileSync(repository.path(`monitors.state.${environment}.json`), 'utf8'));
  return state.monitors.shop.id;
}

describe('what another environment records is never taken, though the specs give both the same target ids', () => {
  test('apply makes a monitor of its own', async () => {
    expect(await run('production', 'apply', '--auto-approve')).toMatchObject({exitCode: 0});
    const planned = await run('staging', 'plan', '--refresh');
    expect(planned.stdout).toContain('1 to create');
    const applied = await run('staging', 'apply', '--auto-approve');
    expect(applied).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
    expect(recordedId('staging')).not.toBe(recordedId('production'));
    expect(emulator.monitors()).toHaveLength(2);
    for (const environment of ['production', 'staging']) {
      expect((await run(environment, 'plan', '--refresh')).stdout).toMatch(/^No changes\./);
    }
  });

  test('a create whose answer was lost is not taken for it', async () => {
    await run('production', 'apply', '--auto-approve');
    emulator.setFaults({faults: [{when: {operation: 'create'}, times: 1, do: 'drop', work: 'none'}]});
    const applied = await run('staging', 'apply', '--auto-approve', '--lookup-timeout', '0');
    expect(applied).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
    expect(recordedId('staging')).not.toBe(recordedId('production'));
  });

  test('one that a run left in doubt is not found in it either', async () => {
    await run('production', 'apply', '--auto-approve');
    emulator.setFaults({faults: [{when: {operation: 'create'}, times: 1, do: 'drop', work: 'none'}]});
    expect(await run('staging', 'apply', '--auto-approve', '--on-ambiguous', 'stop')).toMatchObject({exitCode: 4});
    const probed = await run('staging', 'resolve', '--all-unknown', '--probe', '--lookup-timeout', '0');
    expect(probed).toMatchObject({exitCode: 0, stdout: expect.not.stringContaining(String(recordedId('production')))});
    expect(await run('staging', 'apply', '--auto-approve')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 created')});
  });

  test('a lost state is rebuilt without it', async () => {
    await run('production', 'apply', '--auto-approve');
    await run('staging', 'apply', '--auto-approve');
    const own = recordedId('staging');
    rmSync(repository.path('monitors.state.staging.json'));
    rmSync(repository.path('monitors.state.staging.json.bak'));
    expect(await run('staging', 'recover', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(recordedId('staging')).toBe(own);
    emulator.dashboard.delete(String(own));
    rmSync(repository.path('monitors.state.staging.json'));
    await run('staging', 'recover', '--auto-approve', '--lookup-timeout', '0');
    expect(existsSync(repository.path('monitors.state.staging.json'))).toBe(false);
  });

  test('removing doubles deletes none of its monitors', async () => {
    await run('production', 'apply', '--auto-approve');
    await run('staging', 'apply', '--auto-approve');
    const [{targets}] = emulator.monitors() as [StoredMonitor];
    const double = emulator.dashboard.create({name: 'double', schedule: {text: 'hourly'}, targets});
    const pruned = await run('staging', 'resolve', '--prune-duplicates', 'shop', '--auto-approve');
    expect(pruned).toMatchObject({exitCode: 0});
    expect(emulator.deleted().map(({id}) => id)).toEqual([double.id]);
    const left = emulator.monitors().map(({id}) => id);
    expect(new Set(left)).toEqual(new Set([recordedId('production'), recordedId('staging')]));
  });
});

test('the key of another team, whose list has nothing of what is recorded, makes nothing a second time', async () => {
  repository.write(Object.fromEntries([...'abcdefghi'].map(name => [`monitors/${name}.yaml`, specFor(name)])));
  await start(API_KEY, ['apply', '--auto-approve']);
  for (const args of [
    ['plan', '--refresh', '--lookup-timeout', '0'],
    ['apply', '--refresh', '--auto-approve', '--lookup-timeout', '0'],
  ]) {
    expect(await start(OTHER_TEAMS_KEY, args)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/none-listed')});
  }
  expect(emulator.monitors()).toHaveLength(10);
});
