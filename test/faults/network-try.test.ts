import type {Fault} from '../../src/emulator';
import {startUserWorld, type UserWorld} from '../world/service';
import {FURTHER_PAGES} from '../world/site/pages';

const spec = (url: string, more = '') => `name: page\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: ["${url}"]\n${more}`;
const page = (name: string) => `https://shop.site.example/${name}`;

let world: UserWorld;
afterEach(() => world.close());

/** Tries two pages with these faults. */
async function run(
  faults: readonly Fault[],
  files: Readonly<Record<string, string>> = {'monitors/a.yaml': spec(page('a')), 'monitors/b.yaml': spec(page('b'))},
) {
  world = await startUserWorld({'monitors.config.yaml': 'project: shop\n', ...files}, {faults: [...faults]}, {pages: FURTHER_PAGES});
  const {exitCode, stdout, stderr} = await world.runHere(['try', '**', '--auto-approve', '--max-credits', '50', '--format', 'json']);
  const requests = world.emulator.requests().filter(({path}) => path === '/v2/scrape').length;
  return {exitCode, requests, report: JSON.parse(stdout), text: stdout + stderr};
}

const when = {operation: 'scrape'} as const;
const failed = (mayBeCharged: boolean) => ({outcome: 'failed', mayBeCharged, findings: [{code: 'page/failed'}]});

test.each<{name: string; fault: Fault}>([
  {name: 'N35: the answer is lost', fault: {when, times: 1, do: 'drop', work: 'done'}},
  {name: 'N35: the answer is a 500', fault: {when, times: 1, do: 'answer', status: 500}},
  {name: 'N35: the answer is a 503 with a wait', fault: {when, times: 1, do: 'answer', status: 503, retryAfter: 0}},
  {name: 'N35: the page is slow', fault: {when, times: 1, do: 'answer', status: 408}},
])('$name: nothing is sent twice, and it may have been charged', async ({fault}) => {
  const {exitCode, requests, report} = await run([fault]);
  expect({exitCode, requests}).toEqual({exitCode: 1, requests: 2});
  expect(report.pages).toMatchObject([failed(true), {outcome: 'fetched'}]);
});

test('N36: a 429 waits and is sent again; the page is charged once', async () => {
  const {exitCode, requests, report} = await run([{when, times: 2, do: 'answer', status: 429, retryAfter: 0}]);
  expect({exitCode, requests}).toEqual({exitCode: 0, requests: 4});
  expect(report.summary).toMatchObject({pages: 2, failed: 0});
});

test('N36: without credits (402) the rest is not sent', async () => {
  const {exitCode, requests, report} = await run([{when, do: 'answer', status: 402}]);
  expect({exitCode, requests}).toEqual({exitCode: 1, requests: 1});
  expect(report.pages).toMatchObject([failed(false), {outcome: 'not-sent'}]);
});

test.each([404, 405, 501])('N37: a service that can not fetch pages (%i in a foreign form) is told apart at once', async status => {
  const {exitCode, requests, report} = await run([{when, do: 'answer', status, body: '<html>Cannot POST</html>'}]);
  expect({exitCode, requests}).toEqual({exitCode: 3, requests: 1});
  expect(report.error).toMatchObject({
    code: 'live/not-offered',
    message: `this service does not offer fetching pages (it answered ${status})`,
  });
});

test('N38: a page of 40 MiB ends at 32 MiB, and a page that takes too long in a 408', async () => {
  const {exitCode, requests, report} = await run([], {
    'monitors/huge.yaml': spec('https://huge.site.example/log'),
    'monitors/slow.yaml': spec('https://slow.site.example/export'),
  });
  expect({exitCode, requests}).toEqual({exitCode: 1, requests: 2});
  expect(report.pages).toMatchObject([failed(true), failed(true)]);
  expect(report.pages[0].findings[0].message).toContain('larger than 32 MiB');
});

test('N38: a hostile page is harmless', async () => {
  const {exitCode, report} = await run([], {'monitors/a.yaml': spec('https://hostile.site.example/')});
  expect(exitCode).toBe(0);
  const {stdout} = await world.runHere(['try', 'a', '--auto-approve']);
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]|^\s*::/m);
  expect(report.pages[0].title).not.toContain('\u001b');
});

test.each([
  {name: 'refuses', status: 400, body: '{"success":false,"error":"The url URL is bad"}'},
  {
    ...{name: 'answers with', status: 200},
    body: '{"success":true,"data":{"markdown":"# URL","warning":"at URL","metadata":{"title":"at URL","error":"no URL","statusCode":404}}}',
  },
])('N38: what is secret in the address of a page is not seen where the service $name it', async ({status, body}) => {
  const url = 'https://shop.site.example/a?token=query-value-0123&b=1';
  const fault: Fault = {when, do: 'answer', status, body: body.replaceAll('URL', url)};
  const {exitCode, report, text} = await run([fault], {'monitors/a.yaml': spec(url)});
  expect(exitCode).toBe(1);
  expect(report.pages[0].url).toBe('https://shop.site.example/a?token=(secret)&b=(secret)');
  expect(text).not.toContain('query-value-0123');
});

test.each([401, 402])('N38a: a second fetch that is refused (%i) does not lose the first, which is paid for', async status => {
  const files = {'monitors/a.yaml': spec(page('a')), 'monitors/b.yaml': spec(page('b'))};
  world = await startUserWorld(
    {'monitors.config.yaml': 'project: shop\n', ...files},
    {
      faults: [{when, skip: 1, do: 'answer', status}],
    },
  );
  const ended = await world.runHere(['try', '**', '--twice', '--auto-approve', '--max-credits', '50', '--format', 'json']);
  expect(ended.exitCode).toBe(1);
  expect(JSON.parse(ended.stdout).pages).toMatchObject([
    {outcome: 'fetched', firstLines: expect.arrayContaining([expect.anything()]), findings: [{code: 'page/failed'}]},
    {outcome: 'not-sent'},
  ]);
});

test('N38a: where a second fetch is refused, nothing is said of two that were equal', async () => {
  world = await startUserWorld(
    {'monitors.config.yaml': 'project: shop\n', 'monitors/a.yaml': spec(page('a'))},
    {faults: [{when, skip: 1, do: 'answer', status: 402}]},
  );
  const ended = await world.runHere(['try', 'a', '--twice', '--auto-approve']);
  expect(ended).toMatchObject({exitCode: 1, stdout: expect.stringContaining('the second fetch failed')});
  expect(ended.stdout).not.toContain('equal');
});
