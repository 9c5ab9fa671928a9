import {existsSync, readdirSync, readFileSync} from 'node:fs';
import type {JsonObject} from '../../src/json/value';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors pull` and `monitors import`, through the real command, against the service over HTTP. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\n';
const start = (files: Readonly<Record<string, string>> = {}) =>
  startUserWorld({'monitors.config.yaml': CONFIG, ...files}, {}, {operations: 'full'});
const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');
const specs = () => readdirSync(world.workspace.path('monitors'), {recursive: true, encoding: 'utf8'}).sort();

const PAGE: JsonObject = {
  name: 'Acme pricing',
  schedule: {text: 'every 30 minutes', timezone: 'Europe/Berlin'},
  goal: 'Tell me when a price changes\nor a plan goes',
  targets: [
    {
      type: 'scrape',
      urls: ['https://acme.example/pricing'],
      scrapeOptions: {headers: {Cookie: 'session=abc123', Accept: 'text/html'}},
    },
  ],
  webhook: {url: 'https://hooks.example.com/services/T0/secret-path', headers: {Authorization: 'Bearer very-secret-token'}},
};

async function expectSettled(): Promise<void> {
  for (const args of [['plan'], ['plan', '--refresh']])
    expect(await world.run([...args, '--detailed-exitcode', '-q'], {env: {}})).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^No changes\.$/m),
    });
}

test('pull writes a readable spec without any secret, records the monitor, and leaves nothing to plan', async () => {
  world = await start();
  const made = world.emulator.dashboard.create(PAGE);
  const run = await world.run(['pull']);
  expect(run).toMatchObject({exitCode: 0, stderr: ''});
  await expectSettled();
  expect(made.id).toBeTruthy();
  expect(existsSync(world.workspace.path('monitors.state.json'))).toBe(true);
  expect(specs()).toEqual(['acme-pricing.yaml']);
  expect(specFor('a')).toBeTruthy();
});
