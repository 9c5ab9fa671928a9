import type {State} from '../../../../src/core/state/state';
import {hashRecord, hashShift, isDangerous, judgeStateChange, type StateShift, withRun} from '../../../../src/core/state/state-change';
import {recorded, stateWith} from './world';

const of = (ids: Readonly<Record<string, string>>, changes: Partial<State> = {}) =>
  stateWith(Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, recorded({id})])), {serial: 5, ...changes});

const line = (key: string, id: string) => ({key, id, serial: 6, at: '2026-11-23T12:00:00.000Z', by: 'state rm'});

const BEFORE = of({a: 'id-a', b: 'id-b'});

interface Case {
  readonly name: string;
  readonly before?: State;
  readonly after: State;
  /** The keys of the specs; those of the records before when left out. */
  readonly specs?: readonly string[];
  readonly shifts: readonly StateShift[];
}

const judge = ({before = BEFORE, after, specs = ['a', 'b']}: Pick<Case, 'before' | 'after' | 'specs'>) =>
  judgeStateChange(before, after, key => specs.includes(key));

test.each<Case>([
  {name: 'the same records are no shift', after: of({a: 'id-a', b: 'id-b'}, {serial: 9}), shifts: []},
  {
    name: 'a record that is added, with a spec',
    after: of({a: 'id-a', b: 'id-b', c: 'id-c'}),
    specs: ['a', 'b', 'c'],
    shifts: [{kind: 'added', key: 'c', id: 'id-c'}],
  },
  {
    name: 'the same id with other content',
    after: stateWith({a: recorded({id: 'id-a', protect: true}), b: recorded({id: 'id-b'})}, {serial: 6}),
    shifts: [{kind: 'edited', key: 'a', id: 'id-a', content: hashRecord(recorded({id: 'id-a', protect: true}))}],
  },
  {
    name: 'a rename that keeps the id',
    after: of({a: 'id-a', c: 'id-b'}),
    specs: ['a', 'c'],
    shifts: [{kind: 'renamed', key: 'c', id: 'id-b', from: 'b'}],
  },
  {
    name: 'two keys that change places',
    after: of({a: 'id-b', b: 'id-a'}),
    shifts: [
      {kind: 'renamed', key: 'a', id: 'id-b', from: 'b'},
      {kind: 'renamed', key: 'b', id: 'id-a', from: 'a'},
    ],
  },
  {
    name: 'a record that is gone with its spec, with a line',
    after: of({a: 'id-a'}, {removed: [line('b', 'id-b')]}),
    specs: ['a'],
    shifts: [{kind: 'let-go', key: 'b', id: 'id-b'}],
  },
])('harmless: $name', ({shifts, ...one}) => {
  expect(judge(one)).toEqual(shifts);
  expect(judge(one).filter(isDangerous)).toEqual([]);
});

test.each<Case>([
  {name: 'a record that is gone while its spec stands', after: of({a: 'id-a'}), shifts: [{kind: 'gone', key: 'b', id: 'id-b'}]},
  {
    name: 'the same with a line, which comes from the same hand',
    after: of({a: 'id-a'}, {removed: [line('b', 'id-b')]}),
    shifts: [{kind: 'gone', key: 'b', id: 'id-b'}],
  },
  {
    name: 'a record that is gone with its spec, without a line',
    after: of({a: 'id-a'}, {removed: [line('b', 'id-other')]}),
    specs: ['a'],
    shifts: [{kind: 'unexplained', key: 'b', id: 'id-b'}],
  },
  {
    name: 'an exchanged id',
    after: of({a: 'id-a', b: 'id-of-somebody-else'}),
    shifts: [{kind: 'exchanged', key: 'b', id: 'id-of-somebody-else', from: 'id-b'}],
  },
  {
    name: 'an exchanged id whose old one is kept under a made-up key',
    after: of({a: 'id-a', b: 'id-foreign', z: 'id-b'}),
    shifts: [
      {kind: 'exchanged', key: 'b', id: 'id-foreign', from: 'id-b'},
      {kind: 'stray', key: 'z', id: 'id-b'},
    ],
  },
  {
    name: 'one record moved over another one',
    after: of({b: 'id-a'}, {removed: [line('b', 'id-b')]}),
    specs: ['b'],
    shifts: [
      {kind: 'gone', key: 'b', id: 'id-b'},
      {kind: 'renamed', key: 'b', id: 'id-a', from: 'a'},
    ],
  },
  {
    name: 'a rename away from a key that a spec still has: apply would delete it',
    after: of({a: 'id-a', z: 'id-b'}),
    shifts: [
      {kind: 'gone', key: 'b', id: 'id-b'},
      {kind: 'stray', key: 'z', id: 'id-b'},
    ],
  },
  {
    name: 'a recorded id that another record says is to be deleted',
    after: stateWith({a: recorded({id: 'id-a', leftovers: ['id-b']})}, {serial: 6}),
    shifts: [
      {kind: 'stray', key: 'a', id: 'id-b'},
      {kind: 'gone', key: 'b', id: 'id-b'},
      {kind: 'edited', key: 'a', id: 'id-a', content: hashRecord(recorded({id: 'id-a', leftovers: ['id-b']}))},
    ],
  },
  {
    name: 'protection that is taken from a monitor without a spec',
    before: stateWith({a: recorded({id: 'id-a', protect: true})}, {serial: 5}),
    after: stateWith({a: recorded({id: 'id-a'})}, {serial: 6}),
    specs: [],
    shifts: [{kind: 'stray', key: 'a', id: 'id-a'}],
  },
  {
    name: 'a record that no spec has: apply would delete it',
    after: of({a: 'id-a', b: 'id-b', z: 'id-of-somebody-else'}),
    shifts: [{kind: 'stray', key: 'z', id: 'id-of-somebody-else'}],
  },
  {
    name: 'an id that a record says is to be deleted',
    after: stateWith({a: recorded({id: 'id-a', leftovers: ['id-of-somebody-else']}), b: recorded({id: 'id-b'})}, {serial: 6}),
    shifts: [
      {kind: 'stray', key: 'a', id: 'id-of-somebody-else'},
      {kind: 'edited', key: 'a', id: 'id-a', content: hashRecord(recorded({id: 'id-a', leftovers: ['id-of-somebody-else']}))},
    ],
  },
  {
    name: 'another lineage, for the keys that differ',
    after: of({a: 'id-a', b: 'id-c'}, {lineage: 'another'}),
    shifts: [
      {kind: 'another-state', lineage: 'another', keys: ['b']},
      {kind: 'exchanged', key: 'b', id: 'id-c', from: 'id-b'},
    ],
  },
  {
    name: 'a lower serial',
    after: of({a: 'id-a'}, {serial: 4}),
    shifts: [
      {kind: 'earlier-state', lineage: BEFORE.lineage, keys: ['b']},
      {kind: 'gone', key: 'b', id: 'id-b'},
    ],
  },
])('dangerous: $name', ({shifts, ...one}) => {
  expect(judge(one)).toEqual(shifts);
  expect(judge(one).some(isDangerous)).toBe(true);
});

test('marks differ where key, id or kind do', () => {
  const shifts: StateShift[] = [
    {kind: 'gone', key: 'a', id: 'id'},
    {kind: 'gone', key: 'b', id: 'id'},
    {kind: 'gone', key: 'a', id: 'other'},
    {kind: 'exchanged', key: 'a', id: 'id', from: 'x'},
    {kind: 'exchanged', key: 'a', id: 'id', from: 'y'},
    {kind: 'unexplained', key: 'a', id: 'id'},
  ];
  expect(new Set(shifts.map(hashShift)).size).toBe(shifts.length);
});

test('what a run changed on top of a change by hand is counted without it', () => {
  const taken = of({a: 'id-a'}, {serial: 6});
  const run = of({a: 'id-a2', c: 'id-c'}, {serial: 7});
  const base = withRun(BEFORE, taken, run);
  expect([...base.monitors].map(([key, {id}]) => [key, id])).toEqual([
    ['a', 'id-a2'],
    ['b', 'id-b'],
    ['c', 'id-c'],
  ]);
  expect(judgeStateChange(base, run, () => true)).toEqual([{kind: 'gone', key: 'b', id: 'id-b'}]);
});

test('a run that goes on from an exchanged id or from leftovers written by hand does not make them its own', () => {
  const before = stateWith({a: recorded({id: 'id-a'}), b: recorded({id: 'id-b', leftovers: ['id-left']})}, {serial: 5});
  const leftovers = ['id-left', 'id-foreign'];
  const byHand = stateWith({a: recorded({id: 'id-foreign-a'}), b: recorded({id: 'id-b', leftovers})}, {serial: 6});
  const edited = {bodyHash: 'c'.repeat(64)};
  const run = stateWith({a: recorded({id: 'id-foreign-a', ...edited}), b: recorded({id: 'id-b', leftovers, ...edited})}, {serial: 7});
  const base = withRun(before, byHand, run);
  expect(base.monitors.get('a')?.id).toBe('id-a');
  expect(base.monitors.get('b')).toMatchObject({leftovers: ['id-left'], ...edited});
  expect(judgeStateChange(base, run, () => true)).toMatchObject([
    {kind: 'exchanged', key: 'a', id: 'id-foreign-a'},
    {kind: 'stray', key: 'b', id: 'id-foreign'},
    {kind: 'edited', key: 'b'},
  ]);
});

test('what a run found for a create that others wrote stays out', () => {
  const run = of({a: 'id-a', b: 'id-b', c: 'id-c'}, {serial: 6});
  expect([...withRun(BEFORE, BEFORE, run, new Set(['c'])).monitors.keys()]).toEqual(['a', 'b']);
});
