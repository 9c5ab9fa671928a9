import {readFileSync} from 'node:fs';
import {bareSpecFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** One monitor that the service can't show is no reason to show nothing of the others: `alerts`, `status` and `report`. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const ASKED = {answers: {checks: 'asked'}} as const;
const CHANGED = {url: 'https://site.example/', status: 'changed', statusCode: 200} as const;

let world: UserWorld;
afterEach(() => world.close());

async function start(names: readonly string[]): Promise<void> {
  const more = 'webhook: {url: "https://hooks.example/in"}\nnotification: {email: {enabled: true, recipients: [ann@x.example]}}\n';
  const specs = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, bareSpecFor(name) + more]));
  world = await startUserWorld({...CONFIG, ...specs}, ASKED, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  for (const {id} of world.emulator.monitors())
    world.emulator.dashboard.setChecks(id, {checks: [{startedAt: Date.now() - 3_600_000, pages: [CHANGED]}]});
}

const spoil = (operation: 'checks' | 'get', name?: string, status = 400) =>
  world.emulator.setFaults({...ASKED, faults: [{when: {operation, ...(name === undefined ? {} : {name})}, do: 'answer', status}]});

const SPOILT = [
  ['checks', 'a'],
  ['checks', 'b'],
  ['get', 'a'],
  ['get', 'c'],
] as const;

test.each(SPOILT)('W5: alerts, where the %s of "%s" are refused', async (operation, name) => {
  await start(['a', 'b', 'c']);
  spoil(operation, name);
  const {stdout, exitCode} = await world.runHere(['alerts', '--format', 'json']);
  expectPromised('alerts', stdout);
  expect({exitCode, ...JSON.parse(stdout)}).toMatchObject({
    exitCode: 1,
    summary: {monitors: 3, notRead: 1, unconfirmed: 2},
    notRead: [{key: name, reason: expect.stringContaining('400')}],
  });
});

test.each(SPOILT)('W5: status --alerts, where the %s of "%s" are refused', async (operation, name) => {
  await start(['a', 'b', 'c']);
  spoil(operation, name);
  const {stdout, exitCode} = await world.runHere(['status', '--alerts', '--format', 'json']);
  expectPromised('status', stdout);
  const document = JSON.parse(stdout);
  expect({exitCode, ...document}).toMatchObject({
    exitCode: 1,
    complete: false,
    summary: {monitors: 3, unconfirmed: 2},
    notRead: [{key: name, reason: expect.stringContaining('400')}],
  });
  expect(document.monitors.find(({key}: {key: string}) => key === name)).toMatchObject({key: name, alerts: null});
  const text = await world.runHere(['status', '--fail-on', 'undelivered']);
  expect(text.exitCode).toBe(1);
  expect(text.stdout).toMatch(new RegExp(`^not read: ${name}: .*400`, 'm'));
  expect(text.stdout).not.toContain('--max-requests');
});

test('W5: the report shows the others, says which one was not read, and exits with 1', async () => {
  await start(['a', 'b', 'c']);
  spoil('checks', 'a');
  for (const since of [[], ['--since', '7d']]) {
    const {exitCode, stderr} = await world.runHere(['report', '--refresh', '--out', 'r.html', '--quiet', ...since]);
    expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: 'not everything was read: the page says what is missing\n'});
    const page = readFileSync(world.workspace.path('r.html'), 'utf8');
    expect(page).toContain('Left out: the checks of a: the service answered 400');
    expect(page).toContain('3 monitors');
  }
});

test('W5: five in a row are trouble of the service, which ends it with 3', async () => {
  await start(['a', 'b', 'c', 'd', 'e', 'f']);
  spoil('checks');
  for (const command of [['alerts'], ['status', '--alerts']]) {
    const before = world.emulator.requests().length;
    expect(await world.runHere(command)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/not-read')});
    expect(world.emulator.requests().length - before).toBeLessThan(10);
  }
});

test('W5: a key that may not read checks ends it at once', async () => {
  await start(['a', 'b', 'c']);
  spoil('checks', undefined, 403);
  for (const command of [['alerts'], ['status', '--alerts']])
    expect(await world.runHere(command)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/not-')});
});
