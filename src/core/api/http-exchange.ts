import {brotliDecompressSync, gunzipSync, inflateSync} from 'node:zlib';
import {type buildConnector, type Dispatcher, Pool} from 'undici';
import type {Answer, AnswerBody} from './answer';
import {abortedCode, attemptTimeoutCode, type SendPhase} from './classify-error';
import type {ProxyAddress, ServiceAddress} from './endpoint';
import {createProxyConnector} from './http-proxy';

/** One request to make. */
interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The largest answer that is read, before and after decoding, in bytes. */
  readonly largestAnswer: number;
  /** The beginning of a larger answer is read, and the rest left. Default: it can't be read. */
  readonly cutsAnswer?: boolean;
  /** From now to the last byte of the answer, milliseconds; never waits longer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** End of one request: an answer (as far as it could be read), or none and how far the request had come. */
export type ExchangeEnd =
  | {readonly kind: 'answered'; readonly answer: Answer; readonly receivedBytes: number}
  | {readonly kind: 'failed'; readonly error: unknown; readonly phase: SendPhase};

const mebibyte = 1024 * 1024;

/** The largest answer about one monitor, in bytes: 1 MiB. */
export const largestMonitor = mebibyte;

/** The largest page of a list, in bytes: 4 MiB. */
export const largestPage = 4 * mebibyte;

/** The largest part of a check, in bytes: 16 MiB. It holds the diffs of its pages. */
export const largestCheck = 16 * mebibyte;

/** The largest page that is tried, in bytes: 32 MiB. */
export const largestScrape = 32 * mebibyte;

const CHUNKS_IN_BLOCK = 1024;

/** Options of connections to a service. */
export interface PoolOptions {
  readonly address: ServiceAddress;
  /** Proxies are read from it: `HTTPS_PROXY`, `NO_PROXY`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that a connection may take; 10,000 by default. */
  readonly connectTimeoutMs?: number;
  /** Connections at once, at most. 64 by default. */
  readonly connections?: number;
  /** Certificates to trust instead of the system's, PEM. */
  readonly ca?: string;
}

/** Opens the connections to a service, through the proxy if there is one. */
export function openPool(options: PoolOptions, proxy: ProxyAddress | undefined): Pool {
  const connect: buildConnector.BuildOptions = {
    timeout: options.connectTimeoutMs ?? 10_000,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off for another machine.
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

/**
 * Makes one request and reads its answer. Never rejects, never repeats. Built on `Pool.dispatch` rather than
 * `Pool.request`: only the dispatch handler learns the moment at which a connection takes the request, and whether that
 * moment had come is what separates "not applied" from "may be applied".
 */
export function exchange(pool: Pool, request: ExchangeRequest): Promise<ExchangeEnd> {
  return new Promise(resolve => {
    const ending = new Exchange(request, resolve);
    try {
      const {method, path, headers, body} = request;
      pool.dispatch({method, path, headers: {...headers}, body, idempotent: false}, ending);
    } catch (error) {
      ending.onResponseError(undefined, error as Error);
    }
  });
}

/** Follows one request: knows how far it has come, gathers the answer, and settles exactly once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: (end: ExchangeEnd) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signal: AbortSignal | undefined;
  readonly #largest: number;
  readonly #cuts: boolean;
  #controller: Dispatcher.DispatchController | undefined;
  #phase: SendPhase = 'unsent';
  #isSettled = false;
  #status = 0;
  #headers: Answer['headers'] = {};
  #chunks: Buffer[] = [];
  /** Chunks that were joined: one of a single byte takes a hundred times its size. */
  #blocks: Buffer[] = [];
  #size = 0;

  constructor(request: ExchangeRequest, settle: (end: ExchangeEnd) => void) {
    this.#settle = settle;
    this.#signal = request.signal;
    this.#largest = request.largestAnswer;
    this.#cuts = request.cutsAnswer === true;
    this.#timer = setTimeout(() => this.#giveUp(attemptTimeoutCode), request.timeoutMs);
    if (request.signal?.aborted) this.#giveUp(abortedCode);
    else request.signal?.addEventListener('abort', this.#abort, {once: true});
  }

  /** A connection is there and takes the request now. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection: nothing may leave any more.
    if (this.#isSettled) {
      controller.abort(new CodedError(abortedCode));
      return;
    }
    this.#phase = 'sent';
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Answer['headers']): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= this.#largest) {
      this.#chunks.push(chunk);
      if (this.#chunks.length === CHUNKS_IN_BLOCK) this.#blocks.push(Buffer.concat(this.#chunks.splice(0)));
      return;
    }
    this.#answer(
      this.#cuts
        ? this.#decode(Buffer.concat([...this.#blocks, ...this.#chunks, chunk]).subarray(0, this.#largest))
        : tooLarge(this.#largest),
    );
    controller.abort(new CodedError('TOO_LARGE'));
  }

  onResponseEnd(): void {
    this.#answer(this.#decode(Buffer.concat([...this.#blocks, ...this.#chunks])));
  }

  #decode(bytes: Buffer): AnswerBody {
    return decode(bytes, this.#headers['content-encoding'], this.#largest);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    // Once the status is known it decides; a body that broke off only means that there is nothing to read.
    if (this.#status !== 0) this.#answer(brokenOff);
    else this.#end({kind: 'failed', error, phase: this.#phase});
  }

  readonly #abort = (): void => this.#giveUp(abortedCode);

  #giveUp(code: string): void {
    const error = new CodedError(code);
    this.onResponseError(undefined, error);
    this.#controller?.abort(error);
  }

  #answer(body: AnswerBody): void {
    this.#end({kind: 'answered', answer: {status: this.#status, headers: this.#headers, body}, receivedBytes: this.#size});
  }

  #end(end: ExchangeEnd): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#chunks = [];
    this.#blocks = [];
    this.#settle(end);
  }
}

const brokenOff: AnswerBody = {kind: 'unreadable', code: 'CUT_OFF', problem: 'its answer ended early'};

function tooLarge(largest: number): AnswerBody {
  return {kind: 'unreadable', code: 'TOO_LARGE', problem: `its answer is larger than ${largest / mebibyte} MiB`};
}

/** Identity was asked for; a gateway that compresses all the same is read as long as the result stays small. */
function decode(bytes: Buffer, encoding: Answer['headers'][string], largest: number): AnswerBody {
  const name = String(encoding ?? 'identity')
    .trim()
    .toLowerCase();
  const limits = {maxOutputLength: largest};
  try {
    if (name === 'identity' || name === '') return {kind: 'text', text: bytes.toString('utf8')};
    if (name === 'gzip' || name === 'x-gzip') return {kind: 'text', text: gunzipSync(bytes, limits).toString('utf8')};
    if (name === 'deflate') return {kind: 'text', text: inflateSync(bytes, limits).toString('utf8')};
    if (name === 'br') return {kind: 'text', text: brotliDecompressSync(bytes, limits).toString('utf8')};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(largest);
    return {kind: 'unreadable', code: 'BAD_ENCODING', problem: 'its compressed answer is broken'};
  }
  return {kind: 'unreadable', code: 'BAD_ENCODING', problem: 'its answer uses a compression that was not requested'};
}

class CodedError extends Error {
  override readonly name = 'CodedError';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
