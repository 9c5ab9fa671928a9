import type {Permit, Standing} from '../../../../src/core/apply/permit';
import {RateLimiter} from '../../../../src/core/apply/rate-limiter';
import {VirtualWorld} from '../../../world/virtual-world';

/** A limiter that has grown to its cap. */
async function openLimiter(cap: number): Promise<{limiter: RateLimiter; world: VirtualWorld; run: AbortController}> {
  const world = new VirtualWorld();
  const run = new AbortController();
  const limiter = new RateLimiter(cap, world, run.signal);
  for (let i = 0; i < 2 * cap; i++) (await startOne(limiter)).carriedOut();
  return {limiter, world, run};
}

async function startOne(limiter: RateLimiter): Promise<Permit> {
  const permit = (await limiter.acquire('new')) as Permit;
  await permit.start();
  return permit;
}

/** A limiter that has grown to its cap, and then was told to wait for a second. */
async function afterPause(
  cap: number,
  waiting: readonly Standing[],
): Promise<{entered: string[]; permits: Map<string, Permit>; world: VirtualWorld}> {
  const {limiter, world} = await openLimiter(cap);
  (await startOne(limiter)).throttled(1000);
  const entered: string[] = [];
  const permits = new Map<string, Permit>();
  waiting.forEach((standing, index) => {
    const name = `${standing} ${index}`;
    void limiter.acquire(standing).then(async permit => {
      if (permit === undefined || !(await permit.start())) return;
      entered.push(name);
      permits.set(name, permit);
    });
  });
  return {entered, permits, world};
}

/** Asks for permits until no more are given, and returns those that were. */
async function acquireAll(limiter: RateLimiter, count = 20): Promise<Permit[]> {
  const given: Permit[] = [];
  for (let i = 0; i < count; i++) void limiter.acquire('new').then(permit => permit !== undefined && given.push(permit));
  await quiet();
  return given;
}

async function quiet(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise(resolve => setImmediate(resolve));
}

test('N7: after a pause one goes first, and the others follow when it was accepted', async () => {
  const {entered, permits} = await afterPause(8, ['throttled', 'new', 'new', 'new', 'new', 'new']);
  await quiet();
  expect(entered).toEqual(['throttled 0']);
  permits.get('throttled 0')?.carriedOut();
  await quiet();
  // The pause halved the limit to four.
  expect(entered).toEqual(['throttled 0', 'new 1', 'new 2', 'new 3', 'new 4']);
});

test('no request starts before the pause is over', async () => {
  const {entered, world} = await afterPause(8, ['new']);
  expect(entered).toEqual([]);
  await quiet();
  expect(world.monotonic()).toBeGreaterThanOrEqual(1000);
  expect(entered).toEqual(['new 0']);
});

test('a create with one attempt left does not go first while another one can, and is next when that one was accepted', async () => {
  const {entered, permits} = await afterPause(1, ['last-chance', 'new', 'new']);
  await quiet();
  expect(entered).toEqual(['new 1']);
  permits.get('new 1')?.carriedOut();
  await quiet();
  expect(entered).toEqual(['new 1', 'last-chance 0']);
});

test('alone it takes its chance', async () => {
  const {entered} = await afterPause(1, ['last-chance']);
  await quiet();
  expect(entered).toEqual(['last-chance 0']);
});

test.each([
  {name: 'a first request that got lost lets the next one try', report: (permit: Permit) => permit.lost('lost')},
  {name: 'so does one that was released without a report', report: () => undefined},
])('$name', async ({report}) => {
  const {entered, permits} = await afterPause(8, ['new', 'new', 'new']);
  await quiet();
  const first = permits.get('new 0') as Permit;
  report(first);
  first.release();
  await quiet();
  expect(entered).toEqual(['new 0', 'new 1']);
});

test('no more requests than the limit are under way, however many are prepared', async () => {
  const {limiter, run} = await openLimiter(8);
  const permits = await acquireAll(limiter);
  let started = 0;
  for (const permit of permits) void permit.start().then(isValid => isValid && started++);
  await quiet();
  expect(permits).toHaveLength(9);
  expect(started).toBe(8);
  run.abort();
  await quiet();
  expect(started).toBe(8);
});

describe('a permit', () => {
  test('released twice, and after a report that released it, gives back one place', async () => {
    const {limiter} = await openLimiter(8);
    const permits = await acquireAll(limiter, 9);
    const [first, second] = permits as [Permit, Permit];
    await first.start();
    first.carriedOut();
    first.release();
    first.release();
    second.release();
    second.release();
    expect(await acquireAll(limiter)).toHaveLength(2);
  });

  test.each([
    {name: 'held by a request that got lost', report: (permit: Permit) => permit.lost('lost'), free: 0},
    {name: 'free after a success', report: (permit: Permit) => permit.carriedOut(), free: 1},
    {name: 'free after a refusal', report: (permit: Permit) => permit.refused(), free: 1},
    {name: 'free when released while its request is under way', report: (permit: Permit) => permit.release(), free: 1},
  ])('is $name', async ({report, free}) => {
    const {limiter} = await openLimiter(8);
    const [first] = (await acquireAll(limiter, 9)) as [Permit];
    await first.start();
    report(first);
    expect(await acquireAll(limiter)).toHaveLength(free);
    expect(first.isHeld).toBe(free === 0);
  });

  test('that is held is renewed without a new place, and released when the run ends', async () => {
    const {limiter, run} = await openLimiter(8);
    const [first] = (await acquireAll(limiter, 9)) as [Permit];
    await first.start();
    first.lost('lost');
    expect(await first.renew()).toBe(first);
    expect(await first.start()).toBe(true);
    first.lost('lost');
    run.abort();
    expect(await first.renew()).toBeUndefined();
    expect(first.isHeld).toBe(false);
  });

  test('that was given before a pause starts only after it', async () => {
    const {limiter, world} = await openLimiter(8);
    const [first, second] = (await acquireAll(limiter, 2)) as [Permit, Permit];
    await first.start();
    expect(first.throttled(1000)).toBe(true);
    const before = world.monotonic();
    expect(await second.start()).toBe(true);
    expect(world.monotonic() - before).toBe(1000);
  });
});
