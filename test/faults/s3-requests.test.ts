import type {StateStore} from '../../src/core/state/store';
import {FullWorld, specOf} from '../world/full-world';
import {makeMemoryPlace} from '../world/s3-place';

/** Number of requests of each kind: reads are cheap, the others cost about twelve times as much. */
function count(asked: readonly string[]): {readonly reads: number; readonly others: number} {
  const reads = asked.filter(words => words.startsWith('get ')).length;
  return {reads, others: asked.filter(words => !/^(?:get|remove) /.test(words)).length};
}

test('what plans and applies ask of a bucket: docs/state.md says what a month of them costs', async () => {
  const place = await makeMemoryPlace({project: 'full'});
  const {asked} = place.bucket;
  const open = async (): Promise<StateStore> => place.open();
  const world = await FullWorld.start({home: {begin: open, reopen: open}});
  const during = async (act: () => Promise<unknown>) => {
    asked.length = 0;
    await act();
    return count(asked);
  };
  try {
    world.write({a: specOf('a')});
    await world.apply();
    expect(await during(() => world.plan())).toEqual({reads: 7, others: 0});
    world.write({a: specOf('a'), b: specOf('b')});
    expect(await during(() => world.apply())).toEqual({reads: 8, others: 12});
    expect(await during(() => world.apply())).toEqual({reads: 7, others: 4});
    const keys = ['a', 'b', ...Array.from({length: 100}, (_, index) => `k${index}`)];
    world.write(Object.fromEntries(keys.map(key => [key, specOf(key)])));
    const many = await during(() => world.apply());
    expect(many.reads).toBe(8);
    // At most one for each record that must be durable before the next step; those that run side by side share one.
    expect(many.others).toBeLessThanOrEqual(210);
  } finally {
    await world.close();
  }
});
