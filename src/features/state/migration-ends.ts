import type {SharedBackend} from '../../core/state/addresses/kinds';
import {checkUpstream} from '../../core/state/file/git';
import type {LockedFileStore} from '../../core/state/file/locked-store';
import {findUnpushed} from '../../core/state/file/pushed';
import type {FileStateStore} from '../../core/state/file/store';
import {withMigration, withoutMigration} from '../../core/state/format/migration';
import {decodeMigratingState, decodeState, hasSameContent} from '../../core/state/format/state';
import type {JournalContent} from '../../core/state/journal';
import type {MigratingPlace} from '../../core/state/remote/migrating';
import type {LockedSharedStore, Migration, SharedStateStore} from '../../core/state/remote/store';
import {type State, type StateVersion, type StoredState, wholeOf} from '../../core/state/state';
import type {LockedStore} from '../../core/state/store';

/** One end of a migration: where the state is, or where it goes. */
export interface MigrationEnd {
  /** As the other end notes it, and as messages show it. */
  readonly place: string;
  /** Locks it; what has to be made for that begins as arriving from `other`. */
  lock(other: string): Promise<LockedEnd>;
  /** The state that came here from the environment of the other end, where that keeps no sign of it. */
  findArrived(): Promise<StoredState | null>;
}

/** The same under its lock. */
export interface LockedEnd extends MigratingPlace {
  readonly locked: LockedStore;
  readMigration(): Promise<Migration | null>;
  /** Reads the content that is stored there, whether it can be used or not; null where there is none. */
  readContent(): Promise<StoredState | null>;
  /** Things besides a state that stand in its place and would be taken for the state's, as messages show them. `isMarked`: a migration left the state. */
  findRemains(isMarked: boolean): string | null;
  /** Throws where the checkout of this end is older than its upstream, or lacks a state that git tracks. */
  checkCheckout(version: StateVersion | null): Promise<void>;
  /** A state as this end has it: another environment is another owner. */
  adopt(state: State): State;
  /** Puts a copy there that can't be used yet. */
  putArriving(state: State, other: string): Promise<void>;
  /** Marks what is there as moved away. */
  setMoved(state: State, other: string): Promise<void>;
  /** Makes the state usable there. */
  activate(state: State): Promise<StoredState>;
  /** Why checkouts of other branches would still use what is there; null where none would. */
  findUnpushed(): Promise<string | null>;
  /** Creates that a run which had lost its lock here finished after the state was moved away. */
  readLate(): Promise<JournalContent['creates']>;
  /** Forgets what {@link readLate} told. */
  dropLate(base: StateVersion): Promise<void>;
  /** Removes the mark of a state that is in use at the other end, where nothing needs it. */
  leave(): Promise<void>;
}

/** The end that is a state file. */
export function fileEnd(
  store: FileStateStore,
  env: Readonly<Record<string, string | undefined>>,
  environments: MovedEnvironments | null = null,
): MigrationEnd {
  return {
    place: store.place,
    lock: async () => new LockedFileEnd(store, await store.lock(), env, environments),
    findArrived: async () => {
      if (environments === null) return null;
      const read = await store.read();
      const isFromThere = read.kind === 'present' && read.stored.state.formerEnvironments?.includes(environments.other) === true;
      return isFromThere ? {...read.stored, state: wholeOf(read.stored.state)} : null;
    },
  };
}

/** The environments of a move within one place. */
interface MovedEnvironments {
  readonly own: string;
  readonly other: string;
}

/** The end that is on a server; `place` names it without its address, since files in git repeat it. */
export function sharedEnd(
  store: SharedStateStore,
  place: string,
  use: 'source' | 'target',
  environments: MovedEnvironments | null = null,
): MigrationEnd {
  return {
    place,
    lock: async other => {
      // A person runs this, with the right to write: what the place needs is made on the way.
      if (use === 'target') await store.initialize(toMigration('arriving', other, environments));
      return new LockedSharedEnd(store, await store.lock(), place, environments);
    },
    // The place that it left is marked.
    findArrived: async () => null,
  };
}

function toMigration(phase: Migration['phase'], other: string, environments: MovedEnvironments | null): Migration {
  return {phase, other, ...(environments === null ? {} : {environment: environments.other})};
}

/** A state under its new owner, with the environments that target ids may be derived from. */
function adoptIn(state: State, environments: MovedEnvironments | null): State {
  if (environments === null) return state;
  const environment = environments.own;
  const former = [...(state.formerEnvironments ?? []), state.environment];
  return {...state, environment, formerEnvironments: [...new Set(former)].filter(name => name !== environment)};
}

class LockedFileEnd implements LockedEnd {
  readonly kind = 'file';
  readonly place: string;
  constructor(
    private readonly store: FileStateStore,
    readonly locked: LockedFileStore,
    private readonly env: Readonly<Record<string, string | undefined>>,
    private readonly environments: MovedEnvironments | null,
  ) {
    this.place = store.place;
  }

  async readMigration(): Promise<Migration | null> {
    const bytes = this.store.readStateBytes();
    return bytes === null ? null : (decodeMigratingState(bytes, this.store.refusals)?.migration ?? null);
  }

  async readContent(): Promise<StoredState | null> {
    const bytes = this.store.readStateBytes();
    if (bytes === null) return null;
    return decodeMigratingState(bytes, this.store.refusals)?.stored ?? decodeState(bytes, this.store.refusals);
  }

  /** A backup of another environment would be taken for that of the state, too. */
  findRemains(isMarked: boolean): string | null {
    const {state, journal, backup, journalBackup} = this.store.paths;
    const files = this.environments === null || isMarked ? [journal] : [journal, backup, journalBackup];
    const found = files.find(path => this.store.readOtherFile(path) !== null);
    return found === undefined ? null : `${this.place}${found.slice(state.length)}`;
  }

  async checkCheckout(version: StateVersion | null): Promise<void> {
    if (this.environments !== null) await checkUpstream(this.store.paths.state, version, this.env, this.store.refusals);
  }

  adopt(state: State): State {
    return adoptIn(state, this.environments);
  }

  async putArriving(state: State, other: string): Promise<void> {
    await this.locked.replace(withMigration(state, toMigration('arriving', other, this.environments)), 'leave');
  }

  /** The records stay in the backup: the file itself only says where they are. */
  async setMoved(state: State, other: string): Promise<void> {
    const environment = this.environments?.own ?? state.environment;
    const marked = withMigration({...state, environment, monitors: new Map()}, toMigration('moved', other, this.environments));
    await this.locked.replace(marked, 'replace');
  }

  activate(state: State): Promise<StoredState> {
    return this.locked.replace(withoutMigration(state), 'leave');
  }

  /** A move to another environment is one commit of two files: an old checkout has the records with their ids. */
  async findUnpushed(): Promise<string | null> {
    const content = this.environments === null ? await this.readContent() : null;
    return content === null ? null : findUnpushed(this.store.paths.state, content.version, this.env);
  }

  /** The lock of a file goes only from a process that is gone. */
  async readLate(): Promise<JournalContent['creates']> {
    return [];
  }

  async dropLate(): Promise<void> {}

  /** Without its file, the environment can begin again. */
  async leave(): Promise<void> {
    if (this.environments !== null) await this.locked.removeMoved();
  }
}

class LockedSharedEnd implements LockedEnd {
  readonly kind: SharedBackend;

  constructor(
    private readonly store: SharedStateStore,
    readonly locked: LockedSharedStore,
    readonly place: string,
    private readonly environments: MovedEnvironments | null,
  ) {
    this.kind = store.backend;
  }

  readMigration(): Promise<Migration | null> {
    return this.store.readMigration();
  }

  async readContent(): Promise<StoredState | null> {
    const read = await this.locked.read();
    return read.kind === 'first-use' ? null : {...read.stored, state: wholeOf(read.stored.state)};
  }

  findRemains(): string | null {
    return null;
  }

  async checkCheckout(): Promise<void> {}

  adopt(state: State): State {
    return adoptIn(state, this.environments);
  }

  async putArriving(state: State, other: string): Promise<void> {
    await this.locked.setMigration(toMigration('arriving', other, this.environments));
    const late = await this.readLate();
    const {version} = await this.locked.replace(state);
    // The next run that uses the state here records it.
    await this.locked.rewriteJournal(version, late);
  }

  async setMoved(_state: State, other: string): Promise<void> {
    await this.locked.setMigration(toMigration('moved', other, this.environments));
  }

  /** Activates a state: the one that was left there when the state moved away is the same still, unless the state came back changed. */
  async activate(state: State): Promise<StoredState> {
    const there = await this.readContent();
    const isSame = there !== null && there.version.serial >= state.serial && hasSameContent(there.state, state);
    const stored = isSame ? there : await this.locked.replace(state);
    await this.locked.setMigration(null);
    return stored;
  }

  async findUnpushed(): Promise<string | null> {
    return null;
  }

  /** A state that is moved away leaves an empty journal. */
  async readLate(): Promise<JournalContent['creates']> {
    return (await this.locked.read()).journal.creates;
  }

  dropLate(base: StateVersion): Promise<void> {
    return this.locked.rewriteJournal(base, []);
  }

  /** Its mark stays: a checkout that still has the old name would meet an empty state, and create everything again. */
  async leave(): Promise<void> {}
}
