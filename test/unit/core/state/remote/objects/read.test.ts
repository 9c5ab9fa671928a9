import {viewState} from '../../../../../../src/core/state/fold-open';
import {OutlinedState, wholeOf} from '../../../../../../src/core/state/state';
import {rememberOutline} from '../../../../../../src/core/state/state-index';
import {makeMemoryPlace} from '../../../../../world/s3-place';
import {done, intent, progress, recorded, stateWith} from '../../world';

function memoryText() {
  let text: string | null = null;
  return {
    read: () => text,
    write: (next: string) => {
      text = next;
    },
  };
}

async function begin() {
  const place = await makeMemoryPlace();
  const locked = await place.open().lock();
  const stored = await locked.write(stateWith({'pricing/acme': recorded(), 'shop/b': recorded({id: 'id-b', protect: true})}), null);
  const decodeForLooking = rememberOutline(memoryText(), 'build 1');
  return {place, locked, stored, open: () => place.open({decodeForLooking})};
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
