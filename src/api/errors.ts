import {isObject, type JsonValue, property} from '../json/value';
import {type Answer, parseBody, readCreatedMonitor, readHeader, readHeaders} from './answer';
import type {CreateOutcome, Failure} from './port';
import {readRetryAfter} from './retry-after';
import {cleanServiceText, cleanServiceValue} from './service-text';

/**
 * How far a request had come when it failed: `unsent` means that no byte of it can have left (no connection, no
 * tunnel, no TLS session yet), `sent` that some may have.
 */
export type SendPhase = 'unsent' | 'sent';

/** What classifying needs to know beside the failure. */
export interface ClassifyContext {
  /** Host and port that the request was meant for, for messages. */
  readonly host: string;
  /** Masks every secret of the request. */
  readonly redact: (text: string) => string;
  /** Wall clock, milliseconds since 1970. */
  readonly now: number;
}

/** Statuses that prove that the service did not carry the create out (service document, "Errors"); so does any 3xx. */
export const refusals: ReadonlySet<number> = new Set([400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429]);

/** Classifies an answer to create: see docs/apply.md, "What an answer proves". */
export function classifyResponse(answer: Answer, context: ClassifyContext): CreateOutcome {
  if (answer.status >= 200 && answer.status < 300) return classifySuccess(answer, context);
  const failure = describeRefusal(answer, context);
  const isProof = refusals.has(answer.status) || (answer.status >= 300 && answer.status < 400);
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}

/** A 2xx counts only with complete JSON, `success: true` and an id: anything less may hide a created monitor. */
function classifySuccess(answer: Answer, context: ClassifyContext): CreateOutcome {
  const monitor = readCreatedMonitor(parseBody(answer));
  if (monitor !== undefined) return {kind: 'applied', monitor};
  return {kind: 'ambiguous', failure: describeUnreadable(answer, {code: 'NO_MONITOR', problem: 'names no monitor'}, context)};
}

/**
 * Why a 2xx says nothing that counts: it broke off, is no JSON, or is JSON of another shape, which `otherwise` names
 * ("its answer ...").
 */
export function describeUnreadable(
  answer: Answer,
  otherwise: {readonly code: string; readonly problem: string},
  context: ClassifyContext,
): Failure {
  const {status, body} = answer;
  const failure = (code: string, problem: string): Failure => ({
    kind: 'body',
    status,
    code,
    message: `the service answered ${status}, but ${problem}`,
  });
  if (body.kind === 'unreadable') return failure(body.code, body.problem);
  const parsed = parseBody(answer);
  if (parsed !== undefined) return failure(otherwise.code, `its answer ${otherwise.problem}${quoteError(parsed, context)}`);
  if (isJsonType(answer)) return failure('BAD_JSON', 'its JSON is broken or cut off');
  const type = cleanServiceText(readHeader(answer, 'content-type') ?? 'no content type', context.redact);
  return {...failure('NOT_JSON', `with ${type} instead of JSON`), notTheService: true};
}

/** What an answer that is no success says, sanitized. */
export function describeRefusal(answer: Answer, context: ClassifyContext): Failure {
  const parsed = parseBody(answer);
  const details = property(parsed, 'details');
  const code = property(parsed, 'code');
  const wait = readRetryAfter(
    {
      retryAfter: readHeaders(answer, 'retry-after'),
      ...optional('retryAfterMs', readHeader(answer, 'retry-after-ms')),
      ...optional('date', readHeader(answer, 'date')),
      ...optional('body', parsed),
    },
    context.now,
  );
  const redirectHost = answer.status >= 300 && answer.status < 400 ? readRedirectHost(answer, context) : undefined;
  return {
    kind: 'http',
    status: answer.status,
    message: `the service answered ${answer.status}${redirectHost === undefined ? quoteError(parsed, context) : ` and points to ${redirectHost}`}`,
    ...(typeof code === 'string' ? {code: cleanServiceText(code, context.redact)} : {}),
    ...(details === undefined || details === null ? {} : {details: cleanServiceValue(details, context.redact)}),
    ...(redirectHost === undefined ? {} : {redirectHost}),
    ...(wait === undefined ? {} : {retryAfterMs: wait.ms}),
    ...(wait?.source === 'hint' ? {retryAfterIsHint: true} : {}),
    ...(isObject(parsed) ? {} : {notTheService: true}),
  };
}

/** The host of a redirect; the rest of its Location could carry anything. */
function readRedirectHost(answer: Answer, context: ClassifyContext): string {
  const location = readHeader(answer, 'location');
  try {
    return cleanServiceText(new URL(location ?? '', `https://${context.host}`).host, context.redact);
  } catch {
    return 'an unreadable address';
  }
}

function quoteError(parsed: JsonValue | undefined, context: ClassifyContext): string {
  const error = property(parsed, 'error');
  const words = typeof error === 'string' ? cleanServiceText(error, context.redact) : '';
  return words === '' ? '' : `: ${words}`;
}

function isJsonType(answer: Answer): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(readHeader(answer, 'content-type')?.trim() ?? '');
}

/** Classifies a request that ended without an answer: see docs/apply.md, "What an answer proves". */
export function classifyError(
  error: unknown,
  phase: SendPhase,
  context: ClassifyContext,
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

/** What an error says in codes; its own words are dropped, since they may quote a header or an address. */
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
  if (code === proxyInvalidCode) return 'HTTPS_PROXY names no proxy that can be used (http://host:port is expected)';
  if (code === 'ENOTFOUND') return `there is no host of the name in ${host} (ENOTFOUND)`;
  if (code === 'EAI_AGAIN') return `the name in ${host} can't be looked up at the moment (EAI_AGAIN)`;
  if (code === 'ECONNREFUSED') return `nothing answers at ${host} (ECONNREFUSED)`;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === attemptTimeoutCode) return `${host} did not accept a connection in time`;
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${host} has expired`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate that ${host} shows is for another host`;
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

function optional<Name extends string, Value>(name: Name, value: Value | undefined): {readonly [member in Name]?: Value} {
  return value === undefined ? {} : ({[name]: value} as {readonly [member in Name]?: Value});
}
