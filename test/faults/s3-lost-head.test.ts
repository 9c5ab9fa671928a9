import {stateWith} from '../unit/core/state/world';
import {makeMemoryPlace} from '../world/s3-place';

const HEAD = 'monitors/acme-web/default/head.json';

/** A place with a state, whose head gets lost or damaged. */
async function start() {
  const place = await makeMemoryPlace();
  const locked = await place.open().lock();
  await locked.write(stateWith({}), null);
  await locked.release();
  return place;
}

const advice = {
  code: 'state/malformed',
  hint: 'put back the newest good version of this object in the bucket; to begin again instead, remove all objects below acme-web/default/, then run "monitors state init": apply then creates every monitor again',
};

test('H12: no head is made beside the objects of a lost one: every monitor would be created again', async () => {
  const {bucket, open} = await start();
  const head = bucket.objects.get(HEAD) as Buffer;
  bucket.objects.delete(HEAD);
  await expect(open().initialize()).rejects.toMatchObject(advice);
  expect(bucket.objects.has(HEAD)).toBe(false);
  bucket.objects.set(HEAD, head);
  expect(await open().initialize()).toBe('was-there');
  bucket.objects.clear();
  expect(await open().initialize()).toBe('made');
});

test('what an interrupted trial left behind is no state', async () => {
  const {bucket, open} = await makeMemoryPlace();
  bucket.objects.clear();
  bucket.objects.set('monitors/acme-web/default/probe/1/contested', Buffer.from('{}'));
  expect(await open().initialize()).toBe('made');
});

test.each(['{"format": "monitors-he', '{"format": "monitors-head", "layout": 1}'])(
  'a damaged head names a way out that works: %s',
  async body => {
    const {bucket, open} = await start();
    bucket.objects.set(HEAD, Buffer.from(body));
    await expect(open().read()).rejects.toMatchObject(advice);
  },
);
