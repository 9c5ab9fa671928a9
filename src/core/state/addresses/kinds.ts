/** A state on a server. */
export type SharedStateConfig = PostgresStateConfig | S3StateConfig;

/** A state in PostgreSQL. Its address is never read from a file: set `MONITORS_STATE_POSTGRES_URL`. */
export interface PostgresStateConfig {
  /** Kind of the server. */
  backend: 'postgres';
  /**
   * Table, with its schema if need be; holds the states of any number of projects and environments.
   * @default "monitors_state"
   */
  table?: string;
}

/**
 * A state in a bucket of S3, or of a service with the same API. Credentials are never read from a file: they come from the `AWS_*` variables, a
 * profile or the machine's role; another service's address from `AWS_ENDPOINT_URL_S3`.
 */
export interface S3StateConfig {
  /** Kind of the server. */
  backend: 's3';
  /**
   * Bucket; it must exist.
   * @example "acme-monitors"
   */
  bucket: string;
  /**
   * How the names of all objects begin; the states of any number of projects and environments stand below.
   * @default "monitors"
   */
  prefix?: string;
  /**
   * Region of the bucket. Without it, `AWS_REGION` says it.
   * @example "eu-central-1"
   */
  region?: string;
}

/** The name of a kind of server, as a config has it. */
export type SharedBackend = SharedStateConfig['backend'];

/** A place for the state that several checkouts share: what the config says of it, with its defaults. */
export type SharedPlace = ({readonly backend: 'postgres'} & PostgresPlace) | ({readonly backend: 's3'} & S3Place);

/** The table of a state. */
export type PostgresPlace = Readonly<Required<Omit<PostgresStateConfig, 'backend'>>>;

/** Place of the objects, as the config names it. Without a region, the environment says it. */
export interface S3Place {
  readonly bucket: string;
  /** Start of all names; empty for none. */
  readonly prefix: string;
  /** That of `AWS_REGION` when left out. */
  readonly region?: string | undefined;
}

/** A kind of server: what names a place there. */
interface ServerKind {
  /** Members of a place in a config or options, in the order in which they are written. */
  readonly members: Readonly<Record<string, PlaceMember>>;
  /** A place as messages show it, also where there is no address. */
  readonly show: (place: Readonly<Record<string, string | undefined>>) => string;
}

/** A member of a place. */
interface PlaceMember {
  /** Its value where nothing is said; absent where there is none. */
  readonly usual?: string;
  /** A place without it is none. */
  readonly isNeeded?: true;
  /** Where only one of two places says it, they can be one: for the other, the environment says it. */
  readonly mayBeUnsaid?: true;
  /** The same value in its one form. */
  readonly toUsualForm?: (value: string) => string;
  /** Why a value can't be, as the rest of a sentence; null where it can. */
  readonly findFlaw: (value: string) => string | null;
  readonly hint: string;
  /** Options are not checked: its store refuses a flaw when it is opened. */
  readonly isCheckedByStore?: true;
}

/** PostgreSQL cuts names at 63 bytes; the longest ending of ours has 9. */
const TABLE = /^(?:[A-Za-z_][A-Za-z0-9_]{0,49}\.)?[A-Za-z_][A-Za-z0-9_]{0,49}$/;

export const TABLE_HINT =
  'use letters, digits and "_" (at most 50), beginning with a letter; a schema may stand before it: ops.monitors_state';

/** Whether the config may name a table so: letters, digits and `_`, after its schema where it has one. */
export function isTableName(name: string): boolean {
  return TABLE.test(name);
}

/** Characters that names of S3 are made of. */
export const BUCKET_HINT = 'use 3 to 63 lower-case letters, digits, "-" and ".", beginning and ending with a letter or digit';
export const PREFIX_HINT = 'for example monitors, or teams/web/monitors';
export const REGION_HINT = 'it looks like eu-central-1';

/** The kinds of servers. `credentials.ts` has what gives access to each, `project/store.ts` opens their stores. */
export const KINDS: Readonly<Record<SharedBackend, ServerKind>> = {
  postgres: {
    members: {
      table: {
        usual: 'monitors_state',
        findFlaw: name => (isTableName(name) ? null : 'cannot be the name of a table'),
        hint: TABLE_HINT,
        isCheckedByStore: true,
      },
    },
    show: ({table}) => `the PostgreSQL table "${table}"`,
  },
  s3: {
    members: {
      bucket: {isNeeded: true, findFlaw: findBucketFlaw, hint: BUCKET_HINT},
      prefix: {usual: 'monitors', toUsualForm: prefix => prefix.replace(/\/+$/, ''), findFlaw: findPrefixFlaw, hint: PREFIX_HINT},
      region: {mayBeUnsaid: true, findFlaw: findRegionFlaw, hint: REGION_HINT},
    },
    show: ({bucket, prefix, region}) => `s3://${bucket}/${prefix}${region === undefined ? '' : ` (${region})`}`,
  },
};

/** Why S3 has no bucket of this name, as the rest of a sentence; null where it may have one. */
export function findBucketFlaw(bucket: string): string | null {
  if (bucket.startsWith('arn:')) return 'is an ARN, not the name of a bucket';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return 'cannot be the name of a bucket';
  if (/\.\.|^[0-9.]+$/.test(bucket)) return 'cannot be the name of a bucket: it looks like an IP address, or has two dots in a row';
  return bucket.endsWith('--x-s3') ? 'is a directory bucket, which keeps no versions' : null;
}

/** Longest prefix of a config in bytes: names of objects have at most 1,024, and project, environment and the rest stand below it. */
const LONGEST_PREFIX = 300;

/** Why the names of objects can't begin so, as the rest of a sentence; null where they can. Any `/` at the end is ignored. */
export function findPrefixFlaw(prefix: string, longest: number = LONGEST_PREFIX): string | null {
  const segments = prefix.replace(/\/+$/, '').split('/');
  if (segments.includes('')) return prefix === '' ? 'must not be empty' : 'has an empty part between "/"';
  if (segments.some(part => part === '.' || part === '..')) return 'has the part "." or ".."';
  if (/\p{C}/u.test(prefix)) return 'has a control character';
  return Buffer.byteLength(prefix) > longest ? `is longer than ${longest} bytes` : null;
}

/** Why there is no region of this name, as the rest of a sentence; null where there may be one. Services of other makers use capitals, too. */
export function findRegionFlaw(region: string): string | null {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(region) ? null : 'cannot be the name of a region';
}
