import {type buildConnector, Pool} from 'undici';
import type {World} from '../context';
import type {JsonObject} from '../json/value';
import {createRedactor} from '../secrets/redaction';
import type {Secret} from '../secrets/secret';
import type {ServiceAddress} from './address';
import {type Answer, readHeader} from './answer';
import {type ClassifyContext, classifyError, classifyResponse} from './errors';
import {hideKey} from './hidden-key';
import {createHider} from './hidden-secrets';
import {type ExchangeEnd, exchange, largestMonitor, largestPage} from './http-exchange';
import {createProxyConnector} from './http-proxy';
import {classifyDelete, classifyGet, classifyPage, classifyUpdate} from './operation-answers';
import type {Failure, MonitorService} from './port';
import {chooseProxy} from './proxy';
import {listSentSecrets} from './sent-secrets';
import {cleanServiceText} from './service-text';
import {createMonitorPath, monitorPath} from './wire';

/** How to reach a service. */
export interface HttpServiceOptions {
  readonly address: ServiceAddress;
  readonly key: Secret;
  /** Proxies are read from it: `HTTPS_PROXY`, `NO_PROXY`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: Pick<World, 'now' | 'monotonic'>;
  /** What no message may hold besides the key and what the request at hand sends: the values of all references of the run. */
  readonly secrets?: readonly string[];
  /** Sent as `user-agent`, e.g. `monitors/1.4.0`. */
  readonly userAgent: string;
  /** How long one request may take from first to last byte, milliseconds; 30,000 by default. */
  readonly attemptTimeoutMs?: number;
  /** How long a connection may take, milliseconds; 10,000 by default. */
  readonly connectTimeoutMs?: number;
  /** Connections at once, at most; as many as creates are under way at once. 64 by default. */
  readonly connections?: number;
  /** Certificates to trust instead of the system's, PEM. */
  readonly ca?: string;
  /** Told about every request that ended: method, path, status, duration and sizes, nothing else. */
  readonly onExchange?: (exchange: ExchangeNote) => void;
}

/** One request as `--verbose` shows it; free of headers and bodies. */
export interface ExchangeNote {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Absent when no answer came. */
  readonly status?: number;
  readonly durationMs: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** The service's own id of the request, sanitized, if it gave one. */
  readonly requestId?: string;
}

/**
 * Talks to a service over HTTP. One request a call: nothing here retries, follows a redirect, or throws for what the
 * network or the service does.
 */
export function createHttpService(options: HttpServiceOptions): MonitorService {
  const {address, key} = options;
  const prefix = new URL(address.origin).pathname.replace(/\/$/, '');
  const proxy = chooseProxy(address, options.env);
  const pool = openPool(options, proxy);
  const references = options.secrets ?? [];
  const hide = createHider(references, undefined);
  const knownSecrets = [key.reveal(), ...(proxy?.secrets ?? []), ...references];

  let byEmulator: boolean | null = null;

  /** Makes one request; what came of it, and what classifying it needs. */
  async function ask({method, path, query = '', body, largestAnswer = largestMonitor}: Question, signal: AbortSignal | undefined) {
    // Made only when something went wrong: most answers are a monitor.
    let redactor: ((text: string) => string) | undefined;
    const redact = (text: string) => {
      redactor ??= createRedactor([...knownSecrets, ...(body === undefined ? [] : listSentSecrets(body))]);
      return redactor(text);
    };
    const text = body === undefined ? null : JSON.stringify(body);
    const startedAt = options.world.monotonic();
    const ended = await exchange(pool, {
      method,
      path: `${prefix}${path}${query}`,
      headers: {
        authorization: `Bearer ${key.reveal()}`,
        ...(text === null ? {} : {'content-type': 'application/json'}),
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': options.userAgent,
      },
      body: text,
      largestAnswer,
      timeoutMs: options.attemptTimeoutMs ?? 30_000,
      ...(signal === undefined ? {} : {signal}),
    });
    options.onExchange?.({
      method,
      path: `${prefix}${path}${query}`,
      durationMs: options.world.monotonic() - startedAt,
      sentBytes: text === null ? 0 : Buffer.byteLength(text),
      ...describeEnd(ended, redact),
    });
    if (ended.kind === 'answered' && isSuccess(ended.answer)) byEmulator = byEmulator !== false && isOfEmulator(ended.answer);
    const context: ClassifyContext = {host: address.host, redact, now: options.world.now()};
    return {ended, context};
  }

  return {
    origin: address.origin,
    isEmulator: () => byEmulator,
    async createMonitor(body, signal) {
      const {ended, context} = await ask({method: 'POST', path: createMonitorPath, body}, signal);
      if (ended.kind === 'failed') return classifyError(ended.error, ended.phase, context);
      const outcome = classifyResponse(hideKey(ended.answer, key.reveal()), context);
      return outcome.kind === 'applied' ? {...outcome, monitor: createHider(references, body)(outcome.monitor)} : outcome;
    },
    async listMonitors({limit, offset}, signal) {
      const question = {
        method: 'GET',
        path: createMonitorPath,
        query: `?limit=${limit}&offset=${offset}`,
        largestAnswer: largestPage,
      } as const;
      const {ended, context} = await ask(question, signal);
      if (ended.kind === 'failed') return {kind: 'failed', failure: classifyError(ended.error, ended.phase, context).failure};
      const outcome = classifyPage(hideKey(ended.answer, key.reveal()), context);
      return outcome.kind === 'read' ? {...outcome, value: outcome.value.map(hide)} : outcome;
    },
    async getMonitor(id, signal) {
      const path = monitorPath(id);
      if (path === undefined) return {kind: 'failed', failure: unaddressable};
      const {ended, context} = await ask({method: 'GET', path}, signal);
      if (ended.kind === 'failed') return {kind: 'failed', failure: classifyError(ended.error, ended.phase, context).failure};
      const outcome = classifyGet(hideKey(ended.answer, key.reveal()), id, context);
      return outcome.kind === 'read' && outcome.value !== null ? {...outcome, value: hide(outcome.value)} : outcome;
    },
    async updateMonitor(id, changes, signal) {
      const path = monitorPath(id);
      if (path === undefined) return {kind: 'not-applied', failure: unaddressable};
      const {ended, context} = await ask({method: 'PATCH', path, body: changes}, signal);
      if (ended.kind === 'failed') return classifyError(ended.error, ended.phase, context);
      const outcome = classifyUpdate(hideKey(ended.answer, key.reveal()), id, context);
      return outcome.kind === 'applied' ? {...outcome, monitor: createHider(references, changes)(outcome.monitor)} : outcome;
    },
    async deleteMonitor(id, signal) {
      const path = monitorPath(id);
      if (path === undefined) return {kind: 'not-applied', failure: unaddressable};
      const {ended, context} = await ask({method: 'DELETE', path}, signal);
      return ended.kind === 'answered' ? classifyDelete(ended.answer, context) : classifyError(ended.error, ended.phase, context);
    },
    close: () => pool.destroy(),
  };
}

/** What tells the emulator's answers from a real service's. */
const EMULATOR_HEADER = 'x-monitors-emulator';

/** A failure proves nothing: a proxy may have answered it. */
function isSuccess({status}: Answer): boolean {
  return status >= 200 && status < 300;
}

function isOfEmulator(answer: Answer): boolean {
  return readHeader(answer, EMULATOR_HEADER) !== undefined;
}

/** What is said of a monitor whose id fits into no address: nothing was sent. */
const unaddressable: Failure = {
  kind: 'http',
  code: 'BAD_ID',
  message: "the monitor's id can't be written into an address without meaning something else",
};

/** One request in the words of the service. */
interface Question {
  readonly method: ExchangeNote['method'];
  readonly path: string;
  readonly query?: string;
  readonly body?: JsonObject;
  readonly largestAnswer?: number;
}

function describeEnd(ended: ExchangeEnd, redact: (text: string) => string): Pick<ExchangeNote, 'status' | 'receivedBytes' | 'requestId'> {
  if (ended.kind === 'failed') return {receivedBytes: 0};
  const requestId = readHeader(ended.answer, 'x-request-id');
  return {
    status: ended.answer.status,
    receivedBytes: ended.receivedBytes,
    ...(requestId === undefined ? {} : {requestId: cleanServiceText(requestId, redact)}),
  };
}

function openPool(options: HttpServiceOptions, proxy: ReturnType<typeof chooseProxy>): Pool {
  const connect: buildConnector.BuildOptions = {
    timeout: options.connectTimeoutMs ?? 10_000,
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off for another machine.
    rejectUnauthorized: !options.address.isLoopback || options.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
    ...(options.ca === undefined ? {} : {ca: options.ca}),
  };
  return new Pool(new URL(options.address.origin).origin, {
    connect: proxy === undefined ? connect : createProxyConnector(proxy, connect),
    connections: options.connections ?? 64,
    pipelining: 1,
    maxHeaderSize: 16 * 1024,
    // The attempt's own deadline covers headers and body together.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
}
