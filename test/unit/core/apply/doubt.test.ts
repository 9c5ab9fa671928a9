import type {LockedStore} from '../../../../src/core/state/store';
import {applied, doubtful, refused, tell, tryApply} from '../../../world/apply-world';
import {openMemoryStore} from '../../../world/memory-store';
import {VirtualWorld} from '../../../world/virtual-world';

const down = () => doubtful({status: 503});
const limited = () => refused({status: 429, retryAfterMs: 1000});
const wrong = () => refused({status: 400});
const gone = () => refused({kind: 'connect', code: 'ECONNREFUSED'});

describe('doubt about one attempt stays whatever the later ones prove', () => {
  const cases = [
    {row: 'a 503, then a 400', answers: [down, wrong], ends: 'unknown', requests: 2},
    {row: 'a 503, then three 429, then a 400', answers: [down, limited, limited, limited, wrong], ends: 'unknown', requests: 5},
    {row: 'a 503, then four 429', answers: [down, limited, limited, limited, limited], ends: 'unknown', requests: 5},
    {row: 'a 503, then no connection four times', answers: [down, gone, gone, gone, gone], ends: 'unknown', requests: 5},
    {row: 'a 503, then a key that was revoked', answers: [down, () => refused({status: 401})], ends: 'unknown', requests: 2},
    {row: 'three 429, then a 503, then a 429', answers: [limited, limited, limited, down, limited], ends: 'unknown', requests: 5},
    {row: 'four 429, then a 400', answers: [limited, limited, limited, limited, wrong], ends: 'failed', requests: 5},
    {row: 'N7: five 429 are five attempts', answers: [limited, limited, limited, limited, limited], ends: 'failed', requests: 5},
  ];
  test.each(cases)('$row: $ends after $requests requests', async ({answers, ends, requests}) => {
    const {outcome, service, unfinished} = await tryApply(['a'], ({index}) => (answers[index] as () => ReturnType<typeof down>)(), {
      input: {onAmbiguous: 'retry'},
    });
    expect(tell(outcome)).toBe(`a ${ends}`);
    expect(service.sent).toHaveLength(requests);
    expect([...unfinished]).toEqual(ends === 'unknown' ? [['a', 'unknown']] : []);
  });
});

/** A store whose journal does something right after its sync number `at` (from 1) is durable. */
async function storeThatAfter(at: number, act: () => void): Promise<LockedStore> {
  const inner = await openMemoryStore().lock();
  let syncs = 0;
  return {
    read: () => inner.read(),
    write: (next, expected) => inner.write(next, expected),
    rewriteJournal: (base, keep) => inner.rewriteJournal(base, keep),
    rescue: (next, creates, runId) => inner.rescue(next, creates, runId),
    release: () => inner.release(),
    openJournal: async base => {
      const journal = await inner.openJournal(base);
      return {
        append: records => journal.append(records),
        sync: async () => {
          await journal.sync();
          syncs += 1;
          if (syncs === at) act();
        },
        close: () => journal.close(),
      };
    },
  };
}

test('P11: interrupted between the durable `sending` and the request: it is not sent, and leaves no doubt', async () => {
  const stopping = new AbortController();
  const store = await storeThatAfter(2, () => stopping.abort({signal: 'SIGINT', exitCode: 130}));
  const {outcome, service, unfinished} = await tryApply(['a', 'b'], ({body}) => applied(body), {
    ports: {store, interruption: stopping.signal},
  });
  expect(service.sent).toEqual([]);
  expect(tell(outcome)).toBe('a not-attempted, b not-attempted');
  expect(outcome.stop).toEqual({kind: 'interrupted', exitCode: 130});
  expect([...unfinished]).toEqual([]);
});

test('P11: interrupted while the intents are copied off the machine: nothing is sent, and nothing is left in doubt', async () => {
  const stopping = new AbortController();
  const persist = async () => {
    stopping.abort({signal: 'SIGTERM', exitCode: 143});
    throw new Error('interrupted');
  };
  const {outcome, service, unfinished} = await tryApply(['a'], ({body}) => applied(body), {
    ports: {persist, interruption: stopping.signal},
  });
  expect(service.sent).toEqual([]);
  expect(outcome.stop).toEqual({kind: 'interrupted', exitCode: 143});
  expect([...unfinished]).toEqual([]);
});

test('P14: a clock that goes back an hour at each look changes no wait and no outcome', async () => {
  const steady = await tryApply(['a'], ({body, attempt}) => (attempt < 3 ? limited() : applied(body)));
  const world = new VirtualWorld();
  const {now} = world;
  let looks = 0;
  Object.assign(world, {now: () => now() - 3_600_000 * ++looks});
  const {outcome} = await tryApply(['a'], ({body, attempt}) => (attempt < 3 ? limited() : applied(body)), {world});
  expect(tell(outcome)).toBe('a created');
  expect(world.slept).toEqual(steady.world.slept);
});

test('a create of an earlier run that is still open stays in the journal beside those of this run', async () => {
  const store = await openMemoryStore().lock();
  await tryApply(['lost'], () => doubtful({kind: 'transport'}), {ports: {store}});
  const {outcome, recorded, unfinished} = await tryApply(
    ['new', 'down'],
    ({body}) => (body['name'] === 'new' ? applied(body) : doubtful({kind: 'transport'})),
    {ports: {store}, input: {runId: 'run-2'}},
  );
  expect(tell(outcome)).toBe('down unknown, new created');
  expect([...recorded.keys()]).toEqual(['new']);
  expect([...unfinished]).toEqual([
    ['lost', 'unknown'],
    ['down', 'unknown'],
  ]);
});
