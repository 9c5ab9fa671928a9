import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import fc from 'fast-check';
import {encodeState} from '../../src/core/state/format/state';
import type {FaultScript} from '../../src/emulator/faults/script';
import {recorded, stateWith} from '../unit/core/state/world';
import {anyKey, ODD_KEYS} from '../world/keys';
import {startUserWorld, type UserWorld} from '../world/service';

const worlds: UserWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function start(config: string, keys: readonly string[], faults: FaultScript = {}): Promise<UserWorld> {
  const files = keys.map((key, index) => [`monitors/m${index}.yaml`, specWith({key}, index)]);
  const world = await startUserWorld({'monitors.config.yaml': config, ...Object.fromEntries(files)}, faults, {operations: 'full'});
  worlds.push(world);
  return world;
}

/** JSON is YAML, whatever is in a text. */
const specWith = (sync: object, index: number) =>
  JSON.stringify({
    name: `monitor ${index}`,
    schedule: {text: 'hourly'},
    targets: [{type: 'scrape', urls: [`https://shop.example/${index}`]}],
    sync,
  });

/** Every odd key, and some that nobody thought of; none differs from another only in case or composition. */
const KEYS = [
  ...new Map(
    [...ODD_KEYS, ...fc.sample(anyKey, {numRuns: 12, seed: 8})].map(key => [key.normalize('NFC').toLowerCase(), key] as const),
  ).values(),
];

const CREATE = 'project: shop\n';
const FULL = 'project: shop\nservice: {operations: full}\n';

async function succeed(world: UserWorld, ...args: readonly string[]): Promise<string> {
  const run = await world.runHere(args);
  expect({args, exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr}).toEqual({args, exitCode: 0, stderr: ''});
  return run.stdout;
}

describe('I8: whatever validate accepts as a key goes through', () => {
  test('validate, plan, a saved plan, apply, --only and state', async () => {
    const world = await start(CREATE, KEYS);
    await succeed(world, 'validate');
    const planned = JSON.parse(await succeed(world, 'plan', '--format', 'json', '--out', 'plan.json')) as {changes: {key: string}[]};
    expect(planned.changes.map(({key}) => key).sort()).toEqual([...KEYS].sort());
    await succeed(world, 'plan', '--format', 'markdown');
    const applied = JSON.parse(await succeed(world, 'apply', 'plan.json', '--format', 'json')) as {results: {key: string}[]};
    expect(applied.results.map(({key}) => key).sort()).toEqual([...KEYS].sort());
    await succeed(world, 'plan', '--detailed-exitcode');
    const listed = JSON.parse(await succeed(world, 'state', 'list', '--format', 'json')) as {monitors: {key: string}[]};
    expect(listed.monitors.map(({key}) => key).sort()).toEqual([...KEYS].sort());
    for (const key of KEYS) {
      await succeed(world, 'plan', '--detailed-exitcode', `--only=${key}`);
      expect(JSON.parse(await succeed(world, 'state', 'show', '--format', 'json', '--', key))).toMatchObject({key, monitor: {key}});
      await succeed(world, 'state', 'mv', '--', key, 'other');
      await succeed(world, 'state', 'mv', '--', 'other', key);
    }
    await succeed(world, 'plan', '--detailed-exitcode');
  }, 60_000);

  test('a lost answer, the journal, resolve and state rm', async () => {
    const world = await start(CREATE, KEYS, {faults: [{when: {operation: 'create'}, do: 'drop', work: 'none'}]});
    for (const [index, key] of KEYS.entries()) {
      expect((await world.runHere(['apply', '--auto-approve', `--only=${key}`])).exitCode).toBe(4);
      const way = index % 2 === 0 ? ['--not-created'] : ['--adopt', `id-${index}`];
      expect((await world.runHere(['resolve', ...way, '--', key])).stderr).toBe('');
    }
    world.emulator.setFaults({});
    await succeed(world, 'apply', '--auto-approve');
    expect(world.emulator.monitors()).toHaveLength(Math.ceil(KEYS.length / 2));
    for (const key of KEYS) await succeed(world, 'state', 'rm', '--', key);
  }, 60_000);

  test('import, with a spec and without one, and what pull and recover write', async () => {
    const world = await start(FULL, KEYS);
    await succeed(world, 'apply', '--auto-approve', '--lookup-timeout', '0');
    rmSync(world.workspace.path('monitors.state.json'));
    rmSync(world.workspace.path('monitors.state.json.bak'), {force: true});
    await succeed(world, 'recover', '--auto-approve', '--lookup-timeout', '0');
    await succeed(world, 'plan', '--detailed-exitcode', '--refresh');
    const ids = new Map(world.emulator.monitors().map(({name, id}) => [name, id]));
    for (const [index, key] of KEYS.entries()) {
      const id = ids.get(`monitor ${index}`) ?? '';
      await succeed(world, 'state', 'rm', '--', key);
      if (index % 2 === 0) rmSync(world.workspace.path(`monitors/m${index}.yaml`));
      await succeed(world, 'import', '--', key, id);
    }
    await succeed(world, 'plan', '--detailed-exitcode', '--refresh');
  }, 60_000);

  test('a name of the service that would be no key', async () => {
    const world = await start(FULL, []);
    for (const name of ['constructor', '__proto__', 'Prototype']) {
      world.emulator.dashboard.create({name, schedule: {text: 'hourly'}, targets: [{type: 'scrape', urls: ['https://a.example/']}]});
    }
    await succeed(world, 'pull');
    await succeed(world, 'plan', '--detailed-exitcode');
    expect(readdirSync(world.workspace.path('monitors')).sort()).toEqual([
      'constructor-monitor.yaml',
      'proto.yaml',
      'prototype-monitor.yaml',
    ]);
  });
});

describe('I8: a key that no format can be trusted with', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString'])('%s is refused in validate, as a key and as a path', async key => {
    const world = await start(CREATE, [key]);
    const run = await world.runHere(['validate']);
    expect(run).toMatchObject({exitCode: 1, stdout: expect.stringContaining('spec/key-form')});
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(`add renamedFrom: ${key}`);
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
    expect(world.emulator.monitors()).toEqual([]);
    if (key.startsWith('_')) return;
    rmSync(world.workspace.path('monitors/m0.yaml'));
    world.workspace.write({[`monitors/${key}.yaml`]: specWith({protect: false}, 0)});
    expect(await world.runHere(['validate'])).toMatchObject({exitCode: 1, stdout: expect.stringContaining('spec/key-form')});
  });

  test.each(['__proto__', 'constructor'])('%s, once recorded, is read, warned about, and taken away', async key => {
    const world = await start(CREATE, ['shop']);
    await succeed(world, 'apply', '--auto-approve');
    const file = world.workspace.path('monitors.state.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"shop": {', `"${key}": {`));
    await succeed(world, 'state', 'verify', '--fix');
    const warned = await world.runHere(['plan']);
    expect(warned).toMatchObject({exitCode: 0, stderr: expect.stringContaining('state/forbidden-key')});
    expect(JSON.parse(await succeed(world, 'state', 'show', key, '--format', 'json'))).toMatchObject({monitor: {key}});

    world.workspace.write({'monitors/m0.yaml': specWith({key: 'shop', renamedFrom: key}, 0)});
    expect((await world.runHere(['plan'])).stderr).not.toContain('state/forbidden-key');
    await succeed(world, 'apply', '--auto-approve');
    expect(world.emulator.monitors()).toHaveLength(1);
    expect((await world.runHere(['plan', '--detailed-exitcode'])).exitCode).toBe(0);
  });

  test('state mv takes it away as well, and brings none in', async () => {
    const world = await start(CREATE, ['shop']);
    world.workspace.write({'monitors/m0.yaml': specWith({key: 'shop', alerts: 'none'}, 0)});
    const monitors = new Map([['__proto__', recorded({id: 'id-1'})]]);
    const {text} = encodeState(stateWith({}, {serial: 2, project: 'shop', origin: world.emulator.url, monitors}));
    writeFileSync(world.workspace.path('monitors.state.json'), text);
    await succeed(world, 'state', 'mv', '__proto__', 'shop');
    expect(await world.runHere(['state', 'mv', 'shop', '__proto__'])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('state/bad-repair'),
    });
    expect(await world.runHere(['state', 'mv', 'shop', 'k'.repeat(100_000)])).toMatchObject({exitCode: 3});
    expect((await world.runHere(['plan'])).stderr).toBe('');
  });
});

test.each([
  ['create', CREATE],
  ['full', FULL],
])('a file whose name another file system composed otherwise is no second monitor, also when it was edited: %s', async (_, config) => {
  const world = await start(config, []);
  const [composed, apart] = ['caf\u00e9', 'cafe\u0301'];
  world.workspace.write({[`monitors/${composed}.yaml`]: specWith({}, 0)});
  await succeed(world, 'apply', '--auto-approve');
  rmSync(world.workspace.path(`monitors/${composed}.yaml`));
  world.workspace.write({[`monitors/${apart}.yaml`]: specWith({}, 1)});
  const {exitCode, stdout} = await world.run(['apply', '--auto-approve']);
  expect({exitCode, stdout}).toMatchObject({exitCode: 1, stdout: expect.stringContaining(composed)});
  expect(world.emulator.monitors()).toHaveLength(1);
});
