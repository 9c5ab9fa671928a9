import {openForChange, viewState} from '../../src/core/state/fold-open';
import type {LockedSharedStore} from '../../src/core/state/remote/store';
import type {ReadableState} from '../../src/core/state/state';
import {openObjects, type SingleRequests} from '../../src/stores/s3/client';
import {S3Failure} from '../../src/stores/s3/errors';
import {done, host, intent, progress, recorded, stateWith} from '../unit/core/state/world';
import {makeMemoryPlace} from '../world/s3-place';

const afterDeath = host({pid: 5000, startTime: '2000'}, {5000: '2000'});

type MemoryPlace = Awaited<ReturnType<typeof makeMemoryPlace>>;

/** The same place over requests that a test changes. */
function openOver({open, bucket}: MemoryPlace, changes: (requests: SingleRequests) => Partial<SingleRequests>) {
  const requests = {...bucket.requests, ...changes(bucket.requests)};
  return open({open: parts => openObjects({...parts, requests})});
}

async function begin(locked: LockedSharedStore) {
  const {version} = await locked.write(stateWith({'pricing/acme': recorded()}), null);
  return {version, journal: await locked.openJournal(version)};
}

const keysOf = (stored: {readonly state: Pick<ReadableState, 'monitors'>} | null) => [...(stored?.state.monitors.keys() ?? [])].sort();

test('no name is made twice, although its segment was rolled up while its writer waited for the answer', async () => {
  const place = await makeMemoryPlace();
  const made: string[] = [];
  let atSecond: (() => Promise<unknown>) | null = async () => {
    const next = await place.open({host: afterDeath}).lock();
    await openForChange(next);
  };
  const store = openOver(place, ({put}) => ({
    put: async (key, body, condition) => {
      const outcome = await put(key, body, condition);
      if (condition === 'nothing') made.push(key);
      if (!key.endsWith('/00000002') || atSecond === null) return outcome;
      const act = atSecond;
      atSecond = null;
      await act();
      throw new S3Failure('ECONNRESET', null);
    },
  }));
  const {journal} = await begin(await store.lock());
  journal.append([intent('a')]);
  await journal.sync();
  journal.append([progress('a', 'sending')]);
  // It was made before the successor ended the journal, which knows it.
  await journal.sync();
  expect((await viewState(place.open())).unresolved.map(({intent: {key}}) => key)).toEqual(['a']);
  journal.append([progress('a', 'sending', 2)]);
  await expect(journal.sync()).rejects.toMatchObject({code: 'state/lock-lost'});
  expect(made.filter((key, index) => made.indexOf(key) !== index)).toEqual([]);
});

test('after 1,000 segments a journal is rolled up: few objects are left to read, and no record is lost', async () => {
  const place = await makeMemoryPlace();
  const {bucket} = place;
  const {journal} = await begin(await place.open().lock());
  journal.append([intent('a')]);
  for (let attempt = 1; attempt <= 1040; attempt += 1) {
    journal.append([progress('a', 'sending', attempt)]);
    await journal.sync();
  }
  expect([...bucket.objects.keys()].filter(key => key.includes('/journal/')).length).toBeLessThan(50);
  const before = bucket.asked.length;
  expect((await place.open().read()).journal.creates).toMatchObject([{phase: 'sending', attempt: 1040}]);
  expect(bucket.asked.length - before).toBeLessThan(80);
  // A successor finds them too.
  const next = await place.open({host: afterDeath}).lock();
  expect((await next.read()).journal.creates).toMatchObject([{phase: 'sending', attempt: 1040}]);
});

test('H11: a plan that reads while a run saves and rolls up sees one version, whichever of its requests comes in between', async () => {
  const seen = new Set<string>();
  const look = async (at: number): Promise<number> => {
    const place = await makeMemoryPlace();
    const locked = await place.open().lock();
    const {journal} = await begin(locked);
    for (const records of [[intent('a'), intent('b')], [progress('a', 'sending'), progress('b', 'sending')], [done('a', 'id-a')]]) {
      journal.append(records);
      await journal.sync();
    }
    let asked = 0;
    const reader = openOver(place, ({get}) => ({
      get: async (key, known) => {
        asked += 1;
        if (asked === at) await openForChange(locked);
        return get(key, known);
      },
    }));
    const view = await viewState(reader);
    expect(keysOf(view.stored)).toEqual(['a', 'pricing/acme']);
    expect(view.unresolved.map(({intent: {key}}) => key)).toEqual(['b']);
    seen.add(String(view.stored?.version.serial));
    return asked;
  };
  const requests = await look(0);
  for (let at = 1; at <= requests; at += 1) await look(at);
  expect([...seen].sort()).toEqual(['1', '2']);
});

test('100 entries of holders that lost the lock are folded, and not read again', async () => {
  const place = await makeMemoryPlace();
  const {bucket} = place;
  const locked = await place.open().lock();
  await begin(locked);
  const next = await place.open({host: afterDeath}).lock();
  const keys = Array.from({length: 100}, (_, index) => `late-${String(index).padStart(2, '0')}`);
  for (const key of keys) {
    const create = {intent: intent(key), phase: 'done' as const, attempt: 1, firstSentAt: '', lastSentAt: '', done: done(key, `id-${key}`)};
    await locked.rescue(stateWith({}), {creates: [create], edits: []}, 'run-1');
  }
  expect([...bucket.objects.keys()].filter(key => key.includes('/late/'))).toHaveLength(100);
  expect(keysOf((await openForChange(next)).stored)).toEqual([...keys, 'pricing/acme']);
  bucket.asked.length = 0;
  expect(keysOf((await viewState(place.open())).stored)).toEqual([...keys, 'pricing/acme']);
  expect(bucket.asked.filter(words => words.includes('/late/'))).toHaveLength(2);
});
