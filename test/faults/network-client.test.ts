import {gzipSync} from 'node:zlib';
import type {ExchangeNote, HttpServiceOptions} from '../../src/core/api/http-service';
import type {CreateOutcome, MonitorService} from '../../src/core/api/port';
import {Secret} from '../../src/core/secrets/secret';
import {connectTo} from '../world/http-client';
import {createdAnswer, httpAnswer, type RawServer, startRawServer} from '../world/raw-server';

const key = 'fc-CANARY0123456789';
const body = {
  name: 'Prices',
  schedule: {text: 'hourly'},
  targets: [{type: 'scrape', urls: ['https://shop.example/'], id: '0b5e6a8e-93a5-5c8e-9d24-3c0f9a6d1111'}],
  webhook: {url: 'https://hooks.example/x', headers: {'X-Token': 'hook-secret-value'}},
};

const open: (RawServer | MonitorService)[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

function service(port: number, options: Partial<HttpServiceOptions> = {}): MonitorService {
  const made = connectTo(`http://127.0.0.1:${port}/gate/v2/`, key, options);
  open.push(made);
  return made;
}

/** Starts a server that answers each request as told, sends one create to it and says what came of it. */
async function create(
  answer: Parameters<typeof startRawServer>[0],
  options: Partial<HttpServiceOptions> = {},
): Promise<{outcome: CreateOutcome; server: RawServer}> {
  const server = await startRawServer(answer);
  open.push(server);
  const outcome = await service(server.port, options).createMonitor(body);
  return {outcome, server};
}

test('a create is one POST with the key, JSON and no compression asked for', async () => {
  const {outcome, server} = await create(socket => socket.write(httpAnswer(200, createdAnswer())));
  expect(outcome.kind).toBe('applied');
  expect(server.requests).toHaveLength(1);
  const [head = '', sent = ''] = server.requests[0]?.split('\r\n\r\n') ?? [];
  expect(head).toMatch(/^POST \/gate\/v2\/monitor HTTP\/1\.1\r\n/);
  expect(head).toMatch(new RegExp(`^authorization: Bearer ${key}$`, 'm'));
  expect(head).toMatch(/^accept-encoding: identity$/m);
  expect(head).toMatch(/^content-type: application\/json$/m);
  expect(JSON.parse(sent)).toEqual(body);
});

test('one answer in pieces is one answer', async () => {
  const {outcome} = await create(socket => {
    const text = httpAnswer(200, createdAnswer());
    for (const piece of text.match(/[\s\S]{1,7}/g) ?? []) socket.write(piece);
  });
  expect(outcome.kind).toBe('applied');
});

test('an interim answer is no answer', async () => {
  const {outcome} = await create(socket => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${httpAnswer(200, createdAnswer())}`));
  expect(outcome.kind).toBe('applied');
});

describe('N15: a redirect is not followed', () => {
  test.each([
    {name: '307 to another origin', status: 307},
    {name: '308', status: 308},
    {name: '302', status: 302},
  ])('$name', async ({status}) => {
    const other = await startRawServer(socket => socket.write(httpAnswer(200, createdAnswer())));
    open.push(other);
    const location = `http://127.0.0.1:${other.port}/v2/monitor?token=abcdef`;
    const {outcome, server} = await create(socket => socket.write(httpAnswer(status, '', {location})));
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {status, redirectHost: `127.0.0.1:${other.port}`}});
    expect(JSON.stringify(outcome)).not.toContain('abcdef');
    expect(server.requests).toHaveLength(1);
    expect(other.connections).toBe(0);
  });
});

describe('N18: a 200 that names no monitor is never taken for one', () => {
  test.each([
    {name: 'a captive portal', text: httpAnswer(200, '<html>Sign in</html>', {'content-type': 'text/html'}), notTheService: true},
    {name: 'an empty body', text: httpAnswer(200, ''), notTheService: undefined},
    {name: '204 without a body', text: 'HTTP/1.1 204 No Content\r\n\r\n', notTheService: true},
    {name: 'a list', text: httpAnswer(200, '[]'), notTheService: undefined},
    {name: 'success false', text: httpAnswer(200, '{"success":false}'), notTheService: undefined},
    {name: 'no id', text: httpAnswer(200, '{"success":true,"data":{}}'), notTheService: undefined},
    {name: 'an id on the prototype', text: httpAnswer(200, '{"success":true,"data":{"__proto__":{"id":"x"}}}'), notTheService: undefined},
  ])('$name', async ({text, notTheService}) => {
    const {outcome} = await create(socket => socket.write(text));
    expect(outcome.kind).toBe('ambiguous');
    expect(outcome.kind === 'ambiguous' && outcome.failure.notTheService).toBe(notTheService);
    expect(({} as {id?: string}).id).toBeUndefined();
  });

  test('an odd id is an id all the same', async () => {
    const {outcome} = await create(socket => socket.write(httpAnswer(200, createdAnswer('../../x'))));
    expect(outcome).toMatchObject({kind: 'applied', monitor: {id: '../../x'}});
  });
});

describe('N19: a 200 that is cut off leaves doubt, however its end is told', () => {
  const half = createdAnswer().slice(0, 50);
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
  test.each([
    {name: 'by its length', text: `${head}content-length: 400\r\n\r\n${half}`},
    {name: 'by chunks', text: `${head}transfer-encoding: chunked\r\n\r\n${half.length.toString(16)}\r\n${half}\r\n`},
    {name: 'by a chunk cut in half', text: `${head}transfer-encoding: chunked\r\n\r\n190\r\n${half}`},
    {name: 'by the end of the connection', text: `${head}\r\n${half}`},
    {name: 'in the headers', text: head},
    {name: 'before the first byte', text: ''},
  ])('$name', async ({text}) => {
    const {outcome, server} = await create(socket => socket.end(text));
    expect(outcome.kind).toBe('ambiguous');
    expect(server.requests).toHaveLength(1);
  });

  test('a whole answer whose end only the connection tells is whole: no beginning of a JSON object is one', async () => {
    const {outcome} = await create(socket => socket.end(`${head}\r\n${createdAnswer()}`));
    expect(outcome.kind).toBe('applied');
  });

  test('a status that proves a refusal proves it also when the body is cut off', async () => {
    const {outcome} = await create(socket => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 400\r\n\r\n{"succ'));
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {status: 400}});
  });
});

describe('N20: an answer that does not end, or explodes, costs little', () => {
  const quick = {attemptTimeoutMs: 300};

  async function measureGrowth(run: () => Promise<void>): Promise<number> {
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    await run();
    clearInterval(timer);
    return Math.max(peak, process.memoryUsage().rss) - before;
  }

  test('200 MB in 200 kB of gzip', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20));
    const growth = await measureGrowth(async () => {
      const {outcome} = await create(socket => {
        socket.write(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
        );
        socket.write(bomb);
      });
      expect(outcome).toMatchObject({kind: 'ambiguous', failure: {kind: 'body'}});
    });
    expect(growth).toBeLessThan(64 * 1024 * 1024);
  });

  test('a small answer that was compressed all the same is read', async () => {
    const packed = gzipSync(createdAnswer());
    const {outcome} = await create(socket => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`,
      );
      socket.write(packed);
    });
    expect(outcome.kind).toBe('applied');
  });

  test('a body without end', async () => {
    const growth = await measureGrowth(async () => {
      let sent = 0;
      const {outcome} = await create(socket => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n');
        const chunk = Buffer.alloc(64 * 1024, 0x20);
        const pour = () => {
          while (!socket.destroyed && sent < 200 * 1024 * 1024) {
            sent += chunk.length;
            if (!socket.write(chunk)) return;
          }
        };
        socket.on('drain', pour);
        pour();
      });
      expect(outcome).toMatchObject({kind: 'ambiguous', failure: {kind: 'body', code: 'TOO_LARGE'}});
      expect(sent).toBeLessThan(100 * 1024 * 1024);
    });
    expect(growth).toBeLessThan(64 * 1024 * 1024);
  });

  test('a body of one byte at a time does not outlive the attempt', async () => {
    const {outcome} = await create(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    }, quick);
    expect(outcome).toMatchObject({kind: 'ambiguous', failure: {status: 200}});
  });

  test('40 kB of headers', async () => {
    const {outcome} = await create(socket => socket.write(httpAnswer(200, createdAnswer(), {'x-filler': 'x'.repeat(40 * 1024)})));
    expect(outcome).toMatchObject({kind: 'ambiguous', failure: {kind: 'body'}});
  });
});

test('N21: a server that accepts and never answers leaves doubt when the time is up', async () => {
  const {outcome, server} = await create(() => undefined, {attemptTimeoutMs: 200});
  expect(outcome).toMatchObject({kind: 'ambiguous', failure: {kind: 'timeout'}});
  expect(server.requests).toHaveLength(1);
});

describe('N22: a connection that was kept open and has died', () => {
  test('closed while idle: the next create uses a fresh one', async () => {
    const server = await startRawServer(socket => {
      socket.write(httpAnswer(200, createdAnswer()));
      socket.end();
    });
    open.push(server);
    const client = service(server.port);
    expect((await client.createMonitor(body)).kind).toBe('applied');
    await new Promise(resolve => setImmediate(resolve));
    expect((await client.createMonitor(body)).kind).toBe('applied');
    expect(server.requests).toHaveLength(2);
  });

  test('closed as the request arrives: doubt, and the request is not sent again', async () => {
    const server = await startRawServer((socket, _request, index) => {
      if (index === 0) socket.write(httpAnswer(200, createdAnswer()));
      else socket.resetAndDestroy();
    });
    open.push(server);
    const client = service(server.port, {connections: 1});
    expect((await client.createMonitor(body)).kind).toBe('applied');
    expect((await client.createMonitor(body)).kind).toBe('ambiguous');
    expect(server.requests).toHaveLength(2);
    expect(server.connections).toBe(1);
  });
});

describe('N16: no connection, nothing sent', () => {
  test('nothing listens', async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    const outcome = await service(server.port).createMonitor(body);
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'connect', code: 'ECONNREFUSED'}});
  });
});

describe('giving up', () => {
  test('before it starts: nothing is sent', async () => {
    const server = await startRawServer(socket => socket.write(httpAnswer(200, createdAnswer())));
    open.push(server);
    const outcome = await service(server.port).createMonitor(body, AbortSignal.abort());
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'aborted'}});
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(server.requests).toHaveLength(0);
  });

  test('while the answer is pending: doubt', async () => {
    const giveUp = new AbortController();
    const server = await startRawServer(() => giveUp.abort());
    open.push(server);
    const outcome = await service(server.port).createMonitor(body, giveUp.signal);
    expect(outcome).toMatchObject({kind: 'ambiguous', failure: {kind: 'aborted'}});
  });
});

test('S17: words that echo our key and header values are masked, clean and short', async () => {
  const echo = `\u001b]0;x\u0007 ${key} hook-secret-value ${'w'.repeat(900_000)}`;
  const {outcome} = await create(socket =>
    socket.write(httpAnswer(400, JSON.stringify({success: false, error: echo}), {'x-request-id': key})),
  );
  const text = JSON.stringify(outcome);
  expect(text).not.toMatch(/CANARY|hook-secret|\\u001b|\\u0007/);
  expect(text.length).toBeLessThan(800);
});

describe('S6: a key that can not be sent', () => {
  test('is in no error', async () => {
    const server = await startRawServer(() => undefined);
    open.push(server);
    const outcome = await service(server.port, {key: new Secret(`${key}\nX: y`)}).createMonitor(body);
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'connect'}});
    expect(JSON.stringify(outcome)).not.toContain('CANARY');
  });
});

test('S18: what is noted of a request has no headers and no bodies', async () => {
  const notes: ExchangeNote[] = [];
  await create(socket => socket.write(httpAnswer(200, createdAnswer(), {'x-request-id': `r-1 ${key}`})), {
    onExchange: note => notes.push(note),
  });
  expect(notes).toEqual([
    {
      method: 'POST',
      path: '/gate/v2/monitor',
      status: 200,
      durationMs: expect.any(Number),
      sentBytes: JSON.stringify(body).length,
      receivedBytes: createdAnswer().length,
      requestId: 'r-1 (secret)',
    },
  ]);
});

describe("S6: a secret of the request that the service puts where it isn't", () => {
  const token = 'hook-secret-value';
  const echo = {...body, id: `mon-${token}`, createdAt: `at ${token}`, nextRunAt: token, status: token, estimatedCreditsPerMonth: 3};
  const answer = JSON.stringify({success: true, data: {...echo, schedule: {cron: token}, targets: [{...body.targets[0], id: token}]}});

  test('is masked in ids, times and made-up members; what was sent comes back as it was', async () => {
    const {outcome} = await create(socket => socket.write(httpAnswer(200, answer)));
    if (outcome.kind !== 'applied') throw new Error(outcome.failure.message);
    const {webhook, ...rest} = outcome.monitor.data;
    expect(webhook).toEqual(body.webhook);
    expect(JSON.stringify({...outcome.monitor, data: rest})).not.toContain(token);
    expect(outcome.monitor).toMatchObject({id: 'mon-(secret)', nextRunAt: '', targetIds: ['(secret)']});
  });

  test('and the value of a reference in what is listed and read', async () => {
    const server = await startRawServer((socket, request) =>
      socket.write(httpAnswer(200, request.includes('?limit=') ? answer.replace('"data":', '"data":[').replace(/\}$/, ']}') : answer)),
    );
    open.push(server);
    const listing = await service(server.port, {secrets: [token]}).listMonitors({limit: 100, offset: 0});
    expect(listing).toMatchObject({kind: 'read', value: [{id: 'mon-(secret)', status: 'other'}]});
    const reading = await service(server.port, {secrets: [token]}).getMonitor(`mon-${token}`);
    expect(reading).toMatchObject({kind: 'read', value: {id: 'mon-(secret)', createdAt: ''}});
  });

  test('a text that was sent stays, even where a header says the same', async () => {
    const sent = {...body, goal: `Watch ${token}`};
    const server = await startRawServer(socket =>
      socket.write(
        httpAnswer(
          200,
          JSON.stringify({success: true, data: {...sent, id: '10000000-0000-4000-8000-000000000000', goal: `Watch ${token} `}}),
        ),
      ),
    );
    open.push(server);
    expect(await service(server.port).createMonitor(sent)).toMatchObject({monitor: {data: {goal: `Watch ${token} `}}});
  });
});
