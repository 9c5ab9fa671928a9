import {join} from 'node:path';
import type {MonitorService} from '../../src/api/port';
import type {ApplyEvent, OnAmbiguous} from '../../src/apply/ports';
import type {Settings} from '../../src/config/config';
import type {World} from '../../src/context';
import {type ApplyWorkspaceOutcome, applyWorkspace} from '../../src/engine/apply';
import {connectToService, readGivenAddress} from '../../src/engine/connection';
import type {Disk} from '../../src/state/file/disk';
import {type HostFacts, readHostFacts} from '../../src/state/file/host';
import {type FileStateStore, openFileStore} from '../../src/state/file/store';
import type {StateStore} from '../../src/state/store';

/** The key that every run of the crash loop sends. */
export const CRASH_KEY = 'fc-CRASHLOOP0123456789';

/** A repository and the service that it is applied to. */
export interface CrashPlace {
  readonly directory: string;
  readonly url: string;
  /** Default: creating alone. */
  readonly operations?: 'full';
}

/** What one run takes from the world; all of it may be made to die. */
export interface CrashPorts {
  readonly world: World;
  readonly disk?: Disk;
  readonly wrapService?: (service: MonitorService) => MonitorService;
  readonly wrapStore?: (store: StateStore) => StateStore;
  readonly persist?: () => Promise<void>;
  /** Which process the run is; default: this one. */
  readonly host?: HostFacts;
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** The settings of a repository in the crash loop. */
export function settingsOf({directory, operations}: Omit<CrashPlace, 'url'>): Settings {
  return {
    project: 'crash',
    projectIsDefault: false,
    environment: 'default',
    specsDirectory: join(directory, 'monitors'),
    stateFile: join(directory, 'monitors.state.json'),
    configFile: null,
    operations: operations ?? 'create',
    maxDeletes: {percent: 30},
    allowedReferences: [],
  };
}

/** The store of a repository in the crash loop. */
export function storeOf(place: CrashPlace, {world, disk, host}: CrashPorts): FileStateStore {
  const {project, environment, stateFile} = settingsOf(place);
  return openFileStore({
    stateFile,
    shown: 'monitors.state.json',
    project,
    environment,
    tool: '1.0.0',
    world,
    host: host ?? readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'apply'}),
    env: {},
    ...(disk === undefined ? {} : {disk}),
  });
}

/** One `monitors apply --auto-approve`: the real workflow over real HTTP and real files. */
export function applyPlace(place: CrashPlace, onAmbiguous: OnAmbiguous, ports: CrashPorts): Promise<ApplyWorkspaceOutcome> {
  const {world} = ports;
  const store = storeOf(place, ports);
  const env = {MONITORS_API_KEY: CRASH_KEY};
  return applyWorkspace(
    {
      settings: settingsOf(place),
      cwd: place.directory,
      cache: null,
      only: undefined,
      planFile: null,
      onError: 'continue',
      onAmbiguous,
      concurrency: 8,
      settleMs: 90_000,
      retryBaseMs: 100,
      runId: world.uuid(),
      tool: '1.0.0',
    },
    {
      store: ports.wrapStore?.(store) ?? store,
      world,
      env,
      interruption: new AbortController().signal,
      checkCheckout: async () => {},
      address: readGivenAddress(place.url, env, store.refusals),
      connect: async references => {
        const service = await connectToService({baseUrl: place.url, env, world, references});
        return ports.wrapService?.(service) ?? service;
      },
      show: () => {},
      confirm: async plan => plan,
      ...(ports.persist === undefined ? {} : {persist: ports.persist}),
      onEvent: ports.onEvent ?? (() => {}),
    },
  );
}
