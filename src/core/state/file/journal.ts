import {encodeLines} from '../format/journal';
import type {JournalRecord} from '../journal';
import {GroupJournal} from '../journal-group';
import type {Disk} from './disk';
import {writeAll} from './write';

/** Position where a {@link FileJournal} goes on. */
interface JournalEnd {
  /** Open for appending. */
  readonly file: number;
  /** The checksum of the last line. */
  readonly last: string;
}

/** The journal as a file that only grows: one write and one fsync for all records that wait. */
export class FileJournal extends GroupJournal {
  private last: string;

  constructor(
    private readonly disk: Disk,
    private readonly place: JournalEnd,
    /** Words an error of the system for people; passes others on. */
    private readonly refuse: (cause: unknown) => unknown,
  ) {
    super();
    this.last = place.last;
  }

  protected async write(records: readonly JournalRecord[]): Promise<void> {
    try {
      const {text, last} = encodeLines(records, this.last);
      writeAll(this.disk, this.place.file, Buffer.from(text));
      await this.disk.fsync(this.place.file);
      this.last = last;
    } catch (cause) {
      throw this.refuse(cause);
    }
  }

  protected override end(): void {
    this.disk.close(this.place.file);
  }
}
