import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** A backup is older than what it stands for: restoring it must not make anything be created again. */
let world: UserWorld;
afterEach(() => world.close());

const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};

function truncateState(): void {
  writeFileSync(world.workspace.path('monitors.state.json'), '{"format": "monit');
}

async function restore(): Promise<void> {
  truncateState();
  expect(await world.runHere(['plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state restore')});
  await world.runHere(['state', 'restore', 'monitors.state.json.bak']);
}

test('P4: restoring the backup after a run brings back what that run created', async () => {
  world = await startUserWorld(SPECS);
  await world.runHere(['apply', '--auto-approve']);
  await restore();
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('P4: restoring the backup after a lost answer was settled brings back what was settled', async () => {
  world = await startUserWorld(SPECS, {faults: [{when: {name: 'b'}, do: 'drop', work: 'done', times: 1}]});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 4});
  const lost = world.emulator.monitors().find(({name}) => name === 'b');
  expect(await world.runHere(['resolve', 'b', '--adopt', lost?.id ?? ''])).toMatchObject({exitCode: 0});
  await restore();
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(world.emulator.monitors()).toHaveLength(2);
});

test('P4: restoring the backup before a lost answer was settled still knows that it is not', async () => {
  world = await startUserWorld(SPECS, {faults: [{when: {name: 'b'}, do: 'drop', work: 'done', times: 1}]});
  await world.runHere(['apply', '--auto-approve']);
  await restore();
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/b {2}unresolved/)});
  expect(world.emulator.monitors()).toHaveLength(2);
});

describe('C13a: a rescue file, where its state is not', () => {
  const RESCUE = 'saved/monitors.state.rescue-1.json';

  /** A run that could not save its state, as another machine sees it: without state and journal. */
  async function loseState(): Promise<void> {
    const removeState = `node -e 'require("fs").rmSync("monitors.state.json")'`;
    const run = await world.runHere(['apply', '--auto-approve', '--persist-command', removeState]);
    expect(run).toMatchObject({exitCode: 5, stdout: expect.stringContaining('state restore')});
    const left = readdirSync(world.workspace.directory).filter(name => name.startsWith('monitors.state'));
    const saved = left.find(name => name.includes('rescue')) ?? '';
    world.workspace.write({[RESCUE]: readFileSync(world.workspace.path(saved), 'utf8')});
    for (const name of [...left, '.home']) rmSync(world.workspace.path(name), {recursive: true, force: true});
  }

  test('of a first run: it begins the state again, and nothing is created twice', async () => {
    world = await startUserWorld(SPECS);
    await loseState();
    expect(await world.runHere(['state', 'restore', RESCUE])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Recorded from the rescue file: a, b.'),
    });
    expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('of another project or environment: refused', async () => {
    world = await startUserWorld(SPECS);
    await loseState();
    world.workspace.write({'monitors.config.yaml': 'project: another\n'});
    for (const more of [[], ['--environment', 'production']]) {
      const refused = await world.runHere(['state', 'restore', RESCUE, ...more]);
      expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/bad-rescue')});
    }
    expect(existsSync(world.workspace.path('monitors.state.json'))).toBe(false);
  });

  test('of a later run: what was recorded before is missing, so the state is asked for, and never a new apply', async () => {
    world = await startUserWorld({'monitors/c.yaml': specFor('c')});
    await world.runHere(['apply', '--auto-approve']);
    world.workspace.write(SPECS);
    await loseState();
    const {exitCode, stderr} = await world.runHere(['state', 'restore', RESCUE]);
    expect(exitCode).toBe(3);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(/the state that this file adds to, serial \d+, is missing here.*git pull/);
    expect(stderr).not.toContain('monitors apply');
  });
});
