import {chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {idsOf, withoutRecords} from '../world/edited-state';
import {unwrap} from '../world/git-history';
import {startPlainService} from '../world/header-proxy';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** Without git, a backup and this machine's memory tell that a state was put back. */
let world: UserWorld;
let service: Awaited<ReturnType<typeof startPlainService>>;
beforeEach(async () => {
  world = await startUserWorld({'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a')}, {}, {operations: 'create'});
  service = await startPlainService(world.emulator.url);
});
afterEach(async () => {
  await service.close();
  await world.close();
});

const at = (path: string) => world.workspace.path(path);
const run = (line: string, env: Readonly<Record<string, string>> = {}) =>
  world.runHere(line.split(' '), {env: {MONITORS_BASE_URL: service.url, XDG_STATE_HOME: at('memory'), ...env}});
const RUN = 'apply --auto-approve';
const live = () =>
  world.emulator
    .monitors()
    .map(({name}) => String(name))
    .sort();

/** Two more runs, of which the state is put back to what it was before both. */
async function putBack(): Promise<string> {
  expect(await run(RUN)).toMatchObject({exitCode: 0});
  copyFileSync(at('monitors.state.json'), at('kept.json'));
  for (const key of ['b', 'c']) {
    world.workspace.write({[`monitors/${key}.yaml`]: specFor(key)});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
  }
  const {monitors} = JSON.parse(readFileSync(at('monitors.state.json'), 'utf8')) as {monitors: Record<string, {id: string}>};
  copyFileSync(at('kept.json'), at('monitors.state.json'));
  return monitors['c']?.id ?? '';
}

test.each([{flags: ''}, {flags: ' --no-cache'}])('a copy put in place creates nothing again$flags', async ({flags}) => {
  const id = await putBack();
  const planned = await run(`plan${flags}`);
  expect(planned.exitCode).toBe(0);
  expect(unwrap(planned.stderr)).toMatch(/state\/earlier-version.*serial 2; .*, serial 4/);
  const applied = await run(`${RUN}${flags}`);
  expect(applied.exitCode).toBe(1);
  expect(unwrap(applied.stdout)).toContain(`recorded as ${id}`);
  // Without full operations a monitor can't be imported.
  expect(applied.stdout + applied.stderr).not.toContain('monitors import');
  expect(applied.stdout + applied.stderr).toContain('monitors state restore');
  expect(live()).toEqual(['a', 'b', 'c']);
});

test.each([
  {what: 'applied', act: (key: string) => void world.workspace.write({[`monitors/${key}.yaml`]: specFor(key)}), line: RUN},
  {what: 'edited', act: () => undefined, line: 'state mv a x', back: 'state mv x a'},
  {what: 'restored from a copy', act: () => undefined, line: 'state restore kept.json'},
])('C49b: a copy put in place creates nothing again after it was $what, until a person decides', async ({act, line, back = line}) => {
  await putBack();
  for (const key of ['d', 'e', 'f', 'g']) {
    act(key);
    await run(key === 'd' || key === 'f' ? line : back);
  }
  const before = live();
  expect(before.filter(name => 'abc'.includes(name))).toEqual(['a', 'b', 'c']);
  expect(await run(RUN)).toMatchObject({exitCode: 1});
  expect(live()).toEqual(before);
  await run(`${RUN} --allow-old-checkout`);
  expect(live()).toEqual([...before, 'b', 'c'].sort());
  expect(await run(RUN)).toMatchObject({exitCode: 0});
});

test('C49b: the backup put in place by hand creates nothing again, also where this machine remembers nothing', async () => {
  await putBack();
  for (const name of readdirSync(at('.')).filter(one => one.includes('.bak'))) rmSync(at(name));
  rmSync(at('monitors.state.json'));
  await run('state reset');
  rmSync(at('memory'), {recursive: true});
  world.workspace.write({'monitors/d.yaml': specFor('d')});
  copyFileSync(at('kept.json'), at('monitors.state.json'));
  for (const key of ['b', 'c']) rmSync(at(`monitors/${key}.yaml`));
  expect(await run(RUN)).toMatchObject({exitCode: 0});
  copyFileSync(at('monitors.state.json.bak'), at('monitors.state.json'));
  rmSync(at('memory'), {recursive: true});
  expect((await run(RUN)).exitCode).toBe(1);
  expect(live()).toEqual(['a', 'b', 'c', 'd']);
});

/** A run records `b`, and somebody takes its record away with a serial above. */
async function takeOut(): Promise<string> {
  expect(await run(RUN)).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  expect(await run(RUN)).toMatchObject({exitCode: 0});
  const text = readFileSync(at('monitors.state.json'), 'utf8');
  writeFileSync(at('monitors.state.json'), withoutRecords(text, ['b']));
  for (const name of readdirSync(at('.')).filter(one => one.includes('.bak'))) rmSync(at(name));
  return idsOf(text)['b'] ?? '';
}

test('C49n: a record that is gone from a later state without a line is missed, each time until somebody decides', async () => {
  const id = await takeOut();
  for (const line of ['plan', 'validate', 'plan']) {
    const {stdout, stderr} = await run(line);
    expect(unwrap(stdout + stderr)).toMatch(new RegExp(`state/earlier-version.*records "b" \\(${id}\\)`));
  }
  const applied = await run(RUN);
  expect(applied.exitCode).toBe(1);
  expect(unwrap(applied.stdout)).toContain(`records it as ${id}`);
  expect(live()).toEqual(['a', 'b']);
  expect(await run(`${RUN} --allow-old-checkout`)).toMatchObject({exitCode: 0});
  expect(await run('plan')).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
});

test('--allow-old-checkout decides for the state as it is', async () => {
  await putBack();
  expect(await run(`${RUN} --allow-old-checkout`)).toMatchObject({exitCode: 0});
  expect(await run(RUN)).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
});

test.each([
  {name: 'damaged', damage: (path: string) => writeFileSync(path, 'no mark')},
  {name: 'readable by others', damage: (path: string) => chmodSync(path, 0o644)},
])('a mark that is $name is ignored', async ({damage}) => {
  await putBack();
  for (const name of readdirSync(at('.')).filter(one => one.includes('.bak'))) rmSync(at(name));
  for (const name of readdirSync(at('memory/monitors'))) damage(join(at('memory/monitors'), name));
  expect(await run('plan')).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('state/earlier-version')});
});

test('a state of the emulator leaves no mark', async () => {
  const emulator = {MONITORS_BASE_URL: world.emulator.url};
  expect(await run(RUN, emulator)).toMatchObject({exitCode: 0});
  const left = at('memory/monitors');
  expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
});

describe('C49cl: full operations, and the state is gone together with the spec of a monitor', () => {
  /** Two monitors, and nothing left of the state and of the second one's spec. */
  async function loseBoth(): Promise<string> {
    await world.close();
    world = await startUserWorld(
      {
        'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n',
        'monitors/a.yaml': specFor('a'),
        'monitors/b.yaml': specFor('b'),
      },
      {},
      {operations: 'full'},
    );
    await service.close();
    service = await startPlainService(world.emulator.url);
    expect(await run(RUN)).toMatchObject({exitCode: 0});
    const id = idsOf(readFileSync(at('monitors.state.json'), 'utf8'))['b'] ?? '';
    for (const name of readdirSync(at('.')).filter(one => one.includes('.state.json'))) rmSync(at(name));
    rmSync(at('monitors/b.yaml'));
    return id;
  }

  test('the monitor that runs on is named, and the rest is taken over', async () => {
    const id = await loseBoth();
    const planned = await run('plan');
    expect(planned.exitCode).toBe(0);
    expect(unwrap(planned.stdout + planned.stderr)).toMatch(new RegExp(`state/lost.*"b" \\(${id}\\)`));
    const applied = await run(RUN);
    expect(applied.exitCode).toBe(1);
    expect(unwrap(applied.stdout + applied.stderr)).toMatch(new RegExp(`state/lost.*"b" \\(${id}\\).*still paid`));
    expect(live()).toEqual(['a', 'b']);
  });

  test('the library says so, too', async () => {
    const id = await loseBoth();
    const env = {PATH: process.env['PATH'], HOME: at('home'), XDG_STATE_HOME: at('memory'), MONITORS_API_KEY: API_KEY};
    const applied = await apply({directory: at('.'), env, baseUrl: service.url});
    expect(applied.diagnostics.filter(({code}) => code === 'state/lost').map(({message}) => message)).toEqual([
      expect.stringContaining(`"b" (${id})`),
    ]);
  });

  test('`recover` says under which key it was recorded', async () => {
    const id = await loseBoth();
    const {exitCode, stdout} = await run('recover --auto-approve');
    expect({exitCode, stdout: unwrap(stdout)}).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`${id} "b" created`) as string,
    });
    expect(unwrap(stdout)).toContain(`was recorded as "b"; to manage it again: "monitors import b ${id}"`);
  });

  test('nothing is said of a monitor that was deleted since', async () => {
    const id = await loseBoth();
    await fetch(`${world.emulator.url}/__emulator/monitors/${id}`, {method: 'DELETE'});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
  });
});
