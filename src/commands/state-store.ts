import type {Settings} from '../config/model';
import {toShownPath} from '../config/shown-path';
import {readHostFacts} from '../state/file-host';
import {type FileStateStore, openFileStore} from '../state/file-store';
import {rememberOutline} from '../state/outline-cache';
import {build, version} from '../version';
import {openCacheOf, type WorkspaceRequest} from './workspace';

/** The store of the state file that the settings name; `look` only reads it, and remembers what it read. */
export function openStore(request: WorkspaceRequest, settings: Settings, use: 'look' | 'change'): FileStateStore {
  const {env, process, world} = request.context;
  const outline = use === 'look' ? openCacheOf(request, 'state', settings.stateFile) : null;
  return openFileStore({
    stateFile: settings.stateFile,
    shown: toShownPath(request.workingDirectory(), settings.stateFile),
    project: settings.project,
    environment: settings.environment,
    canRecover: settings.operations === 'full',
    tool: version,
    world,
    host: readHostFacts({pid: process.pid, platform: process.platform, env, command: request.commandName}),
    env,
    ...(outline === null ? {} : {decodeForLooking: rememberOutline(outline, build)}),
  });
}
