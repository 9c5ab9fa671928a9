import {dirname} from 'node:path';
import type {Settings} from '../core/config/config';
import {toFleetEnvironment} from '../core/config/settings';
import {type Fleet, NO_FLEET} from '../core/specs/check';
import {openDataFiles} from '../core/specs/fleet/data-file';
import type {LayerFile} from '../core/specs/fleet/sources';

/** Puts together everything that specs share, for the environment of a run. Findings show paths relative to `cwd`, which is absolute. */
export function fleetOf(settings: Settings, layers: readonly LayerFile[], cwd: string): Fleet {
  const {specsDirectory, configFile, stateFile} = settings;
  const root = configFile === null ? cwd : dirname(configFile);
  const own = configFile === null ? [stateFile] : [configFile, stateFile];
  return {layers, environment: toFleetEnvironment(settings), readData: openDataFiles({specsDirectory, root, cwd, own})};
}

/** The same for specs that a program made: they inherit nothing, and name no files. */
export function fleetOfProgram(settings: Settings): Fleet {
  return {...NO_FLEET, environment: toFleetEnvironment(settings)};
}
