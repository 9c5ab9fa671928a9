import fc from 'fast-check';
import {applyMoves, type KeyMove} from '../../../../src/core/plan/moves';
import {makePlan} from '../../../../src/core/plan/plan';
import {bodyOf, desire, ENVIRONMENT, lose, PROJECT, record, stateOf, summarize, type World} from './world';

/** The plan of a full service, with `moves` in the config. */
function planMoved(moves: readonly KeyMove[], {specs = [], recorded = {}, unresolved = []}: World) {
  const state = stateOf(recorded ?? {});
  const world = {desired: [...specs].sort((a, b) => (a.key < b.key ? -1 : 1)), state, unresolved};
  return makePlan({
    ...world,
    ...applyMoves(moves, world),
    project: PROJECT,
    environment: ENVIRONMENT,
    operations: 'full',
    maxDeletes: {percent: 100},
    allowDeletes: true,
  });
}

const shop = bodyOf('shop');
const blog = bodyOf('blog');
const FOLDER = [{from: 'old/**', to: 'new/**'}];

describe('moves', () => {
  test.each<{name: string; moves: readonly KeyMove[]; world: World; changes: string[]}>([
    {
      name: 'rename all records of a folder whose specs moved, also where the specs were edited',
      moves: FOLDER,
      world: {
        specs: [desire('new/a', shop), desire('new/b/c', blog)],
        recorded: {'old/a': record('old/a', shop), 'old/b/c': record('old/b/c', shop)},
      },
      changes: ['rename new/a from old/a', 'rename new/b/c from old/b/c', 'update new/b/c'],
    },
    {
      name: 'rename one key where there are no wildcards',
      moves: [{from: 'a', to: 'b'}],
      world: {specs: [desire('b', blog)], recorded: {a: record('a', blog)}},
      changes: ['rename b from a'],
    },
    {
      name: 'leave a record alone whose spec is still there',
      moves: FOLDER,
      world: {specs: [desire('old/a', shop), desire('new/a', blog)], recorded: {'old/a': record('old/a', shop)}},
      changes: ['create new/a'],
    },
    {
      name: 'do nothing without a spec under the new key',
      moves: FOLDER,
      world: {recorded: {'old/a': record('old/a', shop)}},
      changes: ['delete old/a'],
    },
    {
      name: 'do nothing when they are done: old entries can stay',
      moves: [...FOLDER, {from: 'older/*', to: 'old/*'}],
      world: {specs: [desire('new/a', shop)], recorded: {'new/a': record('new/a', shop)}},
      changes: [],
    },
    {
      name: 'go by the first entry that fits',
      moves: [{from: 'old/a', to: 'x'}, ...FOLDER],
      world: {specs: [desire('x', blog), desire('new/a', blog)], recorded: {'old/a': record('old/a', shop)}},
      changes: ['rename x from old/a', 'update x', 'create new/a'],
    },
    {
      name: 'are applied once: a result is not moved again',
      moves: [
        {from: 'a/*', to: 'b/*'},
        {from: 'b/*', to: 'c/*'},
      ],
      world: {specs: [desire('c/x', blog)], recorded: {'a/x': record('a/x', shop)}},
      changes: ['delete a/x', 'create c/x'],
    },
    {
      name: 'are blocked where two records would have one key',
      moves: [
        {from: 'a/*', to: 'c/*'},
        {from: 'b/*', to: 'c/*'},
      ],
      world: {specs: [desire('c/x', blog)], recorded: {'a/x': record('a/x', shop), 'b/x': record('b/x', shop)}},
      changes: ['blocked delete a/x: move-conflict c/x', 'blocked delete b/x: move-conflict c/x', 'blocked create c/x: move-conflict a/x'],
    },
    {
      name: 'are blocked where the new key has a monitor, which goes on as its spec says',
      moves: FOLDER,
      world: {
        specs: [desire('new/a', blog)],
        recorded: {'old/a': record('old/a', shop), 'new/a': record('new/a', shop)},
      },
      changes: ['update new/a', 'blocked delete old/a: move-conflict new/a'],
    },
    {
      name: 'are blocked where a create of the new key has an unknown outcome',
      moves: FOLDER,
      world: {specs: [desire('new/a', shop)], recorded: {'old/a': record('old/a', blog)}, unresolved: [lose('new/a', shop)]},
      changes: ['unresolved new/a', 'blocked delete old/a: move-conflict new/a'],
    },
    {
      name: 'wait for a create of the old key that has an unknown outcome',
      moves: FOLDER,
      world: {specs: [desire('new/a', blog)], unresolved: [lose('old/a', shop)]},
      changes: ['blocked create new/a: rename-of-unresolved old/a', 'unresolved old/a'],
    },
    {
      name: 'give way to what a spec itself says',
      moves: [{from: 'a', to: 'c'}],
      world: {specs: [desire('c', shop, {renamedFrom: 'b'})], recorded: {a: record('a', blog), b: record('b', shop)}},
      changes: ['blocked delete a: move-conflict c', 'rename c from b'],
    },
    {
      name: 'count where a spec still says an older name that nothing has any more',
      moves: FOLDER,
      world: {specs: [desire('new/a', shop, {renamedFrom: 'before'})], recorded: {'old/a': record('old/a', shop)}},
      changes: ['rename new/a from old/a'],
    },
  ])('$name', ({moves, world, changes}) => expect(summarize(planMoved(moves, world)).sort()).toEqual([...changes].sort()));

  test('I51: they delete and create nothing that would not be deleted and created without them', () => {
    const part = fc.constantFrom('a', 'b', 'c');
    const key = fc.tuple(part, part).map(parts => parts.join('/'));
    const side = fc.constantFrom('a', 'b', 'c');
    const move = fc.oneof(
      fc.tuple(side, side, fc.constantFrom('*', '**')).map(([from, to, star]) => ({from: `${from}/${star}`, to: `${to}/${star}`})),
      fc.tuple(key, key).map(([from, to]) => ({from, to})),
    );
    // No two are alike, so that nothing is held back as a possible rename.
    const wanted = (name: string) => bodyOf(`new-${name.replace('/', '-')}`);
    const held = (name: string) => bodyOf(`old-${name.replace('/', '-')}`);
    const spec = fc.record({key, from: fc.option(key, {nil: undefined, freq: 5})});
    fc.assert(
      fc.property(
        fc.array(move, {maxLength: 4}),
        fc.uniqueArray(spec, {selector: one => one.key, maxLength: 6}),
        fc.uniqueArray(key, {maxLength: 6}),
        fc.uniqueArray(key, {maxLength: 2}),
        (moves, specs, known, lost) => {
          const recorded = Object.fromEntries(known.map(name => [name, record(name, held(name))]));
          const world: World = {
            specs: specs.map(one => desire(one.key, wanted(one.key), one.from === undefined ? {} : {renamedFrom: one.from})),
            recorded,
            unresolved: lost.filter(name => recorded[name] === undefined).map(name => lose(name, held(name))),
          };
          const did = (changes: string[], action: string) => changes.filter(change => change.startsWith(`${action} `));
          const [moved, plain] = [summarize(planMoved(moves, world)), summarize(planMoved([], world))];
          for (const action of ['delete', 'create']) expect(did(plain, action)).toEqual(expect.arrayContaining(did(moved, action)));
          // No monitor gets two keys, and none is left without one but what is deleted.
          const keys = did(moved, 'rename').map(change => change.split(' ')[3]);
          expect(new Set(keys).size).toBe(keys.length);
        },
      ),
      {numRuns: 1000},
    );
  });
});
