import type {StopReason} from '../../../../src/core/apply/ports';
import type {LockedStore} from '../../../../src/core/state/store';
import {explainStop} from '../../../../src/features/apply/sentences';
import {applied, doubtful, refused, tell, tryApply} from '../../../world/apply-world';
import {openMemoryStore} from '../../../world/memory-store';
import {VirtualWorld} from '../../../world/virtual-world';

const keys = (count: number) => Array.from({length: count}, (_, index) => `m${String(index).padStart(3, '0')}`);

describe('an end before the end', () => {
  test('P11: interrupted while waiting: no more is sent, at once', async () => {
    const interruption = new AbortController();
    const {outcome, service, unfinished} = await tryApply(keys(3), () => refused({status: 429, retryAfterMs: 60_000}), {
      ports: {
        interruption: interruption.signal,
        onEvent: event => event.type === 'waiting' && interruption.abort({signal: 'SIGINT', exitCode: 130}),
      },
    });
    expect(service.sent).toHaveLength(1);
    expect(outcome.stop).toEqual({kind: 'interrupted', exitCode: 130});
    expect(tell(outcome)).toBe('m000 failed, m001 not-attempted, m002 not-attempted');
    expect(unfinished.size).toBe(0);
  });

  test('a state whose disk or server takes 6 s for each save: nothing is sent, and the hint fits both', async () => {
    const world = new VirtualWorld();
    const inner = await openMemoryStore().lock();
    const openJournal: LockedStore['openJournal'] = async base => {
      const journal = await inner.openJournal(base);
      const sync = async () => {
        world.advance(6000);
        await journal.sync();
      };
      return {append: records => journal.append(records), sync, close: () => journal.close()};
    };
    const store = new Proxy(inner, {
      get: (target, name) => {
        if (name === 'openJournal') return openJournal;
        const value = Reflect.get(target, name, target) as unknown;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const {outcome, service} = await tryApply(keys(1), ({body}) => applied(body), {ports: {store}, world});
    expect(service.sent).toEqual([]);
    expect(explainStop(outcome.stop as StopReason)).toEqual({
      message:
        'Stopped: the state could not be saved: each save took more than 5 s, too slow to send anything safely; its disk, server or network is slow.',
      hint: 'fix that problem, then run "monitors apply" to continue: what was created so far is recorded',
    });
  });

  test('P11: interrupted under way: the answer is waited for and recorded', async () => {
    const interruption = new AbortController();
    const {outcome, recorded} = await tryApply(
      keys(3),
      ({body}) => {
        interruption.abort({signal: 'SIGTERM', exitCode: 143});
        return applied(body);
      },
      {ports: {interruption: interruption.signal}},
    );
    expect(outcome.stop).toEqual({kind: 'interrupted', exitCode: 143});
    expect([...recorded.keys()]).toEqual(['m000']);
  });

  test('P11: an answer that does not come within five seconds leaves the create unknown', async () => {
    const interruption = new AbortController();
    const world = new VirtualWorld();
    const {outcome, unfinished} = await tryApply(
      keys(3),
      async ({signal}) => {
        interruption.abort({signal: 'SIGINT', exitCode: 130});
        world.advance(4999);
        expect(signal?.aborted).toBe(false);
        const gaveUp = new Promise(resolve => signal?.addEventListener('abort', resolve));
        world.advance(1);
        await gaveUp;
        return doubtful({kind: 'aborted'});
      },
      {world, ports: {interruption: interruption.signal}},
    );
    expect(tell(outcome)).toBe('m000 unknown, m001 not-attempted, m002 not-attempted');
    expect([...unfinished]).toEqual([['m000', 'unknown']]);
  });

  test('interrupted before it began: nothing is sent', async () => {
    const {outcome, service} = await tryApply(keys(3), ({body}) => applied(body), {
      ports: {interruption: AbortSignal.abort({signal: 'SIGINT', exitCode: 130})},
    });
    expect(service.sent).toHaveLength(0);
    expect(outcome.stop).toEqual({kind: 'interrupted', exitCode: 130});
  });

  test('P12: a bug in what shows progress costs no id, and is thrown when all is saved', async () => {
    const store = await openMemoryStore().lock();
    let sent = 0;
    const answer: Parameters<typeof tryApply>[1] = ({body}) => {
      sent++;
      return applied(body);
    };
    const run = tryApply(keys(20), answer, {
      ports: {
        store,
        onEvent: event => {
          if (event.type === 'finished') throw new Error('bug in a renderer');
        },
      },
    });
    await expect(run).rejects.toThrow('bug in a renderer');
    const read = await store.read();
    expect(sent).toBeLessThan(5);
    expect(read.kind === 'present' && read.stored.state.monitors.size).toBe(sent);
  });

  test('P12: a bug in what says that a request is sent does not lose the request', async () => {
    const store = await openMemoryStore().lock();
    const run = tryApply(['a'], ({body}) => applied(body), {
      ports: {
        store,
        onEvent: event => {
          if (event.type === 'sending') throw new Error('bug in a renderer');
        },
      },
    });
    await expect(run).rejects.toThrow('bug in a renderer');
    const read = await store.read();
    expect(read.kind === 'present' && [...read.stored.state.monitors.keys()]).toEqual(['a']);
    expect(read.journal.creates).toEqual([]);
  });

  test('interrupted between noting a second attempt and sending it: the doubt of the first stays', async () => {
    const interruption = new AbortController();
    const inner = await openMemoryStore().lock();
    let syncs = 0;
    const store: LockedStore = {
      read: () => inner.read(),
      write: (next, expected) => inner.write(next, expected),
      rewriteJournal: (base, keep) => inner.rewriteJournal(base, keep),
      rescue: (next, journal, runId) => inner.rescue(next, journal, runId),
      release: () => inner.release(),
      openJournal: async base => {
        const journal = await inner.openJournal(base);
        return {
          append: records => journal.append(records),
          // Intent, first attempt, second attempt.
          sync: async () => {
            await journal.sync();
            if (++syncs === 3) interruption.abort({signal: 'SIGINT', exitCode: 130});
          },
          close: () => journal.close(),
        };
      },
    };
    const {outcome, service, unfinished} = await tryApply(['a'], () => doubtful({status: 500}), {
      ports: {store, interruption: interruption.signal},
    });
    expect(service.sent).toHaveLength(1);
    expect(outcome.results[0]).toMatchObject({outcome: 'unknown', attempts: 1});
    expect([...unfinished]).toEqual([['a', 'unknown']]);
  });

  test('a bug in resolving references is thrown when all is saved, and nothing was sent', async () => {
    const store = await openMemoryStore().lock();
    const run = tryApply(['a'], ({body}) => applied(body), {
      ports: {
        store,
        resolveReferences: () => {
          throw new Error('bug');
        },
      },
    });
    await expect(run).rejects.toThrow('bug');
    const read = await store.read();
    expect(read.journal.creates).toEqual([]);
  });
});

describe('--persist-command', () => {
  test('runs after the intents of each batch of ten and before its first request', async () => {
    const story: string[] = [];
    await tryApply(
      keys(25),
      ({body}) => {
        story.push('send');
        return applied(body);
      },
      {ports: {persist: async () => void story.push('persist')}},
    );
    expect(story.join(' ').replaceAll(/send( send)*/g, sends => `${sends.split(' ').length}`)).toBe('persist 10 persist 10 persist 5');
  });

  test('P16: when it fails, nothing is sent', async () => {
    const {outcome, service, unfinished} = await tryApply(keys(3), ({body}) => applied(body), {
      ports: {
        persist: async () => {
          throw new Error('git push: rejected');
        },
      },
    });
    expect(service.sent).toHaveLength(0);
    expect(outcome.stop).toEqual({kind: 'persist-failed', message: 'git push: rejected'});
    expect(unfinished.size).toBe(0);
  });
});
