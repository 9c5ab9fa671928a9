import {hasSameContent} from '../format/state';
import {isSameVersion, type State, type StateVersion, type StoredState} from '../state';
import type {StateRead, StoreDoubt} from '../store';
import type {LastSeen} from './last-seen';
import type {SharedRefusals} from './refusals';

/** What every locked state on a server needs. */
export interface LockedStateParts {
  readonly refusals: SharedRefusals;
  /** The tool's version. */
  readonly tool: string;
  readonly seen: LastSeen;
}

/** A state on a server that this process has locked: what does not depend on the engine. `Mark` tells which write a state belongs to. */
export abstract class LockedState<Mark> {
  /** What was read or written last. */
  protected known: {readonly stored: StoredState | null; readonly mark: Mark} | null = null;

  constructor(
    private readonly common: LockedStateParts,
    protected isInDoubt: boolean,
  ) {}

  abstract read(): Promise<StateRead>;

  /** Writes a state in place of the known one, or of whatever is there where none is known. */
  protected abstract put(next: State, before: StoredState | null): Promise<StoredState>;

  /** Takes the server as it is from now on; returns the state that it has. */
  protected abstract acceptServer(): Promise<Pick<StateVersion, 'lineage' | 'serial'> | null>;

  get doubt(): StoreDoubt | null {
    if (!this.isInDoubt) return null;
    const settle = async () => {
      const there = await this.acceptServer();
      if (there === null) this.common.seen.forget();
      else this.common.seen.note(there);
      this.isInDoubt = false;
    };
    return {error: this.common.refusals.serverChanged(), settle};
  }

  async write(next: State, expected: StateVersion | null): Promise<StoredState> {
    const {refusals, tool} = this.common;
    if (this.known === null) await this.read();
    const before = this.known?.stored ?? null;
    if (!isSameVersion(before?.version ?? null, expected)) throw refusals.changed();
    if (before !== null && hasSameContent(before.state, next)) return before;
    const serial = Math.max(before?.version.serial ?? 0, next.serial) + 1;
    return this.put({...next, tool, serial}, before);
  }

  /** Notes what was read or written. A state in doubt is not what is to be remembered: the doubt would be forgotten. */
  protected know(stored: StoredState | null, mark: Mark): void {
    this.known = {stored, mark};
    if (stored !== null && !this.isInDoubt) this.common.seen.note(stored.version);
  }

  /** Everything was removed. */
  protected forget(): void {
    this.known = null;
    this.common.seen.forget();
  }
}
