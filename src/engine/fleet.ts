import type {Settings} from '../config/config';
import type {Fleet} from '../spec/check';
import type {LayerFile} from '../spec/fleet/sources';

/** What specs share, put together for the environment of a run. */
export function fleetOf({environment}: Settings, layers: readonly LayerFile[]): Fleet {
  return {layers, environment: {environment, declared: null, vars: {}}};
}
