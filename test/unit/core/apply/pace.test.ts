import type {StartOutcome} from '../../../../src/core/api/check-port';
import type {Failure} from '../../../../src/core/api/port';
import {Pace} from '../../../../src/core/apply/pace';
import {Patience} from '../../../../src/core/apply/patience';
import type {Permit} from '../../../../src/core/apply/permit';
import {RateLimiter} from '../../../../src/core/apply/rate-limiter';
import {startCheck} from '../../../../src/core/apply/start-check';
import {applied, createOf, desire, planOf, refused, type Script, tryApply} from '../../../world/apply-world';
import {VirtualWorld} from '../../../world/virtual-world';

/** `service.requestsPerMinute`: what the account allows is kept to; the clock is a virtual one. */
const MINUTE = 60_000;

/** The most requests in any minute. */
function fullest(times: readonly number[]): number {
  return Math.max(0, ...times.map(start => times.filter(at => at >= start && at < start + MINUTE).length));
}

async function applyAt(requestsPerMinute: number | undefined, creates: number, script: Script = ({body}) => applied(body)) {
  const world = new VirtualWorld();
  const keys = Array.from({length: creates}, (_, index) => `m${String(index).padStart(3, '0')}`);
  const plan = {...planOf(keys.map(key => createOf(desire(key)))), ...(requestsPerMinute === undefined ? {} : {requestsPerMinute})};
  const {outcome, service} = await tryApply([], script, {world, input: {plan}});
  return {times: service.sent.map(({at}) => at), outcomes: new Set(outcome.results.map(({outcome}) => outcome)), ms: world.monotonic()};
}

describe('creates', () => {
  test.each([
    {limit: 1, creates: 5, minutes: 4},
    {limit: 2, creates: 7, minutes: 3},
    {limit: 20, creates: 50, minutes: 2},
    {limit: 100, creates: 50, minutes: 0},
  ])('$creates at $limit a minute take $minutes minutes, and none is sent in vain', async ({limit, creates, minutes}) => {
    const {times, outcomes, ms} = await applyAt(limit, creates);
    expect(times).toHaveLength(creates);
    expect(outcomes).toEqual(new Set(['created']));
    expect(fullest(times)).toBe(Math.min(limit, creates));
    expect(Math.floor(ms / MINUTE)).toBe(minutes);
  });

  test('without a limit nothing waits', async () => {
    const {times} = await applyAt(undefined, 50);
    expect(new Set(times)).toEqual(new Set([0]));
  });

  test('a 429 halves the limit for the rest of the run, and answers to requests before it do not again', async () => {
    let answers = 0;
    const {times, outcomes} = await applyAt(8, 40, ({body}) =>
      ++answers >= 4 && answers <= 6 ? refused({status: 429, retryAfterMs: 90_000}) : applied(body),
    );
    expect(outcomes).toEqual(new Set(['created']));
    const [after] = [times.filter(at => at >= 90_000)];
    expect(fullest(after)).toBe(4);
    expect(fullest(times)).toBeLessThanOrEqual(8);
  });
});

test('deletes do not count, and do not wait behind creates that do', async () => {
  const world = new VirtualWorld();
  const limiter = new RateLimiter(1, world, new AbortController().signal, new Pace(1, world));
  const first = (await limiter.acquire('new')) as Permit;
  await first.start();
  first.carriedOut();
  const order: string[] = [];
  const send = async (name: string, counting: 'counted' | 'free') => {
    const permit = (await limiter.acquire('new', counting)) as Permit;
    await permit.start();
    order.push(`${name} ${Math.floor(world.monotonic() / MINUTE)}`);
    permit.carriedOut();
  };
  await Promise.all([send('create', 'counted'), send('delete', 'free'), send('other delete', 'free'), send('second create', 'counted')]);
  expect(order).toEqual(['delete 0', 'other delete 0', 'create 1', 'second create 2']);
});

test('a run that ends does not wait for its turn', async () => {
  const world = new VirtualWorld();
  const run = new AbortController();
  const limiter = new RateLimiter(1, world, run.signal, new Pace(1, world));
  await ((await limiter.acquire('new')) as Permit).start();
  const waiting = limiter.acquire('new');
  run.abort();
  expect(await waiting).toBeUndefined();
});

describe('checks that are started', () => {
  async function startAll(count: number, limit: number, answer: (index: number) => StartOutcome) {
    const world = new VirtualWorld();
    const times: number[] = [];
    const looks: number[] = [];
    const patience = new Patience({world, retryBaseMs: 1000, watchInterruption: () => new AbortController().signal});
    const ports = {
      service: {
        startCheck: async () => {
          times.push(world.monotonic());
          return answer(times.length);
        },
      },
      list: async () => {
        looks.push(world.monotonic());
        return {kind: 'read', value: [], serverTime: null} as const;
      },
      ...{patience, world, pace: new Pace(limit, world), flight: new AbortController().signal, onLook: () => {}},
    };
    const starts = await Promise.all(Array.from({length: count}, (_, index) => startCheck(`m${index}`, ports)));
    return {times, looks, kinds: new Set(starts.map(({kind}) => kind))};
  }
  const started = (index: number): StartOutcome => ({kind: 'applied', checkId: `c${index}`, serverTime: null}) as unknown as StartOutcome;

  test('keep to it, and look at a monitor only when its turn has come', async () => {
    const {times, looks, kinds} = await startAll(7, 2, started);
    expect(kinds).toEqual(new Set(['started']));
    expect(times.map(at => Math.floor(at / MINUTE))).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect(looks).toEqual(times);
  });

  test('a 429 halves the limit', async () => {
    const failure: Failure = {kind: 'http', status: 429, message: 'slow down', retryAfterMs: 70_000};
    const {times, kinds} = await startAll(12, 4, index => (index === 1 ? {kind: 'not-applied', failure} : started(index)));
    expect(kinds).toEqual(new Set(['started']));
    // The one that is sent again comes on top.
    expect(fullest(times.filter(at => at >= 70_000))).toBe(3);
  });
});
