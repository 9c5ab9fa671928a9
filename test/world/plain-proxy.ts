import {createServer, request as send} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A proxy on loopback that hides that a service is the emulator, so that a state made through it counts as one of a real service. */
export interface PlainProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a {@link PlainProxy} before the service at `target`. */
export async function startPlainProxy(target: string): Promise<PlainProxy> {
  const server = createServer((request, response) => {
    const {method, headers, url = '/'} = request;
    const upstream = send(new URL(url, target), {method, headers}, answer => {
      const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('x-monitors-emulator'));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
