import type {Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {baseOfStateFile, stateFileOf} from '../../core/files/state-name';
import type {FileStateStore} from '../../core/state/file/store';
import {decodeMigratingState} from '../../core/state/format/state';
import {openFileStoreOf, openSharedStoreOf, type StoreContext} from '../../project/project';
import {type MigrationReport, migrateState} from './migrate-state';
import {fileEnd, type MigrationEnd, sharedEnd} from './migration-ends';
import type {PlaceOptions} from './place';

/** A move of a state to another environment. */
export interface EnvironmentMove extends MigrationReport {
  /** The places of both, as messages show them. */
  readonly from: string;
  readonly to: string;
  /** Files that git has, as messages show them: their change is to be committed together. */
  readonly toCommit: readonly string[];
}

/** The ends of a move, opened. */
interface OpenedEnds {
  readonly source: MigrationEnd;
  readonly target: MigrationEnd;
  readonly places: Pick<EnvironmentMove, 'from' | 'to' | 'toCommit'>;
  readonly close: () => Promise<unknown>;
}

/**
 * Gives the state of the environment `own` to the one of the settings, in the same place and in the steps of a migration. Ids stay as they
 * are recorded, nothing is sent. `noteFolded` learns of a state file before what earlier runs left is folded into it. Throws a
 * `UserError` and changes nothing where the other environment has a state.
 */
export async function moveEnvironment(
  own: string,
  options: PlaceOptions,
  context: StoreContext,
  noteFolded: (store: FileStateStore) => Promise<void>,
): Promise<EnvironmentMove> {
  const {environment: other, sharedState} = options.settings;
  const isFile = sharedState === undefined;
  const ends = isFile ? await openFiles(own, options, context, noteFolded) : await openShared(own, options, sharedState, context);
  try {
    return {...(await migrateState(ends.source, ends.target, own, other)), ...ends.places};
  } catch (error) {
    const isNothing = error instanceof UserError && ['state/not-initialized', 'state/nothing-stored'].includes(error.code);
    throw isNothing ? noState(own, isFile ? `${ends.places.from} not found` : `${ends.places.from} holds none`) : error;
  } finally {
    await ends.close();
  }
}

async function openFiles(
  own: string,
  options: PlaceOptions,
  context: StoreContext,
  noteFolded: (store: FileStateStore) => Promise<void>,
): Promise<OpenedEnds> {
  const {settings} = options;
  const other = settings.environment;
  const stateFile = stateFileOf(baseOfStateFile(settings.stateFile, other), own);
  const from = openFileStoreOf({...options, settings: {...settings, environment: own, stateFile}}, context);
  const to = openFileStoreOf(options, context);
  const bytes = from.readStateBytes();
  if (bytes !== null && decodeMigratingState(bytes, from.refusals) === null) await noteFolded(from);
  const committed = await from.listCommitted();
  return {
    source: fileEnd(from, context.env, {own, other}),
    target: fileEnd(to, context.env, {own: other, other: own}),
    places: {from: from.place, to: to.place, toCommit: committed.length === 0 ? [] : [...committed, to.place]},
    close: async () => {},
  };
}

/** Both ends have one address: messages tell them apart by their environments. */
async function openShared(
  own: string,
  options: PlaceOptions,
  place: NonNullable<Settings['sharedState']>,
  context: StoreContext,
): Promise<OpenedEnds> {
  const {settings} = options;
  const other = settings.environment;
  const from = await openSharedStoreOf({...options, settings: {...settings, environment: own}}, place, context);
  const to = await openSharedStoreOf(options, place, context).catch(async error => {
    await from.close();
    throw error;
  });
  return {
    source: sharedEnd(from, `environment "${own}"`, 'source', {own, other}),
    target: sharedEnd(to, `environment "${other}"`, 'target', {own: other, other: own}),
    places: {from: from.place, to: to.place, toCommit: []},
    close: () => Promise.allSettled([from.close(), to.close()]),
  };
}

/** Nothing to move: the name is mistyped, or nothing was ever applied there. */
function noState(environment: string, where: string): UserError {
  return new UserError(
    'state/nothing-stored',
    `environment "${environment}" has no state: ${where}`,
    'check the name given with --environment; before "environments" was in the config, it was "default", unless you gave another',
  );
}
