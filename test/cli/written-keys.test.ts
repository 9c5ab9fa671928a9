import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Emulator, type StoredMonitor, startEmulator} from '../../src/emulator/emulator';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {realWorld} from '../world/real-world';
import {API_KEY} from '../world/service';

let emulator: Emulator;
let repository: Workspace;
beforeEach(async () => {
  emulator = await startEmulator({world: realWorld, operations: 'full', apiKeys: [API_KEY]});
  repository = makeWorkspace({
    'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n',
    'monitors/own.yaml': specFor('own'),
  });
});
afterEach(async () => {
  await emulator.close();
  repository.remove();
});

const run = (...args: readonly string[]) =>
  runMonitorsHere(args, {cwd: repository.directory, env: {MONITORS_BASE_URL: emulator.url, MONITORS_API_KEY: API_KEY}});

/** Files of the repository that hold the key, in their content or their name. */
function findKey(): string[] {
  const paths = readdirSync(repository.directory, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
  return paths
    .filter(({name, parentPath}) => name.includes(API_KEY.toLowerCase()) || readFileSync(join(parentPath, name), 'utf8').includes(API_KEY))
    .map(({name}) => name);
}

const body = (more: object) => ({
  name: 'shop',
  schedule: {text: 'hourly'},
  targets: [{type: 'scrape', urls: ['https://shop.example/']}],
  ...more,
});

describe('S6: the key that somebody put into a monitor is written into no file', () => {
  test.each([
    {name: 'its name', more: {name: `shop ${API_KEY}`}},
    {name: 'its goal', more: {goal: `use ${API_KEY}`}},
    {name: 'metadata', more: {webhook: {url: 'https://hooks.example/', metadata: {key: API_KEY}}}},
    // The state keeps only a hash of a query: there is nothing to refuse where a spec is there already.
    {name: 'the address of a page', more: {targets: [{type: 'scrape', urls: [`https://shop.example/?key=${API_KEY}`]}]}, recorded: 0},
  ])('pull and import refuse a monitor that holds it in $name', async ({more, recorded = 3}) => {
    const {id} = emulator.dashboard.create(body(more));
    emulator.dashboard.create(body({name: 'honest'}));
    const pulled = await run('pull');
    expect(pulled).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/this run's\s+own\s+key/)});
    expect(await run('import', 'shop', id)).toMatchObject({exitCode: 1});
    expect(await run('import', 'own', id)).toMatchObject({exitCode: recorded});
    expect(findKey()).toEqual([]);
    expect(readdirSync(repository.path('monitors')).sort()).toEqual(['honest.yaml', 'own.yaml']);
  });

  test('accept refuses it', async () => {
    await run('apply', '--auto-approve');
    const {id} = emulator.monitors()[0] as StoredMonitor;
    emulator.dashboard.edit(id, {goal: `use ${API_KEY}`});
    const accepted = await run('accept', 'own');
    expect(accepted).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/this run's\s+own\s+key/)});
    expect(findKey()).toEqual([]);
  });
});
