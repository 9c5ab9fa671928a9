import {parseUrl} from '../base/url';
import {Secret} from '../secrets/secret';

/** Place of the service: an address that was checked. */
export interface ServiceAddress {
  /** Scheme, host, port and path prefix, without `/v2` and without a final `/`: what the state records. */
  readonly origin: string;
  /** Host, and the port where it is not the scheme's own: what messages show. */
  readonly host: string;
  readonly isLoopback: boolean;
}

/** An address, or what is wrong with the text. Neither text ever contains user info, a query or a path of the refused one. */
type AddressReading =
  | {readonly kind: 'address'; readonly address: ServiceAddress}
  | {readonly kind: 'refused'; readonly code: 'apply/bad-address'; readonly message: string; readonly hint: string};

/**
 * Reads the text of `--base-url` or `MONITORS_BASE_URL`. `https` is required except on loopback; user info, a query
 * and a fragment are refused; a final `/` or `/v2` is accepted and a path prefix kept.
 */
export function readServiceAddress(text: string): AddressReading {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('the service address is empty', example);
  const url = parseAddress(trimmed);
  if (url === undefined) return refuseNoUrl(trimmed);
  if (url.username !== '' || url.password !== '' || /^[a-z]+:[\\/]*[^\\/?#]*@/i.test(trimmed)) {
    return refuse(
      'the service address contains user info (text before an "@")',
      'write the address alone; the key goes into MONITORS_API_KEY',
    );
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    return refuse(
      `the service address begins with ${url.protocol}; the key would be sent unencrypted`,
      `write https://${url.host}; http is accepted for 127.0.0.1, [::1] and localhost only`,
    );
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(trimmed)) {
    return refuse('the service address contains a query or a fragment', `remove everything from "?" or "#" on, for example ${url.origin}`);
  }
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/v2$/, '').replace(/\/+$/, '');
  return {kind: 'address', address: {origin: `${url.origin}${prefix}`, host: url.host, isLoopback}};
}

const example = 'for example MONITORS_BASE_URL=https://api.firecrawl.dev, or http://127.0.0.1:PORT for the emulator';

/** Nothing of the text is repeated: it may contain the key. */
function refuseNoUrl(text: string): AddressReading {
  const isHost = parseAddress(`https://${text}`)?.hostname.includes('.') === true || /^localhost(?=[:/]|$)/i.test(text);
  if (!isHost || text.includes('@')) return refuse('the service address is not a URL', example);
  return refuse(
    'the service address does not begin with https://',
    'write the whole address: https://api.firecrawl.dev, or http://127.0.0.1:PORT for the emulator',
  );
}

/** Refuses what the URL parser would fix silently: no scheme, white space, a backslash, control characters. */
function parseAddress(text: string): URL | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /[\s\\\u0000-\u001f\u007f]/.test(text)) return undefined;
  return parseUrl(text);
}

/** Whether a URL's host name is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refuse(message: string, hint: string): AddressReading {
  return {kind: 'refused', code: 'apply/bad-address', message, hint};
}

/** A key, or what is wrong with the text; the text itself is in neither message. */
type ApiKeyReading =
  | {readonly kind: 'key'; readonly key: Secret}
  | {readonly kind: 'refused'; readonly code: 'apply/bad-key'; readonly message: string; readonly hint: string};

/**
 * Reads the text of `MONITORS_API_KEY`: trimmed, then only characters that a bearer token may hold (RFC 6750, 2.1),
 * since anything else would end up in the error text of the code that tries to send it.
 */
export function readApiKey(text: string): ApiKeyReading {
  const trimmed = text.trim();
  if (trimmed === '') return refuseKey('MONITORS_API_KEY is empty', 'set it to a key from the dashboard of your service');
  if (/^Bearer\s/i.test(trimmed)) return refuseKey('MONITORS_API_KEY begins with "Bearer"', 'set it to the key alone');
  if (!/^[A-Za-z0-9._~+/=-]+$/.test(trimmed)) {
    return refuseKey(
      'MONITORS_API_KEY contains a character that is not allowed in a key (a space, a line break, a quote or a non-ASCII character)',
      'copy the key again, without the text around it',
    );
  }
  if (trimmed.length > 4096) return refuseKey('MONITORS_API_KEY is longer than 4,096 characters', 'copy the key again');
  return {kind: 'key', key: new Secret(trimmed)};
}

function refuseKey(message: string, hint: string): ApiKeyReading {
  return {kind: 'refused', code: 'apply/bad-key', message, hint};
}

/** A proxy to go through. */
export interface ProxyAddress {
  readonly protocol: 'http:' | 'https:';
  /** Empty when the environment names no proxy that can be used: connecting fails then, and says so. */
  readonly hostname: string;
  readonly port: number;
  /** Value of `proxy-authorization`; secret. */
  readonly authorization?: string;
  /** Texts of it that must never be seen. */
  readonly secrets: readonly string[];
}

/**
 * The proxy that the environment names for an address: `HTTPS_PROXY` unless `NO_PROXY` covers the host (`*`, a host, a
 * domain with or without leading dot, each with an optional port). Lower-case names win, as in curl. This machine is
 * never reached through a proxy. A proxy that can't be used is not passed by.
 */
export function chooseProxy(address: ServiceAddress, env: Readonly<Record<string, string | undefined>>): ProxyAddress | undefined {
  const url = new URL(address.origin);
  const text = (env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '').trim();
  if (text === '' || address.isLoopback || url.protocol !== 'https:') return undefined;
  const port = url.port === '' ? '443' : url.port;
  if (isExempt(url.hostname, port, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return undefined;
  return parseProxy(text);
}

function isExempt(hostname: string, port: string, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter(entry => entry !== '')
    .some(entry => {
      if (entry === '*') return true;
      const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      const domain = name.replace(/^\*?\./, '');
      return domain !== '' && (hostname === domain || hostname.endsWith(`.${domain}`));
    });
}

function parseProxy(text: string): ProxyAddress {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = parseUrl(full);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return {protocol: 'http:', hostname: '', port: 0, secrets: []};
  }
  const user = decodeOrKeep(url.username);
  const password = decodeOrKeep(url.password);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const base = {protocol: url.protocol, hostname: url.hostname, port} as const;
  if (user === '' && password === '') return {...base, secrets: []};
  const token = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return {
    ...base,
    authorization: `Basic ${token}`,
    secrets: [token, user, password, url.username, url.password].filter(secret => secret !== ''),
  };
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
