import type {S3Place} from '../../../../../src/core/state/addresses/kinds';
import {listS3Secrets, readS3Address, showS3Host} from '../../../../../src/core/state/addresses/s3';

const KEYS = {AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 's3cret/+='};
const PLACE: S3Place = {bucket: 'acme-state', prefix: 'monitors', region: 'eu-central-1'};
const read = (place: Partial<S3Place> = {}, env: Record<string, string | undefined> = KEYS) => readS3Address({...PLACE, ...place}, env);
const refusal = (place: Partial<S3Place>, env: Record<string, string | undefined> = KEYS) => {
  try {
    return `accepted: ${JSON.stringify(read(place, env))}`;
  } catch (error) {
    expect(error).toMatchObject({code: 'state/bad-address', exitCode: 3});
    return `${(error as Error).message} ${(error as {hint?: string}).hint}`;
  }
};

test('an address has bucket, prefix, region and keys', () => {
  expect(read()).toEqual({
    ...{bucket: 'acme-state', prefix: 'monitors/', region: 'eu-central-1', endpoint: null, profile: null},
    keys: {accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 's3cret/+='},
  });
  expect(read({}, {...KEYS, AWS_SESSION_TOKEN: ' token\n'}).keys).toMatchObject({sessionToken: 'token'});
  expect(showS3Host(read())).toBe('s3.eu-central-1');
  expect(showS3Host(read({}, {AWS_ENDPOINT_URL: 'https://minio.example:9000/'}))).toBe('minio.example:9000');
});

test('a named profile, and no keys at all, are left to the usual chain', () => {
  expect(read({}, {...KEYS, AWS_PROFILE: 'ops'})).toMatchObject({keys: null, profile: 'ops'});
  expect(read({}, {AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: ''})).toMatchObject({keys: null, profile: null});
});

test.each([
  ['the config', 'eu-west-1', {AWS_REGION: 'us-east-2'}, 'eu-west-1'],
  ['AWS_REGION', undefined, {AWS_REGION: 'us-east-2', AWS_DEFAULT_REGION: 'us-west-2'}, 'us-east-2'],
  ['AWS_DEFAULT_REGION', undefined, {AWS_REGION: '', AWS_DEFAULT_REGION: 'us-west-2'}, 'us-west-2'],
  ['what any service takes', undefined, {AWS_ENDPOINT_URL_S3: 'http://localhost:9000'}, 'us-east-1'],
])('the region is that of %s', (_, region, env, expected) => expect(read({region}, env).region).toBe(expected));

test.each([
  [{AWS_ENDPOINT_URL_S3: 'https://one.example', AWS_ENDPOINT_URL: 'https://two.example'}, 'https://one.example'],
  [{AWS_ENDPOINT_URL_S3: '', AWS_ENDPOINT_URL: 'https://two.example/'}, 'https://two.example'],
  [{AWS_ENDPOINT_URL_S3: 'https://host.example/storage/v1/s3/'}, 'https://host.example/storage/v1/s3'],
  [{AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000'}, 'http://127.0.0.1:9000'],
  [{AWS_ENDPOINT_URL_S3: 'http://[::1]:9000'}, 'http://[::1]:9000'],
  [{}, null],
])('%j: an endpoint comes from the environment', (env, endpoint) => expect(read({}, {...KEYS, ...env}).endpoint).toBe(endpoint));

test.each([
  'minio.example:9000',
  'ftp://minio.example',
  'http://minio.example:9000',
  'http://127.0.0.1.evil.example',
  'https://ada:s3cret@minio.example',
  'https://minio.example/?token=s3cret',
  'https://minio.example/#s3cret',
  'nonsense s3cret',
])('the endpoint %s is refused, and not shown', endpoint => {
  const words = refusal({}, {...KEYS, AWS_ENDPOINT_URL_S3: endpoint});
  expect(words).toMatch(/^AWS_ENDPOINT_URL_S3 /);
  expect(words).not.toMatch(/s3cret|ada|minio|evil/);
});

test.each([
  ['', ''],
  ['a', 'a/'],
  ['a/b//', 'a/b/'],
  ['team one/ä', 'team one/ä/'],
])('the prefix %j comes before names as %j', (prefix, expected) => expect(read({prefix}).prefix).toBe(expected));

test.each(['/', '/a', 'a//b', 'a/../b', '..', './a', 'a\nb', 'a\u0000', 'a\u202eb', '\ud800', 'x'.repeat(513)])(
  'the prefix %j is refused',
  prefix => {
    expect(refusal({prefix})).toMatch(/^the prefix /);
  },
);

test.each([
  '',
  'ab',
  'x'.repeat(64),
  'Acme',
  'acme_state',
  '-acme',
  'acme-',
  'a..b',
  '10.0.0.1',
  'a/b',
  '../b',
  'a b',
  'acme--eun1-az1--x-s3',
])('the bucket %j is refused', bucket => expect(refusal({bucket})).toMatch(/^the bucket /));

test.each(['', 'eu central', 'eu-central-1.evil.example', '-eu', 'a/b', 'x'.repeat(64)])('the region %j is refused', region => {
  expect(refusal({region})).toMatch(/region/);
  if (region !== '') expect(refusal({region: undefined}, {AWS_REGION: region})).not.toContain(region);
});

test('a region is needed where no endpoint is given', () => expect(refusal({region: undefined})).toMatch(/region .* is not known/));

test.each([
  [{AWS_ACCESS_KEY_ID: 'AKIA'}, 'AWS_SECRET_ACCESS_KEY is not'],
  [{AWS_SECRET_ACCESS_KEY: 's3cret'}, 'AWS_ACCESS_KEY_ID is not'],
  [{...KEYS, AWS_SECRET_ACCESS_KEY: 's3cret\nX: y'}, 'a character that no key has'],
])('half a key or a broken one is refused, and not shown', (env, words) => {
  expect(refusal({}, env)).toContain(words);
  expect(refusal({}, env)).not.toMatch(/s3cret|AKIA/);
});

test('secrets of the environment are listed, as they are given', () => {
  const endpoint = {AWS_ENDPOINT_URL: 'https://ada:hidden@minio.example'};
  expect(listS3Secrets({...KEYS, AWS_SESSION_TOKEN: 'token\n', AWS_CONTAINER_AUTHORIZATION_TOKEN: 'auth', ...endpoint})).toEqual([
    ...['s3cret/+=', 'token', 'auth', 'hidden'],
  ]);
  expect(listS3Secrets({})).toEqual([]);
});
