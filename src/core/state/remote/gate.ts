import type {SharedBackend} from '../addresses/kinds';
import type {LockHolder} from '../format/lock';
import type {ReadableState, StoredState} from '../state';
import type {ChooseBodies, StateRead} from '../store';
import {refuseMigrating, type StateOwner} from './migrating';
import type {LockedSharedStore, Migration, SharedStateStore, StateBackup} from './store';

/** A shared store that is not opened yet. */
export interface UnopenedStore {
  readonly backend: SharedBackend;
  /** As the config names it. */
  readonly place: string;
  /** Throws a `UserError` where the environment lacks an address or credentials. */
  readonly open: () => Promise<SharedStateStore>;
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
  #opened: Promise<SharedStateStore> | undefined;

  constructor(
    private readonly unopened: UnopenedStore,
    private readonly owner: StateOwner,
  ) {
    this.backend = unopened.backend;
    this.place = unopened.place;
  }

  private open(): Promise<SharedStateStore> {
    this.#opened ??= this.unopened.open();
    return this.#opened;
  }

  async read(choose?: ChooseBodies): Promise<StateRead<ReadableState>> {
    await this.refuseMigrating();
    return (await this.open()).read(choose);
  }

  async lock(): Promise<LockedSharedStore> {
    const locked = await (await this.open()).lock();
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
    const migration = await (await this.open()).readMigration();
    if (migration !== null) throw refuseMigrating(migration, {place: this.place, kind: this.backend}, this.owner);
  }

  async initialize(migration: Migration | null = null): Promise<'made' | 'was-there'> {
    return (await this.open()).initialize(migration);
  }
  async findMissingSafeguard(): Promise<string | null> {
    return (await this.open()).findMissingSafeguard();
  }
  async readHolder(): Promise<LockHolder | null> {
    return (await this.open()).readHolder();
  }
  async unlock(id: string): Promise<LockHolder> {
    return (await this.open()).unlock(id);
  }
  async listBackups(): Promise<readonly StateBackup[]> {
    return (await this.open()).listBackups();
  }
  async readBackup(serial: number): Promise<StoredState> {
    return (await this.open()).readBackup(serial);
  }
  async readMigration(): Promise<Migration | null> {
    return (await this.open()).readMigration();
  }
  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }
}
