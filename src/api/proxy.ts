import {parseUrl, type ServiceAddress} from './address';

/** A proxy to go through. */
export interface ProxyAddress {
  readonly protocol: 'http:' | 'https:';
  /** Empty when the environment names no proxy that can be used: connecting fails then, and says so. */
  readonly hostname: string;
  readonly port: number;
  /** Value of `proxy-authorization`; secret. */
  readonly authorization?: string;
  /** What must never be seen of it. */
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
