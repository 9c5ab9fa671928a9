import type {Settings} from '../core/config/config';
import type {Key} from '../core/specs/desired-monitor';
import {readLeftPlaces} from '../core/state/left-places';
import type {ConfigHistory} from './former-configs';
import type {FormerPlaceSearch} from './former-places';
import type {ProjectStore} from './store';

/** The servers that a config named before its state file. */
export interface LeftServers {
  /** Throws where keys are to be created by a state file, while such a server still holds the state. Default: the commits of the checkout. */
  readonly refuseUnmoved: (created: readonly Key[], history?: ConfigHistory) => Promise<void>;
  /** Lists them as messages show them; none where the state is on a server. */
  readonly listLeftServers: (history?: ConfigHistory) => Promise<readonly string[]>;
}

/** No servers: with full operations the service is asked, and a copy of a state is judged where it came from. */
const NONE: LeftServers = {refuseUnmoved: async () => {}, listLeftServers: async () => []};

/** The options of a project that say where its state is. */
interface StateOptions {
  readonly settings: Settings;
  readonly cwd: string;
  readonly use?: 'look' | 'change';
  readonly stateCopy?: string;
}

export function lookAtLeftServers(
  store: ProjectStore,
  {settings, cwd, use = 'change', stateCopy}: StateOptions,
  {env, world}: Pick<FormerPlaceSearch, 'env' | 'world'>,
  openShared: FormerPlaceSearch['openShared'],
): LeftServers {
  if (store.backend !== 'file' || settings.operations === 'full' || stateCopy !== undefined) return NONE;
  return {
    refuseUnmoved: async (created, history) => {
      const {refuseUnmovedServer} = await import('./unmoved-server');
      const left = readLeftPlaces(store.readStateBytes());
      await refuseUnmovedServer({settings, cwd, env, world, openShared, created, left, use, history});
    },
    listLeftServers: async history => (await import('./unmoved-server')).listLeftServers({settings, env, world, history}),
  };
}
