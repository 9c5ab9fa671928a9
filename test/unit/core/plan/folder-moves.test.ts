import {applyMoves, proposeMoves} from '../../../../src/core/plan/moves';
import {renderPlanMarkdown} from '../../../../src/features/plan/markdown';
import {renderPlanText} from '../../../../src/features/plan/text';
import {bodyOf, desire, plan as planAlone, record, stateOf, summarize, type World} from './world';

const OPTIONS = {color: false, width: 200, verbosity: 'normal'} as const;
const plan = (world: World) => proposeMoves(planAlone(world), Object.keys(world.recorded ?? {}));
const nameOf = (key: string) => key.replace(/[^a-z0-9]/gi, '-');

/** Records under the old keys, specs with the same content under the new ones; `kept` have both. */
function moved(pairs: readonly (readonly [from: string, to: string])[], kept: readonly string[] = []): World {
  const bodies = new Map(pairs.map(([from]) => [from, bodyOf(nameOf(from))]));
  return {
    specs: [...pairs.map(([from, to]) => desire(to, bodies.get(from)!)), ...kept.map(key => desire(key, bodyOf(nameOf(key))))],
    recorded: Object.fromEntries([
      ...pairs.map(([from]) => [from, record(from, bodies.get(from)!)] as const),
      ...kept.map(key => [key, record(key, bodyOf(nameOf(key)))] as const),
    ]),
  };
}

const movesOf = (world: World) => (plan(world).folderMoves ?? []).map(({from, to, keys, isWhole}) => [from, to, keys.length, isWhole]);

describe('a moved folder', () => {
  test.each<{name: string; world: World; moves: readonly (readonly unknown[])[]}>([
    {
      name: 'is one group, with what is below it',
      world: moved([
        ['old/a', 'new/a'],
        ['old/b/c', 'new/b/c'],
      ]),
      moves: [['old/**', 'new/**', 2, true]],
    },
    {
      name: 'may move to the top, or from it',
      world: moved([
        ['team/a', 'a'],
        ['team/b', 'b'],
        ['x', 'shop/x'],
        ['y', 'shop/y'],
      ]),
      moves: [
        ['team/**', '**', 2, true],
        ['**', 'shop/**', 2, false],
      ],
    },
    {
      name: 'into several folders is named by the words that its names have alike, and the rest by itself',
      world: moved([
        ['a-b', 'web/a-b'],
        ['amber-pricing', 'pricing/amber-pricing'],
        ['amber-terms', 'legal/amber-terms'],
        ['blog', 'web/blog'],
        ['bluefin-pricing', 'pricing/bluefin-pricing'],
        ['bluefin-terms', 'legal/bluefin-terms'],
        ['status-of-amber', 'ops/status-of-amber'],
        ['status-of-bluefin', 'ops/status-of-bluefin'],
      ]),
      moves: [
        ['*-pricing', 'pricing/*-pricing', 2, true],
        ['*-terms', 'legal/*-terms', 2, true],
        ['status-of-*', 'ops/status-of-*', 2, true],
        ['**', 'web/**', 2, false],
      ],
    },
    {
      name: 'into two folders is not named by words that names of both have',
      world: moved([
        ['old/a-price', 'one/a-price'],
        ['old/b-price', 'one/b-price'],
        ['old/c-price', 'two/c-price'],
        ['old/d', 'two/d'],
        ['old/e', 'two/e'],
      ]),
      moves: [['old/**', 'two/**', 3, false]],
    },
    {
      name: 'is named by itself, not by the top, where it moved into another folder or out of one',
      world: moved(
        [
          ['old/a', 'new/old/a'],
          ['old/b/c', 'new/old/b/c'],
          ['team/shop/x', 'shop/x'],
          ['team/shop/y', 'shop/y'],
        ],
        ['stays'],
      ),
      moves: [
        ['team/shop/**', 'shop/**', 2, true],
        ['old/**', 'new/old/**', 2, true],
      ],
    },
    {
      name: 'is not whole where other monitors stay in it: a command by pattern would take these too',
      world: moved(
        [
          ['old/a', 'new/a'],
          ['old/b', 'new/b'],
        ],
        ['old/stays'],
      ),
      moves: [['old/**', 'new/**', 2, false]],
    },
    {name: 'has at least two monitors', world: moved([['old/a', 'new/a']]), moves: []},
    {
      name: 'keeps the names of its files',
      world: moved([
        ['old/a', 'new/x'],
        ['old/b', 'new/y'],
      ]),
      moves: [],
    },
    {
      name: 'may take the place of a part of the names, as after a pull',
      world: moved(
        [
          ['acme-pricing', 'pricing/acme'],
          ['blue-fin-pricing', 'pricing/blue-fin'],
          ['news-acme', 'news/acme'],
          ['news-blue-fin', 'news/blue-fin'],
          ['eu/acme_terms', 'legal/eu/acme'],
          ['eu/cobalt_terms', 'legal/eu/cobalt'],
          ['status-page', 'suppliers/acme'],
        ],
        ['news-stays'],
      ),
      moves: [
        ['eu/*_terms', 'legal/eu/*', 2, true],
        ['*-pricing', 'pricing/*', 2, true],
        ['news-*', 'news/*', 2, false],
      ],
    },
    {
      name: 'may also add to the names, or change what stands around them',
      world: moved([
        ['shop/acme', 'shop/acme-de'],
        ['shop/cobalt', 'shop/cobalt-de'],
        ['us/old-acme', 'ca/acme-new'],
        ['us/old-cobalt', 'ca/cobalt-new'],
      ]),
      moves: [['shop/*', 'shop/*-de', 2, true]],
    },
    {
      name: 'cuts names only where a word ends',
      world: moved([
        ['shopacme', 'shop/acme'],
        ['shopblue', 'shop/blue'],
      ]),
      moves: [],
    },
    {
      name: 'is not told from folders that were moved to several places',
      world: moved([
        ['old/a', 'new/a'],
        ['old/b', 'new/b'],
        ['old/sub/c', 'other/c'],
        ['old/sub/d', 'other/d'],
      ]),
      moves: [
        ['old/sub/**', 'other/**', 2, true],
        ['old/**', 'new/**', 2, false],
      ],
    },
    {
      name: 'has no wildcard in its name',
      world: moved([
        ['a*/a', 'new/a'],
        ['a*/b', 'new/b'],
      ]),
      moves: [],
    },
  ])('$name', ({world, moves}) => expect(movesOf(world)).toEqual(moves));

  test('is renamed as a whole by the entries that the plan proposes', () => {
    const world = moved([
      ['team/a', 'a'],
      ['team/b', 'b'],
      ['x', 'shop/x'],
      ['y', 'shop/y'],
      ['old/sub/c', 'other/c'],
      ['old/sub/d', 'other/d'],
      ['old/e', 'new/e'],
      ['old/f', 'new/f'],
      ['all/a-price', 'prices/a-price'],
      ['all/b-price', 'prices/b-price'],
      ['all/a-terms', 'terms/a-terms'],
      ['all/b-terms', 'terms/b-terms'],
      ['all/x1', 'rest/x1'],
      ['all/x2', 'rest/x2'],
    ]);
    const before = plan(world);
    const {desired} = applyMoves(before.folderMoves ?? [], {
      desired: world.specs ?? [],
      state: stateOf(world.recorded ?? {}),
      unresolved: [],
    });
    expect(summarize(plan({...world, specs: desired})).every(change => change.startsWith('rename '))).toBe(true);
  });

  test('is shown with a few of its monitors and one way out for all; JSON and --verbose have each', () => {
    const pairs = Array.from({length: 300}, (_, at) => [`old/m${at}`, `new/m${at}`] as const);
    const found = plan(moved(pairs));
    const text = renderPlanText(found, OPTIONS);
    expect(text.split('\n').length).toBeLessThan(20);
    expect(text).toContain('! 300 monitors  moved?  old/** -> new/**');
    expect(text).toContain('and 295 more');
    expect(text).toContain("-> or run: monitors state mv 'old/**' 'new/**'");
    expect(renderPlanText(found, {...OPTIONS, verbosity: 'verbose'})).toContain('old/m299 -> new/m299');
    const {text: comment, complete} = renderPlanMarkdown(found);
    expect(complete).toBe(true);
    expect(comment.match(/- \{from: "old\/\*\*", to: "new\/\*\*"\}/g)).toHaveLength(1);
    expect(found.changes).toHaveLength(600);
  });

  test('of keys that have nothing alike shows ten changes, and how many more there are; --verbose has each', () => {
    const pairs = Array.from({length: 60}, (_, at) => [`old/a${at}`, `new/b${at}`] as const);
    const found = plan(moved(pairs));
    const text = renderPlanText(found, OPTIONS);
    expect(text.match(/^! .* blocked {2}/gm)).toHaveLength(10);
    expect(text.replace(/\s+/g, ' ')).toContain(
      '! 60 monitors may have been renamed: their specs are gone, and new ones look the same (10 of 120 changes are above; --verbose lists all)',
    );
    expect(renderPlanText(found, {...OPTIONS, verbosity: 'verbose'}).match(/^! .* blocked {2}/gm)).toHaveLength(120);
    expect(renderPlanText(found, {...OPTIONS, verbosity: 'quiet'}).match(/^! .* blocked {2}/gm)).toHaveLength(120);
    const few = renderPlanText(plan(moved(pairs.slice(0, 5))), OPTIONS);
    expect(few.match(/^! .* blocked {2}/gm)).toHaveLength(10);
    expect(few).not.toContain('are above');
  });

  test('leaves a comment within its limit, however many folders moved and however long their names are', () => {
    const long = 'x'.repeat(200);
    const pairs = Array.from({length: 400}, (_, at) => [`${long}${at >> 1}/m${at}`, `y${long}${at >> 1}/m${at}`] as const);
    const {text} = renderPlanMarkdown(plan(moved(pairs)), [], {limit: 20_000});
    expect(text.length).toBeLessThan(20_000);
    expect(text).toMatch(/\d+ more folders may have moved/);
  });
});

test('renames of a folder are one block of the plan; --quiet has each', () => {
  const pairs = Array.from({length: 30}, (_, at) => [`old/m${at}`, `new/m${at}`] as const);
  const world = moved([...pairs, ['old/x', 'new/y'], ['old/z', 'else/z']]);
  const moves = [
    {from: 'old/x', to: 'new/y'},
    {from: 'old/z', to: 'else/z'},
    {from: 'old/**', to: 'new/**'},
  ];
  const {desired} = applyMoves(moves, {desired: world.specs ?? [], state: stateOf(world.recorded ?? {}), unresolved: []});
  const found = plan({...world, specs: desired});
  const text = renderPlanText(found, OPTIONS);
  expect(text.match(/^~ .*/gm)).toEqual([
    expect.stringContaining('~ else/z  rename'),
    '~ 30 monitors  rename  old/* -> new/*',
    expect.stringContaining('~ new/y  rename'),
  ]);
  expect(text).toContain('new/m0, new/m1, new/m10, new/m11, new/m12 and 25 more (--verbose lists all)');
  expect(renderPlanText(found, {...OPTIONS, verbosity: 'verbose'})).toContain('new/m29');
  expect(renderPlanText(found, {...OPTIONS, verbosity: 'quiet'}).match(/^~ .* rename/gm)).toHaveLength(32);
});
