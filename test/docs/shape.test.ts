import {PAGES} from './pages';

/** Pages of docs/ as a generator of static sites takes them, and as tired readers do: short. */
const pages = [...PAGES].filter(([path]) => path.startsWith('docs/'));

/** Pages that are made from sources or held to them, and the records of decisions. */
const NOT_COUNTED = /^docs\/(?:decisions\/|diagnostics\.md|spec-reference\.md|fault-matrix\.md|action-reference\.md)/;

const MOST_WORDS = 24_000;

/** A page without code, in which signs stand for themselves. */
function proseOf(text: string): string {
  return text.replace(/^( *)(`{3,}).*?^\1\2\s*$/gms, '').replace(/(`+).*?\1/gs, '');
}

test.each(pages)('%s has one first heading, and no HTML', (_, text) => {
  const prose = proseOf(text);
  expect(prose.match(/^# .+$/gm)).toHaveLength(1);
  // A comment is shown nowhere.
  expect(prose.replace(/<!--.*?-->/gs, '').match(/<\/?[a-z][^>]*>/gi) ?? []).toEqual([]);
});

test.each(pages)('%s links to files of the repository by relative paths', (_, text) => {
  expect(proseOf(text).match(/\]\((?:\/|https?:\/\/github\.com\/[^)]*\/blob\/)[^)]*\)/g) ?? []).toEqual([]);
});

test.each(pages)('%s has no sentence that ends before its list', (_, text) => {
  expect(text.match(/^.*\b(?:except|of|and|or|with) \.$/gm) ?? []).toEqual([]);
});

test('the pages that people wrote have few words', () => {
  const words = pages.filter(([path]) => !NOT_COUNTED.test(path)).map(([, text]) => text.split(/\s+/).filter(word => word !== '').length);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_WORDS);
});
