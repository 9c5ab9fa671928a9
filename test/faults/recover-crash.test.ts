import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import type {MonitorService} from '../../src/core/api/port';
import {loadConfig} from '../../src/core/config/loaded-settings';
import {combineSettings} from '../../src/core/config/settings';
import {readHostFacts} from '../../src/core/state/file/host';
import {openFileStore} from '../../src/core/state/file/store';
import {recoverState} from '../../src/features/recover/recover';
import {connectToService} from '../../src/project/connection';
import {bareSpecFor, specFor} from '../world/cli';
import {DyingProcess} from '../world/dying-process';
import {GONE_PID} from '../world/gone-pid';
import {projectIn} from '../world/project';
import {realWorld} from '../world/real-world';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/**
 * A recover that dies at any step to disk or service leaves a state that is either sound or refused: never one from which a
 * plan would create again what lives. Run again, it finds everything.
 */
const STATE = 'monitors.state.json';
const FILES = {
  'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n',
  'monitors/a.yaml': specFor('a'),
  'monitors/b.yaml': specFor('b'),
  'monitors/c.yaml': `${bareSpecFor('c')}sync: {alerts: none, protect: true, paused: true}\n`,
};

let world: UserWorld;
afterEach(() => world.close());

const path = (name: string) => world.workspace.path(name);

/** Three monitors live, and the answer to the create of one of them was lost: the journal says so. */
async function startWorld(damage: (text: string) => void): Promise<void> {
  world = await startUserWorld(FILES, {faults: [{when: {name: 'b'}, do: 'drop', work: 'done'}]}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--on-ambiguous', 'stop', '-q'])).toMatchObject({exitCode: 4});
  world.emulator.setFaults({});
  expect(world.emulator.monitors()).toHaveLength(3);
  damage(readFileSync(path(STATE), 'utf8'));
}

/** Recovers in this process, which may die. The lock that is left behind names a process that is gone. */
async function recoverIn({disk, step}: DyingProcess, pid: number): Promise<void> {
  const cwd = world.workspace.directory;
  const env = {MONITORS_BASE_URL: world.emulator.url, MONITORS_API_KEY: API_KEY};
  const settings = combineSettings({flags: {}, env: {}, directory: cwd, config: loadConfig(cwd, undefined, cwd)});
  const {stateFile, project, environment} = settings;
  const host = readHostFacts({pid, platform: process.platform, env: {}, command: 'recover'});
  const store = openFileStore({stateFile, project, environment, tool: '0.0.0', world: realWorld, host, env: {}, disk});
  await recoverState(
    {
      ...projectIn(cwd, settings, store, {cache: null, runId: 'recovering', tool: '0.0.0'}),
      store,
      readNeighbours: async () => [],
      connect: async () => {
        const service = await connectToService({baseUrl: undefined, env, world: realWorld, references: []});
        return {...readsOf(service), listMonitors: step((...args) => service.listMonitors(...args))};
      },
    },
    {only: undefined, approval: 'automatic', lookupMs: 0},
    {onEvent: () => {}, show: () => {}, confirm: async () => {}},
  );
}

/** A connection without its writes: recover never needs one. */
function readsOf(service: MonitorService): MonitorService {
  const refuse = async () => {
    throw new Error('recover only reads');
  };
  return {
    origin: service.origin,
    isEmulator: () => service.isEmulator(),
    listMonitors: (...args) => service.listMonitors(...args),
    getMonitor: (...args) => service.getMonitor(...args),
    createMonitor: refuse,
    updateMonitor: refuse,
    deleteMonitor: refuse,
    close: () => service.close(),
  };
}

test.each<readonly [string, (text: string) => void]>([
  ['is full of conflict markers', text => writeFileSync(path(STATE), `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`)],
  ['is gone, and its backup and journal are there', () => renameSync(path(STATE), path(`${STATE}.bak`))],
])(
  'a recover that is killed at any step is mended by another one, where the state %s',
  async (_name, damage) => {
    await startWorld(damage);
    const counting = new DyingProcess(Number.POSITIVE_INFINITY);
    await recoverIn(counting, GONE_PID);
    await world.close();
    expect(counting.steps).toBeGreaterThan(15);
    const ends = new Set<string>();
    for (let steps = 0; steps < counting.steps; steps++) {
      await startWorld(damage);
      const before = world.emulator.monitors();
      const sent = world.emulator.requests().length;
      const end = await recoverIn(new DyingProcess(steps), GONE_PID).then(
        () => 'alive',
        () => 'dead',
      );
      const plan = await world.runHere(['plan', '-q']);
      ends.add(`${end}, then plan ends with ${plan.exitCode}`);
      expect({steps, stdout: plan.stdout}).toEqual({steps, stdout: expect.not.stringContaining(' create ')});
      if (plan.exitCode !== 0) {
        expect({steps, stderr: plan.stderr}).toEqual({steps, stderr: expect.stringContaining('monitors recover')});
        const again = await world.runHere(['recover', '--auto-approve', '--lookup-timeout', '0', '-q']);
        expect({steps, ...again}).toMatchObject({steps, exitCode: 0, stderr: ''});
      }
      const apply = await world.runHere(['apply', '--auto-approve', '--refresh', '--lookup-timeout', '0', '-q']);
      expect({steps, ...apply}).toMatchObject({steps, exitCode: 0, stderr: ''});
      expect(world.emulator.monitors().map(({id}) => id)).toEqual(before.map(({id}) => id));
      const writes = world.emulator.requests().slice(sent);
      expect(writes.filter(({method}) => method !== 'GET')).toEqual([]);
      expect(existsSync(path(`${STATE}.lock`))).toBe(false);
      if (steps + 1 < counting.steps) await world.close();
    }
    expect([...ends].sort()).toEqual(expect.arrayContaining(['dead, then plan ends with 0', 'dead, then plan ends with 3']));
  },
  240_000,
);
