import {join} from 'node:path';
import type {Context} from '../../core/base/context';
import {isSamePlace, readSharedPlace, type Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {findReal} from '../../core/files/paths';
import {DEFAULT_ENVIRONMENT, DEFAULT_STATE_FILE} from '../../core/files/state-name';
import {type NeighbourState, readStatesAt} from '../other-environments';
import {readNeighbour} from '../shared-neighbours';
import type {StoreSearch} from './count-in-store';
import {environmentsOf, nameOf} from './former-configs';
import {readStandingConfigs} from './sharing-configs';

/**
 * Reads the states that other configs of the repository have under other names: their monitors are not ours. One under the same names is
 * a copy of ours. A server that can't be read tells nothing.
 */
export async function readRepositoryStates(
  settings: Settings,
  {openShared, ...context}: Pick<Context, 'env' | 'world'> & Pick<StoreSearch, 'openShared'>,
): Promise<NeighbourState[]> {
  const own = findReal(settings.configFile ?? settings.specsDirectory);
  const others = (await readStandingConfigs(settings, context)).filter(({file}) => file !== own);
  const found: NeighbourState[] = [];
  for (const {config} of others) {
    const place = readSharedPlace(config.state);
    if (place === null) {
      const {base, state} = config;
      found.push(...readStatesAt(join(base, typeof state === 'string' ? state : DEFAULT_STATE_FILE), settings.stateFile));
      continue;
    }
    const project = nameOf(config);
    if (project === settings.project && isSamePlace(place, settings.sharedState ?? null)) continue;
    for (const environment of new Set([DEFAULT_ENVIRONMENT, ...environmentsOf(config)])) {
      const name = {project, environment};
      const state = await openShared(place, name)
        .then(store => readNeighbour(name, store))
        .catch(passUserError);
      if (state !== null) found.push(state);
    }
  }
  return found.filter(one => one.project !== settings.project || one.environment !== settings.environment);
}

function passUserError(error: unknown): null {
  if (error instanceof UserError) return null;
  throw error;
}
