import type {Failure} from '../../../../src/core/api/port';
import {applied, refused, type Script, tryApply} from '../../../world/apply-world';
import {VirtualWorld} from '../../../world/virtual-world';

const keys = (count: number) => Array.from({length: count}, (_, index) => `m${String(index).padStart(3, '0')}`);

/** A service that carries out `limit` creates in each minute of its clock and answers 429 to the rest. */
function limitedService(world: VirtualWorld, limit: number, says: 'retry-after' | 'nothing'): {script: Script; refusals: () => number} {
  let refusals = 0;
  const used = new Map<number, number>();
  return {
    refusals: () => refusals,
    script: ({body}) => {
      // The service's minute does not begin with ours.
      const clock = world.monotonic() + 17_000;
      const window = Math.floor(clock / 60_000);
      const count = used.get(window) ?? 0;
      if (count < limit) {
        used.set(window, count + 1);
        return applied(body);
      }
      refusals++;
      const retryAfterMs = Math.ceil((60_000 - (clock % 60_000)) / 1000) * 1000;
      return refused({status: 429, ...(says === 'retry-after' ? {retryAfterMs} : {})});
    },
  };
}

describe('a service that allows few creates a minute (20 creates, 4 at once, five attempts each)', () => {
  test.each([
    {limit: 2, says: 'retry-after', most: 2},
    {limit: 10, says: 'retry-after', most: 3},
    {limit: 15, says: 'retry-after', most: 3},
    {limit: 2, says: 'nothing', most: 4},
    {limit: 10, says: 'nothing', most: 8},
    {limit: 15, says: 'nothing', most: 8},
  ] as const)(
    '$limit a minute, 429 with $says: every create is made',
    async ({limit, says, most}) => {
      let failed = 0;
      let refusals = 0;
      const seeds = 8;
      for (let seed = 1; seed <= seeds; seed++) {
        const world = new VirtualWorld({seed});
        const service = limitedService(world, limit, says);
        const {outcome} = await tryApply(keys(20), service.script, {world, input: {concurrency: 4}});
        failed += outcome.results.filter(result => result.outcome !== 'created').length;
        refusals += service.refusals();
      }
      const windows = Math.ceil(20 / limit);
      expect(failed).toBe(0);
      expect(refusals / seeds / windows).toBeLessThanOrEqual(most);
    },
    60_000,
  );
});

describe('N7: 429 with Retry-After 7', () => {
  test('nobody sends before seven seconds have passed, then one request goes first; nobody else pays for it', async () => {
    const world = new VirtualWorld();
    let isLimited = true;
    const {outcome, service} = await tryApply(
      keys(30),
      ({body, index}) => {
        // Eight are under way when the limit strikes.
        if (index < 15) return applied(body);
        if (index < 23 && isLimited) return refused({status: 429, retryAfterMs: 7000});
        isLimited = false;
        return applied(body);
      },
      {world},
    );
    expect(outcome.results.every(result => result.outcome === 'created')).toBe(true);
    const times = service.sent.map(request => request.at);
    const before = times.filter(at => at < 7000);
    const after = times.filter(at => at >= 7000);
    expect(before.length).toBeLessThanOrEqual(23);
    expect(before.every(at => at === 0)).toBe(true);
    expect(Math.min(...after)).toBeLessThanOrEqual(7700);
    const charged = outcome.results.filter(result => result.attempts > 1);
    expect(charged).toHaveLength(before.length - 15);
    expect(charged.every(result => result.attempts === 2)).toBe(true);
  });

  test('after each pause that ends in another refusal, the service hears from one create only', async () => {
    const {service} = await tryApply(keys(8), ({body, index}) =>
      index === 0 ? applied(body) : refused({status: 429, retryAfterMs: 7000}),
    );
    const [first, second, third] = [service.sent.slice(0, 3), service.sent[3], service.sent[4]];
    expect(first.every(request => request.at === 0)).toBe(true);
    expect(second?.at).toBeGreaterThanOrEqual(7000);
    expect(third?.at).toBeGreaterThanOrEqual((second?.at ?? 0) + 7000);
  });

  test('a 503 that says how long holds for everyone too', async () => {
    const {service, outcome} = await tryApply(keys(5), ({body, index}) =>
      index === 0 ? {kind: 'ambiguous', failure: {kind: 'http', status: 503, message: '', retryAfterMs: 7000}} : applied(body),
    );
    expect(service.sent.slice(1).every(request => request.at >= 7000)).toBe(true);
    expect(outcome.results[0]).toMatchObject({mayExistTwice: true});
  });
});

test('N10: Retry-After of an hour: no early retry, what was made is saved, the run says why it stopped', async () => {
  const {outcome, service, recorded, unfinished, world} = await tryApply(keys(5), ({body, index}) =>
    index === 0 ? applied(body) : refused({status: 429, retryAfterMs: 3_600_000}),
  );
  expect(outcome.stop).toMatchObject({kind: 'rate-limited', waitMs: 3_600_000});
  expect(service.sent.length).toBeLessThanOrEqual(3);
  expect(world.monotonic()).toBeLessThan(1000);
  expect([...recorded.keys()]).toEqual(['m000']);
  expect(unfinished.size).toBe(0);
});

test('a persistent 429 is sent five times for one create', async () => {
  const failure: Partial<Failure> = {status: 429};
  const {service, outcome} = await tryApply(['a'], () => refused(failure));
  expect(service.sent).toHaveLength(5);
  expect(outcome.results[0]).toMatchObject({outcome: 'failed', attempts: 5, error: {status: 429}});
});

test('the wait is told once a pause, with the moment of its end', async () => {
  const {events} = await tryApply(keys(3), ({body, index}) => (index === 0 ? refused({status: 429, retryAfterMs: 7000}) : applied(body)));
  const waiting = events.filter(event => event.type === 'waiting');
  expect(waiting).toHaveLength(1);
  expect(waiting[0]).toMatchObject({reason: 'rate-limit', until: expect.stringMatching(/^2026-01-01T00:00:07\.\d+Z$/)});
});

test('retryBaseMs shortens what is computed, not what the server asked for', async () => {
  const {service} = await tryApply(
    ['a'],
    ({body, attempt}) => (attempt === 1 ? refused({status: 429, retryAfterMs: 7000}) : applied(body)),
    {
      input: {retryBaseMs: 1},
    },
  );
  expect(service.sent[1]?.at).toBeGreaterThanOrEqual(7000);
});
