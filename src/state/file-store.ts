import {dirname} from 'node:path';
import type {World} from '../context';
import {sha256} from '../json/canonical';
import {type Disk, errorCode, isSystemError, realDisk} from './file-disk';
import {openGit} from './file-git';
import type {HostFacts} from './file-host';
import {FileJournal} from './file-journal';
import {type HeldLock, type LockWorld, removeLock, takeLock} from './file-lock';
import {checkWritable} from './file-preflight';
import {pathsOf, readDiskContent, readJournal, readRegular, type StatePaths} from './file-read';
import {saveRescue} from './file-rescue';
import {removeOrphans, renameFile, replaceFile, syncDirectory, type WriteWorld} from './file-write';
import {decodeState, encodeState, hasSameContent} from './format';
import {encodeHeader, encodeJournal, encodeLines, type JournalHeader} from './format-journal';
import type {LockHolder} from './format-lock';
import {Refusals} from './format-refusals';
import type {Journal, JournalContent, JournaledWork} from './journal';
import type {State, StateVersion, StoredState} from './model';
import type {StateDecoder} from './outline-cache';
import {StateError} from './state-error';
import type {LockedStore, StateRead, StateStore} from './store';

/** Which state a file store keeps, and with what. */
export interface FileStoreOptions {
  /** Absolute path of the state file. */
  readonly stateFile: string;
  /** The state file as messages show it; the absolute path when left out. */
  readonly shown?: string;
  readonly project: string;
  readonly environment: string;
  /** The tool's version. */
  readonly tool: string;
  readonly world: World;
  readonly host: HostFacts;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The machine's own disk when left out. */
  readonly disk?: Disk;
  /** The service can be asked what it holds: a lost state can be rebuilt. */
  readonly canRecover?: boolean;
  /** How {@link StateStore.read} reads the bytes; {@link decodeState} when left out. Never used under a lock. */
  readonly decodeForLooking?: StateDecoder;
}

/** A state in a file: what {@link StateStore} says, and what only repairs need. */
export interface FileStateStore extends StateStore {
  readonly paths: StatePaths;
  readonly refusals: Refusals;
  lock(): Promise<LockedFileStore>;
  /** The bytes of the state file as they are, null when it is not there; nothing is checked. */
  readStateBytes(): Uint8Array | null;
  /** The bytes of the journal that belongs to the backup, null when it is not there. */
  readJournalBackupBytes(): Uint8Array | null;
  /** The bytes of the journal file as they are, null when it is not there. */
  readJournalBytes(): Uint8Array | null;
  /** The bytes of another regular file, null when it is not there. */
  readOtherFile(path: string): Uint8Array | null;
  /** Throws when git tracks the file: for files that only ever belong to one machine. */
  refuseTracked(path: string): Promise<void>;
  /** Removes the lock with this id, whoever holds it. */
  unlock(id: string): Promise<LockHolder>;
}

/** A locked state in a file. */
export interface LockedFileStore extends LockedStore {
  /**
   * Puts a state in place of whatever is there, sound or not: for `state restore`, `state verify --fix` and `recover`. The
   * written serial is one above the given one. The replaced file stays as `.bak`, unless `backup` says to leave that one
   * alone or to keep the file as `.damaged.bak`.
   */
  replace(next: State, backup: 'replace' | 'leave' | 'keep-damaged'): Promise<StoredState>;
  /** As {@link LockedStore.rewriteJournal}; with `keep-old` the replaced journal stays as `<state>.journal.bak`. */
  rewriteJournal(base: StateVersion, keep: JournalContent['creates'], old?: 'keep-old' | 'drop-old'): Promise<void>;
  /** Removes state, journal and backup: for `state reset`. */
  removeAll(): Promise<void>;
}

/** Opens the state in a file. Touches nothing until it is read or locked. */
export function openFileStore(options: FileStoreOptions): FileStateStore {
  const {stateFile, project, environment, tool, world, host, env} = options;
  const disk = options.disk ?? realDisk;
  const shown = options.shown ?? stateFile;
  const paths = pathsOf(stateFile);
  const soundBackup = () => readBackupSerial(disk, paths, shown, project, environment);
  const refusals = new Refusals({shown, project, environment, soundBackup, canRecover: options.canRecover ?? false});
  const git = openGit(dirname(stateFile), env);
  const io: LockWorld = {
    disk,
    world,
    platform: host.platform,
    host,
    tool,
    shown,
    command: words => refusals.command(words),
    isTracked: path => git.isTracked(path),
  };
  return {
    paths,
    refusals,
    read: async () => toRead(readDiskContent(disk, paths, refusals, bytes => (options.decodeForLooking ?? decodeState)(bytes, refusals))),
    lock: async () => {
      checkWritable(disk, paths, refusals);
      const held = await refuseUnwritable(refusals, `${shown}.lock`, () => takeLock(io, paths.lock));
      try {
        removeOrphans(disk, paths.state);
      } catch {
        // Left-over temporary files are in nobody's way.
      }
      return new LockedFile(io, paths, refusals, held, env);
    },
    readStateBytes: () => readRegular(disk, paths.state, shown, refusals),
    readJournalBackupBytes: () => readRegular(disk, paths.journalBackup, `${shown}.journal.bak`, refusals),
    readJournalBytes: () => readRegular(disk, paths.journal, `${shown}.journal`, refusals),
    readOtherFile: path => readRegular(disk, path, path, refusals),
    refuseTracked: async path => {
      if (await git.isTracked(path)) throw refusals.trackedFile(path);
    },
    unlock: id => withDiskErrors(refusals, `${shown}.lock`, () => removeLock(io, paths.lock, id)),
  };
}

function readBackupSerial(disk: Disk, paths: StatePaths, shown: string, project: string, environment: string): number | null {
  const refusals = new Refusals({shown: `${shown}.bak`, project, environment, soundBackup: () => null});
  try {
    const bytes = readRegular(disk, paths.backup, `${shown}.bak`, refusals);
    return bytes === null ? null : decodeState(bytes, refusals).version.serial;
  } catch {
    return null;
  }
}

function toRead({stored, journal}: {stored: StoredState | null; journal: JournalContent}): StateRead {
  return stored === null ? {kind: 'first-use', journal} : {kind: 'present', stored, journal};
}

/** Everything that the disk refuses becomes a {@link StateError}. */
async function withDiskErrors<T>(refusals: Refusals, shown: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (isSystemError(cause)) throw refusals.notSaved(shown, cause);
    throw cause;
  }
}

/** Nothing was changed yet: a directory that takes no lock is a matter of permissions, not of a state that is not saved. */
function refuseUnwritable<T>(refusals: Refusals, shown: string, act: () => Promise<T>): Promise<T> {
  return withDiskErrors(refusals, shown, act).catch((error: unknown) => {
    const cause = error instanceof StateError ? error.cause : undefined;
    if (!(error instanceof StateError) || !['EACCES', 'EPERM', 'EROFS'].includes(errorCode(cause))) throw error;
    throw refusals.notWritable(error.message, 'give yourself write permission on its directory, then run the command again', cause);
  });
}

class LockedFile implements LockedFileStore {
  private known: {readonly hash: string; readonly stored: StoredState} | null = null;

  /** This session replaced the backup, and the journal that was folded into the state after it is still there. */
  private hasNewBackup = false;

  constructor(
    private readonly io: WriteWorld & Pick<LockWorld, 'tool' | 'shown'>,
    private readonly paths: StatePaths,
    private readonly refusals: Refusals,
    private readonly held: HeldLock,
    private readonly env: FileStoreOptions['env'],
  ) {}

  async read(): Promise<StateRead> {
    return toRead(readDiskContent(this.io.disk, this.paths, this.refusals, bytes => this.decode(bytes)));
  }

  async write(next: State, expected: StateVersion | null): Promise<StoredState> {
    const before = this.readStored();
    if (!isSameVersion(before?.version ?? null, expected)) throw this.refusals.changed();
    if (before !== null && hasSameContent(before.state, next)) return before;
    const serial = Math.max(before?.version.serial ?? 0, next.serial) + 1;
    return this.put({...next, tool: this.io.tool, serial}, before?.version ?? null, 'replace');
  }

  replace(next: State, backup: 'replace' | 'leave' | 'keep-damaged'): Promise<StoredState> {
    return this.put({...next, tool: this.io.tool, serial: next.serial + 1}, 'anything', backup);
  }

  private put(
    next: State,
    expected: StateVersion | null | 'anything',
    backup: Parameters<LockedFileStore['replace']>[1],
  ): Promise<StoredState> {
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
    return withDiskErrors(this.refusals, shown, async () => {
      const last = await this.startJournal(base);
      const file = this.io.disk.open(this.paths.journal, 'append');
      return new FileJournal(this.io.disk, {file, last}, cause => (isSystemError(cause) ? this.refusals.notSaved(shown, cause) : cause));
    });
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
        if (disk.lstat(target) === null) return;
        if (isKept) await renameFile(this.io, target, backup);
        else disk.unlink(target);
        await syncDirectory(disk, dirname(target));
        return;
      }
      const {text} = encodeJournal(this.header(base), keep);
      await replaceFile(this.io, {target, text, mode: 0o644, ...(isKept && {backup})});
    });
  }

  private header({lineage, serial}: StateVersion): JournalHeader {
    return {lineage, serial, tool: this.io.tool};
  }

  rescue(next: State, journal: JournaledWork, runId: string): Promise<string | null> {
    return saveRescue(this.io, {stateFile: this.paths.state, fallback: this.env['RUNNER_TEMP']}, next, journal, runId);
  }

  async removeAll(): Promise<void> {
    const {disk} = this.io;
    await withDiskErrors(this.refusals, this.io.shown, async () => {
      // The state goes last: a crash in between leaves a state that is there, not one that is lost.
      for (const path of [this.paths.journal, this.paths.journalBackup, this.paths.backup, this.paths.damaged, this.paths.state])
        if (disk.lstat(path) !== null) disk.unlink(path);
      await syncDirectory(disk, dirname(this.paths.state));
    });
  }

  async release(): Promise<void> {
    this.held.release();
  }
}

function isSameVersion(a: StateVersion | null, b: StateVersion | null): boolean {
  if (a === null || b === null) return a === b;
  return a.lineage === b.lineage && a.serial === b.serial && a.checksum === b.checksum;
}
