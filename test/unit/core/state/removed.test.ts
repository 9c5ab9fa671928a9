import {noteRemoved} from '../../../../src/core/state/removed';
import type {RemovedRecord} from '../../../../src/core/state/state';
import {recorded, stateWith} from './world';

const NOW = '2026-11-23T12:00:00.000Z';

/** A removal by the command `state rm` at {@link NOW}. */
const removal = {serial: 8, at: NOW, by: 'state rm'};

function line(changes: Partial<RemovedRecord>): RemovedRecord {
  return {key: 'old', id: 'id-old', serial: 3, at: '2026-11-01T00:00:00.000Z', by: 'apply', ...changes};
}

/** Lines that are `days` old at {@link NOW}. */
function linesOf(count: number, days: number): RemovedRecord[] {
  const at = (index: number) => new Date(Date.parse(NOW) - days * 86_400_000 - index * 1000).toISOString();
  return Array.from({length: count}, (_, index) => line({id: `id-${days}-${index}`, at: at(index)}));
}

test('each record that left has a line, by key', () => {
  const before = stateWith({b: recorded({id: 'id-b'}), a: recorded({id: 'id-a'}), kept: recorded({id: 'id-kept'})});
  const next = noteRemoved(before, stateWith({kept: recorded({id: 'id-kept'})}), removal);
  expect(next.removed).toEqual([
    {key: 'a', id: 'id-a', ...removal},
    {key: 'b', id: 'id-b', ...removal},
  ]);
});

test('a renamed record has no line', () => {
  const next = noteRemoved(stateWith({a: recorded()}), stateWith({b: recorded()}), removal);
  expect(next).not.toHaveProperty('removed');
});

test('a replaced monitor has a line once it is deleted', () => {
  const both = stateWith({a: recorded({id: 'id-new', leftovers: ['id-old']})});
  expect(noteRemoved(stateWith({a: recorded({id: 'id-old'})}), both, removal)).not.toHaveProperty('removed');
  const next = noteRemoved(both, stateWith({a: recorded({id: 'id-new'})}), removal);
  expect(next.removed).toEqual([{key: 'a', id: 'id-old', ...removal}]);
});

test('a state of another lineage, or none, says nothing', () => {
  const next = stateWith({});
  expect(noteRemoved(null, next, removal)).toBe(next);
  expect(noteRemoved(stateWith({a: recorded()}, {lineage: 'another'}), next, removal)).toBe(next);
});

test('a state without changes keeps its lines, however old and many they are', () => {
  const removed = linesOf(600, 200);
  const before = stateWith({a: recorded()}, {removed});
  expect(noteRemoved(before, {...before}, removal).removed).toBe(removed);
  expect(noteRemoved(before, stateWith({a: recorded({protect: true})}, {removed}), removal).removed).toBe(removed);
});

test('lines younger than 90 days stay always, of older ones the newest 500', () => {
  const removed = [...linesOf(700, 80), ...linesOf(510, 100)];
  const next = noteRemoved(stateWith({a: recorded({id: 'id-a'})}, {removed}), stateWith({}, {removed}), removal);
  const ids = new Set(next.removed?.map(({id}) => id));
  expect(ids.size).toBe(700 + 500 + 1);
  expect([ids.has('id-80-699'), ids.has('id-100-499'), ids.has('id-100-500'), ids.has('id-a')]).toEqual([true, true, false, true]);
});

test('a line that another copy has is kept, and its time, if it is no time, counts as old', () => {
  const removed = [line({id: 'id-x', at: 'then'}), ...linesOf(500, 100)];
  const next = noteRemoved(stateWith({a: recorded({id: 'id-a'})}, {removed}), stateWith({}), removal);
  const ids = next.removed?.map(({id}) => id) ?? [];
  expect(ids).toHaveLength(501);
  expect(ids).toContain('id-a');
});
