import {asksForThreatProtection} from '../../../../src/core/apply/circuit-breaker';
import {UserError} from '../../../../src/core/diagnostics/user-error';
import type {JsonObject} from '../../../../src/core/json/value';
import type {LockedStore} from '../../../../src/core/state/store';
import {applied, createOf, desire, doubtful, refused, tell, tryApply} from '../../../world/apply-world';
import {openMemoryStore} from '../../../world/memory-store';

const keys = (count: number) => Array.from({length: count}, (_, index) => `m${String(index).padStart(3, '0')}`);

describe('when all goes well', () => {
  test('each create is sent once and recorded with its id, its hash and what the service said', async () => {
    const {outcome, service, store, unfinished} = await tryApply(['b', 'a'], ({body}) =>
      applied(body, {schedule: {cron: '0 * * * *', timezone: 'UTC'}}),
    );
    expect(tell(outcome)).toBe('a created, b created');
    expect(outcome.stop).toBeUndefined();
    expect(outcome.results[0]).toMatchObject({attempts: 1, estimatedCreditsPerMonth: 720, nextRunAt: '2026-01-01T01:00:00.000Z'});
    expect(service.sent).toHaveLength(2);
    expect(unfinished.size).toBe(0);
    const read = await store.read();
    if (read.kind !== 'present') throw new Error('no state');
    expect(read.stored.state).toMatchObject({project: 'test', environment: 'default', origin: 'https://api.example.dev'});
    expect(read.stored.state.monitors.get('a')).toMatchObject({
      id: outcome.results[0]?.id,
      specPath: 'a.yaml',
      protect: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      bodyHash: desire('a').bodyHash,
      applied: {name: 'a', targets: [{type: 'scrape', id: expect.any(String)}]},
      observed: {schedule: {cron: '0 * * * *', timezone: 'UTC'}, estimatedCreditsPerMonth: 720},
    });
  });

  test('what is sent is the spec with target ids, references resolved; what is recorded keeps the reference', async () => {
    const change = createOf(
      desire('a', {webhook: {url: 'https://h.example/x', headers: {'X-Token': `\${env:TOKEN}`, Cookie: 'literal-secret'}}}),
    );
    const {service, store} = await tryApply([change], ({body}) => applied(body), {
      ports: {resolveReferences: body => JSON.parse(JSON.stringify(body).replace(`\${env:TOKEN}`, 'resolved-secret')) as JsonObject},
    });
    expect(service.sent[0]?.body).toMatchObject({
      webhook: {headers: {'X-Token': 'resolved-secret'}},
      targets: [{id: expect.stringMatching(/^[0-9a-f-]{36}$/)}],
    });
    const read = await store.read();
    const text = JSON.stringify(read.kind === 'present' && [...read.stored.state.monitors]);
    expect(text).toContain(`\${env:TOKEN}`);
    expect(text).not.toMatch(/resolved-secret|literal-secret/);
  });

  test('one goes first, then the limit doubles up to what was asked for', async () => {
    const {service, outcome} = await tryApply(keys(100), ({body}) => applied(body), {input: {concurrency: 4}});
    expect(outcome.results.every(result => result.outcome === 'created')).toBe(true);
    expect(service.widest).toBe(4);
  });
});

describe('what the journal knows before the service does', () => {
  /** A store that notes the phases on disk at each request. */
  async function spyStore(): Promise<{store: LockedStore; durable: string[]}> {
    const inner = await openMemoryStore().lock();
    const durable: string[] = [];
    const store: LockedStore = {
      read: () => inner.read(),
      write: (next, expected) => inner.write(next, expected),
      rewriteJournal: (base, keep) => inner.rewriteJournal(base, keep),
      rescue: (next, journal, runId) => inner.rescue(next, journal, runId),
      release: () => inner.release(),
      openJournal: async base => {
        const journal = await inner.openJournal(base);
        let waiting: string[] = [];
        return {
          append: records => {
            waiting.push(...records.map(record => `${record.key} ${record.phase}`));
            journal.append(records);
          },
          sync: async () => {
            const synced = waiting;
            waiting = [];
            await journal.sync();
            durable.push(...synced);
          },
          close: () => journal.close(),
        };
      },
    };
    return {store, durable};
  }

  test('intent and sending are durable before the request, done before anything is said', async () => {
    const {store, durable} = await spyStore();
    const atSend: string[][] = [];
    const atFinish: string[][] = [];
    await tryApply(
      ['a', 'b'],
      ({body}) => {
        atSend.push([...durable]);
        return applied(body);
      },
      {ports: {store, onEvent: event => event.type === 'finished' && atFinish.push([...durable])}},
    );
    expect(atSend[0]).toEqual(['a intent', 'b intent', 'a sending']);
    expect(atSend[1]).toContain('b sending');
    expect(atFinish[0]).toContain('a done');
    expect(atFinish[1]).toContain('b done');
  });

  test.each([
    ['refuses the key', 402, 'continue'],
    ['refuses one monitor, and the run stops at the first error', 400, 'stop'],
  ] as const)('nothing is noted as being sent after the service %s', async (_when, status, onError) => {
    const {store, durable} = await spyStore();
    const {outcome} = await tryApply(['a', 'b'], () => refused({status}), {ports: {store}, input: {concurrency: 1, onError}});
    expect(tell(outcome)).toBe('a failed, b not-attempted');
    expect(durable.filter(record => record.startsWith('b '))).toEqual(['b intent']);
  });
});

describe('what the service refuses', () => {
  test('N13: one spec with a 400 fails alone, once, with its details', async () => {
    const details = [{path: ['goal'], message: 'too long'}];
    const {outcome, recorded, unfinished} = await tryApply(['a', 'b', 'c'], ({body}) =>
      body['name'] === 'b' ? refused({status: 400, message: 'the service answered 400: Bad Request', details}) : applied(body),
    );
    expect(tell(outcome)).toBe('a created, b failed, c created');
    expect(outcome.results[1]).toMatchObject({attempts: 1, error: {status: 400, details}});
    expect(outcome.stop).toBeUndefined();
    expect([...recorded.keys()]).toEqual(['a', 'c']);
    expect(unfinished.size).toBe(0);
  });

  test.each([409, 413, 415, 422])('N14: a %i is final, leaves no doubt and lets the others go on', async status => {
    const {outcome, unfinished} = await tryApply(['a', 'b'], ({body}) => (body['name'] === 'a' ? refused({status}) : applied(body)));
    expect(tell(outcome)).toBe('a failed, b created');
    expect(outcome.results[0]?.attempts).toBe(1);
    expect(unfinished.size).toBe(0);
  });

  test.each([404, 405, 301, 307])('N14: a %i on this fixed path is not the service: the run stops', async status => {
    const {outcome, service} = await tryApply(keys(20), () => refused({status}));
    expect(service.sent).toHaveLength(1);
    expect(outcome.stop).toMatchObject({kind: 'not-the-service'});
    expect(outcome.results.filter(result => result.outcome === 'not-attempted')).toHaveLength(19);
  });

  test('N18: a page instead of JSON stops the run and leaves one unknown', async () => {
    const {outcome, unfinished} = await tryApply(keys(20), () => doubtful({kind: 'body', status: 200, notTheService: true}));
    expect(outcome.stop).toMatchObject({kind: 'not-the-service'});
    expect(outcome.results.filter(result => result.outcome === 'unknown')).toHaveLength(1);
    expect([...unfinished]).toEqual([['m000', 'unknown']]);
  });

  test('N11: a 401 on the first of 200 ends the run after one request', async () => {
    const {outcome, service, events} = await tryApply(keys(200), () => refused({status: 401, message: 'Unauthorized: Invalid token'}));
    expect(service.sent).toHaveLength(1);
    expect(outcome.stop).toMatchObject({kind: 'refused-by-service', failure: {status: 401}});
    expect(outcome.results.filter(result => result.outcome === 'not-attempted')).toHaveLength(199);
    expect(outcome.results[0]).toMatchObject({outcome: 'failed', attempts: 1});
    expect(events.filter(event => event.type === 'stopping')).toHaveLength(1);
  });

  test.each([402, 403])('N12: a %i in mid-run: those under way are recorded, the rest is not attempted', async status => {
    const {outcome, recorded, service} = await tryApply(keys(60), ({body, index}) => (index === 20 ? refused({status}) : applied(body)));
    expect(outcome.stop).toMatchObject({kind: 'refused-by-service', failure: {status}});
    const created = outcome.results.filter(result => result.outcome === 'created');
    expect(created.length).toBe(service.sent.length - 1);
    expect(created.length).toBeLessThanOrEqual(20 + 8);
    expect(recorded.size).toBe(created.length);
    expect(outcome.results.filter(result => result.outcome === 'not-attempted')).toHaveLength(60 - service.sent.length);
  });

  test('a 403 of a spec with threat protection is its own, and says why', async () => {
    const special = desire('b', {
      targets: [{type: 'scrape', urls: ['https://x.example'], scrapeOptions: {threatProtection: {mode: 'normal'}}}],
    });
    expect(asksForThreatProtection(special.body())).toBe(true);
    const {outcome} = await tryApply(['a', createOf(special), 'c'], ({body}) =>
      body['name'] === 'b' ? refused({status: 403, message: 'Forbidden'}) : applied(body),
    );
    expect(tell(outcome)).toBe('a created, b failed, c created');
    expect(outcome.results[1]?.error?.message).toMatch(/Threat Protection enabled for the team/);
  });

  test('--on-error stop starts no more after one that failed', async () => {
    const {outcome, service} = await tryApply(keys(20), () => refused({status: 400}), {input: {onError: 'stop'}});
    expect(service.sent).toHaveLength(1);
    expect(outcome.stop).toMatchObject({kind: 'on-error-stop'});
  });
});

describe('answers that leave doubt', () => {
  test('N5: 503 four times, then 200: five requests with the same bytes, created, said that it may exist twice', async () => {
    const {outcome, service, world, recorded} = await tryApply(['a'], ({body, attempt}) =>
      attempt < 5 ? doubtful({status: 503}) : applied(body),
    );
    expect(outcome.results[0]).toMatchObject({outcome: 'created', attempts: 5, mayExistTwice: true, targetIds: [expect.any(String)]});
    expect(outcome.onAmbiguous).toBe('verify');
    expect(outcome.findings).toMatchObject([{code: 'apply/maybe-duplicate', severity: 'warning'}]);
    expect(outcome.findings[0]?.hint).toContain(outcome.results[0]?.targetIds?.[0]);
    expect(new Set(service.sent.map(request => JSON.stringify(request.body))).size).toBe(1);
    expect(world.slept).toHaveLength(4);
    for (const [index, ms] of world.slept.entries()) {
      expect(ms).toBeGreaterThanOrEqual(100);
      expect(ms).toBeLessThanOrEqual(Math.min(30_000, 1000 * 2 ** (index + 1)));
    }
    expect(recorded.has('a')).toBe(true);
  });

  test('N3: a persistent 503 is sent five times and ends unknown', async () => {
    const {outcome, service, unfinished} = await tryApply(['a'], () => doubtful({status: 503}));
    expect(service.sent).toHaveLength(5);
    expect(tell(outcome)).toBe('a unknown');
    expect([...unfinished]).toEqual([['a', 'unknown']]);
  });

  test('N3: with `stop` it is sent once', async () => {
    const {outcome, service, unfinished} = await tryApply(['a'], () => doubtful({status: 503}), {input: {onAmbiguous: 'stop'}});
    expect(service.sent).toHaveLength(1);
    expect(outcome.results[0]).toMatchObject({outcome: 'unknown', attempts: 1, targetIds: [expect.any(String)]});
    expect([...unfinished]).toEqual([['a', 'unknown']]);
  });

  test.each([501, 505, 520])('a %i is sent once and ends unknown; other keys go on', async status => {
    const {outcome, service} = await tryApply(['a', 'b'], ({body}) => (body['name'] === 'a' ? doubtful({status}) : applied(body)));
    expect(tell(outcome)).toBe('a unknown, b created');
    expect(service.sent).toHaveLength(2);
  });

  test('N6: a connection lost after sending: one request, unknown, and the others go on', async () => {
    const {outcome, service, unfinished, recorded} = await tryApply(['a', 'b', 'c'], ({body}) =>
      body['name'] === 'a' ? doubtful({kind: 'transport', code: 'ECONNRESET'}) : applied(body),
    );
    expect(tell(outcome)).toBe('a unknown, b created, c created');
    expect(service.sent).toHaveLength(3);
    expect([...unfinished]).toEqual([['a', 'unknown']]);
    expect([...recorded.keys()]).toEqual(['b', 'c']);
  });

  test('a refusal after an answer that left doubt does not take the doubt away', async () => {
    const {outcome, unfinished} = await tryApply(['a'], ({attempt}) => (attempt === 1 ? doubtful({status: 500}) : refused({status: 400})));
    expect(tell(outcome)).toBe('a unknown');
    expect([...unfinished]).toEqual([['a', 'unknown']]);
  });

  test('N30: a service that changes target ids is recorded, warned about and not trusted again', async () => {
    const {outcome, service, recorded} = await tryApply(['a', 'b'], ({body}) =>
      body['name'] === 'a'
        ? applied(body, {targets: [{type: 'scrape', id: '99999999-0000-4000-8000-000000000000'}]})
        : doubtful({status: 503}),
    );
    expect(tell(outcome)).toBe('a created, b unknown');
    expect(outcome.onAmbiguous).toBe('stop');
    expect(outcome.findings).toMatchObject([{code: 'apply/ids-not-kept', severity: 'warning'}]);
    expect(service.sent).toHaveLength(2);
    expect(recorded.has('a')).toBe(true);
  });

  test('an id that is no UUID is recorded and warned about', async () => {
    const {outcome, recorded} = await tryApply(['a'], ({body}) => {
      const answer = applied(body);
      return answer.kind === 'applied' ? {...answer, monitor: {...answer.monitor, id: '../../x'}} : answer;
    });
    expect(recorded.get('a')).toBe('../../x');
    expect(outcome.findings).toMatchObject([{code: 'apply/odd-id'}]);
  });

  test('creates that earlier runs left open stay open, and the others go on', async () => {
    const first = await tryApply(['a'], () => doubtful({kind: 'transport'}));
    const second = await tryApply(['b'], ({body}) => applied(body), {ports: {store: first.store}, input: {runId: 'run-2'}});
    expect(tell(second.outcome)).toBe('b created');
    expect([...second.unfinished]).toEqual([['a', 'unknown']]);
  });
});

describe('a service that is not there', () => {
  test('N16: nothing listens: five attempts for the first create, then the run stops', async () => {
    const {outcome, service} = await tryApply(keys(20), () => refused({kind: 'connect', code: 'ECONNREFUSED'}));
    expect(service.sent).toHaveLength(5);
    expect(outcome.stop).toMatchObject({kind: 'unreachable'});
    expect(outcome.results[0]).toMatchObject({outcome: 'failed', attempts: 5});
  });

  test('N16: a name that can not be found: two attempts, then the run stops', async () => {
    const {outcome, service} = await tryApply(keys(20), () => refused({kind: 'connect', code: 'ENOTFOUND'}));
    expect(service.sent).toHaveLength(2);
    expect(outcome.stop).toMatchObject({kind: 'unreachable'});
  });

  test('N16: a certificate that can not be trusted: one attempt', async () => {
    const {outcome, service} = await tryApply(keys(20), () => refused({kind: 'tls', code: 'CERT_HAS_EXPIRED'}));
    expect(service.sent).toHaveLength(1);
    expect(outcome.stop).toMatchObject({kind: 'unreachable'});
  });

  test('N24: a proxy that wants a password: one attempt', async () => {
    const {outcome, service} = await tryApply(keys(20), () => refused({kind: 'connect', code: 'PROXY_REFUSED', status: 407}));
    expect(service.sent).toHaveLength(1);
    expect(outcome.stop).toMatchObject({kind: 'unreachable'});
  });

  test('three creates in a row that used up their attempts open the breaker', async () => {
    const {outcome, service} = await tryApply(keys(20), () => doubtful({status: 500}), {input: {concurrency: 1}});
    expect(service.sent).toHaveLength(15);
    expect(outcome.stop).toMatchObject({kind: 'service-down'});
    expect(outcome.results.filter(result => result.outcome === 'unknown')).toHaveLength(3);
    expect(outcome.results.filter(result => result.outcome === 'not-attempted')).toHaveLength(17);
  });

  test('a success in between closes the count', async () => {
    const {outcome} = await tryApply(keys(12), ({body, index}) => (index % 3 === 2 ? applied(body) : doubtful({kind: 'transport'})), {
      input: {concurrency: 1},
    });
    expect(outcome.stop).toBeUndefined();
  });
});

describe('the disk', () => {
  /** A store whose journal takes `syncs` syncs and then fails; with `write` the state can't be written either. */
  async function failingStore(
    syncs: number,
    options: {write?: boolean; rescue?: string | null} = {},
  ): Promise<LockedStore & {rescued: unknown[]}> {
    const inner = await openMemoryStore().lock();
    const full = () => new UserError('state/not-saved', 'no space left on the device', 'free some space');
    const rescued: unknown[] = [];
    let writes = 0;
    return {
      rescued,
      read: () => inner.read(),
      write: async (next, expected) => {
        if (options.write && ++writes > 1) throw full();
        return inner.write(next, expected);
      },
      rewriteJournal: (base, keep) => inner.rewriteJournal(base, keep),
      rescue: async (next, journal) => {
        rescued.push({next, journal});
        return options.rescue ?? null;
      },
      release: () => inner.release(),
      openJournal: async base => {
        const journal = await inner.openJournal(base);
        let left = syncs;
        return {
          append: records => journal.append(records),
          sync: async () => {
            if (left-- <= 0) throw full();
            await journal.sync();
          },
          close: () => journal.close(),
        };
      },
    };
  }

  test('P3: a disk that is full before the first request: nothing is sent', async () => {
    const {outcome, service} = await tryApply(keys(3), ({body}) => applied(body), {ports: {store: await failingStore(0)}});
    expect(service.sent).toHaveLength(0);
    expect(outcome.stop).toMatchObject({kind: 'state-not-saved', message: 'no space left on the device'});
    expect(outcome.results.every(result => result.outcome === 'not-attempted')).toBe(true);
  });

  test('a disk that is full when `sending` is to be noted: nothing is sent', async () => {
    const {service, outcome} = await tryApply(keys(3), ({body}) => applied(body), {ports: {store: await failingStore(1)}});
    expect(service.sent).toHaveLength(0);
    expect(outcome.stop).toMatchObject({kind: 'state-not-saved'});
  });

  test('P2: a disk that is full when the id is to be noted: the id still gets into the state, and no more is sent', async () => {
    const {outcome, service, recorded} = await tryApply(keys(3), ({body}) => applied(body), {ports: {store: await failingStore(2)}});
    expect(service.sent).toHaveLength(1);
    expect(outcome.results[0]).toMatchObject({outcome: 'created'});
    expect(recorded.get('m000')).toBe(outcome.results[0]?.id);
    expect(outcome.stop).toMatchObject({kind: 'state-not-saved'});
  });

  test('P2: a state that can not be written goes into a rescue file', async () => {
    const store = await failingStore(100, {write: true, rescue: './monitors.state.rescue-run-1.json'});
    const {outcome} = await tryApply(['a'], ({body}) => applied(body), {ports: {store}});
    expect(outcome.stop).toEqual({
      kind: 'state-not-saved',
      message: 'no space left on the device',
      rescue: './monitors.state.rescue-run-1.json',
    });
    expect(store.rescued).toMatchObject([{journal: {creates: [{phase: 'done', done: {monitor: {id: outcome.results[0]?.id}}}]}}]);
  });

  test('P2: where no rescue file can be written either, the ids are told', async () => {
    const {outcome} = await tryApply(['b', 'a'], ({body}) => applied(body), {ports: {store: await failingStore(100, {write: true})}});
    expect(outcome.stop).toMatchObject({
      kind: 'state-not-saved',
      rescue: null,
      unsaved: outcome.results.map(({key, id}) => ({key, id})),
    });
  });
});
