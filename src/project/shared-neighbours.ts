import type {Settings} from '../core/config/config';
import {UserError} from '../core/diagnostics/user-error';
import {DEFAULT_ENVIRONMENT} from '../core/files/state-name';
import type {SharedStateStore} from '../core/state/remote/store';
import {recordsOf} from '../core/state/state';
import {type NeighbourState, toNeighbour} from './other-environments';

/**
 * Reads the states that the declared environments of a project have on a server, besides the one of the settings, and the one that it had
 * before environments were declared; those of `former`, which were declared once, too.
 */
export async function readSharedNeighbours(
  {project, environment, environments}: Settings,
  open: (environment: string) => Promise<SharedStateStore>,
  former: Iterable<string> = [],
): Promise<NeighbourState[]> {
  const found: NeighbourState[] = [];
  for (const other of environments === null ? [] : new Set([...environments.keys(), DEFAULT_ENVIRONMENT, ...former])) {
    if (other === environment) continue;
    const neighbour = await readNeighbour({project, environment: other}, await open(other));
    if (neighbour !== null) found.push(neighbour);
  }
  return found;
}

/** Null where nothing was begun, or its state went to another environment. A damaged state is skipped, as a damaged file is. */
export async function readNeighbour(
  owner: Pick<Settings, 'project' | 'environment'>,
  store: SharedStateStore,
): Promise<NeighbourState | null> {
  try {
    const read = await store.read();
    if (read.kind === 'first-use' || (await store.readMigration())?.environment !== undefined) return null;
    const {state} = read.stored;
    const open = read.journal.creates.map(({intent}) => intent.key);
    return toNeighbour({...owner, origin: state.origin, emulator: state.emulator === true}, [...recordsOf(state)], open);
  } catch (error) {
    if (error instanceof UserError && error.code !== 'state/unreachable') return null;
    throw error;
  } finally {
    await store.close();
  }
}
