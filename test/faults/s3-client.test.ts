import {GetObjectCommand, PutObjectCommand} from '@aws-sdk/client-s3';
import {readS3Address} from '../../src/core/state/addresses/s3';
import type {Objects} from '../../src/core/state/remote/objects/objects';
import {SharedRefusals} from '../../src/core/state/remote/refusals';
import {type ObjectsParts, openObjects, readVersioning} from '../../src/stores/s3/client';
import {USUAL_LIMITS} from '../../src/stores/s3/requests';
import {countingWorld} from '../unit/core/state/world';
import {type FaultyAnswer, type S3Fault, S3Proxy, type SeenRequest} from '../world/s3-proxy';
import {type S3Keys, useS3} from '../world/s3-server';

const s3 = useS3();
const isPut = ({method}: SeenRequest) => method === 'PUT';
const isGet = ({method}: SeenRequest) => method === 'GET';
const text = (words: string) => Buffer.from(words);
const shown = 'the S3 bucket "acme"';

(s3.isHere ? describe : describe.skip)('objects in a bucket', () => {
  let proxy: S3Proxy;
  const opened: Objects[] = [];
  beforeAll(async () => {
    proxy = await S3Proxy.start(s3.server());
  });
  afterEach(() => {
    for (const objects of opened.splice(0)) objects.close();
    proxy.fault = () => null;
  });
  afterAll(() => proxy.close());

  interface World extends Partial<Pick<ObjectsParts, 'limits' | 'world'>> {
    readonly bucket?: string;
    readonly keys?: S3Keys;
    readonly port?: number;
    readonly region?: string;
  }

  async function partsOf({bucket, keys, port = proxy.port, region, ...rest}: World = {}): Promise<ObjectsParts & {bucket: string}> {
    const place = {bucket: bucket ?? (await s3.server().makeBucket()), prefix: 'monitors/acme', region};
    const facts = {shown, project: 'acme', environment: 'default', soundBackup: () => null, canRecover: false};
    const address = readS3Address(place, s3.server().env(keys, port));
    return {address, world: countingWorld(), refusals: new SharedRefusals(facts, 's3'), ...rest, bucket: place.bucket};
  }

  async function open(world: World = {}): Promise<Objects> {
    const objects = openObjects(await partsOf(world));
    opened.push(objects);
    return objects;
  }

  /** A bucket in which `head` holds "one". */
  async function begin(world: World = {}) {
    const objects = await open(world);
    const made = await objects.create('head', text('one'));
    if (made === 'taken') throw new Error('the bucket is not new');
    proxy.requests.length = 0;
    return {objects, etag: made.etag};
  }

  const methods = () => proxy.requests.map(({method}) => method).join(' ');
  const refusalOf = async (promise: Promise<unknown>) => {
    const error = (await promise.catch((thrown: unknown) => thrown)) as Error & {code: string; exitCode: number; hint: string};
    expect(`${error.message} ${error.hint}`).not.toMatch(/ada|words of the service|keeper-secret|undefined/);
    return error;
  };

  test('an object is made once, read, replaced by what names it, and removed', async () => {
    const {objects, etag} = await begin();
    expect(await objects.get('none')).toBeNull();
    expect(await objects.get('head')).toEqual({body: text('one'), etag});
    expect(await objects.create('head', text('two'))).toBe('taken');
    const replaced = (await objects.replace('head', text('two'), etag)) as {etag: string};
    expect(await objects.replace('head', text('three'), etag)).toBe('changed');
    expect(await objects.replace('none', text('three'), etag)).toBe('changed');
    expect(await objects.getUnlessSame('head', replaced.etag)).toBe('same');
    expect(await objects.getUnlessSame('head', etag)).toEqual({body: text('two'), etag: replaced.etag});
    await objects.remove(['head', 'none']);
    expect(await objects.get('head')).toBeNull();
    expect(await objects.getUnlessSame('head', etag)).toBeNull();
  });

  test('names keep to the prefix, and odd ones come back as they were', async () => {
    const bucket = await s3.server().makeBucket();
    const objects = await open({bucket});
    const names = ["a+b&c='(d)*!", 'a%2Fb', 'journal/1/10', 'journal/1/2', 'a;x?y#z"<&>'];
    for (const name of names) await objects.create(name, text(name));
    for (const name of names) expect((await objects.get(name))?.body).toEqual(text(name));
    await s3.server().keeper.send(new PutObjectCommand({Bucket: bucket, Key: 'monitors/acme-other/x', Body: 'x'}));
    expect(await objects.list('')).toEqual([...names].sort().map(name => ({name, size: name.length})));
    expect((await objects.list('journal/1/')).map(({name}) => name)).toEqual(['journal/1/10', 'journal/1/2']);
    await objects.remove(names);
    expect(await objects.list('')).toEqual([]);
    await expect(objects.get('../other')).rejects.toThrow('not the name of an object');
  });

  test('more objects than one answer lists, or one request removes', async () => {
    const objects = await open();
    const names = Array.from({length: 1005}, (_, index) => `n/${String(index).padStart(4, '0')}`);
    for (let start = 0; start < names.length; start += 50)
      await Promise.all(names.slice(start, start + 50).map(name => objects.create(name, text(name))));
    expect((await objects.list('n/')).map(({name}) => name)).toEqual(names);
    await objects.remove(names);
    expect(await objects.list('n/')).toEqual([]);
  });

  test('a large body comes back as it was, and one beyond the limit is not read', async () => {
    const bucket = await s3.server().makeBucket();
    const objects = await open({bucket});
    const large = Buffer.alloc(5 * 1024 * 1024, 'large ');
    await objects.create('large', large);
    expect((await objects.get('large'))?.body.equals(large)).toBe(true);
    const careful = await open({bucket, limits: {...USUAL_LIMITS, largest: 1024 * 1024}});
    expect(await refusalOf(careful.get('large'))).toMatchObject({code: 'state/unreadable', message: expect.stringContaining('is larger')});
  });

  const before = (answer: FaultyAnswer): S3Fault => ({kind: 'answer', when: 'before', answer});
  const after = (answer: FaultyAnswer): S3Fault => ({kind: 'answer', when: 'after', answer});
  const doubts: [string, S3Fault][] = [
    ['a connection cut before the request gets there', {kind: 'cut', when: 'before'}],
    ['a connection cut before the answer comes back', {kind: 'cut', when: 'after'}],
    ['a 500 in place of the request', before({status: 500, code: 'InternalError'})],
    ['a 500 in place of the answer', after({status: 500, code: 'InternalError'})],
    ['a 503 that asks to send less', before({status: 503, code: 'SlowDown'})],
    ['a 502 of a proxy, in HTML', after({status: 502, body: '<html><br>Bad gateway'})],
    ['a 409 of another writer', before({status: 409, code: 'ConditionalRequestConflict'})],
    ['a 409 after its own success', after({status: 409, code: 'OperationAborted'})],
    ['a 412 that echoes its own success', after({status: 412, code: 'PreconditionFailed'})],
    ['a 404 of an object that is there', before({status: 404, code: 'NoSuchKey'})],
    ['a 400 about a slow connection', before({status: 400, code: 'RequestTimeout'})],
    ['a 200 that is not of S3', before({status: 200, body: '<html>Log in</html>'})],
    ['a 200 that is not of S3 after all', after({status: 200, body: '<html>Log in</html>'})],
    ['an error with the status 200', after({status: 200, code: 'InternalError'})],
    ['half an answer', {kind: 'halve'}],
    ['half an answer that looks whole', {kind: 'halve', hidden: true}],
  ];

  test.each(doubts)('H1: %s: the object is made', async (_, fault) => {
    const objects = await open();
    proxy.once(fault, isPut);
    const made = (await objects.create('head', text('one'))) as {etag: string};
    expect(await objects.get('head')).toEqual({body: text('one'), etag: made.etag});
  });

  test.each(doubts)('H1: %s: the object is replaced', async (_, fault) => {
    const {objects, etag} = await begin();
    proxy.once(fault, isPut);
    const replaced = (await objects.replace('head', text('two'), etag)) as {etag: string};
    expect(await objects.get('head')).toEqual({body: text('two'), etag: replaced.etag});
  });

  test.each(doubts)('%s: who is too late learns that', async (_, fault) => {
    const {objects, etag} = await begin();
    await objects.replace('head', text('theirs'), etag);
    for (const write of [() => objects.create('head', text('ours')), () => objects.replace('head', text('ours'), etag)]) {
      proxy.once(fault, isPut);
      expect(['taken', 'changed']).toContain(await write());
    }
    expect((await objects.get('head'))?.body).toEqual(text('theirs'));
  });

  test.each(doubts.filter(([name]) => !/40[49]|412/.test(name)))('%s: it is read', async (_, fault) => {
    const {objects, etag} = await begin();
    proxy.once(fault, isGet);
    expect(await objects.get('head')).toEqual({body: text('one'), etag});
  });

  test('a write that arrives long after its repetition changes nothing', async () => {
    const {objects, etag} = await begin();
    proxy.once({kind: 'late'}, isPut);
    const {etag: second} = (await objects.replace('head', text('two'), etag)) as {etag: string};
    proxy.once({kind: 'late'}, isPut);
    await objects.create('other', text('first'));
    await objects.replace('head', text('three'), second);
    await proxy.deliverLate();
    expect((await objects.get('head'))?.body).toEqual(text('three'));
    expect((await objects.get('other'))?.body).toEqual(text('first'));
  });

  test('what never comes through is not durable, and says so', async () => {
    const {objects, etag} = await begin();
    proxy.fault = seen => (isPut(seen) ? {kind: 'late'} : null);
    const lost = await refusalOf(objects.replace('head', text('two'), etag));
    expect(lost).toMatchObject({code: 'state/not-saved', exitCode: 5});
    expect(lost.message).toBe(`${shown} could not be written: the connection was lost (ECONNRESET)`);
    expect(methods()).toBe('PUT GET PUT GET PUT GET PUT GET PUT GET');
    // Nevertheless it may happen later, once.
    await proxy.deliverLate();
    expect((await objects.get('head'))?.body).toEqual(text('two'));
  });

  test('a full service is asked once, and its own words are not shown', async () => {
    const {objects, etag} = await begin();
    proxy.fault = seen => (isPut(seen) ? before({status: 507, code: 'XMinioStorageFull'}) : null);
    expect((await refusalOf(objects.replace('head', text('two'), etag))).message).toContain('has no space left (XMinioStorageFull)');
    expect(methods()).toBe('PUT GET');
  });

  test('a service that stays busy is asked five times', async () => {
    const {objects} = await begin();
    proxy.fault = () => before({status: 503, code: 'SlowDown'});
    expect(await refusalOf(objects.get('head'))).toMatchObject({code: 'state/unreadable', message: expect.stringContaining('send less')});
    expect(methods()).toBe('GET GET GET GET GET');
  });

  test('a service that does not answer is given up', async () => {
    const {objects} = await begin({limits: {...USUAL_LIMITS, silenceMs: 50}});
    proxy.fault = () => ({kind: 'hold', when: 'before', until: new Promise(() => {})});
    expect(await refusalOf(objects.get('head'))).toMatchObject({
      code: 'state/unreachable',
      message: `${shown} can't be reached: the service does not answer (ETIMEDOUT)`,
    });
  });

  test.each([
    {what: 'with what is refused after two minutes', fault: before({status: 500, code: 'InternalError'}), times: 3},
    {what: 'with silence after half a minute', fault: {kind: 'cut', when: 'before'} as const, times: 2},
  ])('patience ends by the clock: $what', async ({fault, times}) => {
    let now = 0;
    const sleep = async () => {
      now += 100_000;
    };
    const world = {...countingWorld(), monotonic: () => now, sleep};
    const {objects} = await begin({world});
    proxy.fault = () => fault;
    await refusalOf(objects.get('head'));
    expect(proxy.requests).toHaveLength(times);
  });

  test.each([
    ['a 404 without a code', {status: 404}, 'the answer is not that of S3 (status 404)'],
    ['a 404 in HTML', {status: 404, body: '<html>not found</html>'}, 'the answer is not that of S3 (status 404)'],
    ['a 404 of a bucket', {status: 404, code: 'NoSuchBucket'}, 'there is no such bucket (NoSuchBucket)'],
    ['a 403', {status: 403, code: 'AccessDenied'}, 'these credentials may not do that (AccessDenied)'],
    ['a 403 without a code', {status: 403}, 'these credentials may not do that (status 403)'],
    ['a bucket elsewhere', {status: 301, code: 'PermanentRedirect'}, 'the bucket is in another region (PermanentRedirect)'],
    ['old credentials', {status: 400, code: 'ExpiredToken'}, 'the credentials have expired (ExpiredToken)'],
    ['an archived object', {status: 403, code: 'InvalidObjectState'}, 'a lifecycle rule has archived an object (InvalidObjectState)'],
    ['an unknown code', {status: 400, code: 'OddCode'}, 'error OddCode'],
    ['a code that is the session token', {status: 400, code: 'FwoGZXIvYXdzEJr5kQ'}, 'the answer is not that of S3 (status 400)'],
    ['a code that is a part of it', {status: 403, code: 'FwoGZXIvYXdzEJrkQ'}, 'these credentials may not do that (status 403)'],
    ['a code that is an access key', {status: 400, code: 'ASIAQWERTZUIOPASDFGH'}, 'the answer is not that of S3 (status 400)'],
    ['a code that is a sentence', {status: 400, code: 'key of ada is wrong'}, 'the answer is not that of S3 (status 400)'],
    ['XML that is cut', {status: 403, body: '<Error><Code>Acc'}, 'these credentials may not do that (status 403)'],
    ['an HTML page for everything', {status: 200, body: '<html>Hello</html>'}, 'the answer is not that of S3'],
  ])('%s is never absence, for who reads and for who writes', async (_, answer, words) => {
    const {objects, etag} = await begin();
    proxy.fault = () => before(answer);
    for (const read of [objects.get('head'), objects.getUnlessSame('head', 'x')])
      expect(await refusalOf(read)).toMatchObject({code: 'state/unreadable', exitCode: 3, message: `${shown} can't be read: ${words}`});
    const refused = words.startsWith('these credentials may not')
      ? {code: 'state/not-writable', exitCode: 3, message: `${shown} can't be written: ${words}`}
      : {code: 'state/not-saved', message: `${shown} could not be written: ${words}`};
    for (const write of [objects.create('new', text('x')), objects.replace('head', text('x'), etag)])
      expect(await refusalOf(write)).toMatchObject(refused);
  });

  test('a list that ends in the middle, or is not one, is refused', async () => {
    const {objects} = await begin();
    const page = '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>';
    for (const body of [page, '<html>Hello']) {
      proxy.fault = () => before({status: 200, body});
      expect(await refusalOf(objects.list(''))).toMatchObject({code: 'state/unreadable'});
    }
  });

  test('what the real server refuses is told by its cause', async () => {
    const bucket = await s3.server().makeBucket({keepsVersions: true});
    await (await open({bucket})).create('head', text('one'));
    const reader = await s3.server().makeUser(bucket, ['s3:GetObject', 's3:ListBucket']);
    const reading = await open({bucket, keys: reader});
    expect((await reading.get('head'))?.body).toEqual(text('one'));
    expect(await reading.get('none')).toBeNull();
    expect((await refusalOf(reading.create('new', text('x')))).hint).toMatch(/^grant s3:ListBucket on the bucket and s3:GetObject/);
    expect(await readVersioning(await partsOf({bucket, keys: reader}))).toBeNull();
    expect(await readVersioning(await partsOf({bucket}))).toBe(true);
    expect(await readVersioning(await partsOf())).toBe(false);
    const keys = {AWS_ACCESS_KEY_ID: reader.AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: 'wrong'};
    expect((await refusalOf((await open({bucket, keys})).get('head'))).message).toContain('secret key is wrong');
    const unknown = {...keys, AWS_ACCESS_KEY_ID: 'UNKNOWN'};
    expect((await refusalOf((await open({bucket, keys: unknown})).get('head'))).message).toContain('does not know this access key');
    expect((await refusalOf((await open({bucket, region: 'us-west-1'})).get('head'))).message).toContain('in another region');
    expect((await refusalOf((await open({bucket: 'no-such-bucket'})).get('head'))).message).toContain('no such bucket');
  });

  test('a wrong address is told at once', async () => {
    const slept: number[] = [];
    const world = {...countingWorld(), sleep: async (ms: number) => void slept.push(ms)};
    const objects = await open({port: 1, world});
    expect(await refusalOf(objects.get('head'))).toMatchObject({
      code: 'state/unreachable',
      message: expect.stringContaining('nothing listens'),
    });
    expect(await refusalOf(objects.create('head', text('x')))).toMatchObject({code: 'state/unreachable', exitCode: 3});
    expect(slept).toEqual([]);
  });

  test('a service that starts again meanwhile is waited for', async () => {
    const server = s3.server();
    let isDown = true;
    const world = {
      ...countingWorld(),
      sleep: async () => {
        if (isDown) await server.launch();
        isDown = false;
      },
    };
    const {objects, etag} = await begin({world, port: server.port});
    await server.stop();
    const {etag: second} = (await objects.replace('head', text('two'), etag)) as {etag: string};
    expect(await objects.get('head')).toEqual({body: text('two'), etag: second});
  });

  test('the client itself repeats nothing, and sends no checksum beyond the signature', async () => {
    const {objects} = await begin();
    await objects.create('other', text('x'));
    expect(methods()).toBe('PUT');
    const [{headers} = {headers: {}}] = proxy.requests;
    expect(headers).toMatchObject({'if-none-match': '*', 'content-type': 'application/json'});
    expect(Object.keys(headers).filter(name => /checksum|trailer/.test(name))).toEqual([]);
    expect(
      (await s3.server().keeper.send(new GetObjectCommand({Bucket: `${proxy.requests[0]?.bucket}`, Key: 'monitors/acme/other'}))).ETag,
    ).toBeDefined();
  });
});
