import {type AddressInfo, createServer, type Socket} from 'node:net';

/** A server that speaks TCP and nothing else: what it answers is up to the test, byte by byte. */
export interface RawServer {
  readonly port: number;
  /** Requests read so far, each as its whole text, in order of arrival. */
  readonly requests: readonly string[];
  readonly connections: number;
  close(): Promise<void>;
}

/** Starts one on a free loopback port; `answer` is called with each complete request (headers and body). */
export async function startRawServer(answer: (socket: Socket, request: string, index: number) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let connections = 0;
  const server = createServer(socket => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
      for (let end = findEnd(received); end !== undefined; end = findEnd(received)) {
        const request = received.slice(0, end);
        received = received.slice(end);
        requests.push(request);
        answer(socket, request, requests.length - 1);
      }
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get connections() {
      return connections;
    },
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Where the first complete request ends; undefined while some of it is missing. */
function findEnd(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = Number(/^content-length: (\d+)$/im.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length >= head + 4 + length ? head + 4 + length : undefined;
}

/** A complete answer with a length. */
export function httpAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers};
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} Status\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The answer to a create that was carried out. */
export function createdAnswer(id = '5a0c0b9e-1b2c-4d3e-8f4a-123456789abc'): string {
  return JSON.stringify({success: true, data: {id, targets: [], createdAt: '2026-11-21T10:00:00.000Z'}});
}
