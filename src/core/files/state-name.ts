import {basename} from 'node:path';
import {isPlainName} from '../base/names';

/** The environment of a project without a choice: its state has no environment in its name. */
export const DEFAULT_ENVIRONMENT = 'default';

/** The state file of `default` where the config names none. */
export const DEFAULT_STATE_FILE = 'monitors.state.json';

/** The name of a project where the config gives none. */
export const DEFAULT_PROJECT = 'default';

/** The state file of an environment, from that of `default`: `monitors.state.json` is `monitors.state.staging.json` in `staging`. */
export function stateFileOf(stateFile: string, environment: string): string {
  if (environment === DEFAULT_ENVIRONMENT) return stateFile;
  return stateFile.endsWith('.json') ? `${stateFile.slice(0, -'.json'.length)}.${environment}.json` : `${stateFile}.${environment}`;
}

/** The state file of `default`, from that of any environment; as it is where it does not have the name of its environment. */
export function baseOfStateFile(stateFile: string, environment: string): string {
  if (environment === DEFAULT_ENVIRONMENT) return stateFile;
  for (const [ending, left] of [
    [`.${environment}.json`, '.json'],
    [`.${environment}`, ''],
  ] as const) {
    if (stateFile.endsWith(ending)) return `${stateFile.slice(0, -ending.length)}${left}`;
  }
  return stateFile;
}

/** The other environment whose state has this name beside a state; null for any other name. `environment` is that of the state. */
export function environmentOfName(name: string, stateFile: string, environment: string): string | null {
  const own = basename(stateFile);
  const base = baseOfStateFile(own, environment);
  if (name === own) return null;
  if (name === base) return DEFAULT_ENVIRONMENT;
  const stem = base.replace(/\.json$/, '');
  const place = name.startsWith(`${stem}.`) && name.endsWith('.json') ? name.slice(stem.length + 1, -'.json'.length) : '';
  return isPlainName(place) ? place : null;
}

/** Returns the name that a person repeats to begin a state although a former place can't be looked at. */
export function nameState({project, environment}: {readonly project: string; readonly environment: string}): string {
  return `${project}/${environment}`;
}

/** The command that begins a state at a place of its own choice, in quotes. */
export function quoteNewState(settings: Parameters<typeof nameState>[0], flags = ''): string {
  return `"monitors state init ${flags}--new-state ${nameState(settings)}"`;
}

/** Advises how to begin a state where one is missed. */
export function writeNewState(settings: Parameters<typeof nameState>[0], flags = ''): string {
  return `to begin a new state, run ${quoteNewState(settings, flags)}`;
}
