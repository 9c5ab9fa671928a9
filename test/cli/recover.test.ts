import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import type {EmulatorOptions} from '../../src/emulator/emulator';
import type {FaultScript} from '../../src/emulator/faults/script';
import {bareSpecFor, specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A state that is lost or damaged is rebuilt from what the service holds, and nothing is created twice. */
let world: UserWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n'};
const HOOK = 'webhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer ${env:HOOK_TOKEN}", X-Key: literal-secret}}\n';
const SPECS = {
  'monitors/a.yaml': specFor('a'),
  'monitors/b.yaml': bareSpecFor('b') + HOOK,
  'monitors/c.yaml': `${bareSpecFor('c')}sync: {alerts: none, protect: true, paused: true}\n`,
};
const CRAWL =
  'name: d\nschedule: {text: daily at 9am, timezone: Europe/Berlin}\ntargets:\n  - {type: crawl, url: https://d.example/, crawlOptions: {limit: 5}}\n  - {type: scrape, urls: [https://d.example/?q=1]}\n  - {type: scrape, urls: [https://d.example/?q=2]}\n';

const path = (name: string) => world.workspace.path(name);
const read = (name: string) => readFileSync(path(name), 'utf8');
const env = {HOOK_TOKEN: 'hook-token-value'};
const run = (...args: string[]) => world.runHere(args, {env});
const count = () => world.emulator.monitors().length;

async function start(files: Readonly<Record<string, string>> = SPECS, options: Partial<EmulatorOptions> = {}, faults: FaultScript = {}) {
  world = await startUserWorld({...CONFIG, ...files}, faults, {operations: 'full', ...options});
}

async function applied(files: Readonly<Record<string, string>> = SPECS): Promise<void> {
  await start(files);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

function lose(): void {
  for (const name of [STATE, `${STATE}.journal`, `${STATE}.bak`, `${STATE}.journal.bak`]) rmSync(path(name), {force: true});
}

async function expectNothingToDo(): Promise<void> {
  expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No changes.'),
  });
  const before = count();
  expect(await run('apply', '--auto-approve', '--refresh')).toMatchObject({exitCode: 0});
  expect(count()).toBe(before);
}

const markConflict = (text: string) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`;

test.each<readonly [string, (text: string) => void]>([
  ['is gone without a trace', () => lose()],
  ['is gone, and its backup is there', () => rmSync(path(STATE))],
  ['is empty', () => writeFileSync(path(STATE), '')],
  ['is cut off', text => writeFileSync(path(STATE), text.slice(0, text.length / 2))],
  ['is full of conflict markers', text => writeFileSync(path(STATE), markConflict(text))],
  ['has a wrong checksum', text => writeFileSync(path(STATE), text.replace('"protect":true', '"protect":false'))],
])('a state that %s is rebuilt; the next plan is empty', async (_name, damage) => {
  await applied({...SPECS, 'monitors/d.yaml': CRAWL});
  const before = JSON.parse(read(STATE)) as {serial: number; lineage: string; monitors: Record<string, {id: string}>};
  damage(read(STATE));
  const ended = await run('recover', '--format', 'json', '-q');
  expect({code: ended.exitCode, stderr: ended.stderr}).toEqual({code: 0, stderr: ''});
  const after = JSON.parse(read(STATE)) as typeof before;
  expect(Object.entries(after.monitors).map(([key, {id}]) => [key, id])).toEqual(
    Object.entries(before.monitors).map(([key, {id}]) => [key, id]),
  );
  expect(after.monitors['c']).toMatchObject({paused: true, protect: true});
  expect(JSON.stringify(after)).not.toMatch(/literal-secret|hook-token-value/);
  await expectNothingToDo();
});

test('the lineage and a serial above all that is known stay; the damaged file and the journal are kept', async () => {
  await applied();
  const {lineage, serial} = JSON.parse(read(STATE));
  const damaged = read(STATE).slice(0, -200);
  writeFileSync(path(STATE), damaged);
  const ended = await run('recover');
  expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining(`${STATE}.damaged.bak`)});
  const after = JSON.parse(read(STATE));
  expect(after.lineage).toBe(lineage);
  expect(after.serial).toBeGreaterThan(serial - 1);
  expect(read(`${STATE}.damaged.bak`)).toBe(damaged);
});

test('a saved plan of the lost state does not apply to one of another lineage', async () => {
  await applied();
  world.workspace.write({'monitors/a.yaml': specFor('a').replace('hourly', 'daily')});
  expect(await run('plan', '--out', 'plan.json')).toMatchObject({exitCode: 0});
  lose();
  expect(await run('recover')).toMatchObject({exitCode: 0});
  expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('lineage')});
});

test('the next plan shows just what the repository changed meanwhile, and what was changed by hand', async () => {
  await applied();
  lose();
  world.workspace.write({'monitors/a.yaml': specFor('a').replace('hourly', 'daily')});
  const live = world.emulator.monitors().find(({name}) => name === 'b');
  world.emulator.dashboard.edit(live?.id ?? '', {retentionDays: 7});
  expect(await run('recover')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('it differs from its spec')});
  const plan = JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout);
  expect(plan.changes).toMatchObject([
    {action: 'update', key: 'a', fields: expect.arrayContaining([expect.objectContaining({path: '/schedule/text', after: 'daily'})])},
    {action: 'update', key: 'b', fields: [{path: '/retentionDays', before: 7, after: 30}]},
  ]);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  await expectNothingToDo();
});

test('what is missing is created by the next apply; what is double is listed; what is foreign stays', async () => {
  await applied();
  lose();
  const [a, b] = ['a', 'b'].map(wanted => world.emulator.monitors().find(({name}) => name === wanted));
  world.emulator.dashboard.delete(b?.id ?? '');
  const {name, targets, schedule} = a!;
  const double = world.emulator.dashboard.create({name, targets, schedule}, {createdAt: Date.now() + 60_000});
  const foreign = world.emulator.dashboard.create({name: 'x', targets: [{type: 'scrape', urls: ['https://x.example/']}], schedule});
  const ended = await run('recover', '--format', 'json', '-q');
  expect(ended.exitCode).toBe(1);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    monitors: [
      {key: 'a', id: a?.id, basis: 'target-ids', certain: true, others: [{id: double.id}]},
      {key: 'c', basis: 'target-ids'},
    ],
    missing: [{key: 'b', file: 'monitors/b.yaml'}],
    unmanaged: [{id: foreign.id}],
  });
  expect(await run('plan')).toMatchObject({stdout: expect.stringContaining('1 to create')});
});

describe('a monitor without target ids of ours', () => {
  const adoptable = {name: 'a', targets: [{type: 'scrape', urls: ['https://a.example/']}], schedule: {text: 'hourly'}};

  test('C41: is taken by name and content only when somebody says so', async () => {
    await start({'monitors/a.yaml': specFor('a')});
    const live = world.emulator.dashboard.create(adoptable);
    const asked = await run('recover');
    expect(asked).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors recover --auto-approve')});
    expect(asked.stdout).toContain(live.id);
    expect(existsSync(path(STATE))).toBe(false);
    expect(await run('recover', '--auto-approve')).toMatchObject({exitCode: 1, stdout: expect.stringContaining(`import a ${live.id}`)});
    expect(existsSync(path(STATE))).toBe(false);
    expect(await world.runHere(['recover'], {env, answer: 'yes'})).toMatchObject({exitCode: 0});
    await expectNothingToDo();
  });

  test('is not chosen among several', async () => {
    await start({'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')});
    for (const _ of [1, 2]) world.emulator.dashboard.create(adoptable);
    world.emulator.dashboard.create({...adoptable, name: 'b', targets: [{type: 'scrape', urls: ['https://b.example/']}]});
    const ended = await world.runHere(['recover', '--format', 'json', '-q'], {env, answer: 'yes'});
    expect(ended.exitCode).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({monitors: [{key: 'b'}], ambiguous: [{key: 'a', candidates: [{}, {}]}]});
  });

  test('that is recorded in another environment is not taken', async () => {
    await start({'monitors/a.yaml': specFor('a')});
    expect(await run('apply', '--auto-approve', '--environment', 'staging')).toMatchObject({exitCode: 0});
    expect(await run('recover')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Nothing to recover')});
  });
});

test('a monitor that was recorded under another key is found by what is left of the state', async () => {
  await applied();
  expect(await run('state', 'mv', 'a', 'z')).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/z.yaml': specFor('a')});
  rmSync(path('monitors/a.yaml'));
  await run('apply', '--auto-approve');
  writeFileSync(path(STATE), read(STATE).slice(0, -100));
  const ended = await run('recover', '--format', 'json', '-q');
  expect(ended.exitCode).toBe(0);
  expect(JSON.parse(ended.stdout).monitors).toContainEqual(expect.objectContaining({key: 'z', basis: 'record', certain: true}));
  await expectNothingToDo();
});

test('a recorded monitor whose spec is gone is recorded again only after asking; the next plan deletes it', async () => {
  await applied();
  rmSync(path('monitors/b.yaml'));
  writeFileSync(path(STATE), `${read(STATE)}}`);
  expect(await run('recover')).toMatchObject({exitCode: 3, stdout: expect.stringContaining('its spec is gone')});
  expect(await run('recover', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(await run('plan', '--refresh')).toMatchObject({stdout: expect.stringContaining('1 to delete')});
});

test('a protected monitor whose spec is gone is not said to be deleted next', async () => {
  await applied({...SPECS, 'monitors/b.yaml': `${bareSpecFor('b')}sync: {alerts: none, protect: true}\n`});
  rmSync(path('monitors/b.yaml'));
  writeFileSync(path(STATE), `${read(STATE)}}`);
  const {stdout} = await run('recover', '--auto-approve');
  expect(stdout.replace(/\s+/g, ' ')).toContain('recorded again, and the next plan keeps it, because it is protected');
});

test('a create whose answer was lost together with the state is found, or settled after its time', async () => {
  await start({'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')});
  world.emulator.setFaults({
    faults: [
      {when: {name: 'a'}, do: 'drop', work: 'done', times: 1},
      {when: {name: 'b'}, do: 'drop', work: 'none', times: 1},
    ],
  });
  expect(await run('apply', '--auto-approve', '--on-ambiguous', 'stop')).toMatchObject({exitCode: 4});
  rmSync(path(STATE));
  expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors recover')});
  const ended = await run('recover', '--lookup-timeout', '0', '--format', 'json', '-q');
  expect(JSON.parse(ended.stdout)).toMatchObject({monitors: [{key: 'a'}], unresolved: []});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(count()).toBe(2);
  await expectNothingToDo();
});

describe('recover refuses', () => {
  test('where the state is sound', async () => {
    await applied();
    const before = read(STATE);
    expect(await run('recover')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/sound')});
    expect(read(STATE)).toBe(before);
  });

  test('another account: nothing that was recorded is there', async () => {
    await start(SPECS, {apiKeys: [API_KEY, 'fc-OTHERKEY0123456789abcdef']});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    writeFileSync(path(STATE), read(STATE).slice(0, -100));
    const other = await world.runHere(['recover', '--lookup-timeout', '0'], {
      env: {...env, MONITORS_API_KEY: 'fc-OTHERKEY0123456789abcdef'},
    });
    expect(other).toMatchObject({exitCode: 3, stdout: expect.stringContaining('right account')});
    expect(await run('recover')).toMatchObject({exitCode: 0});
  });

  test('another address, specs with errors, operations create, an unknown key', async () => {
    await applied();
    writeFileSync(path(STATE), read(STATE).replace('"protect":true', '"protect":false'));
    const address = world.emulator.url;
    const moved = await world.runHere(['recover', '--base-url', `${address}/prefix`], {env});
    expect(moved).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/wrong-origin')});
    expect(await run('recover', '--only', 'nope')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
    world.workspace.write({'monitors/a.yaml': 'name: a\n'});
    expect(await run('recover')).toMatchObject({exitCode: 1});
    world.workspace.write({'monitors.config.yaml': 'project: acme\n'});
    const refused = await run('recover');
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/needs-full')});
  });
});
