import {UserError} from '../../core/diagnostics/user-error';
import type {FileStateStore} from '../../core/state/file/store';
import {foldJournal} from '../../core/state/fold';
import {compareStates, type StateChanges} from '../../core/state/format/changes';
import {decodeState, encodeState, type UnsignedState} from '../../core/state/format/state';
import type {State, StoredState} from '../../core/state/state';
import {NO_WORK, readBackedUpWork} from '../../project/state-access';

/** Changes in a state whose checksum is wrong, as far as a sound copy tells. */
export interface ComparedState extends StateChanges {
  readonly copy: 'git' | 'backup';
  /** The copy's. */
  readonly serial: number;
  /** The copy is what the checksum was made for: every change since is listed. Otherwise it may be older. */
  readonly isExact: boolean;
}

/**
 * Compares a state whose checksum is wrong with the nearest sound copy of it: the one that the checksum was made for, else the
 * newest of what git and the backup hold. Null where there is none.
 */
export async function compareWithCopy(store: FileStateStore, found: UnsignedState): Promise<ComparedState | null> {
  const [nearest] = (await listCopies(store, found)).sort((a, b) => Number(b.isExact) - Number(a.isExact) || b.serial - a.serial);
  if (nearest === undefined) return null;
  const {copy, serial, isExact, state} = nearest;
  const changes = compareStates(state, found.stored.state);
  // Every write raises the serial and names the tool: beside an older copy that says nothing.
  const members = isExact ? changes.members : changes.members.filter(name => name !== 'serial' && name !== 'tool');
  return {copy, serial, isExact, ...changes, members};
}

interface Copy {
  readonly copy: ComparedState['copy'];
  readonly serial: number;
  readonly isExact: boolean;
  readonly state: State;
}

async function listCopies(store: FileStateStore, {stored, stated}: UnsignedState): Promise<Copy[]> {
  const read = (bytes: Uint8Array | null) => decodeCopy(store, bytes).filter(({version}) => version.lineage === stored.version.lineage);
  const committed = (await store.readCommitted()).flatMap(read).map(({state: held, version}): Copy => {
    return {copy: 'git', serial: version.serial, isExact: version.checksum === stated, state: held};
  });
  const backup = read(orNull(() => store.readOtherFile(store.paths.backup))).map((old): Copy => {
    const {serial} = old.version;
    const folded = foldJournal(old.state, orNull(() => readBackedUpWork(store, old)) ?? NO_WORK).state;
    // The state that the write that replaced it made of the two, if it wrote nothing else.
    const next = {...folded, serial: serial + 1, tool: stored.state.tool};
    return {copy: 'backup', serial, isExact: encodeState(next).version.checksum === stated, state: next};
  });
  return [...committed, ...backup];
}

function decodeCopy({refusals}: FileStateStore, bytes: Uint8Array | null): StoredState[] {
  const decoded = bytes === null ? null : orNull(() => decodeState(bytes, refusals));
  return decoded === null ? [] : [decoded];
}

/** A copy that is damaged, or that can't be read, tells nothing; the state itself was read by then. */
function orNull<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
