import {dirname} from 'node:path';
import type {World} from '../../base/context';
import {UserError} from '../../diagnostics/user-error';
import type {LockHolder} from '../format/lock';
import {Refusals} from '../format/refusals';
import {decodeState} from '../format/state';
import type {StateDecoder} from '../state-index';
import type {StateStore} from '../store';
import {type Disk, errorCode, isSystemError, machineDisk, type PathFacts, withDiskErrors} from './disk';
import {hasUpstream, isTracked, readCommitted} from './git';
import type {HostFacts} from './host';
import type {KeptJournal} from './kept-journal';
import {type LockWorld, removeLock, takeLock, trackedLock} from './lock';
import {LockedFile, type LockedFileStore, type StateWatcher} from './locked-store';
import {pathsOf, readRegular, readStateFiles, type StatePaths} from './read';
import {removeOrphans} from './write';

/** The files of a store, their owner, and what the store takes from the world. */
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
  /** Decoder of {@link StateStore.read}; {@link decodeState} when left out. Never used under a lock. */
  readonly decodeForLooking?: StateDecoder;
  readonly watcher?: StateWatcher | undefined;
  /** Opens what this machine keeps of the journal, once it is read or locked; left out, or undefined, nothing. */
  readonly openKept?: (() => KeptJournal | undefined) | undefined;
}

/** A {@link StateStore} of files, with what only repairs need. */
export interface FileStateStore extends StateStore {
  readonly backend: 'file';
  /** The state file as messages show it. */
  readonly place: string;
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
  /** The state as git holds it; see {@link readCommitted}. Nothing is checked. */
  readCommitted(): Promise<readonly Uint8Array[]>;
  /** Throws where one of the state's paths is not a regular file, or where git tracks the lock. Takes no lock. */
  refusePlace(): Promise<void>;
  /** Throws when git tracks the file: for files that only ever belong to one machine. */
  refuseTracked(path: string): Promise<void>;
  /** State and journal, as messages show them, as far as git has them: tracked here, or on the branch that is followed. */
  listCommitted(): Promise<readonly string[]>;
  /** Removes the lock with this id without asking its holder. */
  unlock(id: string): Promise<LockHolder>;
}

/** Opens the state in a file. Touches nothing until it is read or locked. */
export function openFileStore(options: FileStoreOptions): FileStateStore {
  const {stateFile, project, environment, tool, world, host, env} = options;
  const disk = options.disk ?? machineDisk(host.platform);
  const shown = options.shown ?? stateFile;
  const paths = pathsOf(stateFile);
  const soundBackup = () => readBackupSerial(disk, paths, shown, project, environment);
  const refusals = new Refusals({shown, project, environment, soundBackup, canRecover: options.canRecover ?? false});
  const io: LockWorld = {
    disk,
    world,
    host,
    tool,
    shown,
    command: words => refusals.command(words),
    isTracked: path => isTracked(path, env),
  };
  return {
    backend: 'file',
    place: shown,
    paths,
    refusals,
    read: async () =>
      readStateFiles(disk, paths, refusals, bytes => (options.decodeForLooking ?? decodeState)(bytes, refusals), options.openKept),
    lock: async () => {
      checkWritable(disk, paths, refusals);
      const held = await refuseUnwritable(refusals, `${shown}.lock`, () => takeLock(io, paths.lock));
      try {
        removeOrphans(disk, paths.state);
      } catch {
        // Left-over temporary files do no harm.
      }
      return new LockedFile({...io, watcher: options.watcher, kept: options.openKept?.()}, paths, refusals, held, env);
    },
    readStateBytes: () => readRegular(disk, paths.state, shown, refusals),
    readJournalBackupBytes: () => readRegular(disk, paths.journalBackup, `${shown}.journal.bak`, refusals),
    readJournalBytes: () => readRegular(disk, paths.journal, `${shown}.journal`, refusals),
    readOtherFile: path => readRegular(disk, path, path, refusals),
    readCommitted: () => readCommitted(stateFile, env),
    refusePlace: async () => {
      refuseOddPlaces(disk, paths, refusals);
      if (disk.lstat(paths.lock) !== null && (await isTracked(paths.lock, env))) throw trackedLock(io, paths.lock);
    },
    refuseTracked: async path => {
      if (await isTracked(path, env)) throw refusals.trackedFile(path);
    },
    listCommitted: async () => {
      const isState = (await isTracked(paths.state, env)) || (await hasUpstream(paths.state, env));
      const isJournal = await isTracked(paths.journal, env);
      return [...(isState ? [shown] : []), ...(isJournal ? [`${shown}.journal`] : [])];
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

/**
 * Checks, before anything is sent, that state and journal can be written later: regular files or nothing, not
 * write-protected, in an existing directory. Taking the lock shows that the directory accepts files.
 */
function checkWritable(disk: Disk, paths: StatePaths, refusals: Refusals): void {
  const {shown} = refusals.facts;
  const directory = lookAt(disk, dirname(paths.state), shown, refusals, 'follow');
  if (directory === null) {
    throw refusals.notWritable(`the directory of ${shown} does not exist`, `create it: mkdir -p ${dirname(paths.state)}`);
  }
  refuseOddPlaces(disk, paths, refusals);
  const named: readonly (readonly [string, string])[] = [
    [paths.state, shown],
    [paths.journal, `${shown}.journal`],
  ];
  for (const [path, name] of named) {
    const facts = lookAt(disk, path, name, refusals, 'stay');
    if (facts === null) continue;
    if ((facts.mode & 0o222) === 0) {
      throw refusals.notWritable(`${name} is write-protected (mode ${toOctal(facts.mode)})`, `allow writing: chmod u+w ${path}`);
    }
  }
}

function lookAt(disk: Disk, path: string, shown: string, refusals: Refusals, links: 'follow' | 'stay'): PathFacts | null {
  try {
    return links === 'stay' ? disk.lstat(path) : followDirectory(disk, path);
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw refusals.unreadable(shown, cause);
  }
}

/** A directory may be reached through a symlink; listing it shows that it is one. */
function followDirectory(disk: Disk, path: string): PathFacts | null {
  const facts = disk.lstat(path);
  if (facts?.kind === 'symlink') disk.list(path);
  return facts;
}

function toOctal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/**
 * Refuses a directory, link, pipe or device under the name of the state or of a file beside it: a run could not save the
 * monitors that it created. Throws a `UserError`.
 */
function refuseOddPlaces(disk: Pick<Disk, 'lstat'>, paths: StatePaths, refusals: Refusals): void {
  for (const path of Object.values(paths) as readonly string[]) {
    const shown = `${refusals.facts.shown}${path.slice(paths.state.length)}`;
    try {
      const facts = disk.lstat(path);
      if (facts !== null && facts.kind !== 'file') throw refusals.notAFile(shown, facts.kind);
    } catch (cause) {
      if (!isSystemError(cause)) throw cause;
      throw refusals.unreadable(shown, cause);
    }
  }
}

/**
 * Runs the first write of a run. Nothing was changed yet, so a directory that refuses the lock is a matter of permissions,
 * not of a state that was not saved.
 */
function refuseUnwritable<T>(refusals: Refusals, shown: string, act: () => Promise<T>): Promise<T> {
  return withDiskErrors(refusals, shown, act).catch((error: unknown) => {
    const cause = error instanceof UserError ? error.cause : undefined;
    if (!(error instanceof UserError) || !['EACCES', 'EPERM', 'EROFS'].includes(errorCode(cause))) throw error;
    throw refusals.notWritable(error.message, 'give yourself write permission on its directory, then run the command again', cause);
  });
}
