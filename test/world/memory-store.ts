import {UserError} from '../../src/core/diagnostics/user-error';
import {collectWork, toRecords} from '../../src/core/state/format/journal';
import {encodeState, hasSameContent} from '../../src/core/state/format/state';
import type {Journal, JournalContent, JournaledCreate, JournalRecord} from '../../src/core/state/journal';
import {noteRemoved} from '../../src/core/state/removed';
import {type ReadableState, type State, type StateVersion, type StoredState, wholeOf} from '../../src/core/state/state';
import type {LockedStore, StateRead, StateStore} from '../../src/core/state/store';

const NO_JOURNAL: JournalContent = {base: null, creates: [], edits: [], tornTail: false};

/** Initial content of a memory store. */
export interface MemoryStoreOptions {
  readonly stored?: StoredState<ReadableState>;
  readonly tool?: string;
}

/** Opens a state in memory, with the same promises as one in a file. */
export function openMemoryStore(options: MemoryStoreOptions = {}): StateStore {
  const {stored, tool = 'memory'} = options;
  return new MemoryStore(stored === undefined ? null : {...stored, state: wholeOf(stored.state)}, tool);
}

class MemoryStore implements StateStore, LockedStore {
  private journalBase: JournalContent['base'] = null;
  private records: readonly JournalRecord[] = [];
  private isLocked = false;

  constructor(
    private stored: StoredState | null,
    private readonly tool: string,
  ) {}

  async read(): Promise<StateRead> {
    if (this.stored === null) return {kind: 'first-use', journal: NO_JOURNAL};
    return {kind: 'present', stored: this.stored, journal: this.readJournal()};
  }

  private readJournal(): JournalContent {
    const work = collectWork(this.records);
    if (work === null) throw new UserError('state/journal-damaged', 'the journal in memory holds records out of order', 'report a bug');
    return {base: this.journalBase, ...work, tornTail: false};
  }

  async lock(): Promise<LockedStore> {
    if (this.isLocked) throw new UserError('state/locked', 'the state in memory is locked', 'wait until the other run ends');
    this.isLocked = true;
    return this;
  }

  async write(next: State, expected: StateVersion | null): Promise<StoredState> {
    if (this.stored?.version.checksum !== expected?.checksum) {
      throw new UserError('state/changed', 'the state in memory was changed by another run', 'read it again');
    }
    const before = this.stored;
    const serial = Math.max(before?.version.serial ?? 0, next.serial) + 1;
    const noted = noteRemoved(before?.state ?? null, next, {serial, at: new Date(0).toISOString(), by: 'memory'});
    if (before !== null && hasSameContent(before.state, noted)) return before;
    const state = {...noted, tool: this.tool, serial};
    this.stored = {state, version: encodeState(state).version};
    return this.stored;
  }

  async openJournal(base: StateVersion): Promise<Journal> {
    this.journalBase ??= {lineage: base.lineage, serial: base.serial};
    let waiting: JournalRecord[] = [];
    const sync = async () => {
      this.records = [...this.records, ...waiting];
      waiting = [];
    };
    return {append: records => void waiting.push(...records), sync, close: sync};
  }

  async rewriteJournal(base: StateVersion, keep: readonly JournaledCreate[]): Promise<void> {
    this.journalBase = keep.length === 0 ? null : {lineage: base.lineage, serial: base.serial};
    this.records = keep.flatMap(toRecords);
  }

  /** Memory has no place that outlives the run. */
  async rescue(): Promise<null> {
    return null;
  }

  async release(): Promise<void> {
    this.isLocked = false;
  }
}
