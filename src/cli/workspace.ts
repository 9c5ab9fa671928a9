import {isAbsolute, join} from 'node:path';
import type {Settings} from '../config/config';
import {loadSettings} from '../config/loaded-settings';
import type {Context} from '../context';
import {type CacheFile, openCacheFile} from '../files/cache-file';
import {sha256} from '../json/canonical';
import type {CheckCache} from '../spec/check';
import {openCheckCache} from '../spec/files-cache';
import {build} from '../version';

/** What finding settings, specs, state and caches needs of a command. */
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

/** Flags, environment, config file and defaults, combined. Throws `UserError`. */
export function readSettings(request: WorkspaceRequest): Settings {
  const directory = request.workingDirectory();
  const {env} = request.context;
  return loadSettings({flags: request, env, directory, cwd: directory, directoryHint: 'check the path given with -C'});
}

/** The cache of checked specs; null with `--no-cache`, without a home directory, or when run from source. */
export function openCache(request: WorkspaceRequest, settings: Settings): CheckCache | null {
  const file = openCacheOf(request, 'checks', settings.specsDirectory);
  return file === null ? null : openCheckCache(file, JSON.stringify([build, settings.allowedReferences]));
}

/** A cache of its own for each directory or file, so that none holds what was read elsewhere; null where there is to be none. */
export function openCacheOf({context, noCache}: WorkspaceRequest, kind: string, path: string): CacheFile | null {
  const {env, process, world} = context;
  const home = env['XDG_CACHE_HOME'] || (env['HOME'] ? join(env['HOME'], '.cache') : '');
  if (noCache || build === '' || !isAbsolute(home)) return null;
  const name = `${kind}-${sha256(path).slice(0, 32)}.json`;
  return openCacheFile({path: join(home, 'monitors', name), userId: process.userId, uuid: world.uuid});
}
