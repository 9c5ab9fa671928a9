import {UserError} from '../../diagnostics/user-error';
import {isLoopback} from '../origin';
import {BUCKET_HINT, findBucketFlaw, findPrefixFlaw, findRegionFlaw, PREFIX_HINT, REGION_HINT, type S3Place} from './kinds';

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

/** Variables that give access: by themselves, or by what they name. */
export const S3_CREDENTIALS = [
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
] as const;

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
