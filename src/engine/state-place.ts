import type {Settings, SharedPlace} from '../config/config';
import {UserError} from '../diagnostics/user-error';
import {toShownPath} from '../files/shown-path';
import {refuseMigrating} from '../state/shared/migrating';
import {type MigrationReport, migrateState} from './migrate-state';
import {fileEnd, type MigrationEnd, sharedEnd} from './migration-ends';
import {checkFormerPlaces, openFileStoreOf, openSharedStoreOf, type StoreContext, type StoreOptions} from './project';
import {showSharedPlace} from './project-store';

/** The project whose state gets a place. */
export type PlaceOptions = Pick<StoreOptions, 'settings' | 'cwd' | 'command'>;

/** What `state init` made. */
export interface InitializedPlace {
  readonly outcome: 'made' | 'was-there';
  readonly place: string;
}

/** Makes what the place of the config needs, and probes its server. Throws `UserError` where the state is still in another place. */
export async function initializePlace(options: PlaceOptions, context: StoreContext): Promise<InitializedPlace> {
  const {settings, cwd} = options;
  const {sharedState} = settings;
  if (sharedState === undefined) {
    const hint = 'write "state: {backend: postgres}" into monitors.config.yaml first, or just run "monitors plan": a file needs nothing';
    throw new UserError('state/needs-backend', `the state is the file ${toShownPath(cwd, settings.stateFile)}, which needs no init`, hint);
  }
  await checkFormerPlaces(options, context);
  const store = await openSharedStoreOf(options, sharedState, context);
  try {
    const outcome = await store.initialize();
    const migration = await store.readMigration();
    if (migration !== null) throw refuseMigrating(migration, {place: store.place, kind: store.backend}, settings);
    return {outcome, place: store.place};
  } finally {
    await store.close();
  }
}

/** What `state migrate` was given. */
export interface MigrationRequest {
  readonly to: 'postgres' | 'file';
  /** The table at the end that is a server; undefined for that of the config, else the usual one. */
  readonly table: string | undefined;
  /** The state file at the other end, absolute; undefined for that of the config, else the usual one. */
  readonly file: string | undefined;
}

/** A migration with the names of its ends. */
export interface PlacedMigration extends MigrationReport {
  readonly from: string;
  readonly to: string;
  /** What the config is to say from now on; null where it does. */
  readonly config: string | null;
}

/** Moves the state from the place where the config has it, or had it when the migration began. Nothing is sent. */
export async function migratePlace(request: MigrationRequest, options: PlaceOptions, context: StoreContext): Promise<PlacedMigration> {
  const {settings} = options;
  const places = choosePlaces(request, settings);
  const closing: (() => Promise<void>)[] = [];
  const openEnd = async (place: SharedPlace | null, use: 'source' | 'target'): Promise<MigrationEnd> => {
    if (place === null) {
      const stateFile = request.file ?? settings.stateFile;
      return fileEnd(openFileStoreOf({...options, settings: {...settings, stateFile}}, context), context.env);
    }
    const store = await openSharedStoreOf(options, place, context);
    closing.push(() => store.close());
    return sharedEnd(store, showSharedPlace(place), use);
  };
  try {
    const [from, to] = [await openEnd(places.from, 'source'), await openEnd(places.to, 'target')];
    const report = await migrateState(from, to, settings.environment);
    const end = places.to;
    const isInConfig = end === null ? settings.sharedState === undefined : settings.sharedState?.table === end.table;
    return {...report, from: from.place, to: to.place, config: isInConfig ? null : writeSetting(end, to.place)};
  } finally {
    await Promise.allSettled(closing.map(close => close()));
  }
}

/** The two ends; null is the state file. */
interface Places {
  readonly from: SharedPlace | null;
  readonly to: SharedPlace | null;
}

const DEFAULT_PLACE: SharedPlace = {backend: 'postgres', table: 'monitors_state'};

function choosePlaces({to, table, file}: MigrationRequest, {sharedState}: Settings): Places {
  const given: SharedPlace = {...(sharedState ?? DEFAULT_PLACE), ...(table === undefined ? {} : {table})};
  if (to === 'file') return {from: given, to: null};
  // Another table than the one of the config: from table to table, unless a file is named.
  const isBetweenTables = file === undefined && sharedState !== undefined && sharedState.table !== given.table;
  return {from: isBetweenTables ? sharedState : null, to: given};
}

function writeSetting(place: SharedPlace | null, file: string): string {
  if (place === null) return `state: ${file}`;
  return place.table === DEFAULT_PLACE.table ? 'state: {backend: postgres}' : `state: {backend: postgres, table: ${place.table}}`;
}
