import {encodeHeader, encodeLines} from '../../core/state/format/journal';
import type {Journal, JournalContent, JournaledCreate} from '../../core/state/journal';
import {SharedJournal} from '../../core/state/remote/journal';
import {LockedState} from '../../core/state/remote/locked-state';
import type {LockedSharedStore, Migration} from '../../core/state/remote/store';
import type {State, StateVersion, StoredState} from '../../core/state/state';
import type {StateRead} from '../../core/state/store';
import {listChanges, NO_RECORDS, type RecordRow, writeRecord} from './contents';
import {type Head, lineageOf, readHead, updateHead} from './head';
import {insertLines, StoredJournalEnd} from './journal';
import {appendLate} from './late';
import type {HeldRow, PostgresParts} from './lock';
import {decodeLines, readJournalLines, readWhole} from './read';
import {type OwnRows, transact} from './rows';
import {type StateWrite, writeState} from './write';

/** A state of which this process holds the lock row. Each transaction compares the fence first. The mark is the count of writes. */
export class LockedPostgres extends LockedState<number> implements LockedSharedStore {
  constructor(
    private readonly parts: PostgresParts,
    private readonly held: HeldRow,
  ) {
    super(parts, held.isInDoubt);
  }

  protected async acceptServer(): Promise<{readonly lineage: string; readonly serial: number} | null> {
    const settled = await this.underLock(async (rows, head) => {
      await updateHead(rows, {server: head.here});
      return head;
    });
    const lineage = lineageOf(settled);
    return lineage === null ? null : {lineage, serial: settled.serial};
  }

  read(): Promise<StateRead> {
    return this.underLock(async (rows, head) => {
      const known = this.known?.mark === head.writes ? this.known.stored : undefined;
      return this.combine(await readWhole(rows, head, known), head.writes);
    });
  }

  protected put(next: State, before: StoredState | null): Promise<StoredState> {
    const after = listChanges(before?.state.monitors ?? new Map(), next.monitors);
    return this.save({next, after, isWhole: before === null});
  }

  async replace(next: State): Promise<StoredState> {
    const there = await this.underLock(rows => this.listKeys(rows));
    const gone = there.filter(key => !next.monitors.has(key)).map((key): RecordRow => [key, null]);
    const after = [...[...next.monitors].map(([key, record]): RecordRow => [key, writeRecord(record)]), ...gone];
    const replacement = this.toReplacement(next);
    this.known = null;
    return this.save({next: replacement, after, isWhole: true});
  }

  private async listKeys({run, tables}: OwnRows): Promise<readonly string[]> {
    const rows = await run(`SELECT key FROM ${tables.monitors} WHERE project = $1 AND environment = $2`);
    return rows.map(({key}) => key ?? '');
  }

  private async save(what: Omit<StateWrite, 'at'>): Promise<StoredState> {
    const expected = this.known?.mark;
    const at = new Date(this.parts.world.now()).toISOString();
    let tried: {readonly from: number; readonly stored: StoredState} | null = null;
    const stored = await this.underLock(async (rows, head) => {
      // An earlier try went through, and its COMMIT was not answered: no other run can have written since.
      if (tried !== null && head.writes === tried.from + 1) {
        await updateHead(rows, {});
        return tried.stored;
      }
      if (expected !== undefined && head.writes !== expected) throw this.parts.refusals.changed();
      tried = {from: head.writes, stored: await writeState(rows, head, {...what, at})};
      return tried.stored;
    });
    const {from} = tried as unknown as {readonly from: number};
    this.know(stored, from + 1);
    return stored;
  }

  async openJournal(base: StateVersion): Promise<Journal> {
    const {refusals, tool} = this.parts;
    return this.underLock(async (rows, head) => {
      const lines = await readJournalLines(rows);
      const content = decodeLines(lines, head, refusals);
      this.checkLineage(content, base);
      let {journalLast: last} = head;
      if (lines.length === 0) {
        const header = encodeLines([encodeHeader({...base, tool})], '');
        last = header.last;
        await insertLines(rows, 0, [header.text.trimEnd()]);
        await updateHead(rows, {journal_lines: 1, journal_last: last});
      }
      const access = {changed: () => refusals.changed(), underLock: this.underLock.bind(this)};
      return new SharedJournal(content.creates, new StoredJournalEnd(access, last, Math.max(1, lines.length)).add);
    });
  }

  async rewriteJournal(base: StateVersion, keep: JournalContent['creates']): Promise<void> {
    const {text, last} = this.encodeKept(base, keep);
    const lines = text.split('\n').slice(0, -1);
    await this.underLock(async rows => {
      const {run, tables} = rows;
      await run(`DELETE FROM ${tables.journal} WHERE project = $1 AND environment = $2`);
      await run(`DELETE FROM ${tables.late} WHERE project = $1 AND environment = $2 AND id <= $3`, this.lateUpTo);
      await insertLines(rows, 0, lines);
      await updateHead(rows, {journal_lines: lines.length, journal_last: last});
    });
  }

  protected async leaveLate(creates: readonly JournaledCreate[]): Promise<void> {
    await this.holdHead(async (rows, head) => {
      if (!this.isOurs(head)) await appendLate(rows, this.held.holder.id, creates);
    });
  }

  async removeAll(): Promise<void> {
    await this.underLock(async (rows, head) => {
      const {monitors, journal, late, replaced, backups} = rows.tables;
      for (const table of [monitors, journal, late, replaced, backups]) {
        await rows.run(`DELETE FROM ${table} WHERE project = $1 AND environment = $2`);
      }
      const nothing = {root: null, serial: 0, monitors: 0, sum: NO_RECORDS, checksum: null};
      await updateHead(rows, {...nothing, writes: head.writes + 1, journal_lines: 0, journal_last: ''});
    });
    this.forget();
  }

  async setMigration(migration: Migration | null): Promise<void> {
    const text = migration === null ? null : JSON.stringify(migration);
    await this.underLock(rows => updateHead(rows, {migration: text}));
  }

  async release(): Promise<void> {
    await this.holdHead(async (rows, head) => {
      if (this.isOurs(head)) await updateHead(rows, {holder: null});
    });
  }

  /** A transaction that first takes the lock row and compares the fence. Where the lock was lost, `late` is kept in the late area. */
  private async underLock<T>(act: (rows: OwnRows, head: Head) => Promise<T>, late?: () => readonly JournaledCreate[]): Promise<T> {
    const {refusals, world} = this.parts;
    const end = await this.holdHead(async (rows, head) => {
      if (this.isOurs(head)) return {result: await act(rows, head)};
      if (late !== undefined) await appendLate(rows, this.held.holder.id, late());
      return {lostTo: head};
    });
    if ('result' in end) return end.result as T;
    const {lostTo} = end as {readonly lostTo: Head};
    throw lostTo.here === this.held.here ? refusals.lockLost(lostTo.holder, world.now()) : refusals.serverChanged();
  }

  private holdHead<T>(act: (rows: OwnRows, head: Head) => Promise<T>): Promise<T> {
    return transact(this.parts, 'write', async rows => act(rows, await readHead(rows, true)));
  }

  private isOurs({holder, fence, here}: Head): boolean {
    return holder?.id === this.held.holder.id && fence === this.held.fence && here === this.held.here;
  }
}
