import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {sha256} from '../../src/core/json/canonical';
import {type OpenObjects, openObjects, type SingleRequests} from '../../src/stores/s3/client';
import {S3Failure} from '../../src/stores/s3/errors';
import {S3Requests, USUAL_LIMITS} from '../../src/stores/s3/requests';

/** A bucket in memory that keeps what S3 promises. An ETag is made of the body alone, as S3 does. */
export class MemoryBucket {
  readonly objects = new Map<string, Buffer>();
  /** The requests that came, such as `put monitors/acme-web/default/head.json`. */
  readonly asked: string[] = [];

  /** Opens a store's part of this bucket. */
  readonly open: OpenObjects = parts => openObjects({...parts, requests: this.requests});

  readonly requests: SingleRequests = {
    get: async (key, known) => {
      this.asked.push(`get ${key}`);
      const found = this.find(key);
      return found !== null && found.etag === known ? 'same' : found;
    },
    put: async (key, body, condition) => {
      this.asked.push(`put ${key}`);
      if ((condition === 'nothing' ? null : condition.etag) !== (this.find(key)?.etag ?? null))
        throw new S3Failure('PreconditionFailed', 412);
      this.objects.set(key, body);
      return {etag: `"${sha256(body)}"`};
    },
    remove: async keys => {
      this.asked.push(`remove ${keys.join(' ')}`);
      for (const key of keys) this.objects.delete(key);
    },
    list: async start => {
      this.asked.push(`list ${start}`);
      const keys = [...this.objects.keys()].filter(key => key.startsWith(start));
      return keys.map(name => ({name, size: this.objects.get(name)?.length ?? 0}));
    },
    close: () => {},
  };

  private find(key: string): {readonly body: Buffer; readonly etag: string} | null {
    const body = this.objects.get(key);
    return body === undefined ? null : {body, etag: `"${sha256(body)}"`};
  }
}

/**
 * The same requests, but for the objects by which a store tries out a service: those are in memory. `s3-probe` tries the real server, and
 * each other place there needs half as many requests.
 */
export function probeInMemory(requests: SingleRequests): SingleRequests {
  const probed = new MemoryBucket().requests;
  const isProbe = (key = '') => /(?:^|\/)probe\//.test(key);
  const holderOf = (key: string | undefined) => (isProbe(key) ? probed : requests);
  return {
    get: (key, known) => holderOf(key).get(key, known),
    put: (key, body, condition) => holderOf(key).put(key, body, condition),
    remove: keys => holderOf(keys[0]).remove(keys),
    list: start => holderOf(start).list(start),
    close: () => requests.close(),
  };
}

/** Opens the objects of a real bucket, but for those of a trial. */
export const openUnprobed: OpenObjects = parts => {
  const requests = new S3Requests(parts.address, parts.limits ?? USUAL_LIMITS);
  return openObjects({...parts, requests: probeInMemory(requests)});
};

/** The objects in the directory of a bucket, for who reads only. */
export function readFilesOf(directory: string): SingleRequests {
  const refuse = async (): Promise<never> => {
    throw new Error('files of a bucket are read only');
  };
  return {
    get: async (key, known) => {
      const body = readIfThere(join(directory, key));
      if (body === null) return null;
      const etag = `"${sha256(body)}"`;
      return etag === known ? 'same' : {body, etag};
    },
    put: refuse,
    remove: refuse,
    list: refuse,
    close: () => {},
  };
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
