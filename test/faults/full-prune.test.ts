import type {StoredMonitor} from '../../src/emulator/emulator';
import {type PruneReport, pruneDuplicates} from '../../src/features/resolve/prune';
import {FullWorld, specOf} from '../world/full-world';

const worlds: FullWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** A world with `a` and `b` applied, and so many more monitors with the target ids of `a`. */
async function doubled(count: number): Promise<{world: FullWorld; kept: StoredMonitor; others: readonly string[]}> {
  const world = await FullWorld.start();
  worlds.push(world);
  world.write({a: specOf('a'), b: specOf('b')});
  await world.apply();
  const kept = world.live('a');
  const others = Array.from({length: count}, (_, index) => {
    const body = {name: `double ${index}`, schedule: {text: 'hourly'}, targets: kept.targets};
    return world.emulator.dashboard.create(body, {createdAt: kept.createdAt + 1000 * (index - 1)}).id;
  });
  return {world, kept, others};
}

function prune(
  world: FullWorld,
  keys: readonly string[],
  confirm: () => Promise<void> = async () => {},
  interruption = new AbortController().signal,
): Promise<PruneReport> {
  return pruneDuplicates(world.project({interruption}), keys, {elsewhere: new Set(), confirm});
}

describe('resolve --prune-duplicates', () => {
  test('N28: the recorded one stays, whoever is older; the others go, oldest first', async () => {
    const {world, kept, others} = await doubled(3);
    const report = await prune(world, ['a', 'b']);
    expect(report.duplicated).toMatchObject([{key: 'a', kept: kept.id, others: others.map(id => ({id}))}]);
    expect(report.deleted).toEqual(others);
    expect(world.emulator.monitors().map(({id}) => id)).toContain(kept.id);
    expect(world.names()).toEqual(['a', 'b']);
    expect((await world.plan()).changes).toEqual([]);
  });

  test('nothing is deleted where the answer is no', async () => {
    const {world} = await doubled(1);
    const refusal = prune(world, ['a'], async () => {
      throw new Error('no');
    });
    await expect(refusal).rejects.toThrow('no');
    expect(world.emulator.deleted()).toEqual([]);
  });

  test('nothing is deleted where the recorded one is gone: a double may be all that is left', async () => {
    const {world, kept, others} = await doubled(2);
    world.emulator.dashboard.delete(kept.id);
    const report = await prune(world, ['a']);
    expect(report).toMatchObject({duplicated: [], deleted: [], leftAlone: [{key: 'a', why: 'not-listed', ids: others}]});
    expect(world.emulator.deleted()).toHaveLength(1);
  });

  test('N29: nothing is deleted where another monitor has only some of the ids', async () => {
    const {world, kept, others} = await doubled(1);
    const mixed = world.emulator.dashboard.create({
      name: 'mixed',
      schedule: {text: 'hourly'},
      targets: [...kept.targets, {type: 'scrape', urls: ['https://more.example/']}],
    });
    const report = await prune(world, ['a']);
    expect(report).toMatchObject({duplicated: [], deleted: [], leftAlone: [{key: 'a', why: 'conflict', ids: [...others, mixed.id]}]});
    expect(world.emulator.deleted()).toEqual([]);
  });

  test('an answer that is lost is asked for again; what can not be deleted is named', async () => {
    const {world, others} = await doubled(2);
    world.emulator.setFaults({
      faults: [
        {when: {operation: 'delete', name: 'double 0'}, times: 1, do: 'drop', work: 'done'},
        {when: {operation: 'delete', name: 'double 1'}, do: 'answer', status: 409},
      ],
    });
    const report = await prune(world, ['a']);
    expect(report.deleted).toEqual([others[0]]);
    expect(report.failed).toMatchObject([{id: others[1], message: expect.stringContaining('409')}]);
  });

  test.each([401, 402, 403, 405, 501])('an answer of %d is about more than one monitor: no other delete is sent', async status => {
    const {world, others} = await doubled(3);
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'answer', status}]});
    const report = await prune(world, ['a']);
    expect(world.emulator.requests().filter(({method}) => method === 'DELETE')).toHaveLength(1);
    expect(report.deleted).toEqual([]);
    expect(report.failed.map(({id, mayBeDeleted}) => [id, mayBeDeleted])).toEqual(others.map(id => [id, false]));
    expect(report.failed[1]?.message).toBe('not attempted, because the delete before it failed');
  });

  test('a delete whose answer stays lost may be carried out, and is not called undone', async () => {
    const {world, others} = await doubled(2);
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'answer', status: 500, work: 'none'}]});
    const report = await prune(world, ['a']);
    expect(report.failed).toMatchObject([
      {id: others[0], mayBeDeleted: true},
      {id: others[1], mayBeDeleted: false},
    ]);
    world.emulator.setFaults({faults: []});
    expect((await prune(world, ['a'])).deleted).toEqual(others);
  });

  test('an interrupted delete may be carried out; the ones after it were not sent', async () => {
    const {world, others} = await doubled(2);
    const interruption = new AbortController();
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'hang', work: 'done'}]});
    const report = prune(world, ['a'], async () => {}, interruption.signal);
    while (world.emulator.deleted().length === 0) await new Promise(resolve => setImmediate(resolve));
    interruption.abort();
    expect((await report).failed).toMatchObject([
      {id: others[0], mayBeDeleted: true},
      {id: others[1], mayBeDeleted: false, message: 'the run was interrupted'},
    ]);
  });

  test('a 404 counts as gone only where reading agrees', async () => {
    const {world, others} = await doubled(2);
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'answer', status: 404}]});
    const report = await prune(world, ['a']);
    expect(report).toMatchObject({
      deleted: [],
      failed: [
        {id: others[0], mayBeDeleted: true},
        {id: others[1], mayBeDeleted: false},
      ],
    });
    world.emulator.setFaults({faults: []});
    const between = async () => world.emulator.dashboard.delete(others[0] as string);
    expect((await prune(world, ['a'], between)).deleted).toEqual(others);
  });
});
