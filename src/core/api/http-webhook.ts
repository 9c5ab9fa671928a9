import {type LookupAddress, lookup} from 'node:dns';
import {isIP} from 'node:net';
import {buildConnector, Pool} from 'undici';
import {classifyError} from './classify-error';
import {chooseProxy, isLoopbackHost} from './endpoint';
import {exchange} from './http-exchange';
import {createProxyConnector} from './http-proxy';
import {isPublicAddress} from './public-address';

/** Milliseconds from the first lookup to the last byte of the answer. */
const TIMEOUT_MS = 10_000;
/** Bytes of the answer that are read. */
const LARGEST_ANSWER = 4096;

/** One message to a receiver. */
interface WebhookMessage {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether addresses that are not public may be reached, and a proxy may resolve the host. */
  readonly addresses: 'public' | 'any';
  /** Proxies are read from it: `HTTPS_PROXY`, `NO_PROXY`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** End of one message. `text` is the beginning of the answer, unmasked; null where there is none that can be read. */
export type WebhookEnd =
  | {readonly kind: 'answered'; readonly status: number; readonly text: string | null; readonly isCut: boolean}
  | {readonly kind: 'failed'; readonly message: string}
  /** The host is not public; nothing was sent. */
  | {readonly kind: 'not-public'; readonly message: string}
  /** A proxy would resolve the host, so that its address can't be judged; nothing was sent. */
  | {readonly kind: 'behind-proxy'; readonly message: string};

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const resolveHost: Resolve = host =>
  new Promise((done, fail) => lookup(host, {all: true}, (error, found) => (error === null ? done(found) : fail(error))));

/**
 * Sends one message, once: no retry, no redirect, at most 10 s and 4 KiB of the answer. Every address of the host is judged right before
 * the connection, which goes to just that address. Never throws for what the network or the receiver does.
 */
export async function sendWebhook(message: WebhookMessage, resolve: Resolve = resolveHost): Promise<WebhookEnd> {
  const {url, headers, body, env, signal, addresses} = message;
  const address = {origin: url.origin, host: url.host, isLoopback: isLoopbackHost(url.hostname)};
  const proxy = chooseProxy(address, env);
  const literal = literalOf(url);
  if (addresses === 'public' && literal !== null && !isPublicAddress(literal)) return {kind: 'not-public', message: notPublic(url.host)};
  if (addresses === 'public' && proxy !== undefined && literal === null) {
    return {kind: 'behind-proxy', message: `a proxy resolves ${url.host}, so its address can't be judged`};
  }
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch it off.
  const tls: buildConnector.BuildOptions = {timeout: TIMEOUT_MS, rejectUnauthorized: true};
  const connect = proxy === undefined ? connectJudged(addresses, resolve, tls) : createProxyConnector(proxy, tls);
  const pool = new Pool(url.origin, {connect, connections: 1, pipelining: 1, maxHeaderSize: 16 * 1024, allowH2: false});
  try {
    const end = await exchange(pool, {
      ...{method: 'POST', path: `${url.pathname}${url.search}`, headers, body, signal},
      ...{largestAnswer: LARGEST_ANSWER, cutsAnswer: true, timeoutMs: TIMEOUT_MS},
    });
    if (end.kind === 'failed') return explain(end.error, end.phase, url.host);
    const {status, body: answer} = end.answer;
    const isCut = end.receivedBytes > LARGEST_ANSWER;
    return {kind: 'answered', status, text: answer.kind === 'text' ? answer.text : null, isCut};
  } finally {
    await pool.destroy();
  }
}

/** The IP address that a URL names itself; null where it names a host. */
function literalOf({hostname}: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

function explain(error: unknown, phase: 'unsent' | 'sent', host: string): WebhookEnd {
  if (error instanceof NotPublic) return {kind: 'not-public', message: notPublic(host)};
  return {kind: 'failed', message: classifyError(error, phase, {host}).failure.message};
}

function notPublic(host: string): string {
  return `the address of ${host} is not public`;
}

/** A host with an address that is not public. */
class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** Resolves a host itself and connects to the addresses that were judged, so that no second lookup can give others. */
function connectJudged(
  addresses: WebhookMessage['addresses'],
  resolve: Resolve,
  tls: buildConnector.BuildOptions,
): buildConnector.connector {
  const connect = buildConnector(tls);
  const connectTo = (options: buildConnector.Options, address: string) =>
    new Promise<Parameters<buildConnector.Callback>>(done => {
      const servername = isIP(options.hostname) === 0 ? options.hostname : '';
      connect({...options, hostname: address, servername}, (...result) => done(result));
    });
  const connectFirst = async (options: buildConnector.Options): Promise<Parameters<buildConnector.Callback>> => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) === 0 ? await resolve(host) : [{address: host}];
    if (found.length === 0 || (addresses === 'public' && !found.every(({address}) => isPublicAddress(address)))) throw new NotPublic();
    let last: Parameters<buildConnector.Callback> = [new NotPublic(), null];
    for (const {address} of found.slice(0, MOST_TRIED)) {
      last = await connectTo({...options, hostname: host}, address);
      if (last[0] === null) break;
    }
    return last;
  };
  return (options, callback) => {
    connectFirst(options).then(
      result => callback(...result),
      error => callback(error, null),
    );
  };
}

/** Addresses of one host that are tried; nothing is sent before one of them takes the connection. */
const MOST_TRIED = 4;
