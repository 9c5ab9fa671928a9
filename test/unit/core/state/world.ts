import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {World} from '../../../../src/core/base/context';
import type {HostFacts} from '../../../../src/core/state/file/host';
import {type FileStoreOptions, openFileStore} from '../../../../src/core/state/file/store';
import type {DoneRecord, EditIntentRecord, IntentRecord, ProgressRecord} from '../../../../src/core/state/journal';
import {newState, type RecordedMonitor, type State} from '../../../../src/core/state/state';

/** A world whose clock stands still and whose random values are counted, so that files come out the same each time. */
export function countingWorld(): World {
  let uuids = 0;
  return {
    now: () => Date.parse('2026-11-20T12:00:00Z'),
    monotonic: () => 0,
    sleep: async () => {},
    random: () => 0.5,
    uuid: () => {
      uuids += 1;
      return `00000000-0000-4000-8000-${uuids.toString(16).padStart(12, '0')}`;
    },
  };
}

/** A process on a machine where only the processes in `running` still run, by number and start time: itself, when left out. */
export function host(changes: Partial<HostFacts> = {}, running: Readonly<Record<number, string>> = {4711: '1000'}): HostFacts {
  return {
    pid: 4711,
    startTime: '1000',
    host: 'build-1',
    bootId: 'boot-1',
    pidNamespace: 'pid:[1]',
    user: 'ada',
    command: 'apply',
    ci: null,
    platform: 'linux',
    lookUpProcess: pid => (running[pid] === undefined ? {kind: 'gone'} : {kind: 'running', startTime: running[pid]}),
    ...changes,
  };
}

/** A directory of its own for one test, and how to open the state in it. */
export interface Place {
  readonly directory: string;
  readonly stateFile: string;
  path(...names: string[]): string;
  open(changes?: Partial<FileStoreOptions>): ReturnType<typeof openFileStore>;
  /** A directory of this one, made if it is not there, and the state in it. */
  below(name: string): Place;
}

/** Makes directories that are removed after the tests of a file. */
export function usePlaces(): () => Place {
  const made: string[] = [];
  afterAll(() => {
    for (const directory of made) rmSync(directory, {recursive: true, force: true});
  });
  const placeIn = (directory: string): Place => {
    const stateFile = join(directory, 'monitors.state.json');
    const world = countingWorld();
    const open = (changes: Partial<FileStoreOptions> = {}) =>
      openFileStore({
        stateFile,
        shown: 'monitors.state.json',
        project: 'acme-web',
        environment: 'default',
        tool: '1.4.0',
        world,
        host: host(),
        env: {PATH: process.env['PATH']},
        ...changes,
      });
    const below = (name: string) => {
      mkdirSync(join(directory, name), {recursive: true});
      return placeIn(join(directory, name));
    };
    return {directory, stateFile, path: (...names) => join(directory, ...names), open, below};
  };
  return () => {
    const directory = mkdtempSync(join(tmpdir(), 'monitors-state-'));
    made.push(directory);
    return placeIn(directory);
  };
}

/** A recorded monitor; tests change one thing. */
export function recorded(changes: Partial<RecordedMonitor> = {}): RecordedMonitor {
  return {
    id: '8c4a1f0e-0000-4000-8000-000000000001',
    specPath: 'pricing/acme.yaml',
    protect: false,
    createdAt: '2026-11-20T11:00:00Z',
    bodyHash: 'a'.repeat(64),
    applied: {name: 'Acme pricing', schedule: {text: 'every 30 minutes'}},
    observed: {schedule: {cron: '*/30 * * * *'}},
    ...changes,
  };
}

/** A state with the given monitors and serial 0, as before its first write. */
export function stateWith(monitors: Readonly<Record<string, RecordedMonitor>> = {}, changes: Partial<State> = {}): State {
  const first = newState({
    lineage: '11111111-2222-4333-8444-555555555555',
    tool: '1.4.0',
    project: 'acme-web',
    environment: 'default',
    origin: 'https://api.example.dev',
  });
  return {...first, monitors: new Map(Object.entries(monitors)), ...changes};
}

/** The first record of a create. */
export function intent(key: string, changes: Partial<IntentRecord> = {}): IntentRecord {
  return {
    phase: 'intent',
    op: 'create',
    opId: `op-${key}`,
    key,
    runId: 'run-1',
    bodyHash: 'b'.repeat(64),
    targetIds: ['33333333-0000-5000-8000-000000000001'],
    supersedes: [],
    origin: 'https://api.example.dev',
    monitor: {specPath: `${key}.yaml`, protect: false, bodyHash: 'b'.repeat(64), applied: {name: key}},
    offMachine: false,
    ...changes,
  };
}

/** The first record of an update of the monitor `id`, or, with `monitor: null`, of its deletion. */
export function editIntent(key: string, id: string, changes: Partial<EditIntentRecord> = {}): EditIntentRecord {
  return {
    phase: 'intent',
    op: changes.monitor === null ? 'delete' : 'update',
    opId: `op-${key}`,
    key,
    runId: 'run-1',
    id,
    origin: 'https://api.example.dev',
    monitor: {specPath: `${key}.yaml`, protect: true, bodyHash: 'c'.repeat(64), applied: {name: 'new'}},
    offMachine: false,
    ...changes,
  };
}

/** A later record of the operation under `key`. */
export function progress(key: string, phase: ProgressRecord['phase'], attempt = 1): ProgressRecord {
  const at = '2026-11-20T12:00:00.000Z';
  return {phase, opId: `op-${key}`, key, runId: 'run-1', attempt, firstSentAt: at, lastSentAt: at};
}

/** The record that the create under `key` made the monitor `id`. */
export function done(key: string, id: string, attempt = 1): DoneRecord {
  const monitor = {id, createdAt: '2026-11-20T12:00:01Z', observed: {}};
  return {phase: 'done', opId: `op-${key}`, key, runId: 'run-1', attempt, monitor, mayExistTwice: false};
}
