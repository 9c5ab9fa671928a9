import {wholeOf} from '../../src/core/state/state';
import type {Fault} from '../../src/emulator/faults/script';
import {FullWorld, specOf} from '../world/full-world';

/** Lists and reads come from a replica that lags behind: what it does not show yet is not gone. */
let world: FullWorld;
afterEach(() => world.close());

const LAG_MS = 60_000;

async function startLagging(specs: Readonly<Record<string, string>>): Promise<void> {
  world = await FullWorld.start({env: {TOKEN: 'secret-value'}});
  world.emulator.setFaults({answers: {replicaLagMs: LAG_MS}});
  world.write(specs);
  await world.apply();
}

const slept = () => world.clock.slept.reduce((sum, ms) => sum + ms, 0);

test('N26: a refreshed plan right after an apply waits until the list shows what was created', async () => {
  await startLagging({a: specOf('a'), b: specOf('b')});
  const before = slept();
  const plan = await world.plan();
  expect(plan.changes).toEqual([]);
  expect(slept() - before).toBeGreaterThanOrEqual(LAG_MS);
  expect(slept() - before).toBeLessThanOrEqual(90_000);
});

test('a refreshed apply makes nothing a second time', async () => {
  await startLagging({a: specOf('a')});
  const {plan} = await world.apply({refresh: true});
  expect(plan.changes).toEqual([]);
  expect(world.names()).toEqual(['a']);
});

test('ten monitors that the list does not show yet are no sign of a key of another team', async () => {
  const names = Array.from({length: 12}, (_, index) => `m${index}`);
  await startLagging(Object.fromEntries(names.map(name => [name, specOf(name)])));
  expect((await world.plan()).changes).toEqual([]);
});

test('what somebody deleted counts as deleted once the list had its time, and at once where it is older', async () => {
  await startLagging({a: specOf('a')});
  world.emulator.dashboard.delete(world.live('a').id);
  const before = slept();
  expect((await world.plan()).changes).toMatchObject([{action: 'create', gone: expect.any(String)}]);
  expect(slept() - before).toBeGreaterThanOrEqual(LAG_MS);
  const later = slept();
  expect((await world.plan()).changes).toMatchObject([{action: 'create'}]);
  expect(slept()).toBe(later);
});

test('a monitor of unknown age counts as a young one', async () => {
  await startLagging({a: specOf('a')});
  const {store} = world;
  const read = await store.read();
  if (read.kind !== 'present') throw new Error('no state');
  const locked = await store.lock();
  const state = wholeOf(read.stored.state);
  const monitors = new Map([...state.monitors].map(([key, record]) => [key, {...record, createdAt: ''}]));
  await locked.write({...state, monitors}, read.stored.version);
  await locked.release();
  expect((await world.plan()).changes).toEqual([]);
  await world.apply({refresh: true});
  expect(world.names()).toEqual(['a']);
});

test('N26: an edit that is taken back while reads still show the time before it is sent', async () => {
  await startLagging({a: specOf('a', 'retentionDays: 7\n')});
  world.clock.advance(600_000);
  world.write({a: specOf('a', 'retentionDays: 14\n')});
  await world.apply();
  world.write({a: specOf('a', 'retentionDays: 7\n')});
  const {outcome} = await world.apply();
  expect(outcome.results).toMatchObject([{key: 'a', outcome: 'updated'}]);
  expect(world.live('a').retentionDays).toBe(7);
});

describe('a webhook that reads do not show yet and the spec has no more', () => {
  const hook = 'webhook: {url: "https://hooks.example.com/a", headers: {A: "${env:TOKEN}"}}\n';

  /** `isInDoubt`: the update that set it was done, and its answers were lost. */
  async function removeUnseen(isInDoubt = false): Promise<void> {
    await startLagging({a: specOf('a')});
    world.clock.advance(600_000);
    world.write({a: specOf('a', hook)});
    const lost: Fault = {when: {operation: 'update'}, do: 'drop', work: 'done'};
    if (isInDoubt) world.emulator.setFaults({faults: [lost], answers: {replicaLagMs: LAG_MS}});
    const set = await world.apply({refresh: true});
    expect(set.outcome.results).toMatchObject([{outcome: isInDoubt ? 'unknown' : 'updated'}]);
    world.emulator.setFaults({answers: {replicaLagMs: LAG_MS}});
    world.write({a: specOf('a')});
    const {outcome, plan} = await world.apply({refresh: true});
    expect(plan.changes).toMatchObject([{action: 'update'}]);
    expect(outcome.results).toMatchObject([{key: 'a', outcome: 'failed', error: {code: 'update-ignored'}}]);
    expect(outcome.results[0]?.error?.message).toMatch(/did not change webhook;/);
    expect(world.live('a').webhook).not.toBeNull();
  }

  const cases = [false, true].flatMap(refresh => [false, true].map(isInDoubt => ({refresh, isInDoubt})));

  test.each(cases)(
    'is not called removed, and the next plan replaces: refresh $refresh, in doubt $isInDoubt',
    async ({refresh, isInDoubt}) => {
      await removeUnseen(isInDoubt);
      if (refresh) world.clock.advance(600_000);
      expect((await world.plan({refresh})).changes).toMatchObject([{action: 'replace', why: 'webhook-removed', drift: []}]);
      world.clock.advance(600_000);
      await world.apply({refresh});
      expect(world.live('a').webhook).toBeNull();
      expect((await world.plan()).changes).toEqual([]);
    },
  );

  test('stays when the spec has it again', async () => {
    await removeUnseen();
    world.clock.advance(600_000);
    world.write({a: specOf('a', hook)});
    await world.apply({refresh: true});
    expect(world.live('a').webhook).toMatchObject({url: 'https://hooks.example.com/a', headers: {A: 'secret-value'}});
    expect((await world.plan()).changes).toEqual([]);
  });
});

test('recover waits for what is left of the state names', async () => {
  await startLagging({a: specOf('a')});
  const ended = await world.recover('backup');
  expect(ended.findings).toMatchObject({recovered: [{key: 'a'}], missing: []});
  await world.apply();
  expect(world.names()).toEqual(['a']);
});
