import {keyCommand} from '../base/command-line';
import {suggestName} from '../diagnostics/suggest';
import {UserError} from '../diagnostics/user-error';
import type {Key} from '../spec/desired-monitor';
import {findKeyFlaw} from '../spec/keys';
import {listTargetIds} from '../spec/targets';
import type {FileStateStore} from '../state/file/store';
import {foldJournal} from '../state/fold';
import {viewState} from '../state/fold-open';
import type {LockHolder} from '../state/format/lock';
import type {JournaledCreate} from '../state/journal';
import {isLoopback, isOfEmulator, mayBeTrial, moveTo} from '../state/origin';
import {type RecordedMonitor, type RecordedOutline, recordsOf, type State, type StateVersion, type StoredState} from '../state/state';
import type {StateStore} from '../state/store';
import {nothingStored, type PresentState, withLock, withOpenedState} from './state-access';

/** What the state holds, for `state list`. */
export interface StateListing {
  /** Null at first use. */
  readonly version: StateVersion | null;
  readonly project: string;
  readonly environment: string;
  readonly origin: string;
  /** Sorted by key. */
  readonly monitors: readonly (readonly [Key, RecordedOutline])[];
  readonly unresolved: readonly JournaledCreate[];
  readonly tornTail: boolean;
}

/** Lists what the state and its journal hold; takes no lock. */
export async function listState(store: StateStore): Promise<StateListing> {
  const {stored, unresolved, tornTail} = await viewState(store);
  const {project = '', environment = '', origin = ''} = stored?.state ?? {};
  const monitors = [...(stored?.state.monitors ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  return {version: stored?.version ?? null, project, environment, origin, monitors, unresolved, tornTail};
}

/** What is known under one key: a recorded monitor, an unresolved create, or both. */
export interface ShownKey {
  readonly key: Key;
  readonly monitor: RecordedMonitor | null;
  readonly unresolved: readonly JournaledCreate[];
}

/** Shows what is known under one key; takes no lock. Throws a `UserError` when that is nothing. */
export async function showKey(store: StateStore, key: Key): Promise<ShownKey> {
  const view = await viewState(store);
  const monitor = recordsOf(view.stored?.state ?? null).get(key) ?? null;
  const unresolved = view.unresolved.filter(({intent}) => intent.key === key);
  if (monitor === null && unresolved.length === 0) {
    throw noSuchKey(key, [...(view.stored?.state.monitors.keys() ?? []), ...view.unresolved.map(({intent}) => intent.key)]);
  }
  return {key, monitor, unresolved};
}

/** Gives a recorded monitor another key. The service knows nothing of keys, so nothing is sent. */
export function moveKey(store: StateStore, from: Key, to: Key): Promise<StoredState> {
  return changeState(store, opened => {
    const record = findRecord(opened, from);
    refuseUnresolved(opened, from);
    refuseUnresolved(opened, to);
    if (from === to) throw badRepair(`the old and the new key are both "${from}"`, 'give two different keys: monitors state mv OLD NEW');
    const flaw = findKeyFlaw(to);
    if (flaw !== null) throw badRepair(`invalid new key: it ${flaw}`, 'write it like a path, e.g. pricing/acme');
    if (opened.state.monitors.has(to)) {
      throw new UserError(
        'state/key-taken',
        `"${to}" is already recorded for another monitor`,
        `choose another key, or run "${keyCommand('state rm', to)}" first`,
      );
    }
    const monitors = new Map(opened.state.monitors);
    monitors.delete(from);
    monitors.set(to, record);
    return {...opened.state, monitors};
  });
}

/** Forgets a monitor and leaves it in the service. Returns what was forgotten. */
export async function removeKey(store: StateStore, key: Key): Promise<RecordedMonitor> {
  let forgotten: RecordedMonitor | undefined;
  await changeState(store, opened => {
    const record = findRecord(opened, key);
    refuseUnresolved(opened, key);
    if (record.protect) {
      throw new UserError(
        'state/protected',
        `"${key}" is protected`,
        `to remove it from the state anyway, run "${keyCommand('state unprotect', key)}" first`,
      );
    }
    refuseDoubt(key, record);
    forgotten = record;
    const monitors = new Map(opened.state.monitors);
    monitors.delete(key);
    return {...opened.state, monitors};
  });
  if (forgotten === undefined) throw new Error('a record was removed without being found');
  return forgotten;
}

/** Takes the protection off a record. It comes back with the next apply when the spec still says `protect: true`. */
export async function unprotectKey(store: StateStore, key: Key): Promise<'unprotected' | 'was-not-protected'> {
  let result: 'unprotected' | 'was-not-protected' = 'was-not-protected';
  await changeState(store, opened => {
    const record = findRecord(opened, key);
    if (record.protect) result = 'unprotected';
    return {...opened.state, monitors: new Map(opened.state.monitors).set(key, {...record, protect: false})};
  });
  return result;
}

/** Notes that the service moved to another address and kept its monitors. `origin` is without `/v2`. Returns the old one. */
export async function setOrigin(store: StateStore, origin: string): Promise<{readonly before: string; readonly after: string}> {
  let before = '';
  await changeState(store, opened => {
    const [waiting] = opened.unresolved;
    if (waiting !== undefined) refuseUnresolved(opened, waiting.intent.key);
    before = opened.state.origin;
    refuseMovedEmulator(opened.state, origin);
    return moveTo(opened.state, origin);
  });
  return {before, after: origin};
}

/** The emulator's monitors are on this machine only: elsewhere every plan would count them as managed, but they would not exist. */
function refuseMovedEmulator(state: State, origin: string): void {
  if (!isOfEmulator(state) || isLoopback(origin) || state.monitors.size === 0) return;
  throw new UserError(
    'state/bad-repair',
    `this state is from the emulator (${state.origin}): its monitors cannot be at ${origin}`,
    'if that trial is over, run "monitors state reset"',
  );
}

/** What `state reset` forgot. */
export interface ResetReport {
  readonly origin: string;
  /** How many monitors. */
  readonly forgotten: number;
  /** Files that git has, as messages show them: their change is to be committed. Absent where git has none. */
  readonly toCommit?: readonly string[];
}

/**
 * Forgets everything that a trial with the emulator left. A state that git has is emptied and goes on: one that is missing
 * counts as lost, and would be brought back with the trial in it.
 */
export async function resetState(store: FileStateStore): Promise<ResetReport> {
  return withLock(store, async locked => {
    const read = await locked.read();
    if (read.kind === 'first-use') throw nothingStored();
    const {state, version} = read.stored;
    const {origin, monitors} = state;
    const isEmpty = monitors.size === 0 && foldJournal(state, read.journal).unfinished.length === 0;
    if (!mayBeTrial(state) && !isEmpty) {
      const message = `the monitors in the state are at ${origin}, which is not the emulator: after a reset, the next apply would create all of them again`;
      throw new UserError('state/reset-refused', message, 'to remove one monitor from the state, run "monitors state rm KEY"');
    }
    const toCommit = await store.listCommitted();
    const report = {origin, forgotten: monitors.size};
    if (toCommit.length === 0) {
      await locked.removeAll();
      return report;
    }
    const {emulator: _trial, ...rest} = state;
    const emptied = await locked.write({...rest, monitors: new Map()}, version);
    await locked.rewriteJournal(emptied.version, []);
    return {...report, toCommit};
  });
}

/** Removes the lock of a run that a person knows to be gone. Returns who held it. */
export function unlockState(store: FileStateStore, id: string): Promise<LockHolder> {
  return store.unlock(id);
}

function changeState(store: StateStore, change: (opened: PresentState) => State): Promise<StoredState> {
  return withOpenedState(store, (locked, opened) => locked.write(change(opened), opened.version));
}

function findRecord({state}: PresentState, key: Key): RecordedMonitor {
  const record = state.monitors.get(key);
  if (record === undefined) throw noSuchKey(key, [...state.monitors.keys()]);
  return record;
}

function refuseUnresolved({unresolved}: PresentState, key: Key): void {
  if (!unresolved.some(({intent}) => intent.key === key)) return;
  const hint = `run "${keyCommand('resolve', key, '--adopt ID')}" or "${keyCommand('resolve', key, '--not-created')}" first`;
  throw new UserError('state/unresolved', `the create of "${key}" is unresolved: its monitor may exist`, hint);
}

/** Nothing would tell of a second monitor without the record of the first. */
function refuseDoubt(key: Key, {mayExistTwice, applied}: RecordedMonitor): void {
  if (mayExistTwice === undefined) return;
  const ids = listTargetIds(applied).filter(id => id !== null);
  throw new UserError(
    'state/unresolved',
    `"${key}" may exist twice; without its record, the second monitor could not be found`,
    `look in the service for a second monitor with the target ids ${ids.join(', ')} and delete it, then run "${keyCommand('resolve', key, '--checked')}"`,
  );
}

function noSuchKey(key: Key, known: readonly Key[]): UserError {
  const near = suggestName(key, known);
  const hint = near === undefined ? 'run "monitors state list" to see the keys' : `did you mean "${near}"?`;
  return new UserError('state/no-such-key', `the state records no monitor under "${key}"`, hint);
}

function badRepair(message: string, hint: string): UserError {
  return new UserError('state/bad-repair', message, hint);
}
