import {encodeLines} from '../../core/state/format/journal';
import type {JournaledCreate, JournalRecord} from '../../core/state/journal';
import {SharedJournal} from '../../core/state/remote/journal';
import type {Run} from './connection';
import {type Head, type Owner, updateHead} from './head';

/** Access of a journal to its rows. */
export interface JournalAccess {
  readonly owner: Owner;
  /** Runs `act` under the lock; where it was lost, `late` goes to the late area and this throws. */
  readonly underLock: (act: (run: Run, head: Head) => Promise<void>, late: () => readonly JournaledCreate[]) => Promise<void>;
  /** The error where others wrote to the journal. */
  readonly changed: () => Error;
}

/** The journal as rows: one transaction for all records that wait. */
export class PostgresJournal extends SharedJournal {
  constructor(
    private readonly access: JournalAccess,
    private last: string,
    private lines: number,
    begun: readonly JournaledCreate[],
  ) {
    super(begun);
  }

  protected async add(records: readonly JournalRecord[], late: () => readonly JournaledCreate[]): Promise<void> {
    const {text, last} = encodeLines(records, this.last);
    const texts = text.split('\n').slice(0, -1);
    const {lines, access} = this;
    await access.underLock(async (run, head) => {
      // An earlier try went through, and its COMMIT was not answered.
      if (head.journalLast === last) return updateHead(run, access.owner, {});
      if (head.journalLast !== this.last || head.journalLines !== lines) throw access.changed();
      await insertLines(run, access.owner, lines, texts);
      await updateHead(run, access.owner, {journal_lines: lines + texts.length, journal_last: last});
    }, late);
    this.last = last;
    this.lines += texts.length;
  }
}

/** Adds lines after the first `from`. */
export async function insertLines(run: Run, {tables, project, environment}: Owner, from: number, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += LINES_AT_ONCE) {
    await run(
      `INSERT INTO ${tables.journal} (project, environment, line, text)
       SELECT $1, $2, $3::bigint + place, line FROM unnest($4::text[]) WITH ORDINALITY AS t(line, place)`,
      [project, environment, from + at, texts.slice(at, at + LINES_AT_ONCE)],
    );
  }
}

const LINES_AT_ONCE = 2000;
