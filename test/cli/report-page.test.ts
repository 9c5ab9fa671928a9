import {readFileSync} from 'node:fs';
import type {Browser, Page} from 'playwright-core';
import {CHROMIUM, LOW_CONTRASTS, lookAt, startChromium, testInChromium} from '../world/chromium';
import {bareSpecFor, makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {startUserWorld} from '../world/service';

/** The page of a report in a real browser: what it asks for, whether it fits, and what is seen in the dark and on paper. */
let workspace: Workspace;
let browser: Browser | undefined;

beforeAll(async () => {
  const long = 'a-very-long-folder-name-that-nobody-would-want/and-another-one-below-it';
  workspace = makeWorkspace({
    'monitors.config.yaml': 'project: acme-web-with-a-name-as-long-as-a-name-can-be\nbudget: {creditsPerMonth: 500}\n',
    'monitors/shop/a.yaml': specFor('a'),
    'monitors/hostile.yaml': `${bareSpecFor('b')}sync: {alerts: none, labels: {team: '</text></svg><script>alert(1)</script><img src=x onerror=alert(2)>'}}\n`,
    [`monitors/${long}/key.yaml`]: specFor('c').replace('{text: hourly}', '{cron: "15 9 * * 1-5", timezone: Asia/Tokyo}'),
  });
  const args = ['report', '--out', 'r.html', '--timezone', 'Europe/Berlin', '--rate-limit', '1'];
  expect(await runMonitorsHere(args, {cwd: workspace.directory})).toMatchObject({exitCode: 0});
  if (CHROMIUM !== '') browser = await startChromium();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  workspace.remove();
});

const look = (width: number, scheme?: 'light' | 'dark') => lookAt(browser as Browser, workspace.path('r.html'), width, scheme);

/** Drawings of the widths that are seen. */
const drawings = (page: Page) => page.locator('.chart svg:visible').evaluateAll(all => all.map(one => one.getAttribute('class')));

for (const {width, kind} of [
  {width: 360, kind: 'narrow'},
  {width: 768, kind: 'middle'},
  {width: 1280, kind: 'wide'},
]) {
  testInChromium(`at ${width} it fits, asks for nothing but itself and complains of nothing`, async () => {
    const {page, requests, complaints} = await look(width);
    expect({requests: requests.filter(url => !url.startsWith('data:')), complaints}).toEqual({
      requests: [`file://${workspace.path('r.html')}`],
      complaints: [],
    });
    expect(await page.evaluate('document.scrollingElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
    expect(new Set(await drawings(page))).toEqual(new Set([kind]));
    const outside = `[...document.querySelectorAll('.chart svg')].flatMap(svg => {
      const {left, right} = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('text')].map(text => text.getBoundingClientRect()).filter(box => box.width > 0 && (box.left < left - 2 || box.right > right + 2));
    }).length`;
    expect(await page.evaluate(outside)).toBe(0);
    expect(await page.screenshot()).not.toHaveLength(0);
    await page.close();
  });
}

testInChromium('titles of columns do not touch, and on paper no head of a table ends a page', async () => {
  const user = await startUserWorld(
    {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n', 'monitors/a.yaml': specFor('a')},
    {answers: {checks: 'asked'}},
    {operations: 'full'},
  );
  try {
    expect(await user.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
    const finishedAt = Date.now() - 3_600_000;
    const pages = [
      {url: 'https://site.example/', status: 'error', statusCode: 500, error: 'net::ERR_NAME_NOT_RESOLVED at https://site.example'},
    ];
    const [monitor] = user.emulator.monitors();
    user.emulator.dashboard.setChecks(monitor?.id ?? '', {checks: [{startedAt: finishedAt - 1000, finishedAt, pages, actualCredits: 1}]});
    expect(await user.runHere(['report', '--out', 'r.html', '--refresh', '--since', '7d'])).toMatchObject({exitCode: 0});
    for (const width of [900, 960, 1280, 1440]) {
      const {page} = await lookAt(browser as Browser, user.workspace.path('r.html'), width);
      // The text alone, not the cell around it.
      const touching = `[...document.querySelectorAll('.raised thead th')].map(cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
      }).filter(box => box.width > 0).filter((box, index, all) => index > 0 && box.left < all[index - 1].right + 4).length`;
      expect({width, touching: await page.evaluate(touching)}).toEqual({width, touching: 0});
      const cut = `[...document.querySelectorAll('.scroll')].filter(box => box.scrollWidth > box.clientWidth).length`;
      expect({width, cut: await page.evaluate(cut)}).toEqual({width, cut: 0});
      await page.emulateMedia({media: 'print'});
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.raised thead')).breakAfter`)).toBe('avoid');
      await page.close();
    }
  } finally {
    await user.close();
  }
});

testInChromium('hostile labels are text of the page: nothing runs, nothing is loaded', async () => {
  const {page, complaints} = await look(1280);
  expect(await page.locator('script, img, iframe').count()).toBe(0);
  expect(await page.locator('body').innerText()).toContain('By label');
  expect(await page.locator('th', {hasText: '<script>alert(1)</script>'}).count()).toBe(1);
  expect(complaints).toEqual([]);
  await page.close();
});

testInChromium('dark screens and paper have colours of their own, and each text enough contrast', async () => {
  const ground = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await look(1280);
  const dark = await look(1280, 'dark');
  const [bright, dim] = [await ground(light.page), await ground(dark.page)];
  expect([bright, dim]).toEqual(['rgb(255, 255, 255)', 'rgb(17, 22, 29)']);
  for (const {page} of [light, dark]) expect(await page.evaluate(LOW_CONTRASTS)).toEqual([]);
  await dark.page.emulateMedia({media: 'print', colorScheme: 'dark'});
  expect(await ground(dark.page)).toBe(bright);
  expect((await dark.page.pdf({format: 'A4'})).subarray(0, 5).toString()).toBe('%PDF-');
  await light.page.close();
  await dark.page.close();
});

testInChromium('each chart has a title and its table behind it, which opens', async () => {
  const {page} = await look(1280);
  const titles = await page.locator('.chart svg.wide > title').allTextContents();
  expect(titles).toHaveLength(4);
  const summaries = page.locator('details:not(.folder) > summary');
  for (const summary of await summaries.all()) await summary.click();
  expect(await page.locator('details:not(.folder) table:visible').count()).toBe(await summaries.count());
  expect(await page.locator('table:visible').count()).toBeGreaterThan(titles.length);
  await page.close();
});

test('it is one file whose policy allows nothing but its own styles', () => {
  const page = readFileSync(workspace.path('r.html'), 'utf8');
  expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/);
  expect(page).not.toMatch(/<script|\bsrc=(?!x )|<link (?!rel="icon" href="data:,")|style="|@import|url\(/);
  expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
});
