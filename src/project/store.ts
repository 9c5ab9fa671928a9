import {UserError} from '../core/diagnostics/user-error';
import type {SharedBackend, SharedPlace} from '../core/state/addresses/kinds';
import type {FileStateStore} from '../core/state/file/store';
import type {SharedStoreOptions} from '../core/state/remote/options';
import type {SharedStateStore} from '../core/state/remote/store';

/** The state of a project: in a file, or on a server. */
export type ProjectStore = FileStateStore | SharedStateStore;

/** Opens a store of one kind with the members of its place. */
type OpenStore<Place extends SharedPlace> = (options: SharedStoreOptions & Omit<Place, 'backend'>) => SharedStateStore;

/** The stores by the kind of their server, each loaded when a config names it. */
const STORES: {readonly [Backend in SharedBackend]: () => Promise<OpenStore<SharedPlace & {readonly backend: Backend}>>} = {
  postgres: async () => (await import('../stores/postgres/store')).openPostgresStore,
  s3: async () => (await import('../stores/s3/store')).openS3Store,
};

/** Opens the store of a shared place; connects to nothing until it is used. Throws `UserError` for an address that can't be used. */
export async function openSharedStore({backend, ...place}: SharedPlace, options: SharedStoreOptions): Promise<SharedStateStore> {
  const open = (await STORES[backend]()) as (options: SharedStoreOptions) => SharedStateStore;
  return open({...options, ...place});
}

/** The store of a shared state. Throws `UserError` where the state is in a file; `what` can't be done there. */
export function requireSharedStore(store: ProjectStore, what: string, hint: string): SharedStateStore {
  if (store.backend !== 'file') return store;
  throw new UserError('state/needs-backend', `${what} works only for a state on a server; this state is the file ${store.place}`, hint);
}
