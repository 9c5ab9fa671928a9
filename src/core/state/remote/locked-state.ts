import {saveRescue} from '../file/rescue';
import {encodeJournal} from '../format/journal';
import {hasSameContent} from '../format/state';
import type {JournalContent, JournaledCreate, JournaledWork} from '../journal';
import {noteRemoved} from '../removed';
import {isSameVersion, type State, type StateVersion, type StoredState} from '../state';
import type {StateRead, StoreDoubt} from '../store';
import type {MissingRecord} from './last-seen';
import type {SharedParts} from './options';
import {addLetGo, addMissing, combineRead, findMissingIn, type ReadParts} from './read';

/** A state on a server that this process has locked: what does not depend on the engine. `Mark` tells which write a state belongs to. */
export abstract class LockedState<Mark> {
  /** State that was read or written last. */
  protected known: {readonly stored: StoredState | null; readonly mark: Mark} | null = null;
  /** The newest late entry that was read. */
  protected lateUpTo = 0;
  /** The records that this machine saw and the state lacks. */
  private missing: readonly MissingRecord[] = [];

  constructor(
    private readonly common: SharedParts,
    protected isInDoubt: boolean,
  ) {}

  abstract read(): Promise<StateRead>;

  /** Writes a state in place of the known one, or of whatever is there where none is known. */
  protected abstract put(next: State, before: StoredState | null): Promise<StoredState>;

  /** Leaves what became of creates to the next holder, where the lock was lost. */
  protected abstract leaveLate(creates: readonly JournaledCreate[]): Promise<void>;

  /** Takes the server as it is from now on; returns the state that it has. */
  protected abstract acceptServer(): Promise<Pick<StateVersion, 'lineage' | 'serial'> | null>;

  get doubt(): StoreDoubt | null {
    if (!this.isInDoubt) return null;
    const settle = async () => {
      const there = await this.acceptServer();
      this.common.seen.settle(there);
      this.isInDoubt = false;
      this.missing = [];
    };
    const {missing} = this;
    const kind = this.known?.stored === null ? 'first-use' : 'present';
    return {error: this.common.refusals.serverChanged(missing, kind), missing, settle};
  }

  async write(next: State, expected: StateVersion | null): Promise<StoredState> {
    const {refusals, tool} = this.common;
    if (this.known === null) await this.read();
    const before = this.known?.stored ?? null;
    if (!isSameVersion(before?.version ?? null, expected)) throw refusals.changed();
    const serial = Math.max(before?.version.serial ?? 0, next.serial) + 1;
    const noted = this.noteRemoved(next, serial);
    if (before !== null && hasSameContent(before.state, noted)) return before;
    return this.put({...noted, tool, serial}, before);
  }

  /** The state that takes the place of whatever is there; its serial is one above the given one. */
  protected toReplacement(next: State): State {
    const serial = next.serial + 1;
    return {...this.noteRemoved(next, serial), tool: this.common.tool, serial};
  }

  private noteRemoved(next: State, serial: number): State {
    const {world, host} = this.common;
    return noteRemoved(this.known?.stored?.state ?? null, next, {serial, at: new Date(world.now()).toISOString(), by: host.command});
  }

  /** A holder that lost the lock leaves what it learned to the next one, too. */
  async rescue(next: State, journal: JournaledWork, runId: string): Promise<string | null> {
    await this.leaveLate(journal.creates).catch(() => undefined);
    const {rescue} = this.common;
    return saveRescue(rescue, rescue, next, journal, runId);
  }

  /** Puts together what was read, and notes it. */
  protected combine(parts: Omit<ReadParts, 'isInDoubt'>, mark: Mark): StateRead {
    const {refusals, seen} = this.common;
    const found = combineRead({...parts, isInDoubt: this.isInDoubt}, refusals);
    this.missing = findMissingIn(seen, found);
    const read = addLetGo(addMissing(found, this.missing, refusals), seen);
    this.isInDoubt = read.doubt !== undefined;
    this.lateUpTo = parts.late.upTo;
    this.know(parts.stored, mark);
    return read;
  }

  /** Throws where a journal is that of another state. */
  protected checkLineage({base}: JournalContent, {lineage}: StateVersion): void {
    if (base !== null && base.lineage !== lineage) throw this.common.refusals.journalMismatch();
  }

  /** The journal of what is kept, with the checksum of its last line; no text where nothing is. */
  protected encodeKept({lineage, serial}: StateVersion, keep: readonly JournaledCreate[]): {readonly text: string; readonly last: string} {
    return keep.length === 0 ? {text: '', last: ''} : encodeJournal({lineage, serial, tool: this.common.tool}, keep);
  }

  /** Notes what was read or written. A state in doubt is not what is to be remembered: the doubt would be forgotten. */
  protected know(stored: StoredState | null, mark: Mark): void {
    this.known = {stored, mark};
    if (stored !== null && !this.isInDoubt) this.common.seen.note(stored);
  }

  /** Everything was removed. */
  protected forget(): void {
    this.known = null;
    this.common.seen.settle(null);
  }
}
