/** Where the service is: an address that was checked. */
export interface ServiceAddress {
  /** Scheme, host, port and path prefix, without `/v2` and without a final `/`: what the state records. */
  readonly origin: string;
  /** Host, and the port where it is not the scheme's own: what messages show. */
  readonly host: string;
  readonly isLoopback: boolean;
}

/** An address, or what is wrong with the text. Neither text ever holds user info, a query or a path of the refused one. */
export type AddressReading =
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
      'the service address holds user info (something before an "@")',
      'write the address alone; the key goes into MONITORS_API_KEY',
    );
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    return refuse(
      `the service address begins with ${url.protocol}, and the key would travel unprotected`,
      `write https://${url.host}; http is accepted for 127.0.0.1, [::1] and localhost only`,
    );
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(trimmed)) {
    return refuse('the service address holds a query or a fragment', `write it without what follows "?" or "#", for example ${url.origin}`);
  }
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/v2$/, '').replace(/\/+$/, '');
  return {kind: 'address', address: {origin: `${url.origin}${prefix}`, host: url.host, isLoopback}};
}

const example = 'for example MONITORS_BASE_URL=https://api.example.com, or http://127.0.0.1:PORT for the emulator';

/** Nothing of the text is repeated: somebody may have put the key there. */
function refuseNoUrl(text: string): AddressReading {
  const isHost = parseAddress(`https://${text}`)?.hostname.includes('.') === true || /^localhost(?=[:/]|$)/i.test(text);
  if (!isHost || text.includes('@')) return refuse('the service address is not a URL', example);
  return refuse(
    'the service address does not begin with https://',
    'write it whole: https://api.example.com, or http://127.0.0.1:PORT for the emulator',
  );
}

/** Takes nothing for an address that URLs would mend silently: no scheme, white space, a backslash, control characters. */
function parseAddress(text: string): URL | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /[\s\\\u0000-\u001f\u007f]/.test(text)) return undefined;
  return parseUrl(text);
}

/** Reads a text as a URL; undefined where it is none. */
export function parseUrl(text: string): URL | undefined {
  // Not `URL.canParse`: once compiled, Node 20's refuses addresses with letters beyond ASCII.
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether a URL's host name is this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function refuse(message: string, hint: string): AddressReading {
  return {kind: 'refused', code: 'apply/bad-address', message, hint};
}
