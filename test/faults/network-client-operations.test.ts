import {gzipSync} from 'node:zlib';
import type {ExchangeNote, HttpServiceOptions} from '../../src/core/api/http-service';
import type {DeleteOutcome, LiveMonitor, MonitorService, ReadOutcome, UpdateOutcome} from '../../src/core/api/port';
import {connectTo} from '../world/http-client';
import {httpAnswer, type RawServer, startRawServer} from '../world/raw-server';

const key = 'fc-CANARY0123456789';
const id = '5a0c0b9e-1b2c-4d3e-8f4a-123456789abc';
const changes = {webhook: {url: 'https://hooks.example/x', headers: {'X-Token': 'hook-secret-value'}, metadata: {}, events: []}};
const monitor = {
  id,
  name: 'Prices',
  status: 'paused',
  createdAt: '2026-11-20 23:30:00+00',
  nextRunAt: null,
  estimatedCreditsPerMonth: 720,
  targets: [{id: '0B5E6A8E-93A5-5C8E-9D24-3C0F9A6D1111'}, {type: 'scrape'}],
  webhook: {headers: {'X-Live': 'live-hook-secret'}},
};
const whole = JSON.stringify({success: true, data: monitor});
const page = JSON.stringify({success: true, data: [monitor]});
const gone = JSON.stringify({success: false, error: 'Monitor not found'});

const open: {close(): Promise<void>}[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

function service(url: string, options: Partial<HttpServiceOptions> = {}): MonitorService {
  const made = connectTo(url, key, options);
  open.push(made);
  return made;
}

async function serve(answer: string | Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const server = await startRawServer(typeof answer === 'string' ? socket => socket.end(answer) : answer);
  open.push(server);
  return server;
}

type Outcome = ReadOutcome<readonly LiveMonitor[] | LiveMonitor | null> | UpdateOutcome | DeleteOutcome;

/** Request of one row of a table. */
const operations: Readonly<Record<'list' | 'get' | 'update' | 'delete', (made: MonitorService, monitorId?: string) => Promise<Outcome>>> = {
  list: made => made.listMonitors({limit: 100, offset: 90}),
  get: (made, monitorId = id) => made.getMonitor(monitorId),
  update: (made, monitorId = id) => made.updateMonitor(monitorId, changes),
  delete: (made, monitorId = id) => made.deleteMonitor(monitorId),
};
const names = ['list', 'get', 'update', 'delete'] as const;

async function ask(
  name: (typeof names)[number],
  answer: Parameters<typeof serve>[0],
  options: Partial<HttpServiceOptions> = {},
): Promise<{outcome: Outcome; server: RawServer}> {
  const server = await serve(answer);
  const outcome = await operations[name](service(`http://127.0.0.1:${server.port}/gate/v2/`, options));
  return {outcome, server};
}

test.each([
  {name: 'list', line: 'GET /gate/v2/monitor?limit=100&offset=90', answer: page, kind: 'read'},
  {name: 'get', line: `GET /gate/v2/monitor/${id}`, answer: whole, kind: 'read'},
  {name: 'update', line: `PATCH /gate/v2/monitor/${id}`, answer: whole, kind: 'applied'},
  {name: 'delete', line: `DELETE /gate/v2/monitor/${id}`, answer: '{"success":true}', kind: 'applied'},
] as const)('$name is one request below the prefix, with the key; only an update has a body', async ({name, line, answer, kind}) => {
  const {outcome, server} = await ask(name, httpAnswer(200, answer));
  expect(outcome.kind).toBe(kind);
  expect(server.requests).toHaveLength(1);
  const [head = '', sent] = server.requests[0]?.split('\r\n\r\n') ?? [];
  expect(head.split('\r\n')[0]).toBe(`${line} HTTP/1.1`);
  expect(head).toMatch(new RegExp(`^authorization: Bearer ${key}$`, 'm'));
  expect(head).toMatch(/^accept-encoding: identity$/m);
  expect(/^content-type: application\/json$/m.test(head)).toBe(name === 'update');
  expect(sent).toBe(name === 'update' ? JSON.stringify(changes) : '');
});

test('a monitor is read as it is, and the time of the answer with it', async () => {
  const {outcome} = await ask('get', httpAnswer(200, whole, {date: 'Fri, 20 Nov 2026 23:30:00 GMT'}));
  expect(outcome).toEqual({
    kind: 'read',
    serverTime: Date.UTC(2026, 10, 20, 23, 30),
    value: {
      id,
      name: 'Prices',
      status: 'paused',
      createdAt: '2026-11-20 23:30:00+00',
      nextRunAt: null,
      estimatedCreditsPerMonth: 720,
      targetIds: ['0b5e6a8e-93a5-5c8e-9d24-3c0f9a6d1111'],
      data: monitor,
    },
  });
});

describe('a monitor that the service does not have', () => {
  test('is null when it is read, and the time of that answer is known', async () => {
    const {outcome} = await ask('get', httpAnswer(404, gone, {date: 'Fri, 20 Nov 2026 23:30:00 GMT'}));
    expect(outcome).toEqual({kind: 'read', value: null, serverTime: Date.UTC(2026, 10, 20, 23, 30)});
  });

  test('is null also where the service shows it as deleted', async () => {
    const {outcome} = await ask('get', httpAnswer(200, JSON.stringify({success: true, data: {...monitor, status: 'deleted'}})));
    expect(outcome).toMatchObject({kind: 'read', value: null});
  });

  test.each(['update', 'delete'] as const)('is missing when it is to be changed: %s', async name => {
    const {outcome} = await ask(name, httpAnswer(404, gone));
    expect(outcome).toMatchObject({kind: 'missing', failure: {status: 404, message: 'the service answered 404: Monitor not found'}});
  });
});

describe('an operation that the service does not offer is named, and no monitor counts as missing', () => {
  const page404 = {text: '<html>Cannot DELETE /v2/monitor/x</html>', headers: {'content-type': 'text/html'}};
  const words = {list: 'listing monitors', get: 'reading a monitor', update: 'updating monitors', delete: 'deleting monitors'};
  test.each(
    names.flatMap(name => [
      {name, row: '405', answer: httpAnswer(405, JSON.stringify({success: false, error: 'Method Not Allowed'})), status: 405},
      {name, row: '501', answer: httpAnswer(501, JSON.stringify({success: false, error: 'Not Implemented'})), status: 501},
      {name, row: '404 as a web page', answer: httpAnswer(404, page404.text, page404.headers), status: 404},
      {name, row: '404 without a word', answer: httpAnswer(404, ''), status: 404},
      {name, row: "404 in a gateway's JSON", answer: httpAnswer(404, '{"message":"no Route matched with those values"}'), status: 404},
    ]),
  )('$name: $row', async ({name, answer, status}) => {
    const {outcome} = await ask(name, answer);
    expect(outcome).toMatchObject({
      kind: name === 'update' || name === 'delete' ? 'not-applied' : 'failed',
      failure: {status, notOffered: true, message: `this service does not offer ${words[name]} (it answered ${status})`},
    });
  });

  test("a list that is not found is not offered, also in the service's words", async () => {
    const {outcome} = await ask('list', httpAnswer(404, JSON.stringify({success: false, error: 'Not Found'})));
    expect(outcome).toMatchObject({kind: 'failed', failure: {notOffered: true}});
  });

  test('a key that may not list is said to be the reason', async () => {
    const {outcome} = await ask('list', httpAnswer(403, JSON.stringify({success: false, error: 'Forbidden'})));
    expect(outcome).toMatchObject({
      failure: {notOffered: true, message: 'listing monitors was refused: the service answered 403: Forbidden'},
    });
  });

  test.each(['get', 'update', 'delete'] as const)('a 403 for one monitor is a refusal of that request: %s', async name => {
    const {outcome} = await ask(name, httpAnswer(403, JSON.stringify({success: false, error: 'Forbidden'})));
    expect('failure' in outcome && outcome.failure).toMatchObject({
      kind: 'http',
      status: 403,
      message: expect.stringMatching(/ was refused: the service answered 403: Forbidden$/),
    });
    expect('failure' in outcome && outcome.failure.notOffered).toBeUndefined();
  });

  test('a 404 that broke off says neither', async () => {
    const {outcome} = await ask('delete', 'HTTP/1.1 404 Not Found\r\ncontent-length: 400\r\n\r\n{"succ');
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'body', status: 404, code: 'CUT_OFF'}});
    expect(outcome.kind === 'not-applied' && outcome.failure.notOffered).toBeUndefined();
  });
});

describe('N15: a redirect is not followed, whatever is asked', () => {
  test.each(names)('%s', async name => {
    const other = await serve(httpAnswer(200, whole));
    const {outcome, server} = await ask(name, httpAnswer(307, '', {location: `http://127.0.0.1:${other.port}/?token=abcdef`}));
    expect(outcome).toMatchObject({
      kind: name === 'update' || name === 'delete' ? 'not-applied' : 'failed',
      failure: {status: 307, redirectHost: `127.0.0.1:${other.port}`},
    });
    expect(JSON.stringify(outcome)).not.toContain('abcdef');
    expect([server.requests.length, other.connections]).toEqual([1, 0]);
  });
});

describe('N18, N19: a 200 that is not the answer is none', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  const rows = [
    {row: 'a captive portal', code: 'NOT_JSON', text: httpAnswer(200, '<html>Sign in</html>', {'content-type': 'text/html'})},
    {row: 'nothing', code: 'BAD_JSON', text: httpAnswer(200, '')},
    {row: 'success false', code: /^(NO_|OTHER_)/, text: httpAnswer(200, '{"success":false,"data":[]}')},
    {row: 'success on the prototype', code: /^(NO_|OTHER_)/, text: httpAnswer(200, `{"__proto__":${whole}}`)},
    {row: 'JSON ten thousand levels deep', code: 'BAD_JSON', text: httpAnswer(200, `${'['.repeat(10_000)}${']'.repeat(10_000)}`)},
    {row: 'cut off by its length', code: 'CUT_OFF', text: `${head}content-length: 4000\r\n\r\n${whole}`},
    {row: 'cut off in a chunk', code: 'CUT_OFF', text: `${head}transfer-encoding: chunked\r\n\r\n190\r\n{"success":true`},
    {row: 'cut off by the end of the connection', code: 'BAD_JSON', text: `${head}\r\n${page.slice(0, -2)}`},
    {row: 'an id without end', code: 'BAD_JSON', text: httpAnswer(200, '{"success":true,"data":{"id":"5a0c')},
  ];
  test.each(names.flatMap(name => rows.map(row => ({...row, name}))))('$name: $row', async ({name, code, text}) => {
    const {outcome, server} = await ask(name, text);
    expect(outcome).toMatchObject({
      kind: name === 'update' || name === 'delete' ? 'ambiguous' : 'failed',
      failure: {kind: 'body', status: 200, code: expect.stringMatching(code)},
    });
    expect(server.requests).toHaveLength(1);
    expect(({} as {success?: boolean}).success).toBeUndefined();
  });

  test.each([
    {row: 'an item without an id', data: [monitor, {name: 'x'}]},
    {row: 'an item with an id of spaces', data: [{...monitor, id: '  '}]},
    {row: 'an item that is none', data: [null]},
    {row: 'an object instead of a list', data: {items: [monitor]}},
  ])('list: $row makes the page unreadable; nothing is left out in silence', async ({data}) => {
    const {outcome} = await ask('list', httpAnswer(200, JSON.stringify({success: true, data})));
    expect(outcome).toMatchObject({kind: 'failed', failure: {kind: 'body', code: 'NO_LIST'}});
  });

  test.each(['get', 'update'] as const)('%s: the monitor of somebody else', async name => {
    const other = {...monitor, id: '99999999-1b2c-4d3e-8f4a-123456789abc'};
    const {outcome} = await ask(name, httpAnswer(200, JSON.stringify({success: true, data: other})));
    expect(outcome).toMatchObject({failure: {kind: 'body', code: 'OTHER_MONITOR'}});
  });

  test('get: an id in other letters is the same id', async () => {
    const {outcome} = await ask('get', httpAnswer(200, JSON.stringify({success: true, data: {...monitor, id: id.toUpperCase()}})));
    expect(outcome).toMatchObject({kind: 'read', value: {id: id.toUpperCase()}});
  });

  test('members of the wrong type are as good as missing', async () => {
    const odd = {id, name: 7, status: null, createdAt: [], targets: {}, nextRunAt: false, estimatedCreditsPerMonth: '12'};
    const {outcome} = await ask('get', httpAnswer(200, JSON.stringify({success: true, data: odd})));
    const read = {id, name: '', status: '', createdAt: '', targetIds: [], nextRunAt: null, estimatedCreditsPerMonth: null, data: odd};
    expect(outcome).toMatchObject({kind: 'read', value: read});
  });
});

describe('N20: how much is read of an answer', () => {
  const mebibyte = 1024 * 1024;
  const padded = (text: string, size: number) => text.padEnd(size, ' ');
  test.each([
    {name: 'list', row: 'all of 4 MiB', text: httpAnswer(200, padded(page, 4 * mebibyte)), code: undefined},
    {name: 'list', row: 'not a byte more', text: httpAnswer(200, padded(page, 4 * mebibyte + 1)), code: 'TOO_LARGE'},
    {name: 'get', row: 'all of 1 MiB', text: httpAnswer(200, padded(whole, mebibyte)), code: undefined},
    {name: 'get', row: 'not a byte more', text: httpAnswer(200, padded(whole, mebibyte + 1)), code: 'TOO_LARGE'},
    {name: 'update', row: 'not more than 1 MiB', text: httpAnswer(200, padded(whole, mebibyte + 1)), code: 'TOO_LARGE'},
    {name: 'delete', row: 'not more than 1 MiB', text: httpAnswer(200, padded('{"success":true}', mebibyte + 1)), code: 'TOO_LARGE'},
  ] as const)('$name: $row', async ({name, text, code}) => {
    const {outcome} = await ask(name, text);
    expect('failure' in outcome ? outcome.failure.code : undefined).toBe(code);
  });

  test('200 MB in 200 kB of gzip are too large for a list, too, and its pages can be asked for in smaller ones', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * mebibyte, 0x20));
    const {outcome} = await ask('list', socket => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    expect(outcome).toMatchObject({kind: 'failed', failure: {kind: 'body', code: 'TOO_LARGE'}});
  });
});

describe('N21, N22: no answer', () => {
  test.each(names)('%s: a server that never answers', async name => {
    const {outcome} = await ask(name, () => undefined, {attemptTimeoutMs: 100});
    expect(outcome).toMatchObject({
      kind: name === 'update' || name === 'delete' ? 'ambiguous' : 'failed',
      failure: {kind: 'timeout'},
    });
  });

  test.each(names)('%s: a connection that is reset is not made again by itself', async name => {
    const {outcome, server} = await ask(name, socket => socket.resetAndDestroy());
    expect(outcome).toMatchObject({
      kind: name === 'update' || name === 'delete' ? 'ambiguous' : 'failed',
      failure: {kind: 'transport'},
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each(names)('%s: nothing listens', async name => {
    const server = await serve('');
    await server.close();
    const outcome = await operations[name](service(`http://127.0.0.1:${server.port}`));
    expect(outcome).toMatchObject({
      kind: name === 'update' || name === 'delete' ? 'not-applied' : 'failed',
      failure: {kind: 'connect', code: 'ECONNREFUSED'},
    });
  });

  test.each(names)('%s: given up before it starts, nothing is sent', async name => {
    const server = await serve(httpAnswer(200, whole));
    const made = service(`http://127.0.0.1:${server.port}`);
    const stopped = {
      list: () => made.listMonitors({limit: 1, offset: 0}, AbortSignal.abort()),
      get: () => made.getMonitor(id, AbortSignal.abort()),
      update: () => made.updateMonitor(id, changes, AbortSignal.abort()),
      delete: () => made.deleteMonitor(id, AbortSignal.abort()),
    };
    expect(await stopped[name]()).toMatchObject({failure: {kind: 'aborted'}});
    await made.close();
    expect(server.requests).toHaveLength(0);
  });
});

describe('ids are text of a service and name nothing else', () => {
  const odd = ['../../x', 'a/b', 'x?limit=1', 'x#y', '%2e%2e', 'ü', 'a b', '..;', '__proto__', 'x\r\nX-Y: z'];
  test.each(odd.flatMap(text => (['get', 'update', 'delete'] as const).map(name => ({text, name}))))(
    '$name $text: one segment of the path',
    async ({text, name}) => {
      const server = await serve(httpAnswer(404, gone));
      await operations[name](service(`http://127.0.0.1:${server.port}/gate`), text);
      const [, target = ''] = server.requests[0]?.split(/ /) ?? [];
      const {pathname, search, hash} = new URL(target, 'http://service.example');
      expect(pathname).toBe(`/gate/v2/monitor/${encodeURIComponent(text)}`);
      expect([search, hash]).toEqual(['', '']);
      expect(server.requests[0]).not.toMatch(/^X-Y:/m);
    },
  );

  test.each(['', '.', '..', '...', '\ud800'].flatMap(text => (['get', 'update', 'delete'] as const).map(name => ({text, name}))))(
    '$name "$text": no encoding helps, so nothing is sent',
    async ({text, name}) => {
      const server = await serve(httpAnswer(200, whole));
      const outcome = await operations[name](service(`http://127.0.0.1:${server.port}`), text);
      expect(outcome).toMatchObject({kind: name === 'get' ? 'failed' : 'not-applied', failure: {code: 'BAD_ID'}});
      expect(server.connections).toBe(0);
    },
  );
});

describe('S6, S17: no message holds the key, what was sent, or what a monitor holds', () => {
  const echo = `\u001b]0;x\u0007 ${key} hook-secret-value ${'w'.repeat(100_000)}`;
  test.each(
    names.flatMap(name => [
      {name, row: 'a refusal', text: httpAnswer(400, JSON.stringify({success: false, error: echo, details: {[key]: echo}, code: echo}))},
      {name, row: 'an unreadable success', text: httpAnswer(200, JSON.stringify({success: false, error: echo}))},
      {name, row: 'a content type', text: httpAnswer(200, '<html>', {'content-type': `text/html; x=${key}`})},
    ]),
  )('$name: $row', async ({name, text}) => {
    const {outcome} = await ask(name, text);
    const written = JSON.stringify(outcome);
    expect(outcome).toHaveProperty('failure');
    expect(written).not.toMatch(/CANARY|\\u001b|\\u0007/);
    if (name === 'update') expect(written).not.toContain('hook-secret');
    expect(written.length).toBeLessThan(2500);
  });

  test('a page with one item that can not be read says nothing of the others', async () => {
    const {outcome} = await ask('list', httpAnswer(200, JSON.stringify({success: true, data: [monitor, 7]})));
    expect(JSON.stringify(outcome)).not.toContain('live-hook-secret');
  });
});

test('S18: what is noted of a request is its method, path, status, time and sizes', async () => {
  const notes: ExchangeNote[] = [];
  await ask('update', httpAnswer(200, whole, {'x-request-id': 'r-1'}), {onExchange: note => notes.push(note)});
  await ask('list', httpAnswer(200, page), {onExchange: note => notes.push(note)});
  await ask('delete', socket => socket.resetAndDestroy(), {onExchange: note => notes.push(note)});
  const path = `/gate/v2/monitor/${id}`;
  const durationMs = expect.any(Number);
  expect(notes).toEqual([
    {
      method: 'PATCH',
      path,
      status: 200,
      durationMs,
      sentBytes: JSON.stringify(changes).length,
      receivedBytes: whole.length,
      requestId: 'r-1',
    },
    {method: 'GET', path: '/gate/v2/monitor?limit=100&offset=90', status: 200, durationMs, sentBytes: 0, receivedBytes: page.length},
    {method: 'DELETE', path, durationMs, sentBytes: 0, receivedBytes: 0},
  ]);
});
