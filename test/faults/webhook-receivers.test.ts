/** @jest-environment node */
import {gzipSync} from 'node:zlib';
import {sendWebhook} from '../../src/core/api/http-webhook';
import {type RawServer, startRawServer} from '../world/raw-server';

/** Receivers that want more than a sample: private, slow, huge, and those that send it on. */
let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Message = Parameters<typeof sendWebhook>[0];
const messageTo = (url: string, changes: Partial<Message> = {}): Message => ({
  ...{url: new URL(url), headers: {'x-a': 'b'}, body: '{}', addresses: 'any', env: {}, signal: new AbortController().signal},
  ...changes,
});
const answering = async (text: string) => {
  server = await startRawServer(socket => socket.write(text));
  return `http://127.0.0.1:${server.port}/in?k=1`;
};

test('one request, with its body, and the answer', async () => {
  const url = await answering('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
  expect(await sendWebhook(messageTo(url))).toEqual({kind: 'answered', status: 200, text: 'ok', isCut: false});
  expect(server?.requests).toEqual([expect.stringMatching(/^POST \/in\?k=1 HTTP\/1\.1\r\n[\s\S]*\r\nx-a: b\r\n[\s\S]*\r\n\r\n\{\}$/)]);
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async status => {
  const url = await answering(`HTTP/1.1 ${status} Moved\r\nlocation: /other\r\ncontent-length: 0\r\n\r\n`);
  expect(await sendWebhook(messageTo(url))).toMatchObject({kind: 'answered', status});
  expect(server?.requests).toHaveLength(1);
});

test('of a huge answer 4 KiB are read, also where it never ends', async () => {
  const url = await answering(`HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n${'x'.repeat(20_000)}`);
  const end = await sendWebhook(messageTo(url));
  expect(end).toMatchObject({kind: 'answered', status: 200, isCut: true});
  expect(end.kind === 'answered' && end.text?.length).toBe(4096);
});

test('a small answer that unpacks to a huge one is not read', async () => {
  const bomb = gzipSync(Buffer.alloc(2_000_000));
  server = await startRawServer(socket => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  });
  expect(await sendWebhook(messageTo(`http://127.0.0.1:${server.port}/`))).toMatchObject({status: 200, text: null});
});

test('a lost connection is a failure, and nothing is sent again', async () => {
  server = await startRawServer(socket => socket.destroy());
  const end = await sendWebhook(messageTo(`http://127.0.0.1:${server.port}/`));
  expect(end).toMatchObject({kind: 'failed', message: expect.stringContaining('was lost before the answer came')});
  expect(server.requests).toHaveLength(1);
});

test('a slow receiver is given up when the run ends, and after ten seconds', async () => {
  server = await startRawServer(() => undefined);
  const controller = new AbortController();
  const ending = sendWebhook(messageTo(`http://127.0.0.1:${server.port}/`, {signal: controller.signal}));
  setTimeout(() => controller.abort(), 50);
  expect(await ending).toMatchObject({kind: 'failed', message: 'the run ended while the answer was pending'});
  jest.useFakeTimers({doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask']});
  try {
    const slow = sendWebhook(messageTo(`http://127.0.0.1:${server.port}/`));
    while (server.requests.length < 2) await new Promise(resolve => setImmediate(resolve));
    jest.advanceTimersByTime(10_000);
    expect(await slow).toMatchObject({kind: 'failed', message: expect.stringContaining('did not answer in time')});
  } finally {
    jest.useRealTimers();
  }
});

test.each([
  ...['http://127.0.0.1/', 'http://0x7f.1/', 'http://2130706433/', 'http://0177.0.0.1/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/'],
  ...['http://[::ffff:7f00:1]/', 'http://169.254.169.254/', 'http://10.0.0.1/', 'http://[fe80::1]/', 'http://[64:ff9b::a00:1]/'],
])('%s gets nothing', async url => {
  const resolve = jest.fn();
  expect(await sendWebhook(messageTo(url, {addresses: 'public'}), resolve)).toMatchObject({kind: 'not-public'});
  expect(resolve).not.toHaveBeenCalled();
});

test.each([
  ['a private address', ['127.0.0.1']],
  ['a private one beside a public one', ['93.184.216.34', '127.0.0.1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1']],
  ['no address', []],
])('a host with %s gets nothing', async (_name, addresses) => {
  server = await startRawServer(socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  const resolve = async () => addresses.map(address => ({address, family: address.includes(':') ? 6 : 4}));
  const url = `http://hooks.example:${server.port}/`;
  expect(await sendWebhook(messageTo(url, {addresses: 'public'}), resolve)).toMatchObject({
    kind: 'not-public',
    message: `the address of hooks.example:${server.port} is not public`,
  });
  expect(server.connections).toBe(0);
});

test('the connection goes to the address that was judged: the host is resolved once', async () => {
  server = await startRawServer(socket => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  const resolve = jest.fn(async () => [{address: '127.0.0.1', family: 4}]);
  const url = `http://hooks.example:${server.port}/`;
  expect(await sendWebhook(messageTo(url), resolve)).toMatchObject({kind: 'answered', status: 200});
  expect(resolve).toHaveBeenCalledTimes(1);
  expect(server.requests[0]).toContain(`\r\nhost: hooks.example:${server.port}\r\n`);
});

test('behind a proxy a host that only the proxy resolves needs leave, and a literal address is judged', async () => {
  const env = {HTTPS_PROXY: 'http://127.0.0.1:9'};
  const send = (url: string, changes: Partial<Message> = {}) => sendWebhook(messageTo(url, {addresses: 'public', env, ...changes}));
  expect(await send('https://hooks.example/')).toMatchObject({kind: 'behind-proxy'});
  expect(await send('https://10.0.0.1/')).toMatchObject({kind: 'not-public'});
  expect(await send('https://hooks.example/', {addresses: 'any'})).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('proxy'),
  });
});
