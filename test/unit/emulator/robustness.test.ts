import {connect, type Socket} from 'node:net';
import type {Emulator} from '../../../src/emulator';
import type {Fault} from '../../../src/emulator/faults/script';
import {create, emulate, rawCreate, request, sendRaw, stopEmulators} from './emulation';

afterEach(stopEmulators);

describe('the emulator goes on after', () => {
  const longHeader = `x-long: ${'x'.repeat(100_000)}`;
  test.each([
    {name: 'what is no HTTP', bytes: 'hello\r\n\r\n', answer: /^HTTP\/1\.1 400/},
    {name: 'a TLS handshake', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', answer: /^HTTP\/1\.1 400/},
    {name: 'headers of 100 KB', bytes: `GET / HTTP/1.1\r\nhost: x\r\n${longHeader}\r\n\r\n`, answer: /^HTTP\/1\.1 431/},
    {
      name: 'a length and chunks at once',
      bytes: 'POST /v2/monitor HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      answer: /^HTTP\/1\.1 400/,
    },
    {name: 'a negative length', bytes: 'POST /v2/monitor HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n', answer: /^HTTP\/1\.1 400/},
    {name: 'no host', bytes: 'GET / HTTP/1.1\r\n\r\n', answer: /^HTTP\/1\.1 400/},
    {name: 'an odd path', bytes: 'GET //\x7f?%00#[ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', answer: /^HTTP\/1\.1 4/},
    {
      name: 'a body of deep nesting',
      bytes: rawCreate().replace(
        /content-length: \d+[\s\S]*$/,
        `content-length: 200000\r\nconnection: close\r\n\r\n${'['.repeat(200_000)}`,
      ),
      answer: /^HTTP\/1\.1 400/,
    },
    {
      name: 'a body of deep nesting that is well formed',
      bytes: rawCreate().replace(
        /content-length: \d+[\s\S]*$/,
        `content-length: 400000\r\nconnection: close\r\n\r\n${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      ),
      answer: /^HTTP\/1\.1 400/,
    },
    {
      name: 'members of the prototype',
      bytes: rawCreate(JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1, "targets": [{"type": "constructor"}]}')),
      answer: /^HTTP\/1\.1 400/,
    },
  ])('$name', async ({bytes, answer}) => {
    const emulator = await emulate();
    expect(await sendRaw(emulator, bytes)).toMatch(answer);
    await expectAlive(emulator);
  });

  test('a client that leaves in the middle of its body', async () => {
    const emulator = await emulate();
    const socket = await open(emulator, 'POST /v2/monitor HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{"name"');
    while (emulator.requests().length === 0) await new Promise(resolve => setImmediate(resolve));
    socket.destroy();
    await emulator.settled();
    await expectAlive(emulator);
    expect(emulator.requests()[0]).toMatchObject({status: 'dropped', created: null});
  });

  test.each<{name: string; fault: Fault}>([
    {name: 'delayed', fault: {delayMs: 50}},
    {name: 'delayed and dropped, and its work is late', fault: {delayMs: 50, do: 'drop', work: {afterMs: 10}}},
  ])('a client that leaves while its create is $name: it is carried out, and only then nothing is pending', async ({fault}) => {
    const emulator = await emulate({faults: {faults: [fault]}});
    const socket = await open(emulator, rawCreate());
    while (emulator.requests().length === 0) await new Promise(resolve => setImmediate(resolve));
    socket.destroy();
    await emulator.settled();
    expect(emulator.monitors()).toHaveLength(1);
  });

  test('a hundred clients that send their headers letter by letter', async () => {
    const emulator = await emulate();
    const sockets = await Promise.all(Array.from({length: 100}, () => open(emulator, 'POST /v2/monitor HTTP/1.1\r\nx: ')));
    await expectAlive(emulator);
    // They are still there, and none of them keeps the emulator from ending.
    await emulator.close();
    await Promise.all(sockets.map(closed));
  });
});

test('closing ends hanging, slow, endless and delayed answers at once', async () => {
  const faults = [
    {when: {request: 1}, do: 'hang'},
    {when: {request: 2}, do: 'slow', bytesPerSecond: 1},
    {when: {request: 3}, do: 'endless'},
    {when: {request: 4}, delayMs: 3_600_000},
  ] as const;
  const emulator = await emulate({faults: {faults}});
  const pending: Promise<unknown>[] = [];
  for (let number = 1; number <= faults.length; number += 1) {
    pending.push(create(emulator).catch(() => 'ended'));
    while (emulator.requests().length < number) await new Promise(resolve => setImmediate(resolve));
  }
  await emulator.close();
  expect(await Promise.all(pending)).toEqual(['ended', 'ended', 'ended', 'ended']);
});

test('a port that is taken is an error of the system', async () => {
  const emulator = await emulate();
  await expect(emulate({port: Number(new URL(emulator.url).port)})).rejects.toMatchObject({code: 'EADDRINUSE'});
});

async function expectAlive(emulator: Emulator): Promise<void> {
  const before = emulator.monitors().length;
  expect((await create(emulator, request({name: 'alive'}))).status).toBe(200);
  expect(emulator.monitors()).toHaveLength(before + 1);
}

function open(emulator: Emulator, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(emulator.url).port), '127.0.0.1', () => socket.write(bytes, () => resolve(socket)));
    socket.on('error', reject);
  });
}

function closed(socket: Socket): Promise<void> {
  return new Promise(resolve => (socket.destroyed ? resolve() : socket.once('close', () => resolve())));
}
