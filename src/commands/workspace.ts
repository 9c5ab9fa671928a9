import {statSync} from 'node:fs';
import {isAbsolute, join} from 'node:path';
import {loadConfig} from '../config/config-file';
import type {Settings} from '../config/model';
import {combineSettings} from '../config/settings';
import {toShownPath} from '../config/shown-path';
import type {Context} from '../context';
import {Refusal} from '../refusal';
import type {CheckCache} from '../spec/check';
import {openCheckCache} from '../spec/files-cache';
import {readHostFacts} from '../state/file-host';
import {type FileStateStore, openFileStore} from '../state/file-store';
import {build, version} from '../version';

/** What finding specs, settings, state and caches needs of a command. */
export interface WorkspaceRequest {
  readonly context: Context;
  readonly commandName: string;
  readonly config: string | undefined;
  readonly environment: string | undefined;
  readonly specs: string | undefined;
  readonly state: string | undefined;
  readonly noCache: boolean;
  /** The working directory after `-C`, absolute. */
  workingDirectory(): string;
}

/** Flags, environment, config file and defaults, combined. Throws `Refusal`. */
export function readSettings(request: WorkspaceRequest): Settings {
  const directory = request.workingDirectory();
  refuseMissingDirectory(directory);
  const config = loadConfig(directory, request.config, directory);
  return combineSettings({flags: request, env: request.context.env, directory, config});
}

function refuseMissingDirectory(directory: string): void {
  if (statSync(directory, {throwIfNoEntry: false})?.isDirectory() === true) return;
  throw new Refusal('config/not-found', `the working directory ${directory} is no directory that exists`, 'check the path given with -C');
}

/** The cache of checked specs; null with `--no-cache`, without a home directory, or when run from source. */
export function openCache({context, noCache}: WorkspaceRequest, settings: Settings): CheckCache | null {
  const {env, process, world} = context;
  const home = env['XDG_CACHE_HOME'] || (env['HOME'] ? join(env['HOME'], '.cache') : '');
  if (noCache || build === '' || !isAbsolute(home)) return null;
  return openCheckCache({
    directory: join(home, 'monitors'),
    specsDirectory: settings.specsDirectory,
    validFor: JSON.stringify([build, settings.allowedReferences]),
    userId: process.userId,
    uuid: world.uuid,
  });
}

/** The store of the state file that the settings name. */
export function openStore(request: WorkspaceRequest, settings: Settings): FileStateStore {
  const {env, process, world} = request.context;
  return openFileStore({
    stateFile: settings.stateFile,
    shown: toShownPath(request.workingDirectory(), settings.stateFile),
    project: settings.project,
    environment: settings.environment,
    tool: version,
    world,
    host: readHostFacts({pid: process.pid, platform: process.platform, env, command: request.commandName}),
    env,
  });
}
