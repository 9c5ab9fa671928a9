import type {SharedParts} from '../options';
import {noteRead} from '../read';
import type {SharedStateStore} from '../store';
import {listBackups, readBackup} from './backups';
import {readHead} from './head';
import {initialize} from './initialize';
import {type ObjectParts, readHolder, removeLock, takeLock} from './lock';
import {LockedObjects} from './locked-store';
import type {Objects} from './objects';
import {readFreely} from './read';

/** Parts of a store that only its driver knows. */
export interface ObjectDriver {
  readonly objects: Objects;
  /** The place, as a head keeps it: a copy of the objects has another one. */
  readonly here: string;
  /** Returns `InitializeParts.tryOut`; throws for a wrong setting, before anything is asked of the service. */
  readonly prepareTrial: () => () => Promise<void>;
  readonly findMissingSafeguard: SharedStateStore['findMissingSafeguard'];
}

/** A state in objects. */
export function openObjectStore({objects, here, prepareTrial, findMissingSafeguard}: ObjectDriver, common: SharedParts): SharedStateStore {
  const parts: ObjectParts = {...common, objects, here};
  const {refusals, seen} = common;
  return {
    backend: refusals.backend,
    place: refusals.facts.shown,
    read: async () => noteRead(seen, await readFreely(parts, here, seen)),
    lock: async () => new LockedObjects(parts, await takeLock(parts)),
    initialize: (migration = null) => initialize({...parts, tryOut: prepareTrial()}, migration),
    findMissingSafeguard,
    readHolder: () => readHolder(parts),
    unlock: id => removeLock(parts, id),
    listBackups: () => listBackups(parts),
    readBackup: serial => readBackup(parts, serial),
    readMigration: async () => (await readHead(objects, refusals)).head.migration,
    close: async () => objects.close(),
  };
}
