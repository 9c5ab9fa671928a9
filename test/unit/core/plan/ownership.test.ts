import {findOwner, type Ownership, type TargetOwner} from '../../../../src/core/plan/create-sight';

const at = '2026-01-01T00:00:00Z';
const later = '2026-01-02T00:00:00Z';

function owner(id: string, targetIds: readonly string[], createdAt = at): TargetOwner {
  return {id, targetIds, createdAt};
}

const cases: readonly {
  row: string;
  superseded?: readonly string[];
  live: readonly TargetOwner[];
  expected: {kind: Ownership<TargetOwner>['kind']; ids: readonly string[]};
}[] = [
  {row: 'no monitor has any of the ids', live: [owner('a', ['x'])], expected: {kind: 'none', ids: []}},
  {row: 'one has just these, in another order', live: [owner('a', ['t2', 't1'])], expected: {kind: 'one', ids: ['a']}},
  {
    row: 'N28: of several the oldest comes first, by id where they are equally old',
    live: [owner('c', ['t1', 't2'], later), owner('b', ['t1', 't2']), owner('a', ['t1', 't2'])],
    expected: {kind: 'one', ids: ['a', 'b', 'c']},
  },
  {row: 'N29: one has some of the ids', live: [owner('a', ['t1'])], expected: {kind: 'conflict', ids: ['a']}},
  {row: 'N29: one has more than the ids', live: [owner('a', ['t1', 't2', 't3'])], expected: {kind: 'conflict', ids: ['a']}},
  {row: 'N29: one has a mixture', live: [owner('a', ['t1', 'x'])], expected: {kind: 'conflict', ids: ['a']}},
  {
    row: 'N29: one that fits does not settle it while another has some of the ids',
    live: [owner('a', ['t1', 't2']), owner('b', ['t2'])],
    expected: {kind: 'conflict', ids: ['a', 'b']},
  },
  {
    row: 'a monitor that is being replaced never counts',
    superseded: ['a'],
    live: [owner('a', ['t1', 't2'])],
    expected: {kind: 'none', ids: []},
  },
];

test.each(cases)('$row', ({superseded = [], live, expected}) => {
  const owned = findOwner(['t1', 't2'], superseded, live);
  const monitors = owned.kind === 'one' ? [owned.monitor, ...owned.others] : owned.kind === 'conflict' ? owned.monitors : [];
  expect({kind: owned.kind, ids: monitors.map(({id}) => id)}).toEqual(expected);
});
