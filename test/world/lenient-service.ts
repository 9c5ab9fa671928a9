import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A monitor as a {@link LenientService} holds it. */
export type HeldMonitor = Record<string, unknown> & {id: string};

/** A service of tomorrow: it takes members that nobody here knows, and keeps whatever it is sent. */
export interface LenientService {
  readonly url: string;
  readonly held: HeldMonitor[];
  /** Requests, in order. */
  readonly sent: {readonly method: string; readonly body: Record<string, unknown>}[];
  /** Answers hold no member of these names, at any depth. */
  hide: readonly string[];
  /** Refuses every change with this status, and repeats all that it was sent. */
  refuse: number | null;
  close(): void;
}

/** Starts one on a free port of this machine. An update replaces each member that it names as a whole. */
export async function startLenientService(): Promise<LenientService> {
  const service: Omit<LenientService, 'url'> = {held: [], sent: [], hide: [], refuse: null, close: () => server.close()};
  const server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const {method = 'GET', url = ''} = request;
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    if (method !== 'GET') service.sent.push({method, body});
    if (method !== 'GET' && service.refuse !== null) {
      response.writeHead(service.refuse, {'content-type': 'application/json'});
      response.end(
        JSON.stringify({success: false, error: `refused: ${text}`, details: [body, text, Buffer.from(text).toString('base64')]}),
      );
      return;
    }
    const found = service.held.find(({id}) => url.endsWith(`/${id}`));
    if (method === 'POST') service.held.push(create(body, service.held.length));
    if (method === 'PATCH') Object.assign(found ?? {}, body);
    if (method === 'DELETE') service.held.splice(service.held.indexOf(found as HeldMonitor), 1);
    const data = method === 'POST' ? service.held.at(-1) : (found ?? service.held);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({success: true, data}, (name, value) => (service.hide.includes(name) ? undefined : value)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(service, {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`});
}

function create(body: Record<string, unknown>, count: number): HeldMonitor {
  const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  return {status: 'active', createdAt: '2026-01-01T00:00:00Z', ...body, id};
}
