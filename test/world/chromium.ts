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

/** Script that lists the texts of a page whose contrast with what is below them is less than 4.5, by the formula of WCAG 2. */
export const LOW_CONTRASTS = `(() => {
  const parse = color => color.match(/[\\d.]+/g).map(Number);
  const luminance = color => {
    const [r, g, b] = parse(color).map(part => part / 255).map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const groundOf = element => {
    for (let at = element; at !== null; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (parse(color)[3] !== 0) return color;
    }
    return 'rgb(255, 255, 255)';
  };
  const style = getComputedStyle(document.documentElement);
  const paint = color => { const probe = document.createElement('i'); probe.style.color = color; document.body.append(probe); const value = getComputedStyle(probe).color; probe.remove(); return value; };
  const cells = [0, 1, 2, 3, 4, 5].map(shade => [paint(style.getPropertyValue('--on-heat-' + shade)), paint(style.getPropertyValue('--heat-' + shade)), 'heat ' + shade]);
  const texts = [...document.querySelectorAll('h1,h2,h3,p,a,dt,dd,small,th,td,summary,code,strong,li,footer,ins,del')].map(element => [getComputedStyle(element).color, groundOf(element), element.textContent]);
  return [...cells, ...texts].filter(([ink, ground]) => contrast(ink, ground) < 4.5);
})()`;
