import {readScrapedPage} from '../../../../../src/core/api/read-scrape';
import type {ScrapedPage} from '../../../../../src/core/api/scrape-port';
import {writeScrape} from '../../../../../src/emulator/scrape/read-page';
import type {SitePage} from '../../../../../src/emulator/site/page';
import {Site} from '../../../../../src/emulator/site/site';
import {compareFetches} from '../../../../../src/features/try/noise';
import {judgePage} from '../../../../../src/features/try/page/verdict';
import {ALL_PAGES, FURTHER_PAGES} from '../../../../world/site/pages';

/** A page of the emulator's site at its n-th visit, with these formats. */
function read({url, options = {}}: SitePage, formats: readonly string[], count = 0): ScrapedPage {
  const site = new Site(FURTHER_PAGES);
  for (let before = 0; before < count; before++) site.visit(url, 0);
  const data = writeScrape(
    url,
    site.visit(url, count * 60_000),
    options,
    formats.map(type => ({type})),
  );
  const page = readScrapedPage({success: true, data}, text => text);
  if (page === undefined) throw new Error('the emulator answers no page');
  return page;
}

/** Subject of the verdict. */
function judge(page: SitePage, formats: readonly string[]): string[] {
  const {url, options = {}} = page;
  return judgePage({url, options, expectedStatus: null}, read(page, formats)).map(({code}) => code);
}

const CODES: Readonly<Record<string, string>> = {
  ...{status: 'page/bad-status', empty: 'page/empty', elsewhere: 'page/other-site', 'soft-404': 'page/error-page'},
  ...{login: 'page/login', consent: 'page/consent', challenge: 'page/challenge', selectors: 'page/selectors'},
};
const FORMATS = [['markdown'], ['markdown', 'html']];

const good = ALL_PAGES.filter(({kind}) => kind !== 'bad');
test.each(good)('no alarm: $name', page => {
  expect(FORMATS.map(formats => judge(page, formats))).toEqual(FORMATS.map(() => []));
});

const bad = ALL_PAGES.filter(({flaw}) => flaw !== undefined && CODES[flaw] !== undefined);
test.each(bad)('$flaw: $name', page => {
  const nothing = page.name === 'a page on which the selector matches nothing';
  const code = nothing ? 'page/empty' : CODES[page.flaw as string];
  expect(FORMATS.map(formats => judge(page, formats))).toEqual(FORMATS.map(() => [code]));
});

test('every kind of bad page is in the site, and 50 good ones are', () => {
  expect(new Set(bad.map(({flaw}) => flaw))).toEqual(new Set(Object.keys(CODES)));
  expect(good.filter(({kind}) => kind === 'good').length).toBeGreaterThanOrEqual(50);
});

const noisy = ALL_PAGES.filter(({noise}) => noise !== undefined);
test.each(noisy)('noise: $name', page => {
  const noise = compareFetches(read(page, ['markdown', 'html']), read(page, ['markdown', 'html'], 1));
  const [, selector] = /([.#][^.#]+)$/.exec(page.noise ?? '') ?? [];
  expect(noise).toMatchObject({diff: expect.stringMatching(/^@@/), selectors: selector === undefined ? [] : [selector]});
});
