import {dirname} from 'node:path';
import type {World} from '../../base/context';
import type {LockHolder} from '../format/lock';
import {Refusals} from '../format/refusals';
import {decodeState} from '../format/state';
import type {StateDecoder} from '../state-index';
import type {StateStore} from '../store';
import {type Disk, realDisk, withDiskErrors} from './disk';
import {openGit, readCommitted} from './git';
import type {HostFacts} from './host';
import {type LockWorld, removeLock, takeLock, trackedLock} from './lock';
import {LockedFile, type LockedFileStore, type StateWatcher} from './locked-store';
import {checkWritable, refuseOddPlaces, refuseUnwritable} from './preflight';
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
    backend: 'file',
    place: shown,
    paths,
    refusals,
    read: async () => readStateFiles(disk, paths, refusals, bytes => (options.decodeForLooking ?? decodeState)(bytes, refusals)),
    lock: async () => {
      checkWritable(disk, paths, refusals);
      const held = await refuseUnwritable(refusals, `${shown}.lock`, () => takeLock(io, paths.lock));
      try {
        removeOrphans(disk, paths.state);
      } catch {
        // Left-over temporary files do no harm.
      }
      return new LockedFile({...io, watcher: options.watcher}, paths, refusals, held, env);
    },
    readStateBytes: () => readRegular(disk, paths.state, shown, refusals),
    readJournalBackupBytes: () => readRegular(disk, paths.journalBackup, `${shown}.journal.bak`, refusals),
    readJournalBytes: () => readRegular(disk, paths.journal, `${shown}.journal`, refusals),
    readOtherFile: path => readRegular(disk, path, path, refusals),
    readCommitted: () => readCommitted(stateFile, env),
    refusePlace: async () => {
      refuseOddPlaces(disk, paths, refusals);
      if (disk.lstat(paths.lock) !== null && (await git.isTracked(paths.lock))) throw trackedLock(io, paths.lock);
    },
    refuseTracked: async path => {
      if (await git.isTracked(path)) throw refusals.trackedFile(path);
    },
    listCommitted: async () => {
      const isState = (await git.isTracked(paths.state)) || (await git.readUpstream(paths.state)) !== null;
      const isJournal = await git.isTracked(paths.journal);
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
