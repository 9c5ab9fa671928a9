import type {ObservedService} from '../../src/core/api/check-port';
import type {HttpServiceOptions} from '../../src/core/api/http-service';
import {connectTo} from '../world/http-client';
import {httpAnswer, type RawServer, startRawServer} from '../world/raw-server';

const key = 'fc-CANARY0123456789';
const id = '5a0c0b9e-1b2c-4d3e-8f4a-123456789abc';
const checkId = '5a0c0b9e-1b2c-4d3e-8f4a-000000000001';
const check = {
  id: checkId,
  status: 'completed',
  trigger: 'scheduled',
  startedAt: '2026-11-20 23:30:00+00',
  summary: {totalPages: 1, changed: 1},
};
const checksText = JSON.stringify({success: true, data: [check]});
const partOf = (page: object, next: unknown = null) => JSON.stringify({success: true, next, data: {...check, pages: [page], next}});
const gone = JSON.stringify({success: false, error: 'Monitor not found'});

const open: {close(): Promise<void>}[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function serve(answer: string): Promise<RawServer> {
  const server = await startRawServer(socket => socket.end(answer));
  open.push(server);
  return server;
}

function service(server: RawServer, options: Partial<HttpServiceOptions> = {}): ObservedService {
  const made = connectTo(`http://127.0.0.1:${server.port}/gate`, key, options);
  open.push(made);
  return made;
}

const operations = {
  checks: (made: ObservedService, monitorId = id) => made.listChecks(monitorId, {limit: 100, offset: 0}),
  check: (made: ObservedService, monitorId = id) => made.readCheck(monitorId, checkId, {limit: 100, skip: 0, status: 'changed'}),
  credits: (made: ObservedService) => made.readCredits(),
  start: (made: ObservedService, monitorId = id) => made.startCheck(monitorId),
} as const;
type Name = keyof typeof operations;
const names = Object.keys(operations) as Name[];

async function ask(name: Name, answer: string, options: Partial<HttpServiceOptions> = {}) {
  const server = await serve(answer);
  return {outcome: await operations[name](service(server, options)), server};
}

test.each([
  {name: 'checks', line: `GET /gate/v2/monitor/${id}/checks?limit=100&offset=0`, answer: checksText, kind: 'read'},
  {name: 'check', line: `GET /gate/v2/monitor/${id}/checks/${checkId}?limit=100&skip=0&status=changed`, answer: partOf({}), kind: 'read'},
  {name: 'credits', line: 'GET /gate/v2/team/credit-usage', answer: '{"success":true,"data":{"remainingCredits":5}}', kind: 'read'},
  {name: 'start', line: `POST /gate/v2/monitor/${id}/run`, answer: JSON.stringify({success: true, id: checkId}), kind: 'applied'},
] as const)('$name is one request below the prefix', async ({name, line, answer, kind}) => {
  const {outcome, server} = await ask(name, httpAnswer(200, answer));
  expect(outcome.kind).toBe(kind);
  expect(server.requests.map(text => text.split('\r\n')[0])).toEqual([`${line} HTTP/1.1`]);
});

test.each(names.flatMap(name => [404, 405, 501].map(status => ({name, status}))))(
  'a service without $name, which answers $status in a foreign form, is told apart',
  async ({name, status}) => {
    const {outcome} = await ask(name, httpAnswer(status, '<html>Cannot GET</html>', {'content-type': 'text/html'}));
    expect(outcome).toMatchObject({kind: name === 'start' ? 'not-applied' : 'failed', failure: {notOffered: true, status}});
  },
);

test.each(names)("the service's own 404 to %s says that there is none, not that the operation is missing", async name => {
  const {outcome} = await ask(name, httpAnswer(404, gone));
  if (name === 'start') expect(outcome).toMatchObject({kind: 'missing'});
  else expect(outcome).toMatchObject({kind: 'read', value: null});
});

test.each([
  {next: 'https://evil.example/v2/monitor/x/checks/y?skip=100&limit=1', nextSkip: 100},
  {next: '/v2/monitor/x?limit=100&skip=200#skip=3', nextSkip: 200},
  {next: 'https://evil.example/without', nextSkip: 0},
  {next: `?skip=${'9'.repeat(40)}`, nextSkip: 0},
  {next: null, nextSkip: null},
  {next: 5, nextSkip: null},
])('N33: of the address $next only the number to skip is read', async ({next, nextSkip}) => {
  const {outcome, server} = await ask('check', httpAnswer(200, partOf({}, next)));
  expect(outcome).toMatchObject({kind: 'read', value: {nextSkip}});
  expect(server.requests).toHaveLength(1);
});

test('secrets that a check repeats are hidden: the key, values of references, user info and query values of addresses', async () => {
  const secret = 'hook-secret-value-1234';
  const page = {
    url: 'https://user:pass@site.example/?token=abcdef',
    status: 'changed',
    error: `could not fetch https://u:p@site.example/?q=abc with ${secret}`,
    judgment: {meaningful: true, confidence: 'high', reason: `it shows ${key}`},
    diff: {text: `+${secret}\n+${key}\n`, json: {'a.b': {previous: secret, current: [key]}}},
  };
  const {outcome} = await ask('check', httpAnswer(200, partOf(page)), {secrets: [secret]});
  const text = JSON.stringify(outcome);
  for (const hidden of [secret, key, 'user:pass', 'abcdef', 'u:p', 'q=abc']) expect(text).not.toContain(hidden);
  expect(text).toContain('https://(secret)@site.example/?token=(secret)');
});

test('a page of any shape is read, bounded, and never trusted to have what the service documents', async () => {
  const diff = {
    text: 'x'.repeat(1_000_000),
    json: Object.fromEntries(Array.from({length: 2000}, (_, index) => [`f${index}`, {previous: 1, current: 2}])),
  };
  const shapes = [{}, {url: 5, status: null, statusCode: 'x', judgment: 7, diff: 'no'}, {diff}, {diff: {json: {files: []}}}];
  const server = await serve(httpAnswer(200, JSON.stringify({success: true, data: {...check, pages: [...shapes, null, 5], next: null}})));
  const outcome = await operations.check(service(server));
  if (outcome.kind !== 'read' || outcome.value === null) throw new Error('not read');
  const {pages} = outcome.value;
  expect(pages).toHaveLength(6);
  expect(pages[1]).toEqual({
    ...{url: '', status: '', statusCode: null, error: null, searchStatus: null},
    ...{isJudgeDegraded: false, judgment: null, diff: null},
  });
  expect(pages[2]?.diff).toMatchObject({isCut: true});
  expect(pages[2]?.diff?.text?.length).toBe(256 * 1024);
  expect(pages[2]?.diff?.fields).toHaveLength(500);
  expect(pages[3]?.diff).toBeNull();
});

test('numbers that count nothing are dropped, and times are ISO whatever their form', async () => {
  const odd = {...check, estimatedCredits: -1, actualCredits: '7', summary: {totalPages: 1.5, error: -2, changed: 3}, finishedAt: 'soon'};
  const {outcome} = await ask('checks', httpAnswer(200, JSON.stringify({success: true, data: [odd]})));
  expect(outcome).toMatchObject({
    value: [
      {
        ...{startedAt: '2026-11-20T23:30:00.000Z', finishedAt: null, estimatedCredits: null, actualCredits: null},
        summary: {totalPages: 1, error: 0, changed: 3, same: 0, new: 0, removed: 0},
      },
    ],
  });
});

test.each([
  {name: 'a list that is none', operation: 'checks' as const, body: '{"success":true,"data":{}}'},
  {name: 'a check without an id in a list', operation: 'checks' as const, body: '{"success":true,"data":[{}]}'},
  {name: 'a check without pages', operation: 'check' as const, body: JSON.stringify({success: true, data: check})},
  {name: 'credits that are none', operation: 'credits' as const, body: '{"success":true,"data":[]}'},
])('$name is an answer that can not be read', async ({operation, body}) => {
  expect((await ask(operation, httpAnswer(200, body))).outcome).toMatchObject({kind: 'failed', failure: {kind: 'body'}});
});

test.each([
  {status: 200, body: '{"success":true}', kind: 'ambiguous'},
  {status: 409, body: '{"success":false,"error":"A check is already running"}', kind: 'not-applied'},
  {status: 402, body: '{"success":false,"error":"Payment Required"}', kind: 'not-applied'},
  {status: 502, body: '<html>', kind: 'ambiguous'},
])('an answer $status to a start proves that it is $kind', async ({status, body, kind}) => {
  expect((await ask('start', httpAnswer(status, body))).outcome.kind).toBe(kind);
});

test.each(['..', '', '.', '\ud800'])('an id that fits into no path (%j) is never sent', async monitorId => {
  const server = await serve(httpAnswer(200, checksText));
  const made = service(server);
  for (const name of ['checks', 'check', 'start'] as const) {
    expect(await operations[name](made, monitorId)).toMatchObject({failure: {code: 'BAD_ID'}});
  }
  expect(await made.readCheck(id, '..', {limit: 1, skip: 0})).toMatchObject({failure: {code: 'BAD_ID'}});
  expect(server.requests).toEqual([]);
});

const ELSEWHERE = 'HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:1/secret-path\r\ncontent-length: 0\r\n\r\n';
const CUT = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n${checksText}`;
const HUGE = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"${'x'.repeat(17 * 1024 * 1024)}"`;

describe('N50: answers about checks that are redirected, cut, huge or never end', () => {
  test.each(
    names.flatMap(name => [ELSEWHERE, CUT, HUGE].map((answer, index) => ({name, answer, what: ['redirect', 'cut', 'huge'][index]}))),
  )('N50: $name, $what: one request, and doubt only about a start that may have been made', async ({name, answer, what}) => {
    const {outcome, server} = await ask(name, answer);
    const isOpen = name === 'start' && what !== 'redirect';
    expect([outcome.kind, server.requests.length]).toEqual([isOpen ? 'ambiguous' : name === 'start' ? 'not-applied' : 'failed', 1]);
    expect(JSON.stringify(outcome)).not.toMatch(/secret-path|xxxx/);
  });

  test.each(names)('N50: %s, no answer: given up after a time', async name => {
    const server = await startRawServer(() => {});
    open.push(server);
    const outcome = await operations[name](service(server, {attemptTimeoutMs: 50}));
    expect(outcome).toMatchObject({kind: name === 'start' ? 'ambiguous' : 'failed', failure: {kind: 'timeout'}});
  });
});

test.each([
  {name: 'of the emulator', marks: {'x-monitors-emulator': '1'}, expected: Date.UTC(2027, 0, 1)},
  {name: 'of any other service', marks: {}, expected: null},
])('a clock of checks is heeded in an answer $name', async ({marks, expected}) => {
  const headers = {...marks, 'x-monitors-emulator-date': 'Fri, 01 Jan 2027 00:00:00 GMT'};
  const made = service(await serve(httpAnswer(200, checksText, headers)));
  await operations.checks(made);
  expect(made.checkTime()).toBe(expected);
});

test('an answer in thousands of pieces is read whole', async () => {
  const pieces = [...checksText.padEnd(5000)].map(character => `1\r\n${character}\r\n`).join('');
  const {outcome} = await ask('checks', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`);
  expect(outcome).toMatchObject({kind: 'read', value: [{id: checkId}]});
});
