import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {isObject, type JsonValue, property} from '../core/json/value';
import {Activity} from './activity';
import {CheckLog} from './check-log';
import {CheckClock} from './clock';
import {control, controlPrefix} from './control';
import {openDashboard} from './dashboard';
import {Deliveries} from './deliveries';
import {FaultEngine, type RequestTraits} from './faults/fault-engine';
import {checkFaultScript} from './faults/parse';
import {performFault} from './faults/perform';
import type {AnswerStyle, FaultScript} from './faults/script';
import {errorAnswer, errorText, readBody, sendAnswer} from './http';
import type {Dashboard, Emulator, EmulatorOptions} from './ports';
import {type OpenRecord, RequestLog} from './request-log';
import {findRoute, operationNames, type RouteName} from './routes';
import {PageCache} from './scrape/page-cache';
import {type Keys, serve} from './service';
import {Site} from './site/site';
import {sitePrefix, viewSite} from './site/view';
import {MonitorStore} from './store';
import {CreditAccount} from './team-credits';
import {Scheduler} from './watch/scheduler';
import {Watcher} from './watch/watcher';

export type {Dashboard, Emulator, EmulatorOptions, EmulatorWorld, OfferedOperations, RequestRecord, StoredMonitor} from './ports';

/**
 * Starts the service on loopback: real HTTP, monitors in memory (and in `dataFile`), and faults
 * on demand. Throws `FaultScriptError`, `DataFileError`, or the system's error where the port is not free.
 */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulation = new Emulation(options);
  const url = await emulation.listen(options.port ?? 0, options.host ?? '127.0.0.1');
  return {
    url,
    monitors: () => emulation.store.list(),
    deleted: () => emulation.store.listDeleted(),
    dashboard: emulation.dashboard,
    advance: ms => emulation.advance(ms),
    now: () => emulation.clock.now(),
    requests: () => emulation.log.list(),
    setFaults: script => emulation.setFaults(script),
    reset: () => emulation.reset(),
    settled: () => emulation.activity.idle(),
    close: () => emulation.close(),
  };
}

/** Marks every answer, so that a client can tell the emulator from the service. */
const EMULATOR_HEADER = 'x-monitors-emulator';

/** The clock of checks, where it is not that of `Date`: only of the emulator. */
const CLOCK_HEADER = 'x-monitors-emulator-date';

/** A running emulator: takes each request from its arrival to its answer. */
class Emulation {
  readonly store: MonitorStore;
  readonly log: RequestLog;
  readonly activity = new Activity();
  readonly #options: EmulatorOptions;
  readonly dashboard: Dashboard;
  readonly clock: CheckClock;
  readonly #credits = new CreditAccount();
  readonly #deliveries = new Deliveries();
  readonly #site: Site;
  readonly #checks: CheckLog;
  readonly #scheduler = new Scheduler();
  readonly #cache = new PageCache();
  readonly #keys: Keys;
  readonly #offered: ReadonlySet<RouteName>;
  readonly #server: Server;
  #givenStyle: AnswerStyle = {};
  #style: Required<AnswerStyle>;
  #faults = new FaultEngine({});

  constructor(options: EmulatorOptions) {
    this.#options = options;
    this.#site = new Site(options.pages);
    this.#checks = new CheckLog(new Watcher(this.#site), this.#credits, this.#deliveries);
    this.clock = new CheckClock(options.world, options.speed);
    const teams = options.apiKeys?.map((key, index) => [key, index] as const);
    this.#keys = {teams: teams === undefined ? undefined : new Map(teams), forbidden: new Set(options.forbiddenKeys)};
    this.#offered = new Set<RouteName>(options.operations === 'full' ? operationNames : ['create', 'scrape']);
    this.#style = this.#completeStyle();
    this.log = new RequestLog([...(options.apiKeys ?? []), ...(options.forbiddenKeys ?? [])]);
    this.setFaults(options.faults ?? {});
    this.store = new MonitorStore(options.dataFile, monitor => this.#scheduler.note(monitor, this.clock.now()));
    this.dashboard = openDashboard(this.#surroundings(), () => {
      this.#playDue();
      return {world: options.world, spreadSchedules: this.#style.spreadSchedules, nextHistory: () => this.store.nextHistory()};
    });
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
    this.#faults = new FaultEngine(checkFaultScript(script));
    this.#givenStyle = script.answers ?? {};
    this.#style = this.#completeStyle();
  }

  advance(ms: number): void {
    this.clock.advance(ms);
    this.#style = this.#completeStyle();
    this.#playDue();
  }

  /** Runs the checks that are due by now. */
  #playDue(): void {
    if (this.#style.checks !== 'schedule') return;
    this.#scheduler.play(this.clock.now(), (monitor, at) => this.#checks.startDue(monitor, at));
  }

  /** Adds the defaults to the style of answers. */
  #completeStyle(): Required<AnswerStyle> {
    const {operations, speed} = this.#options;
    return {
      timestamps: 'iso',
      spreadSchedules: false,
      unknownPaths: operations === 'full' ? 'html' : 'json',
      replicaLagMs: 0,
      checks: speed !== undefined || this.clock.isSimulated ? 'schedule' : 'reads',
      creditFactor: 1,
      runLagMs: 0,
      deliveryLagMs: 0,
      ...this.#givenStyle,
    };
  }

  reset(): void {
    this.clock.reset(this.#options.speed);
    this.#scheduler.clear();
    this.store.clear();
    this.log.clear();
    this.#checks.clear();
    this.#credits.value = null;
    this.#deliveries.clear();
    this.#site.clear();
    this.#cache.clear();
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
    // A client that disconnects ends its answer, and not the work that was begun for it.
    const endAnswer = this.activity.begin();
    const endWork = this.activity.begin();
    response.once('close', endAnswer);
    // The client may disconnect at any time; errors of writing to it are ignored.
    response.on('error', () => {});
    response.setHeader(EMULATOR_HEADER, '1');
    // Clients read the service's clock from this header: it must be the clock that dates the monitors.
    response.setHeader('date', new Date(this.#options.world.now()).toUTCString());
    if (this.clock.isSimulated) response.setHeader(CLOCK_HEADER, new Date(this.clock.now()).toUTCString());
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    const isControl = isBelow(path, controlPrefix);
    const isSite = request.method === 'GET' && isBelow(path, sitePrefix);
    const record = isControl || isSite ? undefined : this.log.open(request, this.#options.world.now());
    response.once('close', () => {
      if (record === undefined) return;
      if (record.status === 'open') record.status = 'dropped';
      this.#options.onRequest?.({...record});
    });
    try {
      const body = await readBody(request);
      if (body.kind === 'too-large') sendError(response, record, 413);
      else if (isSite) sendAnswer(response, viewSite(request.url ?? '', this.#site, this.clock.now()));
      else if (body.kind === 'complete' && record === undefined) sendAnswer(response, control(request, path, body.text, this.#controls()));
      else if (body.kind === 'complete' && record !== undefined) await this.#serve(request, response, record, path, body.text);
    } catch (error) {
      this.#options.onError?.(error as Error);
      if (!response.headersSent) sendError(response, record, 500);
      else request.socket.destroy();
    } finally {
      if (response.closed) endAnswer();
      endWork();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse, record: OpenRecord, path: string, body: string): Promise<void> {
    this.log.noteBody(record, request, body);
    const {world} = this.#options;
    const decision = this.#faults.decide(this.#readTraits(request.method ?? '', path, body), world.now());
    const style = this.#style;
    if (!(await this.activity.wait(decision.delayMs))) return;
    const carryOut = (carried = body) => {
      const {authorization, 'content-type': contentType} = request.headers;
      const query = new URLSearchParams(/\?([^#]*)/.exec(request.url ?? '')?.[1] ?? '');
      const incoming = {method: request.method ?? '', path, query, authorization, contentType, body: carried};
      this.#playDue();
      const surroundings = {...this.#surroundings(), world, style, keys: this.#keys, offered: this.#offered};
      const {answer, ...done} = serve(incoming, surroundings);
      Object.assign(record, done);
      return answer;
    };
    await performFault({request, response, record, activity: this.activity, uuid: world.uuid, body, carryOut}, decision);
  }

  #surroundings() {
    return {
      ...{store: this.store, clock: this.clock, checks: this.#checks, credits: this.#credits},
      ...{deliveries: this.#deliveries, site: this.#site, cache: this.#cache},
    };
  }

  /** Reads what a fault can match; a body that is not a create or update request has neither name nor urls. */
  #readTraits(method: string, path: string, body: string): RequestTraits {
    const route = findRoute(method, path, new Set(operationNames));
    const stored = this.store.find(route?.id?.toLowerCase() ?? '');
    const {name, urls} = readBodyTraits(body);
    const names = [name, stored?.name].filter(text => text !== undefined);
    return {method, path, operation: route?.operation, names, urls};
  }

  #controls() {
    return {
      dashboard: this.dashboard,
      clock: this.clock,
      advance: (ms: number) => this.advance(ms),
      monitors: () => this.store.list(),
      deleted: () => this.store.listDeleted(),
      requests: () => this.log.list(),
      setFaults: (script: FaultScript) => this.setFaults(script),
      reset: () => this.reset(),
    };
  }
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

function sendError(response: ServerResponse, record: OpenRecord | undefined, status: number): void {
  if (record !== undefined) record.status = status;
  sendAnswer(response, errorAnswer(status, errorText(status)));
}

/** Answers what is not valid HTTP, where possible, without repeating what was sent. */
function refuseBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  else socket.destroy();
}

function readBodyTraits(body: string): {readonly name: string | undefined; readonly urls: readonly string[]} {
  let value: JsonValue = null;
  try {
    value = JSON.parse(body) as JsonValue;
  } catch {
    // Not JSON: matched by method and path only.
  }
  const name = property(value, 'name');
  const targets = property(value, 'targets');
  const urls = (Array.isArray(targets) ? (targets as readonly JsonValue[]) : []).flatMap(target => {
    const {url, urls} = isObject(target) ? target : {};
    return [url, ...(Array.isArray(urls) ? (urls as readonly JsonValue[]) : [])].filter(item => typeof item === 'string');
  });
  const scraped = property(value, 'url');
  return {name: typeof name === 'string' ? name : undefined, urls: typeof scraped === 'string' ? [scraped, ...urls] : urls};
}
