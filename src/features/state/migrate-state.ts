import {countOf} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import {foldJournal} from '../../core/state/fold';
import {openForChange} from '../../core/state/fold-open';
import {hasSameContent} from '../../core/state/format/state';
import {withLeftPlaces} from '../../core/state/left-places';
import {refuseMigrating} from '../../core/state/remote/migrating';
import type {State, StateVersion, StoredState} from '../../core/state/state';
import {nothingStored} from '../../project/state-access';
import {refuseUnresolved} from './keys';
import type {LockedEnd, MigrationEnd} from './migration-ends';

/** Result of a migration. */
export interface MigrationReport {
  /**
   * `waiting`: neither place can be used until the mark in the file is pushed. `completed`: an earlier run was cut off or waited.
   * `undone`: the state is back where the migration had begun. `unchanged`: it was moved already.
   */
  readonly outcome: 'moved' | 'waiting' | 'completed' | 'undone' | 'unchanged';
  readonly monitors: number;
  readonly version: StateVersion;
  /** Why the migration waits; null where it does not. */
  readonly waitsFor: string | null;
}

/** The two ends of a migration, locked. */
interface Ends {
  readonly from: LockedEnd;
  readonly to: LockedEnd;
  readonly environment: string;
  /** The same, unless the state gets another one. */
  readonly toEnvironment: string;
}

/**
 * Moves a state: copy it as arriving, read it back, mark the old place as moved, make the new one usable. After a crash anywhere in
 * between, either the old place is still in use, or calling this again goes on; between the last two steps neither can be used. Nothing is
 * sent. Throws a `UserError` where the target holds another state.
 */
export async function migrateState(
  from: MigrationEnd,
  to: MigrationEnd,
  environment: string,
  toEnvironment = environment,
): Promise<MigrationReport> {
  const lockedFrom = await from.lock(to.place);
  try {
    // Nothing is made at the other end where there is nothing to move, or it may not be moved.
    const migration = await lockedFrom.readMigration();
    const isGivenUp = migration?.phase === 'arriving';
    if (!isGivenUp && (await lockedFrom.readContent()) === null) return report('unchanged', await findArrived(lockedFrom, to));
    if (migration === null) await refuseBound(lockedFrom);
    const lockedTo = await to.lock(from.place);
    try {
      const moved = await moveState({from: lockedFrom, to: lockedTo, environment, toEnvironment});
      if (moved.outcome !== 'waiting') await lockedFrom.leave();
      return moved;
    } finally {
      await lockedTo.locked.release();
    }
  } finally {
    await lockedFrom.locked.release();
  }
}

/** The state that left this end for good; throws `UserError` where there was none. */
async function findArrived(from: LockedEnd, to: MigrationEnd): Promise<StoredState> {
  // Reading tells a state that was lost from one that never was.
  await from.locked.read();
  const arrived = await to.findArrived();
  if (arrived === null) throw nothingStored();
  return arrived;
}

async function moveState(ends: Ends): Promise<MigrationReport> {
  const {from, to, environment, toEnvironment} = ends;
  const [here, there] = [await from.readMigration(), await to.readMigration()];
  if (here === null) return begin(ends);
  const [left, target] = [await from.readContent(), await to.readContent()];
  // Nothing had arrived yet of what is given up.
  if (left === null && here.phase === 'arriving' && there === null && target !== null) {
    await from.setMoved(target.state, to.place);
    return report('undone', target);
  }
  if (left === null || target === null || left.version.lineage !== target.version.lineage) {
    throw refuseMigrating(here, from, {environment});
  }
  if (here.phase === 'moved') {
    if (there === null) return report('unchanged', await bringLate(ends, target));
    if (there.phase === 'arriving') return finish(ends, target.state, 'completed');
    throw refuseMigrating(there, to, {environment: toEnvironment});
  }
  if (there?.phase === 'arriving') throw refuseMigrating(there, to, {environment: toEnvironment});
  // The copy that was to arrive is given up: what it was made from is used again.
  const stored = there === null ? target : await to.activate({...adoptFrom(ends, left.state), serial: highest(left, target)});
  await from.setMoved(left.state, to.place);
  return report('undone', stored);
}

/** A state as its new end has it. Where it leaves a server, it says so: the server may be gone when that is asked. */
function adoptFrom({from, to, environment, toEnvironment}: Ends, state: State): State {
  const isLeft = from.kind !== 'file' && environment === toEnvironment;
  return withLeftPlaces(to.adopt(state), isLeft ? [from.place] : []);
}

async function begin(ends: Ends): Promise<MigrationReport> {
  const {from, to} = ends;
  const stored = await refuseBound(from);
  const state = adoptFrom(ends, stored.state);
  const target = await to.readContent();
  await refuseTaken(ends, target, stored.version);
  await to.checkCheckout(null);
  await to.putArriving({...state, serial: highest(stored, target)}, from.place);
  const copy = await to.readContent();
  if (copy === null || !hasSameContent(copy.state, state)) throw notReadBack(to);
  await from.setMoved(copy.state, to.place);
  return finish(ends, copy.state, 'moved');
}

/** Folds what earlier runs left, and returns the state; throws `UserError` where it may not be moved. */
async function refuseBound(from: LockedEnd): Promise<StoredState> {
  const {stored, before, unresolved} = await openForChange(from.locked);
  if (stored === null) throw nothingStored();
  const [waiting] = unresolved;
  if (waiting !== undefined) refuseUnresolved({...stored, unresolved}, waiting.intent.key);
  await from.checkCheckout(before);
  await refuseUnpushed(from);
  return stored;
}

/** Makes the copy usable, unless a checkout of another branch would still apply from the file that it was made from. */
async function finish(ends: Ends, state: State, outcome: 'moved' | 'completed'): Promise<MigrationReport> {
  const {from, to} = ends;
  const waitsFor = await from.findUnpushed();
  const content = await to.readContent();
  if (waitsFor !== null && content !== null) return {...report('waiting', content), waitsFor};
  return report(outcome, await bringLate(ends, await to.activate(state)));
}

/**
 * Brings the monitors that a run created after it had lost its lock and its state was moved away: they would be created
 * again, so they go where the state is.
 */
async function bringLate({from, to}: Ends, target: StoredState): Promise<StoredState> {
  const late = await from.readLate();
  if (late.length === 0) return target;
  const {stored, unresolved} = await openForChange(to.locked);
  if (stored === null) return target;
  const {state, unfinished} = foldJournal(stored.state, {creates: late, edits: []});
  const brought = await to.locked.write(state, stored.version);
  const known = new Set(unresolved.map(({intent: {opId}}) => opId));
  await to.locked.rewriteJournal(brought.version, [...unresolved, ...unfinished.filter(({intent: {opId}}) => !known.has(opId))]);
  await from.dropLate(brought.version);
  return brought;
}

function report(outcome: MigrationReport['outcome'], {state, version}: StoredState): MigrationReport {
  return {outcome, monitors: state.monitors.size, version, waitsFor: null};
}

/** Above everything that is known, so that no copy counts as newer. */
function highest(stored: StoredState, other: StoredState | null): number {
  return Math.max(stored.version.serial, other?.version.serial ?? 0);
}

async function refuseTaken({to, ...ends}: Ends, target: StoredState | null, {lineage}: StateVersion): Promise<void> {
  const isMarked = target !== null && (await to.readMigration()) !== null && target.version.lineage === lineage;
  const remains = to.findRemains(isMarked);
  if ((target === null || isMarked) && remains === null) return;
  if (ends.toEnvironment !== ends.environment)
    throw environmentTaken(ends.toEnvironment, to.kind === 'file' ? (remains ?? to.place) : null);
  const what = target === null ? 'a journal' : `a state with ${countOf(target.state.monitors.size, 'monitor')}`;
  throw new UserError(
    'state/place-taken',
    `${to.place} holds ${what} already; nothing was moved`,
    'choose another place with --table, --bucket, --prefix or --file; if what is there is not needed, remove it first',
  );
}

function environmentTaken(environment: string, file: string | null): UserError {
  const shown = `"monitors state list --environment ${environment}" shows what it records`;
  return new UserError(
    'state/environment-taken',
    `environment "${environment}" has a state already${file === null ? '' : `: ${file} exists`}; nothing was moved`,
    file === null ? `choose another environment; ${shown}` : `${shown}; if that is nothing, delete ${file} and run this again`,
  );
}

async function refuseUnpushed(from: LockedEnd): Promise<void> {
  const why = await from.findUnpushed();
  if (why === null) return;
  throw new UserError(
    'state/not-pushed',
    `${from.place} can't be moved: ${why}, so that other checkouts would go on with an older state`,
    `commit ${from.place}, push it to the branch that applies, run "git fetch", then run this again`,
  );
}

function notReadBack({place}: LockedEnd): UserError {
  return new UserError(
    'state/not-saved',
    `${place} does not hold what was written there; the state stays where it was`,
    'run this again; if it fails again, check the server',
  );
}
