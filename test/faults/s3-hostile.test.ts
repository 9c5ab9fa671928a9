import {UserError} from '../../src/core/diagnostics/user-error';
import {openForChange, viewState} from '../../src/core/state/fold-open';
import {openObjects} from '../../src/stores/s3/client';
import {USUAL_LIMITS} from '../../src/stores/s3/requests';
import {done, host, intent, progress, recorded, stateWith} from '../unit/core/state/world';
import type {MemoryBucket} from '../world/memory-bucket';
import {makeMemoryPlace} from '../world/s3-place';
import {useS3} from '../world/s3-server';

const s3 = useS3();
const afterDeath = host({pid: 5000, startTime: '2000'}, {5000: '2000'});

/** A state with a backup, a base, segments and a late entry. */
async function makeAll() {
  const place = await makeMemoryPlace();
  const {bucket} = place;
  const first = await place.open().lock();
  const {version} = await first.write(stateWith({'pricing/acme': recorded()}), null);
  const written = await first.write(stateWith({'pricing/acme': recorded({protect: true})}), version);
  const begun = await first.openJournal(written.version);
  begun.append([intent('a'), progress('a', 'sending')]);
  await begun.close();
  const second = await place.open({host: afterDeath}).lock();
  const create = {intent: intent('z'), phase: 'done' as const, attempt: 1, firstSentAt: '', lastSentAt: '', done: done('z', 'id-z')};
  await first.rescue(stateWith({}), {creates: [create], edits: []}, 'run-1');
  const journal = await second.openJournal(written.version);
  for (const key of ['b', 'c', 'd']) {
    journal.append([intent(key), progress(key, 'sending')]);
    await journal.sync();
  }
  await second.release();
  const head = JSON.parse(String(bucket.objects.get(nameOf(bucket, /head\.json$/)))) as {
    stored: {object: string};
    journal: {epoch: string};
  };
  return {place, bucket, state: `monitors/acme-web/default/${head.stored.object}`, epoch: head.journal.epoch};
}

function nameOf({objects}: MemoryBucket, shape: RegExp): string {
  const name = [...objects.keys()].find(key => shape.test(key));
  if (name === undefined) throw new Error(`no object like ${shape}`);
  return name;
}

const BODIES: Readonly<Record<string, (before: string) => string | null>> = {
  'cut off': before => before.slice(0, before.length / 2),
  empty: () => '',
  HTML: () => '<!doctype html><title>Sign in</title>',
  'nested deeply': () => '['.repeat(200_000),
  NUL: before => '\0'.repeat(before.length),
  'another JSON': () => '{"format": "other", "version": 1}',
  newer: before => before.replace(/"(version|layout|formatVersion)": ?1\b/, '"$1": 99'),
  missing: () => null,
};

describe.each(['head', 'state', 'base', 'first segment', 'second segment'])('hostile content: %s', part => {
  test.each(Object.keys(BODIES))('%s is refused in words, and changes nothing', async kind => {
    const {place, bucket, state, epoch} = await makeAll();
    const shapes: Readonly<Record<string, RegExp>> = {
      head: /head\.json$/,
      state: new RegExp(`${state}$`),
      base: /bases\//,
      'first segment': new RegExp(`${epoch}/00000001$`),
      'second segment': new RegExp(`${epoch}/00000002$`),
    };
    const name = nameOf(bucket, shapes[part] as RegExp);
    const before = bucket.objects.get(name) as Buffer;
    const body = BODIES[kind]?.(String(before)) ?? null;
    if (body === null) bucket.objects.delete(name);
    else bucket.objects.set(name, Buffer.from(body));
    const kept = new Map(bucket.objects);

    const refusal = (await viewState(place.open()).catch((error: unknown) => error)) as UserError;
    expect(refusal).toBeInstanceOf(UserError);
    expect(refusal.exitCode).toBe(3);
    expect(refusal.code).toMatch(kind === 'newer' ? /^state\/newer-version$/ : EXPECTED);
    expect(refusal.message).toContain('acme-state');
    expect(refusal.hint).toMatch(/"monitors [a-z ]+"|newer/);
    expect(refusal.message).not.toMatch(/Sign in/);
    // A reader writes nothing.
    expect(bucket.objects).toEqual(kept);
    await expect(place.open().lock().then(openForChange)).rejects.toBeInstanceOf(UserError);
    // Taking the lock rolls the journal up, and removes no state and no base.
    for (const [key, there] of kept) if (/states|bases/.test(key)) expect(bucket.objects.get(key)?.equals(there)).toBe(true);
    if (part === 'head') return;
    // The hint's command works: the state before it can be listed, read and put back.
    expect((await place.open().listBackups()).map(({serial}) => serial)).toEqual([1]);
    const copy = await place.open().readBackup(1);
    const locked = await place.open({host: afterDeath}).lock();
    const replaced = await locked.replace(copy.state);
    await locked.rewriteJournal(replaced.version, []);
    await locked.release();
    expect((await viewState(place.open())).stored?.version).toEqual(replaced.version);
  });
});

const EXPECTED = /^state\/(malformed|journal-damaged|not-initialized|empty|syntax|foreign)$/;

test('a late entry that makes no sense does not stop the runs after it', async () => {
  const {place, bucket} = await makeAll();
  bucket.objects.set(nameOf(bucket, /late\//), Buffer.from('<html>'));
  expect((await viewState(place.open())).unresolved.map(({intent: {key}}) => key)).toEqual(['a', 'b', 'c', 'd']);
});

(s3.isHere ? test : test.skip)('an object that is too large is not read', async () => {
  const server = s3.server();
  const bucket = await server.makeBucket();
  const limits = {...USUAL_LIMITS, largest: 2000};
  const {openS3Store} = await import('../../src/stores/s3/store');
  const {s3Options} = await import('../world/s3-place');
  const options = s3Options({bucket, env: server.env()});
  const store = openS3Store(options);
  await store.initialize();
  const locked = await store.lock();
  const many = Object.fromEntries(Array.from({length: 20}, (_, index) => [`k${index}`, recorded({id: `id-${index}`})]));
  await locked.write(stateWith(many), null);
  const small = openS3Store({...options, open: parts => openObjects({...parts, limits})});
  await expect(small.read()).rejects.toMatchObject({code: 'state/unreadable', exitCode: 3});
  await Promise.all([store.close(), small.close()]);
});
