import type {Settings} from '../config/config';
import {openStateStore} from '../engine/state-store';
import type {FileStateStore} from '../state/file/store';
import {rememberOutline} from '../state/state-index';
import {build} from '../version';
import {openCacheOf, type WorkspaceRequest} from './workspace';

/** The store of the state file that the settings name; `look` only reads it, and remembers what it read. */
export function openStore(request: WorkspaceRequest, settings: Settings, use: 'look' | 'change'): FileStateStore {
  const outline = use === 'look' ? openCacheOf(request, 'state', settings.stateFile) : null;
  return openStateStore({
    settings,
    cwd: request.workingDirectory(),
    command: request.commandName,
    context: request.context,
    ...(outline === null ? {} : {decodeForLooking: rememberOutline(outline, build)}),
  });
}
