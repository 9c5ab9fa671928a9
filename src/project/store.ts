import type {SharedPlace} from '../core/config/config';
import {UserError} from '../core/diagnostics/user-error';
import type {FileStateStore} from '../core/state/file/store';
import type {SharedStoreOptions} from '../core/state/remote/options';
import type {SharedStateStore} from '../core/state/remote/store';

/** The state of a project: in a file, or on a server. */
export type ProjectStore = FileStateStore | SharedStateStore;

/** Opens the store of a shared place; connects to nothing until it is used. Throws `UserError` for an address that can't be used. */
export async function openSharedStore(place: SharedPlace, options: SharedStoreOptions): Promise<SharedStateStore> {
  if (place.backend === 'postgres') {
    const {openPostgresStore} = await import('../stores/postgres/store');
    return openPostgresStore({...options, table: place.table});
  }
  const {openS3Store} = await import('../stores/s3/store');
  const {bucket, prefix, region} = place;
  return openS3Store({...options, bucket, prefix, region});
}

/** The store of a shared state. Throws `UserError` where the state is in a file; `what` can't be done there. */
export function requireSharedStore(store: ProjectStore, what: string, hint: string): SharedStateStore {
  if (store.backend !== 'file') return store;
  throw new UserError('state/needs-backend', `${what} works only for a state on a server; this state is the file ${store.place}`, hint);
}
