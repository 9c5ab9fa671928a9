import type {ScrapedPage} from '../../../../../src/core/api/scrape-port';
import type {JsonObject} from '../../../../../src/core/json/value';
import {judgePage} from '../../../../../src/features/try/page/verdict';
import {BAD_PAGES, GOOD_PAGES, type PageSample} from './page-samples';

const URL_OF_SPEC = 'https://acme.example/pricing';
const PAGE: ScrapedPage = {
  ...{statusCode: 200, finalUrl: URL_OF_SPEC, title: 'Pricing', language: null, contentType: 'text/html', error: null, warning: null},
  ...{markdown: '# Pricing\n\n9 EUR', html: null, rawHtml: null, summary: null, answer: null, json: undefined, others: [], data: {}},
};

function judge(page: Partial<ScrapedPage>, options: JsonObject = {}, expectedStatus: number | null = null, url = URL_OF_SPEC) {
  return judgePage({url, options, expectedStatus}, {...PAGE, ...page}).map(({code, severity}) => `${severity} ${code}`);
}

function judgeSample({title, url = URL_OF_SPEC, finalUrl = url, markdown}: Omit<PageSample, 'name'>) {
  return judge({title: title ?? null, finalUrl, markdown}, {}, null, url);
}

test.each(GOOD_PAGES)('no alarm: $name', sample => {
  expect(judgeSample(sample)).toEqual([]);
});

test.each(BAD_PAGES)('$code: $name', ({code, ...sample}) => {
  expect(judgeSample(sample)).toEqual([`warning ${code}`]);
});

test.each<{name: string; page: Partial<ScrapedPage>; options?: JsonObject; expected?: number; found: string[]}>([
  {name: '404', page: {statusCode: 404}, found: ['error page/bad-status']},
  {name: '500 with an error page', page: {statusCode: 500, markdown: '# Internal Server Error'}, found: ['error page/bad-status']},
  {name: 'a 404 that is expected', page: {statusCode: 404, markdown: ''}, expected: 404, found: []},
  {name: 'a 410 where 404 is expected', page: {statusCode: 410}, expected: 404, found: ['error page/bad-status']},
  {name: '200 where 404 is expected', page: {}, expected: 404, found: ['warning page/other-status']},
  {name: 'nothing', page: {markdown: ' \n\u200b'}, found: ['error page/empty']},
  {name: 'nothing that the selectors select', page: {markdown: ''}, options: {includeTags: ['.price']}, found: ['error page/empty']},
  {name: 'markup without text', page: {markdown: null, html: '<div><script>1</script></div>'}, found: ['error page/empty']},
  {name: 'links alone', page: {markdown: null, others: ['links']}, found: []},
  {name: 'no status', page: {statusCode: null}, found: []},
  {name: 'another domain', page: {finalUrl: 'https://parked.example/'}, found: ['error page/other-site']},
  {name: 'another owner below a shared domain', page: {finalUrl: 'https://acme.github.io/'}, found: ['error page/other-site']},
  {name: 'an empty extraction', page: {markdown: null, json: {plans: [], price: null}}, found: ['warning page/no-extraction']},
  {name: 'an extraction', page: {markdown: null, json: {price: 0}}, found: []},
  {
    name: 'the whole page in place of a part',
    page: {markdown: '[Skip to content](#c)\n\n9 EUR\n\nAll rights reserved'},
    options: {includeTags: ['.price']},
    found: ['warning page/selectors'],
  },
  {
    name: 'markup without the part',
    page: {html: '<div class="cost">9 EUR</div>'},
    options: {includeTags: ['.price']},
    found: ['warning page/selectors'],
  },
  {name: 'markup with the part', page: {html: '<b class="big price">9</b>'}, options: {includeTags: ['b.price', 'main > p']}, found: []},
])('$name', ({page, options, expected, found}) => {
  expect(judge(page, options, expected ?? null)).toEqual(found);
});

test.each(['[', '[](', '<', '![a](', '# ', 'a.', '|', '\u200b', '>', '「'])('a page of 200,000 times %j is judged at once', text => {
  expect(judge({markdown: text.repeat(200_000), html: text.repeat(200_000)}).length).toBeLessThan(3);
});
