/** What is wrong with an address, before anything is known about who takes it. Words hold no part of the address. */
export type AddressFlaw =
  | {readonly kind: 'space-around'}
  | {readonly kind: 'no-scheme'}
  | {readonly kind: 'scheme'; readonly scheme: string}
  | {readonly kind: 'no-address'}
  /** Characters that must be encoded; `encoded` is the form with them encoded. */
  | {readonly kind: 'characters'; readonly encoded: string}
  | {readonly kind: 'user-info'}
  | {readonly kind: 'host'; readonly host: string};

/**
 * Finds what is wrong with an address of a page (service document, "MonitorTarget", and the catalogue's `Invalid URL`):
 * absolute, http or https, encoded as RFC 3986 asks; then what a known service refuses: user info, hosts that do not
 * look public. Linear in the text's length.
 */
export function findAddressFlaw(text: string): AddressFlaw | null {
  const trimmed = text.trim();
  if (trimmed !== text && trimmed !== '') return {kind: 'space-around'};
  const scheme = /^([a-z][a-z0-9+.-]{0,40}):/i.exec(text)?.[1];
  if (scheme === undefined || (scheme.includes('.') && !text.includes('://')))
    return {kind: readUrl(`https://${text}`) === null || /\s/.test(text) ? 'no-address' : 'no-scheme'};
  if (!/^https?$/i.test(scheme)) return {kind: 'scheme', scheme};
  if (!/^https?:\/\/[^/?#]/i.test(text)) return {kind: 'no-address'};
  const url = readUrl(text);
  if (url === null || url.hostname === '') return {kind: 'no-address'};
  if (!URI_CHARACTERS.test(text) || /%(?![0-9a-f]{2})/i.test(text)) return {kind: 'characters', encoded: encode(url)};
  if (url.username !== '' || url.password !== '') return {kind: 'user-info'};
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? '';
  return isPublicHost(authority.replace(/:\d+$/, '')) ? null : {kind: 'host', host: authority};
}

/** The same for an address that only has to be a URL of http or https: any host and user info will do. */
export function findUrlFlaw(text: string): AddressFlaw | null {
  const flaw = findAddressFlaw(text);
  return flaw?.kind === 'user-info' || flaw?.kind === 'host' ? null : flaw;
}

/** Whether an address names a host of a private, loopback or link-local network, which no service outside can reach. */
export function isPrivateAddress(text: string): boolean {
  const host = /^https?:\/\/([^/?#:]{1,260})/i.exec(text)?.[1] ?? '';
  return /^(?:127\.|10\.|192\.168\.|169\.254\.|0\.|172\.(?:1[6-9]|2\d|3[01])\.)\d/.test(host);
}

const URI_CHARACTERS = /^[\w:/?#[\]@!$&'()*+,;=.~%-]*$/;

function encode(url: URL): string {
  return url.href
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[\\^`{|}]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Not `URL.canParse`: once compiled, Node 20's refuses addresses with letters beyond ASCII. */
function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Endings of file names, which a known service does not take for top-level domains. */
const FILE_ENDINGS = new Set('png jpg jpeg gif webp svg pdf html htm css js json xml txt csv doc docx'.split(' '));

/** A dot and a final label of two letters or more, or an IPv4 address. */
function isPublicHost(host: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return true;
  const labels = host.split('.');
  const last = labels.pop() ?? '';
  if (labels.length === 0 || host.length > 253 || !/^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i.test(last)) return false;
  if (FILE_ENDINGS.has(last.toLowerCase())) return false;
  return labels.every(label => label.length <= 63 && /^[a-z0-9](?:[\w-]*[a-z0-9])?$/i.test(label));
}
