import type {RecordedMonitor} from '../../../../src/core/state/state';
import {applied, desire, tryApply} from '../../../world/apply-world';

/** Writes into the state before anything is sent. */

test('renames and metadata are one write without a request', async () => {
  const first = await tryApply(['old', 'kept'], ({body}) => applied(body));
  const read = await first.store.read();
  if (read.kind !== 'present') throw new Error('no state');
  const before = read.stored.state.monitors.get('old') as RecordedMonitor;
  const second = await tryApply(
    [{action: 'rename', key: 'new', from: 'old', before, after: desire('new')}],
    () => {
      throw new Error('nothing is to be sent');
    },
    {ports: {store: first.store}},
  );
  expect(second.outcome.results).toEqual([{key: 'new', action: 'rename', outcome: 'renamed', id: before.id, attempts: 0}]);
  expect([...second.recorded.keys()].sort()).toEqual(['kept', 'new']);
  const after = await first.store.read();
  expect(after.kind === 'present' && after.stored.version.serial).toBe(read.stored.version.serial + 1);
});

test('two keys that swap their names keep both monitors', async () => {
  const first = await tryApply(['a', 'b'], ({body}) => applied(body));
  const read = await first.store.read();
  if (read.kind !== 'present') throw new Error('no state');
  const {monitors} = read.stored.state;
  const swap = (key: string, from: string) =>
    ({action: 'rename', key, from, before: monitors.get(from) as RecordedMonitor, after: desire(key)}) as const;
  const second = await tryApply([swap('a', 'b'), swap('b', 'a')], ({body}) => applied(body), {ports: {store: first.store}});
  expect(second.recorded.get('a')).toBe(first.recorded.get('b'));
  expect(second.recorded.get('b')).toBe(first.recorded.get('a'));
});
