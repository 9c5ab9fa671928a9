import type {JournaledCreate, JournalRecord} from '../../journal';
import {SharedJournal} from '../journal';

/** Access of a journal to its objects. */
export interface JournalAccess {
  readonly append: (records: readonly JournalRecord[]) => Promise<void>;
  /** Keeps what was learned for the next holder where the lock was lost. */
  readonly leaveLate: (creates: readonly JournaledCreate[]) => Promise<void>;
}

/** The journal as objects: one for all records that wait. */
export class ObjectJournal extends SharedJournal {
  constructor(
    private readonly access: JournalAccess,
    begun: readonly JournaledCreate[],
  ) {
    super(begun);
  }

  protected async add(records: readonly JournalRecord[], late: () => readonly JournaledCreate[]): Promise<void> {
    try {
      await this.access.append(records);
    } catch (error) {
      // The reason counts, whatever becomes of this.
      await this.access.leaveLate(late()).catch(() => undefined);
      throw error;
    }
  }
}
