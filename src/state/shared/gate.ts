import type {LockHolder} from '../format/lock';
import type {ReadableState, StoredState} from '../state';
import type {StateRead} from '../store';
import {refuseMigrating, type StateOwner} from './migrating';
import type {LockedSharedStore, Migration, SharedBackend, SharedStateStore, StateBackup} from './store';

/** A shared store that is not opened yet. */
export interface UnopenedStore {
  readonly backend: SharedBackend;
  /** As the config names it. */
  readonly place: string;
  /** Throws a `UserError` where the environment lacks an address or credentials. */
  readonly open: () => SharedStateStore;
}

/**
 * A shared state that can't be read or locked while a migration makes it unusable: then it throws a `UserError` that names the other
 * place. Opened when it is first used, so that what only checks specs needs no address.
 */
export function gateMigration(store: UnopenedStore, owner: StateOwner): SharedStateStore {
  return new GatedStore(store, owner);
}

class GatedStore implements SharedStateStore {
  readonly backend: SharedBackend;
  readonly place: string;
  #opened: SharedStateStore | undefined;

  constructor(
    private readonly unopened: UnopenedStore,
    private readonly owner: StateOwner,
  ) {
    this.backend = unopened.backend;
    this.place = unopened.place;
  }

  private get inner(): SharedStateStore {
    this.#opened ??= this.unopened.open();
    return this.#opened;
  }

  async read(): Promise<StateRead<ReadableState>> {
    await this.refuseMigrating();
    return this.inner.read();
  }

  async lock(): Promise<LockedSharedStore> {
    const locked = await this.inner.lock();
    try {
      // Under the lock, so that no migration can begin meanwhile.
      await this.refuseMigrating();
      return locked;
    } catch (error) {
      await locked.release();
      throw error;
    }
  }

  private async refuseMigrating(): Promise<void> {
    const migration = await this.inner.readMigration();
    if (migration !== null) throw refuseMigrating(migration, this.place, this.owner);
  }

  async initialize(): Promise<'made' | 'was-there'> {
    return this.inner.initialize();
  }
  async readHolder(): Promise<LockHolder | null> {
    return this.inner.readHolder();
  }
  async unlock(id: string): Promise<LockHolder> {
    return this.inner.unlock(id);
  }
  async listBackups(): Promise<readonly StateBackup[]> {
    return this.inner.listBackups();
  }
  async readBackup(serial: number): Promise<StoredState> {
    return this.inner.readBackup(serial);
  }
  async readMigration(): Promise<Migration | null> {
    return this.inner.readMigration();
  }
  async close(): Promise<void> {
    await this.#opened?.close();
  }
}
