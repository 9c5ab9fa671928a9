import type {Journal, JournaledCreate, JournaledEdit, JournaledWork, JournalRecord} from '../state/journal';
import {advanceOperation, sortWork, startOperation} from '../state/journaled-work';

/**
 * The journal of this run and, in memory, what its records come to: what was learned can be saved even where the
 * journal's disk gave out.
 */
export class Ledger {
  readonly #journal: Journal;
  readonly #work = new Map<string, JournaledCreate | JournaledEdit>();
  #failure: unknown;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Why the journal could not be written; undefined as long as it could. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Notes records in memory first, then in the journal. Returns whether the disk took them; see {@link failure}. */
  record(records: readonly JournalRecord[]): boolean {
    for (const record of records) this.#note(record);
    if (this.#failure !== undefined) return false;
    try {
      this.#journal.append(records);
      return true;
    } catch (error) {
      this.#failure = error;
      return false;
    }
  }

  /** Resolves when everything recorded so far is on disk; to false when it can't be known to be. */
  async sync(): Promise<boolean> {
    if (this.#failure !== undefined) return false;
    try {
      await this.#journal.sync();
      return true;
    } catch (error) {
      this.#failure ??= error;
      return false;
    }
  }

  /** Lists the outcomes of all operations of this run, in the order of their intents. */
  listWork(): JournaledWork {
    return sortWork([...this.#work.values()]);
  }

  /** Closes the journal's file; what is wrong with it by now no longer matters. */
  async close(): Promise<void> {
    await this.#journal.close().catch(() => undefined);
  }

  #note(record: JournalRecord): void {
    if (record.phase === 'intent') {
      this.#work.set(record.opId, startOperation(record));
      return;
    }
    const before = this.#work.get(record.opId);
    if (before === undefined) throw new Error(`a record of operation ${record.opId} came before its intent`);
    this.#work.set(record.opId, advanceOperation(before, record, false));
  }
}
