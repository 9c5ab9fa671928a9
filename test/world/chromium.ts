import {type Browser, chromium, type Page} from 'playwright-core';

/** The browser that pages are looked at with; what is unset skips those tests. */
export const CHROMIUM = process.env['MONITORS_TEST_CHROMIUM'] ?? '';

/** `test`, or a skipped one whose title names what is missing. */
export function testInChromium(title: string, run: () => Promise<void>): void {
  if (CHROMIUM === '' && process.env['CI'] === 'true') throw new Error('set MONITORS_TEST_CHROMIUM to the path of a Chromium');
  if (CHROMIUM === '') test.skip(`${title} (set MONITORS_TEST_CHROMIUM to the path of a Chromium)`, run);
  else test(title, run, 60_000);
}

/** A page as somebody sees it, with everything that it asked for and complained of. */
export interface LookedAt {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

/** Starts the browser; without a sandbox, which containers do not allow, since all that it opens was written by the test. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']});
}

/** Opens a file at a width. */
export async function lookAt(browser: Browser, file: string, width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<LookedAt> {
  const page = await browser.newPage({viewport: {width, height: 900}, colorScheme});
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', request => requests.push(request.url()));
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('dialog', dialog => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`file://${file}`, {waitUntil: 'load'});
  return {page, requests, complaints};
}
