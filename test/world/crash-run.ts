import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {MonitorService} from '../../src/core/api/port';
import type {ApplyEvent, OnAmbiguous} from '../../src/core/apply/ports';
import type {World} from '../../src/core/base/context';
import type {Settings} from '../../src/core/config/config';
import {loadSettings} from '../../src/core/config/loaded-settings';
import {NO_FIELDS} from '../../src/core/service/allowed-fields';
import type {Disk} from '../../src/core/state/file/disk';
import {type HostFacts, readHostFacts} from '../../src/core/state/file/host';
import {openFileStore} from '../../src/core/state/file/store';
import {Refusals} from '../../src/core/state/format/refusals';
import {isBound} from '../../src/core/state/origin';
import type {StateStore} from '../../src/core/state/store';
import {APPLY_DEFAULTS, type ApplyEnd, applyProject} from '../../src/features/apply/apply';
import {connectToService} from '../../src/project/connection';
import type {Project} from '../../src/project/project';
import {type CrashServer, openCrashStore, type Reach} from './crash-shared';
import {projectIn} from './project';

/** This process; read once, since it is that for thousands of runs. */
const HERE = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'apply'});

/** The key that every run of the crash loop sends. */
export const CRASH_KEY = 'fc-CRASHLOOP0123456789';

/** Environment of every run of the crash loop; the token is one that specs may refer to. */
const CRASH_ENV = {MONITORS_API_KEY: CRASH_KEY, HOOKS_TOKEN: 'hooks-token-of-the-loop'};

/** A repository and the service that it is applied to. */
export interface CrashPlace {
  readonly directory: string;
  readonly url: string;
  /** Default: creating alone. */
  readonly operations?: 'full';
  /** The state is on a server; default: in a file. */
  readonly server?: CrashServer;
}

/** World of one run; all of it may be made to die. */
export interface CrashPorts {
  readonly world: World;
  readonly disk?: Disk;
  /** Way to the state on a server. */
  readonly reach?: Reach;
  readonly wrapService?: (service: MonitorService) => MonitorService;
  readonly wrapStore?: (store: StateStore) => StateStore;
  readonly persist?: () => Promise<void>;
  /** Which process the run is; default: this one. */
  readonly host?: HostFacts;
  readonly onEvent?: (event: ApplyEvent) => void;
}

/** The settings of a repository in the crash loop: those of its config file, where it has one. */
export function settingsOf({directory, operations, server}: Omit<CrashPlace, 'url'>): Settings {
  const stateFile = join(directory, 'monitors.state.json');
  if (existsSync(join(directory, 'monitors.config.yaml'))) {
    const place = {directory, cwd: directory, directoryHint: '', environmentChoice: 'one' as const};
    return {...loadSettings({...place, flags: {}, env: {}}), stateFile};
  }
  return {
    project: server?.project ?? 'crash',
    projectIsDefault: false,
    environments: null,
    vars: {},
    environment: 'default',
    specsDirectory: join(directory, 'monitors'),
    stateFile,
    configFile: null,
    operations: operations ?? 'create',
    maxDeletes: {percent: 30},
    ownLimits: {},
    allowedReferences: [],
    allowedFields: NO_FIELDS,
    moves: [],
  };
}

/** The store of a repository in the crash loop, and how to let go of it. */
export function storeOf(place: CrashPlace, ports: CrashPorts): StateStore & {readonly close: () => Promise<void>} {
  const {world, disk} = ports;
  const host = ports.host ?? HERE;
  if (place.server !== undefined)
    return openCrashStore(place.server, {world, host, ...(ports.reach === undefined ? {} : {reach: ports.reach})});
  const {project, environment, stateFile} = settingsOf(place);
  const store = openFileStore({
    stateFile,
    shown: SHOWN,
    project,
    environment,
    tool: '1.0.0',
    world,
    host,
    env: {},
    ...(disk === undefined ? {} : {disk}),
  });
  return {...store, close: async () => {}};
}

const SHOWN = 'monitors.state.json';

/** One `monitors apply --auto-approve`: the real workflow over real HTTP and real files. */
export async function applyPlace(place: CrashPlace, onAmbiguous: OnAmbiguous, ports: CrashPorts): Promise<ApplyEnd> {
  const store = storeOf(place, ports);
  const options = {...APPLY_DEFAULTS, only: undefined, allowDeletes: false, refresh: false, checkSecrets: false, saved: null};
  try {
    return await applyProject(
      projectOf(place, ports, store),
      {...options, onAmbiguous},
      {show: () => {}, confirm: async plan => plan, persist: ports.persist ?? null, onEvent: ports.onEvent ?? (() => {})},
    );
  } finally {
    await store.close();
  }
}

/** The project of a repository in the crash loop, as one run opens it. */
export function projectOf(place: CrashPlace, ports: CrashPorts, store: StateStore): Project {
  const {world} = ports;
  const {project, environment} = settingsOf(place);
  const refusals = new Refusals({shown: SHOWN, project, environment, soundBackup: () => null});
  const env = CRASH_ENV;
  return projectIn(place.directory, settingsOf(place), ports.wrapStore?.(store) ?? store, {
    ...{world, env, retryBaseMs: 100},
    givenOrigin: () => place.url,
    checkOrigin: (view, origin) => {
      if (view.stored !== null && isBound(view)) refusals.checkOrigin(view.stored.state, origin);
    },
    connect: async references => {
      const service = await connectToService({baseUrl: place.url, env, world, references});
      return ports.wrapService?.(service) ?? service;
    },
  });
}
