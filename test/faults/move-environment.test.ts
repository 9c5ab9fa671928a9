import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import type {Disk} from '../../src/core/state/file/disk';
import {checkUpstream} from '../../src/core/state/file/git';
import {readHostFacts} from '../../src/core/state/file/host';
import {openFileStore} from '../../src/core/state/file/store';
import {type EnvironmentMove, moveEnvironment} from '../../src/features/state/move-environment';
import {specFor} from '../world/cli';
import {DyingProcess} from '../world/dying-process';
import {realWorld} from '../world/real-world';
import {startUserWorld, type UserWorld} from '../world/service';

/**
 * A move of a state that dies at any step leaves one state, in the old environment or in the new one, or one that both refuse with
 * the command that finishes it. Nothing is created again.
 */
const PLAIN = 'project: acme\nservice: {operations: full}\n';
const FILES = {'monitors.config.yaml': PLAIN, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
const FROM = 'monitors.state.json';
const TO = 'monitors.state.production.json';

let world: UserWorld;
afterEach(() => world.close());

const path = (name: string) => world.workspace.path(name);
const words = (text: string) => text.replace(/\s+/g, ' ');
const gonePid = spawnSync(process.execPath, ['-e', '']).pid;

/** Two monitors live; `left` says what an earlier run left beside the state. */
async function startWorld(environments: string, left: 'backup' | 'journal'): Promise<void> {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
  await world.runHere(['apply', '--auto-approve', '-q', '--only', 'a']);
  await world.runHere(['apply', '--auto-approve', '-q']);
  if (left === 'journal') await leaveJournal();
  expect(existsSync(path(`${FROM}.journal`))).toBe(left === 'journal');
  world.workspace.write({'monitors.config.yaml': `${PLAIN}environments: ${environments}\n`});
}

/** What a run leaves that dies before its first request. */
async function leaveJournal(): Promise<void> {
  const locked = await openStore(FROM, 'default').lock();
  const read = await locked.read();
  if (read.kind === 'first-use') throw new Error('there is no state');
  await (await locked.openJournal(read.stored.version)).close();
  await locked.release();
}

function openStore(name: string, environment: string, disk?: Disk) {
  const host = readHostFacts({pid: gonePid, platform: process.platform, env: {}, command: 'state mv-environment'});
  const owner = {project: 'acme', environment, tool: '0.0.0', world: realWorld, host, env: {}};
  return openFileStore({...owner, stateFile: path(name), shown: name, ...(disk === undefined ? {} : {disk})});
}

/** Moves in this process, which may die. The locks that are left behind name a process that is gone. */
async function moveIn({disk}: DyingProcess): Promise<EnvironmentMove> {
  const stores = {from: openStore(FROM, 'default', disk), to: openStore(TO, 'production', disk), halfway: openStore(TO, 'default', disk)};
  return moveEnvironment({
    ...stores,
    checkCheckout: async (store, version) => {
      await checkUpstream(stores[store].paths.state, version, {}, stores[store].refusals);
    },
  });
}

test.each([
  ['the old environment is not declared', '{staging: {}, production: {}}', 'backup'],
  ['both are declared', '{default: {}, production: {}}', 'backup'],
  ['both are declared, and a journal is left', '{default: {}, production: {}}', 'journal'],
] as const)(
  'C45: a move that is killed at any step is finished by another one, where %s',
  async (_name, environments, left) => {
    await startWorld(environments, left);
    const counting = new DyingProcess(Number.POSITIVE_INFINITY);
    expect(await moveIn(counting)).toMatchObject({outcome: 'moved', monitors: 2});
    await world.close();
    expect(counting.steps).toBeGreaterThan(15);
    const ends = new Set<string>();
    for (let steps = 0; steps < counting.steps; steps++) {
      await startWorld(environments, left);
      const before = world.emulator.monitors().map(({id}) => id);
      await moveIn(new DyingProcess(steps)).catch(() => {});
      ends.add(await lookAround(steps, environments));
      const again = await world.runHere(['state', 'mv-environment', 'default', 'production', '-q']);
      expect({steps, ...again}).toMatchObject({steps, exitCode: 0, stderr: ''});
      const applied = await world.runHere(['apply', '--auto-approve', '-q', '--environment', 'production']);
      expect({steps, ...applied}).toMatchObject({steps, exitCode: 0});
      const plan = await world.runHere(['plan', '--refresh', '--environment', 'production']);
      expect({steps, stdout: plan.stdout}).toEqual({steps, stdout: expect.stringMatching(/^No changes\./)});
      expect(world.emulator.monitors().map(({id}) => id)).toEqual(before);
      for (const file of [FROM, `${FROM}.lock`, `${FROM}.bak`, `${TO}.lock`])
        expect([steps, file, existsSync(path(file))]).toEqual([steps, file, false]);
      if (steps + 1 < counting.steps) await world.close();
    }
    expect([...ends].sort()).toEqual(['in the new environment', 'in the old environment', 'refused in both']);
  },
  120_000,
);

/** Where the state is after a death. Exactly one environment may plan with it, and none creates what lives. */
async function lookAround(steps: number, environments: string): Promise<string> {
  const isMoved = existsSync(path(TO)) && JSON.parse(readFileSync(path(TO), 'utf8')).environment === 'production';
  if (isMoved) {
    const plan = await world.runHere(['plan', '--environment', 'production']);
    expect({steps, ...plan}).toMatchObject({steps, exitCode: 0, stdout: expect.not.stringContaining(' created')});
    return 'in the new environment';
  }
  const here = await world.runHere(['plan', '--environment', 'production']);
  if (existsSync(path(TO))) {
    expect({steps, ...here}).toMatchObject({steps, exitCode: 3, stdout: ''});
    expect(words(here.stderr)).toContain('monitors state mv-environment default production');
    if (environments.includes('default')) {
      const there = await world.runHere(['plan', '--environment', 'default']);
      expect({steps, ...there}).toMatchObject({steps, exitCode: 3, stdout: ''});
      expect(words(there.stderr)).toContain('monitors state mv-environment default production');
    }
    return 'refused in both';
  }
  if (environments.includes('default')) {
    const there = await world.runHere(['plan', '--environment', 'default']);
    expect({steps, stdout: there.stdout}).toEqual({steps, stdout: expect.stringMatching(/^No changes\.|\b0 to create/)});
  } else {
    expect(here.stdout).toContain('0 to create');
    expect(words(here.stdout)).toContain('monitors state mv-environment default production');
  }
  return 'in the old environment';
}
