import {encodeLines} from '../format/journal';
import type {Journal, JournalRecord} from '../journal';
import type {Disk} from './disk';
import {writeAll} from './write';

/** Where a {@link FileJournal} goes on. */
export interface JournalEnd {
  /** Open for appending. */
  readonly file: number;
  /** The checksum of the last line. */
  readonly last: string;
}

/**
 * The journal as a file that only grows. Records gather in memory; `sync` writes all that are there in one piece and
 * makes them durable with one fsync, so that creates which run side by side share its cost.
 */
export class FileJournal implements Journal {
  private last: string;
  private waiting: JournalRecord[] = [];
  private running: Promise<void> = Promise.resolve();
  private queued: Promise<void> | null = null;
  private failure: unknown = null;
  private closed = false;

  constructor(
    private readonly disk: Disk,
    private readonly end: JournalEnd,
    /** Words an error of the system for people; passes others on. */
    private readonly refuse: (cause: unknown) => unknown,
  ) {
    this.last = end.last;
  }

  append(records: readonly JournalRecord[]): void {
    if (this.failure !== null) throw this.failure;
    if (this.closed) throw new Error('the journal is closed');
    this.waiting.push(...records);
  }

  sync(): Promise<void> {
    if (this.failure !== null) return Promise.reject(this.failure);
    if (this.queued !== null) return this.queued;
    if (this.waiting.length === 0) return this.running;
    const next = this.running.then(() => {
      this.queued = null;
      return this.flush();
    });
    this.queued = next;
    this.running = next;
    return next;
  }

  /** After a failure nothing is tried again on this file: what the disk holds of it is not known. */
  private async flush(): Promise<void> {
    if (this.failure !== null) throw this.failure;
    const records = this.waiting;
    this.waiting = [];
    try {
      const {text, last} = encodeLines(records, this.last);
      writeAll(this.disk, this.end.file, Buffer.from(text));
      await this.disk.fsync(this.end.file);
      this.last = last;
    } catch (cause) {
      this.failure = this.refuse(cause);
      throw this.failure;
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    try {
      if (this.failure === null) await (this.waiting.length > 0 ? this.sync() : this.running);
    } finally {
      this.disk.close(this.end.file);
    }
  }
}
