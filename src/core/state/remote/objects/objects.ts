import type {SharedParts} from '../options';

/** An object, as it was read. */
export interface StoredObject {
  readonly body: Buffer;
  /** The service's name for this content; opaque. */
  readonly etag: string;
}

/** An object as a listing shows it. */
export interface ListedObject {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * The objects of one state, by names relative to its prefix. Every body that is written holds a nonce of its own, so that a write whose
 * answer was lost is settled by reading it back: an equal body is our own. Only the service's own "no such key" is absence. Everything
 * that leaves doubt throws a `UserError` (`state/unreachable`, `state/unreadable`, `state/not-saved`), which never holds the service's words.
 */
export interface Objects {
  /** Null where there is none. */
  get(name: string): Promise<StoredObject | null>;
  /** Reads it unless it still is what `etag` names. */
  getUnlessSame(name: string, etag: string): Promise<StoredObject | 'same' | null>;
  /** Makes it where there is none; `taken` where another body stands there. */
  create(name: string, body: Buffer): Promise<{readonly etag: string} | 'taken'>;
  /** Replaces what `etag` names; `changed` where that is no longer there. */
  replace(name: string, body: Buffer, etag: string): Promise<{readonly etag: string} | 'changed'>;
  /** Removes them; those that are not there count as removed. */
  remove(names: readonly string[]): Promise<void>;
  /** Lists the objects whose names begin so, in the order of names. Never the authority about what is there. */
  list(start: string): Promise<readonly ListedObject[]>;
  /** Ends all connections. */
  close(): void;
}

/** Parts of a state in objects. */
export interface ObjectParts extends SharedParts {
  readonly objects: Objects;
  /** The place, as a head keeps it: a copy of the objects has another one. */
  readonly here: string;
}
