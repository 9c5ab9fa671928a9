import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {MonitorService} from '../../src/api/port';
import type {ApplyEvent, OnAmbiguous} from '../../src/apply/ports';
import type {Settings} from '../../src/config/config';
import {loadSettings} from '../../src/config/loaded-settings';
import type {World} from '../../src/context';
import {APPLY_DEFAULTS, type ApplyEnd, applyProject} from '../../src/engine/apply';
import {connectToService} from '../../src/engine/connection';
import type {Project} from '../../src/engine/project';
import {NO_FIELDS} from '../../src/service/allowed-fields';
import type {Disk} from '../../src/state/file/disk';
import {type HostFacts, readHostFacts} from '../../src/state/file/host';
import {type FileStateStore, openFileStore} from '../../src/state/file/store';
import {isBound} from '../../src/state/origin';
import type {StateStore} from '../../src/state/store';
import {projectIn} from './project';

/** The key that every run of the crash loop sends. */
export const CRASH_KEY = 'fc-CRASHLOOP0123456789';

/** What every run of the crash loop has in its environment; the token is one that specs may refer to. */
const CRASH_ENV = {MONITORS_API_KEY: CRASH_KEY, HOOKS_TOKEN: 'hooks-token-of-the-loop'};

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

/** The settings of a repository in the crash loop: those of its config file, where it has one. */
export function settingsOf({directory, operations}: Omit<CrashPlace, 'url'>): Settings {
  const stateFile = join(directory, 'monitors.state.json');
  if (existsSync(join(directory, 'monitors.config.yaml'))) {
    const place = {directory, cwd: directory, directoryHint: '', environmentChoice: 'one' as const};
    return {...loadSettings({...place, flags: {}, env: {}}), stateFile};
  }
  return {
    project: 'crash',
    projectIsDefault: false,
    environments: null,
    vars: {},
    environment: 'default',
    specsDirectory: join(directory, 'monitors'),
    stateFile,
    configFile: null,
    operations: operations ?? 'create',
    maxDeletes: {percent: 30},
    allowedReferences: [],
    allowedFields: NO_FIELDS,
    moves: [],
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
export function applyPlace(place: CrashPlace, onAmbiguous: OnAmbiguous, ports: CrashPorts): Promise<ApplyEnd> {
  const options = {...APPLY_DEFAULTS, only: undefined, allowDeletes: false, refresh: false, checkSecrets: false, saved: null};
  return applyProject(
    projectOf(place, ports),
    {...options, onAmbiguous},
    {show: () => {}, confirm: async plan => plan, persist: ports.persist ?? null, onEvent: ports.onEvent ?? (() => {})},
  );
}

/** The project of a repository in the crash loop, as one run opens it. */
export function projectOf(place: CrashPlace, ports: CrashPorts): Project {
  const {world} = ports;
  const store = storeOf(place, ports);
  const env = CRASH_ENV;
  return projectIn(place.directory, settingsOf(place), ports.wrapStore?.(store) ?? store, {
    ...{world, env, retryBaseMs: 100},
    givenOrigin: () => place.url,
    checkOrigin: (view, origin) => {
      if (view.stored !== null && isBound(view)) store.refusals.checkOrigin(view.stored.state, origin);
    },
    connect: async references => {
      const service = await connectToService({baseUrl: place.url, env, world, references});
      return ports.wrapService?.(service) ?? service;
    },
  });
}
