import type {MonitorService} from '../../src/core/api/port';
import type {JsonObject} from '../../src/core/json/value';
import type {FaultScript} from '../../src/emulator/faults/script';
import {exitCodeOf} from '../../src/features/apply/apply';
import {ServiceReader} from '../../src/project/service-reader';
import {explainChange} from '../../src/rendering/held-changes';
import {tell} from '../world/apply-world';
import {FullWorld, type FullWorldStart, specOf} from '../world/full-world';

const worlds: FullWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** A world with these specs, one page each, of which nothing is applied yet. */
async function wanting(names: readonly string[], faults: FaultScript = {}, start: FullWorldStart = {}): Promise<FullWorld> {
  const world = await FullWorld.start({...start, faults});
  worlds.push(world);
  world.write(Object.fromEntries(names.map(name => [name, specOf(name)])));
  return world;
}

const posts = (world: FullWorld, name?: string) =>
  world.emulator
    .requests()
    .filter(({method, body}) => method === 'POST' && (name === undefined || (JSON.parse(body) as {name: string}).name === name));

async function expectSettled(world: FullWorld): Promise<void> {
  expect((await world.plan()).changes).toEqual([]);
}

/** Loses the answer to the create of this name, over and over. */
const lost = (name: string, work: 'done' | 'none'): FaultScript => ({faults: [{when: {operation: 'create', name}, do: 'drop', work}]});

describe('a create whose answer is lost is looked up before it is sent again', () => {
  test('N1: carried out, then a reset: one POST, adopted, recorded', async () => {
    const world = await wanting(['a', 'b', 'c'], lost('b', 'done'));
    const {outcome, events} = await world.apply();
    expect(tell(outcome)).toBe('a created, b created, c created');
    expect(outcome.results[1]).toMatchObject({recovered: true, attempts: 1});
    expect(outcome.results[1]).not.toHaveProperty('mayExistTwice');
    expect(posts(world, 'b')).toHaveLength(1);
    expect((await world.recorded()).get('b')?.id).toBe(world.live('b').id);
    expect(events.filter(({type}) => type === 'looking')).toMatchObject([{key: 'b'}]);
    await expectSettled(world);
  });

  test('N2: carried out twenty seconds after the timeout: no second POST before that, adopted', async () => {
    const world = await wanting(['a'], lost('a', 'none'));
    let late: JsonObject | undefined;
    const wrapService = (service: MonitorService): MonitorService => ({
      ...service,
      createMonitor: (body, signal) => {
        late = body;
        return service.createMonitor(body, signal);
      },
      listMonitors: (page, signal) => {
        if (late !== undefined && world.clock.monotonic() >= 20_000) {
          world.emulator.dashboard.create(late);
          late = undefined;
        }
        return service.listMonitors(page, signal);
      },
    });
    const {outcome} = await world.apply({wrapService});
    expect(outcome.results).toMatchObject([{outcome: 'created', recovered: true}]);
    expect(posts(world)).toHaveLength(1);
    expect(world.clock.monotonic()).toBeLessThan(41_000);
    await expectSettled(world);
  });

  test.each([500, 502, 503, 504])('N3: %i after it was carried out: found, one POST', async status => {
    const world = await wanting(['a'], {faults: [{when: {operation: 'create'}, do: 'answer', status, work: 'done'}]});
    const {outcome} = await world.apply();
    expect(outcome.results).toMatchObject([{outcome: 'created', recovered: true}]);
    expect(posts(world)).toHaveLength(1);
  });

  test('N4: 500 twice and nothing carried out: three POSTs with the same bytes, one monitor', async () => {
    const world = await wanting(['a'], {faults: [{when: {operation: 'create'}, times: 2, do: 'answer', status: 500}]});
    const {outcome} = await world.apply();
    expect(outcome.results).toMatchObject([{outcome: 'created', attempts: 3}]);
    expect(outcome.results[0]).not.toHaveProperty('mayExistTwice');
    expect(outcome.findings).toEqual([]);
    expect(new Set(posts(world).map(({body}) => body)).size).toBe(1);
    expect(world.names()).toEqual(['a']);
    // Each POST had its whole time to appear before the next one.
    expect(world.clock.monotonic()).toBeGreaterThanOrEqual(180_000);
  });

  test('N5: a service that only creates: what it calls retryable is sent again without looking, and said', async () => {
    const world = await wanting(
      ['a'],
      {faults: [{when: {operation: 'create'}, times: 4, do: 'answer', status: 503}]},
      {operations: 'create'},
    );
    const {outcome} = await world.apply();
    expect(outcome.results).toMatchObject([{outcome: 'created', attempts: 5, mayExistTwice: true}]);
    expect(outcome.onAmbiguous).toBe('retry');
    expect(outcome.findings.map(({code}) => code)).toEqual(['apply/no-list', 'apply/maybe-duplicate']);
  });

  test('N26: a list that lags ten seconds: adopted, not repeated', async () => {
    const world = await wanting(['a'], {...lost('a', 'done'), answers: {replicaLagMs: 10_000}});
    const {outcome} = await world.apply();
    expect(outcome.results).toMatchObject([{outcome: 'created', recovered: true}]);
    expect(posts(world)).toHaveLength(1);
    expect(world.clock.monotonic()).toBeGreaterThanOrEqual(10_000);
  });

  test('N27: a list that fails for a while is asked again; one that fails to the end leaves the create unknown, unsent', async () => {
    const create = {when: {operation: 'create'}, do: 'drop', work: 'done'} as const;
    const failing = {when: {operation: 'list'}, skip: 1, do: 'answer', status: 503} as const;
    const passing = await wanting(['a'], {faults: [create, {...failing, times: 7}]});
    expect(tell((await passing.apply()).outcome)).toBe('a created');
    expect(posts(passing)).toHaveLength(1);
    const world = await wanting(['a'], {faults: [create, failing]});
    expect(tell((await world.apply()).outcome)).toBe('a unknown');
    expect(posts(world)).toHaveLength(1);
    world.emulator.setFaults({});
    const {sent, outcome} = await world.apply();
    expect(new Set(sent)).toEqual(new Set(['GET list']));
    expect(outcome.results).toEqual([]);
    await expectSettled(world);
  });

  test('N28: two monitors with our target ids: the older one is adopted, both are named, none is deleted', async () => {
    const world = await wanting(['a'], lost('a', 'done'));
    const wrapService = (service: MonitorService): MonitorService => ({
      ...service,
      createMonitor: async (body, signal) => {
        const outcome = await service.createMonitor(body, signal);
        world.clock.advance(1000);
        world.emulator.dashboard.create(body);
        return outcome;
      },
    });
    const {outcome} = await world.apply({wrapService});
    const [older, younger] = world.emulator.monitors();
    expect(outcome.results).toMatchObject([{outcome: 'created', id: older?.id, recovered: true}]);
    expect(outcome.findings).toMatchObject([{code: 'apply/duplicates', severity: 'error'}]);
    for (const id of [older?.id, younger?.id]) expect(outcome.findings[0]?.message).toContain(id);
    expect(world.emulator.deleted()).toEqual([]);
    const noSignal = new AbortController().signal;
    expect(exitCodeOf(outcome, await world.plan({refresh: false}), noSignal)).toBe(1);
    expect(exitCodeOf({...outcome, findings: []}, await world.plan(), noSignal)).toBe(1);
    expect(exitCodeOf({...outcome, findings: []}, await world.plan({refresh: false}), noSignal)).toBe(0);
  });

  test('N29: a foreign monitor with one of our ids: that key is refused, the others go on', async () => {
    const id = '0198f0c2-7c1d-4e3a-9a53-5d2f6f0e8b11';
    const world = await wanting(['a']);
    world.emulator.dashboard.create({
      name: 'foreign',
      schedule: {text: 'hourly'},
      targets: [
        {type: 'scrape', id, urls: ['https://x.example/']},
        {type: 'scrape', urls: ['https://y.example/']},
      ],
    });
    world.write({
      a: specOf('a'),
      b: `name: b\nschedule: {text: hourly}\ntargets:\n  - {type: scrape, id: ${id}, urls: [https://x.example/]}\n`,
    });
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a created, b failed');
    expect(outcome.findings).toMatchObject([{code: 'apply/target-conflict'}]);
    expect(world.names()).toEqual(['a', 'foreign']);
  });

  test('N30: a service that does not keep our ids: warned, and nothing is sent twice', async () => {
    const world = await wanting(['a', 'b'], {
      faults: [
        {when: {operation: 'create', name: 'a'}, do: 'alter', targetIds: 'changed'},
        {when: {operation: 'create', name: 'b'}, do: 'answer', status: 503},
      ],
    });
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a created, b unknown');
    expect(outcome.onAmbiguous).toBe('stop');
    expect(posts(world, 'b')).toHaveLength(1);
  });

  test('one list serves all that wait', async () => {
    const names = Array.from({length: 12}, (_, index) => `m${index}`);
    const world = await wanting(names, {faults: [{when: {operation: 'create'}, skip: 4, do: 'drop', work: 'done'}]});
    const {outcome, sent} = await world.apply({concurrency: 8});
    expect(outcome.results.every(result => result.outcome === 'created')).toBe(true);
    expect(posts(world)).toHaveLength(12);
    // A look is two pages: what there is, and that nothing comes after it.
    expect(sent.filter(kind => kind === 'GET list').length).toBeLessThan(2 * 8);
  });

  test('P11, C19: interrupted while looking: unknown, nothing sent again, and the next run finds it', async () => {
    const world = await wanting(['a', 'b'], lost('a', 'none'));
    const stopping = new AbortController();
    const {outcome} = await world.apply({
      interruption: stopping.signal,
      onEvent: event => event.type === 'looking' && stopping.abort({signal: 'SIGINT', exitCode: 130}),
    });
    expect(tell(outcome)).toMatch(/^a unknown, b (created|not-attempted)$/);
    expect(outcome.stop).toEqual({kind: 'interrupted', exitCode: 130});
    expect(posts(world, 'a')).toHaveLength(1);
    world.emulator.setFaults({});
    await world.apply();
    expect(world.names()).toEqual(['a', 'b']);
    await expectSettled(world);
  });

  test('N27: a first look that fails stops the run before anything is sent', async () => {
    const world = await wanting(['a', 'b'], {faults: [{when: {operation: 'list'}, do: 'answer', status: 500}]});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a not-attempted, b not-attempted');
    expect(outcome.stop).toMatchObject({kind: 'unlisted'});
    expect(posts(world)).toEqual([]);
  });
});

describe('a run that ended in doubt is settled by the next one, before anything is planned', () => {
  /** A first run that lost the answer to `a`, and everything that could have told it what came of it. */
  async function inDoubt(work: 'done' | 'none', edit: (world: FullWorld) => void = () => {}): Promise<FullWorld> {
    const world = await wanting(['a', 'b'], {
      faults: [
        {when: {operation: 'create', name: 'a'}, do: 'drop', work},
        {when: {operation: 'list'}, skip: 2, do: 'answer', status: 500},
      ],
    });
    expect(tell((await world.apply()).outcome)).toBe('a unknown, b created');
    world.emulator.setFaults({});
    edit(world);
    return world;
  }

  test('C10, C11, C12: carried out: adopted, no POST', async () => {
    const world = await inDoubt('done');
    const before = posts(world).length;
    await world.apply();
    expect(posts(world)).toHaveLength(before);
    expect((await world.recorded()).get('a')?.id).toBe(world.live('a').id);
    await expectSettled(world);
  });

  test('C7, C8, C9, C18: not carried out: created once, after the settling time', async () => {
    const world = await inDoubt('none');
    expect(tell((await world.apply()).outcome)).toBe('a created');
    expect(world.names()).toEqual(['a', 'b']);
    await expectSettled(world);
  });

  test('C20: a run that dies after the look finds the same once more', async () => {
    const world = await inDoubt('done');
    const read = await world.store.read();
    await world.apply();
    const {openMemoryStore} = await import('../world/memory-store');
    if (read.kind !== 'present') throw new Error('no state');
    const again = openMemoryStore({stored: read.stored});
    const locked = await again.lock();
    await locked.rewriteJournal(read.stored.version, read.journal.creates);
    await locked.release();
    world.useStore(again);
    await world.apply();
    expect(world.names()).toEqual(['a', 'b']);
    await expectSettled(world);
  });

  test('C24: a clock that went back: the whole settling time is waited for', async () => {
    const world = await inDoubt('none', ({clock}) => clock.advance(-3_600_000));
    const from = world.clock.monotonic();
    expect(tell((await world.apply()).outcome)).toBe('a created');
    expect(world.clock.monotonic() - from).toBeGreaterThanOrEqual(90_000);
  });

  test('C25: the spec was edited meanwhile: adopted by the ids that were sent, then updated', async () => {
    const world = await inDoubt('done', w => w.write({a: specOf('a', 'retentionDays: 7\n'), b: specOf('b')}));
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a').retentionDays).toBe(7);
    await expectSettled(world);
  });

  test('C26: the spec is gone: found, it is deleted; absent, it is forgotten', async () => {
    const found = await inDoubt('done', world => world.write({b: specOf('b')}));
    expect(tell((await found.apply()).outcome)).toBe('a deleted');
    expect(found.names()).toEqual(['b']);
    await expectSettled(found);
    const absent = await inDoubt('none', world => world.write({b: specOf('b')}));
    expect((await absent.apply()).plan.changes).toEqual([]);
    expect(absent.names()).toEqual(['b']);
  });

  test('C27: the key was renamed: the old one is settled first, then moves', async () => {
    const renamed = `${specOf('a')}sync: {renamedFrom: a}\n`;
    const world = await inDoubt('done', w => w.write({c: renamed, b: specOf('b')}));
    const {id} = world.live('a');
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('c renamed');
    expect((await world.recorded()).get('c')?.id).toBe(id);
    expect(posts(world, 'a')).toHaveLength(1);
  });

  test('C28: another address: left as it is, by name', async () => {
    const world = await inDoubt('done');
    const {lookUpCreates} = await import('../../src/project/lookup');
    const locked = await world.store.lock();
    const read = await locked.read();
    if (read.kind !== 'present') throw new Error('no state');
    const service = {origin: 'https://elsewhere.example'} as MonitorService;
    const {lookedUp} = await lookUpCreates(locked, read.stored, read.journal.creates, {
      reader: new ServiceReader(service, world.project()),
      environment: 'default',
      lookupMs: 90_000,
      runId: 'run-2',
      elsewhere: new Set(),
      onEvent: () => {},
    });
    await locked.release();
    expect(lookedUp).toMatchObject([{verdict: {kind: 'left', why: expect.stringContaining('https://elsewhere.example')}}]);
  });

  test('C21, C22: interrupted while settling: nothing is planned as if it were settled', async () => {
    const world = await inDoubt('none');
    const stopping = new AbortController();
    const {outcome, plan} = await world.apply({
      interruption: stopping.signal,
      onEvent: event => event.type === 'looking' && stopping.abort({signal: 'SIGINT', exitCode: 130}),
    });
    const [held] = plan.changes;
    if (held?.action !== 'unresolved') throw new Error('the create is not unresolved');
    const {message, waysOut} = explainChange(held, 'default');
    expect(message).toContain('the next apply looks for a monitor with the target id');
    expect(waysOut[0]).toContain('monitors resolve a --probe');
    expect(outcome.results).toEqual([]);
    expect(posts(world, 'a')).toHaveLength(1);
  });
});
