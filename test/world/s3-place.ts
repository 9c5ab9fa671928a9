import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import {openS3Store, type S3StoreOptions} from '../../src/stores/s3/store';
import {countingWorld, host} from '../unit/core/state/world';
import {MemoryBucket, openUnprobed} from './memory-bucket';
import {type S3Server, useS3} from './s3-server';

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

/** Starts an S3 server for the tests of a file, where it is installed, and makes places in buckets of their own. */
export function useBuckets() {
  const {isHere, server} = useS3();
  const opened: SharedStateStore[] = [];
  if (isHere) {
    afterAll(async () => {
      for (const store of opened) await store.close();
    });
  }
  const makePlace = async (changes: Partial<S3StoreOptions> = {}): Promise<BucketPlace & {readonly bucket: string}> => {
    const there: S3Server = server();
    const bucket = await there.makeBucket();
    const options = s3Options({bucket, env: there.env(), ...changes});
    const open = (more: Partial<S3StoreOptions> = {}) => {
      const store = openS3Store({...options, ...more});
      opened.push(store);
      return store;
    };
    await open({open: openUnprobed}).initialize();
    return {open, bucket};
  };
  return {isHere, server, place: makePlace};
}
