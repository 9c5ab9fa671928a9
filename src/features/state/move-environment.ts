import {UserError} from '../../core/diagnostics/user-error';
import type {LockedFileStore} from '../../core/state/file/locked-store';
import type {FileStateStore} from '../../core/state/file/store';
import {openForChange, viewState} from '../../core/state/fold-open';
import {type State, type StateVersion, wholeOf} from '../../core/state/state';
import type {StateRead} from '../../core/state/store';
import {nothingStored, type PresentState, withLock} from '../../project/state-access';
import {refuseUnresolved} from './keys';

/** The state of a project in two environments. */
export interface EnvironmentStores {
  readonly from: FileStateStore;
  readonly to: FileStateStore;
  /** The file of `to`, read as a state of `from`: what a move leaves there before its last step. */
  readonly halfway: FileStateStore;
  /** Throws where a checkout is older than its upstream, or lacks a state that git tracks. */
  readonly checkCheckout: (store: 'from' | 'to', version: StateVersion | null) => Promise<void>;
}

/** Result of a move. */
export interface EnvironmentMove {
  /** `completed`: an earlier run was cut off; `unchanged`: it was moved already. */
  readonly outcome: 'moved' | 'completed' | 'unchanged';
  readonly monitors: number;
  readonly version: StateVersion;
  /** Files that git has, as messages show them: their change is to be committed together. */
  readonly toCommit: readonly string[];
}

/**
 * Gives a state to another environment of its project. Ids stay as they are recorded, nothing is sent. Fold, then rename the file,
 * then write the new owner into it: there is one state at any time, and after a crash in between, neither environment can apply until
 * this is called again. Throws a `UserError` and changes nothing where `to` has a state.
 */
export async function moveEnvironment(stores: EnvironmentStores): Promise<EnvironmentMove> {
  const {from, to} = stores;
  return withLock(from, async lockedFrom =>
    withLock(to, async lockedTo => {
      const toCommit = listShown(stores, await from.listCommitted());
      const isThere = from.readStateBytes() !== null;
      const locked = {from: lockedFrom, to: lockedTo};
      if (!isThere && to.readStateBytes() !== null) return {...(await completeMove(stores, locked)), toCommit};
      const moved = await renameState(stores, locked);
      const stored = await lockedTo.replace(changeOwner(moved, to.refusals.facts.environment), 'leave');
      return {outcome: 'moved', monitors: moved.monitors.size, version: stored.version, toCommit};
    }),
  );
}

function listShown({to}: EnvironmentStores, committed: readonly string[]): readonly string[] {
  return committed.length === 0 ? [] : [...committed, to.refusals.facts.shown];
}

interface LockedPair {
  readonly from: LockedFileStore;
  readonly to: LockedFileStore;
}

async function renameState({from, to, checkCheckout}: EnvironmentStores, locked: LockedPair): Promise<State> {
  refuseTaken(to);
  const opened = await openForChange(locked.from);
  if (opened.stored === null) throw noState(from.refusals.facts.environment, `${from.refusals.facts.shown} not found`);
  const {state, version} = opened.stored;
  refuseFirst({state, version, unresolved: opened.unresolved});
  await checkCheckout('from', opened.before);
  await checkCheckout('to', null);
  await locked.from.dropBackups();
  await locked.from.rename(to.paths.state);
  return state;
}

/** Nothing to move: the name is mistyped, or nothing was ever applied there. */
export function noState(environment: string, where: string): UserError {
  return new UserError(
    'state/nothing-stored',
    `environment "${environment}" has no state: ${where}`,
    'check the first name; before "environments" was in the config, it was "default", unless you gave another',
  );
}

/** Another state would be lost, and a journal or backup would be taken for that of the moved one. */
function refuseTaken({paths, refusals, readOtherFile}: FileStateStore): void {
  const {shown, environment} = refusals.facts;
  const {state, journal, backup, journalBackup} = paths;
  const taken = [state, journal, backup, journalBackup].find(path => readOtherFile(path) !== null);
  if (taken === undefined) return;
  const file = `${shown}${taken.slice(state.length)}`;
  throw new UserError(
    'state/environment-taken',
    `environment "${environment}" has a state already: ${file} exists; nothing was moved`,
    `"monitors state list --environment ${environment}" shows what it records; if that is nothing, delete ${file} and run this again`,
  );
}

/** The state file is at its new place: the new owner is still to be written, or was written already. */
async function completeMove(stores: EnvironmentStores, locked: LockedPair): Promise<Omit<EnvironmentMove, 'toCommit'>> {
  const {from, to, halfway} = stores;
  // The records of a journal would be lost: reading says so.
  if (from.readJournalBytes() !== null) await from.read();
  const waiting = await readWaiting(halfway);
  if (waiting === null) return confirmMoved(stores, await locked.to.read());
  await locked.from.dropBackups();
  const stored = await locked.to.replace(changeOwner(waiting, to.refusals.facts.environment), 'leave');
  return {outcome: 'completed', monitors: waiting.monitors.size, version: stored.version};
}

/** The state that waits for its new owner; null where it has another one. */
async function readWaiting(halfway: FileStateStore): Promise<State | null> {
  try {
    const {stored, unresolved} = await viewState(halfway);
    if (stored === null) return null;
    const state = wholeOf(stored.state);
    refuseFirst({state, version: stored.version, unresolved});
    return state;
  } catch (error) {
    if (error instanceof UserError && error.code === 'state/wrong-environment') return null;
    throw error;
  }
}

async function confirmMoved({from}: EnvironmentStores, read: StateRead): Promise<Omit<EnvironmentMove, 'toCommit'>> {
  const {environment} = from.refusals.facts;
  if (read.kind === 'first-use' || read.stored.state.formerEnvironments?.includes(environment) !== true) {
    // Reading tells a state that was lost from one that never was.
    await from.read();
    throw nothingStored();
  }
  const {state, version} = read.stored;
  return {outcome: 'unchanged', monitors: state.monitors.size, version};
}

function refuseFirst(opened: PresentState): void {
  const [waiting] = opened.unresolved;
  if (waiting !== undefined) refuseUnresolved(opened, waiting.intent.key);
}

/** The state under its new owner, with the environments that target ids may be derived from. */
export function changeOwner(state: State, environment: string): State {
  const former = [...(state.formerEnvironments ?? []), state.environment];
  return {...state, environment, formerEnvironments: [...new Set(former)].filter(name => name !== environment)};
}
