import {UserError} from '../../diagnostics/user-error';
import {isLoopback} from '../origin';

/** Address of a server and how to get in, as `MONITORS_STATE_POSTGRES_URL` says. */
export interface PostgresAddress {
  /** A host name, or the directory of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Null where the connection does not leave this machine. */
  readonly tls: {
    /** The file with the authority's certificate; null for those that Node trusts. */
    readonly rootCertificate: string | null;
  } | null;
}

/** The variable that holds the address. */
export const POSTGRES_URL = 'MONITORS_STATE_POSTGRES_URL';

const FORM = `it looks like postgres://USER:PASSWORD@HOST:5432/DATABASE`;

/** All of these check the certificate and the host's name here. */
const VERIFIED = new Set(['require', 'verify-ca', 'verify-full']);

const UNVERIFIED = new Set(['disable', 'allow', 'prefer', 'no-verify']);

/** The parameters that have a meaning here, and one that a checked certificate makes needless. */
const PARAMETERS = new Set(['sslmode', 'sslrootcert', 'host', 'port', 'channel_binding']);

/** Reads the address; throws a `UserError`, which never shows what the variable holds. */
export function readPostgresAddress(env: Readonly<Record<string, string | undefined>>): PostgresAddress {
  const text = env[POSTGRES_URL]?.trim() ?? '';
  if (text === '') throw bad('is not set', `set it to the address of the database; ${FORM}`);
  const url = parse(text);
  const {searchParams: parameters} = url;
  const unknown = [...parameters.keys()].find(name => !PARAMETERS.has(name));
  if (unknown !== undefined)
    throw bad(
      `has the parameter ${JSON.stringify(unknown)}, which is not known here`,
      `remove it; known are ${[...PARAMETERS].join(', ')}`,
    );
  const host = parameters.get('host') ?? decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const port = Number(parameters.get('port') ?? (url.port === '' ? '5432' : url.port));
  const database = decode(url.pathname.slice(1));
  const user = decode(url.username);
  if (host === '' || database === '' || user === '') throw bad('lacks a host, a user or a database', FORM);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw bad('has a port that is not a number from 1 to 65535', FORM);
  return {host, port, database, user, password: decode(url.password), tls: readTls(host, parameters)};
}

/** The address, and the password in it as it may be shown on its own: what no output may hold. Takes also what is not an address. */
export function listAddressSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  const address = env[POSTGRES_URL] ?? '';
  const [, password = ''] = /^[^/]*\/\/[^:@/]*:(.*)@/s.exec(address) ?? [];
  return [address, password, decodeQuietly(password)];
}

function decodeQuietly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The server as messages show it. */
export function showServer({host, port, database}: PostgresAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

function parse(text: string): URL {
  // A URL of another kind than http needs a host before its port: a socket's directory stands in a parameter.
  const whole = /^postgres(?:ql)?:\/\/(?:[^@/]*@)?(?=\/)/.exec(text)?.[0];
  try {
    const url = new URL(whole === undefined ? text : `${whole}socket${text.slice(whole.length)}`);
    if (!/^postgres(?:ql)?:$/.test(url.protocol)) throw new Error('another protocol');
    if (whole !== undefined && !url.searchParams.has('host')) throw new Error('no host');
    return url;
  } catch {
    throw bad('is not the address of a PostgreSQL database', FORM);
  }
}

function readTls(host: string, parameters: URLSearchParams): PostgresAddress['tls'] {
  const mode = parameters.get('sslmode');
  const isHere = host.startsWith('/') || isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`);
  if (mode !== null && !VERIFIED.has(mode) && !UNVERIFIED.has(mode)) {
    throw bad('has an sslmode that is not known', 'use sslmode=verify-full, or leave it out');
  }
  if (!isHere && mode !== null && UNVERIFIED.has(mode)) {
    throw bad(`has sslmode=${mode}: a server of another machine must prove who it is`, 'use sslmode=verify-full, or leave it out');
  }
  const rootCertificate = parameters.get('sslrootcert');
  if (isHere && (mode === null || UNVERIFIED.has(mode))) return null;
  return {rootCertificate: rootCertificate === 'system' ? null : rootCertificate};
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad('holds a "%" that is not followed by two hexadecimal digits', 'write "%25" for a percent sign in user or password');
  }
}

function bad(what: string, hint: string): UserError {
  return new UserError('state/bad-address', `${POSTGRES_URL} ${what}`, hint);
}
