import {PAGES} from './pages';

/** Pages of docs/ as a generator of static sites takes them. */
const pages = [...PAGES].filter(([path]) => path.startsWith('docs/'));

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
