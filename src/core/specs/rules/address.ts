import {parseUrl} from '../../base/url';

/** Flaw of an address, found before anything is known about who takes it. Words hold no part of the address but its scheme. */
export type AddressFlaw =
  | {readonly kind: 'space-around'}
  | {readonly kind: 'no-scheme'}
  | {readonly kind: 'scheme'; readonly scheme: string}
  | {readonly kind: 'no-address'}
  /** Characters that must be encoded. */
  | {readonly kind: 'characters'}
  | {readonly kind: 'user-info'; readonly hasPassword: boolean}
  /** A host that does not look public; `file-name` where it ends like the name of a file. */
  | {readonly kind: 'host'; readonly looks: 'local' | 'file-name'}
  /** A host of a private, loopback or link-local network. */
  | {readonly kind: 'private'};

/**
 * Finds what is wrong with an address of a page (Firecrawl API, "MonitorTarget", and the catalogue's `Invalid URL`):
 * absolute, http or https, encoded as RFC 3986 asks; then what Firecrawl refuses: user info, hosts that do not
 * look public; then private networks. The gravest flaw only. Linear in the text's length.
 */
export function findAddressFlaw(text: string): AddressFlaw | null {
  if (isOrdinary(text)) return null;
  return findUrlFlaw(text) ?? findHostFlaw(text);
}

/** Finds why a text is not an absolute URL of http or https, encoded as RFC 3986 asks; any host and user info will do. */
export function findUrlFlaw(text: string): UrlFlaw | null {
  if (isOrdinary(text)) return null;
  const trimmed = text.trim();
  if (trimmed !== text && trimmed !== '') return {kind: 'space-around'};
  const scheme = /^([a-z][a-z0-9+.-]{0,40}):/i.exec(text)?.[1];
  if (scheme === undefined || (!text.includes('://') && (scheme.includes('.') || scheme.toLowerCase() === 'localhost'))) {
    return {kind: parseUrl(`https://${text}`) === undefined || /\s/.test(text) ? 'no-address' : 'no-scheme'};
  }
  if (!/^https?$/i.test(scheme)) return {kind: 'scheme', scheme};
  if (!/^https?:\/\/[^/?#]/i.test(text)) return {kind: 'no-address'};
  const url = parseUrl(text);
  if (url === undefined || url.hostname === '') return {kind: 'no-address'};
  return !URI_CHARACTERS.test(text) || /%(?![0-9a-f]{2})/i.test(text) ? {kind: 'characters'} : null;
}

/** The flaws that {@link findUrlFlaw} knows. */
type UrlFlaw = Exclude<AddressFlaw, {kind: 'user-info' | 'host' | 'private'}>;

/** The sound address that was probably meant by a flawed one, or null: with a scheme, encoded, without what does not belong. */
export function suggestAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_SUGGESTION) return null;
  const whole = /^https?:/i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^:?\/+/, '')}`;
  const url = parseUrl(whole);
  if (url === undefined) return null;
  url.hostname = url.hostname.replace(/\.$/, '');
  // A number written in another form: the address that it happens to be is not what was meant.
  if (/^[\d.]+$/.test(url.hostname) && !text.includes(url.hostname)) return null;
  return [whole, encodeAddress(url)].find(candidate => findAddressFlaw(candidate) === null) ?? null;
}

/** Longer ones would fill the screen. */
const LONGEST_SUGGESTION = 300;

/**
 * An address about which nothing more needs to be asked, as nearly all are: saves the parse. A host of plain labels
 * (none in its `xn--` form, which may be wrong) and a path without `%`.
 */
const ORDINARY = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.([a-z]{2,63}))(?:[/?#][\w:/?#[\]@!$&'()*+,;=.~-]*)?$/;

function isOrdinary(text: string): boolean {
  const [, host = '', last = ''] = ORDINARY.exec(text) ?? [];
  return host !== '' && host.length <= 63 && !/--|-\.|\.-|^-/.test(host) && !FILE_ENDINGS.has(last);
}

const URI_CHARACTERS = /^[\w:/?#[\]@!$&'()*+,;=.~%-]*$/;

/** Writes an address with all characters encoded that a spec refuses. */
export function encodeAddress(url: URL): string {
  return url.href
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[\\^`{|}]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Looks at the authority as it is written, of an address that is a sound URL. */
function findHostFlaw(text: string): AddressFlaw | null {
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? '';
  if (authority.includes('@')) return {kind: 'user-info', hasPassword: /^[^@]*:/.test(authority)};
  const host = authority.replace(/:\d+$/, '');
  if (PRIVATE_HOST.test(host)) return {kind: 'private'};
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return null;
  const labels = host.split('.');
  const last = labels.pop() ?? '';
  if (labels.length > 0 && FILE_ENDINGS.has(last.toLowerCase())) return {kind: 'host', looks: 'file-name'};
  const isPublic = labels.length > 0 && host.length <= 253 && LAST_LABEL.test(last) && labels.every(isHostLabel);
  return isPublic ? null : {kind: 'host', looks: 'local'};
}

const PRIVATE_HOST = /^(?:127\.|10\.|192\.168\.|169\.254\.|0\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){0,2}$/;

const LAST_LABEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

function isHostLabel(label: string): boolean {
  return label.length <= 63 && /^[a-z0-9](?:[\w-]*[a-z0-9])?$/i.test(label);
}

/** Endings of file names, which Firecrawl does not take for top-level domains. */
const FILE_ENDINGS = new Set('png jpg jpeg gif webp svg pdf html htm css js json xml txt csv doc docx'.split(' '));
