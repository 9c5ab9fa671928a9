import {isObject, parseJson} from '../../json/value';
import type {State, StateVersion} from '../state';

/** Memory of this machine from run to run; see `src/core/files/cache-file.ts`. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

/** A machine that was never here. */
export const FORGETFUL: Memory = {read: () => null, write: () => {}};

/** The marks of this machine about one place; see `src/core/state/marks.ts`. */
export interface MarkBook {
  last(): StateVersion | null;
  note(state: MarkedState, checksum: string): void;
  forget(): void;
}

type MarkedState = Pick<State, 'lineage' | 'origin' | 'serial' | 'emulator'>;

/** The version of a state as a server has it. */
interface ServedVersion extends Pick<StateVersion, 'lineage' | 'serial'> {
  /** Null where it is not known. */
  readonly checksum: string | null;
}

/**
 * The newest version of one state that this machine has seen: a server with an older one, or with another one of the same serial, was set
 * back. Kept twice: in the cache, as earlier versions of this tool did, and as a mark that is no cache.
 */
export class LastSeen {
  constructor(
    private readonly memory: Memory,
    private readonly marks: MarkBook | null = null,
  ) {}

  /** Whether this state was newer, or another one, when it was seen last. Null is a server that has none. */
  wasNewer(now: ServedVersion | null): boolean {
    return this.wasNewerByCache(now) || this.wasNewerByMark(now);
  }

  private wasNewerByCache(now: ServedVersion | null): boolean {
    const value = parseJson(this.memory.read() ?? '');
    if (!isObject(value) || typeof value['lineage'] !== 'string' || typeof value['serial'] !== 'number') return false;
    return now === null || (value['lineage'] === now.lineage && value['serial'] > now.serial);
  }

  private wasNewerByMark(now: ServedVersion | null): boolean {
    const mark = this.marks?.last() ?? null;
    if (mark === null) return false;
    if (now === null) return true;
    if (mark.lineage !== now.lineage) return false;
    return mark.serial > now.serial || (mark.serial === now.serial && now.checksum !== null && mark.checksum !== now.checksum);
  }

  /** Notes a state that was read or written. */
  note({state, version}: {readonly state: MarkedState; readonly version: StateVersion}): void {
    this.noteInCache(version);
    this.marks?.note(state, version.checksum);
  }

  /** The state is known to be as it is; null is gone. */
  settle(there: Pick<StateVersion, 'lineage' | 'serial'> | null): void {
    this.marks?.forget();
    if (there === null) this.memory.write('');
    else this.noteInCache(there);
  }

  private noteInCache({lineage, serial}: Pick<StateVersion, 'lineage' | 'serial'>): void {
    this.memory.write(JSON.stringify({lineage, serial}));
  }
}
