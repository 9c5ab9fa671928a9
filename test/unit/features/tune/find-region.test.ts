import fc from 'fast-check';
import type {NoisyLineDocument} from '../../../../src/features/tune/document';
import {compareWithout, findRegion, lineFinder} from '../../../../src/features/tune/regions/find-region';

const lineOf = (text: string, kind: NoisyLineDocument['kind'] = 'numbers', more: readonly string[] = []): NoisyLineDocument => ({
  ...{url: 'https://a.example/', kind, line: text, texts: [text, ...more], changes: 9, checks: 10},
});
const VIEWERS = lineOf('**12** people look at this');
const page = (inside: string, rest = '<p>One of many lines of a page that stay as they are.</p>') =>
  `<html><body><main><h1>Hats</h1>${rest}${inside}</main></body></html>`;
const find = (inside: string, lines = [VIEWERS]) => findRegion(page(inside), lines);

test.each([
  ['an id', '<div id="live"><b>99</b> people look at this</div>', {selector: '#live'}],
  ['a class', '<p class="live"><span>99</span> people look at this</p>', {selector: '.live'}],
  ['an element around it', '<div class="live"><p>99 people look at this</p></div>', {selector: '.live'}],
  ['an element within it', '<div><p><span class="live">99 people look at this</span></p></div>', {selector: '.live'}],
  ['a telling tag', '<aside><p>99 people look at this</p></aside>', {selector: 'aside'}],
  ['no name', '<p>99 people look at this</p>', {lack: 'no-selector'}],
  ['a made-up name', '<p class="css-1x2y3z">99 people look at this</p>', {lack: 'no-selector'}],
  ['a name that others have', '<p class="row">99 people look at this</p><p class="row">Felt</p>', {lack: 'no-selector'}],
  ['a name around more', '<div class="box"><p>99 people look at this</p><p>Felt</p></div>', {lack: 'no-selector'}],
  ['two places', '<p id="a1">99 people look at this</p><p id="b1">5 people look at this</p>', {lack: 'several-places'}],
  ['a part of a line', '<p id="live">99 people look at this. Felt</p>', {lack: 'line-missing'}],
  ['a script', '<script id="live">99 people look at this</script>', {lack: 'line-missing'}],
])('a line in %s', (_name, inside, expected) => {
  expect(find(inside)).toEqual(expected);
});

test('lines of one region have its selector; lines of two have none', () => {
  const both = [VIEWERS, lineOf('Updated 3 minutes ago')];
  const inside = '<p class="a1">5 people look at this</p><p class="b1">Updated 9 minutes ago</p>';
  expect(find(`<div class="live">${inside}</div>`, both)).toEqual({selector: '.live'});
  expect(find(inside, both)).toEqual({lack: 'no-selector'});
  expect(find(`<div class="live">${inside}<p>Felt</p></div>`, both)).toEqual({lack: 'no-selector'});
});

test('a text that others replace is known by those that were seen', () => {
  const ads = lineOf('A better mattress', 'text', ['Learn to *sail*']);
  expect(find('<div id="ad">Learn to <i>sail</i></div>', [ads])).toEqual({selector: '#ad'});
  expect(find('<div id="ad">Something new</div>', [ads])).toEqual({lack: 'line-missing'});
});

test('a region that is most of the page is none', () => {
  expect(findRegion('<body><p>x</p><div id="live">99 people look at this</div></body>', [VIEWERS])).toEqual({lack: 'no-selector'});
});

test('the rest of a page is compared but for the noisy lines', () => {
  const finder = lineFinder([VIEWERS]);
  const before = '# Hats\n\n**99** people look at this\n\nFelt\n';
  expect(compareWithout(before, '# Hats\nFelt', finder)).toBe('same');
  expect(compareWithout(before, '# Hats\n**98** people look at this\nFelt', finder)).toBe('line-stays');
  expect(compareWithout(before, '# Hats', finder)).toBe('others-change');
  expect(compareWithout(before, '# Hats\nFelt\nNew', finder)).toBe('others-change');
  expect(compareWithout(before, 'Felt\n# Hats', finder)).toBe('others-change');
});

test('whatever a page is, its selector leaves out the line and no other text', () => {
  const name = fc.constantFrom('a1', 'b1', 'c1', 'd1', 'e1');
  const attributes = fc.oneof(
    fc.constant(''),
    name.map(one => ` id="${one}"`),
    name.map(one => ` class="${one}"`),
  );
  const {tree} = fc.letrec<{tree: string; leaf: string}>(tie => ({
    leaf: fc.constantFrom('Felt', 'Straw', '5 people look at this', '<b>7</b> people look at this', 'Wool'),
    tree: fc.oneof(
      {depthSize: 'small', withCrossShrink: true},
      tie('leaf').map(text => `<p>${text}</p>`),
      fc
        .tuple(fc.constantFrom('div', 'section', 'aside'), attributes, fc.array(tie('tree'), {minLength: 1, maxLength: 3}))
        .map(([tag, more, inside]) => `<${tag}${more}>${inside.join('')}</${tag}>`),
    ),
  }));
  let found = 0;
  fc.assert(
    fc.property(tree, inside => {
      const html = page(inside, '<p>One of many lines of a page that stay as they are, and a few more words.</p>');
      const finding = findRegion(html, [VIEWERS]);
      if ('lack' in finding) return;
      found++;
      const texts = (markup: string) => markup.match(/(?<=<p>).*?(?=<\/p>)/g) ?? [];
      const {selector} = finding;
      const attribute = selector.startsWith('#') ? `id="${selector.slice(1)}"` : `class="${selector.slice(1)}"`;
      const mark = /^\w/.test(selector) ? `<${selector}` : attribute;
      expect(html.split(mark)).toHaveLength(2);
      const noisy = texts(html).filter(text => text.endsWith('people look at this'));
      expect(noisy).toHaveLength(1);
      const start = html.lastIndexOf('<', html.indexOf(mark) + (mark.startsWith('<') ? 1 : 0));
      expect(texts(elementAt(html, start))).toEqual(noisy);
    }),
    {numRuns: 2000},
  );
  expect(found).toBeGreaterThan(50);
});

/** The element that begins at a place. */
function elementAt(html: string, start: number): string {
  let depth = 0;
  for (const tag of html.slice(start).matchAll(/<(\/?)\w+[^>]*>/g)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return html.slice(start, start + tag.index + tag[0].length);
  }
  return html.slice(start);
}
