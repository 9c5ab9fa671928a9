import type {IntentRecord, JournaledCreate, JournalRecord} from '../journal';
import {GroupJournal} from '../journal-group';
import {advanceOperation, startOperation} from '../journaled-work';

/** Makes records durable under the lock; where that was lost, keeps `late` for the next holder and throws. */
export type AddRecords = (records: readonly JournalRecord[], late: () => readonly JournaledCreate[]) => Promise<void>;

/** A journal on a server, which another run may take over while this one still learns what its creates came to. */
export class SharedJournal extends GroupJournal {
  /** The creates that this journal began or found. */
  private readonly intents: Map<string, IntentRecord>;

  constructor(
    begun: readonly JournaledCreate[],
    private readonly add: AddRecords,
  ) {
    super();
    this.intents = new Map(begun.map(({intent}) => [intent.opId, intent]));
  }

  protected async write(records: readonly JournalRecord[]): Promise<void> {
    for (const record of records) if (record.phase === 'intent' && record.op === 'create') this.intents.set(record.opId, record);
    await this.add(records, () => this.listLate(records));
  }

  private listLate(records: readonly JournalRecord[]): readonly JournaledCreate[] {
    return records.flatMap(record => {
      const intent = this.intents.get(record.opId);
      if (intent === undefined || record.phase === 'intent') return [];
      return [advanceOperation(startOperation(intent) as JournaledCreate, record, false)];
    });
  }
}
