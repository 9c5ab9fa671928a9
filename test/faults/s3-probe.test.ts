import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {readS3Address} from '../../src/core/state/addresses/s3';
import {SharedRefusals} from '../../src/core/state/remote/refusals';
import {type BucketObjects as Objects, openObjects, type SingleRequests} from '../../src/stores/s3/client';
import {S3Failure} from '../../src/stores/s3/errors';
import {countRaces, probe} from '../../src/stores/s3/probe';
import {countingWorld} from '../unit/core/state/world';
import {MemoryBucket} from '../world/memory-bucket';
import {type S3Fault, S3Proxy, type SeenRequest} from '../world/s3-proxy';
import {REGION, useS3} from '../world/s3-server';
import {VirtualWorld} from '../world/virtual-world';

const s3 = useS3();
const shown = 'the S3 bucket "acme"';
const refusals = new SharedRefusals({shown, project: 'acme', environment: 'default', soundBackup: () => null, canRecover: false}, 's3');

/** A service that checks a condition and then writes, and lets others in between in one race of so many. */
function makeNonAtomic(oneOf: number, seed: number): SingleRequests {
  const {random} = new VirtualWorld({seed});
  const {requests} = new MemoryBucket();
  return {
    ...requests,
    put: async (key, body, condition) => {
      const found = await requests.get(key);
      const etag = found === null || found === 'same' ? null : found.etag;
      if (condition !== 'nothing' && condition.etag !== etag) throw new S3Failure('PreconditionFailed', 412);
      if (condition === 'nothing' || random() >= 1 / oneOf) return requests.put(key, body, condition);
      await new Promise(setImmediate);
      const now = (await requests.get(key)) as {etag: string};
      return requests.put(key, body, {etag: now.etag});
    },
  };
}

test('H14: a service whose If-Match lets two writers win in a few races is refused', async () => {
  const address = readS3Address({bucket: 'acme', prefix: 'p', region: REGION}, {AWS_ENDPOINT_URL_S3: 'https://s3.example'});
  const world = countingWorld();
  const tryOut = (oneOf: number, seed: number, races = countRaces(address, {})) =>
    probe({objects: openObjects({address, world, refusals, requests: makeNonAtomic(oneOf, seed)}), world, refusals, races}).then(
      () => 'fit',
      (error: Error) => error.message,
    );
  const seeds = Array.from({length: 20}, (_, seed) => seed + 1);
  const found = async (oneOf: number) => {
    const ends = await Promise.all(seeds.map(seed => tryOut(oneOf, seed)));
    return ends.filter(end => /it replaced (?:one object \d times|one object twice) when 8 writers/.test(end)).length;
  };
  expect(await found(60)).toBeGreaterThanOrEqual(19);
  expect(await found(200)).toBeGreaterThanOrEqual(12);
  expect(await found(Number.POSITIVE_INFINITY)).toBe(0);
});

test.each([
  {what: "AWS's own endpoint", env: {}, races: 0},
  {what: 'one of AWS that is named', env: {AWS_ENDPOINT_URL_S3: 'https://s3.eu-central-1.amazonaws.com'}, races: 0},
  {what: 'another maker', env: {AWS_ENDPOINT_URL_S3: 'https://amazonaws.com.example'}, races: 280},
  {what: 'as a variable says', env: {AWS_ENDPOINT_URL_S3: 'https://s3.example', MONITORS_STATE_S3_RACES: '2000'}, races: 2000},
])('races: $what', ({env, races}) => {
  expect(countRaces(readS3Address({bucket: 'acme', prefix: 'p', region: REGION}, env), env)).toBe(races);
});

(s3.isHere ? describe : describe.skip)('a service that is new to us', () => {
  let proxy: S3Proxy;
  let home: string;
  const before = {...process.env};
  const opened: Objects[] = [];
  beforeAll(async () => {
    proxy = await S3Proxy.start(s3.server());
    home = mkdtempSync(join(tmpdir(), 'monitors-aws-'));
    // Variables that the chain of providers reads; nothing of this machine's own.
    for (const name of Object.keys(process.env).filter(name => name.startsWith('AWS_'))) delete process.env[name];
    Object.assign(process.env, {AWS_EC2_METADATA_DISABLED: 'true'});
    Object.assign(process.env, {AWS_CONFIG_FILE: join(home, 'config'), AWS_SHARED_CREDENTIALS_FILE: join(home, 'credentials')});
    const {AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL_S3} = s3.server().env(undefined, proxy.port);
    const keys = `aws_access_key_id = ${AWS_ACCESS_KEY_ID}\naws_secret_access_key = ${AWS_SECRET_ACCESS_KEY}\n`;
    writeFileSync(join(home, 'credentials'), `[ops]\n${keys}`);
    const settings = `endpoint_url = ${AWS_ENDPOINT_URL_S3}\nmax_attempts = 7\n`;
    writeFileSync(join(home, 'config'), `[default]\n${settings}[profile ops]\n${settings}`);
  });
  afterEach(() => {
    for (const objects of opened.splice(0)) objects.close();
    proxy.fault = () => null;
  });
  afterAll(async () => {
    await proxy.close();
    rmSync(home, {recursive: true, force: true});
    process.env = before;
  });

  async function open(env: Record<string, string> = s3.server().env(undefined, proxy.port), region?: string): Promise<Objects> {
    const address = readS3Address({bucket: await s3.server().makeBucket(), prefix: 'p', region}, env);
    const objects = openObjects({address, world: countingWorld(), refusals});
    opened.push(objects);
    return objects;
  }

  const tryOut = async (objects: Objects, races = 2) =>
    probe({objects, world: countingWorld(), refusals, races}).then(
      () => 'fit',
      (error: Error & {code: string; exitCode: number}) => `${error.code} ${error.exitCode}: ${error.message}`,
    );

  test('one that keeps its word is fit, and nothing of the trial remains', async () => {
    const objects = await open();
    expect(await tryOut(objects)).toBe('fit');
    expect(await objects.list('')).toEqual([]);
  });

  test('one that keeps its word stands one race after another', async () => {
    expect(await tryOut(await open(), 20)).toBe('fit');
  });

  const puts = (header: string) => (seen: SeenRequest) => seen.method === 'PUT' && header in seen.headers;
  const ignoring =
    (which: (seen: SeenRequest) => boolean) =>
    (seen: SeenRequest): S3Fault | null =>
      which(seen) ? {kind: 'ignore-conditions'} : null;
  const refusing = (status: number, code: string) => (): S3Fault => ({kind: 'answer', when: 'before', answer: {status, code}});

  test.each([
    ['ignores all conditions', ignoring(() => true), /unfit-server 3: .* made one new object 8 times/],
    ['ignores If-None-Match', ignoring(puts('if-none-match')), /unfit-server 3: .* made one new object 8 times/],
    ['ignores If-Match', ignoring(puts('if-match')), /unfit-server 3: .* replaced one object 8 times/],
    [
      'makes what was to be replaced',
      ignoring(({key}) => key.endsWith('/absent')),
      /unfit-server 3: .* replaced an object that was not there/,
    ],
    ['does not know conditions', refusing(501, 'NotImplemented'), /unfit-server 3: .* does not know If-Match and If-None-Match/],
    ['refuses these credentials', refusing(403, 'AccessDenied'), /not-writable 3: .* may not do that/],
  ])('H2: one that %s is refused', async (_, fault, words) => {
    const objects = await open();
    proxy.fault = fault;
    expect(await tryOut(objects)).toMatch(words);
    proxy.fault = () => null;
    expect(await objects.list('')).toEqual([]);
  });

  test('one that ignores a condition only when nobody writes at the same time', async () => {
    const objects = await open();
    let conditional = 0;
    // After the race of eight.
    proxy.fault = ignoring(seen => puts('if-match')(seen) && ++conditional > 8);
    expect(await tryOut(objects)).toMatch(/unfit-server 3: .* replaced an object that had changed/);
  });

  test('where no credentials are found, it says so', async () => {
    const {AWS_ENDPOINT_URL_S3} = s3.server().env();
    for (const AWS_PROFILE of ['', 'unknown']) {
      const objects = await open({AWS_ENDPOINT_URL_S3, AWS_PROFILE});
      await expect(objects.get('head')).rejects.toMatchObject({
        code: 'state/bad-address',
        message: expect.stringContaining('no credentials'),
      });
      await expect(objects.create('head', Buffer.from('x'))).rejects.toMatchObject({code: 'state/bad-address', exitCode: 3});
    }
  });

  test('a profile gives its keys, and an endpoint in its file does not count', async () => {
    const {AWS_ENDPOINT_URL_S3} = s3.server().env(undefined, proxy.port);
    const objects = await open({AWS_ENDPOINT_URL_S3, AWS_PROFILE: 'ops'}, REGION);
    expect(await objects.get('head')).toBeNull();
    const seen = proxy.requests.length;
    // A region of which no host name is known.
    const elsewhere = await open({AWS_PROFILE: 'ops'}, 'nowhere-test-1');
    await expect(elsewhere.get('head')).rejects.toMatchObject({code: 'state/unreachable'});
    expect(proxy.requests).toHaveLength(seen);
  });
});
