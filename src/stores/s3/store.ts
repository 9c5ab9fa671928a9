import {readS3Address, type S3Address, showS3Host} from '../../core/state/addresses/s3';
import {ownPrefix} from '../../core/state/remote/objects/names';
import {openObjectStore} from '../../core/state/remote/objects/store';
import {type SharedStoreOptions, toSharedParts} from '../../core/state/remote/options';
import type {SharedStateStore} from '../../core/state/remote/store';
import {type OpenObjects, openObjects, readVersioning} from './client';
import {countRaces, probe} from './probe';

/** The place of a store, and what every store on a server needs. */
export interface S3StoreOptions extends SharedStoreOptions {
  readonly bucket: string;
  /** As the config has it; project and environment are added. */
  readonly prefix: string;
  /** As the environment says when left out. */
  readonly region?: string | undefined;
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
  const {refusals} = common;
  const objects = (options.open ?? openObjects)({address, world, refusals});
  return openObjectStore(common, {
    objects,
    here: identify(address),
    prepareTrial: () => {
      const races = countRaces(address, env);
      return () => probe({objects, refusals, world, races});
    },
    findMissingSafeguard: async () =>
      (await readVersioning({address, world, refusals})) === false ? `the bucket ${bucket} keeps no versions` : null,
  });
}

/** The place, as a head keeps it: a copy of the bucket has another one. Services of other makers give regions no meaning. */
function identify({endpoint, region, bucket, prefix}: S3Address): string {
  return `${endpoint === null ? `s3.${region}` : new URL(endpoint).hostname}/${bucket}/${prefix}`;
}
