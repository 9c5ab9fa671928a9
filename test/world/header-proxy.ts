import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';

/** The emulator as any other service: a proxy on loopback that takes the headers away by which it says what it is. */
export async function startPlainService(url: string): Promise<{readonly url: string; close(): Promise<void>}> {
  const server = createServer((incoming, answer) => {
    const {method, headers, url: path} = incoming;
    const outgoing = request(new URL(path ?? '/', url), {method, headers}, response => {
      const kept = Object.entries(response.headers).filter(([name]) => !name.startsWith('x-monitors-emulator'));
      answer.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
