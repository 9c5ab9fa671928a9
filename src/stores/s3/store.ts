import {readS3Address, type S3Address, showS3Host} from '../../core/state/addresses/s3';
import {type SharedStoreOptions, toSharedParts} from '../../core/state/remote/options';
import {noteRead} from '../../core/state/remote/read';
import type {SharedStateStore} from '../../core/state/remote/store';
import {listBackups, readBackup} from './backups';
import {type OpenObjects, openObjects, readVersioning} from './client';
import {readHead} from './head';
import {initialize} from './initialize';
import {readHolder, removeLock, type S3Parts, takeLock} from './lock';
import {LockedS3} from './locked-store';
import {ownPrefix} from './names';
import {countRaces} from './probe';
import {readFreely} from './read';

/** The place of a store, and what every store on a server needs. */
export interface S3StoreOptions extends SharedStoreOptions {
  readonly bucket: string;
  /** As the config has it; project and environment are added. */
  readonly prefix: string;
  /** Undefined: as the environment says. */
  readonly region: string | undefined;
  /** Opens the objects; real ones when left out. */
  readonly open?: OpenObjects;
}

/** Opens the state in an S3 bucket. Throws where the address can't be used; connects when it is read or locked. */
export function openS3Store(options: S3StoreOptions): SharedStateStore {
  const {bucket, prefix, region, project, environment, world, env} = options;
  const place = readS3Address({bucket, prefix, region}, env);
  const address: S3Address = {...place, prefix: `${place.prefix}${ownPrefix(project, environment)}`};
  const shown = `the S3 bucket "${bucket}" at ${showS3Host(address)}${prefix === '' ? '' : `, prefix "${prefix}"`}`;
  const common = toSharedParts(options, shown, 's3');
  const {refusals, seen} = common;
  const objects = (options.open ?? openObjects)({address, world, refusals});
  const parts: S3Parts = {...common, objects, here: identify(address)};
  return {
    backend: 's3',
    place: shown,
    read: async () => noteRead(seen, await readFreely(parts, parts.here, seen)),
    lock: async () => new LockedS3(parts, await takeLock(parts)),
    initialize: (migration = null) => initialize({...parts, races: countRaces(address, env)}, migration),
    findMissingSafeguard: async () =>
      (await readVersioning({address, world, refusals})) === false ? `the bucket ${bucket} keeps no versions` : null,
    readHolder: () => readHolder(parts),
    unlock: id => removeLock(parts, id),
    listBackups: () => listBackups(parts),
    readBackup: serial => readBackup(parts, serial),
    readMigration: async () => (await readHead(objects, refusals)).head.migration,
    close: async () => objects.close(),
  };
}

/** The place, as a head keeps it: a copy of the bucket has another one. Services of other makers give regions no meaning. */
function identify({endpoint, region, bucket, prefix}: S3Address): string {
  return `${endpoint === null ? `s3.${region}` : new URL(endpoint).hostname}/${bucket}/${prefix}`;
}
