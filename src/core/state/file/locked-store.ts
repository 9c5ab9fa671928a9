import {dirname} from 'node:path';
import {UserError} from '../../diagnostics/user-error';
import {sha256} from '../../json/canonical';
import {encodeHeader, encodeJournal, encodeLines, type JournalHeader} from '../format/journal';
import {MIGRATION_READER} from '../format/migration';
import type {Refusals} from '../format/refusals';
import {decodeState, encodeState, hasSameContent} from '../format/state';
import type {Journal, JournalContent, JournaledWork, JournalRecord} from '../journal';
import {GroupJournal} from '../journal-group';
import {isOfEmulator} from '../origin';
import {noteRemoved} from '../removed';
import {isSameVersion, type State, type StateVersion, type StoredState} from '../state';
import type {LockedStore, StateRead} from '../store';
import {type Disk, isSystemError, withDiskErrors} from './disk';
import {continueJournal, type KeptJournal} from './kept-journal';
import type {HeldLock, LockWorld} from './lock';
import {readJournal, readRegular, readStateFiles, type StatePaths} from './read';
import {saveRescue} from './rescue';
import {replaceFile, syncDirectory, type WriteWorld, writeAll} from './write';

/**
 * Policy for the backup where a state is replaced: the replaced file takes its place (`replace`), it is left alone and
 * the replaced file is given up (`leave`), or the replaced file is kept beside it as `.damaged.bak` (`keep-damaged`).
 */
type BackupFate = 'replace' | 'leave' | 'keep-damaged';

/** A locked state in a file. */
export interface LockedFileStore extends LockedStore {
  /**
   * Puts a state in place of whatever is there, sound or not: for `state restore`, `state verify --fix` and `recover`. The
   * written serial is one above the given one. The replaced file stays as `.bak`, unless `backup` says to leave that one
   * alone or to keep the file as `.damaged.bak`.
   */
  replace(next: State, backup: BackupFate): Promise<StoredState>;
  /** As {@link LockedStore.rewriteJournal}; with `keep-old` the replaced journal stays as `<state>.journal.bak`. */
  rewriteJournal(base: StateVersion, keep: JournalContent['creates'], old?: 'keep-old' | 'drop-old'): Promise<void>;
  /** Removes state, journal and backup: for `state reset`. */
  removeAll(): Promise<void>;
  /** Removes a state file that only says which environment has its state now, and its backups. */
  removeMoved(): Promise<void>;
}

/** Learns what happens to a state file. */
export interface StateWatcher {
  /** Each state that was written. */
  noteWritten(stored: StoredState): void;
  /** A run is about to write down what it sends. */
  noteSending(base: StateVersion): void;
}

type LockedWorld = WriteWorld &
  Pick<LockWorld, 'tool' | 'shown' | 'host' | 'world'> & {
    readonly watcher?: StateWatcher | undefined;
    readonly kept?: KeptJournal | undefined;
  };

/** The state files of which this process holds the lock. What it read or wrote last is not parsed again. */
export class LockedFile implements LockedFileStore {
  private known: {readonly hash: string; readonly stored: StoredState} | null = null;

  /** This session replaced the backup, and the journal that was folded into the state after it is still there. */
  private hasNewBackup = false;

  constructor(
    private readonly io: LockedWorld,
    private readonly paths: StatePaths,
    private readonly refusals: Refusals,
    private readonly held: HeldLock,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  async read(): Promise<StateRead> {
    await this.putJournalBack();
    return readStateFiles(this.io.disk, this.paths, this.refusals, bytes => this.decode(bytes));
  }

  /** Makes the kept journal the one beside the state again, where something took that one away. */
  private async putJournalBack(): Promise<void> {
    const kept = this.io.kept?.read() ?? null;
    const stored = kept === null ? null : this.readStored();
    if (stored === null) return;
    const {disk} = this.io;
    const shown = `${this.io.shown}.journal`;
    const present = readRegular(disk, this.paths.journal, shown, this.refusals);
    const journal = continueJournal(present, kept, stored.version);
    if (journal === null || journal === present) return;
    await withDiskErrors(this.refusals, shown, () =>
      replaceFile(this.io, {target: this.paths.journal, text: Buffer.from(journal), mode: 0o644}),
    );
  }

  async write(next: State, expected: StateVersion | null): Promise<StoredState> {
    const before = this.readStored();
    if (!isSameVersion(before?.version ?? null, expected)) throw this.refusals.changed();
    const serial = Math.max(before?.version.serial ?? 0, next.serial) + 1;
    const noted = this.noteRemoved(before, next, serial);
    if (before !== null && next.serial <= before.version.serial && hasSameContent(before.state, noted)) return before;
    return this.put({...noted, tool: this.io.tool, serial}, before?.version ?? null, 'replace');
  }

  replace(next: State, backup: BackupFate): Promise<StoredState> {
    const serial = next.serial + 1;
    return this.put({...this.noteRemoved(this.readSound(), next, serial), tool: this.io.tool, serial}, 'anything', backup);
  }

  /** A state that moves away only says where its records are. */
  private noteRemoved(before: StoredState | null, next: State, serial: number): State {
    if (next.minReader === MIGRATION_READER) return next;
    const {world, host} = this.io;
    return noteRemoved(before?.state ?? null, next, {serial, at: new Date(world.now()).toISOString(), by: host.command});
  }

  /** Reads the present state; null where it is damaged or can't be used. */
  private readSound(): StoredState | null {
    try {
      return this.readStored();
    } catch (error) {
      if (error instanceof UserError) return null;
      throw error;
    }
  }

  private put(next: State, expected: StateVersion | null | 'anything', backup: BackupFate): Promise<StoredState> {
    const {state: target} = this.paths;
    return withDiskErrors(this.refusals, this.io.shown, async () => {
      const {text, version} = encodeState(next);
      const check = () => {
        if (expected !== 'anything' && !isSameVersion(this.readStored()?.version ?? null, expected)) throw this.refusals.changed();
      };
      const kept = {replace: this.paths.backup, 'keep-damaged': this.paths.damaged, leave: undefined}[backup];
      await replaceFile(this.io, {target, text, mode: 0o644, check, ...(kept !== undefined && {backup: kept})});
      if (backup === 'replace') this.dropJournalBackup();
      const stored = {state: next, version};
      this.known = {hash: sha256(text), stored};
      this.io.watcher?.noteWritten(stored);
      return stored;
    });
  }

  /** The backup was replaced: the journal that belonged to the one before it would say too much of this one. */
  private dropJournalBackup(): void {
    const {disk} = this.io;
    this.hasNewBackup = true;
    if (disk.lstat(this.paths.journalBackup) !== null) disk.unlink(this.paths.journalBackup);
  }

  private readStored(): StoredState | null {
    const bytes = readRegular(this.io.disk, this.paths.state, this.refusals.facts.shown, this.refusals);
    return bytes === null ? null : this.decode(bytes);
  }

  /** Bytes that were read or written before are not parsed again. */
  private decode(bytes: Uint8Array): StoredState {
    const hash = sha256(bytes);
    if (this.known?.hash !== hash) this.known = {hash, stored: decodeState(bytes, this.refusals)};
    return this.known.stored;
  }

  async openJournal(base: StateVersion): Promise<Journal> {
    const shown = `${this.io.shown}.journal`;
    this.io.watcher?.noteSending(base);
    return withDiskErrors(this.refusals, shown, async () => {
      const last = await this.startJournal(base);
      this.keepJournal();
      const file = this.io.disk.open(this.paths.journal, 'append');
      return new FileJournal(this.io.disk, {file, last}, cause => (isSystemError(cause) ? this.refusals.notSaved(shown, cause) : cause));
    });
  }

  /** The emulator's requests are not missed. A first state does not know yet who answers: it is kept. */
  private keepJournal(): void {
    const state = this.known?.stored.state;
    if (state === undefined || isOfEmulator(state)) this.io.kept?.drop();
    else this.io.kept?.keep(this.paths.journal);
  }

  /** Makes sure that a sound journal of this state is there, ready to be appended to; returns its last checksum. */
  private async startJournal(base: StateVersion): Promise<string> {
    const {disk} = this.io;
    const found = readJournal(disk, this.paths, this.refusals);
    if (found !== 'absent' && found.content.base !== null) {
      if (found.content.base.lineage !== base.lineage) throw this.refusals.journalMismatch();
      if (!found.content.tornTail && !found.unended) return found.last;
      const bytes = readRegular(disk, this.paths.journal, `${this.io.shown}.journal`, this.refusals) ?? Buffer.alloc(0);
      const kept = Buffer.from(bytes).subarray(0, found.soundBytes);
      const text = found.unended ? Buffer.concat([kept, Buffer.from('\n')]) : kept;
      await replaceFile(this.io, {target: this.paths.journal, text, mode: 0o644});
      return found.last;
    }
    const {text, last} = encodeLines([encodeHeader(this.header(base))], '');
    await replaceFile(this.io, {target: this.paths.journal, text, mode: 0o644});
    return last;
  }

  async rewriteJournal(base: StateVersion, keep: JournalContent['creates'], old: 'keep-old' | 'drop-old' = 'drop-old'): Promise<void> {
    const {disk} = this.io;
    const {journal: target, journalBackup: backup} = this.paths;
    const isKept = old === 'keep-old' || this.hasNewBackup;
    this.hasNewBackup = false;
    await withDiskErrors(this.refusals, `${this.io.shown}.journal`, async () => {
      if (keep.length === 0) {
        if (disk.lstat(target) !== null) {
          if (isKept) disk.rename(target, backup);
          else disk.unlink(target);
          await syncDirectory(disk, dirname(target));
        }
        this.io.kept?.drop();
        return;
      }
      const {text} = encodeJournal(this.header(base), keep);
      await replaceFile(this.io, {target, text, mode: 0o644, ...(isKept && {backup})});
      this.keepJournal();
    });
  }

  private header({lineage, serial}: StateVersion): JournalHeader {
    return {lineage, serial, tool: this.io.tool};
  }

  rescue(next: State, journal: JournaledWork, runId: string): Promise<string | null> {
    return saveRescue(this.io, {stateFile: this.paths.state, fallback: this.env['RUNNER_TEMP']}, next, journal, runId);
  }

  removeAll(): Promise<void> {
    return this.removeFiles([this.paths.journal, this.paths.journalBackup, this.paths.backup, this.paths.damaged, this.paths.state]);
  }

  removeMoved(): Promise<void> {
    return this.removeFiles([this.paths.journalBackup, this.paths.backup, this.paths.state]);
  }

  /** Removes files, the state last: a crash in between leaves a state that is there, not one that is lost. */
  private async removeFiles(files: readonly string[]): Promise<void> {
    const {disk} = this.io;
    await withDiskErrors(this.refusals, this.io.shown, async () => {
      for (const path of files) if (disk.lstat(path) !== null) disk.unlink(path);
      this.io.kept?.drop();
      await syncDirectory(disk, dirname(this.paths.state));
    });
  }

  async release(): Promise<void> {
    this.io.kept?.part();
    this.held.release();
  }
}

/** Position where a {@link FileJournal} goes on. */
interface JournalEnd {
  /** Open for appending. */
  readonly file: number;
  /** The checksum of the last line. */
  readonly last: string;
}

/** The journal as a file that only grows: one write and one fsync for all records that wait. */
class FileJournal extends GroupJournal {
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
