import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {Settings} from '../config/config';
import {isObject, type JsonValue, property} from '../json/value';
import type {OtherEnvironment} from '../plan/create-sight';
import {listTargetIds} from '../spec/targets';

/**
 * Ids of the monitors that other environments record. A spec that gives its target ids gives them to every environment, so
 * that target ids alone do not tell whose a monitor is.
 */
export function readIdsElsewhere(settings: Settings): ReadonlySet<string> {
  return new Set(readOtherEnvironments(settings).flatMap(({monitorIds}) => [...monitorIds]));
}

/**
 * The other environments whose states lie beside this one's, so that their monitors are known for what they are. Only read to
 * tell unmanaged monitors apart: a damaged file, or one that is not a state, is skipped.
 */
export function readOtherEnvironments({stateFile, project, environment}: Settings): OtherEnvironment[] {
  const directory = dirname(stateFile);
  const own = basename(stateFile);
  return listNames(directory).flatMap(name => {
    if (name === own || !/^[^.].*\.state\..*json$|\.state\.json$/.test(name)) return [];
    const otherEnvironment = readOtherEnvironment(join(directory, name));
    return otherEnvironment === null || (otherEnvironment.project === project && otherEnvironment.environment === environment)
      ? []
      : [otherEnvironment];
  });
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory, {withFileTypes: true})
      .filter(entry => entry.isFile())
      .map(entry => entry.name)
      .sort();
  } catch {
    return [];
  }
}

function readOtherEnvironment(path: string): OtherEnvironment | null {
  let state: JsonValue;
  try {
    state = JSON.parse(readFileSync(path, 'utf8')) as JsonValue;
  } catch {
    return null;
  }
  const project = property(state, 'project');
  const environment = property(state, 'environment');
  const monitors = property(state, 'monitors');
  if (property(state, 'format') !== 'monitors-state' || typeof project !== 'string' || typeof environment !== 'string') return null;
  if (!isObject(monitors)) return null;
  const targetIds = new Set<string>();
  const monitorIds = new Set<string>();
  for (const record of Object.values(monitors)) {
    const applied = property(record, 'applied');
    if (isObject(applied)) for (const id of listTargetIds(applied)) if (id !== null) targetIds.add(id);
    for (const id of [property(record, 'id'), property(record, 'leftovers')].flat()) if (typeof id === 'string') monitorIds.add(id);
  }
  return {project, environment, targetIds, monitorIds};
}
