import type {Settings} from '../config/config';
import type {Context} from '../context';
import {toShownPath} from '../files/shown-path';
import {readHostFacts} from '../state/file/host';
import {type FileStateStore, openFileStore} from '../state/file/store';
import type {StateDecoder} from '../state/state-index';
import {version} from '../version';

/** Whose state is opened, and for what. */
export interface StateStoreRequest {
  readonly settings: Settings;
  /** Messages show paths relative to it. Absolute. */
  readonly cwd: string;
  /** The command that runs, e.g. `apply`: what others read of it while it holds the lock. */
  readonly command: string;
  readonly context: Pick<Context, 'env' | 'process' | 'world'>;
  /** Read in the place of the state file that the settings name, and shown by its name: a copy, as another branch has it. */
  readonly copy?: string;
  /** See {@link openFileStore}. */
  readonly decodeForLooking?: StateDecoder;
}

/** Opens the store of the state file that the settings name. Touches nothing until it is read or locked. */
export function openStateStore({settings, cwd, command, context, copy, decodeForLooking}: StateStoreRequest): FileStateStore {
  const {env, process, world} = context;
  return openFileStore({
    stateFile: copy ?? settings.stateFile,
    shown: toShownPath(cwd, settings.stateFile),
    project: settings.project,
    environment: settings.environment,
    canRecover: settings.operations === 'full',
    tool: version,
    world,
    host: readHostFacts({pid: process.pid, platform: process.platform, env, command}),
    env,
    ...(decodeForLooking === undefined ? {} : {decodeForLooking}),
  });
}
