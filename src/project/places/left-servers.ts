import type {Settings} from '../../core/config/config';
import {findReal} from '../../core/files/paths';
import {findRepository} from '../../core/git/repository';
import type {Key} from '../../core/specs/desired-monitor';
import type {ProjectStore} from '../store';
import type {ConfigHistory} from './former-configs';
import type {FormerPlaceSearch} from './former-places';

/** The servers that a config named before the place of its state. */
export interface LeftServers {
  /** Throws where keys are to be created by another state, while such a server still holds one. Default: the commits of the checkout. */
  readonly refuseUnmoved: (created: readonly Key[], history?: ConfigHistory) => Promise<void>;
  /** Names them, as messages and a first state file show them. */
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
  const isFile = store.backend === 'file';
  if (settings.operations === 'full' || (isFile && stateCopy !== undefined)) return NONE;
  // Only commits name a server of before.
  const isUnversioned = (history?: ConfigHistory) => history === undefined && findRepository(findReal(settings.specsDirectory)) === null;
  return {
    refuseUnmoved: async (created, history) => {
      if (isUnversioned(history)) return;
      const {refuseUnmovedServer} = await import('./unmoved-server');
      const state = isFile ? store.readStateBytes() : null;
      await refuseUnmovedServer({settings, cwd, env, world, openShared, created, state, use, history});
    },
    listLeftServers: async history =>
      !isFile || isUnversioned(history) ? [] : (await import('./unmoved-server')).listLeftServers({settings, env, world, history}),
  };
}
