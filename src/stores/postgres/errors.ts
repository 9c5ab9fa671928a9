import {UserError} from '../../core/diagnostics/user-error';
import {nameNetworkFailures} from '../../core/state/remote/network-words';
import type {SharedRefusals} from '../../core/state/remote/refusals';

/** Names of our own for what has none. */
const NO_TLS = 'NO_TLS';
const NO_POSTGRES = 'NO_POSTGRES';
const NO_PASSWORD = 'NO_PASSWORD';

/** Words for what a server or the way to it refuses. The server's own words are not shown: they may name users, or hold anything. */
const WORDS: Readonly<Record<string, string>> = {
  '28000': 'the server refuses this user, database or kind of connection',
  '28P01': 'user or password are wrong',
  '3D000': 'there is no such database',
  '42501': 'this role may not do that',
  '25006': 'the server is a standby, or read-only',
  '53100': 'the disk of the server is full',
  '53200': 'the server has no memory left',
  '53300': 'the server has no free connection',
  '55P03': 'another run holds a row for too long',
  '57014': 'the server took too long',
  '57P03': 'the server is starting or stopping',
  '0A000': 'the server lacks what this tool needs',
  [NO_TLS]: 'the server offers no TLS, which is needed except on this machine',
  [NO_POSTGRES]: 'what answers there is not PostgreSQL',
  [NO_PASSWORD]: 'the server asks for a password, and the address has none',
  ETIMEDOUT: 'the server does not answer',
  ENOENT: 'there is no such socket or file',
  EACCES: 'permission denied',
  ...nameNetworkFailures({own: 'name the authority with sslrootcert', authority: 'name it with sslrootcert'}),
};

/** Error codes for what a client says in words alone. */
const SAID: readonly (readonly [RegExp, string])[] = [
  [/^(?:timeout expired|Query read timeout)$/, 'ETIMEDOUT'],
  [/^Connection terminated/, 'ECONNRESET'],
  [/does not support SSL/, NO_TLS],
  [/error establishing an SSL connection/, NO_POSTGRES],
  [/client password must be a/, NO_PASSWORD],
];

/** The code of an error: five characters of the server, or a name of the system; null where it has none. */
export function codeOf(error: unknown): string | null {
  const {code} = (typeof error === 'object' && error !== null ? error : {}) as {code?: unknown};
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : null;
}

/** The connection broke, or was never made: nothing is known about what was under way. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly code: string | null;
  constructor(cause: unknown) {
    super('the connection was lost', {cause});
    this.code = codeOf(cause) ?? SAID.find(([words]) => words.test(messageOf(cause)))?.[1] ?? null;
  }
}

/** Passes on what the server answered; everything else that a client throws means a lost connection. */
export function asLost(error: unknown): never {
  if (!isAnswer(error)) throw new ConnectionLost(error);
  // Poolers refuse a password with the code of a broken protocol.
  const isLogin = codeOf(error) === '08P01' && /password|\bauth|SASL|login/i.test(messageOf(error));
  throw isLogin ? Object.assign(new Error('refused by a pooler', {cause: error}), {severity: 'FATAL', code: '28P01'}) : error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** Whether the server itself answered with an error. */
function isAnswer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'severity' in error && /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '');
}

/** Whether the server lets this user not in, or not into this database. */
export function isLoginRefused(error: unknown): boolean {
  return isAnswer(error) && ['28000', '28P01', '3D000'].includes(codeOf(error) ?? '');
}

/** Whether the connection is gone: it broke, or the server says that it ends it. */
export function isLost(error: unknown): boolean {
  return error instanceof ConnectionLost || (isAnswer(error) && /^(?:08|57P0|25P0[134])/.test(codeOf(error) ?? ''));
}

/** Whether the same transaction may go through at the next try: another one was in its way. */
export function isPassing(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** Whether this role, or any on this server, may only read. */
export function isForbidden(error: unknown): boolean {
  return isAnswer(error) && ['42501', '25006'].includes(codeOf(error) ?? '');
}

/** Whether a transaction can't be begun that writes: only a standby refuses that. */
export function isOfStandby(error: unknown): boolean {
  return isAnswer(error) && codeOf(error) === '0A000';
}

/** The refusal of a standby. */
export function refuseStandby({facts: {shown}}: SharedRefusals, cause?: unknown): UserError {
  const hint = 'set the address to that of the primary: a standby may lack what was written last';
  return new UserError('state/unreachable', `${shown} is on a standby`, hint, {cause});
}

/** Whether a table is not there. */
export function isMissingTable(error: unknown): boolean {
  return isAnswer(error) && ['42P01', '3F000'].includes(codeOf(error) ?? '');
}

/** An error in words, with its code. */
export function describeError(error: unknown): string {
  const code = codeOf(error);
  if (code === null) return 'the server gave no answer that makes sense, or the connection was lost';
  const words = WORDS[code];
  if (words === undefined) return `error ${code}`;
  return code.startsWith('NO_') ? words : `${words} (${code})`;
}

/** Tells whether a statement names a column that its table has not. */
export function isMissingColumn(error: unknown): boolean {
  return isAnswer(error) && codeOf(error) === '42703';
}
