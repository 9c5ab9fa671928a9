import {connect, createServer, type Server, type Socket} from 'node:net';

/** Where a connection is cut: before its request gets through, or after it did and before its answer comes back. */
export type Cut = 'request' | 'answer';

/** A proxy on loopback that cuts one connection once: at its message number `at` over all connections, from 1; 0 for never. */
export class CuttingProxy {
  /** Messages from clients so far. */
  messages = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly at: number,
    private readonly cut: Cut,
    readonly port: number,
  ) {}

  static async start(target: number, at = 0, cut: Cut = 'request'): Promise<CuttingProxy> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttingProxy(server, at, cut, (server.address() as {port: number}).port);
    server.on('connection', client => proxy.#join(client, target));
    return proxy;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise(resolve => this.server.close(resolve));
  }

  #join(client: Socket, target: number): void {
    const upstream = connect(target, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let isMute = false;
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', data => {
      if (++this.messages !== this.at) return upstream.write(data);
      if (this.cut === 'request') return end();
      isMute = true;
      return upstream.write(data);
    });
    upstream.on('data', data => (isMute ? end() : client.write(data)));
  }
}
