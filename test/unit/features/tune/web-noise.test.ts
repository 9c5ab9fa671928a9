import {LineTally} from '../../../../src/features/tune/lines/line-tally';
import {WEB_DECOYS} from '../../../world/web/decoys';
import {DRAWN_NOISE} from '../../../world/web/drawn-noise';
import {playPage, type WebKind} from '../../../world/web/pages';
import {WRITTEN_NOISE} from '../../../world/web/written-noise';

/**
 * Noise and decoys in the shapes of real pages, 32 pages of each kind. The generators were written before the detector was looked at.
 * WEB_NOISE_SEED plays other pages and prints the counts, WEB_NOISE_PAGES plays more of them.
 */
const WEB_NOISE = [...DRAWN_NOISE, ...WRITTEN_NOISE];
const FIRST = Number(process.env['WEB_NOISE_SEED'] ?? 1);
/** Share of the pages; of a few pages that were not looked at before chance takes some. */
const [RECALL, FALSE] = FIRST === 1 ? [0.9, 0.1] : [0.8, 0.15];
const HALF = Number(process.env['WEB_NOISE_PAGES'] ?? 32) / 2;
/** Pages of a decoy alone: beside noise it is on more. */
const ALONE = HALF / 2;
/** Fewer changes are never called noise. */
const LEAST_CHANGES = 5;
const URL = 'https://site.example/';

interface Count {
  /** Pages on which it changed often enough to be told from an edit. */
  pages: number;
  found: number;
  all: number;
}

const counts = new Map<string, Count>([...WEB_NOISE, ...WEB_DECOYS].map(({name}) => [name, {pages: 0, found: 0, all: 0}]));
/** Lines of pages that never change, and are called noise. */
const stays: string[] = [];

/** Plays a page, and counts which of its parts are among the noisy lines. */
function look(kinds: readonly WebKind[], seed: number, counted = counts, given?: number): void {
  const {checks, days, diffs, parts} = playPage(kinds, seed, given);
  const tally = new LineTally();
  for (const {diff, at, check} of diffs) tally.add(URL, diff, {check, at});
  const named = tally.list({checks, days}).flatMap(({texts}) => texts.map(text => text.trim()));
  stays.push(...named.filter(text => !parts.some(({lines}) => lines.has(text))));
  for (const [index, {lines, changes}] of parts.entries()) {
    const count = counted.get(kinds[index]?.name ?? '');
    if (count === undefined) continue;
    const isFound = named.some(text => lines.has(text));
    count.all++;
    if (changes < LEAST_CHANGES && !isFound) continue;
    count.pages++;
    if (isFound) count.found++;
  }
}

beforeAll(() => {
  for (const [index, noise] of WEB_NOISE.entries()) {
    for (let page = 0; page < HALF; page++) {
      look([noise], FIRST + 2 * page);
      look([noise, WEB_DECOYS[(index * HALF + page) % WEB_DECOYS.length] as WebKind], FIRST + 2 * page + 1);
    }
  }
  for (const decoy of WEB_DECOYS) for (let page = 0; page < ALONE; page++) look([decoy], FIRST + page);
});

afterAll(() => {
  if (process.env['WEB_NOISE_SEED'] === undefined) return;
  const rows = [...counts].map(([name, {found, pages, all}]) => `${name}: ${found} of ${pages} with ${LEAST_CHANGES} changes, of ${all}`);
  process.stdout.write(`${rows.join('\n')}\n`);
});

test.each(WEB_NOISE.map(({name}) => [name]))('noise is found on nine of ten pages: %s', name => {
  const {found = 0, pages = 0, all = 0} = counts.get(name) ?? {};
  expect(pages).toBeGreaterThan(all / 3);
  expect(found).toBeGreaterThanOrEqual(RECALL * pages);
});

test.each(WEB_DECOYS.map(({name}) => [name]))('named as noise on one of ten pages at most: %s', name => {
  const {found = 0, all = 0} = counts.get(name) ?? {};
  expect(all).toBeGreaterThan(HALF);
  expect(found).toBeLessThanOrEqual(FALSE * all);
});

test('lines that stay are no noise', () => {
  expect(stays).toEqual([]);
});

test('a test with shares of 80 and 20 percent is found within the 30 checks that tune reads', () => {
  const kind = DRAWN_NOISE.find(({name}) => name.includes('80/20')) as WebKind;
  const counted = new Map([[kind.name, {pages: 0, found: 0, all: 0}]]);
  for (let page = 0; page < Math.max(50, 2 * HALF); page++) look([kind], FIRST + page, counted, 30);
  const {found = 0, pages = 0, all = 0} = counted.get(kind.name) ?? {};
  expect(pages).toBeGreaterThanOrEqual(0.85 * all);
  expect(found).toBeGreaterThanOrEqual(RECALL * pages);
});
