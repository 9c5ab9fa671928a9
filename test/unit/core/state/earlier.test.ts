import {judgeVersions, type KnownVersion} from '../../../../src/core/state/earlier';
import {newState, type RecordedMonitor, type RemovedRecord, type State} from '../../../../src/core/state/state';

const WRITES_LINES = '0.1.0+removals';

function stateOf(serial: number, keys: readonly string[], more: Partial<State> = {}): State {
  const first = {lineage: 'one', tool: WRITES_LINES, project: 'acme', environment: 'default', origin: 'https://api.example.dev'};
  const monitors = new Map(keys.map(key => [key, {id: `id-${key}`, bodyHash: 'same'} as RecordedMonitor]));
  return {...newState(first), serial, monitors, ...more};
}

function versionOf(serial: number, keys: readonly string[], more: Partial<KnownVersion> = {}): KnownVersion {
  const {monitors} = stateOf(serial, keys);
  const held = new Map(keys.map(key => [`id-${key}`, key]));
  const source = {kind: 'commit', commits: ['c'.repeat(40)]} as const;
  return {source, lineage: 'one', serial, tool: WRITES_LINES, removed: [], held, record: key => monitors.get(key), ...more};
}

const lineOf = (key: string, serial: number, by = 'apply'): RemovedRecord => ({
  key,
  id: `id-${key}`,
  serial,
  at: '2026-01-01T00:00:00.000Z',
  by,
});

test.each([
  {name: 'a later version that records more', ours: stateOf(5, ['a']), known: [versionOf(6, ['a', 'b'])], lost: ['b']},
  {name: 'an equal serial on the side that a merge dropped', ours: stateOf(5, ['a']), known: [versionOf(5, ['a', 'b'])], lost: ['b']},
  {
    name: 'an earlier version, of which a run removed a record',
    ours: stateOf(5, ['a'], {removed: [lineOf('b', 5)]}),
    known: [versionOf(4, ['a', 'b'])],
    lost: [],
  },
  {
    name: 'an earlier version of a build that was run from its source',
    ours: stateOf(5, ['a'], {tool: '0.0.0-source+removals'}),
    known: [versionOf(4, ['a', 'b'], {tool: '0.0.0-source+removals'})],
    lost: ['b'],
  },
  {
    name: 'a record that went by a restored backup',
    ours: stateOf(5, ['a'], {removed: [lineOf('b', 5, 'state restore')]}),
    known: [versionOf(4, ['a', 'b'])],
    lost: ['b'],
  },
  {
    name: 'a record that a still later version removed',
    ours: stateOf(5, ['a']),
    known: [versionOf(6, ['a', 'b']), versionOf(7, ['a'], {removed: [lineOf('b', 7)]})],
    lost: [],
  },
  {
    name: 'an earlier version of a build without lines',
    ours: stateOf(5, ['a']),
    known: [versionOf(4, ['a', 'b'], {tool: '0.1.0'})],
    lost: [],
  },
  {name: 'a state of a build without lines', ours: stateOf(5, ['a'], {tool: '0.1.0'}), known: [versionOf(4, ['a', 'b'])], lost: []},
  {
    name: 'a later version of a build without lines',
    ours: stateOf(5, ['a']),
    known: [versionOf(6, ['a', 'b'], {tool: '0.1.0'})],
    lost: ['b'],
  },
  {name: 'a version of another lineage', ours: stateOf(5, ['a']), known: [versionOf(6, ['a', 'b'], {lineage: 'two'})], lost: []},
])('$name', ({ours, known, lost}) => {
  expect((judgeVersions(ours, {versions: known, leftOut: []})?.lost ?? []).map(({key}) => key)).toEqual(lost);
});

test('a record that a later version removed is named as no longer watched', () => {
  const found = judgeVersions(stateOf(5, ['a', 'b']), {versions: [versionOf(6, ['a'], {removed: [lineOf('b', 6)]})], leftOut: []});
  expect(found).toMatchObject({later: {serial: 6}, lost: [], removedLater: [{key: 'b', id: 'id-b', by: 'apply'}]});
});

test('so is one that a version between them still records', () => {
  const versions = [versionOf(7, ['a'], {removed: [lineOf('b', 7)]}), versionOf(6, ['a', 'b'])];
  expect(judgeVersions(stateOf(5, ['a', 'b']), {versions, leftOut: []})).toMatchObject({removedLater: [{id: 'id-b'}]});
  const restored = [versionOf(8, ['a', 'b']), ...versions];
  expect(judgeVersions(stateOf(5, ['a', 'b']), {versions: restored, leftOut: []})).toBeNull();
});

describe('a removal that only a line of the state tells of', () => {
  const ours = stateOf(6, ['a'], {removed: [lineOf('b', 6)]});
  const known = [versionOf(5, ['a', 'b'])];
  const everySpec = {hasSpec: () => true, letGoHere: new Set<string>()};

  test.each([
    {name: 'is doubted while its spec stands', state: ours, witness: everySpec, doubted: ['b']},
    {name: 'counts where no spec has the key', state: ours, witness: {...everySpec, hasSpec: () => false}, doubted: []},
    {name: 'counts where a run on this machine did it', state: ours, witness: {...everySpec, letGoHere: new Set(['id-b'])}, doubted: []},
    {name: 'counts where nobody is asked', state: ours, witness: undefined, doubted: []},
    {
      name: 'is doubted where only a later version has the line',
      state: stateOf(4, ['a']),
      witness: everySpec,
      doubted: ['b'],
      known: [...known, versionOf(6, ['a'], {removed: [lineOf('b', 6)]})],
    },
    {
      name: 'is answered by a new record of the key',
      state: {...ours, monitors: new Map([...ours.monitors, ['b', {id: 'id-new', bodyHash: 'same'} as RecordedMonitor]])},
      witness: everySpec,
      doubted: [],
    },
  ])('$name', ({state, witness, doubted, known: versions = known}) => {
    expect((judgeVersions(state, {versions, leftOut: []}, witness)?.doubted ?? []).map(({key}) => key)).toEqual(doubted);
  });
});
