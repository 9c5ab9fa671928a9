import {encodeLines} from '../../core/state/format/journal';
import type {JournaledCreate} from '../../core/state/journal';
import type {AddRecords} from '../../core/state/remote/journal';
import {type Head, updateHead} from './head';
import type {OwnRows} from './rows';

/** Access of a journal to its rows. */
interface JournalAccess {
  /** Runs `act` under the lock; where it was lost, `late` goes to the late area and this throws. */
  readonly underLock: (act: (rows: OwnRows, head: Head) => Promise<void>, late: () => readonly JournaledCreate[]) => Promise<void>;
  /** The error where others wrote to the journal. */
  readonly changed: () => Error;
}

/** The end of the journal, to which only the holder of the lock adds: one transaction for all records that wait. */
export class StoredJournalEnd {
  constructor(
    private readonly access: JournalAccess,
    private last: string,
    private lines: number,
  ) {}

  readonly add: AddRecords = async (records, late) => {
    const {text, last} = encodeLines(records, this.last);
    const texts = text.split('\n').slice(0, -1);
    const {lines, access} = this;
    await access.underLock(async (rows, head) => {
      // An earlier try went through, and its COMMIT was not answered.
      if (head.journalLast === last) return updateHead(rows, {});
      if (head.journalLast !== this.last || head.journalLines !== lines) throw access.changed();
      await insertLines(rows, lines, texts);
      await updateHead(rows, {journal_lines: lines + texts.length, journal_last: last});
    }, late);
    this.last = last;
    this.lines += texts.length;
  };
}

/** Adds lines after the first `from`. */
export async function insertLines({run, tables}: OwnRows, from: number, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += LINES_AT_ONCE) {
    await run(
      `INSERT INTO ${tables.journal} (project, environment, line, text)
       SELECT $1, $2, $3::bigint + place, line FROM unnest($4::text[]) WITH ORDINALITY AS t(line, place)`,
      from + at,
      texts.slice(at, at + LINES_AT_ONCE),
    );
  }
}

const LINES_AT_ONCE = 2000;
