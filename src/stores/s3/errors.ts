import {nameNetworkFailures} from '../../core/state/remote/network-words';

/** Words for what a service or the way to it refuses. The service's own words are not shown: they may name users, or hold anything. */
const WORDS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'an object is missing',
  AccessDenied: 'these credentials may not do that',
  AllAccessDisabled: 'the bucket is disabled',
  AccountProblem: 'the account is disabled',
  InvalidAccessKeyId: 'the service does not know this access key',
  SignatureDoesNotMatch: 'the secret key is wrong',
  ExpiredToken: 'the credentials have expired',
  TokenRefreshRequired: 'the credentials have expired',
  InvalidToken: 'the session token is wrong',
  RequestTimeTooSkewed: "this machine's clock is wrong by more than 15 minutes",
  PermanentRedirect: 'the bucket is in another region',
  TemporaryRedirect: 'the bucket is in another region, or is moving',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  IllegalLocationConstraintException: 'the bucket is in another region',
  InvalidBucketName: 'the service takes no bucket of this name',
  InvalidObjectState: 'a lifecycle rule has archived an object',
  EntityTooLarge: 'the state is larger than the service takes',
  SlowDown: 'the service asks to send less',
  ServiceUnavailable: 'the service is busy',
  InternalError: 'the service failed',
  InsufficientStorage: 'the service has no space left',
  XMinioStorageFull: 'the service has no space left',
  QuotaExceeded: 'the bucket is full',
  NotImplemented: 'the service lacks what this tool needs',
  MethodNotAllowed: 'the service lacks what this tool needs',
  ConditionalRequestConflict: 'other writers were always faster',
  OperationAborted: 'other writers were always faster',
  PreconditionFailed: 'the service refuses to write what is not there',
  RequestTimeout: 'the connection is too slow',
  EPROTO: 'what answers there does not speak TLS as its address says',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the service offers no TLS at this address, which begins with https',
  ETIMEDOUT: 'the service does not answer',
  ...nameNetworkFailures({
    own: 'name its file in NODE_EXTRA_CA_CERTS',
    authority: "name that authority's file in NODE_EXTRA_CA_CERTS",
  }),
};

const KEYS = 'check the AWS variables or the profile: these credentials are not for this service';
const REGION = 'correct "region" in "state" of monitors.config.yaml';

/** Advice about a refusal, where there is any. */
const HINTS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'correct "bucket" and "region" in "state" of monitors.config.yaml, or AWS_ENDPOINT_URL_S3',
  AccessDenied: 'grant s3:ListBucket on the bucket and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects',
  InvalidAccessKeyId: `${KEYS}; an endpoint counts in AWS_ENDPOINT_URL_S3 only`,
  SignatureDoesNotMatch: KEYS,
  InvalidToken: KEYS,
  ExpiredToken: 'get new credentials',
  TokenRefreshRequired: 'get new credentials',
  RequestTimeTooSkewed: "set this machine's clock",
  PermanentRedirect: REGION,
  TemporaryRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
};

/** Errors that come before a connection is made: what was to be sent was not. */
const UNSENT = /^(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS_|CERT_|DEPTH_|SELF_|UNABLE_)/;

/** A service of which nothing was heard yet does not speak TLS. In the midst of a connection, it can be a fault on the way. */
const NO_TLS = /^(?:EPROTO|ERR_SSL_)/;

/** Statuses after which the same request may go through; it may have been carried out, too. */
const PASSING = new Set([408, 409, 412, 429]);

/** A request that brought nothing: the service refused it, or its answer was lost. Holds none of the service's words. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';

  constructor(
    /** The service's or the system's name for it; null where there is none. */
    readonly code: string | null,
    /** That of the answer; null without an answer. */
    readonly status: number | null,
    /** Nothing left this machine. */
    readonly isUnsent = false,
  ) {
    super(`${code ?? 'no code'}, status ${status ?? 'none'}`);
  }

  /** Whether the same request may go through later. A refused condition is among them: it can be the echo of an own success. */
  get isPassing(): boolean {
    const {code, status} = this;
    if (status === null || status < 300 || PASSING.has(status)) return true;
    return this.isMissing || code === 'RequestTimeout' || (status >= 500 && !LASTING.has(status));
  }

  /** Whether it says that there is no TLS where nothing answered before. */
  get isLasting(): boolean {
    return this.status === null && NO_TLS.test(this.code ?? '');
  }

  /** Whether the service says that its condition does not hold, or that another writer is at it. */
  get isConflict(): boolean {
    return this.status === 412 || this.status === 409;
  }

  /** Whether it can have been carried out. */
  get isDoubtful(): boolean {
    return !this.isUnsent && (this.isPassing || LASTING.has(this.status ?? 0));
  }

  /** Whether these credentials may not do that, while others may. */
  get isForbidden(): boolean {
    return this.status === 403 && (this.code === null || this.code === 'AccessDenied');
  }

  /** Whether the service says that there is no object of the name. Any other 404 means a wrong bucket, or no S3 at all. */
  get isMissing(): boolean {
    return this.status === 404 && this.code === 'NoSuchKey';
  }
}

/** Not implemented, no space left: the next try would meet the same. */
const LASTING = new Set([501, 505, 507]);

/** Takes from a client's error what it is about; passes on what is a mistake of this program. */
export function toFailure(error: unknown): S3Failure {
  if (error instanceof S3Failure) return error;
  const {Code, code, name, syscall, message, $metadata} = (typeof error === 'object' && error !== null ? error : {}) as Record<
    string,
    unknown
  >;
  const status = ($metadata as {httpStatusCode?: unknown} | undefined)?.httpStatusCode;
  if (typeof status === 'number') return new S3Failure(readCode(Code, SERVICE_CODE), status);
  const system = readCode(code, SYSTEM_CODE) ?? (name === 'TimeoutError' ? 'ETIMEDOUT' : null);
  if (system === null) throw error;
  const isUnsent = UNSENT.test(system) || syscall === 'connect' || /did not establish a connection/.test(String(message));
  return new S3Failure(system, null, isUnsent);
}

/** A failure in words, with its code. */
export function describeFailure({code, status}: S3Failure): string {
  if (code !== null) return Object.hasOwn(WORDS, code) ? `${WORDS[code]} (${code})` : `error ${code}`;
  if (status !== null && status < 300) return 'the answer is not that of S3';
  return status === 403 ? `${WORDS['AccessDenied']} (status 403)` : `the answer is not that of S3 (status ${status})`;
}

/** Finds advice for a person; null where there is none. */
export function adviseOn({code, status}: S3Failure): string | null {
  const known = code ?? (status === 403 ? 'AccessDenied' : '');
  return HINTS[known] ?? null;
}

/** A name for a mistake in a few words, as in `NoSuchKey`. An answer may hold anything, such as the session token of the request. */
const SERVICE_CODE = /^(?=.{3,41}$)(?:No)?(?:[A-Z]{1,4}[a-z]{2,})+[A-Z]{0,4}$/;

const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{2,63}$/;

function readCode(code: unknown, form: RegExp): string | null {
  return typeof code === 'string' && (Object.hasOwn(WORDS, code) || form.test(code)) ? code : null;
}
