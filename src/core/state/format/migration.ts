import {isObject, type JsonObject} from '../../json/value';
import type {Migration} from '../remote/store';
import type {State} from '../state';

/** The format version of readers that understand a migration: older ones refuse the file instead of applying from it. */
export const MIGRATION_READER = 2;

/** Reads the progress of a migration in a state file; null where none was begun. */
export function readMigration(root: JsonObject): Migration | null {
  const migration = root['migration'];
  if (root['minReader'] !== MIGRATION_READER || !isObject(migration)) return null;
  const {phase, other, environment} = migration;
  if ((phase !== 'arriving' && phase !== 'moved') || typeof other !== 'string') return null;
  return {phase, other, ...(typeof environment === 'string' ? {environment} : {})};
}

/** The state as a migration leaves it in its file: readers refuse it. */
export function withMigration(state: State, {phase, other, environment}: Migration): State {
  const migration = {phase, other, ...(environment === undefined ? {} : {environment})};
  return {...state, minReader: MIGRATION_READER, unknown: {...state.unknown, migration}};
}

/** The state as it is without a migration. */
export function withoutMigration(state: State): State {
  const {migration: _migration, ...unknown} = state.unknown;
  return {...state, minReader: 1, unknown};
}
