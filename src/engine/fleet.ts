import type {Settings} from '../config/config';
import {toFleetEnvironment} from '../config/environments';
import type {Fleet} from '../spec/check';

/** What specs share, put together for the environment of a run. */
export function fleetOf(settings: Settings): Fleet {
  return {environment: toFleetEnvironment(settings)};
}
