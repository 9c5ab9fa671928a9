import type {SharedParts} from '../options';
import {noteRead} from '../read';
import type {SharedStateStore} from '../store';
import {listBackups, readBackup} from './backups';
import {readHead} from './head';
import {initialize} from './initialize';
import {readHolder, removeLock, takeLock} from './lock';
import {LockedObjects} from './locked-store';
import type {ObjectParts} from './objects';
import {readFreely} from './read';

/** Parts of a store that only its driver knows. */
interface ObjectDriver extends Pick<ObjectParts, 'objects' | 'here'> {
  /** Returns the trial of the service for {@link initialize}; throws for a wrong setting, before anything is asked of the service. */
  readonly prepareTrial: () => () => Promise<void>;
  readonly findMissingSafeguard: SharedStateStore['findMissingSafeguard'];
}

/** Opens a state in objects. */
export function openObjectStore(common: SharedParts, {prepareTrial, findMissingSafeguard, ...driver}: ObjectDriver): SharedStateStore {
  const parts: ObjectParts = {...common, ...driver};
  return {
    backend: parts.refusals.backend,
    place: parts.refusals.facts.shown,
    read: async choose => noteRead(parts.seen, await readFreely(parts, choose), parts.refusals),
    lock: async () => new LockedObjects(parts, await takeLock(parts)),
    initialize: (migration = null) => initialize(parts, prepareTrial(), migration),
    findMissingSafeguard,
    readHolder: () => readHolder(parts),
    unlock: id => removeLock(parts, id),
    listBackups: () => listBackups(parts),
    readBackup: serial => readBackup(parts, serial),
    readMigration: async () => (await readHead(parts)).head.migration,
    close: async () => parts.objects.close(),
  };
}
