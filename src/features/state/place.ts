import {version} from '../../core/base/version';
import {isSamePlace, showSharedPlace, writeMigration, writeSetting} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {toShownPath} from '../../core/files/paths';
import {baseOfStateFile, nameState} from '../../core/files/state-name';
import type {SharedPlace} from '../../core/state/addresses/kinds';
import {openForChange} from '../../core/state/fold-open';
import {withLeftPlaces} from '../../core/state/left-places';
import {refuseMigrating} from '../../core/state/remote/migrating';
import type {SharedStateStore} from '../../core/state/remote/store';
import {newState as makeState, type RemovedRecord} from '../../core/state/state';
import type {LockedStore, StateStore} from '../../core/state/store';
import {listLeftServers} from '../../project/places/unmoved-server';
import {
  checkFormerPlaces,
  openFileStoreOf,
  openHistoryOf,
  openSharedStoreOf,
  type StoreContext,
  type StoreOptions,
} from '../../project/project';
import {withLock} from '../../project/state-access';
import {type MigrationReport, migrateState} from './migrate-state';
import {fileEnd, type MigrationEnd, sharedEnd} from './migration-ends';
import {choosePlaces, type MigrationRequest} from './migration-places';

/** The project whose state gets a place. */
export type PlaceOptions = Pick<StoreOptions, 'settings' | 'cwd' | 'command'>;

/** Result of `state init`. */
interface InitializedPlace {
  readonly outcome: 'made' | 'was-there';
  readonly place: string;
  /** See `SharedStateStore.findMissingSafeguard`. */
  readonly missing: string | null;
}

/**
 * Makes what the place of the config needs, and probes its server. Throws `UserError` where the state is still in another place, or where
 * that can't be seen: unless `newState` names project and environment, which makes an empty state, so that no later run asks again.
 */
export async function initializePlace(
  options: PlaceOptions,
  context: StoreContext,
  newState: string | undefined = undefined,
): Promise<InitializedPlace> {
  const {settings, cwd} = options;
  const {sharedState} = settings;
  const isNew = newState !== undefined;
  if (isNew && newState !== nameState(settings)) {
    const hint = `to begin a new state, write --new-state ${nameState(settings)}`;
    throw new UserError('config/usage', `--new-state names ${newState}, but this is ${nameState(settings)}`, hint);
  }
  if (sharedState === undefined && isNew) {
    await checkFormerPlaces(options, context, {isGone: true});
    const store = openFileStoreOf(options, context);
    const left = await listLeftServers({settings, env: context.env, world: context.world});
    return {outcome: await beginState(store, options, context, left), place: store.place, missing: null};
  }
  if (sharedState === undefined) {
    const hint =
      'write "state: {backend: postgres}" or "state: {backend: s3, bucket: NAME}" into monitors.config.yaml first, or just run "monitors plan": a file needs nothing';
    throw new UserError('state/needs-backend', `the state is the file ${toShownPath(cwd, settings.stateFile)}, which needs no init`, hint);
  }
  await checkFormerPlaces(options, context, {isGone: isNew});
  const store = await openSharedStoreOf(options, sharedState, context);
  try {
    const outcome = await store.initialize();
    const migration = await store.readMigration();
    if (migration !== null) throw refuseMigrating(migration, {place: store.place, kind: store.backend}, settings);
    const missing = await store.findMissingSafeguard();
    return {outcome: isNew ? await beginState(store, options, context) : outcome, place: store.place, missing};
  } finally {
    await store.close();
  }
}

/**
 * Writes an empty state where none is. It gets its address from the first monitor. What commits record, and what this machine saw on the
 * server, is let go: a person decided for a new state.
 */
function beginState(
  store: StateStore,
  options: PlaceOptions,
  context: StoreContext,
  left: readonly string[] = [],
): Promise<InitializedPlace['outcome']> {
  const {project, environment} = options.settings;
  const {world} = context;
  return withLock(store, async locked => {
    if ((await locked.read()).kind === 'present') return (await leavePlaces(locked, left)) ? 'made' : 'was-there';
    const recorded = (await openHistoryOf(options, context)?.list(options.settings)) ?? new Map<string, string>();
    const at = new Date(world.now()).toISOString();
    const {doubt} = locked;
    const known = [...recorded.entries(), ...(doubt?.missing ?? []).map(({key, id}) => [id, key] as const)];
    const removed = [...new Map(known)].map(([id, key]): RemovedRecord => ({key, id, serial: 1, at, by: 'state init'}));
    const made = makeState({lineage: world.uuid(), tool: version, project, environment, origin: ''});
    await locked.write(withLeftPlaces(removed.length === 0 ? made : {...made, removed}, left), null);
    await doubt?.settle();
    return 'made';
  });
}

/** Notes in a state that a person left servers; false where it said so before. */
async function leavePlaces(locked: LockedStore, left: readonly string[]): Promise<boolean> {
  if (left.length === 0) return false;
  const {stored, unresolved} = await openForChange(locked);
  const noted = stored === null ? null : withLeftPlaces(stored.state, left);
  if (stored === null || noted === null || noted === stored.state) return false;
  const {version: written} = await locked.write(noted, stored.version);
  if (unresolved.length > 0) await locked.rewriteJournal(written, unresolved);
  return true;
}

/** A migration with the names of its ends. */
export interface PlacedMigration extends MigrationReport {
  readonly from: string;
  readonly to: string;
  /** Setting for the config from now on; null where the config has it. */
  readonly config: string | null;
  /** The command that goes on with it, and the one that goes back to the file; without the file's name. */
  readonly again: string;
  readonly back: string;
  /** See `SharedStateStore.findMissingSafeguard`. */
  readonly missing: string | null;
}

/** Moves the state from the place where the config has it, or had it when the migration began. Nothing is sent. */
export async function migratePlace(request: MigrationRequest, options: PlaceOptions, context: StoreContext): Promise<PlacedMigration> {
  const {settings} = options;
  const places = choosePlaces(request, settings.sharedState ?? null);
  const closing: (() => Promise<void>)[] = [];
  let findMissing: SharedStateStore['findMissingSafeguard'] = async () => null;
  const openEnd = async (place: SharedPlace | null, use: 'source' | 'target'): Promise<MigrationEnd> => {
    if (place === null) {
      const stateFile = request.file ?? settings.stateFile;
      return fileEnd(openFileStoreOf({...options, settings: {...settings, stateFile}}, context), context.env);
    }
    const store = await openSharedStoreOf(options, place, context);
    closing.push(() => store.close());
    if (use === 'target') findMissing = () => store.findMissingSafeguard();
    return sharedEnd(store, showSharedPlace(place), use);
  };
  try {
    const [from, to] = [await openEnd(places.from, 'source'), await openEnd(places.to, 'target')];
    const report = await migrateState(from, to, settings.environment);
    const isInConfig = isSamePlace(places.to, settings.sharedState ?? null);
    // The config names the file of the usual environment; others stand beside it.
    const setting = places.to === null ? `state: ${baseOfStateFile(to.place, settings.environment)}` : writeSetting(places.to);
    const [again, back] = [writeMigration(places.to), writeMigration(null, places.to)];
    // The state was moved, whatever that question meets.
    const missing = await findMissing().catch(() => null);
    return {...report, from: from.place, to: to.place, config: isInConfig ? null : setting, again, back, missing};
  } finally {
    await Promise.allSettled(closing.map(close => close()));
  }
}
