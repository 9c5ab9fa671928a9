import {existsSync, readFileSync} from 'node:fs';
import type {Disk} from '../../src/core/state/file/disk';
import {readHostFacts} from '../../src/core/state/file/host';
import {openFileStore} from '../../src/core/state/file/store';
import {type MigrationReport, migrateState} from '../../src/features/state/migrate-state';
import {fileEnd} from '../../src/features/state/migration-ends';
import {specFor} from '../world/cli';
import {DyingProcess} from '../world/dying-process';
import {GONE_PID} from '../world/gone-pid';
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

/** Two monitors live; `left` says what an earlier run left beside the state. */
async function startWorld(environments: string, left: 'backup' | 'journal'): Promise<void> {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
  await world.runHere(['apply', '--auto-approve', '-q', '--only', 'a']);
  await world.runHere(['apply', '--auto-approve', '-q']);
  if (left === 'journal') await leaveJournal();
  expect(existsSync(path(`${FROM}.journal`))).toBe(left === 'journal');
  world.workspace.write({'monitors.config.yaml': `${PLAIN}environments: ${environments}\n`});
}

/** Remains of a run that dies before its first request. */
async function leaveJournal(): Promise<void> {
  const locked = await openStore(FROM, 'default').lock();
  const read = await locked.read();
  if (read.kind === 'first-use') throw new Error('there is no state');
  await (await locked.openJournal(read.stored.version)).close();
  await locked.release();
}

function openStore(name: string, environment: string, disk?: Disk) {
  const host = readHostFacts({pid: GONE_PID, platform: process.platform, env: {}, command: 'state migrate'});
  const owner = {project: 'acme', environment, tool: '0.0.0', world: realWorld, host, env: {}};
  return openFileStore({...owner, stateFile: path(name), shown: name, ...(disk === undefined ? {} : {disk})});
}

/** Moves in this process, which may die. The locks that are left behind name a process that is gone. */
function moveIn({disk}: DyingProcess, way: 'there' | 'back' = 'there'): Promise<MigrationReport> {
  const here = fileEnd(openStore(FROM, 'default', disk), {}, {own: 'default', other: 'production'});
  const there = fileEnd(openStore(TO, 'production', disk), {}, {own: 'production', other: 'default'});
  return way === 'there' ? migrateState(here, there, 'default', 'production') : migrateState(there, here, 'production', 'default');
}

const COMMAND = 'monitors state migrate --environment default --to-environment production';

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
      const again = await world.runHere([...COMMAND.split(' ').slice(1), '-q']);
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
    expect([...ends].sort()).toEqual([
      'in the new environment',
      'in the old environment',
      'in the old environment, arriving',
      'refused in both',
    ]);
  },
  120_000,
);

/** Where the state is after a death. Exactly one environment may plan with it, and none creates what lives. */
async function lookAround(steps: number, environments: string): Promise<string> {
  const marks = Object.fromEntries([FROM, TO].map(name => [name, readMark(name)]));
  if (existsSync(path(TO)) && marks[TO] === undefined) {
    const plan = await world.runHere(['plan', '--environment', 'production']);
    expect({steps, ...plan}).toMatchObject({steps, exitCode: 0, stdout: expect.not.stringContaining(' created')});
    return 'in the new environment';
  }
  const here = await world.runHere(['plan', '--environment', 'production']);
  if (marks[TO] !== undefined) {
    expect({steps, ...here}).toMatchObject({steps, exitCode: 3, stdout: ''});
    expect(words(here.stderr)).toContain(COMMAND);
  }
  if (marks[FROM] !== undefined) {
    if (environments.includes('default')) {
      const there = await world.runHere(['plan', '--environment', 'default']);
      expect({steps, ...there}).toMatchObject({steps, exitCode: 3, stdout: ''});
      expect(words(there.stderr)).toContain(COMMAND);
    }
    return 'refused in both';
  }
  if (environments.includes('default')) {
    const there = await world.runHere(['plan', '--environment', 'default']);
    expect({steps, stdout: there.stdout}).toEqual({steps, stdout: expect.stringMatching(/^No changes\.|\b0 to create/)});
  } else if (marks[TO] === undefined) {
    expect(here.stdout).toContain('0 to create');
    expect(words(here.stdout)).toContain(COMMAND);
  }
  return marks[TO] === undefined ? 'in the old environment' : 'in the old environment, arriving';
}

function readMark(name: string): unknown {
  return existsSync(path(name)) ? JSON.parse(readFileSync(path(name), 'utf8')).migration : undefined;
}

test('C45: a move that is killed at any step can be taken back', async () => {
  const environments = '{default: {}, production: {}}';
  const outcomes = new Set<string>();
  for (let steps = 0, isOver = false; !isOver; steps++) {
    await startWorld(environments, 'backup');
    isOver = await moveIn(new DyingProcess(steps)).then(
      () => true,
      () => false,
    );
    const isBegun = existsSync(path(TO));
    const back = await moveIn(new DyingProcess(Number.POSITIVE_INFINITY), 'back').catch((error: {code: string}) => error);
    outcomes.add('outcome' in back ? back.outcome : back.code);
    expect([steps, 'monitors' in back ? back.monitors : 'nothing there']).toEqual([steps, isBegun ? 2 : 'nothing there']);
    const plan = await world.runHere(['plan', '--refresh', '--environment', 'default']);
    expect({steps, stdout: plan.stdout}).toEqual({steps, stdout: expect.stringMatching(/^No changes\./)});
    for (const file of [TO, `${TO}.bak`, `${TO}.lock`]) expect([steps, file, existsSync(path(file))]).toEqual([steps, file, false]);
    if (!isOver) await world.close();
  }
  expect([...outcomes].sort()).toEqual(['moved', 'state/nothing-stored', 'undone']);
}, 120_000);
