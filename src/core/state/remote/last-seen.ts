import {isObject, parseJson} from '../../json/value';
import type {Key} from '../../specs/desired-monitor';
import {leavesLines} from '../earlier';
import {findLatest, isTakenOut, listHeldIds, listIdsByKey, tellsRemoval} from '../removed';
import type {ReadableState, RemovedRecord, StateVersion, StoredState} from '../state';

/** Memory of this machine from run to run; see `src/core/files/cache-file.ts`. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
  /** Forgets all of it. */
  remove?(): void;
}

/** A machine that was never here. */
export const FORGETFUL: Memory = {read: () => null, write: () => {}};

/** The marks of this machine about one place; see `src/core/state/marks.ts`. */
export interface MarkBook {
  last(): MarkedVersion | null;
  readContent(mark: MarkedVersion): Pick<MarkedContent, 'records' | 'removed' | 'latest'> | null;
  note(state: ReadableState, checksum: string, content: () => MarkedContent): void;
  forget(): void;
}

type MarkedVersion = StateVersion & Pick<ReadableState, 'origin'>;

/** Content that is kept of a marked version. */
interface MarkedContent {
  readonly records: ReadonlyMap<Key, string>;
  /** Records that `state rm` let go, and that were taken in again; the other lines of a state are on its server. */
  readonly removed: readonly (Pick<RemovedRecord, 'key' | 'id' | 'by'> & Partial<Pick<RemovedRecord, 'serial'>>)[];
  readonly letGo: readonly never[];
  readonly latest?: string | undefined;
}

/** A monitor that this machine saw recorded, and that left the state without a line. */
export interface MissingRecord {
  readonly key: Key;
  readonly id: string;
  /** The latest time at which it can have been made (RFC 3339). Absent where nothing tells. */
  readonly latest?: string | undefined;
}

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

  /**
   * Lists what this machine saw recorded and a state lacks, whatever its serial and lineage: others may have written since the server was
   * set back, or made another state where it was emptied. Null is a server that has no state.
   */
  findMissing(stored: StoredState<ReadableState> | null): readonly MissingRecord[] {
    const mark = this.marks?.last() ?? null;
    if (mark === null || mark.checksum === stored?.version.checksum) return [];
    if (stored !== null && !leavesLines(stored.state.tool)) return [];
    const content = this.marks?.readContent(mark) ?? null;
    const {records, latest} = content ?? {records: new Map<Key, string>(), latest: undefined};
    const held = listHeldIds(stored?.state.monitors ?? new Map());
    // A record that was there beside its line was recorded again: it is no more gone by that line.
    const again = new Set(content?.removed.map(({id}) => id));
    const isGone = ({id, serial}: RemovedRecord) => !again.has(id) || serial > mark.serial;
    const removed = new Set(stored?.state.removed?.filter(isGone).map(({id}) => id));
    return [...records].flatMap(([key, id]) => (held.has(id) || removed.has(id) ? [] : [{key, id, latest}]));
  }

  /** Lists what this machine saw let go by `state rm`, and an older state records: the server was set back. */
  listLetGo(stored: StoredState<ReadableState>): readonly string[] {
    return this.listForgotten(stored).map(({id}) => id);
  }

  private listForgotten({state, version}: StoredState<ReadableState>): MarkedContent['removed'] {
    const mark = this.marks?.last() ?? null;
    if (mark === null || mark.lineage !== version.lineage) return [];
    const held = listHeldIds(state.monitors);
    // Those with a line were taken in again, or are known.
    const said = new Set(state.removed?.map(({id}) => id));
    return (this.marks?.readContent(mark)?.removed ?? []).filter(line => isTakenOut(line) && held.has(line.id) && !said.has(line.id));
  }

  /** Notes a state that was read or written. */
  note({state, version}: StoredState<ReadableState>): void {
    this.noteInCache(version);
    const content = () => {
      // Lines that a server lost as it was set back are kept until a state has them again.
      const lines = (state.removed ?? []).filter(line => isTakenOut(line) || !tellsRemoval(line));
      const removed = [...lines, ...this.listForgotten({state, version})];
      const latest = findLatest([...state.monitors.values()].map(({createdAt}) => createdAt));
      return {records: listIdsByKey(state.monitors), removed, letGo: [], latest};
    };
    this.marks?.note(state, version.checksum, content);
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
