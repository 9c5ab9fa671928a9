import type {ClassifyContext} from './classify-answer';
import type {CreateOutcome, Failure} from './port';

/**
 * Progress of a request when it failed: `unsent` means that no byte of it can have left (no connection, no tunnel, no
 * TLS session yet), `sent` that some may have.
 */
export type SendPhase = 'unsent' | 'sent';

/** Classifies a request that ended without an answer: see docs/apply.md, "What an answer proves". */
export function classifyError(
  error: unknown,
  phase: SendPhase,
  context: Pick<ClassifyContext, 'host'>,
): Extract<CreateOutcome, {kind: 'not-applied' | 'ambiguous'}> {
  const {code, syscall, status, proxy} = describeError(error);
  // An error of connecting proves that nothing was sent, whatever was believed: ECONNRESET alone does not tell.
  const isProof = phase === 'unsent' || proxy !== undefined || syscall === 'connect' || neverSent.has(code);
  const failure: Failure = {
    kind: isProof ? unsentKind(code) : sentKind(code),
    ...(code === '' ? {} : {code}),
    ...(status === undefined ? {} : {status}),
    message: isProof ? explainUnsent(code, status, context.host, proxy) : explainSent(code, context.host),
  };
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}

/** Reads the codes of an error; its own words are dropped, since they may quote a header or an address. */
function describeError(error: unknown): ErrorCodes {
  for (let at = readError(error), depth = 0; at !== undefined && depth < 5; at = readError(at.cause ?? at.errors?.[0]), depth++) {
    const {code, syscall, status, proxy} = at;
    if (typeof code !== 'string' || (code === '' && proxy === undefined)) continue;
    return {
      code,
      syscall: typeof syscall === 'string' ? syscall : '',
      ...(typeof status === 'number' ? {status} : {}),
      ...(typeof proxy === 'string' ? {proxy} : {}),
    };
  }
  return {code: '', syscall: ''};
}

interface ErrorCodes {
  readonly code: string;
  readonly syscall: string;
  readonly status?: number;
  /** The proxy on the way to which it happened. */
  readonly proxy?: string;
}

interface ErrorMembers {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly status?: unknown;
  readonly proxy?: unknown;
  readonly cause?: unknown;
  /** Of an error that gathers those of all addresses of a name. */
  readonly errors?: readonly unknown[];
}

function readError(error: unknown): ErrorMembers | undefined {
  return typeof error === 'object' && error !== null ? error : undefined;
}

const neverSent: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_URL',
  'NGHTTP2_REFUSED_STREAM',
]);

/** The code of a request that took longer than an attempt may. */
export const attemptTimeoutCode = 'ATTEMPT_TIMEOUT';
/** The code of a request that was given up because the run ends. */
export const abortedCode = 'ABORTED';
/** The code of a proxy that refused to connect; carries the proxy's `status`. */
export const proxyRefusedCode = 'PROXY_REFUSED';

/** The code of a proxy address that can't be used. */
export const proxyInvalidCode = 'PROXY_INVALID';

/** Codes of a handshake that met an answer which is not TLS. Older versions of Node say EPROTO, as of other faults. */
const NO_TLS: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG']);

/** Tells whether a code of a failure says that the port speaks plain http, as far as Node tells. */
export function isWithoutTls(code: string): boolean {
  return NO_TLS.has(code) || code === 'EPROTO';
}

function isTlsCode(code: string): boolean {
  return /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/.test(code);
}

function unsentKind(code: string): Failure['kind'] {
  if (isTlsCode(code)) return 'tls';
  if (code === abortedCode) return 'aborted';
  return 'connect';
}

function sentKind(code: string): Failure['kind'] {
  if (code === abortedCode) return 'aborted';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  return /^HPE_|HEADERS_OVERFLOW|TOO_LARGE/.test(code) ? 'body' : 'transport';
}

function explainUnsent(code: string, status: number | undefined, service: string, proxy: string | undefined): string {
  const host = proxy === undefined ? service : `the proxy ${proxy}`;
  if (code === abortedCode) return 'the run ended before anything was sent';
  if (code === proxyRefusedCode) return `${host} refused to connect to ${service}${status === undefined ? '' : ` (${status})`}`;
  if (code === proxyInvalidCode) return 'HTTPS_PROXY is not a usable proxy address (expected http://host:port)';
  if (code === 'ENOTFOUND') return `host not found: ${host} (ENOTFOUND)`;
  if (code === 'EAI_AGAIN') return `could not resolve ${host} at the moment (EAI_AGAIN)`;
  if (code === 'ECONNREFUSED') return `connection refused: ${host} (ECONNREFUSED)`;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === attemptTimeoutCode) return `${host} did not accept a connection in time`;
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${host} has expired`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate of ${host} is for another host`;
  if (code === 'EPROTO') return `no TLS connection to ${host} (EPROTO): the address begins with https, but the port may speak plain http`;
  if (NO_TLS.has(code)) return `${host} answers without TLS (${code}): the address begins with https, but the port speaks plain http`;
  if (isTlsCode(code)) return `no trusted TLS connection to ${host} (${code})`;
  return `could not connect to ${host}${code === '' ? '' : ` (${code})`}`;
}

function explainSent(code: string, host: string): string {
  if (code === abortedCode) return 'the run ended while the answer was pending';
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return `${host} did not answer in time`;
  if (/^HPE_/.test(code)) return `${host} sent an answer that is not HTTP (${code})`;
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return `${host} sent an answer with too large headers`;
  return `the connection to ${host} was lost before the answer came${code === '' ? '' : ` (${code})`}`;
}
