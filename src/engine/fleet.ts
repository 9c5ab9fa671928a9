import type {Settings} from '../config/config';
import {toFleetEnvironment} from '../config/environments';
import type {Fleet} from '../spec/check';
import type {LayerFile} from '../spec/fleet/sources';

/** What specs share, put together for the environment of a run. */
export function fleetOf(settings: Settings, layers: readonly LayerFile[]): Fleet {
  return {layers, environment: toFleetEnvironment(settings)};
}
