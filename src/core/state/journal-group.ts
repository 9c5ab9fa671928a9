import type {Journal, JournalRecord} from './journal';

/**
 * A journal whose records gather in memory: `sync` has all that are there written and made durable at once, so that creates which
 * run side by side share the cost.
 */
export abstract class GroupJournal implements Journal {
  private waiting: JournalRecord[] = [];
  private running: Promise<void> = Promise.resolve();
  private queued: Promise<void> | null = null;
  private failure: unknown = null;
  private closed = false;

  /** Makes the records durable, or throws. */
  protected abstract write(records: readonly JournalRecord[]): Promise<void>;

  /** Called once, when nothing more is written. */
  protected end(): void {}

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

  /** After a failure nothing is tried again: what was kept of it is not known. */
  private async flush(): Promise<void> {
    if (this.failure !== null) throw this.failure;
    const records = this.waiting;
    this.waiting = [];
    try {
      await this.write(records);
    } catch (cause) {
      this.failure = cause;
      throw cause;
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    try {
      if (this.failure === null) await (this.waiting.length > 0 ? this.sync() : this.running);
    } finally {
      this.end();
    }
  }
}
