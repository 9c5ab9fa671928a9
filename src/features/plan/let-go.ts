import {keyCommand} from '../../core/base/command-line';
import {UserError} from '../../core/diagnostics/user-error';
import type {DeleteChange} from '../../core/plan/change';
import {describeSource, type VersionSource} from '../../core/state/earlier';
import type {SharedStateStore} from '../../core/state/remote/store';
import {isTakenOut} from '../../core/state/removed';
import type {ReadableState, StoredState} from '../../core/state/state';
import type {Project} from '../../project/project';

/** What a person decided of the state. */
interface Decided {
  /** It counts as it is, whatever other versions say. */
  readonly isOldAllowed: boolean;
}

/**
 * Throws where a delete meets a monitor that may belong to another project: another config of the repository records it, or another version of
 * the state says that `state rm` let it go. A merge that took one side of the state, or one that was put back, brings such records back.
 */
export async function refuseLetGo(
  deletes: readonly DeleteChange[],
  stored: StoredState<ReadableState> | null,
  project: Project,
  {isOldAllowed}: Decided,
): Promise<void> {
  const ids = new Map(deletes.map(({id, key}) => [id, key]));
  for (const other of await project.readNeighbours('repository')) {
    const [id] = [...ids.keys()].filter(one => other.monitorIds.has(one));
    if (id === undefined || other.origin !== stored?.state.origin) continue;
    const key = ids.get(id) ?? '';
    throw new UserError(
      'state/recorded-twice',
      `the monitor ${id} would be deleted, since "${key}" has no spec here, and ${other.project}/${other.environment} records it, too`,
      `remove it from the state that does not own it: \`${keyCommand('state rm', key)}\` removes it here`,
    );
  }
  if (isOldAllowed || stored === null) return;
  const letGo = await listLetGo(project, stored.state);
  const [found] = [...ids].filter(([id]) => letGo.has(id));
  if (found === undefined) return;
  const [id, key] = found;
  const source = letGo.get(id);
  const where = source === undefined ? 'another version of the state' : describeSource({source});
  throw new UserError(
    'state/let-go',
    `the monitor ${id} would be deleted, since "${key}" has no spec, and ${where} says that "state rm" let it go: it may be another project's by now`,
    `if it is: \`${keyCommand('state rm', key)}\`; to delete it: \`monitors apply --allow-old-checkout\``,
  );
}

/** Kept states of a server that are read: those that were replaced last. */
const MOST_KEPT = 10;

async function listLetGo({history, store}: Project, state: ReadableState): Promise<ReadonlyMap<string, VersionSource>> {
  if (history !== null) return history.listLetGo(state);
  if (!isKeeping(store)) return new Map();
  const kept = (await store.listBackups()).slice(0, MOST_KEPT);
  const letGo = new Map<string, VersionSource>();
  for (const {serial} of kept) {
    const {state: before} = await store.readBackup(serial);
    const lines = before.lineage === state.lineage ? (before.removed ?? []).filter(isTakenOut) : [];
    for (const {id} of lines) letGo.set(id, {kind: 'backup', file: `serial ${serial}`});
  }
  return letGo;
}

function isKeeping(store: Project['store']): store is SharedStateStore {
  return 'listBackups' in store;
}
