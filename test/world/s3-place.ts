import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openS3Store, type S3StoreOptions} from '../../src/state/s3/store';
import type {SharedStateStore} from '../../src/state/shared/store';
import {countingWorld, host} from '../unit/state/world';
import {MemoryBucket} from './memory-bucket';

/** Options of a store in a bucket. */
export function s3Options(changes: Partial<S3StoreOptions> = {}): S3StoreOptions {
  return {
    bucket: 'acme-state',
    prefix: 'monitors',
    region: 'eu-central-1',
    project: 'acme-web',
    environment: 'default',
    tool: '1.4.0',
    world: countingWorld(),
    host: host(),
    env: {},
    rescueBeside: join(tmpdir(), 'monitors.state.json'),
    ...changes,
  };
}

/** A place in a bucket that is ready for states. */
export interface BucketPlace {
  /** Opens the state there, as one process does. */
  open(changes?: Partial<S3StoreOptions>): SharedStateStore;
}

/** A place in a bucket in memory. */
export async function makeMemoryPlace(changes: Partial<S3StoreOptions> = {}): Promise<BucketPlace & {readonly bucket: MemoryBucket}> {
  const bucket = new MemoryBucket();
  const options = s3Options({open: bucket.open, ...changes});
  const open = (more: Partial<S3StoreOptions> = {}) => openS3Store({...options, ...more});
  await open().initialize();
  return {open, bucket};
}
