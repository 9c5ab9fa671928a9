import type {ScrapedPage} from '../../../../src/core/api/scrape-port';
import {compareFetches} from '../../../../src/features/try/noise';

const PAGE: ScrapedPage = {
  ...{statusCode: 200, finalUrl: null, title: null, language: null, contentType: null, error: null, warning: null},
  ...{markdown: null, html: null, rawHtml: null, summary: null, answer: null, json: undefined, others: [], data: {}},
};
const page = (clock: string, ad: string): ScrapedPage => ({
  ...PAGE,
  markdown: `# Lamps\n\nBlue lamp: 49 EUR\n\nLoaded at ${clock}\n\n${ad}`,
  html: `<main><h1>Lamps</h1><p>Blue lamp: 49 EUR</p><p>Loaded at <span class="css-83742">${clock}</span></p></main><div class="ad slot-1"><a>${ad}</a></div><footer><time>${clock}</time></footer>`,
});

test('equal fetches are no noise', () => {
  expect(compareFetches(page('10:00', 'Buy'), page('10:00', 'Buy'))).toBeNull();
});

test('the diff shows what differs, and the markup which selectors leave it out', () => {
  const noise = compareFetches(page('10:00', 'Buy a bed'), page('10:01', 'Buy a boat'));
  expect(noise?.diff).toContain('-Loaded at 10:00\n+Loaded at 10:01');
  expect(noise).toMatchObject({selectors: ['.ad', 'time'], rest: 'some'});
});

test('nothing is left where the selectors hold all of it', () => {
  const at = (clock: string) => ({...PAGE, markdown: clock, html: `<p>Lamps and more lamps</p><p id="clock">${clock}</p>`});
  expect(compareFetches(at('1'), at('2'))).toEqual({
    diff: '@@ -1,1 +1,1 @@\n-1\n+2',
    selectors: ['#clock'],
    rest: 'none',
  });
});

test('without markup no selector is named, and an extraction is compared by its members', () => {
  const at = (price: number) => ({...PAGE, json: {name: 'lamp', price}});
  expect(compareFetches(at(1), at(2))).toMatchObject({
    diff: expect.stringContaining('-  "price": 1\n+  "price": 2'),
    selectors: [],
    rest: 'unknown',
  });
});

test('a selector that holds most of the page is not named', () => {
  const at = (text: string) => ({...PAGE, markdown: text, html: `<div class="content"><p>${text}</p></div><p>end</p>`});
  expect(compareFetches(at('a long text of today'), at('another text of now'))).toMatchObject({selectors: []});
});

test('pages that have nothing in common, and endless markup, end at once', () => {
  const at = (word: string) => ({...PAGE, markdown: `${word}${'\n'}`.repeat(50_000), html: '<div class="a">'.repeat(100_000) + word});
  const numbered = (start: number) => ({...PAGE, markdown: Array.from({length: 20_000}, (_, index) => `line ${start + index}`).join('\n')});
  expect(compareFetches(numbered(0), numbered(500_000))).toMatchObject({diff: null});
  expect(compareFetches(at('x'), at('y'))).not.toBeNull();
});
