import {sha256} from '../../src/json/canonical';
import type {OpenObjects} from '../../src/state/s3/client';
import type {Objects, StoredObject} from '../../src/state/s3/objects';

/** A bucket in memory that keeps what S3 promises. An ETag is made of the body alone, as S3 does. */
export class MemoryBucket {
  readonly objects = new Map<string, Buffer>();
  /** The requests that were answered, such as `get head.json`: the names without their prefix. */
  readonly requests: string[] = [];

  /** How a store opens its part of this bucket. */
  readonly open: OpenObjects = ({address: {prefix}}) => this.below(prefix);

  below(prefix: string): Objects {
    const {objects, requests} = this;
    const find = (name: string): StoredObject | null => {
      const body = objects.get(`${prefix}${name}`);
      return body === undefined ? null : {body, etag: `"${sha256(body)}"`};
    };
    const put = (name: string, body: Buffer) => {
      objects.set(`${prefix}${name}`, body);
      return {etag: `"${sha256(body)}"`};
    };
    const note = (what: string, name: string) => requests.push(`${what} ${name}`);
    return {
      get: async name => {
        note('get', name);
        return find(name);
      },
      getUnlessSame: async (name, etag) => {
        note('get', name);
        const found = find(name);
        return found?.etag === etag ? 'same' : found;
      },
      create: async (name, body) => {
        note('put', name);
        return find(name) === null ? put(name, body) : 'taken';
      },
      replace: async (name, body, etag) => {
        note('put', name);
        return find(name)?.etag === etag ? put(name, body) : 'changed';
      },
      remove: async names => {
        note('remove', names.join(' '));
        for (const name of names) objects.delete(`${prefix}${name}`);
      },
      list: async start => {
        note('list', start);
        const names = [...objects.keys()].filter(name => name.startsWith(`${prefix}${start}`)).sort();
        return names.map(name => ({name: name.slice(prefix.length), size: objects.get(name)?.length ?? 0}));
      },
      close: () => {},
    };
  }
}
