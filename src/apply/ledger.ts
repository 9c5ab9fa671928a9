import type {IntentRecord, Journal, JournaledCreate, JournalRecord} from '../state/journal';

/**
 * The journal of this run and, in memory, what its records come to: what was learned can be saved even where the
 * journal's disk gave out.
 */
export class Ledger {
  readonly #journal: Journal;
  readonly #creates = new Map<string, JournaledCreate>();
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

  /** What every create of this run came to, in the order of their intents. */
  listCreates(): JournaledCreate[] {
    return [...this.#creates.values()];
  }

  /** Closes the journal's file; what is wrong with it by now no longer matters. */
  async close(): Promise<void> {
    await this.#journal.close().catch(() => undefined);
  }

  #note(record: JournalRecord): void {
    const before = this.#creates.get(record.opId);
    if (record.phase === 'intent') {
      this.#creates.set(record.opId, startCreate(record));
      return;
    }
    if (before === undefined) throw new Error(`a record of create ${record.opId} came before its intent`);
    if (record.phase === 'done') {
      this.#creates.set(record.opId, {...before, phase: 'done', attempt: record.attempt, done: record});
      return;
    }
    const {attempt, firstSentAt, lastSentAt, error} = record;
    const phase = record.phase === 'refused' ? 'intent' : record.phase;
    this.#creates.set(record.opId, {intent: before.intent, phase, attempt, firstSentAt, lastSentAt, ...(error ? {error} : {})});
  }
}

function startCreate(intent: IntentRecord): JournaledCreate {
  return {intent, phase: 'intent', attempt: 0, firstSentAt: '', lastSentAt: ''};
}
