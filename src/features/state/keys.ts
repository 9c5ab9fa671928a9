import {keyCommand} from '../../core/base/command-line';
import {compileMove, hasWildcard} from '../../core/base/glob';
import {UserError} from '../../core/diagnostics/user-error';
import type {Key} from '../../core/specs/desired-monitor';
import {findKeyFlaw} from '../../core/specs/keys';
import {listTargetIds} from '../../core/specs/targets';
import {viewState} from '../../core/state/fold-open';
import type {JournaledCreate} from '../../core/state/journal';
import {type RecordedMonitor, type RecordedOutline, recordIn, type StateVersion} from '../../core/state/state';
import type {StateStore} from '../../core/state/store';
import {chooseKeys, matchKeys, suggestKey} from '../../project/choose-keys';
import {type PresentState, withOpenedState} from '../../project/state-access';

/** Repair of the records that a key or glob matches. */
export interface KeyRepair {
  /** Asks whether all records that a glob matches are meant; throws where the answer is no. An exact key is not asked about. */
  readonly approve: (keys: readonly Key[]) => Promise<void>;
}

/** A recorded monitor with its key. */
type KeyedRecord = readonly [key: Key, record: RecordedMonitor];

/** A record that got another key. */
export interface MovedKey {
  readonly from: Key;
  readonly to: Key;
  readonly id: string;
}

/**
 * Gives recorded monitors other keys: one, or all that match a pattern such as `old/**`. The service does not store keys, so nothing is
 * sent. Moves all or none; throws `UserError`.
 */
export async function moveKeys(store: StateStore, from: string, to: string): Promise<readonly MovedKey[]> {
  return withOpenedState(store, async (locked, opened) => {
    const moves = listMoves(opened, from, to);
    const monitors = new Map(opened.state.monitors);
    for (const move of moves) monitors.delete(move.from);
    for (const move of moves) monitors.set(move.to, findRecord(opened, move.from));
    await locked.write({...opened.state, monitors}, opened.version);
    return moves;
  });
}

function listMoves(opened: PresentState, from: string, to: string): MovedKey[] {
  const {monitors} = opened.state;
  if (from === to && monitors.has(from)) {
    throw badRepair(`the old and the new key are both "${from}"`, 'give two different keys: monitors state mv OLD NEW');
  }
  const moves = monitors.has(from) ? [{from, to, id: findRecord(opened, from).id}] : matchMoves(opened, from, to);
  const sources = new Set(moves.map(move => move.from));
  const targets = new Set<Key>();
  for (const move of moves) {
    refuseUnresolved(opened, move.from);
    refuseUnresolved(opened, move.to);
    const flaw = findKeyFlaw(move.to);
    if (flaw !== null) throw badRepair(`invalid new key: it ${flaw}`, 'write it like a path, e.g. pricing/acme');
    if (targets.has(move.to)) throw badRepair(`two keys would become "${move.to}"`, 'move them one by one');
    if (monitors.has(move.to) && !sources.has(move.to)) throw keyTaken(move.to);
    targets.add(move.to);
  }
  return moves;
}

function matchMoves({state: {monitors}}: PresentState, from: string, to: string): MovedKey[] {
  if (!hasWildcard(from)) throw noSuchKey(from, [...monitors.keys()]);
  const compiled = compileMove(from, to);
  const example = "e.g. monitors state mv 'old/**' 'new/**'";
  if (compiled.kind === 'refused') throw badRepair(`"${from}" and "${to}" do not fit together: ${compiled.why}`, example);
  if (from === to) throw badRepair(`the old and the new pattern are both "${from}"`, example);
  const moves = [...monitors].flatMap(([key, {id}]) => {
    const renamed = compiled.rename(key);
    return renamed === null ? [] : [{from: key, to: renamed, id}];
  });
  if (moves.length === 0) throw noSuchKey(from, [...monitors.keys()]);
  return moves.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Removes one record, or all that a glob matches, and leaves the monitors in the service. Removes all or none; returns what was removed. */
export async function removeKeys(store: StateStore, given: string, {approve}: KeyRepair): Promise<readonly KeyedRecord[]> {
  return withOpenedState(store, async (locked, opened) => {
    const records = findRecords(opened, given);
    for (const [key, record] of records) {
      refuseUnresolved(opened, key);
      refuseProtected(key, record);
      refuseDoubt(key, record);
    }
    if (isGlob(opened, given)) await approve(records.map(([key]) => key));
    const monitors = new Map(opened.state.monitors);
    for (const [key] of records) monitors.delete(key);
    await locked.write({...opened.state, monitors}, opened.version);
    return records;
  });
}

/**
 * Removes the protection from one record, or from all that a glob matches. It comes back with the next apply when the spec still says
 * `protect: true`. Returns the records as they were.
 */
export async function unprotectKeys(store: StateStore, given: string, {approve}: KeyRepair): Promise<readonly KeyedRecord[]> {
  return withOpenedState(store, async (locked, opened) => {
    const records = findRecords(opened, given);
    const isProtected = records.filter(([, {protect}]) => protect);
    if (isGlob(opened, given) && isProtected.length > 0) await approve(isProtected.map(([key]) => key));
    const monitors = new Map(opened.state.monitors);
    for (const [key, record] of records) monitors.set(key, {...record, protect: false});
    await locked.write({...opened.state, monitors}, opened.version);
    return records;
  });
}

/** Content of the state, for `state list`. */
interface StateListing {
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

/** Choice of the records that `state list` shows; all where nothing is given. */
interface ListChoice {
  readonly keys?: readonly string[];
  /** `NAME=VALUE`; all must match. */
  readonly labels?: readonly string[];
}

/** Lists what the state and its journal hold, of all keys or of those that keys, globs and labels match; takes no lock. Throws `UserError` where one matches nothing. */
export async function listState(store: StateStore, {keys = [], labels = []}: ListChoice = {}): Promise<StateListing> {
  const {stored, unresolved, tornTail} = await viewState(store);
  const {project = '', environment = '', origin = ''} = stored?.state ?? {};
  const known = {desired: [], state: stored?.state ?? null, unresolved};
  const labelled = labels.length === 0 ? undefined : chooseKeys({labels}, known, flag => `--${flag}`);
  const isListed = chooseListed(keys, new Set([...(stored?.state.monitors.keys() ?? []), ...unresolved.map(({intent}) => intent.key)]));
  const isWanted = (key: Key) => isListed(key) && (labelled === undefined || labelled.has(key));
  const monitors = [...(stored?.state.monitors ?? [])].filter(([key]) => isWanted(key)).sort(([a], [b]) => (a < b ? -1 : 1));
  const open = unresolved.filter(({intent}) => isWanted(intent.key));
  return {version: stored?.version ?? null, project, environment, origin, monitors, unresolved: open, tornTail};
}

function chooseListed(given: readonly string[], keys: ReadonlySet<Key>): (key: Key) => boolean {
  if (given.length === 0) return () => true;
  const chosen = new Set<Key>();
  for (const argument of given) {
    const matched = matchKeys(argument, keys);
    if (matched.length === 0) throw noSuchKey(argument, [...keys]);
    for (const key of matched) chosen.add(key);
  }
  return key => chosen.has(key);
}

/** Refuses what a create of unknown outcome may still need. */
export function refuseUnresolved({unresolved}: PresentState, key: Key): void {
  if (!unresolved.some(({intent}) => intent.key === key)) return;
  const hint = `run "${keyCommand('resolve', key, '--adopt ID')}" or "${keyCommand('resolve', key, '--not-created')}" first`;
  throw new UserError('state/unresolved', `the create of "${key}" is unresolved: its monitor may exist`, hint);
}

/** A key or glob that matches nothing in the state, with what was probably meant. */
export function noSuchKey(given: string, known: readonly Key[]): UserError {
  const near = suggestKey(given, known);
  const hint = near === undefined ? 'run "monitors state list" to see the keys' : `did you mean "${near}"?`;
  const message = hasWildcard(given) ? `no key in the state matches "${given}"` : `the state records no monitor under "${given}"`;
  return new UserError('state/no-such-key', message, hint);
}

function isGlob({state}: PresentState, given: string): boolean {
  return !state.monitors.has(given);
}

function findRecord({state}: PresentState, key: Key): RecordedMonitor {
  const record = recordIn(state, key);
  if (record === undefined) throw noSuchKey(key, [...state.monitors.keys()]);
  return record;
}

function findRecords(opened: PresentState, given: string): KeyedRecord[] {
  const keys = matchKeys(given, new Set(opened.state.monitors.keys())).sort();
  if (keys.length === 0) throw noSuchKey(given, [...opened.state.monitors.keys()]);
  return keys.map(key => [key, findRecord(opened, key)] as const);
}

function refuseProtected(key: Key, {protect}: Pick<RecordedOutline, 'protect'>): void {
  if (!protect) return;
  throw new UserError(
    'state/protected',
    `"${key}" is protected`,
    `to remove it from the state anyway, run "${keyCommand('state unprotect', key)}" first`,
  );
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

function keyTaken(key: Key): UserError {
  return new UserError(
    'state/key-taken',
    `"${key}" is already recorded for another monitor`,
    `choose another key, or run "${keyCommand('state rm', key)}" first`,
  );
}

function badRepair(message: string, hint: string): UserError {
  return new UserError('state/bad-repair', message, hint);
}
