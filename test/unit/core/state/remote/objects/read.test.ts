import {viewState} from '../../../../../../src/core/state/fold-open';
import {OutlinedState, type State, UnreadBodies, wholeOf} from '../../../../../../src/core/state/state';
import {memoryOutline, memoryText} from '../../../../../world/kept-outline';
import {makeMemoryPlace} from '../../../../../world/s3-place';
import {done, intent, progress, recorded, stateWith} from '../../world';

async function begin() {
  const place = await makeMemoryPlace();
  const locked = await place.open().lock();
  const stored = await locked.write(stateWith({'pricing/acme': recorded(), 'shop/b': recorded({id: 'id-b', protect: true})}), null);
  const text = memoryText();
  return {place, locked, stored, text, open: () => place.open({outline: memoryOutline(text)})};
}

test('a state that was read before is read without its bodies, and says the same', async () => {
  const {place, locked, open} = await begin();
  await locked.release();
  const first = await viewState(open());
  const again = await viewState(open());
  const plain = await viewState(place.open());
  expect(first).toEqual(plain);
  const state = again.stored?.state;
  expect(state).toBeInstanceOf(OutlinedState);
  expect(again.stored?.version).toEqual(plain.stored?.version);
  expect(wholeOf(state as OutlinedState)).toEqual(plain.stored?.state);
});

test('what a journal says is folded into it as into a whole one', async () => {
  const {place, locked, stored, open} = await begin();
  await viewState(open());
  const journal = await locked.openJournal(stored.version);
  journal.append([intent('added'), progress('added', 'sending'), done('added', 'id-added')]);
  await journal.sync();
  const again = await viewState(open());
  expect([...(again.stored?.state.monitors.keys() ?? [])]).toEqual(['pricing/acme', 'shop/b', 'added']);
  expect(again).toEqual(await viewState(place.open()));
});

test('under the lock, and once it was written again, the bytes are read', async () => {
  const {locked, stored, open} = await begin();
  await viewState(open());
  const read = await locked.read();
  expect(read).toMatchObject({kind: 'present', stored});
  const next = await locked.write({...stored.state, monitors: new Map([['pricing/acme', recorded({id: 'id-new'})]])}, stored.version);
  await locked.release();
  const again = await viewState(open());
  expect(again.stored?.version).toEqual(next.version);
  expect([...(again.stored?.state.monitors ?? [])].map(([key, {id}]) => [key, id])).toEqual([['pricing/acme', 'id-new']]);
});

describe('the object that was checked when it was read last', () => {
  async function beginKnown() {
    const {place, locked, open, text} = await begin();
    await locked.release();
    await open().read(() => []);
    const [name, body] = [...place.bucket.objects].find(([key]) => key.includes('/states/')) as [string, Buffer];
    const reads: (string | undefined)[] = [];
    const {get} = place.bucket.requests;
    Object.assign(place.bucket.requests, {
      get: async (key: string, known?: string) => {
        if (key === name) reads.push(known);
        return get(key, known);
      },
    });
    return {place, open, text, name, body, reads};
  }

  test('is asked for by its ETag, and not read, where nothing is asked of bodies', async () => {
    const {open, reads} = await beginKnown();
    const view = await viewState(open(), () => null);
    expect(view.stored?.state.monitors.get('shop/b')).toMatchObject({id: 'id-b', protect: true});
    expect(() => wholeOf(view.stored?.state as OutlinedState)).toThrow(UnreadBodies);
    expect(reads).toEqual([expect.stringMatching(/^".+"$/)]);
  });

  test('is read where bodies are asked for', async () => {
    const {open, reads} = await beginKnown();
    const whole = await viewState(open(), () => ['shop/b']);
    expect(wholeOf(whole.stored?.state as OutlinedState).monitors.size).toBe(2);
    await viewState(open());
    expect(reads).toEqual([undefined, undefined]);
  });

  test.each([
    {
      what: 'other bytes of equal length',
      change: (body: Buffer) => Buffer.from(body.toString().replace('id-b', 'id-c')),
      code: 'state/checksum',
    },
    {what: 'nothing', change: () => null, code: 'state/malformed'},
    {what: 'the first half', change: (body: Buffer) => body.subarray(0, body.length / 2), code: 'state/syntax'},
  ])('$what in its place: refused', async ({change, code}) => {
    const {place, open, name, body} = await beginKnown();
    const next = change(body);
    if (next === null) place.bucket.objects.delete(name);
    else place.bucket.objects.set(name, next);
    for (const choose of [() => null, () => []]) await expect(open().read(choose)).rejects.toMatchObject({code});
  });

  test('the head of an older state beside it: that state is read', async () => {
    const {place, open, text} = await beginKnown();
    const head = 'monitors/acme-web/default/head.json';
    const older = place.bucket.objects.get(head) as Buffer;
    const locked = await place.open().lock();
    const {stored} = await viewState(place.open());
    await locked.write({...(stored?.state as State), monitors: new Map([['new', recorded({id: 'id-new'})]])}, stored?.version ?? null);
    await locked.release();
    expect([...((await viewState(open(), () => null)).stored?.state.monitors.keys() ?? [])]).toEqual(['new']);
    place.bucket.objects.set(head, older);
    const back = await viewState(open(), () => null);
    expect([...(back.stored?.state.monitors.keys() ?? [])]).toEqual(['pricing/acme', 'shop/b']);
    expect(back.doubt).toMatchObject({code: 'state/server-changed'});
    expect(text.writes).toBe(3);
  });

  test('a copied bucket is in doubt as ever', async () => {
    const {place, text} = await beginKnown();
    const copy = place.open({bucket: 'acme-copy', outline: memoryOutline(text)});
    expect((await copy.read(() => null)).doubt).toMatchObject({code: 'state/server-changed'});
  });

  test.each([
    {what: 'lost its middle', change: (text: string) => text.replace('"protect":true', '"protect":    ')},
    {what: 'was cut off', change: (text: string) => text.slice(0, -10)},
    {what: 'is of another build', change: (text: string) => text.replace('build 1', 'build 2')},
  ])('an outline that $what is the same as none', async ({change}) => {
    const {open, text, reads} = await beginKnown();
    text.text = change(text.text ?? '');
    const view = await viewState(open(), () => null);
    expect(view.stored?.state.monitors.get('shop/b')).toMatchObject({protect: true});
    expect(reads).toEqual([undefined]);
  });
});
