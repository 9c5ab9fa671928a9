import {readFileSync, renameSync, rmSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';
import {findFence} from './pages';

/** docs/adopting.md, step by step: what it tells users to type leads to what it shows. */
const PAGE = 'docs/adopting.md';
let world: UserWorld;

afterEach(() => world.close());

const run = async (line: string) => {
  const [program, ...args] = line.split(' ');
  expect(program).toBe('monitors');
  return world.runHere(args);
};

async function begin(): Promise<string> {
  world = await startUserWorld({}, {}, {operations: 'full'});
  const [init = '', remove = ''] = findFence(PAGE, 'monitors init').split('\n');
  expect(await run(init)).toMatchObject({exitCode: 0});
  rmSync(world.workspace.path(remove.split(' ')[1] ?? ''));
  world.workspace.write({'monitors.config.yaml': findFence(PAGE, 'project:')});
  const {id} = world.emulator.dashboard.create({
    name: 'Acme pricing',
    schedule: {text: 'every 30 minutes', timezone: 'Europe/Berlin'},
    goal: 'Tell me when a price changes',
    targets: [{type: 'scrape', urls: ['https://acme.example/pricing'], id: '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11'}],
    webhook: {url: 'https://hooks.example.com/services/x', headers: {Authorization: 'Bearer hidden-token'}},
  });
  return id;
}

test('from an empty directory to a plan without changes', async () => {
  const id = await begin();
  const pulled = await run(findFence(PAGE, 'export').trimEnd().split('\n').at(-1) ?? '');
  expect(pulled).toMatchObject({exitCode: 0, stderr: ''});
  for (const text of ['monitors/acme-pricing.yaml', id, 'WEBHOOK_PATH', 'WEBHOOK_AUTHORIZATION']) expect(pulled.stdout).toContain(text);
  expect(readFileSync(world.workspace.path('monitors/acme-pricing.yaml'), 'utf8')).toBe(findFence(PAGE, '# yaml-language-server'));
  const check = findFence(PAGE, 'monitors plan --refresh').trimEnd();
  expect(await run(check)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  renameSync(world.workspace.path('monitors/acme-pricing.yaml'), world.workspace.path('monitors/acme.yaml'));
  expect(await world.runHere(['state', 'mv', 'acme-pricing', 'acme'])).toMatchObject({exitCode: 0});
  expect(await run(check)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
});

test('the same as JSON', async () => {
  const id = await begin();
  const {stdout} = await world.runHere(['pull', '--format', 'json']);
  expect(JSON.parse(stdout)).toEqual({
    formatVersion: 1,
    command: 'pull',
    pulled: [{key: 'acme-pricing', file: 'monitors/acme-pricing.yaml', id, name: 'Acme pricing'}],
    secrets: [
      {name: 'WEBHOOK_PATH', uses: [{key: 'acme-pricing', place: 'webhook.url', after: 'https://hooks.example.com/'}]},
      {name: 'WEBHOOK_AUTHORIZATION', uses: [{key: 'acme-pricing', place: 'webhook.headers.Authorization', after: 'Bearer '}]},
    ],
    refused: [],
    elsewhere: [],
  });
});
