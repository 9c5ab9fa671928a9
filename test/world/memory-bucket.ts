import {sha256} from '../../src/json/canonical';
import {type OpenObjects, openObjects, type SingleRequests} from '../../src/state/s3/client';
import {S3Failure} from '../../src/state/s3/errors';

/** A bucket in memory that keeps what S3 promises. An ETag is made of the body alone, as S3 does. */
export class MemoryBucket {
  readonly objects = new Map<string, Buffer>();
  /** The requests that came, such as `put monitors/acme-web/default/head.json`. */
  readonly asked: string[] = [];

  /** How a store opens its part of this bucket. */
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
