import {UserError} from '../../diagnostics/user-error';
import {isLoopback} from '../origin';
import type {ServerKind} from './server-kind';

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

/** Place of the objects, as the config names it. Without a region, the environment says it. */
export interface S3Place {
  readonly bucket: string;
  /** Start of all names; empty for none. */
  readonly prefix: string;
  /** That of `AWS_REGION` when left out. */
  readonly region?: string | undefined;
}

/** Characters that names of S3 are made of. */
const BUCKET_HINT = 'use 3 to 63 lower-case letters, digits, "-" and ".", beginning and ending with a letter or digit';
const PREFIX_HINT = 'for example monitors, or teams/web/monitors';
const REGION_HINT = 'it looks like eu-central-1';

/** S3 as a kind of server. */
export const S3: ServerKind = {
  members: {
    bucket: {isNeeded: true, findFlaw: findBucketFlaw, hint: BUCKET_HINT},
    prefix: {usual: 'monitors', toUsualForm: prefix => prefix.replace(/\/+$/, ''), findFlaw: findPrefixFlaw, hint: PREFIX_HINT},
    region: {mayBeUnsaid: true, findFlaw: findRegionFlaw, hint: REGION_HINT},
  },
  show: ({bucket, prefix, region}) => `s3://${bucket}/${prefix}${region === undefined ? '' : ` (${region})`}`,
  credentials: [
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
  ],
  listSecrets: listS3Secrets,
};

/** Place of the objects and how to get in, as config and environment say. */
export interface S3Address {
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
  readonly region: string;
  /** Null for the one that AWS has for the region. */
  readonly endpoint: string | null;
  /** Null where the usual chain finds them: a profile, web identity, the role of a machine. */
  readonly keys: {readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string} | null;
  readonly profile: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The longest name of an object has 1,024 bytes, and ours go on after the prefix. */
const LONGEST_ANY_PREFIX = 512;

/** Region for AWS where a service of another maker is asked for no region. */
const ANY_REGION = 'us-east-1';

/**
 * Reads where the state is; throws a `UserError`, which never shows what a variable holds. An endpoint in a file of AWS does not count: the
 * same commit would find another, empty place on another machine.
 */
export function readS3Address(place: S3Place, env: Environment): S3Address {
  const {bucket} = place;
  const flaw = findBucketFlaw(bucket);
  if (flaw !== null) throw badPlace(`the bucket ${JSON.stringify(bucket)} ${flaw}`, BUCKET_HINT);
  const endpoint = readEndpoint(env);
  return {bucket, prefix: readPrefix(place.prefix), region: readRegion(place, endpoint, env), endpoint, ...readKeys(env)};
}

/** Values that no output may hold. */
export function listS3Secrets(env: Environment): string[] {
  const names = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_CONTAINER_AUTHORIZATION_TOKEN'];
  const endpoints = ENDPOINTS.map(name => /\/\/[^/@]*:([^/@]*)@/.exec(env[name] ?? '')?.[1]);
  return [...names.map(name => env[name]?.trim()), ...endpoints].filter(value => value !== undefined && value !== '') as string[];
}

/** The host that holds the bucket, as messages show it: `s3.eu-central-1`, or that of the endpoint. */
export function showS3Host({endpoint, region}: Pick<S3Address, 'endpoint' | 'region'>): string {
  return endpoint === null ? `s3.${region}` : new URL(endpoint).host;
}

function readPrefix(prefix: string): string {
  if (prefix === '') return '';
  const flaw = findPrefixFlaw(prefix, LONGEST_ANY_PREFIX);
  if (flaw === null) return `${prefix.replace(/\/+$/, '')}/`;
  throw badPlace(`the prefix ${JSON.stringify(prefix.slice(0, 100))} ${flaw}`, PREFIX_HINT);
}

function readRegion({region}: S3Place, endpoint: string | null, env: Environment): string {
  const found = region ?? [env['AWS_REGION'], env['AWS_DEFAULT_REGION']].find(value => value !== undefined && value !== '');
  if (found === undefined && endpoint !== null) return ANY_REGION;
  if (found === undefined) throw badPlace('the region of the bucket is not known', 'set "region" in "state" of monitors.config.yaml');
  const flaw = findRegionFlaw(found);
  if (flaw === null) return found;
  throw badPlace(`what ${region === undefined ? 'AWS_REGION' : '"region" in "state"'} says ${flaw}`, REGION_HINT);
}

const ENDPOINTS = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'];

function readEndpoint(env: Environment): string | null {
  const name = ENDPOINTS.find(variable => (env[variable]?.trim() ?? '') !== '');
  if (name === undefined) return null;
  const bad = (what: string, hint: string) => new UserError('state/bad-address', `${name} ${what}`, hint);
  const form = 'it looks like https://HOST:9000';
  let url: URL;
  try {
    url = new URL(env[name]?.trim() ?? '');
  } catch {
    throw bad('is not an address', form);
  }
  const {protocol, username, password, search, hash, origin, pathname} = url;
  if (!/^https?:$/.test(protocol)) throw bad('is not an address that begins with https://', form);
  if (username !== '' || password !== '')
    throw bad('holds a user or a password', `put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
  if (search !== '' || hash !== '') throw bad('holds "?" or "#"', form);
  if (protocol === 'http:' && !isLoopback(origin)) throw bad('begins with http://: a server of another machine must prove who it is', form);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

function readKeys(env: Environment): Pick<S3Address, 'keys' | 'profile'> {
  const [accessKeyId, secretAccessKey, sessionToken, profile] = [
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'].map(name => env[name]?.trim() ?? ''),
  ] as [string, string, string, string];
  // As everywhere in AWS: who names a profile wants it, whatever else is set.
  if (profile !== '') return {keys: null, profile};
  if (accessKeyId === '' && secretAccessKey === '') return {keys: null, profile: null};
  if (accessKeyId === '' || secretAccessKey === '') {
    const [there, missing] =
      accessKeyId === '' ? ['AWS_SECRET_ACCESS_KEY', 'AWS_ACCESS_KEY_ID'] : ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
    throw new UserError('state/bad-address', `${there} is set, but ${missing} is not`, `set both, or neither`);
  }
  const keys = {accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : {sessionToken})};
  const odd = Object.values(keys).some(value => !/^[\x21-\x7e]+$/.test(value));
  if (odd) throw new UserError('state/bad-address', 'the AWS keys hold a character that no key has', 'copy them into the variables again');
  return {keys, profile: null};
}

function badPlace(message: string, hint: string): UserError {
  return new UserError('state/bad-address', message, hint);
}

/** Why S3 has no bucket of this name, as the rest of a sentence; null where it may have one. */
function findBucketFlaw(bucket: string): string | null {
  if (bucket.startsWith('arn:')) return 'is an ARN, not the name of a bucket';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return 'cannot be the name of a bucket';
  if (/\.\.|^[0-9.]+$/.test(bucket)) return 'cannot be the name of a bucket: it looks like an IP address, or has two dots in a row';
  return bucket.endsWith('--x-s3') ? 'is a directory bucket, which keeps no versions' : null;
}

/** Longest prefix of a config in bytes: names of objects have at most 1,024, and project, environment and the rest stand below it. */
const LONGEST_PREFIX = 300;

/** Why the names of objects can't begin so, as the rest of a sentence; null where they can. Any `/` at the end is ignored. */
function findPrefixFlaw(prefix: string, longest: number = LONGEST_PREFIX): string | null {
  const segments = prefix.replace(/\/+$/, '').split('/');
  if (segments.includes('')) return prefix === '' ? 'must not be empty' : 'has an empty part between "/"';
  if (segments.some(part => part === '.' || part === '..')) return 'has the part "." or ".."';
  if (/\p{C}/u.test(prefix)) return 'has a control character';
  return Buffer.byteLength(prefix) > longest ? `is longer than ${longest} bytes` : null;
}

/** Why there is no region of this name, as the rest of a sentence; null where there may be one. Services of other makers use capitals, too. */
function findRegionFlaw(region: string): string | null {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(region) ? null : 'cannot be the name of a region';
}
