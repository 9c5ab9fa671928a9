import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import * as fc from 'fast-check';
import {parseDocument} from 'htmlparser2';
import type {Browser} from 'playwright-core';
import {renderChangesHtml} from '../../../../src/features/changes/formats/html';
import {isReportPage} from '../../../../src/features/report/html/page';
import {CHROMIUM, LOW_CONTRASTS, lookAt, startChromium, testInChromium} from '../../../world/chromium';
import {anyDocument, fullDocument, HOSTILE_TEXTS, hostileDocument, hugeDocument, sampleChange, sampleDocument} from './changes-samples';

const OUR_ELEMENTS = new Set(
  'html head meta link title style body header h1 small p ul li dl div dt dd main section h2 h3 article h4 h5 a code pre ins del mark q details summary table caption thead tr th tbody td span footer'.split(
    ' ',
  ),
);
const OUR_ATTRIBUTES = new Set(
  'lang charset http-equiv content name rel href class id aria-labelledby aria-label role tabindex scope open'.split(' '),
);

/** Everything of a page that is not ours: elements, attributes, links, characters that are not seen. */
function listActive(page: string): string[] {
  const active: string[] = [];
  const visit = (node: {type: string; name?: string; attribs?: Record<string, string>; children?: unknown[]}) => {
    if (node.name !== undefined && !node.name.startsWith('!') && !OUR_ELEMENTS.has(node.name)) active.push(`element ${node.name}`);
    for (const [name, value] of Object.entries(node.attribs ?? {})) {
      if (!OUR_ATTRIBUTES.has(name)) active.push(`attribute ${name}`);
      if (name === 'href' && !/^(?:https?:\/\/[^@/]+\/|data:,$)/.test(value)) active.push(`link ${value}`);
    }
    for (const child of (node.children ?? []) as (typeof node)[]) visit(child);
  };
  visit(parseDocument(page) as never);
  if (/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(page)) active.push('a character that is not seen');
  if ((page.match(/<!--/g) ?? []).length !== 1) active.push('a comment');
  return active;
}

test('the judge of these tests finds what is active', () => {
  expect(listActive('<!-- a --><script></script><p onclick="x"><a href="javascript:1">\u202e</a><!-- b -->')).toEqual([
    ...['element script', 'attribute onclick', 'link javascript:1', 'a character that is not seen', 'a comment'],
  ]);
});

test('it is one file whose policy allows nothing but its own styles', () => {
  const page = renderChangesHtml(fullDocument());
  expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/);
  expect(page).not.toMatch(/<script|\bsrc=|<link (?!rel="icon" href="data:,")|style="|@import|url\(/);
  expect(isReportPage(page)).toBe(false);
  expect(listActive(page)).toEqual([]);
});

test('words that changed are marked within their line', () => {
  expect(renderChangesHtml(sampleDocument())).toContain(
    '<del>- Pro: $<mark>19</mark> a month</del>\n<ins>+ Pro: $<mark>24</mark> a month</ins>',
  );
});

test('everything that is not shown is counted', () => {
  const page = renderChangesHtml(fullDocument());
  for (const text of [
    '5 more changes left out by --limit',
    '<summary>40 lines more</summary>',
    'the diff is longer than what is kept',
    'Incomplete: ',
  ])
    expect(page).toContain(text);
});

test.each(HOSTILE_TEXTS.map(text => ({name: JSON.stringify(text).slice(0, 60), text})))('inert everywhere: $name', ({text}) => {
  expect(listActive(renderChangesHtml(hostileDocument([text])))).toEqual([]);
});

test('no document of hostile texts has anything active', () => {
  fc.assert(
    fc.property(anyDocument, document => expect(listActive(renderChangesHtml(document))).toEqual([])),
    {numRuns: 200},
  );
});

test('10,000 pages with megabytes of text make a page of a few megabytes that says what it leaves out', () => {
  const page = renderChangesHtml(hugeDocument());
  expect(page.length).toBeLessThan(16 * 1024 * 1024);
  expect(page).toMatch(/<p>[\d,]+ changes shown without lines: the page would be too long\.<\/p><p>&hellip; and 8,001 more changes\./);
  expect(page).toContain('and 9,500 more rows');
});

describe('in a browser', () => {
  const directory = mkdtempSync(join(tmpdir(), 'changes-page-'));
  const files = {full: join(directory, 'full.html'), hostile: join(directory, 'hostile.html')};
  let browser: Browser | undefined;

  beforeAll(async () => {
    writeFileSync(files.full, renderChangesHtml(fullDocument()));
    writeFileSync(files.hostile, renderChangesHtml(hostileDocument(HOSTILE_TEXTS, 120)));
    if (CHROMIUM !== '') browser = await startChromium();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(directory, {recursive: true});
  });

  const look = (name: keyof typeof files, width: number, scheme?: 'light' | 'dark') =>
    lookAt(browser as Browser, files[name], width, scheme);

  for (const name of ['full', 'hostile'] as const)
    for (const width of [1440, 768, 375])
      testInChromium(`${name} at ${width}: it fits, asks for nothing but itself and complains of nothing`, async () => {
        const {page, requests, complaints} = await look(name, width);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect({requests: requests.filter(url => !url.startsWith('data:')), complaints}).toEqual({
          requests: [`file://${files[name]}`],
          complaints: [],
        });
        expect(await page.evaluate('document.scrollingElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
        expect(await page.locator('script, img, iframe, object, form, svg').count()).toBe(0);
        await page.close();
      });

  testInChromium('dark screens and paper have colours of their own, and each text enough contrast', async () => {
    const light = await look('full', 1440);
    const dark = await look('full', 1440, 'dark');
    const ground = (page: typeof dark.page) => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect([await ground(light.page), await ground(dark.page)]).toEqual(['rgb(255, 255, 255)', 'rgb(17, 22, 29)']);
    for (const {page} of [light, dark]) expect(await page.evaluate(LOW_CONTRASTS)).toEqual([]);
    await dark.page.emulateMedia({media: 'print', colorScheme: 'dark'});
    expect(await ground(dark.page)).toBe('rgb(255, 255, 255)');
    expect(await dark.page.locator('td:visible', {hasText: 'Only the number of viewers changed.'}).count()).toBe(1);
    expect((await dark.page.pdf({format: 'A4'})).subarray(0, 5).toString()).toBe('%PDF-');
    await light.page.close();
    await dark.page.close();
  });

  testInChromium('a hostile address is text, a web address a link that tells its target nothing', async () => {
    writeFileSync(
      files.full,
      renderChangesHtml(sampleDocument({changes: [sampleChange(), sampleChange({id: '2', url: 'javascript:alert(1)'})]})),
    );
    const {page} = await look('full', 768);
    const links = await page.locator('a').evaluateAll(all => all.map(one => [one.getAttribute('href'), one.getAttribute('rel')]));
    expect(links).toEqual([['https://acme.example/pricing?plan=pro', 'noreferrer nofollow']]);
    await page.close();
  });
});
