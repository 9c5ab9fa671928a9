import type {FaultScript} from '../../src/emulator/faults/script';
import {tell} from '../world/apply-world';
import {FullWorld, specOf} from '../world/full-world';

const worlds: FullWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

describe('a service that lacks an operation is recognized at first use, and everything else goes on', () => {
  async function changing(faults: FaultScript): Promise<FullWorld> {
    const world = await FullWorld.start();
    worlds.push(world);
    world.write({a: specOf('a'), b: specOf('b'), c: specOf('c')});
    await world.apply();
    world.emulator.setFaults(faults);
    world.write({a: specOf('a', 'retentionDays: 7\n'), b: specOf('b', 'retentionDays: 7\n'), d: specOf('d')});
    return world;
  }

  const rows = [
    {operation: 'get', status: 405, ends: 'a failed, b failed, c failed, d created', says: 'reading a monitor', kind: 'GET one'},
    {operation: 'update', status: 501, ends: 'a failed, b failed, c deleted, d created', says: 'updating monitors', kind: 'PATCH'},
    {operation: 'update', status: 404, ends: 'a failed, b failed, c deleted, d created', says: 'updating monitors', kind: 'PATCH'},
    {operation: 'delete', status: 405, ends: 'a updated, b updated, c failed, d created', says: 'deleting monitors', kind: 'DELETE'},
  ] as const;
  test.each(rows)('$operation answered $status: $ends', async ({operation, status, ends, says, kind}) => {
    const world = await changing({faults: [{when: {operation}, do: 'answer', status, body: '<html>no</html>'}]});
    const {outcome, sent} = await world.apply({concurrency: 1});
    expect(tell(outcome)).toBe(ends);
    expect(outcome.stop).toBeUndefined();
    expect(outcome.findings).toMatchObject([
      {code: 'live/not-offered', message: `this service does not offer ${says} (it answered ${status})`},
    ]);
    expect(sent.filter(request => request === kind)).toHaveLength(1);
  });

  test.each([404, 405, 501])('a list answered %i: creates go on without looking', async status => {
    const world = await changing({faults: [{when: {operation: 'list'}, do: 'answer', status}]});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a updated, b updated, c deleted, d created');
    expect(outcome.findings).toMatchObject([{code: 'apply/no-list'}]);
  });

  test.each([401, 402, 403])('N12: %i in answer to an update: the rest is not attempted', async status => {
    const world = await changing({faults: [{when: {operation: 'update'}, do: 'answer', status}]});
    const {outcome} = await world.apply({concurrency: 1});
    expect(outcome.stop).toMatchObject({kind: 'refused-by-service', failure: {status}});
    expect(outcome.results.filter(result => result.outcome === 'failed')).toHaveLength(1);
    expect(world.names()).toContain('c');
  });

  test('N7: Retry-After in answer to an update: nobody sends before it is over, reads neither', async () => {
    const world = await FullWorld.start();
    worlds.push(world);
    const names = [...'abcdefgh'];
    world.write(Object.fromEntries(names.map(name => [name, specOf(name)])));
    await world.apply();
    // The place of the one that is refused a moment after the pause has begun goes to the next.
    world.emulator.setFaults({
      faults: [
        {when: {operation: 'update', name: 'd'}, times: 1, do: 'answer', status: 429, retryAfter: 30},
        {when: {operation: 'update', name: 'c'}, delayMs: 100, do: 'answer', status: 409},
      ],
    });
    world.write(Object.fromEntries(names.map(name => [name, specOf(name, 'retentionDays: 7\n')])));
    const from = world.emulator.requests().length;
    const {outcome} = await world.apply({concurrency: 4});
    expect(tell(outcome)).toBe(names.map(name => `${name} ${name === 'c' ? 'failed' : 'updated'}`).join(', '));
    const later = world.emulator.requests().slice(from);
    const refused = later.find(({status}) => status === 429);
    const nextRead = later.find(({method, path}) => method === 'GET' && path.endsWith(world.live('g').id));
    expect(nextRead?.number).toBeGreaterThan(refused?.number ?? Number.POSITIVE_INFINITY);
    expect((nextRead?.time ?? 0) - (refused?.time ?? 0)).toBeGreaterThanOrEqual(30_000);
  });

  test('N10: Retry-After of an hour in answer to a read ends the run', async () => {
    const world = await changing({faults: [{when: {operation: 'get'}, do: 'answer', status: 429, retryAfter: 3600}]});
    const {outcome} = await world.apply({concurrency: 1});
    expect(outcome.stop).toMatchObject({kind: 'rate-limited', waitMs: 3_600_000});
  });

  test('--on-error stop: one refusal ends the run, also that of a stale monitor', async () => {
    const world = await changing({});
    world.emulator.dashboard.edit(world.live('a').id, {retentionDays: 90});
    const {outcome} = await world.apply({concurrency: 1, onError: 'stop'});
    expect(outcome.stop).toMatchObject({kind: 'on-error-stop'});
    expect(outcome.results[0]).toMatchObject({key: 'a', outcome: 'failed'});
    expect(world.names()).toContain('c');
  });
});
