import type {LiveMonitorView} from '../../../src/plan/live';
import {newState, type RecordedMonitor, type State} from '../../../src/state/model';
import {refuseNoneListed} from '../../../src/workflows/none-listed';

function recording(ids: readonly string[]): State {
  const start = {lineage: 'a', tool: '1.0.0', project: 'p', environment: 'default', origin: 'https://api.example'};
  return {...newState(start), monitors: new Map(ids.map(id => [`key/${id}`, {id} as RecordedMonitor]))};
}

const listing = (ids: readonly string[]) => ({monitors: new Map(ids.map(id => [id, {id} as LiveMonitorView]))});

test.each([
  {name: 'an empty list', listed: []},
  {name: 'a list of others', listed: ['x', 'y', 'z', 'key/a']},
])('$name is not taken for the end of three monitors', ({listed}) => {
  expect(() => refuseNoneListed(recording(['a', 'b', 'c']), listing(listed))).toThrow(
    expect.objectContaining({code: 'live/none-listed', message: expect.stringContaining('none of the 3 monitors')}),
  );
});

test.each([
  {name: 'one that is there shows whose the list is', recorded: ['a', 'b', 'c'], listed: ['b']},
  {name: 'somebody may have deleted two', recorded: ['a', 'b'], listed: []},
  {name: 'nothing is recorded', recorded: [], listed: ['x']},
])('$name: nothing is refused', ({recorded, listed}) => {
  expect(() => refuseNoneListed(recording(recorded), listing(listed))).not.toThrow();
  expect(() => refuseNoneListed(null, listing(listed))).not.toThrow();
});
