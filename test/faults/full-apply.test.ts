import {tell} from '../world/apply-world';
import {expectSettled, FullWorld, type FullWorldStart, specOf} from '../world/full-world';

const worlds: FullWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** A world in which these specs are applied already. */
async function applied(specs: Readonly<Record<string, string>>, start: FullWorldStart = {}): Promise<FullWorld> {
  const world = await FullWorld.start(start);
  worlds.push(world);
  world.write(specs);
  if (Object.keys(specs).length > 0) await world.apply();
  return world;
}

const webhook = (extra = '') => `webhook:\n  url: https://hooks.example.com/x\n${extra}`;

describe('replace', () => {
  test('the new one is there before the old one goes', async () => {
    const world = await applied({a: specOf('a', webhook())});
    const {id} = world.live('a');
    world.write({a: specOf('a')});
    const {outcome, sent} = await world.apply();
    expect(tell(outcome)).toBe('a replaced');
    expect(sent.filter(kind => kind !== 'GET list')).toEqual(['GET one', 'POST', 'DELETE']);
    expect(world.live('a').id).not.toBe(id);
    expect((await world.recorded()).get('a')).not.toHaveProperty('leftovers');
    await expectSettled(world);
  });

  test('an old one that can not be deleted is left to the next run, by name', async () => {
    const world = await applied({a: specOf('a', webhook())});
    const {id} = world.live('a');
    world.write({a: specOf('a')});
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'answer', status: 500}]});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a replaced');
    expect(outcome.findings).toMatchObject([{code: 'apply/unfinished-change', message: expect.stringContaining(id)}]);
    expect((await world.recorded()).get('a')?.leftovers).toEqual([id]);
    world.emulator.setFaults({});
    const next = await world.apply();
    expect(tell(next.outcome)).toBe('a deleted');
    expect(world.names()).toEqual(['a']);
    await expectSettled(world);
  });

  test('target ids that the spec gives go on to the new one, whose doubles the old ones are not', async () => {
    const id = '0198f0c2-7c1d-4e3a-9a53-5d2f6f0e8b11';
    const own = (extra: string) =>
      `name: a\nschedule: {text: hourly}\ntargets:\n  - {type: scrape, id: ${id}, urls: [https://a.example/]}\n${extra}`;
    const world = await applied({a: own(webhook())});
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'answer', status: 500}]});
    world.write({a: own('')});
    await world.apply();
    world.write({a: own(webhook())});
    await world.apply();
    world.write({a: own('')});
    await world.apply();
    world.emulator.setFaults({});
    await world.apply();
    expect(world.emulator.monitors()).toMatchObject([{targets: [{id}], webhook: null}]);
    await expectSettled(world);
  });

  test('one that a run whose state was lost made already is taken, and the old one goes', async () => {
    const world = await applied({a: specOf('a', webhook())});
    const before = await world.store.read();
    world.write({a: specOf('a')});
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, do: 'answer', status: 500}]});
    await world.apply();
    const made = world.emulator.monitors().at(-1)?.id;
    world.emulator.setFaults({});
    const {openMemoryStore} = await import('../world/memory-store');
    world.useStore(openMemoryStore(before.kind === 'present' ? {stored: before.stored} : {}));
    expect(tell((await world.apply()).outcome)).toBe('a replaced');
    expect(world.live('a').id).toBe(made);
    await expectSettled(world);
  });
});

describe('delete', () => {
  test('what left the repository goes, after everything else', async () => {
    const world = await applied({a: specOf('a'), b: specOf('b')});
    world.write({b: specOf('b', 'retentionDays: 7\n'), c: specOf('c'), d: specOf('d')});
    const {outcome, sent} = await world.apply();
    expect(tell(outcome)).toBe('a deleted, b updated, c created, d created');
    expect(sent.slice(-2)).toEqual(['GET one', 'DELETE']);
    expect(world.names()).toEqual(['b', 'c', 'd']);
    await expectSettled(world);
  });

  test('nothing is deleted once a run has stopped', async () => {
    const world = await applied({a: specOf('a')});
    world.write({b: specOf('b')});
    world.emulator.setFaults({faults: [{when: {operation: 'create'}, do: 'answer', status: 402}]});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a not-attempted, b failed');
    expect(world.names()).toEqual(['a']);
  });

  test('K9: one that is gone already is done', async () => {
    const world = await applied({a: specOf('a'), b: specOf('b')});
    world.write({b: specOf('b')});
    const {id} = world.live('a');
    const {outcome} = await world.apply({beforeSending: () => world.emulator.dashboard.delete(id)});
    expect(tell(outcome)).toBe('a deleted');
    expect([...(await world.recorded()).keys()]).toEqual(['b']);
    await expectSettled(world);
  });

  test('one that somebody changed meanwhile stays, and the run says so', async () => {
    const world = await applied({a: specOf('a'), b: specOf('b')});
    world.write({b: specOf('b')});
    const {id} = world.live('a');
    const {outcome} = await world.apply({beforeSending: () => world.emulator.dashboard.edit(id, {name: 'precious'})});
    expect(tell(outcome)).toBe('a failed');
    expect(world.names()).toEqual(['b', 'precious']);
  });

  test.each(['done', 'none'] as const)('a lost answer (work %s) is asked for again; a 404 then means done', async work => {
    const world = await applied({a: specOf('a'), b: specOf('b')});
    world.write({b: specOf('b')});
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, times: 1, do: 'drop', work}]});
    expect(tell((await world.apply()).outcome)).toBe('a deleted');
    expect(world.names()).toEqual(['b']);
    await expectSettled(world);
  });
});

describe('create', () => {
  test('a spec that is paused is made, then paused; a crash or refusal in between is put right by the next run', async () => {
    const world = await applied({});
    world.write({a: specOf('a', 'sync: {paused: true}\n')});
    expect((await world.apply()).outcome.results).toMatchObject([{outcome: 'created', isPaused: true, nextRunAt: null}]);
    expect(world.live('a').status).toBe('paused');
    await expectSettled(world);
    world.write({a: specOf('a', 'sync: {paused: true}\n'), b: specOf('b', 'sync: {paused: true}\n')});
    world.emulator.setFaults({faults: [{when: {operation: 'update'}, do: 'answer', status: 409}]});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('b created');
    expect(outcome.findings).toMatchObject([{code: 'apply/unfinished-change', message: expect.stringContaining('not paused yet')}]);
    world.emulator.setFaults({});
    expect(tell((await world.apply()).outcome)).toBe('b updated');
    expect(world.live('b').status).toBe('paused');
    await expectSettled(world);
  });

  test('C16, K5: a second checkout without the state adopts what the first one made: no POST, same ids', async () => {
    const specs = {a: specOf('a'), b: specOf('b', webhook('  headers: {X-Key: literal}\n'))};
    const world = await applied(specs);
    const ids = world.emulator.monitors().map(({id}) => id);
    world.loseState();
    const {outcome, sent} = await world.apply();
    expect(tell(outcome)).toBe('a adopted, b adopted');
    expect(new Set(sent)).toEqual(new Set(['GET list']));
    expect(world.emulator.monitors().map(({id}) => id)).toEqual(ids);
    expect(outcome.findings).toEqual([]);
    await expectSettled(world);
  });

  test('C16: one that is there and differs is adopted as it is, and said; the next run makes it so', async () => {
    const world = await applied({a: specOf('a', 'retentionDays: 7\n')});
    world.loseState();
    world.write({a: specOf('a', 'retentionDays: 9\n')});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a adopted');
    expect(outcome.findings).toMatchObject([{code: 'apply/unfinished-change'}]);
    expect((await world.plan({refresh: false})).changes).toMatchObject([{action: 'update'}]);
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a').retentionDays).toBe(9);
    await expectSettled(world);
  });

  test('an explicit target id that moves from one spec to another is nobody else’s', async () => {
    const id = '0198f0c2-7c1d-4e3a-9a53-5d2f6f0e8b11';
    const target = (key: string) => `  - {type: scrape, urls: [https://${key}.example/]}\n`;
    const shared = `  - {type: scrape, id: ${id}, urls: [https://shared.example/]}\n`;
    const head = (key: string) => `name: ${key}\nschedule: {text: hourly}\ntargets:\n`;
    const world = await applied({a: `${head('a')}${target('a')}${shared}`});
    world.write({a: `${head('a')}${target('a')}`, b: `${head('b')}${shared}`});
    expect(tell((await world.apply()).outcome)).toBe('a updated, b created');
    await expectSettled(world);
  });

  test('one that was deleted by hand is made again with the target ids that it had', async () => {
    const world = await applied({a: specOf('a')});
    const {id, targets} = world.live('a');
    world.clock.advance(600_000);
    world.emulator.dashboard.delete(id);
    const {outcome, sent} = await world.apply({refresh: true});
    expect(tell(outcome)).toBe('a created');
    expect(sent).toEqual(['GET list', 'GET one', 'GET list', 'POST']);
    expect(world.live('a').targets).toEqual(targets);
    await expectSettled(world);
  });

  test('N26: one that only the list does not show is not made again', async () => {
    const world = await applied({a: specOf('a')});
    const {id} = world.live('a');
    world.clock.advance(100_000);
    world.emulator.setFaults({faults: [{when: {operation: 'list'}, times: 1, do: 'answer', status: 200, body: {success: true, data: []}}]});
    const {outcome, plan} = await world.apply({refresh: true});
    expect(plan.changes).toMatchObject([{action: 'create', gone: id}]);
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.results[0]?.error?.message).toBe(
      `plan is stale for a: the monitor ${id} is still there; run "monitors plan --refresh" to see it, then "monitors apply --refresh"`,
    );
    expect(world.names()).toEqual(['a']);
    await expectSettled(world);
  });

  test('N26: one that neither list nor read show yet is waited for, as long as it is young', async () => {
    const world = await applied({a: specOf('a')}, {faults: {answers: {replicaLagMs: 30_000}}});
    const {plan} = await world.apply({refresh: true});
    expect(plan.changes).toEqual([]);
    expect(world.names()).toEqual(['a']);
    await expectSettled(world);
  });
});

describe('adopt', () => {
  test('what has exactly the target ids of a spec is taken over, and changed where it differs', async () => {
    const world = await applied({a: specOf('a', 'retentionDays: 7\n'), b: specOf('b')});
    const before = world.live('a');
    world.loseState();
    world.write({a: specOf('a', 'retentionDays: 9\nsync: {paused: true}\n'), b: specOf('b')});
    const {outcome, sent, plan} = await world.apply({refresh: true});
    expect(plan.summary).toMatchObject({adopt: 2});
    expect(tell(outcome)).toBe('a adopted, b adopted');
    expect(sent.filter(kind => kind !== 'GET list').sort()).toEqual(['GET one', 'GET one', 'PATCH']);
    expect(world.live('a')).toMatchObject({id: before.id, histories: before.histories, retentionDays: 9, status: 'paused'});
    await expectSettled(world);
  });

  test('where the change of an adopted one fails, the next plan shows it without asking the service', async () => {
    const world = await applied({a: specOf('a', 'retentionDays: 7\n')});
    world.loseState();
    world.write({a: specOf('a', 'retentionDays: 9\n')});
    world.emulator.setFaults({faults: [{when: {operation: 'update'}, do: 'answer', status: 409}]});
    const {outcome} = await world.apply({refresh: true});
    expect(tell(outcome)).toBe('a adopted');
    expect(outcome.findings).toMatchObject([{code: 'apply/unfinished-change'}]);
    world.emulator.setFaults({});
    expect((await world.plan({refresh: false})).changes).toMatchObject([{action: 'update'}]);
    await world.apply();
    await expectSettled(world);
  });

  test('one that was changed between plan and apply is refused by name', async () => {
    const world = await applied({a: specOf('a')});
    world.loseState();
    const {id} = world.live('a');
    const {outcome} = await world.apply({refresh: true, beforeSending: () => world.emulator.dashboard.edit(id, {retentionDays: 3})});
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.results[0]?.error?.message).toMatch(/^plan is stale for a/);
  });
});
