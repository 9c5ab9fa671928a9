import type {Failure} from '../../../../src/core/api/port';
import {type Look, LostCreateLookup} from '../../../../src/core/apply/find-created';
import type {TargetOwner} from '../../../../src/core/plan/create-sight';
import {VirtualWorld} from '../../../world/virtual-world';

const failure: Failure = {kind: 'http', status: 503, message: 'the service answered 503'};
const lookupMs = 90_000;

function owner(id: string, targetIds: readonly string[], createdAt = '2026-01-01T00:00:00Z'): TargetOwner {
  return {id, targetIds, createdAt};
}

/** A list that shows each monitor from its moment on, and notes when it was looked at. */
function service(world: VirtualWorld, shown: readonly {from: number; monitor: TargetOwner}[], failsUntil = 0) {
  const looks: number[] = [];
  const look = async (): Promise<Look<TargetOwner>> => {
    const now = world.monotonic();
    looks.push(now);
    if (now < failsUntil) return {kind: 'failed', failure};
    return {kind: 'seen', monitors: shown.filter(({from}) => from <= now).map(({monitor}) => monitor)};
  };
  return {looks, look};
}

function lost(targetIds: readonly string[], sentAgoMs = 0, supersedes: readonly string[] = []) {
  return {targetIds, supersedes, sentAgoMs};
}

describe('N1, N2, N26: a lost create is looked up', () => {
  const cases: readonly {row: string; from: number; looks: readonly number[]; sentAgoMs?: number}[] = [
    {row: 'found at the first look', from: 0, looks: [2000]},
    {row: 'found when the list has caught up ten seconds later', from: 10_000, looks: [2000, 5000, 10_000]},
    {row: 'found although the service carried it out twenty seconds later', from: 20_000, looks: [2000, 5000, 10_000, 20_000]},
    {row: 'found at the last look', from: 80_000, looks: [2000, 5000, 10_000, 20_000, 40_000, 90_000]},
    {row: 'one of an earlier run is looked for at once', from: 0, looks: [0], sentAgoMs: 3_600_000},
  ];
  test.each(cases)('$row', async ({from, looks, sentAgoMs = 0}) => {
    const world = new VirtualWorld();
    const list = service(world, [{from, monitor: owner('m1', ['t1', 't2'])}]);
    const lookup = new LostCreateLookup(list.look, world, lookupMs, new AbortController().signal);
    expect(await lookup.find(lost(['t2', 't1'], sentAgoMs))).toEqual({kind: 'found', monitor: owner('m1', ['t1', 't2']), others: []});
    expect(list.looks).toEqual(looks);
  });

  test('absent only after the settling time', async () => {
    const world = new VirtualWorld();
    const list = service(world, [{from: 90_001, monitor: owner('m1', ['t1'])}]);
    const lookup = new LostCreateLookup(list.look, world, lookupMs, new AbortController().signal);
    expect(await lookup.find(lost(['t1']))).toEqual({kind: 'absent'});
    expect(list.looks.at(-1)).toBe(90_000);
  });
});

test('one look serves all that wait', async () => {
  const world = new VirtualWorld();
  const list = service(world, [{from: 0, monitor: owner('m1', ['t1'])}]);
  const lookup = new LostCreateLookup(list.look, world, lookupMs, new AbortController().signal);
  const results = await Promise.all([lookup.find(lost(['t1'])), lookup.find(lost(['t2'])), lookup.find(lost(['t3']))]);
  expect(results.map(({kind}) => kind)).toEqual(['found', 'absent', 'absent']);
  expect(list.looks).toEqual([2000, 5000, 10_000, 20_000, 40_000, 90_000]);
});

test('one that comes while others wait is looked for on its own schedule', async () => {
  const world = new VirtualWorld();
  const list = service(world, []);
  const lookup = new LostCreateLookup(list.look, world, lookupMs, new AbortController().signal);
  const first = lookup.find(lost(['t1']));
  await world.sleep(20_500);
  const second = lookup.find(lost(['t2']));
  expect(await Promise.all([first, second])).toEqual([{kind: 'absent'}, {kind: 'absent'}]);
  expect(list.looks).toEqual([2000, 5000, 10_000, 20_000, 22_500, 25_500, 30_500, 40_000, 40_500, 60_500, 90_000, 110_500]);
});

test('a list that fails says nothing before the settling time', async () => {
  const world = new VirtualWorld();
  const list = service(world, [{from: 0, monitor: owner('m1', ['t1'])}], 30_000);
  const lookup = new LostCreateLookup(list.look, world, lookupMs, new AbortController().signal);
  expect(await lookup.find(lost(['t1']))).toMatchObject({kind: 'found'});
  expect(list.looks.at(-1)).toBe(40_000);
});

test('N27: a list that fails to the end leaves the create unknown', async () => {
  const world = new VirtualWorld();
  const list = service(world, [], 1_000_000);
  const lookup = new LostCreateLookup(list.look, world, lookupMs, new AbortController().signal);
  expect(await lookup.find(lost(['t1']))).toEqual({kind: 'unsure', failure});
});

test('a service without a list is asked once', async () => {
  const world = new VirtualWorld();
  let looks = 0;
  const look = async (): Promise<Look<TargetOwner>> => {
    looks += 1;
    return {kind: 'not-offered', failure};
  };
  const lookup = new LostCreateLookup(look, world, lookupMs, new AbortController().signal);
  expect(await Promise.all([lookup.find(lost(['t1'])), lookup.find(lost(['t2']))])).toEqual([
    {kind: 'not-offered', failure},
    {kind: 'not-offered', failure},
  ]);
  expect(looks).toBe(1);
});

test('an interruption ends the waiting at once and proves nothing', async () => {
  const world = new VirtualWorld();
  const interruption = new AbortController();
  const lookup = new LostCreateLookup(service(world, []).look, world, lookupMs, interruption.signal);
  const found = lookup.find(lost(['t1']));
  await world.sleep(7000);
  interruption.abort();
  expect(await found).toEqual({kind: 'unsure'});
  expect(world.monotonic()).toBe(7000);
});
