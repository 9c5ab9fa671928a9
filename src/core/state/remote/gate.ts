import type {SharedBackend} from '../addresses/kinds';
import {refuseMigrating, type StateOwner} from './migrating';
import type {SharedStateStore} from './store';

/** A shared store that is not opened yet. */
interface UnopenedStore {
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
export function gateMigration({backend, place, open}: UnopenedStore, owner: StateOwner): SharedStateStore {
  let opened: Promise<SharedStateStore> | undefined;
  const get = () => {
    opened ??= open();
    return opened;
  };
  const refuse = async (): Promise<void> => {
    const migration = await (await get()).readMigration();
    if (migration !== null) throw refuseMigrating(migration, {place, kind: backend}, owner);
  };
  return {
    backend,
    place,
    read: async choose => {
      await refuse();
      return (await get()).read(choose);
    },
    lock: async () => {
      const locked = await (await get()).lock();
      try {
        // Under the lock, so that no migration can begin meanwhile.
        await refuse();
        return locked;
      } catch (error) {
        await locked.release();
        throw error;
      }
    },
    initialize: async migration => (await get()).initialize(migration),
    findMissingSafeguard: async () => (await get()).findMissingSafeguard(),
    readHolder: async () => (await get()).readHolder(),
    unlock: async id => (await get()).unlock(id),
    listBackups: async () => (await get()).listBackups(),
    readBackup: async serial => (await get()).readBackup(serial),
    readMigration: async () => (await get()).readMigration(),
    close: async () => (await opened)?.close(),
  };
}
