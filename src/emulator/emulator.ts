import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {isObject, type JsonValue, member} from '../json/value';
import {Activity} from './activity';
import {errorText} from './catalogue';
import {control, controlPrefix} from './control';
import {FaultEngine, type RequestTraits} from './faults/fault-engine';
import {checkFaultScript} from './faults/parse';
import {performFault} from './faults/perform';
import type {FaultScript} from './faults/script';
import {errorAnswer, readBody, sendAnswer} from './http';
import type {Emulator, EmulatorOptions} from './model';
import {type OpenRecord, RequestLog} from './request-log';
import {type Keys, serve} from './service';
import {MonitorStore} from './store';

export type {Emulator, EmulatorOptions, EmulatorWorld, RequestRecord, StoredMonitor} from './model';

/**
 * Starts the service of the service document on loopback: real HTTP, monitors in memory (and in `dataFile`), and faults
 * on demand. Throws `FaultScriptError`, `DataFileError`, or the system's error where the port can't be had.
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulation = new Emulation(options);
  const url = await emulation.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  return {
    url,
    monitors: () => emulation.store.list(),
    requests: () => emulation.log.list(),
    setFaults: script => emulation.setFaults(script),
    reset: () => emulation.reset(),
    settled: () => emulation.activity.idle(),
    close: () => emulation.close(),
  };
}

/** One running emulator: from a request's arrival to its answer. */
class Emulation {
  readonly store: MonitorStore;
  readonly log: RequestLog;
  readonly activity = new Activity();
  readonly #options: EmulatorOptions;
  readonly #keys: Keys;
  readonly #server: Server;
  #script: FaultScript = {};
  #faults = new FaultEngine({});

  constructor(options: EmulatorOptions) {
    this.#options = options;
    this.#keys = {allowed: options.apiKeys === undefined ? undefined : new Set(options.apiKeys), forbidden: new Set(options.forbiddenKeys)};
    this.log = new RequestLog([...(options.apiKeys ?? []), ...(options.forbiddenKeys ?? [])]);
    this.setFaults(options.faults ?? {});
    this.store = new MonitorStore(options.dataFile);
    this.#server = createServer(
      {headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 30_000, noDelay: true},
      (request, response) => {
        void this.#answer(request, response);
      },
    );
    this.#server.on('clientError', refuseBadRequest);
  }

  listen(port: number, host: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address() as AddressInfo;
        resolve(`http://${host === '::1' ? '[::1]' : host}:${address.port}`);
      });
    });
  }

  setFaults(script: FaultScript): void {
    this.#script = checkFaultScript(script);
    this.#faults = new FaultEngine(this.#script);
  }

  reset(): void {
    this.store.clear();
    this.log.clear();
    this.setFaults({});
  }

  close(): Promise<void> {
    return new Promise(resolve => {
      this.activity.cancel();
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const end = this.activity.begin();
    response.once('close', end);
    // The client may go at any time: what is written then goes nowhere.
    response.on('error', () => {});
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    const isControl = path === controlPrefix || path.startsWith(`${controlPrefix}/`);
    const record = isControl ? undefined : this.log.open(request, this.#options.world.now());
    response.once('close', () => {
      if (record === undefined) return;
      if (record.status === 'open') record.status = 'dropped';
      this.#options.onRequest?.({...record});
    });
    try {
      const body = await readBody(request);
      if (body.kind === 'too-large') sendError(response, record, 413);
      else if (body.kind === 'complete' && record === undefined) sendAnswer(response, control(request, path, body.text, this.#controls()));
      else if (body.kind === 'complete' && record !== undefined) await this.#serve(request, response, record, path, body.text);
    } catch (error) {
      this.#options.onError?.(error as Error);
      if (!response.headersSent) sendError(response, record, 500);
      else request.socket.destroy();
    } finally {
      if (response.closed) end();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse, record: OpenRecord, path: string, body: string): Promise<void> {
    this.log.noteBody(record, request, body);
    const {world} = this.#options;
    const decision = this.#faults.decide(readTraits(request.method ?? '', path, body), world.now());
    const style = this.#script.answers ?? {};
    if (!(await this.activity.wait(decision.delayMs))) return;
    const carryOut = () => {
      const {authorization, 'content-type': contentType} = request.headers;
      const incoming = {method: request.method ?? '', path, authorization, contentType, body};
      const {answer, created} = serve(incoming, this.#keys, {store: this.store, world, style});
      record.created = created;
      return answer;
    };
    await performFault({request, response, record, activity: this.activity, uuid: world.uuid, carryOut}, decision);
  }

  #controls() {
    return {
      monitors: () => this.store.list(),
      requests: () => this.log.list(),
      setFaults: (script: FaultScript) => this.setFaults(script),
      reset: () => this.reset(),
    };
  }
}

function sendError(response: ServerResponse, record: OpenRecord | undefined, status: number): void {
  if (record !== undefined) record.status = status;
  sendAnswer(response, errorAnswer(status, errorText(status)));
}

/** What can't be read as HTTP at all: answered where that is possible, never with what was sent. */
function refuseBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  else socket.destroy();
}

/** What a fault can match in a request; a body that is no create request has no name and no urls. */
function readTraits(method: string, path: string, body: string): RequestTraits {
  let value: JsonValue = null;
  try {
    value = JSON.parse(body) as JsonValue;
  } catch {
    // Not JSON: matched by method and path only.
  }
  const name = member(value, 'name');
  const targets = member(value, 'targets');
  const urls = (Array.isArray(targets) ? (targets as readonly JsonValue[]) : []).flatMap(target => {
    const {url, urls} = isObject(target) ? target : {};
    return [url, ...(Array.isArray(urls) ? (urls as readonly JsonValue[]) : [])].filter(item => typeof item === 'string');
  });
  return {method, path, name: typeof name === 'string' ? name : undefined, urls};
}
