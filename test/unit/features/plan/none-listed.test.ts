import type {LiveMonitorView} from '../../../../src/core/plan/live';
import {newState, type RecordedMonitor, type State} from '../../../../src/core/state/state';
import {refuseNoneListed} from '../../../../src/features/plan/none-listed';

function recording(ids: readonly string[]): State {
  const start = {lineage: 'a', tool: '1.0.0', project: 'p', environment: 'default', origin: 'https://api.example'};
  return {...newState(start), monitors: new Map(ids.map(id => [`key/${id}`, {id} as RecordedMonitor]))};
}

const TEN = [...'abcdefghij'];

const listing = (ids: readonly string[]) => ({monitors: new Map(ids.map(id => [id, {id} as LiveMonitorView]))});

test.each([
  {name: 'an empty list', count: 10, listed: []},
  {name: 'a list of others', count: 2, listed: ['x', 'y', 'z', 'key/a']},
])('$name is not taken for the end of $count monitors', ({count, listed}) => {
  expect(() => refuseNoneListed(recording(TEN.slice(0, count)), listing(listed))).toThrow(
    expect.objectContaining({code: 'live/none-listed', message: expect.stringContaining(`none of the ${count} monitors`)}),
  );
});

test.each([
  {name: 'one that is there shows whose the list is', recorded: TEN, listed: ['b']},
  {name: 'somebody may have deleted the only one', recorded: TEN.slice(9), listed: []},
  {name: 'nothing is recorded', recorded: [], listed: ['x']},
])('$name: nothing is refused', ({recorded, listed}) => {
  expect(() => refuseNoneListed(recording(recorded), listing(listed))).not.toThrow();
  expect(() => refuseNoneListed(null, listing(listed))).not.toThrow();
});
